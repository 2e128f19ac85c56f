import StudioCore

/// Finds starts in which one thread sends all video and another one all audio.
///
/// A thread proves nothing for a dispatch queue, an actor or a task: they move between threads.
struct ThreadVerifier: Sendable {
    /// Fewer units of a kind do not show a producer.
    private static let fewestUnits = 10

    private struct Track: Sendable {
        var units = 0
        /// The only thread so far.
        var thread: Int?
        /// Where it began to send.
        var start: TracePlace?
        var isSteady = true

        mutating func add(_ thread: Int, _ isOnQueue: Bool?, at place: TracePlace) {
            units += 1
            if start == nil { (self.thread, start) = (thread, place) }
            if isOnQueue == true || thread != self.thread { isSteady = false }
        }
    }

    private var video = Track()
    private var audio = Track()
    private(set) var findings = TraceFindings()

    mutating func apply(_ frame: TraceFrame, at place: TracePlace) {
        video.add(frame.thread, frame.isOnQueue, at: place)
    }

    mutating func apply(_ block: TraceBlock, at place: TracePlace) {
        audio.add(block.thread, block.isOnQueue, at: place)
    }

    /// Judges a start, and begins the next one.
    mutating func finishStart() {
        defer { (video, audio) = (Track(), Track()) }
        guard video.isSteady, audio.isSteady, min(video.units, audio.units) >= Self.fewestUnits,
            let first = video.thread, let second = audio.thread, first != second,
            let place = [video.start, audio.start].compactMap(\.self).max(by: { $0.line < $1.line })
        else { return }
        findings.add(
            .traceTwoProducers, at: place,
            "thread \(first) sent all video and thread \(second) all audio; send both from one producer")
    }
}
