import CLocalSocket
import Glibc
import StudioRuntime
import SessionProtocol

/// Serves the control sockets of all sessions of a process on one thread, which starts with the first one.
package final class ControlServer: Sendable {
    /// The server of the process.
    package static let shared = ControlServer()

    /// What other threads pass to the thread of the server.
    enum Message: Sendable {
        case opened(ControlListener)
        /// An event of an endpoint.
        case event(Int, SessionEvent)
        /// The answer to a command of a connection.
        case answer(Int, [UInt8])
        /// Levels or a preview for a connection.
        case measured(Int, ControlMeasurement)
        /// The end of an endpoint. Connections that have been written, or `seconds` later all, are closed.
        case closed(Int, seconds: Double, done: Monitor<Bool>)
    }

    private struct State: Sendable {
        var messages: [Message] = []
        /// Events among the messages.
        var events = 0
        /// Events that were dropped, by endpoint.
        var missed: [Int: Int] = [:]
        var endpoints = 0
        /// The sockets that are open, by endpoint.
        var files: [Int: ControlSocketFile] = [:]
        /// The endpoints that are being closed.
        var closings: [Int: Monitor<Bool>] = [:]
        /// The descriptor that wakes the thread; negative before it starts.
        var event: Int32 = -1
        var thread: pthread_t?
        var process: pid_t = 0
    }

    /// How many events may wait for the thread. It only copies and writes, so more wait only when it gets no time.
    private static let maximumEvents = 4096

    private let state = Lock(State())
    /// The thread that serves.
    private let owner = OwnerThread()

    package init() {}

    /// Starts the thread.
    ///
    /// - Throws: a ``ControlSocketError`` at the limit of threads or descriptors.
    func begin() throws(ControlSocketError) {
        try state.withLock { state throws(ControlSocketError) in
            // A forked child has no thread.
            guard state.event < 0 || state.process != getpid() else { return }
            let event = pslocal_event()
            guard event >= 0 else { throw ControlSocketError("the control socket", -event) }
            do throws(WorkerError) {
                _ = try Worker("control", policy: .batch) { [self] in serve(event) }
            } catch {
                close(event)
                throw ControlSocketError("\(error)")
            }
            (state.event, state.process) = (event, getpid())
        }
        _ = Self.exitHandler
    }

    /// A program may end without the end of its sessions.
    private static let exitHandler: Int32 = atexit { ControlServer.shared.finish() }

    /// How long the end of the process waits for slow clients in seconds.
    private static let exitTimeout = 0.1

    /// Ends all endpoints, at the end of the process, and waits for those that another thread is ending: the last answer and the
    /// goodbye would be lost.
    private func finish() {
        for (number, file) in state.withLock({ $0.files }) {
            file.remove()
            remove(number, seconds: Self.exitTimeout)
        }
        let (closings, process) = state.withLock { ($0.closings, $0.process) }
        guard process == getpid() else { return }
        for done in closings.values { _ = done.wait(seconds: Self.exitTimeout + 1) { $0 ? true : nil } }
    }

    private func serve(_ event: Int32) {
        owner.claim()
        state.withLock { $0.thread = pthread_self() }
        var loop = ControlLoop(self, event: event)
        loop.run()
    }

    func nextNumber() -> Int { state.withLock { $0.endpoints.increment() } }

    /// Serves an endpoint from now on.
    func add(_ listener: ControlListener) {
        state.withLock { $0.files[listener.number] = listener.file }
        post(.opened(listener))
    }

    /// Closes an endpoint, and waits until its clients have got what waits for them, at most `seconds`.
    func remove(_ number: Int, seconds: Double) {
        let done = Monitor(false)
        let (file, process, thread) = state.withLock { state in
            state.closings = state.closings.filter { !$0.value.withLock { $0 } }
            if state.process == getpid() { state.closings[number] = done }
            return (state.files.removeValue(forKey: number), state.process, state.thread)
        }
        withExtendedLifetime(file) {}
        guard process == getpid() else { return }
        post(.closed(number, seconds: seconds, done: done))
        // The thread itself may release the last reference to a session.
        if let thread, pthread_equal(thread, pthread_self()) != 0 { return }
        _ = done.wait(seconds: seconds + 1) { $0 ? true : nil }
    }

    /// Passes a message to the thread.
    func post(_ message: Message) {
        let event = state.withLock { state -> Int32? in
            if case .event(let endpoint, _) = message {
                guard state.events < Self.maximumEvents else {
                    state.missed[endpoint, default: 0] += 1
                    return nil
                }
                state.events += 1
            }
            state.messages.append(message)
            return state.messages.count == 1 ? state.event : nil
        }
        if let event { pslocal_signal(event) }
    }

    /// All messages since the last call, in order, and the number of dropped events by endpoint. Called on the thread.
    func takeMessages() -> (messages: [Message], missed: [Int: Int]) {
        owner.assertIsCurrent("control server")
        return state.withLock { state in
            defer { (state.messages, state.events, state.missed) = ([], 0, [:]) }
            return (state.messages, state.missed)
        }
    }
}
