package import StudioCore

/// A media playlist (RFC 8216, version 3). It only ever names complete segments.
package struct MediaPlaylist: Hashable, Sendable {
    package struct Segment: Hashable, Sendable {
        package let name: String
        package let duration: MediaTime
    }

    /// A live playlist must not become shorter than this many target durations (RFC 8216, 6.2.2).
    private static let minimumTargets = 3

    private let window: HLSWindow
    /// The number of the first listed segment.
    package private(set) var mediaSequence = 0
    package private(set) var segments: [Segment] = []
    /// The maximum duration of a segment in seconds. It is the same in every version of the playlist, unless a segment
    /// turns out to be longer.
    package private(set) var targetSeconds: Int
    package private(set) var isEnded = false
    /// Segments that are not listed any more, but may still be requested by players, oldest first.
    private var retired: [String] = []

    /// - Parameter targetSeconds: the expected maximum duration of a segment.
    package init(window: HLSWindow, targetSeconds: Int) {
        self.window = window
        self.targetSeconds = targetSeconds
    }

    /// The number of segments so far.
    package var segmentCount: Int { mediaSequence + segments.count }

    /// Lists a complete segment.
    ///
    /// - Returns: the names of segments to remove: they left the window one window ago.
    package mutating func append(_ segment: Segment) -> [String] {
        segments.append(segment)
        // Durations are rounded to the nearest integer for this comparison (4.3.3.1).
        targetSeconds = max(targetSeconds, Int(segment.duration.seconds.rounded()))
        guard case .latest(let count) = window else { return [] }
        while segments.count > count, duration(from: 1) >= .seconds(Double(Self.minimumTargets * targetSeconds)) {
            retired.append(segments.removeFirst().name)
            mediaSequence += 1
        }
        let surplus = max(0, retired.count - max(count, segments.count))
        defer { retired.removeFirst(surplus) }
        return Array(retired.prefix(surplus))
    }

    private func duration(from index: Int) -> MediaTime {
        segments.dropFirst(index).reduce(.zero) { $0 + $1.duration }
    }

    /// No segment will follow.
    package mutating func end() { isEnded = true }

    /// The text of the file.
    package var text: String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:\(targetSeconds)"]
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(mediaSequence)")
        if window == .all { lines.append("#EXT-X-PLAYLIST-TYPE:EVENT") }
        for segment in segments {
            lines += ["#EXTINF:\(Self.decimal(segment.duration)),", SegmentName.reference(segment.name)]
        }
        if isEnded { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Seconds with six digits.
    private static func decimal(_ duration: MediaTime) -> String {
        let microseconds = (duration.nanoseconds + 500) / 1000
        let fraction = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}
