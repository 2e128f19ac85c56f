import Glibc
import ProgramConsole
import StudioCore
import StudioRuntime

/// Stops a command as a container engine does: SIGTERM to the command, and SIGKILL to all of its processes when it has not
/// ended in time.
final class CommandStopper: Sendable {
    /// How a command was stopped.
    enum Stop: String, Hashable, Sendable {
        /// It received SIGTERM.
        case terminated
        /// It received SIGKILL, too.
        case killed
    }

    private struct State: Sendable {
        var stop: Stop?
        /// When the next signal is due; `nil` for never.
        var deadline: MediaTime?
    }

    private let after: MediaTime?
    private let grace: MediaTime
    private let clock = SystemClock()
    private let state = Lock(State())
    /// The reading and the writing end of a pipe whose byte is the request to stop now.
    private let requests: (read: Int32, write: Int32)

    /// - Parameters:
    ///   - after: the time from the start to the stop; `nil` for a stop on request only.
    ///   - grace: the time from SIGTERM to SIGKILL.
    init(after: MediaTime?, grace: MediaTime) throws(CommandFailure) {
        (self.after, self.grace) = (after, grace)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw CommandFailure(message: "cannot create a pipe: \(SystemError(errno))", reason: .bug, code: "pipe")
        }
        // The command must not inherit them, and a request must not wait.
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        requests = (ends[0], ends[1])
    }

    deinit {
        close(requests.read)
        close(requests.write)
    }

    /// Whether the command was stopped, and how.
    var stop: Stop? { state.withLock { $0.stop } }

    /// The command runs from now on.
    func begin() { state.withLock { $0.deadline = after.map { clock.now + $0 } } }

    /// Stops the command now.
    func request() {
        var byte: UInt8 = 1
        // A full pipe has a request already.
        while write(requests.write, &byte, 1) < 0, errno == EINTR {}
    }

    /// How long processes may outlive SIGKILL: those of another user do, and those in a system call that does not return.
    private static let lastWait = MediaTime.seconds(5)

    /// Waits until a descriptor can be read, and sends the signals that are due meanwhile.
    ///
    /// - Returns: false when the command outlives SIGKILL.
    func wait(for descriptor: Int32, send: (Int32) -> Void) -> Bool {
        while true {
            let (stop, deadline) = state.withLock { ($0.stop, $0.deadline) }
            // Rounded up: a poll must not end before the deadline.
            let timeout = deadline.map { Int32(max(0, min(1e9, (($0 - clock.now).seconds * 1000).rounded(.up)))) } ?? -1
            // A second request changes nothing.
            var entries = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop == nil ? requests.read : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, 2, timeout) >= 0 || errno == EINTR else { return true }
            if entries[0].revents != 0 { return true }
            let isDue = deadline.map { clock.now >= $0 } ?? false
            if isDue, stop == .killed { return false }
            guard isDue || entries[1].revents != 0 else { continue }
            send(advance())
        }
    }

    /// - Returns: the signal that is due.
    private func advance() -> Int32 {
        state.withLock { state in
            if state.stop == nil {
                (state.stop, state.deadline) = (.terminated, clock.now + grace)
                return SIGTERM
            }
            (state.stop, state.deadline) = (.killed, clock.now + Self.lastWait)
            return SIGKILL
        }
    }
}
