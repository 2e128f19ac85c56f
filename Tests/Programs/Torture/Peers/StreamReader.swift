import Foundation
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport

/// Reads the program's output from a pipe, a socket or a FIFO, as planned, and stores it in a file.
final class StreamReader: Sendable {
    /// The received data.
    struct Received: Sendable {
        var bytes = 0
        /// Whether the stream ended, rather than the reader.
        var sawEnd = false
        var hasOpened = false
    }

    private struct State: Sendable {
        var received = Received()
        var mustEnd = false
    }

    private enum Source: Sendable {
        case descriptor(Int32)
        case fifo(String)
    }

    let plan: ReaderPlan
    /// The file with the bytes.
    let path: String
    private let state = Monitor(State())
    private let worker = Lock<Worker?>(nil)

    /// Reads from a descriptor, which it closes.
    convenience init(_ descriptor: Int32, _ plan: ReaderPlan, into path: String) {
        self.init(.descriptor(descriptor), plan, into: path)
    }

    /// Reads from a FIFO, which it opens.
    convenience init(fifo: String, _ plan: ReaderPlan, into path: String) {
        self.init(.fifo(fifo), plan, into: path)
    }

    private init(_ source: Source, _ plan: ReaderPlan, into path: String) {
        self.plan = plan
        self.path = path
        worker.withLock { $0 = try? Worker("reader") { [self] in run(source) } }
    }

    var received: Received { state.withLock { $0.received } }

    /// Waits for the end of the stream after the program has exited, so that it comes immediately.
    func finish(seconds: Double) {
        let worker = worker.withLock { $0 }
        if plan != .never, worker?.join(seconds: seconds) == true { return }
        state.update { $0.mustEnd = true }
        worker?.join(seconds: 5)
    }

    // MARK: On its thread

    private var mustEnd: Bool { state.withLock { $0.mustEnd } }

    /// Waits for this time, or until it is stopped.
    private func pause(_ seconds: Double) {
        _ = state.wait(seconds: seconds) { $0.mustEnd ? true : nil }
    }

    private func run(_ source: Source) {
        guard let descriptor = open(source) else { return }
        defer { close(descriptor) }
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        if plan == .never { return pause(.infinity) }
        read(descriptor, into: file)
    }

    private func open(_ source: Source) -> Int32? {
        switch source {
        case .descriptor(let descriptor): return descriptor
        case .fifo(let path):
            if plan == .never { return nil }
            if case .late(let milliseconds) = plan { pause(Double(milliseconds) / 1000) }
            // Non-blocking: a FIFO that the program never opens must not block the reader. It already counts as a
            // reader.
            let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            state.update { $0.received.hasOpened = descriptor >= 0 }
            return descriptor >= 0 ? descriptor : nil
        }
    }

    private func read(_ descriptor: Int32, into file: Int32) {
        let clock = SystemClock()
        var hasStalled = false
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while !mustEnd {
            let received = received.bytes
            if case .stalling(let byte, let milliseconds) = plan, received >= byte, !hasStalled {
                hasStalled = true
                pause(Double(milliseconds) / 1000)
            }
            if case .slow(let rate) = plan {
                let ahead = Double(received) / Double(rate) - clock.now.seconds
                if ahead > 0 { pause(ahead) }
            }
            guard let count = step(descriptor, &buffer) else { continue }
            guard count > 0 else { return state.update { $0.received.sawEnd = true } }
            _ = write(file, buffer, count)
            state.update { $0.received.bytes += count }
        }
    }

    /// One read: 0 at the end, `nil` if no data has arrived yet. A reader that dies reads no byte too many.
    private func step(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int? {
        var wanted = buffer.count
        if case .dying(let byte) = plan {
            wanted = min(wanted, byte - received.bytes)
            if wanted <= 0 {
                state.update { $0.mustEnd = true }
                return nil
            }
        }
        if case .slow(let rate) = plan { wanted = min(wanted, max(1, rate / 10)) }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 50) > 0 else { return nil }
        let count = Glibc.read(descriptor, &buffer, wanted)
        if count < 0, errno == EINTR || errno == EAGAIN { return nil }
        return max(0, count)
    }
}
