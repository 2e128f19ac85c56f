public import ProgramEncoding
import StudioCore
public import StudioMeeting
import StudioRuntime
import Synchronization

// On the threads of the producer and the encoders.
extension Output: EncodedReceiver, MediaReceiver {
    /// An output that must be complete delays a session that is faster than real time; a server does so only while it
    /// takes media.
    public var hasCapacity: Bool {
        let (connection, machine) = state.withLock { ($0.connection, $0.machine) }
        // A file that is being opened takes everything from its start on, and is not waited for in real time.
        if connection == nil, isHolding.load(ordering: .acquiring) { return false }
        guard let connection, machine.state == .live || machine.policy.mustBeComplete else { return true }
        return connection.hasCapacity
    }

    package func receive(_ unit: EncodedUnit) {
        guard unit.track == .video ? carries.video : carries.audio else { return }
        ledger.withLock { $0.offer(unit.track) }
        if !holds(unit) { connection(for: unit.track)?.receive(unit) }
    }

    /// Receives a frame if the output takes raw media.
    public func receive(_ frame: borrowing VideoFrame) {
        guard carries.video, let connection = offer(.video) else { return }
        connection.receive(frame)
    }

    /// Receives an audio block if the output takes raw media with audio.
    public func receive(_ block: borrowing AudioBlock) {
        guard carries.audio, let connection = offer(.audio) else { return }
        connection.receive(block)
    }

    /// Counts a unit.
    private func offer(_ track: DeliveryLedger.Track) -> (any OutputConnection)? {
        ledger.withLock { $0.offer(track) }
        return connection(for: track)
    }

    /// The connection that takes a unit; without one, the unit is lost.
    private func connection(for track: DeliveryLedger.Track) -> (any OutputConnection)? {
        let connection = state.withLock { $0.connection }
        if connection == nil { ledger.withLock { $0.lose(track, by: $0.connection) } }
        return connection
    }
}
