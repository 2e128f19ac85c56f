import StudioRuntime

/// A weak reference for any thread.
package final class WeakReference<Object>: @unchecked Sendable {
    // Safety: the reference is accessed only under the lock; the client's object is responsible for its own thread
    // safety on the callback thread, as with the vendor's SDK.
    private struct Held {
        weak var object: AnyObject?
    }

    private let held = Lock(Held())

    package init(_ object: Object? = nil) {
        self.object = object
    }

    package var object: Object? {
        get { held.withLock { $0.object } as? Object }
        set { held.withLock { $0.object = newValue as AnyObject? } }
    }
}
