import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// An encoding pipeline: takes raw media and delivers access units.
final class TrackEncoder: Sendable {
    let source: AppSource
    private let pipeline: Pipeline
    private let sink: AppSink
    private let encoder: Element
    private let hasEnded = Monitor(false)
    private let firstFailure = Lock<GStreamerError?>(nil)

    /// - Parameters:
    ///   - text: a pipeline with an `input`, an `encoder` and an `output`.
    ///   - capacity: the number of units that may wait before the encoder.
    ///   - backpressure: receives reports of regained capacity.
    ///   - onUnit: called with each access unit and its time on the session's clock, on the encoder thread.
    init(
        _ text: String, policy: AppSource.Policy, capacity: Int = 1, backpressure: Backpressure,
        onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void
    ) throws(GStreamerError) {
        pipeline = try Pipeline(text)
        encoder = try pipeline.element("encoder")
        source = try AppSource(
            pipeline.element("input"), policy: policy, capacity: capacity, backpressure: backpressure)
        let hasEnded = hasEnded
        sink = try AppSink(pipeline.element("output"), onUnit: onUnit) { hasEnded.update { $0 = true } }
    }

    deinit {
        pipeline.stop()
    }

    func set(_ property: String, to value: PropertyValue) throws(GStreamerError) {
        try encoder.set(property, to: value)
    }

    func start() throws(GStreamerError) {
        try pipeline.play()
    }

    func requestKeyFrame() {
        encoder.requestKeyFrame()
    }

    /// The failure of the pipeline, if any.
    func failure() -> GStreamerError? {
        while let message = pipeline.nextMessage(seconds: 0) {
            if case .error(let error) = message { firstFailure.withLock { $0 = $0 ?? error } }
        }
        return firstFailure.withLock { $0 }
    }

    /// Drains the encoder and waits for the last unit, at most `seconds`; returns false after that.
    func finish(seconds: Double) -> Bool {
        source.end()
        let steps = Int((seconds / Self.step).rounded(.up))
        for _ in 0..<steps {
            if hasEnded.wait(seconds: Self.step, until: { $0 ? true : nil }) == true { return true }
            if failure() != nil { return false }
        }
        return false
    }

    /// The interval in seconds at which the pipeline is polled for failures while it drains.
    private static let step = 0.1
}
