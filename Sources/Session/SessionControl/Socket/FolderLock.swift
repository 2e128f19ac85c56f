import Glibc
import StudioCore
import StudioRuntime

/// Held by the process that checks and replaces sockets in a folder, so that no other one replaces a new socket.
struct FolderLock {
    let folder: String
    private let descriptor: Int32

    /// How long another process may hold it, in seconds. Ours do for a few milliseconds, but everybody who can read the
    /// folder can hold it for ever.
    private static let patience = 2.0
    /// Between two attempts, in microseconds.
    private static let pause: UInt32 = 2000

    /// - Parameters:
    ///   - path: the socket, for errors.
    ///   - isPatient: whether it waits a moment for another process.
    /// - Throws: a ``ControlSocketError`` for a folder that cannot be read, and when another process holds the lock.
    init(_ folder: String, of path: String, isPatient: Bool = true) throws(ControlSocketError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ControlSocketError(path, errno) }
        let clock = SystemClock()
        let deadline = clock.now + .seconds(isPatient ? Self.patience : 0)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error = errno
            if error == EINTR { continue }
            guard error == EWOULDBLOCK, clock.now < deadline else {
                close(descriptor)
                throw error == EWOULDBLOCK
                    ? ControlSocketError(
                        path,
                        "another process holds a lock on the folder of the socket; end it, or choose a path in another folder"
                    )
                    : ControlSocketError(path, error)
            }
            usleep(Self.pause)
        }
        (self.folder, self.descriptor) = (folder, descriptor)
    }

    /// A forked child may have the descriptor, too, so closing it alone would not release the lock.
    func release() {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
