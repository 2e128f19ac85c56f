import StudioRuntime

/// A weak reference for any thread.
///
/// It keeps the value as it was set, conformances included. A cast of the object would look the conformance up again, and does
/// not find one that is isolated to another actor than that of the caller.
package final class WeakReference<Object>: @unchecked Sendable {
    // Safety: the reference is accessed only under the lock; the client's object is responsible for its own thread
    // safety on the callback thread, as with the vendor's SDK.
    private struct Held {
        weak var object: AnyObject?
        var value: UnretainedValue<Object>?
    }

    private let held = Lock(Held())

    /// - Parameter object: an object, as a class or as a protocol of classes.
    package init(_ object: Object? = nil) {
        self.object = object
    }

    package var object: Object? {
        get {
            held.withLock { held in
                guard let object = held.object else { return nil }
                return withExtendedLifetime(object) { held.value?.loaded }
            }
        }
        set {
            held.withLock { held in
                held.object = newValue as AnyObject?
                held.value = newValue.map { UnretainedValue($0) }
            }
        }
    }
}

/// The reference to an object with its type and conformances, which does not retain the object.
private final class UnretainedValue<Object> {
    private let memory = UnsafeMutablePointer<Object>.allocate(capacity: 1)

    init(_ value: Object) {
        precondition(type(of: value as Any) is AnyClass, "only objects have weak references")
        memory.initialize(to: value)
        // The memory is never deinitialized. What it has retained is released here.
        Unmanaged.passUnretained(value as AnyObject).release()
    }

    deinit { memory.deallocate() }

    /// The value; the caller retains the object meanwhile.
    var loaded: Object { memory.pointee }
}
