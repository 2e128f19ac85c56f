import CGStreamer

/// A pool of buffers of one size.
///
/// The pool is unbounded, because a bounded pool deadlocks with consumers that retain frames; the gates before it limit
/// the number. GStreamer's pools are first in, first out, so each buffer of an earlier burst would be used in turn. Two
/// buffers suffice when consumers keep up; they are preferred, and stay in the CPU cache.
package final class BufferPool: Sendable {
    private let preferred: FIFOPool
    private let others: FIFOPool
    package let byteCount: Int

    /// - Throws: a ``GStreamerError`` when GStreamer rejects the configuration or cannot allocate the first buffers.
    package init(byteCount: Int) throws(GStreamerError) {
        try GStreamerRuntime.start()
        guard let size = UInt32(exactly: byteCount) else {
            throw GStreamerError(.core, source: "buffer pool", message: "unsupported buffer size: \(byteCount) bytes")
        }
        self.byteCount = byteCount
        preferred = try FIFOPool(size, first: 2, limit: 2)
        others = try FIFOPool(size, first: 0, limit: 0)
    }

    /// Stops handing out buffers.
    package func close() {
        preferred.close()
        others.close()
    }

    /// A buffer of ``byteCount`` bytes with undefined content; `nil` when memory is exhausted.
    package func acquire() -> MediaBuffer? {
        guard let buffer = preferred.acquire() ?? others.acquire() else { return nil }
        takeOver(buffer)
        return MediaBuffer(owning: buffer)
    }
}

/// A pool of GStreamer that does not wait for buffers.
private final class FIFOPool: @unchecked Sendable {
    // Safety: GstBufferPool is thread-safe.
    private let pool: UnsafeMutablePointer<GstBufferPool>

    /// - Parameters:
    ///   - first: the number of buffers that are allocated immediately.
    ///   - limit: the maximum number of buffers; 0 for no limit.
    init(_ size: UInt32, first: UInt32, limit: UInt32) throws(GStreamerError) {
        pool = gst_buffer_pool_new()
        let configuration = gst_buffer_pool_get_config(pool)
        gst_buffer_pool_config_set_params(configuration, nil, size, first, limit)
        var parameters = GstAllocationParams()
        gst_allocation_params_init(&parameters)
        parameters.align = 63  // A cache line; with the default alignment, a copy at 1080p has 0.73 of the speed.
        gst_buffer_pool_config_set_allocator(configuration, nil, &parameters)
        guard gst_buffer_pool_set_config(pool, configuration) != 0, gst_buffer_pool_set_active(pool, 1) != 0 else {
            gst_object_unref(pool)
            throw GStreamerError(.core, source: "buffer pool", message: "cannot allocate buffers of \(size) bytes")
        }
    }

    deinit {
        // Buffers in use retain the pool until they return.
        close()
        gst_object_unref(pool)
    }

    func close() { gst_buffer_pool_set_active(pool, 0) }

    func acquire() -> UnsafeMutablePointer<GstBuffer>? {
        var parameters = GstBufferPoolAcquireParams()
        parameters.flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT
        var buffer: UnsafeMutablePointer<GstBuffer>?
        return gst_buffer_pool_acquire_buffer(pool, &buffer, &parameters) == GST_FLOW_OK ? buffer : nil
    }
}
