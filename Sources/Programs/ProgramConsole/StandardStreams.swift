import Glibc

/// The three standard descriptors.
package enum StandardStreams {
    /// Opens /dev/null for standard descriptors that the parent process closed. Otherwise the next opened file would
    /// take such a descriptor, and messages would be written to it.
    ///
    /// Standard output stays one that cannot be written: a command must not report success for results that nobody gets.
    package static func complete() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            // The lowest free descriptor is this one.
            _ = open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
    }
}
