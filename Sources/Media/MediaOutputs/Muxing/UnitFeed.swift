package import GStreamer
package import ProgramEncoding
package import StudioCore
import StudioRuntime
import Synchronization

/// Passes the encoded units of an output to the sources of its pipeline, from a key frame on.
package final class UnitFeed: Sendable {
    private struct Alignment: Sendable {
        var gate = KeyFrameGate()
        /// The start of the output on the program's time line.
        var start: MediaTime?
        /// Audio from before the first key frame. It belongs to the output if it is not earlier than that frame.
        var held: [EncodedUnit] = []
        var position = MediaTime.zero
        /// The tracks that have started.
        var begun: Set<EncodedUnit.Track> = []
        /// No unit may follow the end of the stream.
        var hasEnded = false
    }

    fileprivate let sources: TrackSources
    private let sink: any MuxerSink
    /// Counts the bytes that are released, for a sink that does not know them.
    private let releasedBytes: Counter?
    private let delivery: DeliveryReport
    private let alignment = Lock(Alignment())
    /// Whether the end of the stream has reached the sink.
    fileprivate let hasPassedEnd = Atomic(false)

    init(
        _ sources: TrackSources, to sink: any MuxerSink, counting releasedBytes: Counter? = nil,
        _ delivery: DeliveryReport
    ) {
        (self.sources, self.sink, self.releasedBytes, self.delivery) = (sources, sink, releasedBytes, delivery)
    }

    fileprivate var hasMedia: Bool { alignment.withLock { $0.start != nil } }
    fileprivate var hasEnded: Bool { alignment.withLock { $0.hasEnded } }
    fileprivate var position: MediaTime { alignment.withLock { $0.position } }
    fileprivate var start: MediaTime? { alignment.withLock { $0.start } }

    fileprivate func receive(_ unit: EncodedUnit) {
        let dropped = alignment.withLock { alignment -> [EncodedUnit] in
            guard !alignment.hasEnded else { return [unit] }
            // Without video, decoding can start at any unit.
            let kind = sources.hasVideo ? unit.kind : .keyFrame
            switch alignment.gate.admit(kind, hasCapacity: sources.hasCapacity(for: unit.track)) {
            case .held:
                alignment.held.append(unit)
                return []
            case .refused, .closed:
                return [unit]
            case .taken, .takenDroppingOldest:
                let units = (alignment.start == nil ? start(at: unit, &alignment) : []) + [unit]
                return units.filter { push($0, &alignment) != .taken }
            }
        }
        for unit in dropped { delivery.dropped(unit.track) }
    }

    /// The first key frame. Held audio that is not earlier belongs to the output.
    private func start(at unit: EncodedUnit, _ alignment: inout Alignment) -> [EncodedUnit] {
        alignment.start = unit.beginsProgram ? .zero : unit.time
        // An output that ends with this frame has no unit of audio, and MP4 cannot be read without its format.
        if let audio = alignment.held.first { sources.declare(audio) }
        return exchange(&alignment.held, with: [])
    }

    /// Calls are serialised by the lock, so a source with capacity takes the unit. If its pipeline has failed, it does
    /// not; all pending units were then reported as lost already.
    private func push(_ unit: EncodedUnit, _ alignment: inout Alignment) -> Admission {
        guard let start = alignment.start, unit.time >= start, sources.hasCapacity(for: unit.track),
            let buffer = buffer(of: unit, from: start)
        else { return .refused }
        alignment.position = max(alignment.position, unit.time)
        if alignment.begun.insert(unit.track).inserted { sink.begin(unit.track, at: unit.time - start) }
        // A buffer reports its own release, also when the source is closed.
        _ = sources.push(buffer, of: unit)
        return .taken
    }

    private func buffer(of unit: EncodedUnit, from start: MediaTime) -> MediaBuffer? {
        guard sink.takesOnRelease else { return unit.buffer(from: start) }
        return unit.buffer(from: start) { [delivery, releasedBytes, track = unit.track, bytes = unit.byteCount] in
            releasedBytes?.increment(by: bytes)
            delivery.taken(track)
        }
    }

    /// - Returns: false when no unit was received, so that there is nothing to end.
    func end() -> Bool {
        let hasMedia = alignment.withLock { alignment in
            alignment.hasEnded = true
            return alignment.start != nil
        }
        if hasMedia { sources.end() }
        return hasMedia
    }
}

/// A connection with a pipeline that takes encoded units. A connection implements how its pipeline is started.
package protocol UnitConnection: OutputConnection {
    var pipeline: Pipeline { get }
    var sink: any MuxerSink { get }
    var feed: UnitFeed { get }
}

extension UnitConnection {
    /// Reports a failure of the pipeline when it occurs.
    func reportErrors(to delivery: DeliveryReport) {
        pipeline.onError { [sink] in
            sink.reportTaken()
            delivery.broken()
        }
    }

    // MARK: Media

    package func receive(_ unit: EncodedUnit) { feed.receive(unit) }
    package var hasCapacity: Bool { feed.sources.hasCapacity }
    package var congestion: Double { feed.sources.fill }
    package var queuedTime: MediaTime { feed.sources.queuedTime }
    package var hasBacklog: Bool { feed.sources.hasBacklog }
    package var hasMedia: Bool { feed.hasMedia }
    package var position: MediaTime { feed.position }
    package var start: MediaTime? { feed.start }

    // MARK: Progress

    package var peer: any OutputPeer { sink }

    package func nextFailure(seconds: Double) -> ConnectionFailure? {
        switch pipeline.nextMessage(seconds: seconds) {
        case .error(let error)?: return sink.failure(after: error).map { .other($0) } ?? .pipeline(error)
        case .end?:
            if let failure = sink.earlyEnd, !feed.hasEnded { return .other(failure) }
            feed.hasPassedEnd.store(true, ordering: .relaxed)
        case .warning?, .wake?, nil: break
        }
        // A muxer may treat a failed write as the end of the stream.
        return sink.failure.map { .other($0) }
    }

    package func wake() { pipeline.wake() }

    // MARK: End

    package func end() -> Bool { feed.end() }

    package var isDrained: Bool { feed.hasPassedEnd.load(ordering: .relaxed) && sink.isDrained }

    package func close(seconds: Double) -> OutputFailure? {
        sink.abandon()
        pipeline.stop(within: seconds)
        return sink.close()
    }
}
