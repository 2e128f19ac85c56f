import StudioRuntime

/// Reserves the file descriptors that a pipeline or an output is going to open.
///
/// GLib aborts the process when it gets no descriptor for a main loop, and GStreamer's bus stops waiting, so they are
/// checked beforehand. A reservation counts until ``release()``; call it once the descriptors are open.
package final class DescriptorReservation: Sendable {
    /// Descriptors for the rest of the process: a message, a clock, a directory listing.
    private static let margin = 8
    private static let outstanding = Lock(0)

    private let count: Lock<Int>

    /// - Throws: a ``GStreamerError`` when the process has fewer than `count` descriptors left.
    package init(_ count: Int) throws(GStreamerError) {
        let isAvailable = Self.outstanding.withLock { outstanding in
            let required = outstanding + count + Self.margin
            guard SystemLimits.freeDescriptors(atMost: required) == required else { return false }
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
        let count = count.withLock { exchange(&$0, with: 0) }
        if count > 0 { Self.outstanding.withLock { $0 -= count } }
    }

    private static let message = "too many open files"
}
