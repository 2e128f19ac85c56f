import Glibc
import StudioCore
package import StudioRuntime

/// Handles SIGINT, SIGTERM, SIGHUP and SIGQUIT: the first signal finishes the session, the second one aborts it, except
/// SIGHUP. Before a session exists, the first signal ends the program.
package enum Signals {
    private struct State: Sendable {
        var onFirst: (@Sendable (Int32) -> Void)?
        var forward: (@Sendable (Int32) -> Void)?
        var onAbort: (@Sendable () -> Void)?
        var onHangUp: (@Sendable () -> Void)?
        var first: Int32?
        var firstTime = MediaTime.zero
        /// Whether a signal ends the program at this moment.
        var isEnding = false
    }

    /// `timeout` signals the process and then its group. A second signal within this time is the same request.
    private static let repetition = MediaTime.milliseconds(100)

    /// The signals that end a session.
    private static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private static let state = Lock(State())
    private static let clock = SystemClock()

    /// Keeps the signals of this process for the thread that waits for them, and turns a closed pipe and a file at the
    /// size limit into error codes. Call it before any other thread exists.
    ///
    /// A signal that the parent process ignores stays ignored, as `nohup` wants it for SIGHUP. A shell without job control ignores SIGINT
    /// for `command &`, although the command can only be finished by it.
    ///
    /// - Parameter handled: signals that are handled even if the parent process ignores them.
    package static func block(alwaysHandling handled: [Int32] = []) {
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        for number in handled where isIgnored(number) { signal(number, SIG_DFL) }
        blockHandled()
    }

    private static func blockHandled() {
        var set = handled
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// The signals that end a session, without those that stay ignored.
    private static var handled: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in all where !isIgnored(number) { sigaddset(&set, number) }
        return set
    }

    /// Starts the thread that waits for the blocked signals.
    package static func begin() throws(WorkerError) {
        if all.allSatisfy(isIgnored) { return }
        _ = try Worker("signals") { [set = handled] in
            while true {
                var set = set
                var number: Int32 = 0
                if sigwait(&set, &number) == 0 { received(number) }
            }
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // SIG_IGN is not a function address, so functions cannot be compared.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }

    /// Calls `body` for the first signal from now on.
    package static func onFirst(_ body: @escaping @Sendable (Int32) -> Void) { replace(\.onFirst, with: body) }

    /// Calls `body`. Does not return when a signal ends the program at this moment: what follows would be left behind.
    package static func unlessEnding<Result>(_ body: () -> Result) -> Result { update { _ in body() } }

    private static func replace(
        _ handler: WritableKeyPath<State, (@Sendable (Int32) -> Void)?>, with body: (@Sendable (Int32) -> Void)?
    ) {
        // The old one is released after the unlock.
        _ = update { state in
            defer { state[keyPath: handler] = body }
            return state[keyPath: handler]
        }
    }

    private static func update<Result>(_ body: (inout State) -> Result) -> Result {
        let result: Result? = state.withLock { $0.isEnding ? nil : .some(body(&$0)) }
        guard let result else { while true { pause() } }
        return result
    }

    /// Calls `body` before a second signal ends the process. It must not block for longer than a line takes to print.
    package static func onAbort(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onAbort = body }
    }

    /// Calls `body` for every SIGHUP from now on, until another signal ends the program: it is no request to end then.
    package static func onHangUp(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onHangUp = body }
    }

    /// Calls `body` for every signal from now on; no signal ends this program.
    package static func forward(_ body: @escaping @Sendable (Int32) -> Void) { replace(\.forward, with: body) }

    /// From now on, signals are not forwarded.
    package static func endForwarding() { replace(\.forward, with: nil) }

    private static func received(_ number: Int32) {
        enum Meaning {
            case forwarded(@Sendable (Int32) -> Void), first(@Sendable (Int32) -> Void), repeated
            case hangUp(@Sendable () -> Void)
            case abort((@Sendable () -> Void)?)
        }
        let now = clock.now
        let meaning = state.withLock { state -> Meaning in
            if let forward = state.forward { return .forwarded(forward) }
            if number == SIGHUP, state.first == nil, let body = state.onHangUp { return .hangUp(body) }
            if state.first == number, now - state.firstTime < repetition { return .repeated }
            // A terminal that closes sends several, and nobody is left who wants to abort.
            if state.first != nil, number == SIGHUP { return .repeated }
            guard state.first == nil, let body = state.onFirst else {
                state.isEnding = true
                return .abort(state.onAbort)
            }
            (state.first, state.firstTime) = (number, now)
            return .first(body)
        }
        switch meaning {
        case .forwarded(let body), .first(let body): body(number)
        case .hangUp(let body): body()
        case .repeated: break
        case .abort(let body):
            body?()
            _exit(128 + number)
        }
    }
}
