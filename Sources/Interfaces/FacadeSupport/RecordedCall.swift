import StudioRuntime

/// A call that a facade accepted and recorded, without any effect.
public struct RecordedCall: Hashable, Sendable, CustomStringConvertible {
    /// The method or property, as Swift names it.
    public let name: String
    /// The arguments as text.
    public let arguments: [String]

    /// `enterFullScreen(_:firstMonitor:dualMonitor:): true, false, false`.
    public var description: String {
        arguments.isEmpty ? name : "\(name): \(arguments.joined(separator: ", "))"
    }
}

/// The last 1000 elements: more than a client causes while it joins, or is being repaired. Older ones are dropped and
/// counted.
package final class RecentLog<Element: Sendable>: Sendable {
    private struct State: Sendable {
        var elements: [Element] = []
        var dropped = 0
    }

    private let state = Lock(State())

    package init() {}

    package var all: [Element] { state.withLock { $0.elements } }
    package var dropped: Int { state.withLock { $0.dropped } }

    package func append(_ element: Element) {
        state.withLock { state in
            state.elements.append(element)
            guard state.elements.count > 1000 else { return }
            state.elements.removeFirst()
            state.dropped += 1
        }
    }

    package func reset() { state.set(State()) }
}

/// The last recorded calls.
package typealias CallLog = RecentLog<RecordedCall>

extension CallLog {
    package func record(_ name: String, _ arguments: [String]) {
        append(RecordedCall(name: name, arguments: arguments))
    }
}
