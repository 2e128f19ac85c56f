import Glibc

/// A use of a file by this process, until ``release()`` or the end of this object.
///
/// All parts of the process ask here before they open a file: outputs, traces, recordings, reports and sources, of all
/// sessions. Otherwise a session that may overwrite files would overwrite its own source, and two outputs would write one
/// file.
package final class FileClaim: Sendable {
    private static let uses = Lock(FileUses())
    /// The claims that last as long as the process.
    private static let permanent = Lock<[FileClaim]>([])

    /// `O_PATH` of Linux, which the module of glibc omits: the file is not opened for anything.
    private static let pathOnly: Int32 = 0o10000000

    private let isWriting: Bool
    private let keys: Lock<[FileUses.Key]>
    /// Keeps a file that is removed meanwhile in existence, so that no other file gets its number; -1 if its user does.
    private let pin: Int32

    private init(_ keys: [FileUses.Key], isWriting: Bool, pin: Int32 = -1) {
        self.keys = Lock(keys)
        self.isWriting = isWriting
        self.pin = pin
    }

    deinit { release() }

    /// Ends the use. May be called several times.
    package func release() {
        let keys = keys.exchange([])
        guard !keys.isEmpty else { return }
        Self.uses.withLock { isWriting ? $0.endWriting(keys) : $0.endReading(keys) }
        if pin >= 0 { close(pin) }
    }

    /// Claims a file that will be read; pipes and devices, and files that do not exist, need no claim.
    package static func reading(_ path: String) throws(FileUses.Conflict) -> FileClaim? {
        let pin = open(path, Self.pathOnly | O_CLOEXEC)
        // Without a free descriptor, the claim is of the number.
        guard pin >= 0 else {
            return try FileID(regularFile: path).map { file throws(FileUses.Conflict) in try reading(file) }
        }
        do throws(FileUses.Conflict) {
            var status = stat()
            if fstat(pin, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                return try reading(FileID(status), pin: pin)
            }
        } catch {
            close(pin)
            throw error
        }
        close(pin)
        return nil
    }

    /// Claims an open file that will be read. Release the claim before the descriptor is closed.
    package static func reading(descriptor: Int32) throws(FileUses.Conflict) -> FileClaim? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try reading(FileID(status))
    }

    private static func reading(_ file: FileID, pin: Int32 = -1) throws(FileUses.Conflict) -> FileClaim {
        let keys = [FileUses.Key.file(file)]
        try uses.withLock { uses throws(FileUses.Conflict) in try uses.beginReading(keys) }
        return FileClaim(keys, isWriting: false, pin: pin)
    }

    /// Keeps a file from being overwritten as long as the process runs: keys and certificates.
    package static func protect(_ path: String) {
        // A file that is written already is not protected by anything.
        guard let claim = try? reading(path) else { return }
        // Released after the unlock.
        permanent.withLock { claims in
            if !claims.contains(where: { $0.isSame(as: claim) }) { claims.append(claim) }
        }
    }

    /// Whether both claim the same file.
    private func isSame(as other: FileClaim) -> Bool {
        keys.withLock { $0 } == other.keys.withLock { $0 }
    }

    /// Claims a file that will be written, under the name that it has.
    ///
    /// - Parameter path: its path, without links at its end.
    static func writing(_ status: stat, _ path: String) throws(FileUses.Conflict) -> FileClaim {
        try writing([.file(FileID(status))] + (FileLocation(path).map { [.location($0)] } ?? []))
    }

    /// Claims a name whose file will be replaced, and the file that has it at present.
    ///
    /// - Parameter path: a path without links at its end.
    package static func replacing(_ path: String) throws(FileUses.Conflict) -> FileClaim {
        let file = FileID(regularFile: path).map(FileUses.Key.file)
        return try writing([file, FileLocation(path).map(FileUses.Key.location)].compactMap(\.self))
    }

    private static func writing(_ keys: [FileUses.Key]) throws(FileUses.Conflict) -> FileClaim {
        try uses.withLock { uses throws(FileUses.Conflict) in try uses.beginWriting(keys) }
        return FileClaim(keys, isWriting: true)
    }
}
