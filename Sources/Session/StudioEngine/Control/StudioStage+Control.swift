import Logging
import ProductionStudio
package import SessionControl
package import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime

// Commands and events through the control socket.
extension StudioStage {
    /// Lets controllers outside of the process command the stage. Without a call, nothing is different.
    ///
    /// - Parameters:
    ///   - place: the path of the socket, a folder that ends in `/`, or `auto`.
    ///   - id: the identifier of the session.
    ///   - snapshot: the state of the session; by default that of the studio. Must not wait.
    /// - Throws: a `ControlSocketError` for a path that is in use or cannot be used.
    package func openControl(
        _ place: String, id: String = StudioStage.makeID(), snapshot: (@Sendable () -> SessionSnapshot)? = nil
    ) throws(ControlSocketError) {
        let seed = options.studio.seed
        let control = StageControl(
            self, id: id, snapshot: snapshot ?? { [weak self] in SessionSnapshot(self?.currentStudio, id, seed) })
        let place = ControlPlace(place)
        try control.open(place)
        if let studio = startControl(control), !hasSessionEvents { control.observe(studio) }
        place.waitWhileHeld()
    }

    /// Opens the control socket of `PSSTUDIO_CONTROL`, unless it is open. Without it, the session goes on with a warning.
    ///
    /// - Parameter place: `nil` for none.
    package func beginControl(
        _ place: String?, id: String = StudioStage.makeID(), snapshot: (@Sendable () -> SessionSnapshot)? = nil
    ) {
        guard let place, controlPath == nil else { return }
        do {
            try openControl(place, id: id, snapshot: snapshot)
        } catch {
            Logger(label: "psstudio").warning("no control socket: \(error)")
        }
    }

    /// A unique identifier of a session: 16 hexadecimal digits.
    package static func makeID() -> String { identifier(.random(in: 0...UInt64.max)) }

    /// The identifier of a number. All have the same length, so that lists of them are sorted as texts.
    static func identifier(_ number: UInt64) -> String { NumberText.hexadecimal(number, digits: 16) }

    /// The path of the control socket; `nil` without one.
    package var controlPath: String? { control?.path }

    /// The meeting of the local user; `nil` before there is one.
    var meeting: Meeting? { currentStudio?.meeting }

    /// Publishes an event of the session to controllers.
    func publishToControllers(_ event: SessionEvent) { control?.publish(event) }

    /// Publishes an event of a stage without a session to controllers.
    package func publishToControllers(_ event: SessionEvent.Kind) { control?.publish(event, at: options.clock.now) }

    /// Performs a command of a controller after all earlier commands.
    ///
    /// - Parameters:
    ///   - folder: the folder outside of which the command uses no file; `nil` for no limit.
    ///   - origin: who has given it.
    ///   - reply: called with a `ControlError` when it has no effect, which a scenario would only report; for a change of
    ///   source later than this call returns, on another thread.
    func control(
        _ command: SessionCommand, below folder: RestrictedFolder?, origin: CommandOrigin, reply: @escaping ControlReply
    ) {
        do throws(SessionCommandError) {
            let outcome = try perform(
                command, of: nil, below: folder, origin: origin, check: { [self] in objection(to: command) },
                completion: { failure in
                    reply(failure.map { .failure(ControlError($0)) } ?? .success(.done))
                })
            guard !outcome.isPending else { return }
            reply(outcome.hasEffect ? .success(outcome.reply) : .failure(.withoutEffect(command)))
        } catch {
            reply(.failure(ControlError(error)))
        }
    }

    /// Why a command cannot be performed, before it is announced.
    private func objection(to command: SessionCommand) -> SessionCommandError? {
        switch command.row.subject {
        case .source where !hasChangeableSource, .slate where !hasChangeableSource:
            return .unsupported(command.row.name)
        case .outputs where !hasChangeableOutputs, .session where !isStoppable:
            return .unsupported(command.row.name)
        case .entry where currentEntry == nil: return .unsupported(command.row.name)
        case .source, .slate, .outputs, .session, .entry, .meeting, .services, .roster, .tracks, .studio:
            break
        }
        guard let user = command.participant, let meeting, !meeting.isPresent(user) else { return nil }
        return .unknownParticipant(user)
    }
}

extension ControlError {
    fileprivate static func withoutEffect(_ command: SessionCommand) -> ControlError {
        ControlError(
            .rejected,
            "\(command.row.name) does not fit the current state and has no effect; request the snapshot to see it")
    }

    /// A command that cannot be performed. Addresses in the message are redacted.
    init(_ error: SessionCommandError) {
        let code: Code =
            switch error {
            case .unknownOutput, .unknownParticipant: .notFound
            case .unsupported: .unsupportedHere
            case .source: .source
            case .outsideFolder: .outsideFolder
            // Whoever starts the session chooses its pipelines.
            case .address(.pipeline): .notPermitted
            case .address, .encoder, .rejected, .participant, .notSending, .noMeeting, .superseded: .rejected
            }
        self.init(code, AddressRedaction.redacted(line: "\(error)"))
    }
}

extension SessionSnapshot {
    /// The state of a client's studio; `nil` before it has one.
    init(_ studio: StudioController?, _ id: String, _ seed: UInt64) {
        self.init()
        (sessionId, self.seed) = (id, seed)
        guard let studio else { return }
        let (video, audio) = (studio.statistics.video, studio.statistics.audio)
        state =
            switch studio.state {
            case .idle: .idle
            case .starting, .accepted: .starting
            case .sending: .sending
            case .stopping: .stopping
            }
        let now = studio.meeting.clock.now
        self.video = .init(video, dropped: video.dropped, now: now)
        self.audio = .init(audio, dropped: audio.dropped, now: now)
        drops[SessionEvent.DropReason.reconnecting.rawValue] = video.dropped + audio.dropped
        describe(studio.meeting)
        violations = studio.violations.all.map { Violation($0) }
    }
}

extension SessionSnapshot.Violation {
    init(_ violation: ProductionStudio.Violation) {
        self.init(
            rule: violation.error.rule.id.rawValue, code: violation.error.code.description, count: violation.count,
            message: violation.error.message)
    }
}
