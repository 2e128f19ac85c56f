import GStreamer
import Glibc
import PipelineFiles
import StudioCore
import StudioRuntime

/// Rewrites a fragmented MP4 file as an ordinary one, beside it, then replaces it.
///
/// Needs space for two more copies of the media in the same folder.
struct MP4Finalization: Finalization {
    /// How long the pipeline is waited for between two reports, in seconds.
    private static let interval = 0.1
    /// The copy is given up when nothing was written for this long.
    private static let stallLimit = MediaTime.seconds(30)

    private let path: String
    private let hasAudio: Bool
    /// The device and the number of the file: another program may have renamed it meanwhile.
    private let identity: Identity

    private struct Identity: Hashable, Sendable {
        let device: dev_t
        let number: ino_t

        init(_ status: stat) {
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// `nil` unless the path is a regular file.
    init?(_ path: String, hasAudio: Bool) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let target = Self.resolved(path) else {
            return nil
        }
        self.path = target
        self.hasAudio = hasAudio
        identity = Identity(status)
    }

    /// A link stays a link.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    func run(_ report: (Double) -> Void) throws(FinalizationError) -> UInt64 {
        do {
            let (media, result) = (try TemporaryFile(beside: path), try TemporaryFile(beside: path))
            try checkIdentity()
            try copy(through: media, into: result, report)
            try checkIdentity()
            try result.replace(path)
            return result.byteCount
        } catch {
            throw FinalizationError("the file is complete but stays fragmented: \(error)")
        }
    }

    private struct Stalled: Error, CustomStringConvertible {
        let description = "nothing was written for 30 s"
    }

    private struct Replaced: Error, CustomStringConvertible {
        let description = "another program has replaced it"
    }

    private func checkIdentity() throws(Replaced) {
        var status = stat()
        guard stat(path, &status) == 0, Identity(status) == identity else {
            throw Replaced()
        }
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
