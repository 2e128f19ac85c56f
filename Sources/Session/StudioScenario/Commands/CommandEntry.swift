import MediaInputs
package import ProductionStudio
package import StudioCore
package import StudioMeeting
package import StudioRuntime

/// All that is known of a command. Scenarios, the JSON Schema, the reference and the performance are derived from it.
package struct CommandEntry: Sendable {
    /// The name in JSON and in scenarios.
    package let name: String
    /// Older names in scenarios.
    let synonyms: [String]
    /// What the command does, in one sentence.
    package let text: String
    /// The fields of the JSON form.
    let fields: [Field]
    /// Keys that scenarios also accept instead of the field `responses`.
    let answers: AnswersFormat.Keys?
    /// What the reply contains; `nil` for nothing.
    let reply: Reply?
    /// What the command acts on, with the action.
    package let action: CommandAction

    init(
        _ name: String, _ text: String, _ fields: [Field] = [], synonyms: [String] = [],
        answers: AnswersFormat.Keys? = nil, reply: Reply? = nil, action: CommandAction
    ) {
        (self.name, self.synonyms, self.text) = (name, synonyms, text)
        (self.fields, self.answers, self.reply, self.action) = (fields, answers, reply, action)
    }

    /// What a reply contains, with a text for the reference.
    enum Reply: Hashable, Sendable {
        case participant(String)
        case output(String)
        case address(String)

        var text: String {
            switch self {
            case .participant(let text), .output(let text), .address(let text): text
            }
        }
    }

    /// The entries of all commands.
    static let all = SessionCommand.examples.map(\.entry)

    /// The effect and the reply, for the reference.
    package var reference: String {
        guard let reply else { return text }
        return "\(text.dropLast()); the reply contains \(reply.text)."
    }
}

/// What became of a command.
package struct CommandOutcome: Hashable, Sendable {
    package let reply: SessionReply
    /// Whether it fits the current state. A scenario does not mind; a controller is told.
    package let hasEffect: Bool
    /// Whether the effect follows; the completion of the command reports it.
    package let isPending: Bool

    package init(_ reply: SessionReply = .done, hasEffect: Bool = true, isPending: Bool = false) {
        (self.reply, self.hasEffect, self.isPending) = (reply, hasEffect, isPending)
    }
}

/// What a command acts on, with the action.
package enum CommandAction: Sendable {
    /// The meeting of the local user. The result is whether it changed.
    case meeting(@Sendable (Meeting) -> Bool)
    /// How the host and the service respond in the meeting; later meetings inherit it.
    case services(@Sendable (MeetingServices) -> Void)
    /// The participants of the meeting.
    case roster(@Sendable (Meeting) -> SessionReply)
    /// The media of a participant.
    case tracks(@Sendable (CommandTargets) throws(SessionCommandError) -> Void)
    /// The studio of the local user. The result is whether the command fits its state.
    case studio(@Sendable (StudioController) -> Bool)
    /// Init, authentication and joining; without effect for a client that does not use them. The result is whether the
    /// command fits their state.
    case entry(@Sendable (StudioEntry) -> Bool)
    /// The source of a session. The completion is called when it is on air, or with the reason why it will not be; it is not
    /// called when the action throws.
    case source(@Sendable (CommandTargets, @escaping SourceCompletion) throws(SessionCommandError) -> Void)
    /// The slate of a session. The result is whether the command fits its state.
    case slate(@Sendable (any CommandedSession) throws(SessionCommandError) -> Bool)
    /// The outputs of a session.
    case outputs(@Sendable (any CommandedSession) throws(SessionCommandError) -> SessionReply)
    /// A new output of a session, whose file is below a folder if there is one.
    case newOutput(@Sendable (any CommandedSession, RestrictedFolder?) throws(SessionCommandError) -> SessionReply)
    /// The session.
    case session(@Sendable (any CommandedSession) -> Void)
}

/// Called once, on any thread, when a source is on air, or with the reason why it will not be.
package typealias SourceCompletion = @Sendable (SessionCommandError?) -> Void

