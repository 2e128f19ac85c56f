import CGStreamer
package import StudioCore

/// A reference to a `GstBuffer`: media with its times.
///
/// Not copyable: each value owns one reference. `retained()` adds a reference without copying the media.
@usableFromInline
package struct MediaBuffer: ~Copyable, @unchecked Sendable {
    // Safety: reference counts are atomic, and bytes are written only while a single reference exists.
    let pointer: UnsafeMutablePointer<GstBuffer>

    init(owning pointer: UnsafeMutablePointer<GstBuffer>) {
        self.pointer = pointer
    }

    deinit {
        psgst_buffer_unref(pointer)
    }

    /// A new buffer of `byteCount` bytes, when no pool is used; `nil` when memory is exhausted.
    package init?(byteCount: Int) {
        guard let pointer = Self.allocate(byteCount) else { return nil }
        self.init(owning: pointer)
    }

    /// GStreamer's allocator exists only once GStreamer has started.
    private static func allocate(_ byteCount: Int) -> UnsafeMutablePointer<GstBuffer>? {
        guard (try? GStreamerRuntime.start()) != nil else { return nil }
        return gst_buffer_new_allocate(nil, UInt(byteCount), nil)
    }

    /// A new buffer with a copy of `bytes`; `nil` when memory is exhausted.
    package init?(copying bytes: [UInt8]) {
        guard let pointer = Self.allocate(bytes.count) else { return nil }
        gst_buffer_fill(pointer, 0, bytes, UInt(bytes.count))
        self.init(owning: pointer)
    }

    /// A new buffer with a copy of `bytes`; `nil` when memory is exhausted.
    package init?(copying bytes: UnsafeRawBufferPointer) {
        guard let pointer = Self.allocate(bytes.count) else { return nil }
        gst_buffer_fill(pointer, 0, bytes.baseAddress, UInt(bytes.count))
        self.init(owning: pointer)
    }

    /// A buffer over memory of others, which is neither copied nor written.
    ///
    /// - Parameters:
    ///   - bytes: must stay valid and unchanged while `owner` exists.
    ///   - owner: retained until nothing refers to the memory; the last reference may end on any thread. `nil` is
    ///     returned, and nothing retained, when `bytes` has no address.
    package init?(lending bytes: UnsafeRawBufferPointer, owner: some AnyObject & Sendable) {
        guard let address = UnsafeMutableRawPointer(mutating: bytes.baseAddress),
            (try? GStreamerRuntime.start()) != nil
        else { return nil }
        let count = gsize(bytes.count)
        guard
            let pointer = gst_buffer_new_wrapped_full(
                GST_MEMORY_FLAG_READONLY, address, count, 0, count, retainContext(owner), releaseContext)
        else { return nil }
        self.init(owning: pointer)
    }

    package borrowing func retained() -> MediaBuffer {
        MediaBuffer(owning: psgst_buffer_ref(pointer))
    }

    /// Transfers the reference to the caller.
    consuming func release() -> UnsafeMutablePointer<GstBuffer> {
        let pointer = pointer
        discard self
        return pointer
    }

    package var byteCount: Int { Int(gst_buffer_get_size(pointer)) }

    /// The presentation time; `nil` when unset.
    package var time: MediaTime? {
        get { MediaTime(clockTime: pointer.pointee.pts) }
        nonmutating set {
            pointer.pointee.pts = newValue.clockTime
            pointer.pointee.dts = newValue.clockTime
        }
    }

    package var duration: MediaTime? {
        get { MediaTime(clockTime: pointer.pointee.duration) }
        nonmutating set { pointer.pointee.duration = newValue.clockTime }
    }

    /// Whether decoding can start here.
    package var isKeyFrame: Bool { psgst_buffer_has_flag(pointer, GST_BUFFER_FLAG_DELTA_UNIT.rawValue) == 0 }

    package var isDiscontinuity: Bool {
        get { psgst_buffer_has_flag(pointer, GST_BUFFER_FLAG_DISCONT.rawValue) != 0 }
        nonmutating set {
            if newValue {
                psgst_buffer_set_flag(pointer, GST_BUFFER_FLAG_DISCONT.rawValue)
            } else {
                psgst_buffer_unset_flag(pointer, GST_BUFFER_FLAG_DISCONT.rawValue)
            }
        }
    }

    /// A copy of the media with its own times and flags, for bytes that differ. `nil` when memory is exhausted.
    package borrowing func copied() -> MediaBuffer? {
        gst_buffer_copy_deep(pointer).map { MediaBuffer(owning: $0) }
    }

    /// A reference to the same media with its own times and flags. The media is not copied. `nil` when memory is
    /// exhausted.
    package borrowing func withOwnTimes() -> MediaBuffer? {
        guard let copy = gst_buffer_copy_region(pointer, copyEverything, 0, .max) else { return nil }
        return MediaBuffer(owning: copy)
    }

    /// Like ``withOwnTimes()``, for media that many pipelines get: its memory is an object of its own over the same bytes.
    /// GStreamer searches all buffers with the same object when one of them is released.
    ///
    /// - Parameter onRelease: called once, on any thread, when the media of this reference is released, for example when a
    ///   zero-copy muxer's output was written or discarded.
    package borrowing func withOwnMemory(onRelease: (@Sendable () -> Void)? = nil) -> MediaBuffer? {
        guard let copy = gst_buffer_copy_region(pointer, copyAllButMemory, 0, .max) else { return nil }
        let result = MediaBuffer(owning: copy)
        let count = gst_buffer_n_memory(pointer)
        guard count > 0 else { return nil }
        for index in 0..<count {
            // A region that spans the whole memory: a separate object over the same bytes.
            guard let memory = gst_buffer_peek_memory(pointer, index), let part = gst_memory_share(memory, 0, -1)
            else { return nil }
            if index == count - 1, let onRelease { part.onRelease(onRelease) }
            gst_buffer_append_memory(copy, part)
        }
        return result
    }

    /// Reads the bytes; they are valid only inside `body`. `nil` when they cannot be mapped.
    @inlinable
    package borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard var mapping = Mapping(pointerBits, isWriting: false) else { return nil }
        defer { mapping.end() }
        return body(UnsafeRawBufferPointer(mapping.bytes))
    }

    /// Writes the bytes; they are valid only inside `body`. `nil` when the buffer is shared or cannot be mapped.
    @inlinable
    package borrowing func withMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard var mapping = Mapping(pointerBits, isWriting: true) else { return nil }
        defer { mapping.end() }
        return try body(mapping.bytes)
    }

    /// Maps the bytes until ``Mapping/end()``, for reading and writing or for reading only. The buffer must exist until
    /// then. `nil` when it cannot be mapped.
    package borrowing func mapped(forWriting isWriting: Bool) -> Mapping? {
        Mapping(
            pointer, isWriting ? GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue) : GST_MAP_READ)
    }

    /// The buffer's address for inlined code, which cannot use GStreamer's types.
    @usableFromInline var pointerBits: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

    /// Trims the media to `range`, in bytes, without copying it.
    package borrowing func trim(to range: Range<Int>) {
        gst_buffer_resize(pointer, range.lowerBound, range.count)
    }
}

