import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime
import Synchronization

/// One attempt of an output: a pipeline of its own that muxes and writes, joined at a key frame.
final class OutputConnection: Sendable {
    /// What becomes of the units that were put in.
    struct Observer: Sendable {
        /// The peer has taken a unit.
        let onTaken: @Sendable (EncodedUnit.Track) -> Void
        /// A unit was dropped: the output had not joined yet, or the queue was full.
        let onDropped: @Sendable (EncodedUnit.Track) -> Void
        /// The connection has failed: what is inside is lost. Called on the thread that found it.
        let onBroken: @Sendable () -> Void
        /// There is capacity again.
        let onCapacity: @Sendable () -> Void
    }

    /// Encoded media that may wait in front of the muxer: about 10 s at 6 Mbit/s, longer than a server restarts.
    private static let byteLimit = 8 << 20
    /// Units of each track that may wait: 40 s of audio, 30 s of video at 60 frames a second.
    private static let unitLimit = 1800

    private struct Joining: Sendable {
        var gate = KeyFrameGate()
        /// Where it joined the programme.
        var join: MediaTime?
        /// Audio from before the first key frame; it belongs to the output if it is not earlier than that.
        var held: [EncodedUnit] = []
        var videoCaps: Caps?
        var audioCaps: Caps?
        var position = MediaTime.zero
        /// Nothing may be put in behind the end of the stream.
        var hasEnded = false
    }

    private enum Sink: Sendable {
        case bytes(ByteSink, ByteWriter)
        case rtmp(RTMPSink)
    }

    let pipeline: Pipeline
    private let video: AppSource
    private let audio: AppSource?
    private let sink: Sink
    private let observer: Observer
    private let joining = Lock(Joining())
    private let writeFailure = Lock<OutputFailure?>(nil)
    private let hasEnded = Atomic(false)

    /// Builds the pipeline; it does not start yet.
    ///
    /// - Parameter writer: where the bytes go, `nil` for a server.
    init(
        to destination: Destination, writer: ByteWriter?, hasAudio: Bool, observer: Observer
    ) throws(GStreamerError) {
        var text = Self.text(for: destination.kind)
        if !hasAudio { text = text.split(separator: "appsrc name=audio")[0].description }
        pipeline = try Pipeline(text)
        self.observer = observer
        let element = try pipeline.element("sink")
        if let writer {
            let writeFailure = writeFailure
            let sink = try ByteSink(element, writer: writer) { error in
                writeFailure.withLock { $0 = OutputFailure(writingError: error) }
                observer.onBroken()
            }
            self.sink = .bytes(sink, writer)
            pipeline.onError(observer.onBroken)
        } else {
            let sink = try RTMPSink(element, destination: destination, onTaken: observer.onTaken)
            self.sink = .rtmp(sink)
            pipeline.onError {
                sink.reportAcknowledged()
                observer.onBroken()
            }
        }
        video = try AppSource(
            pipeline.element("video"), policy: .refuse, places: Self.unitLimit, byteLimit: Self.byteLimit)
        audio =
            hasAudio ? try AppSource(pipeline.element("audio"), policy: .refuse, places: Self.unitLimit) : nil
        video.onRoom = observer.onCapacity
        audio?.onRoom = observer.onCapacity
    }

    private static func text(for kind: Destination.Kind) -> String {
        switch kind {
        case .file(.mp4), .standardOutput(.mp4): PipelineFiles.outputMP4
        case .file(.mkv), .standardOutput(.mkv): PipelineFiles.outputMKV
        case .file(.flv), .standardOutput(.flv): PipelineFiles.outputFLV
        case .rtmp: PipelineFiles.outputRTMP
        case .standardOutputY4M, .null: preconditionFailure("raw media is not muxed")
        }
    }

    /// Opens the destination.
    func open() throws(GStreamerError) {
        try pipeline.play()
    }

    // MARK: Media

    /// Whether the destination keeps up. A track that waits alone waits for the other one in the muxer, and is none of the
    /// destination's fault.
    var hasRoom: Bool {
        guard hasBacklog else { return true }
        let limit = Self.unitLimit / 8
        return video.level < limit && audio?.level ?? 0 < limit && video.hasRoom
    }

    /// How full the queue is, 0 to 1.
    var congestion: Double { video.fill }

    /// Whether the destination keeps media waiting: there is some of every track.
    var hasBacklog: Bool { video.level > 0 && audio?.level ?? 1 > 0 }

    /// Whether anything was put in.
    var hasMedia: Bool { joining.withLock { $0.join != nil } }

    /// The end of what was put in, on the programme's time line.
    var position: MediaTime { joining.withLock { $0.position } }

