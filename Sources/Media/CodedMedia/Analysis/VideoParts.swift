package import StudioCore

/// Divides received video into parts: a source that is changed, or starts again, begins another one.
///
/// A part begins with a frame of another session, and with a number that goes back by half a second. A run that is shorter than
/// half a second is not a part. Its frames are foreign or out of order in the part around it.
package struct VideoParts: Sendable {
    /// All frames, compared with the session of the first one.
    package private(set) var whole = VideoAnalyzer()
    /// The frames of each part; empty while there is one.
    private var divided: [VideoAnalyzer] = []
    /// The session and the highest number of each part so far.
    private var marks: [(session: CodedSession, highest: UInt32)] = []

    /// In seconds, as for the sections of ``PresentationTimes``.
    private static let minimumSeconds = 0.5

    package init() {}

    /// The analysis of each part, when there are several. Read it at the end.
    package var parts: [VideoAnalyzer] {
        let parts = divided.filter { Self.isPart($0) }
        return parts.count > 1 ? parts : []
    }

    private static func isPart(_ analyzer: VideoAnalyzer) -> Bool {
        guard let session = analyzer.session else { return false }
        return analyzer.sequence.count >= Int(least(session))
    }

    /// The frames of the shortest part.
    private static func least(_ session: CodedSession) -> UInt32 {
        UInt32(max(1, (minimumSeconds * session.rate.perSecond).rounded(.up)))
    }

    /// Adds the next frame in presentation order.
    ///
    /// - Parameter arrival: the arrival time in milliseconds since 1970; `nil` when it is not meaningful.
    package mutating func add(_ frame: FrameView, at time: MediaTime, arrival: Int64?) {
        let reading = whole.read(frame)
        if let reading { divide(before: reading) }
        whole.add(frame, reading, at: time, arrival: arrival)
        guard !divided.isEmpty else { return }
        divided[divided.count - 1].add(frame, reading, at: time, arrival: arrival)
    }

    /// Ends the stream.
    package mutating func end() {
        whole.end()
        for index in divided.indices { divided[index].end() }
    }

    private mutating func divide(before reading: CodedReading) {
        defer { raise(reading) }
        guard let last = marks.last else { return marks.append((reading.session, reading.number)) }
        guard !Self.continues(last, reading) else { return }
        if divided.isEmpty { divided = [whole] }
        // A short run is inside of the part that goes on after it.
        if marks.count > 1, let current = divided.last, !Self.isPart(current),
            Self.continues(marks[marks.count - 2], reading)
        {
            divided.removeLast()
            marks.removeLast()
            return
        }
        divided.append(VideoAnalyzer())
        marks.append((reading.session, reading.number))
    }

    private mutating func raise(_ reading: CodedReading) {
        guard let last = marks.last, reading.number > last.highest else { return }
        marks[marks.count - 1].highest = reading.number
    }

    private static func continues(_ part: (session: CodedSession, highest: UInt32), _ reading: CodedReading) -> Bool {
        guard reading.session.isSame(as: part.session) else { return false }
        return reading.number >= part.highest || part.highest - reading.number < least(part.session)
    }
}
