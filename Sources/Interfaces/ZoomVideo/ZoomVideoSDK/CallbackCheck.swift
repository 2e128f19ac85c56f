import FacadeSupport
import StudioCore
import StudioRuntime
import ZoomVideoRawData

/// Whether a callback reaches an implementation of the client: the last default of each optional callback reports
/// that it does not.
enum CallbackCheck {
    final class Probe: @unchecked Sendable {
        // Safety: used by the thread that calls the callback.
        let object: AnyObject
        var isMissed = false

        init(_ object: AnyObject) {
            self.object = object
        }
    }

    @TaskLocal private static var probe: Probe?

    /// Calls a callback of a delegate.
    ///
    /// - Returns: whether it reached an implementation.
    static func isImplemented(by delegate: AnyObject, _ callback: () -> Void) -> Bool {
        let probe = Probe(delegate)
        $probe.withValue(probe) { callback() }
        return !probe.isMissed
    }

    /// Called by the last default of an object, which may be another one that the delegate calls.
    static func missed(_ object: AnyObject) {
        guard let probe, probe.object === object else { return }
        probe.isMissed = true
    }
}

/// A delegate of the client, which is not retained. One that has gone while it was needed is reported once.
final class DelegateReference<Delegate>: Sendable {
    private let reference: WeakReference<Delegate>
    private let isExpected: Lock<Bool>
    private let name: String

    /// - Parameter name: the property, for the report.
    init(_ name: String, _ delegate: Delegate? = nil) {
        self.name = name
        reference = WeakReference(delegate)
        isExpected = Lock(delegate != nil)
    }

    /// The delegate as a property.
    var object: Delegate? {
        get { reference.object }
        set {
            reference.object = newValue
            isExpected.set(newValue != nil)
        }
    }

    /// The delegate for a callback.
    var target: Delegate? {
        let delegate = reference.object
        guard delegate == nil, isExpected.exchange(false) else { return delegate }
        SessionHost.shared.report(
            StudioError(
                .rawDataDelegateGone, "the object of \(name) is gone",
                hint: "keep a reference to it during the session; the SDK does not"), isRefusal: true)
        return nil
    }
}
