import Glibc

/// The terminal whose end ends this process with SIGHUP.
package enum ControllingTerminal {
    /// Whether there is one: not for a service, nor behind `setsid`. When it has closed, there is none any more.
    package static var exists: Bool {
        let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
