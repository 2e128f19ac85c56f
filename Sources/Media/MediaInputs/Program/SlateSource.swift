import ProductionStudio
import StudioCore

/// The frames of slates.
public final class SlateSource {
    private let description: VideoDescription
    private let file: (any VideoInput)?
    private var queues: [Slate: VideoQueue] = [:]

    /// Slates without a file.
    init(_ description: VideoDescription) {
        (self.description, file) = (description, nil)
    }

    /// Opens the file of a slate.
    ///
    /// - Parameters:
    ///   - slate: the picture.
    ///   - sources: the sources whose form it gets.
    /// - Throws: a ``SourceError`` for a file that cannot be used, a `StudioError` for a size that cannot be sent.
    public init(_ slate: Slate, for sources: MediaSources, cancellation: Cancellation) throws {
        description = sources.declared
        guard case .file(let path) = slate else {
            file = nil
            return
        }
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        (video.path, video.loops, audio.isEnabled) = (path, true, false)
        video.folder = sources.request.video.folder
        do {
            file = try MediaSources(video: video, audio: audio, as: description, cancellation: cancellation).video
        } catch let error as SourceError {
            throw SourceError(
                "the slate cannot be used: \(error.message)", hint: "use a still image or a media file")
        }
    }

    /// The frames of a slate, from now on.
    ///
    /// - Parameter last: the last frame of the source; `nil` when none is kept.
    func frames(_ slate: Slate, after last: consuming BorrowedFrame?, to sender: Sender) -> VideoQueue {
        let input: any VideoInput
        switch slate {
        case .black: input = HeldFrame(description, nil)
        // Another frame each time.
        case .hold: return VideoQueue(HeldFrame(description, last), sender: sender)
        case .file: input = file ?? HeldFrame(description, nil)
        }
        if let queue = queues[slate] { return queue }
        let queue = VideoQueue(input, sender: sender)
        queues[slate] = queue
        return queue
    }
}

extension ProgramOptions {
    /// Whether the last frame of a source may be needed.
    var keepsLast: Bool { atEnd == .hold || slate == .hold }
}

/// One frame without end: the last one of a source, or black.
final class HeldFrame: VideoInput {
    let description: VideoDescription
    let bytes: ByteInput? = nil
    private var frame: BorrowedFrame?

    init(_ description: VideoDescription, _ frame: consuming BorrowedFrame?) {
        self.description = description
        self.frame = frame
    }

    func read(into target: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        let layout = target.layout
        guard let frame = frame.take() else {
            target.withBytes { layout.fillBlack($0, range: description.range) }
            return .complete
        }
        let isCopied: Void? = frame.withReadableBytes { source in
            target.withBytes { $0.copyMemory(from: source) }
        }
        self.frame = .some(frame)
        guard isCopied != nil else { throw SourceError("out of memory for a frame", hint: "close other programs") }
        return .complete
    }
}
