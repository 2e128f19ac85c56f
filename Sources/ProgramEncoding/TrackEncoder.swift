import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// One encoding pipeline: raw media in through a gate, access units out.
final class TrackEncoder: Sendable {
    let source: AppSource
    private let pipeline: Pipeline
    private let sink: AppSink
    private let encoder: Element
    private let hasEnded = Monitor(false)
    private let firstFailure = Lock<GStreamerError?>(nil)

    /// - Parameters:
    ///   - text: a pipeline with an `input`, an `encoder` and an `output`.
    ///   - capacity: how many units may wait in front of the encoder.
    ///   - backpressure: where it reports that a unit has left.
    ///   - onUnit: gets each access unit with its time on the run's clock, on the encoder's thread.
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

    /// The failure that the pipeline has reported, if any.
    func failure() -> GStreamerError? {
        while let message = pipeline.nextMessage(seconds: 0) {
            if case .error(let error) = message { firstFailure.withLock { $0 = $0 ?? error } }
        }
        return firstFailure.withLock { $0 }
    }

    /// Encodes what is inside and waits for the last unit, at most `seconds`; false when it did not come.
    func finish(seconds: Double) -> Bool {
        source.end()
        let steps = Int((seconds / Self.step).rounded(.up))
        for _ in 0..<steps {
            if hasEnded.wait(seconds: Self.step, until: { $0 ? true : nil }) == true { return true }
            if failure() != nil { return false }
        }
        return false
    }

    /// Seconds between two looks at what the pipeline reports while its end is awaited.
    private static let step = 0.1
}
