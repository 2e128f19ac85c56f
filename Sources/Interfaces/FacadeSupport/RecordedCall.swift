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

/// The last recorded calls.
package final class CallLog: Sendable {
    private struct State: Sendable {
        var calls: [RecordedCall] = []
        var dropped = 0
    }

    /// More calls than a client makes while it joins. Older ones are dropped and counted.
    private static let capacity = 1000

    private let state = Lock(State())

    package init() {}

    package var all: [RecordedCall] { state.withLock { $0.calls } }
    package var dropped: Int { state.withLock { $0.dropped } }

    package func record(_ name: String, _ arguments: [String]) {
        let call = RecordedCall(name: name, arguments: arguments)
        state.withLock { state in
            state.calls.append(call)
            guard state.calls.count > Self.capacity else { return }
            state.calls.removeFirst()
            state.dropped += 1
        }
    }

    package func reset() { state.set(State()) }
}
