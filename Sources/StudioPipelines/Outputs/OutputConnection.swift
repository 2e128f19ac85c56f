import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime
import Synchronization

/// One attempt of an output: a pipeline of its own that muxes and writes, joined at a key frame.
final class OutputConnection: Sendable {
    /// What the connection did with a unit.
    enum Verdict: Sendable {
        case taken
        case held
        /// Not joined yet: waiting for the first key frame.
        case early
        /// Lost, because there was no room.
        case skipped
    }

    /// Encoded media that may wait in front of the muxer: about 10 s at 6 Mbit/s, longer than a server restarts.
    private static let byteLimit = 8 << 20
    /// Units of each track that may wait: 40 s of sound, 30 s of pictures at 60 a second.
    private static let unitLimit = 1800

    private struct Joining: Sendable {
        var gate = KeyFrameGate()
        /// Where it joined the programme.
        var join: MediaTime?
        /// Sound from before the first key frame; it belongs to the output if it is not earlier than that.
        var held: [EncodedUnit] = []
        var videoCaps: Caps?
        var audioCaps: Caps?
        var position = MediaTime.zero
    }

    let pipeline: Pipeline
    private let kind: Destination.Kind
    private let video: AppSource
    private let audio: AppSource?
    private let sink: Element
    private let joining = Lock(Joining())
    private let sinkBytes = Atomic<UInt64>(0)

    /// Builds the pipeline; it does not open anything yet.
    init(to destination: Destination, hasAudio: Bool, onRoom: @escaping @Sendable () -> Void) throws(GStreamerError) {
        kind = destination.kind
        var text = Self.text(for: destination.kind)
        if !hasAudio { text = text.split(separator: "appsrc name=audio")[0].description }
        pipeline = try Pipeline(text)
        sink = try pipeline.element("sink")
        video = try AppSource(
            pipeline.element("video"), policy: .refuse, places: Self.unitLimit, byteLimit: Self.byteLimit)
        audio =
            hasAudio ? try AppSource(pipeline.element("audio"), policy: .refuse, places: Self.unitLimit) : nil
        video.onRoom = onRoom
        audio?.onRoom = onRoom
        switch destination.kind {
        case .file: try sink.set("location", to: .text(destination.address))
        case .rtmp:
            try sink.set("location", to: .text(destination.address))
            try sink.set("timeout", to: 15)  // Ours comes first and knows the cause.
        case .standardOutput, .standardOutputY4M, .null: break
        }
    }

    private static func text(for kind: Destination.Kind) -> String {
        switch kind {
        case .file(.mp4): PipelineFiles.outputMP4
        case .file(.mkv): PipelineFiles.outputMKV
        case .file(.flv): PipelineFiles.outputFLV
        case .rtmp: PipelineFiles.outputRTMP
        case .standardOutput, .standardOutputY4M, .null: PipelineFiles.outputMKVToStandardOutput
        }
    }

    /// Opens the destination.
    func open() throws(GStreamerError) {
        let isObserved = sink.observeInput { [weak self] unit in
            self?.sinkBytes.add(UInt64(unit.byteCount), ordering: .relaxed)
        }
        guard isObserved else { throw GStreamerError(.core, source: sink.name, message: "has no input to observe") }
        try pipeline.play()
    }

    // MARK: Media

    var hasRoom: Bool {
        video.level < Self.unitLimit / 8 && (audio?.level ?? 0) < Self.unitLimit / 8 && video.hasRoom
    }

    /// How full the queue is, 0 to 1.
    var congestion: Double { video.fill }

    /// Whether the destination keeps media waiting. One track that waits alone waits for the other one in the muxer.
    var hasBacklog: Bool { video.level > 0 && (audio?.level ?? 1) > 0 }

    /// Whether anything was put in.
    var hasMedia: Bool { joining.withLock { $0.join != nil } }

    /// The end of what was put in, on the programme's time line.
    var position: MediaTime { joining.withLock { $0.position } }

    /// Takes a unit from an encoder's thread; never waits.
    func receive(_ unit: EncodedUnit) -> Verdict {
        joining.withLock { joining in
            let source = unit.track == .video ? video : audio
            guard let source else { return .early }
            let counts = joining.gate.countsDrops
            switch joining.gate.admit(unit.kind, hasRoom: source.hasRoom) {
            case .hold:
                joining.held.append(unit)
                return .held
            case .drop:
                return counts || joining.gate.countsDrops ? .skipped : .early
            case .pass:
                if joining.join == nil { begin(at: unit, &joining) }
                push(unit, &joining)
                return .taken
            }
        }
    }

    /// The first key frame: sound that is not earlier belongs to it.
    private func begin(at unit: EncodedUnit, _ joining: inout Joining) {
        joining.join = unit.beginsProgram ? .zero : unit.time
        for held in joining.held { push(held, &joining) }
        joining.held = []
    }

    private func push(_ unit: EncodedUnit, _ joining: inout Joining) {
        guard let join = joining.join, unit.time >= join, let buffer = unit.buffer(from: join) else { return }
        joining.position = max(joining.position, unit.time)
        switch unit.track {
        case .video:
            declare(unit.caps, to: video, &joining.videoCaps)
            _ = video.push(buffer)
        case .audio:
            guard let audio else { return }
            declare(unit.caps, to: audio, &joining.audioCaps)
            _ = audio.push(buffer)
        }
    }

    private func declare(_ caps: Caps, to source: AppSource, _ declared: inout Caps?) {
        guard declared.map({ $0 != caps }) ?? true else { return }
        source.setCaps(caps)
        declared = caps
    }

    /// Sends the end of the stream; false when nothing was ever put in, so that there is nothing to end.
    func end() -> Bool {
        guard joining.withLock({ $0.join != nil }) else { return false }
        video.end()
        audio?.end()
        return true
    }

    // MARK: Proof of life

    /// Bytes that the destination has taken.
    var bytesTaken: UInt64 {
        switch kind {
        case .rtmp:
            // The statistics stay at zero until the server has accepted the publication (pinned by the test of a server
            // that says nothing), so that the handshake counts for no life.
            return sink.unsigned("stats", field: "out-bytes-total") ?? 0
        case .file, .standardOutput, .standardOutputY4M, .null:
            return sinkBytes.load(ordering: .relaxed)
        }
    }
}
