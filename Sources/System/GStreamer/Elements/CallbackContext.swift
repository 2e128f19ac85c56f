import CGStreamer
import CThreadSanitizer

// Objects that GStreamer retains for a callback. The thread sanitizer does not see the transfer from the thread that
// registers a callback to the thread that calls it, so both sides annotate it.

/// Everything that this thread did is visible to the thread that takes over the address.
@inline(__always)
func handOver(_ address: UnsafeMutableRawPointer) { psstudio_hand_over(address) }

/// Everything done before the address was handed over is visible to this thread.
@inline(__always)
func takeOver(_ address: UnsafeMutableRawPointer) { psstudio_take_over(address) }

/// A closure for a callback.
final class Handler<Body: Sendable>: Sendable {
    let body: Body
    init(_ body: Body) { self.body = body }
}

/// Retains an object for a callback, until ``releaseContext(_:)``.
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

/// The callback will not be called again.
func releaseContext(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    takeOver(context)
    Unmanaged<AnyObject>.fromOpaque(context).release()
}

// The parameters of a pad probe: the pad, what passes it, and the object that it retains.
typealias ProbePad = UnsafeMutablePointer<GstPad>?
typealias ProbeInfo = UnsafeMutablePointer<GstPadProbeInfo>?
typealias ProbeContext = UnsafeMutableRawPointer?
