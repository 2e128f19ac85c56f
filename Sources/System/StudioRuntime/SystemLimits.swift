import Glibc

/// Checks the resource limits of this process.
///
/// GLib and Dispatch terminate the process, or block forever, when they get no file descriptor or thread. Check the
/// limits before using them.
package enum SystemLimits {
    /// Describes the shortage in one line; `nil` when there is enough.
    package static func shortage(threads: Int, descriptors: Int) -> String? {
        let files = freeDescriptors(atMost: descriptors)
        if files < descriptors {
            return "too few file descriptors: \(files) available, \(descriptors) required; raise ulimit -n"
        }
        // Skipped when no limit is set, so that the start is not delayed.
        if hasAmpleThreads { return nil }
        let release = Monitor(false)
        var workers: [Worker] = []
        defer {
            release.update { $0 = true }
            for worker in workers { worker.join() }
        }
        while workers.count < threads {
            do {
                workers.append(try Worker("limits") { _ = release.wait { $0 ? true : nil } })
            } catch {
                return "\(error)"
            }
        }
        return nil
    }

    /// Whether the limit of threads is out of reach.
    package static var hasAmpleThreads: Bool { threadLimit > amplyMany }

    /// More threads than any session needs, in addition to the user's other processes.
    private static let amplyMany: UInt = 8192

    private static var threadLimit: UInt {
        var limit = rlimit()
        // RLIMIT_NPROC, which Glibc hides from Swift.
        return getrlimit(__rlimit_resource_t(6), &limit) == 0 ? limit.rlim_cur : 0
    }

    /// How many descriptors this process may have.
    package static var descriptorLimit: Int {
        var limit = rlimit()
        // Without an answer, the limit that every system has.
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit of descriptors to what the user may have, for a process with many connections.
    package static func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        // Without it, the limit stays; the check of the limits reports a shortage.
        _ = setrlimit(resource, &limit)
    }

    /// The number of descriptors that this process may still open, at most `count`.
    ///
    /// It opens none, because another thread may need the last ones at this moment.
    package static func freeDescriptors(atMost count: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        var (free, next) = (0, Int32(0))
        while free < count, UInt(next) < limit.rlim_cur {
            if fcntl(next, F_GETFD) < 0 { free += 1 }
            next += 1
        }
        return free
    }
}
