import GStreamer
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Feeds accepted raw media into a GStreamer pipeline of the user's own: a preview, an analysis, a sink that psstudio
/// does not know.
///
/// ```swift
/// let tap = try PipelineTap(
///     "appsrc name=video ! videoconvert ! autovideosink sync=false", of: meeting, capability: capability)
/// try tap.begin()
/// ```
///
/// The pipeline gets references to the sender's buffers, not copies. It never makes a sender wait: what comes while all
/// places are taken is refused and counted. A producer that is faster than real time waits for it, as for every receiver.
public final class PipelineTap: MediaReceiver {
    /// What the pipeline got and what it had no room for.
    public struct Statistics: Hashable, Sendable {
        /// Pictures that went in.
        public var takenFrames = 0
        /// Pictures that were dropped because all places were taken, or because they are unlike the declared ones.
        public var refusedFrames = 0
        /// Blocks of sound that went in.
        public var takenBlocks = 0
        /// Blocks of sound that were dropped because all places were taken.
        public var refusedBlocks = 0
    }

    /// One picture is worked on while the next one waits: more would only add delay and leave the processor's cache.
    private static let videoCapacity = 2
    /// More than a second of blocks of 20 ms.
    private static let audioCapacity = 64

    private let capability: VideoCapability
    private let fanout: MediaFanout
    private let pipeline: Pipeline
    private let video: AppSource?
    private let audio: AppSource?
    private let audioFormat = Lock<AudioFormat?>(nil)
    private let (takenFrames, refusedFrames) = (Counter(), Counter())
    private let (takenBlocks, refusedBlocks) = (Counter(), Counter())

    /// Builds the pipeline.
    ///
    /// - Parameters:
    ///   - text: a pipeline in gst-launch syntax with `appsrc name=video`, `appsrc name=audio`, or both. It is a program
    ///     text: nothing that a stranger says, an address or a key, may be pasted into it. Times are those of the run's
    ///     clock, so sinks take `sync=false`.
    ///   - meeting: where the media comes from.
    ///   - capability: size and format of the pictures.
    ///   - frameRate: frames a second, where the producer has declared them.
    /// - Throws: when the text does not parse, an element is missing, or it has no source of these names.
    public init(
        _ text: String, of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil
    ) throws(PipelineTapError) {
        self.capability = capability
        fanout = meeting.fanout
        do {
            pipeline = try Pipeline(text)
            video = try pipeline.optionalElement("video").map { element throws(GStreamerError) in
                try AppSource(
                    element, policy: .refuse, capacity: Self.videoCapacity, backpressure: meeting.fanout.backpressure)
            }
            audio = try pipeline.optionalElement("audio").map { element throws(GStreamerError) in
                try AppSource(
                    element, policy: .refuse, capacity: Self.audioCapacity, backpressure: meeting.fanout.backpressure)
            }
        } catch {
            throw PipelineTapError(error.description)
        }
        guard video != nil || audio != nil else {
            throw PipelineTapError("the pipeline has neither 'appsrc name=video' nor 'appsrc name=audio'")
        }
        guard let video else { return }
        let caps = Caps.i420(
            width: Int(capability.width), height: Int(capability.height),
            range: capability.format.range ?? .limited, frameRate: frameRate)
        guard let caps else { throw PipelineTapError("\(capability) cannot be described") }
        video.setCaps(caps)
    }

    deinit {
        pipeline.stop()
    }

    /// Starts the pipeline and takes what is accepted from now on.
    public func begin() throws(PipelineTapError) {
        do {
            try pipeline.play()
        } catch {
            throw PipelineTapError(error.description)
        }
        fanout.add(self)
    }

    /// Takes nothing any more and lets the pipeline come to its end.
    ///
    /// - Throws: the pipeline's failure, or that the end did not come within `seconds`.
    public func finish(seconds: Double = 5) throws(PipelineTapError) {
        fanout.remove(self)
        video?.end()
        audio?.end()
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

    /// What went in until now, and what did not.
    public var statistics: Statistics {
        Statistics(
            takenFrames: takenFrames.value, refusedFrames: refusedFrames.value, takenBlocks: takenBlocks.value,
            refusedBlocks: refusedBlocks.value)
    }

    /// Whether a picture and a block that came now would both be taken.
    public var hasCapacity: Bool { video?.hasCapacity ?? true && audio?.hasCapacity ?? true }

    /// Pushes a picture.
    public func receive(_ frame: borrowing VideoFrame) {
        guard let video else { return }
        let isAlike =
            frame.format == capability.format && frame.layout.width == Int(capability.width)
            && frame.layout.height == Int(capability.height)
        guard isAlike, video.push(frame.buffer.retained()) == .taken else { return refusedFrames.increment() }
        takenFrames.increment()
    }

    /// Pushes a block of sound.
    public func receive(_ block: borrowing AudioBlock) {
        guard let audio else { return }
        declare(block.format, to: audio)
        guard audio.push(block.buffer.retained()) == .taken else { return refusedBlocks.increment() }
        takenBlocks.increment()
    }

    private func declare(_ format: AudioFormat, to source: AppSource) {
        let isNew = audioFormat.withLock { current in
            defer { current = format }
            return current != format
        }
        if isNew, let caps = Caps.pcm(format) { source.setCaps(caps) }
    }
}

/// Why a ``PipelineTap`` cannot be built, started or ended.
public struct PipelineTapError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line, with the Debian packages to install where elements are missing.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
