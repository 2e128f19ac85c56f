import CGStreamer
import Glibc
import StudioRuntime

/// Reserves the file descriptors that a pipeline is going to open.
///
/// GLib aborts the process when it gets no descriptor for a main loop, and GStreamer's bus stops waiting, so they are
/// checked beforehand. A reservation counts until ``release()``; call it once the descriptors are open.
package final class DescriptorReservation: Sendable {
    /// Descriptors for the rest of the process: a message, a clock, a directory listing.
    private static let margin = 8
    private static let outstanding = Lock(0)

    private let count: Lock<Int>

    /// - Throws: a ``GStreamerError`` when the process or the system has fewer than `count` descriptors left.
    package init(_ count: Int) throws(GStreamerError) {
        let isAvailable = Self.outstanding.withLock { outstanding in
            guard Self.canOpen(outstanding + count + Self.margin) else { return false }
            outstanding += count
            return true
        }
        guard isAvailable else { throw GStreamerError(.descriptorLimit, source: "pipeline", message: Self.message) }
        self.count = Lock(count)
    }

    deinit {
        release()
    }

    /// Releases the reservation, because the descriptors are open or no longer needed.
    package func release() {
        let count = count.withLock { count in
            defer { count = 0 }
            return count
        }
        if count > 0 { Self.outstanding.withLock { $0 -= count } }
    }

    private static let message = "too many open files"

    /// Opens this many descriptors and closes them again.
    private static func canOpen(_ count: Int) -> Bool {
        let first = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard first >= 0 else { return false }
        var descriptors = [first]
        defer { for descriptor in descriptors { close(descriptor) } }
        while descriptors.count < count {
            let next = fcntl(first, F_DUPFD_CLOEXEC, 0)
            guard next >= 0 else { return false }
            descriptors.append(next)
        }
        return true
    }
}
