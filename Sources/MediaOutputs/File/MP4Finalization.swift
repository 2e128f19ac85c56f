import GStreamer
import Glibc
import PipelineFiles
import StudioCore
import StudioRuntime

/// Rewrites a fragmented MP4 file as an ordinary one, beside it, then replaces it.
///
/// Needs space for two more copies of the media in the same folder. The new file has the owner and the mode of the old one.
/// A file whose owner cannot be kept, or that has several names, stays fragmented: only one of its names would lead to the
/// new file.
final class MP4Finalization: Finalization {
    /// How long the pipeline is waited for between two reports, in seconds.
    private static let interval = 0.1
    /// The copy is given up when nothing was written for this long.
    private static let stallLimit = MediaTime.seconds(30)

    private let path: String
    private let hasAudio: Bool
    private let claim: FileClaim?
    private let writer: ByteWriter
    /// The file itself, from its end until it is replaced: another program may rename or remove it meanwhile.
    private let original = Lock<Int32>(-1)

    /// - Parameter writer: the writer of the file.
    init(_ file: WritableFile, of writer: ByteWriter, hasAudio: Bool) {
        path = file.path
        claim = file.claim
        self.writer = writer
        self.hasAudio = hasAudio
    }

    deinit {
        let descriptor = original.exchange(-1)
        if descriptor >= 0 { close(descriptor) }
    }

    func begin() { original.set(writer.duplicate()) }

    func run(_ report: (Double) -> Void) throws(FinalizationError) -> UInt64 {
        defer { claim?.release() }
        do {
            var status = stat()
            guard fstat(original.withLock { $0 }, &status) == 0 else { throw SystemError(errno) }
            if status.st_nlink > 1 {
                throw Kept("it has \(status.st_nlink) names, which would lead to different files")
            }
            let (media, result) = (try TemporaryFile(beside: path), try TemporaryFile(beside: path))
            guard result.takeOwner(of: status) else { throw Kept("its owner \(status.st_uid) cannot be kept") }
            try checkIdentity(FileID(status))
            try copy(through: media, into: result, report)
            try checkIdentity(FileID(status))
            try result.replace(path)
            return result.byteCount
        } catch {
            throw FinalizationError(
                "the file is complete but stays fragmented: \(error)",
                isLost: ByteWriter.isRemoved(original.withLock { $0 }))
        }
    }

    private struct Stalled: Error, CustomStringConvertible {
        let description = "nothing was written for 30 s"
    }

    private struct Kept: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private func checkIdentity(_ identity: FileID) throws(Kept) {
        guard let present = FileID(regularFile: path) else { throw Kept("another program has moved it") }
        guard present == identity else { throw Kept("another program has replaced it") }
    }

    private func copy(through media: TemporaryFile, into result: TemporaryFile, _ report: (Double) -> Void) throws {
        let writer = ByteWriter(owning: try result.duplicate())
        let failure = Lock<Int32>(0)
        let pipeline = try Pipeline(PipelineFiles.outputMP4Ordinary.text(hasAudio: hasAudio))
        try pipeline.element("source").set("location", to: .text(path))
        try pipeline.element("mux").set("faststart-file", to: .text(media.path))
        // The demuxer begins at the track that starts last, and the muxer would drop the first frame of one that starts
        // earlier, even by a sample.
        for queue in hasAudio ? ["video-queue", "audio-queue"] : ["video-queue"] {
            guard try pipeline.element(queue).acceptAllTimes() else { throw SystemError(EINVAL) }
        }
        let sink = try ByteSink(pipeline.element("sink"), destination: writer) { failure.set($0) }
        defer {
            pipeline.stop()
            withExtendedLifetime(sink) {}
        }
        var status = stat()
        let total = stat(path, &status) == 0 ? Double(max(1, status.st_size)) : 1
        try pipeline.play()
        let clock = SystemClock()
        var progress = (bytes: UInt64(0), at: clock.now)
        while true {
            let message = pipeline.nextMessage(seconds: Self.interval)
            let error = failure.withLock { $0 }
            if error != 0 { throw SystemError(error) }
            switch message {
            case .end?:
                let error = writer.finish()
                if error != 0 { throw SystemError(error) }
                return
            case .error(let error)?: throw error
            // The media is written twice.
            case .warning?, .wake?, nil:
                let bytes = media.byteCount + writer.bytesTaken
                if bytes != progress.bytes { progress = (bytes, clock.now) }
                if clock.now - progress.at >= Self.stallLimit { throw Stalled() }
                report(min(1, Double(bytes) / (2 * total)))
            }
        }
    }
}
