import Glibc

/// Keeps a write from ending the process: a pipe without a reader raises SIGPIPE, a file at the limit of its size SIGXFSZ.
///
/// Both signals go to the thread that writes, and the error number says the same. A program ignores them in all threads; a
/// library must not change what its host does with signals.
enum WriteSignals {
    /// Calls `write` with both signals blocked in this thread, and discards the one that it raises.
    ///
    /// - Returns: what `write` returns. `errno` is that of `write`.
    static func suppressed(_ write: () -> Int) -> Int {
        var signals = set(SIGPIPE, SIGXFSZ)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        let count = write()
        let error = errno
        if count < 0, error == EPIPE || error == EFBIG {
            let raised = error == EPIPE ? SIGPIPE : SIGXFSZ
            // A signal that the host blocks stays pending, as without this function.
            if sigismember(&before, raised) == 0 { discard(raised) }
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = error
        return count
    }

    private static func discard(_ number: Int32) {
        var signals = set(number)
        var noTime = timespec()
        while sigtimedwait(&signals, nil, &noTime) < 0, errno == EINTR {}
    }

    private static func set(_ numbers: Int32...) -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in numbers { sigaddset(&signals, number) }
        return signals
    }
}
