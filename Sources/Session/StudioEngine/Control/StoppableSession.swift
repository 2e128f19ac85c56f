package import SessionProtocol
package import StudioRuntime
import Synchronization

/// A session without outputs that controllers can only stop.
package final class StoppableSession: CommandedSession {
    private let isStopped = Atomic(false)

    package init() {}

    /// Whether it was stopped.
    package var isOver: Bool { isStopped.load(ordering: .acquiring) }
    package var hasChangeableOutputs: Bool { false }
    package var publishesEvents: Bool { false }

    package func announce(_ command: SessionCommand, origin: CommandOrigin) {}
    package func addOutput(_ address: String, below folder: RestrictedFolder?) throws(SessionCommandError) -> Int {
        throw .notSending
    }
    package func removeOutput(_ number: Int) throws(SessionCommandError) { throw .notSending }
    package func restartOutput(_ number: Int, appends: Bool) throws(SessionCommandError) -> Int { throw .notSending }
    package func stopOutput(_ number: Int) throws(SessionCommandError) { throw .notSending }
    package func startOutput(_ number: Int, appends: Bool) throws(SessionCommandError) -> String {
        throw .notSending
    }
    package func splitOutput(_ number: Int) throws(SessionCommandError) -> String { throw .notSending }
    package func addChapter(_ number: Int, name: String?) throws(SessionCommandError) { throw .notSending }
    package func setVolume(_ factor: Double) throws(SessionCommandError) { throw .notSending }
    package func setMute(_ isMuted: Bool) throws(SessionCommandError) { throw .notSending }
    package func end() { isStopped.store(true, ordering: .releasing) }
}
