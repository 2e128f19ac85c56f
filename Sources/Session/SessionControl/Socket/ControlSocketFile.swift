import CLocalSocket
import Glibc
import StudioRuntime

/// A listening socket with its file, which only the process that made it removes.
final class ControlSocketFile: Sendable {
    /// Absolute: the program may change its folder.
    let path: String
    /// Accepts connections; not blocking.
    let descriptor: Int32
    private let process = getpid()
    private let identity: FileIdentity

    /// What a name refers to, so that the socket of somebody else is not removed.
    private struct FileIdentity: Hashable, Sendable {
        let device: dev_t
        let number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// Listens at a path. A socket at which nobody listens is replaced.
    ///
    /// - Parameter removesAbandoned: whether all sockets of the folder at which nobody listens are removed.
    /// - Throws: a ``ControlSocketError`` for a path that is in use or cannot be used.
    init(_ path: String, removesAbandoned: Bool = false) throws(ControlSocketError) {
        guard !path.isEmpty else { throw ControlSocketError("the path of the control socket is empty") }
        guard let address = LocalAddress(path.utf8) else {
            throw ControlSocketError(path, LocalAddress.excess(of: path))
        }
        let socket = pslocal_socket()
        guard socket >= 0 else { throw ControlSocketError(path, -socket) }
        var isOpen = false
        defer { if !isOpen { close(socket) } }
        let lock = try FolderLock(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", of: path)
        defer { lock.release() }
        if removesAbandoned { Self.removeAbandoned(in: ControlPlace.entries(of: lock.folder)) }
        try Self.removeAbandoned(path, address)
        // The file gets the mode of the socket: never, not even for a moment, may others connect.
        guard fchmod(socket, 0o600) == 0, address.with({ bind(socket, $0, $1) }) == 0 else {
            throw ControlSocketError(path, errno)
        }
        guard listen(socket, 128) == 0, let identity = FileIdentity(path) else {
            throw ControlSocketError(path, errno)
        }
        (self.path, descriptor, self.identity) = (Self.absolute(path), socket, identity)
        isOpen = true
        pslocal_close_in_children(socket)
    }

    /// The address of a socket is short, so a relative path is bound as it is.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// Removes the sockets at which nobody listens. The lock of their folder is held, so that none of them is a new one.
    static func removeAbandoned(in paths: [String]) {
        for path in paths {
            guard let identity = FileIdentity(path), let address = LocalAddress(path.utf8) else { continue }
            let probe = pslocal_socket()
            // Without a descriptor, it is left to the next session.
            guard probe >= 0 else { return }
            defer { close(probe) }
            // Somebody listens, or is busy.
            guard address.with({ connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else { continue }
            if FileIdentity(path) == identity { unlink(path) }
        }
    }

    private static func removeAbandoned(_ path: String, _ address: LocalAddress) throws(ControlSocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ControlSocketError(path, "the file exists and is not a socket; choose another path")
        }
        let probe = pslocal_socket()
        guard probe >= 0 else { throw ControlSocketError(path, -probe) }
        defer { close(probe) }
        if address.with({ connect(probe, $0, $1) }) == 0 || errno == EAGAIN {
            throw ControlSocketError(path, "another session listens there; choose another path, or auto")
        }
        guard errno == ECONNREFUSED else { throw ControlSocketError(path, errno) }
        unlink(path)
    }

    /// Removes the file. Does nothing in a forked child.
    func remove() {
        guard getpid() == process, FileIdentity(path) == identity else { return }
        unlink(path)
    }

    /// Stops listening. Called by the thread that accepts.
    func stop() {
        pslocal_keep_in_children(descriptor)
        close(descriptor)
    }
}
