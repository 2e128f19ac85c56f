import FacadeSupport
import StudioCore
import ZoomVideoRawData

/// Calls callbacks of delegates, in whichever spelling the client implements them: each default calls the next spelling, and the
/// last one reports that there is no implementation.
///
/// The defaults of the delegate find its conformances here. A cast would not find those that are isolated to another actor. Only
/// an object that the client calls itself is cast.
enum CallbackCheck {
    class Probe: @unchecked Sendable {
        // Safety: used by the thread that calls the callback.
        let object: AnyObject
        var isMissed = false

        init(_ object: AnyObject) {
            self.object = object
        }
    }

    private final class TypedProbe<Delegate>: Probe, @unchecked Sendable {
        // Safety: as that of a probe.
        let delegate: Delegate

        init(_ delegate: Delegate) {
            self.delegate = delegate
            super.init(delegate as AnyObject)
        }
    }

    @TaskLocal private static var probe: Probe?

    /// Calls a callback of a delegate.
    ///
    /// - Returns: whether it reached an implementation.
    @discardableResult
    static func isImplemented<Delegate>(by delegate: Delegate, _ callback: (Delegate) -> Void) -> Bool {
        let probe = TypedProbe(delegate)
        $probe.withValue(probe) { callback(delegate) }
        return !probe.isMissed
    }

    /// The delegate whose callback is called, with all its spellings.
    ///
    /// - Parameter object: the object whose default asks; `nil` is returned for an object that the delegate calls itself.
    static func target<Delegate>(_ object: AnyObject, _: Delegate.Type) -> Delegate? {
        guard let probe = probe as? TypedProbe<Delegate>, probe.object === object else { return nil }
        return probe.delegate
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
            VideoSDKEngine.shared.report(
                StudioError(
                    .rawDataDelegateGone, "the object of \(name) is gone",
                    hint: "keep a reference to it during the session; the SDK does not"), isRefusal: true)
        }
    }
}
