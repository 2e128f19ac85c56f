import Glibc
import StudioRuntime

/// SIGINT and SIGTERM: the first one finishes the run properly, the second one aborts it; before there is a run, the
/// first one ends the program.
enum Signals {
    private struct State: Sendable {
        var onFirst: (@Sendable (Int32) -> Void)?
        var first: Int32?
    }

    private static let state = Lock(State())

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
        let body = state.withLock { state -> (@Sendable (Int32) -> Void)? in
            defer { state.first = number }
            return state.first == nil ? state.onFirst : nil
        }
        guard let body else { _exit(128 + number) }
        body(number)
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
