import CThreadSanitizer

// Objects that GStreamer keeps for a callback. The thread sanitizer does not see how GStreamer hands them from the thread that
// registers a callback to the one that runs it, so that both ends say so.

/// What this thread has done is visible to whoever takes the same address over.
@inline(__always)
func handOver(_ address: UnsafeMutableRawPointer) { psstudio_hand_over(address) }

/// What was done before the address was handed over is visible to this thread.
@inline(__always)
func takeOver(_ address: UnsafeMutableRawPointer) { psstudio_take_over(address) }

/// Keeps an object for a callback, until ``releaseContext(_:_:)``.
func retainContext(_ object: some AnyObject) -> UnsafeMutableRawPointer {
    let context = Unmanaged.passRetained(object).toOpaque()
    handOver(context)
    return context
}

/// The object of a callback, inside it.
func contextObject<Object: AnyObject>(_ context: UnsafeMutableRawPointer, as type: Object.Type) -> Object {
    takeOver(context)
    return Unmanaged<Object>.fromOpaque(context).takeUnretainedValue()
}

/// The callback will not run again.
func releaseContext<Object: AnyObject>(_ context: UnsafeMutableRawPointer, _ type: Object.Type) {
    takeOver(context)
    Unmanaged<Object>.fromOpaque(context).release()
}
