import Glibc
import Synchronization

/// Writes bytes to a file, a pipe, a socket or a terminal, and never waits for a peer longer than its owner wants.
///
/// One thread writes; any thread may read ``bytesTaken`` and call ``abandon()``.
package final class ByteWriter: Sendable {
    private enum Kind: Sendable {
        /// Never makes anyone wait, and can be written in the middle.
        case regularFile
        /// Takes no more than there is space for.
        case nonBlocking
        /// Only the single call can be told not to wait: whoever shares the socket would see a change of its flags.
        case socket
        /// Shared with others and blocking: takes ``atomicBytes`` at once without waiting when `poll` reports space.
        case shared
    }

    /// `PIPE_BUF`: what a pipe that is writable takes at once.
    private static let atomicBytes = 4096
    /// Milliseconds after which a wait looks whether it was abandoned.
    private static let waitInterval: Int32 = 100

    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private let kind: Kind
    private let taken = Atomic<UInt64>(0)
    private let isAbandoned = Atomic(false)
    private let isClosed = Atomic(false)

    /// Whether what was written can be written again. What others share may hold something of theirs before it.
    package var isSeekable: Bool {
        if case .regularFile = kind { ownsDescriptor } else { false }
    }

    /// Takes over a descriptor and closes it at the end. Pipes and devices must have been opened with `O_NONBLOCK`.
    package init(owning descriptor: Int32) {
        self.descriptor = descriptor
        ownsDescriptor = true
        kind = Self.isRegularFile(descriptor) ? .regularFile : .nonBlocking
    }

    /// Writes to a descriptor that others share, such as standard output, whose flags it does not change.
    package init(sharing descriptor: Int32) {
        switch Self.type(of: descriptor) {
        case S_IFREG, S_IFBLK:
            (self.descriptor, ownsDescriptor, kind) = (descriptor, false, .regularFile)
        case S_IFSOCK:
            (self.descriptor, ownsDescriptor, kind) = (descriptor, false, .socket)
        default:
            // The same pipe or terminal, opened once more: its flags are this writer's own.
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

    /// Bytes that the system has taken.
    package var bytesTaken: UInt64 { taken.load(ordering: .relaxed) }

    /// The error number of a write that was ended by ``abandon()``.
    package static let abandoned: Int32 = ECANCELED

    /// Ends a write that waits, and every later one, with ``abandoned``.
    package func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    /// Writes everything, waiting as long as it was not abandoned.
    ///
    /// - Returns: 0, or the error number.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        write(bytes, patience: .max).error
    }

    /// Writes as much as is taken within `milliseconds`.
    ///
    /// - Returns: how many bytes were taken, and 0 or the error number; `EAGAIN` when the time is over.
    package func write(
        _ bytes: UnsafeRawBufferPointer, patience milliseconds: Int32
    ) -> (count: Int, error: Int32) {
        var rest = bytes
        var waited: Int32 = 0
        while let address = rest.baseAddress, !rest.isEmpty {
            var error = isAbandoned.load(ordering: .relaxed) ? Self.abandoned : EAGAIN
            if error == EAGAIN, !mustWaitFirst || hasSpace(milliseconds: 0) {
                let count = writeOnce(address, rest.count)
                if count >= 0 {
                    taken.add(UInt64(count), ordering: .relaxed)
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

    private var mustWaitFirst: Bool {
        if case .shared = kind { true } else { false }
    }

    private func writeOnce(_ address: UnsafeRawPointer, _ count: Int) -> Int {
        switch kind {
        case .regularFile, .nonBlocking: Glibc.write(descriptor, address, count)
        case .socket: send(descriptor, address, count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        case .shared: Glibc.write(descriptor, address, min(count, Self.atomicBytes))
        }
    }

    private func hasSpace(milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wait, 1, milliseconds) > 0
    }

    /// Continues at a place of a regular file.
    ///
    /// - Returns: 0, or the error number.
    package func seek(to offset: UInt64) -> Int32 {
        lseek(descriptor, off_t(offset), SEEK_SET) < 0 ? errno : 0
    }

    /// Closes what it owns: some file systems report a full disk only then.
    ///
    /// - Returns: 0, or the error number.
    package func finish() -> Int32 {
        guard ownsDescriptor, !isClosed.exchange(true, ordering: .relaxed) else { return 0 }
        return close(descriptor) == 0 ? 0 : errno
    }
}
