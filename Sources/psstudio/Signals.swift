import Glibc
import StudioRuntime

/// SIGINT and SIGTERM: the first one finishes the run properly, the second one aborts it.
enum Signals {
    /// Blocks the signals for this thread and all later ones; a closed pipe becomes an error code instead of a signal.
    static func block() {
        signal(SIGPIPE, SIG_IGN)
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls `onFirst` for the first signal; the second one ends the process at once.
    static func watch(onFirst: @escaping @Sendable (Int32) -> Void) {
        _ = Worker("signals") {
            var isFirst = true
            while true {
                var set = Self.set
                var number: Int32 = 0
                guard sigwait(&set, &number) == 0 else { continue }
                if !isFirst { _exit(128 + number) }
                isFirst = false
                onFirst(number)
            }
        }
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }
}
