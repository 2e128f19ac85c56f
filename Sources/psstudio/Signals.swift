import Glibc
import StudioCore
import StudioRuntime

/// SIGINT and SIGTERM: the first one finishes the session properly, the second one aborts it; before there is a session, the
/// first one ends the program.
enum Signals {
    private struct State: Sendable {
        var onFirst: (@Sendable (Int32) -> Void)?
        var first: Int32?
        var firstTime = MediaTime.zero
    }

    /// `timeout` signals the process and then its group: what follows so soon is the same request.
    private static let repetition = MediaTime.milliseconds(100)

    private static let state = Lock(State())
    private static let clock = SystemClock()

    /// Sends the signals of this process to a thread that waits for them, and makes a closed pipe and a file
    /// at the size limit error codes. To be called before any other thread exists.
    ///
    /// A signal that the starter of the program ignores stays ignored: a shell without job control does so for `command &`.
    static func begin() throws(WorkerError) {
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        let numbers = [SIGINT, SIGTERM].filter { !isIgnored($0) }
        if numbers.isEmpty { return }
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        _ = try Worker("signals") { [set] in
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
        // SIG_IGN is an address without a function behind it, so that functions cannot be compared.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }

    /// Calls `body` for the first signal from now on.
    static func onFirst(_ body: @escaping @Sendable (Int32) -> Void) {
        let before = state.withLock { state in
            defer { state.onFirst = body }
            return state.onFirst
        }
        withExtendedLifetime(before) {}
    }

    private static func received(_ number: Int32) {
        enum Meaning {
            case first(@Sendable (Int32) -> Void), repeated, abort
        }
        let now = clock.now
        let meaning = state.withLock { state -> Meaning in
            if state.first == number, now - state.firstTime < repetition { return .repeated }
            guard state.first == nil, let body = state.onFirst else { return .abort }
            (state.first, state.firstTime) = (number, now)
            return .first(body)
        }
        switch meaning {
        case .first(let body): body(number)
        case .repeated: break
        case .abort: _exit(128 + number)
        }
    }
}

/// The three descriptors that every program may rely on.
enum StandardStreams {
    /// Opens /dev/null for those that whoever started the program has closed: the next file that is opened would
    /// otherwise take the place, and messages would be written into it.
    static func complete() {
        while true {
            let descriptor = open("/dev/null", O_RDWR)
            guard (0...2).contains(descriptor) else {
                if descriptor > 2 { close(descriptor) }
                return
            }
        }
    }
}
