import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// An encoding pipeline: takes raw media and delivers access units.
final class TrackEncoder: Sendable {
    let source: AppSource
    private let pipeline: ProgramPipeline
    private let sink: AppSink
    private let encoder: Element

    /// - Parameters:
    ///   - text: a pipeline with an `input`, an `encoder` and an `output`.
    ///   - capacity: the number of units that may wait before the encoder.
    ///   - backpressure: receives reports of regained capacity.
    ///   - onUnit: called with each access unit and its time on the session's clock, on the encoder thread.
    init(
        _ text: String, policy: AppSource.Policy, capacity: Int = 1, backpressure: Backpressure,
        onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void
    ) throws(GStreamerError) {
        let pipeline = try ProgramPipeline(text)
        self.pipeline = pipeline
        encoder = try pipeline.element("encoder")
        source = try AppSource(
            pipeline.element("input"), policy: policy, capacity: capacity, backpressure: backpressure)
        let output = try pipeline.element("output")
        try output.interceptCaps { caps in
            guard caps.mediaType == "video/x-h264", let bytes = caps.bytes("codec_data") else { return caps }
            return caps.with("codec_data", bytes: AVCConfiguration(completing: bytes).bytes)
        }
        try output.correctKeyFrames()
        sink = try AppSink(output, onUnit: onUnit) { [outcome = pipeline.outcome] in outcome.end() }
    }

    func set(_ property: String, to value: PropertyValue) throws(GStreamerError) {
        try encoder.set(property, to: value)
    }

    /// Calls `body` on the encoder thread with each unit that the encoder takes next, and a request that makes it a key
    /// frame; its result replaces the unit. Set it before the start.
    func beforeEncoding(_ body: @escaping @Sendable (borrowing MediaBuffer, () -> Void) -> MediaBuffer?) {
        source.transform = { [encoder] unit in body(unit) { encoder.requestKeyFrame() } }
    }

    func start() throws(GStreamerError) {
        try pipeline.start()
    }

    func requestKeyFrame() {
        encoder.requestKeyFrame()
    }

    /// The failure of the pipeline, if any.
    func failure() -> GStreamerError? { pipeline.failure() }

    /// Drains the encoder and waits for the last unit, at most `seconds`; returns false after that.
    func finish(seconds: Double) -> Bool {
        source.end()
        return pipeline.waitForEnd(seconds: seconds)
    }
}
