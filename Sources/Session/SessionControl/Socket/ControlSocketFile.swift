import CLocalSocket
import Glibc

/// A listening socket with its file, which only the process that made it removes.
final class ControlSocketFile: Sendable {
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
    /// - Throws: a ``ControlSocketError`` for a path that is in use or cannot be used.
    init(_ path: String) throws(ControlSocketError) {
        let address = try LocalAddress(path)
        let socket = pslocal_socket()
        guard socket >= 0 else { throw ControlSocketError(path, -socket) }
        var isOpen = false
        defer { if !isOpen { close(socket) } }
        // Taken by each process that checks and replaces a socket in the folder, so that none replaces a new one.
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw ControlSocketError(path, errno) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        try Self.removeAbandoned(path, address)
        // The file gets the mode of the socket: never, not even for a moment, may others connect.
        guard fchmod(socket, 0o600) == 0, address.with({ bind(socket, $0, $1) }) == 0 else {
            throw ControlSocketError(path, errno)
        }
        guard listen(socket, 128) == 0, let identity = FileIdentity(path) else {
            throw ControlSocketError(path, errno)
        }
        (self.path, descriptor, self.identity) = (path, socket, identity)
        isOpen = true
        pslocal_close_in_children(socket)
    }

    private static func removeAbandoned(_ path: String, _ address: LocalAddress) throws(ControlSocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ControlSocketError("\(path): the file exists and is not a socket; choose another path")
        }
        let probe = pslocal_socket()
        guard probe >= 0 else { throw ControlSocketError(path, -probe) }
        defer { close(probe) }
        if address.with({ connect(probe, $0, $1) }) == 0 || errno == EAGAIN {
            throw ControlSocketError("\(path): another session listens there; choose another path, or auto")
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
