import Glibc
import StudioCore
import StudioRuntime

/// Rewrites a fragmented MP4 file or QuickTime movie as an ordinary one, beside it, then replaces it.
///
/// Needs space for another copy of the media in the same folder. The new file has the owner and the mode of the old one.
/// A file whose owner cannot be kept, or that has several names, stays fragmented: only one of its names would lead to the
/// new file.
final class MP4Finalization: Finalization {
    private let path: String
    private let claim: FileClaim?
    /// Keeps the path valid.
    private let location: RestrictedLocation?
    private let writer: ByteWriter
    private let type: MovieType
    private let title: String?
    private let chapters: MovieChapters
    private let reserve: DiskReserve?
    /// The file itself, from its end until it is replaced: another program may rename or remove it meanwhile.
    private let original = Lock<Int32>(-1)

    /// - Parameters:
    ///   - writer: the writer of the file.
    ///   - title: the title of the movie; `nil` for none.
    ///   - chapters: those that are added until the end.
    ///   - reserve: the space that the copy leaves free.
    init(
        _ file: WritableFile, of writer: ByteWriter, as type: MovieType, title: String?, chapters: MovieChapters,
        reserve: DiskReserve?
    ) {
        path = file.path
        claim = file.claim
        location = file.location
        self.writer = writer
        (self.type, self.title, self.chapters, self.reserve) = (type, title, chapters, reserve)
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
            let free = reserve == nil ? nil : FreeSpace.bytes(beside: path)
            if let obstacle = reserve?.obstacle(copying: UInt64(status.st_size), free: free) { throw Kept(obstacle) }
            let result = try TemporaryFile(beside: path)
            guard result.takeOwner(of: status) else { throw Kept("its owner \(status.st_uid) cannot be kept") }
            try checkIdentity(FileID(status))
            try copy(into: result, report)
            try checkIdentity(FileID(status))
            try result.replace(path)
            return result.byteCount
        } catch {
            throw FinalizationError(
                "the file is complete but stays fragmented: \(error)",
                isLost: ByteWriter.isRemoved(original.withLock { $0 }))
        }
    }

    private struct Kept: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private func checkIdentity(_ identity: FileID) throws(Kept) {
        guard let present = FileID(regularFile: path) else { throw Kept("another program has moved it") }
        guard present == identity else { throw Kept("another program has replaced it") }
    }

    private func copy(into result: TemporaryFile, _ report: (Double) -> Void) throws {
        let source = try FragmentedFile(reopening: original.withLock { $0 })
        let movie = try source.movie()
        let writer = ByteWriter(owning: try result.duplicate())
        func write(_ bytes: UnsafeRawBufferPointer) throws {
            let error = writer.write(bytes)
            if error != 0 { throw SystemError(error) }
        }
        try OrdinaryMovie(movie, type, title: title, chapters: chapters.all).head.withUnsafeBytes { try write($0) }
        var copied: UInt64 = 0
        for range in movie.media {
            try source.forEachPart(of: range) { part in
                try write(part)
                copied += UInt64(part.count)
            }
            report(Double(copied) / Double(max(1, movie.mediaBytes)))
        }
        let error = writer.finish()
        if error != 0 { throw SystemError(error) }
    }
}
