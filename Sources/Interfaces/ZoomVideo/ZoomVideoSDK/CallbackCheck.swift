import FacadeSupport
import StudioCore
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

extension DelegateReference {
    /// A delegate of the SDK or of a session context.
    ///
    /// - Parameter name: the property, for the report.
    convenience init(_ name: String, _ delegate: Delegate? = nil) {
        self.init(delegate) {
            SessionHost.shared.report(
                StudioError(
                    .rawDataDelegateGone, "the object of \(name) is gone",
                    hint: "keep a reference to it during the session; the SDK does not"), isRefusal: true)
        }
    }
}
