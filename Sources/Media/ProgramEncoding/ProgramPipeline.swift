import GStreamer
import StudioRuntime
import Synchronization

/// How a pipeline ended. Its streaming threads report here: they must not hold the last reference to the pipeline itself.
final class PipelineOutcome: Sendable {
    fileprivate let hasEnded = Monitor(false)
    fileprivate let firstFailure = Lock<GStreamerError?>(nil)
    fileprivate let earlyEnd = Lock<GStreamerError?>(nil)
    /// Whether the sources have ended, so that the end of the stream is not early.
    let isEnding = Atomic(false)

    /// The last unit has left the pipeline.
    func end() {
        hasEnded.update { $0 = true }
    }

    /// The last unit has left the pipeline before its sources have ended. An element that fails reports its error, then ends the
    /// stream, so that an error on the bus is the cause.
    func endEarly(_ failure: GStreamerError) {
        earlyEnd.withLock { $0 = $0 ?? failure }
        end()
    }

    /// Whether a failure was recorded.
    var hasFailed: Bool { firstFailure.withLock { $0 != nil } }

    /// Records a failure that the pipeline does not report, or not with its cause.
    func fail(_ failure: GStreamerError) {
        firstFailure.withLock { $0 = $0 ?? failure }
    }
}

/// A pipeline of the program encoder. It keeps its first failure, and is drained at the end.
final class ProgramPipeline: Sendable {
    /// The interval in seconds at which the pipeline is polled for failures while it drains.
    private static let interval = 0.1

    private let pipeline: Pipeline
    let outcome = PipelineOutcome()

    init(_ text: String, named name: String) throws(GStreamerError) {
        pipeline = try Pipeline(text, named: name)
    }

    deinit {
        pipeline.stop()
    }

    func element(_ name: String) throws(GStreamerError) -> Element { try pipeline.element(name) }

    /// The sources of encoded media.
    func trackSources(backpressure: Backpressure) throws(GStreamerError) -> TrackSources {
        try TrackSources(pipeline, backpressure: backpressure)
    }

    func start() throws(GStreamerError) {
        try pipeline.play()
    }

    /// The failure of the pipeline, if any.
    func failure() -> GStreamerError? {
        // Read before the messages: an error that came before the end is among them.
        let earlyEnd = outcome.earlyEnd.withLock { $0 }
        while let message = pipeline.nextMessage(seconds: 0) {
            if case .error(let error) = message { outcome.fail(error) }
        }
        return outcome.firstFailure.withLock { $0 } ?? earlyEnd
    }

    /// Waits for the end after the sources have ended, at most `seconds`; returns false after that.
    func waitForEnd(seconds: Double) -> Bool {
        let steps = Int((seconds / Self.interval).rounded(.up))
        for _ in 0..<steps {
            if outcome.hasEnded.wait(seconds: Self.interval, until: { $0 ? true : nil }) == true { return true }
            if failure() != nil { return false }
        }
        return false
    }
}
