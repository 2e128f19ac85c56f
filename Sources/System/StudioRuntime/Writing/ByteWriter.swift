import Glibc
import Synchronization

/// Writes bytes to a file, a pipe, a socket or a terminal with a timeout.
///
/// One thread writes. Any thread may read ``bytesTaken`` and call ``abandon()``.
package final class ByteWriter: Sendable {
    private enum Kind: Sendable {
        /// Never blocks, and is seekable.
        case regularFile
        /// Writes at most as much as fits without blocking.
        case nonBlocking
        /// Non-blocking per call only: changed flags would affect other users of the socket.
        case socket
        /// Shared and blocking: accepts ``atomicBytes`` without blocking when `poll` reports space.
        case shared
    }

    /// `PIPE_BUF`: what a writable pipe accepts without blocking.
    private static let atomicBytes = 4096
    /// The interval in milliseconds at which a wait checks for ``abandon()``.
    private static let waitInterval: Int32 = 100

    private let descriptor: Int32
    private let ownsDescriptor: Bool
    /// Whether the file must have a name at the end.
    private let mustKeepName: Bool
    private let claim: FileClaim?
    private let kind: Kind
    private let taken = Atomic<UInt64>(0)
    /// The offset of the next byte, from the first one that was written.
    private let offset = Atomic<UInt64>(0)
    private let isAbandoned = Atomic(false)
    private let isClosed = Atomic(false)

    /// Whether written data can be rewritten. A shared descriptor may contain data of others.
    package var isSeekable: Bool {
        if case .regularFile = kind { ownsDescriptor } else { false }
    }

    /// Takes ownership of a descriptor. Pipes and devices must be opened with `O_NONBLOCK`.
    ///
    /// - Parameters:
    ///   - claim: the use of the file, which ends with ``finish()``.
    ///   - mustKeepName: whether ``finish()`` fails when the file has been removed meanwhile; by default with a claim.
    package init(owning descriptor: Int32, claim: FileClaim? = nil, mustKeepName: Bool? = nil) {
        self.descriptor = descriptor
        self.claim = claim
        self.mustKeepName = mustKeepName ?? (claim != nil)
        ownsDescriptor = true
        kind = Self.isRegularFile(descriptor) ? .regularFile : .nonBlocking
    }

    /// Writes to a shared descriptor such as standard output, without changing its flags.
    package init(sharing descriptor: Int32) {
        (claim, mustKeepName) = (nil, false)
        switch Self.type(of: descriptor) {
        case S_IFREG, S_IFBLK:
            (self.descriptor, ownsDescriptor, kind) = (descriptor, false, .regularFile)
        case S_IFSOCK:
            (self.descriptor, ownsDescriptor, kind) = (descriptor, false, .socket)
        case _ where fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY:
            // Opened again, /dev/null could be written. The first write fails.
            (self.descriptor, ownsDescriptor, kind) = (descriptor, false, .nonBlocking)
        default:
            // Reopens the same pipe or terminal, so that the flags belong to this writer.
            let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            (self.descriptor, ownsDescriptor, kind) =
                own >= 0 ? (own, true, .nonBlocking) : (descriptor, false, .shared)
        }
    }

    deinit {
        _ = finish()
    }

    private static func type(of descriptor: Int32) -> mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    private static func isRegularFile(_ descriptor: Int32) -> Bool { type(of: descriptor) == S_IFREG }

    /// The number of bytes accepted by the system. Those that replace earlier ones do not count.
    package var bytesTaken: UInt64 { taken.load(ordering: .relaxed) }

    /// The error number of a write that was ended by ``abandon()``.
    package static let abandoned: Int32 = ECANCELED

    /// Ends a blocked write, and every later one, with ``abandoned``.
    package func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    /// Writes everything; blocks until done or abandoned.
    ///
    /// - Returns: 0 or the error number.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        write(bytes, timeout: .max).error
    }

    /// Writes as much as the system accepts within `milliseconds`.
    ///
    /// - Returns: the number of accepted bytes, and 0 or the error number; `EAGAIN` after a timeout.
    package func write(
        _ bytes: UnsafeRawBufferPointer, timeout milliseconds: Int32
    ) -> (count: Int, error: Int32) {
        var rest = bytes
        var waited: Int32 = 0
        while let address = rest.baseAddress, !rest.isEmpty {
            var error = isAbandoned.load(ordering: .relaxed) ? Self.abandoned : EAGAIN
            if error == EAGAIN, !mustWaitFirst || hasSpace(milliseconds: 0) {
                let count = writeOnce(address, rest.count)
                if count >= 0 {
                    advance(by: count)
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                    continue
                }
                error = errno
            }
            if error == EINTR { continue }
            guard error == EAGAIN, waited < milliseconds else { return (bytes.count - rest.count, error) }
            if !hasSpace(milliseconds: Self.waitInterval) { waited += Self.waitInterval }
        }
        return (bytes.count, 0)
    }

    /// Only the writing thread changes these numbers.
    private func advance(by count: Int) {
        let end = offset.load(ordering: .relaxed) + UInt64(count)
        offset.store(end, ordering: .relaxed)
        if end > taken.load(ordering: .relaxed) { taken.store(end, ordering: .relaxed) }
    }

    private var mustWaitFirst: Bool {
        if case .shared = kind { true } else { false }
    }

    private func writeOnce(_ address: UnsafeRawPointer, _ count: Int) -> Int {
        switch kind {
        case .regularFile, .nonBlocking:
            WriteSignals.suppressed { Glibc.write(descriptor, address, count) }
        case .socket: send(descriptor, address, count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        case .shared:
            WriteSignals.suppressed { Glibc.write(descriptor, address, min(count, Self.atomicBytes)) }
        }
    }

    private func hasSpace(milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wait, 1, milliseconds) > 0
    }

    /// Seeks to an offset of a regular file.
    ///
    /// - Returns: 0 or the error number.
    package func seek(to offset: UInt64) -> Int32 {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { return errno }
        self.offset.store(offset, ordering: .relaxed)
        return 0
    }

    /// Cuts a regular file off at an offset, where the next byte is written.
    ///
    /// - Returns: 0 or the error number.
    package func truncate(to offset: UInt64) -> Int32 {
        ftruncate(descriptor, off_t(offset)) == 0 ? seek(to: offset) : errno
    }

    /// A second descriptor of an open file; negative after ``finish()``.
    package func duplicate() -> Int32 {
        isClosed.load(ordering: .relaxed) ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    }

    /// The error number of ``finish()`` for a file that was removed while it was written: no write fails with it.
    package static let removed: Int32 = ENOENT

    /// Closes an owned descriptor. Some file systems report a full disk only then.
    ///
    /// - Returns: 0 or the error number; ``removed`` when the file cannot be opened any more.
    package func finish() -> Int32 {
        guard ownsDescriptor, !isClosed.exchange(true, ordering: .relaxed) else { return 0 }
        defer { claim?.release() }
        let isRemoved = mustKeepName && Self.isRemoved(descriptor)
        // The next file may get its number as soon as it is closed.
        if isRemoved { claim?.release() }
        guard close(descriptor) == 0 else { return errno }
        return isRemoved ? Self.removed : 0
    }

    /// Whether an open regular file has no name left. One that was renamed still has one.
    package static func isRemoved(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 0
    }
}
