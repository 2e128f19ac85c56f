import Glibc

/// What the system still gives this process.
///
/// GLib and Dispatch end the process, or wait for ever, where they get no descriptor or no thread: whether there are enough is
/// asked before they are used.
package enum SystemLimits {
    /// Why there is less than this, in one line; `nil` when there is enough now.
    package static func shortage(threads: Int, descriptors: Int) -> String? {
        let files = freeDescriptors(atMost: descriptors)
        if files < descriptors {
            return "too few file descriptors: \(files) are free, \(descriptors) are needed; raise ulimit -n"
        }
        // A start should not take longer where nobody has set a limit.
        if threadLimit > Self.amplyMany { return nil }
        let goOn = Monitor(false)
        var workers: [Worker] = []
        defer {
            goOn.update { $0 = true }
            for worker in workers { worker.join() }
        }
        while workers.count < threads {
            do {
                workers.append(try Worker("limits") { _ = goOn.wait { $0 ? true : nil } })
            } catch {
                return "\(error)"
            }
        }
        return nil
    }

    /// More threads than any session needs beside everything else that its user runs.
    private static let amplyMany: UInt = 8192

    private static var threadLimit: UInt {
        var limit = rlimit()
        // RLIMIT_NPROC, which Glibc hides from Swift.
        return getrlimit(__rlimit_resource_t(6), &limit) == 0 ? limit.rlim_cur : 0
    }

    private static func freeDescriptors(atMost count: Int) -> Int {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { break }
            opened.append(descriptor)
        }
        return opened.count
    }
}
