import Glibc
import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// Muxes the program into one MPEG transport stream, shared by all outputs that carry one.
///
/// Each coded unit becomes one chunk of whole packets with the unit's track and time. The chunk of a key frame starts with
/// the program tables, so that a receiver can start there.
final class TransportMuxer: EncodedReceiver {
    private let pipeline: ProgramPipeline
    private let sources: TrackSources
    private let sink: ByteSink
    private let chunks: TransportChunks
    private let receivers: ReceiverList

    /// Builds and starts the pipeline.
    init(
        hasAudio: Bool, pipelines: PipelineSet = .ready, backpressure: Backpressure
    ) throws(GStreamerError) {
        let file = pipelines.current(PipelineFiles.muxTS)
        let pipeline = try ProgramPipeline(file.text(hasAudio: hasAudio))
        self.pipeline = pipeline
        try pipeline.element("units").correctKeyFrames()
        sources = try pipeline.trackSources(backpressure: backpressure)
        receivers = ReceiverList()
        chunks = TransportChunks(receivers, pipeline.outcome)
        sink = try ByteSink(pipeline.element("output"), destination: chunks) { [outcome = pipeline.outcome] error in
            outcome.fail(GStreamerError(.stream, source: "mux", message: String(cString: strerror(error))))
        }
        try pipeline.start()
    }

    func add(_ receiver: any EncodedReceiver) { receivers.add(receiver) }

    func remove(_ receiver: any EncodedReceiver) { receivers.remove(receiver) }

    func replace(_ former: [any EncodedReceiver], by other: any EncodedReceiver) {
        receivers.replace(former, by: other)
    }

    /// Whether the muxer keeps up, and every receiver that must be complete has capacity.
    var hasCapacity: Bool { sources.hasCapacity && receivers.hasCapacity }

    func receive(_ unit: EncodedUnit) {
        guard let buffer = unit.buffer(from: .zero) else {
            return pipeline.outcome.fail(GStreamerError(.resource, source: "mux", message: "no memory is left"))
        }
        chunks.expect(unit)
        guard sources.push(buffer, of: unit) != .taken else { return }
        // The muxer waits for the other track only, whose gaps are filled, so its queue is never full. This is a unit after
        // the end or after the failure of its pipeline, which has precedence.
        _ = pipeline.failure()
        pipeline.outcome.fail(GStreamerError(.stream, source: "mux", message: "the muxer takes no more units"))
    }

    /// The failure of the pipeline, if any.
    func failure() -> GStreamerError? { pipeline.failure() }

    /// Waits for the last chunk, at most `seconds`; returns false after that. No unit may follow.
    func finish(seconds: Double) -> Bool {
        // A muxer that has received nothing reports no end.
        guard chunks.hasUnits else { return true }
        sources.end()
        return pipeline.waitForEnd(seconds: seconds)
    }
}

/// Passes on what the muxer writes as units.
private final class TransportChunks: ByteDestination {
    private struct State: Sendable {
        /// The units inside the muxer, which keeps the order of each track.
        var video: [EncodedUnit] = []
        var audio: [EncodedUnit] = []
        var hasUnits = false
        var repetition = TransportRepetition()

        mutating func removeFirst(_ track: EncodedUnit.Track) -> EncodedUnit? {
            switch track {
            case .video: video.isEmpty ? nil : video.removeFirst()
            case .audio: audio.isEmpty ? nil : audio.removeFirst()
            }
        }
    }

    private let receivers: ReceiverList
    private let state = Lock(State())
    private let outcome: PipelineOutcome

    init(_ receivers: ReceiverList, _ outcome: PipelineOutcome) {
        self.receivers = receivers
        self.outcome = outcome
    }

    var hasUnits: Bool { state.withLock { $0.hasUnits } }

    /// The unit is about to be pushed.
    func expect(_ unit: EncodedUnit) {
        state.withLock { state in
            state.hasUnits = true
            switch unit.track {
            case .video: state.video.append(unit)
            case .audio: state.audio.append(unit)
            }
        }
    }

    let isSeekable = false
    func seek(to offset: UInt64) -> Int32 { ESPIPE }

    /// mpegtsmux writes all packets of a unit at once.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        let starts = TransportUnit.all(in: bytes)
        guard starts.count == 1, let start = starts.first else { return EPROTO }
        let taken: (unit: EncodedUnit, chunk: [UInt8])? = state.withLock { state in
            guard let unit = state.removeFirst(start.track) else { return nil }
            let chunk = state.repetition.completed(
                bytes, isKeyFrame: start.isKeyFrame, at: start.presentationTicks)
            return (unit, chunk)
        }
        guard let (unit, chunk) = taken else { return EPROTO }
        guard let buffer = MediaBuffer(copying: chunk) else { return ENOMEM }
        receivers.deliver(EncodedUnit(unit, muxedInto: buffer))
        return 0
    }

    func end() -> Int32 {
        outcome.end()
        return 0
    }
}
