package import Dispatch
import StudioRuntime

/// Executes events on a queue of the client, in turns with the work of a serial queue: what both have due is delivered in the
/// order of its submission, so that tests are repeatable.
package final class TurnExecutor: CallbackExecutor {
    private let turns: DispatchQueue
    private let target: DispatchQueue

    /// - Parameters:
    ///   - turns: the serial queue, which waits while an event is executed.
    ///   - target: where events are executed.
    package init(_ turns: DispatchQueue, _ target: DispatchQueue) {
        (self.turns, self.target) = (turns, target)
    }

    package var warningDelay: Double? { CallbackQueue.warningDelay }

    package func execute(_ body: @escaping @Sendable () -> Void) {
        turns.async { [target] in MainQueue.wait(for: target, body) }
    }
}
