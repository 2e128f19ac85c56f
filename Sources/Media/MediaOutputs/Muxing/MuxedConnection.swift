package import GStreamer
package import PipelineFiles
package import ProgramEncoding
package import StudioCore
import StudioRuntime
import Synchronization

/// Writes the program in a pipeline of its own, starting at a key frame: the pipeline muxes it, or takes units that
/// are muxed for all outputs.
package final class MuxedConnection: OutputConnection {
    /// The muxers of GStreamer 1.22 reject frames that are smaller in either dimension.
    private static let smallestSide: Int32 = 16

    private struct Alignment: Sendable {
        var gate = KeyFrameGate()
        /// The start of the output on the program's time line.
        var start: MediaTime?
        /// Audio from before the first key frame. It belongs to the output if it is not earlier than that frame.
        var held: [EncodedUnit] = []
        var position = MediaTime.zero
        /// Whether a track has started.
        var (hasVideo, hasAudio) = (false, false)

        /// Whether this is the first unit of its track.
        mutating func begins(_ track: EncodedUnit.Track) -> Bool {
            let isFirst = track == .video ? !hasVideo : !hasAudio
            if track == .video { hasVideo = true } else { hasAudio = true }
            return isFirst
        }
        /// No unit may follow the end of the stream.
        var hasEnded = false
    }

    let pipeline: Pipeline
    package let finalization: (any Finalization)?
    private let sources: TrackSources
    private let sink: any MuxerSink
    /// Counts the bytes that are released, for a sink that does not know them.
    private let releasedBytes: Counter?
    /// How long the pipeline may take to start, in seconds; `nil` for one that starts at once.
    private let startLimit: Double?
    private let delivery: DeliveryReport
    private let alignment = Lock(Alignment())
    private let hasEnded = Atomic(false)

    /// Builds the pipeline without starting it.
    ///
    /// - Parameters:
    ///   - file: a pipeline with the sources of ``TrackSources`` and a `sink`.
    ///   - finalization: the last step after a proper end.
    ///   - makeSink: configures the element named `sink`.
    /// - Throws: `unsuitable` for frames that no muxer accepts, `pipeline` and `descriptorLimit` when it cannot be
    ///   built.
    package init(
        _ file: PipelineFile, to address: OutputAddress, _ context: ConnectionContext,
        finalization: (any Finalization)? = nil,
        makeSink: (Element) throws(GStreamerError) -> any MuxerSink
    ) throws(OutputFailure) {
        try Self.check(context.media.capability)
        delivery = context.delivery
        self.finalization = finalization
        (releasedBytes, startLimit) = (nil, nil)
        do throws(GStreamerError) {
            let file = context.options.pipelines.current(file)
            pipeline = try Pipeline(file.text(hasAudio: context.media.hasAudio))
            sink = try makeSink(pipeline.element("sink"))
            sources = try TrackSources(pipeline, backpressure: context.backpressure)
        } catch {
            throw OutputFailure(error, at: address)
        }
        reportErrors()
    }

    /// Feeds a pipeline of the user's, whose sinks report nothing.
    ///
    /// - Parameter startLimit: how long it may take to start, in seconds.
    init(
        _ pipeline: Pipeline, _ context: ConnectionContext, sink: PipelineSink, startLimit: Double
    ) throws(GStreamerError) {
        self.pipeline = pipeline
        (self.sink, releasedBytes, self.startLimit) = (sink, sink.bytes, startLimit)
        delivery = context.delivery
        finalization = nil
        sources = try TrackSources(pipeline, backpressure: context.backpressure)
        reportErrors()
    }

    private func reportErrors() {
        pipeline.onError { [sink, delivery] in
            sink.reportTaken()
            delivery.broken()
        }
    }

    private static func check(_ capability: VideoCapability) throws(OutputFailure) {
        guard capability.width < smallestSide || capability.height < smallestSide else { return }
        throw OutputFailure(
            .unsuitable,
            "frames of \(capability.width)x\(capability.height) are too small; "
                + "the minimum is \(smallestSide)x\(smallestSide)"
        )
    }

    package func open() throws(ConnectionFailure) {
        do {
            guard let startLimit else { return try pipeline.play() }
            guard try pipeline.play(within: startLimit) else { throw PipelineSink.notStarted(within: startLimit) }
        } catch let error as GStreamerError {
            throw .pipeline(error)
        } catch let failure as OutputFailure {
            throw .other(failure)
        } catch {
            throw .other(OutputFailure(.pipeline, "\(error)"))
        }
    }

    // MARK: Media

    package var hasCapacity: Bool { sources.hasCapacity }

    package var congestion: Double { sources.fill }
    package var queuedTime: MediaTime { sources.queuedTime }

    package var hasBacklog: Bool { sources.hasBacklog }

    package var hasMedia: Bool { alignment.withLock { $0.start != nil } }

    package var position: MediaTime { alignment.withLock { $0.position } }

    package func receive(_ unit: EncodedUnit) {
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
        if alignment.begins(unit.track) { sink.begin(unit.track, at: unit.time - start) }
        // A buffer reports its own release, also when the source is closed.
        _ = sources.push(buffer, of: unit)
        return .taken
    }

    private func buffer(of unit: EncodedUnit, from start: MediaTime) -> MediaBuffer? {
        guard sink.takesOnRelease else { return unit.buffer(from: start) }
        if let releasedBytes {
            return unit.buffer(from: start) { [delivery, track = unit.track, bytes = unit.byteCount] in
                releasedBytes.increment(by: bytes)
                delivery.taken(track)
            }
        }
        return unit.buffer(from: start) { [delivery, track = unit.track] in delivery.taken(track) }
    }

    // MARK: Progress

    package var peer: any OutputPeer { sink }

    package func nextFailure(seconds: Double) -> ConnectionFailure? {
        switch pipeline.nextMessage(seconds: seconds) {
        case .error(let error)?: return sink.failure(after: error).map { .other($0) } ?? .pipeline(error)
        case .end?:
            if let failure = sink.earlyEnd, !alignment.withLock({ $0.hasEnded }) { return .other(failure) }
            hasEnded.store(true, ordering: .relaxed)
        case .warning?, .wake?, nil: break
        }
        // A muxer may treat a failed write as the end of the stream.
        return sink.failure.map { .other($0) }
    }

    package func wake() { pipeline.wake() }

    // MARK: End

    package func end() -> Bool {
        let hasMedia = alignment.withLock { alignment in
            alignment.hasEnded = true
            return alignment.start != nil
        }
        guard hasMedia else { return false }
        sources.end()
        if releasedBytes != nil { pipeline.endOwnSources() }
        return true
    }

    package var isDrained: Bool { hasEnded.load(ordering: .relaxed) && sink.isDrained }

    package func close(seconds: Double) -> OutputFailure? {
        sink.abandon()
        pipeline.stop(within: seconds)
        return sink.close()
    }
}
