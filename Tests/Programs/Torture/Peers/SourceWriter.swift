import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport

/// Writes frames or audio to a pipe or a FIFO, as planned.
final class SourceWriter: Sendable {
    /// A chunk of data, and the pause before it.
    struct Part: Sendable {
        var pause = 0.0
        var bytes: [UInt8] = []
    }

    private struct State: Sendable {
        var mustEnd = false
        var bytes = 0
    }

    private let state = Monitor(State())
    private let worker = Lock<Worker?>(nil)

    /// Writes to a descriptor, which it closes.
    convenience init(_ descriptor: Int32, staysOpen: Bool = false, _ parts: @escaping @Sendable (Int) -> Part?) {
        self.init(open: { descriptor }, staysOpen: staysOpen, parts)
    }

    /// Writes to a FIFO once it has a reader.
    convenience init(
        fifo: String, delay: Double = 0, staysOpen: Bool = false, _ parts: @escaping @Sendable (Int) -> Part?
    ) {
        let clock = SystemClock()
        self.init(
            open: {
                guard clock.now.seconds >= delay else { return nil }
                let descriptor = Glibc.open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                return descriptor >= 0 ? descriptor : nil
            }, staysOpen: staysOpen, parts)
    }

    private init(
        open: @escaping @Sendable () -> Int32?, staysOpen: Bool, _ parts: @escaping @Sendable (Int) -> Part?
    ) {
        signal(SIGPIPE, SIG_IGN)
        worker.withLock { $0 = try? Worker("writer") { [self] in run(open, staysOpen: staysOpen, parts) } }
    }

    /// Ends the writer after the program has exited.
    func finish() {
        state.update { $0.mustEnd = true }
        worker.withLock { $0 }?.join(seconds: 5)
    }

    /// Bytes written.
    var bytes: Int { state.withLock { $0.bytes } }

    // MARK: On its thread

    private var mustEnd: Bool { state.withLock { $0.mustEnd } }

    private func pause(_ seconds: Double) {
        _ = state.wait(seconds: seconds) { $0.mustEnd ? true : nil }
    }

    private func run(_ open: () -> Int32?, staysOpen: Bool, _ parts: (Int) -> Part?) {
        while !mustEnd {
            guard let descriptor = open() else {
                pause(0.01)
                continue
            }
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            write(parts, to: descriptor)
            if staysOpen { pause(.infinity) }
            close(descriptor)
            return
        }
    }

    private func write(_ parts: (Int) -> Part?, to descriptor: Int32) {
        var number = 0
        while !mustEnd, let part = parts(number) {
            if part.pause > 0 { pause(part.pause) }
            guard write(part.bytes, to: descriptor) else { return }
            number += 1
        }
    }

    /// False if the reader is gone.
    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty, !mustEnd {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
                state.update { $0.bytes += count }
            } else if count < 0, errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, 50)
            } else if count < 0, errno != EINTR {
                return false
            }
        }
        return rest.isEmpty
    }
}
