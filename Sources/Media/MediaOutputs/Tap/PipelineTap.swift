import GStreamer
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Feeds accepted raw media into a GStreamer pipeline of the client: a preview, an analysis, or any other sink.
///
/// ```swift
/// let tap = try PipelineTap(
///     "appsrc name=video ! videoconvert ! autovideosink sync=false", of: meeting, capability: capability)
/// try tap.begin()
/// ```
///
/// The pipeline receives references to the sender's buffers, not copies. It never blocks the sender: units that arrive
/// while its queue is full are dropped and counted. A producer that is faster than real time waits for it, as for every
/// receiver.
public final class PipelineTap: MediaReceiver {
    /// The units that the pipeline took and dropped.
    public struct Statistics: Hashable, Sendable {
        /// Frames that were taken.
        public var takenFrames = 0
        /// Frames that were dropped because the queue was full or their format differs from the declared one.
        public var refusedFrames = 0
        /// Audio blocks that were taken.
        public var takenBlocks = 0
        /// Audio blocks that were dropped because the queue was full.
        public var refusedBlocks = 0
    }

    /// One frame is processed while the next one waits. More would only add delay and evict the CPU cache. The
    /// audio is more than a second of 20 ms blocks.
    private static let capacity = (video: 2, audio: 64)

    private let tracks: LocalTracks
    private let pipeline: Pipeline
    private let sources: RawSources
    private let (takenFrames, refusedFrames) = (Counter(), Counter())
    private let (takenBlocks, refusedBlocks) = (Counter(), Counter())

    /// Builds the pipeline.
    ///
    /// - Parameters:
    ///   - text: a pipeline in gst-launch syntax with `appsrc name=video`, `appsrc name=audio`, or both. The text is
    ///     code: never insert untrusted input, such as an address or a key. Times are those of the session's clock, so
    ///     sinks need `sync=false`.
    ///   - meeting: the meeting that provides the media.
    ///   - capability: the size and format of the frames.
    ///   - frameRate: the frame rate, if the producer declared one.
    /// - Throws: a ``PipelineTapError`` when the text does not parse, an element is missing, or no source has one of
    ///   these names.
    public init(
        _ text: String, of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil
    ) throws(PipelineTapError) {
        tracks = meeting.localTracks
        do {
            pipeline = try Pipeline(text, named: "tap")
            sources = try RawSources(
                pipeline, capacity: Self.capacity, capability, frameRate: frameRate,
                backpressure: meeting.localTracks.backpressure)
        } catch {
            throw PipelineTapError(error.description)
        }
        guard sources.video != nil || sources.audio != nil else {
            throw PipelineTapError("the pipeline has neither 'appsrc name=video' nor 'appsrc name=audio'")
        }
    }

    deinit {
        pipeline.stop()
    }

    /// Starts the pipeline and receives media that is accepted from now on.
    public func begin() throws(PipelineTapError) {
        do {
            try pipeline.play()
        } catch {
            throw PipelineTapError(error.description)
        }
        tracks.add(self)
    }

    /// Stops receiving and ends the pipeline.
    ///
    /// - Throws: the failure of the pipeline, or a timeout after `seconds`.
    public func finish(seconds: Double = 5) throws(PipelineTapError) {
        tracks.remove(self)
        sources.end()
        defer { pipeline.stop() }
        while let message = pipeline.nextMessage(seconds: seconds) {
            switch message {
            case .end: return
            case .error(let error): throw PipelineTapError(error.description)
            case .warning, .wake: continue
            }
        }
        throw PipelineTapError("the pipeline did not end within \(seconds) s")
    }

    /// The current counts.
    public var statistics: Statistics {
        Statistics(
            takenFrames: takenFrames.value, refusedFrames: refusedFrames.value, takenBlocks: takenBlocks.value,
            refusedBlocks: refusedBlocks.value)
    }

    /// Whether a frame and an audio block would both be taken now.
    public var hasCapacity: Bool {
        sources.video?.hasCapacity ?? true && sources.audio?.hasCapacity ?? true
    }

    /// Receives a frame.
    public func receive(_ frame: borrowing VideoFrame) {
        guard let video = sources.video else { return }
        guard sources.takes(frame), video.push(frame.buffer.retained()) == .taken else {
            return refusedFrames.increment()
        }
        takenFrames.increment()
    }

    /// Receives an audio block.
    public func receive(_ block: borrowing AudioBlock) {
        guard let audio = sources.audio else { return }
        sources.declare(block.format)
        guard audio.push(block.buffer.retained()) == .taken else { return refusedBlocks.increment() }
        takenBlocks.increment()
    }
}

/// Why a ``PipelineTap`` cannot be built, started or finished.
public struct PipelineTapError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line, with the Debian packages to install where elements are missing.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