/// Access to a buffer's bytes, from initialisation to `end`.
///
/// Not generic, so that the generic functions around it can be inlined into other modules: unspecialised, they look up
/// type metadata on each call, 300 instructions per frame.
@usableFromInline
package struct Mapping {
    private var info = GstMapInfo()
    private let buffer: UnsafeMutablePointer<GstBuffer>
    @usableFromInline package let bytes: UnsafeMutableRawBufferPointer

    @usableFromInline
    init?(_ buffer: UnsafeMutableRawPointer, isWriting: Bool) {
        self.init(buffer.assumingMemoryBound(to: GstBuffer.self), isWriting ? GST_MAP_WRITE : GST_MAP_READ)
    }

    init?(_ buffer: UnsafeMutablePointer<GstBuffer>, _ flags: GstMapFlags) {
        self.buffer = buffer
        guard gst_buffer_map(buffer, &info, flags) != 0 else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: info.data, count: Int(info.size))
    }

    @usableFromInline
    package mutating func end() {
        gst_buffer_unmap(buffer, &info)
    }
}

/// `GST_BUFFER_COPY_ALL` is a macro over an enum that Swift imports member by member.
private let copyEverything = GstBufferCopyFlags(
    rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_META.rawValue
        | GST_BUFFER_COPY_MEMORY.rawValue)

private let copyAllButMemory = GstBufferCopyFlags(
    rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_META.rawValue)

extension UnsafeMutablePointer<GstMemory> {
    /// Calls `body` once, on the thread that releases the last reference.
    func onRelease(_ body: @escaping @Sendable () -> Void) {
        psgst_memory_on_release(self, noteRelease, retainContext(ReleaseObserver(body)))
    }
}

private typealias ReleaseObserver = Handler<@Sendable () -> Void>

private func noteRelease(_ context: gpointer?, _ memory: UnsafeMutablePointer<GstMiniObject>?) {
    guard let context else { return }
    takeOver(context)
    Unmanaged<ReleaseObserver>.fromOpaque(context).takeRetainedValue().body()
}

extension MediaTime {
    /// `nil` for `GST_CLOCK_TIME_NONE`, a macro that Swift does not import.
    init?(clockTime: GstClockTime) {
        guard clockTime <= GstClockTime(Int64.max) else { return nil }
        self.init(nanoseconds: Int64(clockTime))
    }
}

extension MediaTime? {
    var clockTime: GstClockTime { map { GstClockTime(max(0, $0.nanoseconds)) } ?? GstClockTime.max }
}
