import StudioRuntime

/// A delegate of the client, which is not retained. One that has gone while it was needed is reported once.
package final class DelegateReference<Delegate>: Sendable {
    private let reference: WeakReference<Delegate>
    /// Whether a delegate is set. Changes together with the reference, under this lock.
    private let isExpected: Lock<Bool>
    private let onGone: @Sendable () -> Void

    /// - Parameter onGone: called once for each delegate that has gone while it was needed.
    package init(_ delegate: Delegate? = nil, onGone: @escaping @Sendable () -> Void) {
        reference = WeakReference(delegate)
        isExpected = Lock(delegate != nil)
        self.onGone = onGone
    }

    /// The delegate as a property.
    package var object: Delegate? {
        get { reference.object }
        set {
            isExpected.withLock { isExpected in
                reference.object = newValue
                isExpected = newValue != nil
            }
        }
    }

    /// The delegate for a callback.
    package var target: Delegate? {
        let (delegate, hasGone) = isExpected.withLock { isExpected in
            let delegate = reference.object
            defer { if delegate == nil { isExpected = false } }
            return (delegate, delegate == nil && isExpected)
        }
        if hasGone { onGone() }
        return delegate
    }
}