    /// Takes a unit from an encoder's thread; never waits.
    func receive(_ unit: EncodedUnit) {
        let dropped = joining.withLock { joining -> [EncodedUnit] in
            guard !joining.hasEnded, let source = source(of: unit.track) else { return [unit] }
            switch joining.gate.admit(unit.kind, hasRoom: source.hasRoom) {
            case .hold:
                joining.held.append(unit)
                return []
            case .drop:
                return [unit]
            case .pass:
                let units = (joining.join == nil ? begin(at: unit, &joining) : []) + [unit]
                return units.filter { !push($0, &joining) }
            }
        }
        for unit in dropped { observer.onDropped(unit.track) }
    }

    /// The first key frame: audio that is not earlier belongs to it.
    private func begin(at unit: EncodedUnit, _ joining: inout Joining) -> [EncodedUnit] {
        joining.join = unit.beginsProgram ? .zero : unit.time
        defer { joining.held = [] }
        return joining.held
    }

    private func source(of track: EncodedUnit.Track) -> AppSource? { track == .video ? video : audio }

    /// False when the unit was dropped. Only one thread is here at a time, so that a source with room takes the unit; one whose
    /// pipeline has failed does not, and then all that is pending was reported as lost before.
    private func push(_ unit: EncodedUnit, _ joining: inout Joining) -> Bool {
        guard let join = joining.join, unit.time >= join, let source = source(of: unit.track), source.hasRoom,
            let buffer = buffer(of: unit, from: join)
        else { return false }
        joining.position = max(joining.position, unit.time)
        switch unit.track {
        case .video: declare(unit.caps, to: source, &joining.videoCaps)
        case .audio: declare(unit.caps, to: source, &joining.audioCaps)
        }
        _ = source.push(buffer)
        return true
    }

    private func buffer(of unit: EncodedUnit, from join: MediaTime) -> MediaBuffer? {
        switch sink {
        // FLV copies a unit into a tag, which the sink of the server follows.
        case .rtmp: unit.buffer(from: join)
        case .bytes: unit.buffer(from: join) { [onTaken = observer.onTaken, track = unit.track] in onTaken(track) }
        }
    }

    private func declare(_ caps: Caps, to source: AppSource, _ declared: inout Caps?) {
        guard declared.map({ $0 != caps }) ?? true else { return }
        source.setCaps(caps)
        declared = caps
    }

    // MARK: Proof of life

    /// Bytes that the destination has taken.
    var bytesTaken: UInt64 {
        switch sink {
        case .bytes(_, let writer): writer.bytesTaken
        case .rtmp(let sink): sink.bytesTaken
        }
    }

    /// Whether the destination has taken any media.
    var hasDelivered: Bool {
        switch sink {
        case .bytes(_, let writer): writer.bytesTaken > 0
        case .rtmp(let sink): sink.hasDelivered
        }
    }

    /// Why writing failed, where it did.
    var failure: OutputFailure? { writeFailure.withLock { $0 } }

    // MARK: The end

    /// Sends the end of the stream; false when nothing was ever put in, so that there is nothing to end.
    func end() -> Bool {
        let hasMedia = joining.withLock { joining in
            joining.hasEnded = true
            return joining.join != nil
        }
        guard hasMedia else { return false }
        video.end()
        audio?.end()
        return true
    }

    /// The pipeline has come to its end.
    func noteEnd() { hasEnded.store(true, ordering: .relaxed) }

    /// Whether everything has left: the pipeline has ended, and the sink keeps nothing.
    var isDrained: Bool {
        guard hasEnded.load(ordering: .relaxed) else { return false }
        switch sink {
        case .bytes: return true
        case .rtmp(let sink): return sink.isDrained
        }
    }

    /// Takes the pipeline down; a write that waits is given up.
    ///
    /// - Returns: what went wrong when the file was closed.
    func close(seconds: Double) -> OutputFailure? {
        switch sink {
        case .bytes(_, let writer):
            writer.abandon()
            stop(seconds: seconds)
            let error = writer.finish()
            return error == 0 ? nil : OutputFailure(writingError: error)
        case .rtmp(let sink):
            stop(seconds: seconds)
            sink.reportAll()
            return nil
        }
    }

    /// A pipeline whose sink is stuck in a system call may take longer to stop; it is then left to itself.
    private func stop(seconds: Double) {
        guard let stopping = try? Worker("output-stop", { [pipeline] in pipeline.stop() }) else {
            return pipeline.stop()  // Without another thread, this one has to wait.
        }
        stopping.join(seconds: seconds)
    }
}
