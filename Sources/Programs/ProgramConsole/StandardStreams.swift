import Glibc

/// The three standard descriptors.
package enum StandardStreams {
    /// Opens /dev/null for standard descriptors that the parent process closed. Otherwise the next opened file would
    /// take such a descriptor, and messages would be written to it.
    package static func complete() {
        while true {
            let descriptor = open("/dev/null", O_RDWR)
            guard (0...2).contains(descriptor) else {
                if descriptor > 2 { close(descriptor) }
                return
            }
        }
    }
}
