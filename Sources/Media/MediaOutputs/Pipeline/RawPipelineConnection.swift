import GStreamer
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime
import Synchronization

/// Feeds accepted frames and samples into a pipeline of the user's. Times start with the first unit.
final class RawPipelineConnection: OutputConnection, OutputPeer {
    private struct State: Sendable {
        /// The time of the first unit.
        var start: MediaTime?
        var position = MediaTime.zero
        /// No unit may follow the end of the stream.
        var hasEnded = false
    }

    /// A quarter of a second at 30 fps, 25 MB at 1080p; more than a second of blocks of 20 ms.
    private static let capacity = (video: 8, audio: 64)
    /// The waiting units up to which a producer that may wait goes on.
    private static let calmLevel = 2

    private let pipeline: Pipeline
    private let sources: RawSources
    private let delivery: DeliveryReport
    private let startLimit: Double
    private let bytes = Counter()
    private let state = Lock(State())
    private let isDone = Atomic(false)

    /// - Parameter startLimit: how long the pipeline may take to start, in seconds.
    init(_ pipeline: Pipeline, _ context: ConnectionContext, startLimit: Double) throws(GStreamerError) {
        self.pipeline = pipeline
        self.startLimit = startLimit
        delivery = context.delivery
        sources = try RawSources(
            pipeline, prefix: "raw-", capacity: Self.capacity, context.media.capability,
            frameRate: context.media.frameRate, backpressure: context.backpressure)
        pipeline.onError { [delivery] in delivery.broken() }
    }

    private var video: AppSource? { sources.video }
    private var audio: AppSource? { sources.audio }

    func open() throws(ConnectionFailure) { try PipelineSink.start(pipeline, within: startLimit) }

    // MARK: Media

    func receive(_ frame: borrowing VideoFrame) {
        guard sources.takes(frame) else { return delivery.dropped(.video) }
        push(frame.buffer, at: frame.time, .video)
    }

    func receive(_ block: borrowing AudioBlock) {
        sources.declare(block.format)
        push(block.buffer, at: block.time, .audio)
    }

    private func push(_ buffer: borrowing MediaBuffer, at time: MediaTime, _ track: DeliveryLedger.Track) {
        let source = track == .video ? video : audio
        let start = state.withLock { state -> MediaTime? in
            guard !state.hasEnded, source?.hasCapacity == true else { return nil }
            state.start = state.start ?? time
            state.position = max(state.position, time)
            return state.start
        }
        let count = buffer.byteCount
        // Audio from before the first frame has no place in a stream that begins at zero.
        guard let source, let start, time >= start,
            let own = buffer.withOwnMemory(onRelease: { [delivery, bytes] in
                bytes.increment(by: count)
                delivery.taken(track)
            })
        else { return delivery.dropped(track) }
        own.time = time - start
        // A buffer reports its own release, also when the source is closed.
        _ = source.push(own)
    }

    var bytesTaken: UInt64 { UInt64(bytes.value) }
    var hasMedia: Bool { state.withLock { $0.start != nil } }
    var position: MediaTime { state.withLock { $0.position } }
    var hasBacklog: Bool { video?.level ?? 1 > 0 && audio?.level ?? 1 > 0 }
    var hasCapacity: Bool {
        guard hasBacklog else { return true }
        return video?.level ?? 0 < Self.calmLevel && audio?.fill ?? 0 < 0.5
    }
    var congestion: Double { (video ?? audio)?.fill ?? 0 }
    var queuedTime: MediaTime { (video ?? audio)?.queuedTime ?? .zero }

    // MARK: Progress and end

    func nextFailure(seconds: Double) -> ConnectionFailure? {
        switch pipeline.nextMessage(seconds: seconds) {
        case .error(let error)?: return .pipeline(error)
        case .end?:
            guard state.withLock({ $0.hasEnded }) else { return .other(PipelineSink.endedEarly) }
            isDone.store(true, ordering: .relaxed)
        case .warning?, .wake?, nil: break
        }
        return nil
    }

    func wake() { pipeline.wake() }

    func end() -> Bool {
        let hasMedia = state.withLock { state in
            state.hasEnded = true
            return state.start != nil
        }
        guard hasMedia else { return false }
        sources.end()
        pipeline.endOwnSources()
        return true
    }

    var isDrained: Bool { isDone.load(ordering: .relaxed) }

    func close(seconds: Double) -> OutputFailure? {
        state.withLock { $0.hasEnded = true }
        pipeline.stop(within: seconds)
        return nil
    }
}
