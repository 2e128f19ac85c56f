import Glibc
import Synchronization

/// Ends the waits of a producer that is to change its program. Without a signal it costs one comparison per unit.
final class WakeSignal: Sendable {
    /// Readable while it is set; -1 when the process had no descriptor left.
    let descriptor: Int32
    private let writeEnd: Int32
    private let state = Atomic(false)

    init() {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) { pipe($0) }
        }
        (descriptor, writeEnd) = result == 0 ? ends : (-1, -1)
        for end in [descriptor, writeEnd] where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        }
    }

    deinit {
        for end in [descriptor, writeEnd] where end >= 0 { close(end) }
    }

    /// Whether it is set.
    var isSet: Bool { state.load(ordering: .acquiring) }

    func set() {
        guard !state.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = write(writeEnd, [0], 1)
    }

    /// Only the producer clears it, before it takes what it is to do.
    func clear() {
        drain()
        state.store(false, ordering: .releasing)
    }

    /// After a wait that it has ended: the descriptor may have become readable after the signal was cleared.
    func drain() {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) > 0 {}
    }

    /// Waits until it is set; returns false when cancelled.
    func wait(or cancellation: Cancellation) -> Bool {
        while !isSet {
            if cancellation.isCancelled { return false }
            var waits = [
                pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            // Without one of the descriptors, it is asked again.
            let hasBoth = cancellation.descriptor >= 0 && descriptor >= 0
            _ = poll(&waits, 2, hasBoth ? -1 : 100)
            if waits[1].revents != 0 { drain() }
        }
        return !cancellation.isCancelled
    }
}
