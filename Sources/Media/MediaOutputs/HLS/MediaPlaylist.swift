package import StudioCore
package import StudioRuntime

/// A media playlist (RFC 8216, version 3). It only ever names complete segments.
package struct MediaPlaylist: Hashable, Sendable {
    package struct Segment: Hashable, Sendable {
        package let name: String
        package let duration: MediaTime
        /// When its first frame was encoded, on the time line of the playlist.
        fileprivate(set) var date: WallTime?
        /// Whether its time stamps do not go on where the segment before ends.
        fileprivate(set) var isDiscontinuous = false

        /// The lines of the segment.
        var lines: String {
            (isDiscontinuous ? "#EXT-X-DISCONTINUITY\n" : "")
                + (date.map { "#EXT-X-PROGRAM-DATE-TIME:\($0.text)\n" } ?? "")
                + "#EXTINF:\(MediaPlaylist.decimal(duration)),\n\(SegmentName.reference(name))\n"
        }
    }

    /// A live playlist must not become shorter than this many target durations (RFC 8216, 6.2.2).
    private static let minimumTargets = 3
    /// The last line of a playlist that has ended.
    package static let endLine = "#EXT-X-ENDLIST\n"

    private let window: HLSWindow
    /// The number of the first listed segment.
    package private(set) var mediaSequence = 0
    /// How many discontinuous segments are not listed any more.
    package private(set) var discontinuitySequence = 0
    package private(set) var segments: [Segment] = []
    /// The maximum duration of a segment in seconds. It is the same in every version of the playlist, unless a segment
    /// turns out to be longer.
    package private(set) var targetSeconds: Int
    package private(set) var isEnded = false
    /// When the next segment begins.
    private var nextDate: WallTime?
    /// Whether the next segment is the first one of another part of the output.
    private var isContinued = false
    /// Segments that are not listed any more, but may still be requested by players, oldest first.
    private var retired: [String] = []

    /// - Parameter targetSeconds: the expected maximum duration of a segment.
    package init(window: HLSWindow, targetSeconds: Int) {
        self.window = window
        self.targetSeconds = targetSeconds
    }

    /// The number of segments so far.
    package var segmentCount: Int { mediaSequence + segments.count }

    /// The first segment of a part begins. The dates of the others follow from the durations, as players expect it: in a
    /// session that is faster than real time they are those of its time line.
    package mutating func begin(at date: WallTime) { nextDate = max(date, nextDate ?? date) }

    /// Lists a complete segment.
    ///
    /// - Returns: the names of segments to remove: they left the window one window ago.
    package mutating func append(_ segment: Segment) -> [String] {
        var segment = segment
        (segment.date, segment.isDiscontinuous) = (nextDate, isContinued)
        nextDate = nextDate.map { $0 + segment.duration }
        isContinued = false
        segments.append(segment)
        // Durations are rounded to the nearest integer for this comparison (4.3.3.1).
        targetSeconds = max(targetSeconds, Int(segment.duration.seconds.rounded()))
        guard case .latest(let count) = window else { return [] }
        while segments.count > count, duration(from: 1) >= .seconds(Double(Self.minimumTargets * targetSeconds)) {
            let first = segments.removeFirst()
            retired.append(first.name)
            mediaSequence += 1
            if first.isDiscontinuous { discontinuitySequence += 1 }
        }
        let surplus = max(0, retired.count - max(count, segments.count))
        defer { retired.removeFirst(surplus) }
        return Array(retired.prefix(surplus))
    }

    private func duration(from index: Int) -> MediaTime {
        segments.dropFirst(index).reduce(.zero) { $0 + $1.duration }
    }

    /// No segment will follow, unless another part of the output continues the playlist.
    package mutating func end() { isEnded = true }

    /// Another part of the output follows, whose time stamps begin again.
    package mutating func continueAfterStop() { (isEnded, isContinued) = (false, segmentCount > 0) }

    // MARK: Text

    /// The lines before those of the segments.
    package var head: String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:\(targetSeconds)"]
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(mediaSequence)")
        if discontinuitySequence > 0 { lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuitySequence)") }
        if window == .all { lines.append("#EXT-X-PLAYLIST-TYPE:EVENT") }
        lines.append("#EXT-X-INDEPENDENT-SEGMENTS")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The text of the file.
    package var text: String {
        segments.reduce(into: head) { $0 += $1.lines } + (isEnded ? Self.endLine : "")
    }

    /// The end of the text: the lines of the last segment, and what follows.
    package var lastLines: String { (segments.last?.lines ?? "") + (isEnded ? Self.endLine : "") }

    /// Seconds with six digits.
    private static func decimal(_ duration: MediaTime) -> String {
        let microseconds = (duration.nanoseconds + 500) / 1000
        let fraction = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}
