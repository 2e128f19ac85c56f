import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime
import Synchronization

/// An encoding pipeline: takes raw media and delivers access units.
final class EncoderPipeline: Sendable {
    let source: AppSource
    private let file: PipelineFile
    private let pipeline: ProgramPipeline
    private let sink: AppSink
    private let encoder: Element

    /// - Parameters:
    ///   - form: the form of its units. Others make it fail.
    ///   - row: the codec of the form, with a pipeline that has an `input`, an `encoder` and an `output`.
    ///   - settings: the settings of the program, with the pipelines that replace others.
    ///   - capacity: the number of units that may wait before the encoder.
    ///   - backpressure: receives reports of regained capacity.
    ///   - onUnit: called with each access unit and its time on the session's clock, on the encoder thread.
    init(
        _ form: EncodedForm, _ row: CodecTable.Row, settings: EncoderSettings, policy: AppSource.Policy,
        capacity: Int = 1, backpressure: Backpressure,
        onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void
    ) throws(GStreamerError) {
        let file = settings.pipelines.current(row.pipeline)
        self.file = file
        let pipeline = try ProgramPipeline(file.text, named: file.name)
        self.pipeline = pipeline
        encoder = try pipeline.element("encoder")
        source = try AppSource(
            pipeline.element("input"), policy: policy, capacity: capacity, backpressure: backpressure)
        let output = try pipeline.element("output")
        let outcome = pipeline.outcome
        let expected = ([row.caps] + form.demands).joined(separator: ",")
        if !form.demands.isEmpty { try output.set("caps", to: .written(expected)) }
        try output.interceptCaps { caps in
            Self.check(caps, expected, outcome)
            return AVCConfiguration.completed(caps)
        }
        try output.correctKeyFrames()
        // The ready encoders keep the order of their input.
        let deliver = file.path == nil ? onUnit : Self.inOrder(outcome, onUnit)
        sink = try AppSink(output, onUnit: deliver) {
            guard !outcome.isEnding.load(ordering: .relaxed) else { return outcome.end() }
            outcome.endEarly(GStreamerError(.stream, source: "encoder", message: "ended before the program"))
        }
    }

    /// A pipeline of the user's may end in any format. Muxers would report it in words of their own.
    private static func check(_ caps: Caps, _ expected: String, _ outcome: PipelineOutcome) {
        guard let form = Caps(expected), !caps.isSubset(of: form) else { return }
        let fields = ["stream-format", "alignment"].compactMap { name in caps.text(name).map { "\(name)=\($0)" } }
        outcome.fail(
            GStreamerError(
                .stream, source: "encoder",
                message:
                    "its output is \(([caps.mediaType] + fields).joined(separator: ",")), expected \(expected)"))
    }

    /// Delivers no unit after a failure, and fails when a unit is shown before an earlier one: muxers would need decoding times.
    private static func inOrder(
        _ outcome: PipelineOutcome, _ onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void
    ) -> @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void {
        let last = Lock<MediaTime?>(nil)
        return { unit, time, caps in
            let isInOrder = last.withLock { last in
                defer { last = time }
                return last.map { $0 < time } ?? true
            }
            if outcome.hasFailed { return }
            guard isInOrder else {
                return outcome.fail(
                    GStreamerError(
                        .stream, source: "encoder",
                        message: "reorders its units; disable B-frames and lookahead"))
            }
            onUnit(unit, time, caps)
        }
    }

    /// Sets the properties to which the file maps a setting, if any.
    ///
    /// - Parameters:
    ///   - number: the value in bit/s or frames.
    ///   - word: the value of a setting that is a word. A constant has its value in the file.
    func set(_ setting: PipelineSetting.Name, to number: Int = 0, _ word: String = "") throws(GStreamerError) {
        for row in file.settings(setting) {
            let value: PropertyValue
            switch row.action {
            case .number(_, let unit): value = .integer(unit.value(of: number))
            case .word: value = .text(word)
            case .constant(_, let constant): value = .written(constant)
            case .samples: continue
            }
            guard let property = row.action.property else { continue }
            try pipeline.element(property.element).set(property.name, to: value)
        }
    }

    /// Calls `body` on the encoder thread with each unit that the encoder takes next, and a request that makes it a key
    /// frame; its result replaces the unit. Set it before the start.
    func beforeEncoding(_ body: @escaping @Sendable (borrowing MediaBuffer, () -> Void) -> MediaBuffer?) {
        source.transform = { [encoder] unit in body(unit) { encoder.requestKeyFrame() } }
    }

    func start() throws(GStreamerError) { try pipeline.start() }

    /// The failure of the pipeline, if any.
    func failure() -> GStreamerError? { pipeline.failure() }

    /// Drains the encoder and waits for the last unit, at most `seconds`; returns false after that.
    func finish(seconds: Double) -> Bool {
        pipeline.outcome.isEnding.store(true, ordering: .relaxed)
        source.end()
        return pipeline.waitForEnd(seconds: seconds)
    }
}
