package import StudioCore
import StudioRuntime

/// Reports a delegate that gets media on a thread of the SDK through a conformance that is isolated to the main actor, once.
///
/// `Delegate` is a protocol, as in `IsolationCheck<any Receiver>`: a generic function would get the class instead.
package final class IsolationCheck<Delegate>: Sendable {
    private let isDone = Lock(false)

    package init() {}

    /// Called after a callback that has reached an implementation of the client.
    ///
    /// - Parameters:
    ///   - delegate: the delegate, as a protocol. It was called in any case: this check does not decide it.
    ///   - report: gets the warning.
    package func check(_ delegate: Delegate, report: (StudioError) -> Void) {
        guard !isDone.withLock({ $0 }), !MainQueue.isCurrent, !isDone.exchange(true) else { return }
        guard Self.isIsolated(delegate) else { return }
        let name = "\(type(of: delegate as AnyObject))"
        report(
            StudioError(
                .receivingIsolatedConformance,
                "\(name) gets media on a thread of the SDK, and its conformance to \(Self.name) "
                    + "is isolated to the main actor: on the vendor's system, the app ends",
                hint: "declare the callbacks nonisolated, copy the media there, and hand it to the main actor"))
    }

    /// Whether the conformance is isolated to a global actor, by its record, which every thread may read. A cast depends on the
    /// caller's thread, and on how the program has started.
    ///
    /// A protocol of classes is two words, the object and the witness table. The first word of a witness table points to the
    /// record, whose fourth 32-bit field has the flags (`ConformanceFlags` of Swift's runtime).
    private static func isIsolated(_ delegate: Delegate) -> Bool {
        let word = MemoryLayout<UnsafeRawPointer>.size
        precondition(MemoryLayout<Delegate>.size == 2 * word, "only a protocol of classes has a conformance")
        let flags = withUnsafeBytes(of: delegate) { value in
            let table = value.load(fromByteOffset: word, as: UnsafeRawPointer.self)
            return table.load(as: UnsafeRawPointer.self).load(fromByteOffset: 12, as: UInt32.self)
        }
        let hasGlobalActorIsolation: UInt32 = 1 << 19
        return flags & hasGlobalActorIsolation != 0
    }

    private static var name: String {
        let name = "\(Delegate.self)"
        return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    }
}
