package import Glibc

/// The error number of a system call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: Int32

    package init(_ code: Int32) {
        self.code = code
    }

    /// The system's message.
    package var description: String { String(cString: strerror(code)) }
}

/// A temporary file in the folder of another file, which it can replace atomically. It disappears when this object is
/// released and, where the file system supports unnamed files, also when the process is killed.
package final class TemporaryFile: Sendable {
    /// `O_TMPFILE`, which Glibc hides from Swift.
    private static let unnamed = 0o20_000_000 | O_DIRECTORY

    package let descriptor: Int32
    private let folder: String
    /// The name on a file system without unnamed files.
    private let name: Lock<String?>

    /// - Parameter path: a file; its folder must exist.
    /// - Throws: the error of creating the file.
    package init(beside path: String) throws(SystemError) {
        folder = Self.folder(of: path)
        let unnamed = open(folder, Self.unnamed | O_RDWR | O_CLOEXEC, 0o666)
        if unnamed >= 0 {
            descriptor = unnamed
            name = Lock(nil)
            return
        }
        guard [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) else { throw SystemError(errno) }
        (descriptor, name) = try Self.createNamed(in: folder)
    }

    private static func createNamed(in folder: String) throws(SystemError) -> (Int32, Lock<String?>) {
        while true {
            let name = randomName(in: folder)
            let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return (descriptor, Lock(name)) }
            if errno != EEXIST { throw SystemError(errno) }
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func randomName(in folder: String) -> String {
        "\(folder)/.psstudio-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    }

    deinit {
        if let name = name.withLock({ $0 }) { unlink(name) }
        close(descriptor)
    }

    /// A path for libraries that open files by name.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// The present size in bytes.
    package var byteCount: UInt64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt64(status.st_size) : 0
    }

    /// A second descriptor of the same file, owned by the caller.
    package func duplicate() throws(SystemError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SystemError(errno) }
        return copy
    }

    /// Gives the file this path, which must not exist.
    ///
    /// - Throws: `EEXIST`, or another error number.
    package func create(_ path: String) throws(SystemError) {
        let own = name.withLock { $0 }
        guard linkat(AT_FDCWD, own ?? self.path, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
            throw SystemError(errno)
        }
    }

    /// Gives this file the owner of another one. Without the rights of an administrator it keeps its own.
    ///
    /// - Returns: whether the owners are the same now.
    package func takeOwner(of status: stat) -> Bool {
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { return false }
        if own.st_uid == status.st_uid, own.st_gid == status.st_gid { return true }
        return fchown(descriptor, status.st_uid, status.st_gid) == 0
    }

    /// Gives the file this path, in place of the file that has it, with the same permissions and, where that is possible,
    /// the same owner.
    ///
    /// - Parameter isDurable: waits until the data is on the disk, so that a crash of the machine leaves one of the two
    ///   files.
    package func replace(_ path: String, isDurable: Bool = true) throws(SystemError) {
        var status = stat()
        if stat(path, &status) == 0 {
            // First the owner, because a change of the owner takes permissions away.
            _ = takeOwner(of: status)
            guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw SystemError(errno) }
        }
        guard !isDurable || fdatasync(descriptor) == 0 else { throw SystemError(errno) }
        let own = try named()
        guard rename(own, path) == 0 else {
            let error = SystemError(errno)
            unlink(own)
            throw error
        }
        name.set(nil)
    }

    /// Gives an unnamed file a name, which is needed for renaming.
    private func named() throws(SystemError) -> String {
        if let name = name.withLock({ $0 }) { return name }
        while true {
            let name = Self.randomName(in: folder)
            if linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 { return name }
            if errno != EEXIST { throw SystemError(errno) }
        }
    }
}
