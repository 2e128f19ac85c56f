import ProductionStudio
import StudioCore
import StudioRuntime

/// A source with its first units.
final class OpenedSource {
    var request: SourceRequest
    let sources: MediaSources
    let video: VideoQueue
    /// `nil` when it has no audio.
    let audio: AudioQueue?
    /// Ends the reading of this source alone.
    private let cancellation: Cancellation

    /// How long an audio pipe may take to deliver its first unit before the source is on air without it.
    private static let audioTimeout = MediaTime.seconds(5)

    init(
        _ request: SourceRequest, _ sources: MediaSources, to sender: Sender, keepsLast: Bool,
        cancellation: Cancellation = Cancellation(hasDescriptor: false)
    ) {
        (self.request, self.sources, self.cancellation) = (request, sources, cancellation)
        video = VideoQueue(sources.video, sender: sender, keepsLast: keepsLast)
        audio = sources.audio.map { AudioQueue($0) }
    }

    /// Opens a source and reads its first units; waits for a pipe until cancelled.
    ///
    /// - Parameter rest: the open FIFO of the video, for what follows in it.
    /// - Throws: a ``SourceError`` or a `StudioError` for a source that cannot be sent.
    convenience init(
        opening request: SourceRequest, rest: ByteInput? = nil, for program: ProgramContext, cancellation: Cancellation
    ) throws {
        let sources = try MediaSources(
            video: request.video, audio: request.audio, as: program.description, rest: rest, cancellation: cancellation,
            waits: program.waits)
        self.init(
            request, sources, to: program.sender, keepsLast: program.keepsLast, cancellation: cancellation)
        try readFirstUnits()
    }

    /// The FIFOs that it reads.
    var fifos: Set<FileID> { Set([video.bytes?.fifo, audio?.bytes?.fifo].compactMap(\.self)) }

    /// What the conversion of its frame rate does; `nil` without one.
    var rate: SourceRate? { sources.video.rateCounter.map { SourceRate(name: request.name, counter: $0) } }

    private func readFirstUnits() throws {
        try read(video, beside: audio, for: nil)
        guard video.hasUnit else {
            throw video.failure
                ?? SourceError(
                    "'\(request.name)' contains no frame", hint: "check that it was written completely")
        }
        if let audio { try read(audio, beside: video, for: Self.audioTimeout) }
    }

    /// Reads until there is a unit or the end. The other queue is read ahead meanwhile, because a program that writes both may
    /// be blocked on it.
    ///
    /// - Parameter limit: the maximum time; `nil` for no limit.
    private func read(
        _ queue: any SourceQueue, beside other: (any SourceQueue)?, for limit: MediaTime?
    ) throws(SourceError) {
        let clock = SystemClock()
        while !queue.hasUnit, !queue.isOver, queue.failure == nil {
            let left = limit.map { $0 - clock.now }
            if let left, left <= .zero { return }
            guard let input = queue.bytes, !input.isRegularFile, !input.hasPushedBack else {
                if cancellation.isCancelled { throw Self.cancelled(request) }
                queue.read()
                continue
            }
            let ahead = other.flatMap { $0.mayReadAhead ? $0.bytes : nil }
            let milliseconds = left.map { Int32($0.nanoseconds / 1_000_000) + 1 } ?? -1
            switch input.waitUntilReadable(beside: ahead, or: cancellation, milliseconds: milliseconds) {
            case .this: queue.read()
            case .other: other?.read()
            case .none, .woken: return
            case .cancelled: throw Self.cancelled(request)
            }
        }
        if cancellation.isCancelled { throw Self.cancelled(request) }
    }

    private static func cancelled(_ request: SourceRequest) -> SourceError {
        SourceError("opening '\(request.name)' was cancelled", hint: "change the source again")
    }

    /// Ends all reading.
    func cancel() { cancellation.cancel() }
}

/// The conversion of a source to the frame rate of the program.
struct SourceRate: Sendable {
    let name: String
    let counter: RateCounter
    /// A note for the user; `nil` when each frame was sent once.
    var note: String? { counter.counts.note(name) }
}

/// What the sources of a program must fit.
struct ProgramContext: Sendable {
    let sender: Sender
    let description: VideoDescription
    /// Whether the last frame of each source is kept, for a slate that holds it.
    let keepsLast: Bool
    /// Gets waits for pipes that last.
    let waits: PipeWaits?
}

/// Passes a source from the thread that opened it to the producer, and from there to the thread that releases it.
final class OpenedSourceBox: @unchecked Sendable {
    // Safety: each of these threads uses the source only while it alone has the box.
    let value: OpenedSource

    init(_ value: OpenedSource) {
        self.value = value
    }

    /// Releases the source on a thread of its own, because that ends pipelines.
    static func release(_ value: OpenedSource) {
        value.cancel()
        let box = OpenedSourceBox(value)
        // Without a thread, it is released here.
        _ = try? Worker("source-end") { withExtendedLifetime(box) {} }
    }
}
