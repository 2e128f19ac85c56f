import ProductionStudio
import SessionControl
import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime
import Synchronization
import TraceRecording

/// The control socket of a stage: what controllers outside of the process command and receive.
final class StageControl: ControlledSession {
    let id: String
    private let reference: Reference
    private let makeSnapshot: @Sendable () -> SessionSnapshot
    private let endpoint = Lock<ControlEndpoint?>(nil)
    /// The number of the last event of a stage without a session. Held while an event is published, so that all clients receive
    /// the same order.
    private let sequence = Lock(0)
    /// The number of the last event that was published.
    private let published = Atomic(0)

    /// Not retained: the stage retains its control.
    private struct Reference: Sendable {
        weak var stage: StudioStage?
    }

    init(_ stage: StudioStage, id: String, snapshot: @escaping @Sendable () -> SessionSnapshot) {
        self.id = id
        reference = Reference(stage: stage)
        makeSnapshot = snapshot
    }

    /// Opens the socket.
    func open(_ place: ControlPlace) throws(ControlSocketError) {
        let fresh = try ControlEndpoint(place, of: self)
        endpoint.set(fresh)
    }

    var path: String? { endpoint.withLock { $0 }?.path }

    /// Publishes an event with its own number.
    func publish(_ event: SessionEvent) {
        published.store(event.sequence, ordering: .releasing)
        endpoint.withLock { $0 }?.publish(event)
    }

    /// Publishes an event of a stage without a session.
    func publish(_ event: SessionEvent.Kind, at time: MediaTime) {
        guard let endpoint = endpoint.withLock({ $0 }) else { return }
        sequence.withLock { sequence in
            sequence += 1
            published.store(sequence, ordering: .releasing)
            endpoint.publish(SessionEvent(sequence: sequence, time: time, event: event))
        }
    }

    func close() { endpoint.exchange(nil)?.close() }

    // MARK: Requests

    var participants: [ControlParticipant] {
        guard let meeting = reference.stage?.meeting else { return [] }
        return meeting.serverParticipants.map { ControlParticipant($0, isAudioOn: meeting.isAudioOn(of: $0.id)) }
    }

    var lastSequence: Int { published.load(ordering: .acquiring) }

    func snapshot() -> any Encodable & Sendable { makeSnapshot() }

    func perform(
        _ command: SessionCommand, below folder: RestrictedFolder?, origin: CommandOrigin, reply: @escaping ControlReply
    ) {
        guard let stage = reference.stage else {
            return reply(.failure(ControlError(.rejected, "the session has ended")))
        }
        guard let clock = stage.options.clock as? ManualClock else {
            return stage.control(command, below: folder, origin: origin, reply: reply)
        }
        let isDone = Monitor(false)
        clock.betweenMoments {
            stage.control(command, below: folder, origin: origin, reply: reply)
            isDone.update { $0 = true }
        }
        // The next command follows this one.
        _ = isDone.wait { $0 ? true : nil }
    }

    func monitor(
        _ subscription: ControlSubscription, _ sink: @escaping @Sendable (ControlMeasurement) -> Void
    ) throws(ControlError) -> (any ControlMonitor)? {
        guard subscription.levels > 0 || subscription.preview != nil else { return nil }
        guard let meeting = reference.stage?.meeting else {
            throw ControlError(.rejected, "there is no meeting yet; subscribe again when there is one")
        }
        let tracks = [TrackKind.camera, .microphone].compactMap { kind in
            if let user = subscription.user { meeting.track(kind, of: user) } else { meeting.localTracks[kind] }
        }
        guard tracks.count == 2 else {
            throw ControlError(.notFound, "no such participant; the snapshot lists all participants")
        }
        return MediaMonitor(subscription, of: tracks.map(\.fanout), sink)
    }

    // MARK: Events

    /// Publishes the events of a studio and its meeting, for a stage without a session.
    func observe(_ studio: StudioController) {
        let clock = studio.meeting.clock
        studio.meeting.onEvent { [weak self] in self?.publish(.init($0), at: clock.now) }
        studio.meeting.onTrackEvent { [weak self] in self?.publish(.init($0), at: clock.now) }
        studio.onCall { [weak self] in self?.publish(.init($0), at: clock.now) }
        studio.onEvent { [weak self] event in
            // The meeting reports its studio users.
            if case .userChanged = event { return }
            self?.publish(.init(event), at: clock.now)
        }
        studio.violations.onFirst { [weak self] violation in
            self?.publish(.init(violation.error, isRefusal: violation.isRefusal), at: clock.now)
        }
    }
}