/// A session with outputs, as commands see it.
package protocol CommandedSession: AnyObject, Sendable {
    /// Whether it has ended: nothing is published any more.
    var isOver: Bool { get }
    /// Whether commands can change its outputs.
    var hasChangeableOutputs: Bool { get }
    /// Whether commands can change its source.
    var hasChangeableSource: Bool { get }
    /// Whether it publishes events itself.
    var publishesEvents: Bool { get }
    /// A command is performed: before the events that it causes, or after a command to outputs was accepted.
    func announce(_ command: SessionCommand)
    /// Adds an output.
    ///
    /// - Parameter folder: the folder outside of which it writes nothing; `nil` for no limit.
    /// - Returns: its number.
    func addOutput(_ address: String, below folder: RestrictedFolder?) throws(SessionCommandError) -> Int
    /// Finishes an output and removes it.
    func removeOutput(_ number: Int) throws(SessionCommandError)
    /// Finishes an output and adds a new one in its place: a file with a new name, anything else at the same address.
    ///
    /// - Parameter appends: whether the new one goes on in the HLS playlist of the old one.
    /// - Returns: the number of the new one.
    func restartOutput(_ number: Int, appends: Bool) throws(SessionCommandError) -> Int
    /// Requests another source.
    ///
    /// - Parameter folder: the folder outside of which it reads nothing; `nil` for no limit.
    /// - Throws: `notSending` before and after sending; the completion is then not called.
    func changeSource(
        video: String?, audio: String?, loops: Bool, startAt: MediaTime, below folder: RestrictedFolder?,
        completion: @escaping SourceCompletion
    ) throws(SessionCommandError)
    /// Puts the slate on air.
    ///
    /// - Returns: false when it is on air by request already.
    func showSlate() throws(SessionCommandError) -> Bool
    /// Ends a slate that was requested.
    ///
    /// - Returns: false when there is none.
    func endSlate() throws(SessionCommandError) -> Bool
    /// Finishes an output that can be started again.
    func stopOutput(_ number: Int) throws(SessionCommandError)
    /// Starts a stopped output.
    ///
    /// - Parameter appends: whether it goes on in its HLS playlist.
    /// - Returns: its address, redacted.
    func startOutput(_ number: Int, appends: Bool) throws(SessionCommandError) -> String
    /// Lets a file go on in another one from the next key frame on.
    ///
    /// - Returns: the path of the next file.
    func splitOutput(_ number: Int) throws(SessionCommandError) -> String
    /// Sets the volume of the program's audio, as a factor of the amplitude.
    func setVolume(_ factor: Double) throws(SessionCommandError)
    /// Makes the program silent, or audible again.
    func setMute(_ isMuted: Bool) throws(SessionCommandError)
    /// Stops the studio, finishes the outputs, and ends the session.
    func end()
}

/// A session whose source commands cannot change.
extension CommandedSession {
    package var hasChangeableSource: Bool { false }

    package func changeSource(
        video: String?, audio: String?, loops: Bool, startAt: MediaTime, below folder: RestrictedFolder?,
        completion: @escaping SourceCompletion
    ) throws(SessionCommandError) { throw .unsupported("changeSource") }

    package func showSlate() throws(SessionCommandError) -> Bool { throw .unsupported("showSlate") }
    package func endSlate() throws(SessionCommandError) -> Bool { throw .unsupported("endSlate") }
}

/// What commands act on.
package struct CommandTargets: Sendable {
    /// The studio of the local user, and its meeting.
    package let studio: StudioController
    /// The media of the other participants.
    package let feeds: ParticipantFeeds
    /// The seed of published media.
    package let seed: UInt64
    /// The scenario of the step whose command is performed; its media files are found beside it.
    package var scenario: Scenario?
    /// The folder outside of which the command uses no file; `nil` for no limit.
    package var folder: RestrictedFolder?
    /// `nil` where a studio has no outputs that can be changed.
    package let session: (any CommandedSession)?

    /// Creates the targets; without `session`, commands to outputs are rejected.
    package init(
        _ studio: StudioController, _ feeds: ParticipantFeeds = ParticipantFeeds(), seed: UInt64 = 1,
        scenario: Scenario? = nil, below folder: RestrictedFolder? = nil, session: (any CommandedSession)? = nil
    ) {
        (self.studio, self.feeds, self.seed) = (studio, feeds, seed)
        (self.scenario, self.folder, self.session) = (scenario, folder, session)
    }

    /// The path of a source that a command names: beside the scenario, and below the folder if there is one.
    func sourcePath(_ text: String?) throws(SessionCommandError) -> String? {
        guard let text else { return nil }
        let path = scenario?.mediaPath(of: text) ?? text
        guard let folder, !CodedName.isMeant(by: path) else { return path }
        // Its key would stand in messages as part of a path.
        guard !path.contains("://") else { throw .source("a source must be a file or a pipe, not an address") }
        do throws(RestrictedFolder.Refusal) {
            return try folder.path(of: path)
        } catch {
            throw .outsideFolder("\(error)")
        }
    }

    /// Whether the session has ended: nothing is published any more.
    var isOver: Bool { session?.isOver == true }

    /// The meeting of the local user.
    package var meeting: Meeting { studio.meeting }

    func commandedSession() throws(SessionCommandError) -> any CommandedSession {
        guard let session else { throw .notSending }
        return session
    }
}

