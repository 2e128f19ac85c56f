import Glibc
import ProgramEncoding
import StudioCore
import StudioRuntime
import Synchronization

/// Cuts a transport stream into segments and keeps their playlist up to date.
///
/// A segment is complete before the playlist names it. The names contain a random token, so that no file of another session
/// is overwritten or removed.
final class HLSFolder: TransportDestination, @unchecked Sendable {
    // Safety: only the streaming thread uses the variables, and `close` after that thread has stopped.
    private var playlist: MediaPlaylist
    private var rule: SegmentRule
    private var segment: (name: String, writer: ByteWriter)?
    private let file: PlaylistFile
    /// Whether the playlist was written; only then its file belongs to this session.
    private var ownsPlaylist: Bool
    /// Receives the playlist at the end.
    private let left: LeftPlaylist

    /// The path of the playlist without links at its end; the segments are beside the link.
    private let path: String
    private let folder: String
    /// Keeps both paths valid below a restricted folder.
    private let location: RestrictedLocation?
    private let claim: FileClaim
    private let stem: String
    private let taken = Atomic<UInt64>(0)
    private let stored = Atomic<UInt64>(0)
    private let isAbandoned = Atomic(false)

    /// Creates the folder if it is missing.
    ///
    /// - Parameters:
    ///   - left: where the playlist is left for the next part of the output.
    ///   - former: what the former part has left, which is continued; `nil` for another playlist.
    ///   - overwrites: whether an existing playlist is replaced.
    ///   - files: the files of the session, which are never replaced; the playlist joins them.
    ///   - limit: the folder outside of which nothing is written; `nil` for no limit.
    /// - Throws: `exists`, `inUse`, `notWritable`, `storageFull`.
    init(
        _ path: String, playlist: MediaPlaylist, rule: SegmentRule, leavingIn left: LeftPlaylist,
        continuing former: LeftPlaylist.Version? = nil, overwrites: Bool, files: SessionFiles,
        below limit: RestrictedFolder? = nil
    ) throws(OutputFailure) {
        self.playlist = former?.playlist ?? playlist
        if former != nil { self.playlist.continueAfterStop() }
        self.rule = rule
        self.left = left
        location = try limit.map { limit throws(OutputFailure) in try Self.locate(path, in: limit) }
        let place = location?.path ?? path
        let slash = place.lastIndex(of: "/")
        folder = slash.map { String(place[...$0]) } ?? ""
        let name = slash.map { place[place.index(after: $0)...] } ?? place[...]
        let token = NumberText.hexadecimal(UInt32.random(in: 0 ... .max), digits: 8)
        stem = "\(SegmentName.stem(of: name.dropLast(".m3u8".count)))-\(token)"
        if location == nil { try Self.makeFolder(folder) }
        let playlistPath = location?.path ?? LinkTarget.of(path)
        self.path = playlistPath
        file = PlaylistFile(playlistPath)
        let isContinued = former.map { PlaylistFile.Identity(playlistPath) == $0.file } ?? false
        ownsPlaylist = overwrites || isContinued
        do throws(FileUses.Conflict) {
            claim = try FileClaim.replacing(self.path)
        } catch {
            throw OutputFailure(opening: .inUse(error))
        }
        var status = stat()
        if stat(self.path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw OutputFailure(.notWritable, "the playlist is not a regular file")
            }
            if !ownsPlaylist { throw OutputFailure(openingError: EEXIST) }
            if !isContinued { try files.check(self.path) }
        }
        files.add(self.path)
    }

    /// Opens the folder of the playlist, and creates it if it is missing. A link in place of the playlist is rejected.
    private static func locate(_ path: String, in limit: RestrictedFolder) throws(OutputFailure) -> RestrictedLocation {
        do throws(RestrictedFolder.Refusal) {
            let location = try limit.locate(path, createsFolders: true)
            do throws(RestrictedFolder.Refusal) {
                try location.check()
            } catch {
                guard error == .system(SystemError(ENOENT)) else { throw error }
            }
            return location
        } catch {
            if case .system(let error) = error { throw OutputFailure(openingError: error.code) }
            throw OutputFailure(.notWritable, "\(error)")
        }
    }

    /// Creates a folder and its missing parents.
    private static func makeFolder(_ folder: String) throws(OutputFailure) {
        var end = folder.startIndex
        while let slash = folder[end...].firstIndex(of: "/") {
            end = folder.index(after: slash)
            let part = String(folder[..<slash])
            if part.isEmpty || mkdir(part, 0o777) == 0 || errno == EEXIST { continue }
            throw OutputFailure(openingError: errno)
        }
    }

    var bytesTaken: UInt64 { taken.load(ordering: .relaxed) }
    var storedBytes: UInt64 { stored.load(ordering: .relaxed) }
    func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    // MARK: Segments

    func write(_ chunk: UnsafeRawBufferPointer) throws(OutputFailure) -> Bool {
        for unit in TransportUnit.all(in: chunk) where unit.track == .video {
            guard let ticks = unit.presentationTicks else { continue }
            switch rule.frame(at: ticks, isKeyFrame: unit.isKeyFrame) {
            case .stay: break
            case .begin:
                playlist.begin(at: .now)
                try begin()
            case .cut(let duration):
                try complete(duration)
                try begin()
            }
        }
        try store(chunk)
        taken.add(UInt64(chunk.count), ordering: .relaxed)
        return true
    }

    /// Chunks before the first key frame belong to no segment.
    private func store(_ chunk: UnsafeRawBufferPointer) throws(OutputFailure) {
        guard let segment else { return }
        let error = segment.writer.write(chunk)
        if error != 0 { throw OutputFailure(writingError: error) }
        stored.add(UInt64(chunk.count), ordering: .relaxed)
    }

    private func begin() throws(OutputFailure) {
        if isAbandoned.load(ordering: .relaxed) { throw OutputFailure(writingError: ByteWriter.abandoned) }
        let number = String(playlist.segmentCount)
        let name = "\(stem)-\(String(repeating: "0", count: max(0, 6 - number.count)))\(number).ts"
        let descriptor = open(folder + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        // The folder existed when the output was opened.
        guard descriptor >= 0 else { throw errno == ENOENT ? .removed : OutputFailure(openingError: errno) }
        segment = (name, ByteWriter(owning: descriptor, mustKeepName: true))
    }

    private func complete(_ duration: MediaTime) throws(OutputFailure) {
        guard let (name, writer) = segment else { return }
        segment = nil
        let error = writer.finish()
        if error == ByteWriter.removed, FileID.isRegularFile(path) {
            throw OutputFailure(.notWritable, "the segment '\(name)' was removed while it was written")
        }
        if error != 0 { throw OutputFailure(writingError: error) }
        let old = playlist.append(MediaPlaylist.Segment(name: name, duration: duration))
        try publish()
        // After the playlist has not listed them for a whole window. One that is gone already needs no removal.
        for name in old { unlink(folder + name) }
    }

    // MARK: Playlist

    private func publish() throws(OutputFailure) {
        do throws(SystemError) {
            // The first version must not replace a playlist that has appeared meanwhile.
            try file.publish(
                head: playlist.head, adding: playlist.lastLines, of: { playlist.text }, replaces: ownsPlaylist)
            ownsPlaylist = true
            left.version = .init(playlist: playlist, file: file.identity)
        } catch {
            switch error.code {
            case EEXIST: throw OutputFailure(openingError: EEXIST)
            case ENOENT: throw .removed
            case ENOSPC, EDQUOT, EFBIG: throw OutputFailure(writingError: error.code)
            default: throw OutputFailure(.notWritable, "cannot write the playlist: \(error)")
            }
        }
    }

    func end() throws(OutputFailure) {
        playlist.end()
        try complete(rule.remainder)
    }

    /// A segment that is not complete is not listed. It stays, like the file of a failed output. The playlist of one ends, so that players
    /// do not wait for more: its last line finds room on a disk that is full for a segment.
    func close() throws(OutputFailure) {
        defer { claim.release() }
        if !playlist.isEnded, let version = left.version {
            file.end(with: MediaPlaylist.endLine)
            left.version = .init(playlist: version.playlist, file: file.identity)
        }
        let errors = [segment?.writer.finish() ?? 0, file.close()]
        if let error = errors.first(where: { $0 != 0 }) { throw OutputFailure(writingError: error) }
    }
}