extension SessionCommand {
    /// Whether it concerns the outputs or the session, not the meeting.
    package var concernsOutputs: Bool {
        switch entry.action {
        case .outputs, .newOutput, .session, .source, .slate: true
        case .meeting, .services, .roster, .tracks, .studio, .entry: false
        }
    }

    /// Performs the command.
    ///
    /// - Parameter completion: called when a change of source is on air or has failed; see ``CommandOutcome/isPending``.
    /// - Throws: a ``SessionCommandError``; `notSending` for a command to outputs where there is no session.
    @discardableResult
    package func perform(
        on targets: CommandTargets, completion: @escaping SourceCompletion = { _ in }
    ) throws(SessionCommandError) -> CommandOutcome {
        switch entry.action {
        case .meeting(let action): return CommandOutcome(hasEffect: action(targets.meeting))
        case .services(let action): action(targets.meeting.services)
        case .roster(let action):
            let reply = action(targets.meeting)
            return CommandOutcome(reply, hasEffect: reply != .participant(user: nil))
        case .tracks(let action): try action(targets)
        case .studio(let action): return CommandOutcome(hasEffect: action(targets.studio))
        case .entry(let action):
            return CommandOutcome(hasEffect: targets.studio.entry.map { action($0) } ?? false)
        case .source(let action):
            try action(targets, completion)
            return CommandOutcome(isPending: true)
        case .slate(let action): return CommandOutcome(hasEffect: try action(targets.commandedSession()))
        case .outputs(let action): return CommandOutcome(try action(targets.commandedSession()))
        case .newOutput(let action):
            return CommandOutcome(try action(targets.commandedSession(), targets.folder))
        case .session(let action): try action(targets.commandedSession())
        }
        return CommandOutcome()
    }
}

extension CommandEntry {
    /// The names of the fields of a command in its JSON form; `nil` for an unknown command.
    package static func fieldNames(of command: String) -> [String]? {
        all.first { $0.name == command }?.fields.map(\.name)
    }

    /// The command whose name is similar; `nil` when none is.
    package static func nearestName(to text: String) -> String? { NearestWord.of(text, in: all.map(\.name)) }
}

extension SessionCommand {
    /// The command with redacted addresses, for events and logs.
    package var redacted: SessionCommand {
        func redacted(_ source: String?) -> String? {
            source.map { $0.contains("://") ? AddressRedaction.redacted(address: $0) : $0 }
        }
        switch self {
        case .addOutput(let address): return .addOutput(address: AddressRedaction.redacted(address: address))
        case .publishMedia(let user, let source, let loops):
            return .publishMedia(user: user, source: redacted(source), loops: loops)
        case .publishShare(let user, let source, let loops):
            return .publishShare(user: user, source: redacted(source), loops: loops)
        case .changeSource(let video, let audio, let loops, let startAt):
            return .changeSource(video: redacted(video), audio: redacted(audio), loops: loops, startAt: startAt)
        default: return self
        }
    }

    /// The participant whom it affects; `nil` for the local user, or for none.
    package var participant: UserID? {
        switch self {
        case .removeParticipant(let user), .rejoin(let user), .publishMedia(let user, _, _),
            .publishShare(let user, _, _), .changeTrack(let user, _, _), .setResolvable(_, let user),
            .addCaption(let user, _, _, _), .sendChat(_, let user):
            user
        case .expel(let user), .addOtherStudio(_, let user), .setVideo(_, let user), .setRole(_, let user),
            .revokeCoHost(let user):
            user
        default: nil
        }
    }
}
