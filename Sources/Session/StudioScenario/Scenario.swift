import SessionProtocol
public import StudioCore
package import StudioMeeting

/// A scenario: who is in the meeting, how the emulated service responds, and which commands follow when.
///
/// `docs/scenarios.md` describes the file format. A scenario is a value; `StudioSession`, `TestMeeting` and clients of a
/// facade perform it.
public struct Scenario: Hashable, Sendable {
    /// The version of the file format.
    public static let version = 1

    /// The name in messages: the path of the file as given, or the name of a ready scenario.
    public let name: String
    /// The first comment of the file, without `#`; empty for none.
    public let summary: String
    /// A meeting, or a webinar.
    public let kind: MeetingKind
    /// The participants who are present when the local user joins, in this order.
    public let participants: [ScenarioParticipant]
    /// The local user's role; `nil` when the scenario does not set it.
    public let role: MeetingRole?
    /// The responses to init, authentication and joining, with entrance and topic of the meeting.
    public let entryResponses: SessionEntryResponses
    /// The responses of the studio.
    public let studioResponses: SessionResponses
    /// The steps, in the order of the file.
    public let steps: [ScenarioStep]
    /// The folder of the media files, with a `/` at its end; empty for the current folder.
    private(set) var mediaFolder = ""

    /// The scenario with media files that are relative to the folder of a file.
    ///
    /// The sources of the steps keep their text, so that traces do not depend on where the file is.
    func withMedia(beside file: String) -> Scenario {
        var scenario = self
        if let slash = file.lastIndex(of: "/") { scenario.mediaFolder = String(file[...slash]) }
        return scenario
    }

    /// The path of a media file of a step, for opening it. Other sources stay as they are.
    package func mediaPath(of source: String) -> String {
        source.hasPrefix("/") || source.hasPrefix("coded:") ? source : mediaFolder + source
    }

    /// The files that performing it reads: its own, and the media of its steps. Some may not exist.
    package var files: [String] {
        [name] + steps.flatMap { [$0.media?.source].compactMap(\.self) + $0.sources }.map(mediaPath)
    }

    /// Adds the participants who are present when the local user joins.
    ///
    /// A meeting has one host. If the local user is the host by an option, the scenario's host becomes a co-host.
    package func addParticipants(to meeting: Meeting) {
        let hostRole = meeting.localRole == .host ? MeetingRole.coHost : .host
        for participant in participants {
            let role = participant.role == .host ? hostRole : participant.role
            meeting.add(participant.name, role: role, isVideoOn: participant.isVideoOn)
        }
    }

    /// Rejects steps that need the outputs of a session.
    ///
    /// - Parameter host: names what performs the scenario, and what to do instead.
    package func requireNoOutputs(of host: String) throws(ScenarioError) {
        guard let step = steps.first(where: { $0.command(for: nil)?.concernsOutputs == true }) else { return }
        let message = "the step is for psstudio start and StudioSession; \(host); remove it"
        throw ScenarioError(name, line: step.line, message)
    }

    /// The longest time of a step after the event that starts it.
    package var longestDelay: MediaTime {
        steps.compactMap { if case .time(let delay) = $0.timing.delay { delay } else { nil } }.max() ?? .zero
    }
}

/// A participant who is present when the local user joins.
public struct ScenarioParticipant: Hashable, Sendable {
    /// The display name, unique in the scenario.
    public let name: String
    /// The role.
    public let role: MeetingRole
    /// Whether the participant's video is on.
    public let isVideoOn: Bool
}

/// When a step is performed.
public struct ScenarioTiming: Hashable, Sendable {
    /// The time or the number of frames after the start of the timing.
    public enum Delay: Hashable, Sendable {
        /// A duration on the session's clock.
        case time(MediaTime)
        /// The number of accepted video frames; at least 1.
        case frames(Int)
    }

    /// The event that starts the timing; `nil` for the beginning of the session. Only its first occurrence counts.
    public let event: ScenarioEvent?
    /// The delay after it.
    public let delay: Delay
    /// The interval of repetitions; `nil` for a step that is performed once.
    public let interval: MediaTime?
    /// How often the step is performed; `nil` for no limit.
    public let limit: Int?

    /// Creates a timing.
    public init(event: ScenarioEvent? = nil, delay: Delay, interval: MediaTime? = nil, limit: Int? = nil) {
        self.event = event
        self.delay = delay
        self.interval = interval
        self.limit = limit
    }
}

/// An event of the client's life that starts the timing of a step. The names are the vendor's where it has one.
public enum ScenarioEvent: String, Hashable, Sendable, Codable, CaseIterable {
    /// The result of an authentication was delivered.
    case onAuthentication
    /// The local user is in the meeting.
    case onJoin
    /// `startPSMode` was called and accepted.
    case onStartPSMode
    /// The result of a start was delivered.
    case onStartPSModeResult
    /// `onStartSend` was delivered, with or without a sender.
    case onStartSend
    /// `stopPSMode` was called and accepted.
    case onStopPSMode
    /// `onStopSend` was delivered.
    case onStopSend
    /// The meeting ended for the local user, or joining failed.
    case onEnd
}

/// An invalid scenario.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as given.
    public let file: String
    /// The line, from 1; 0 when the file cannot be read.
    public let line: Int
    /// What is wrong, and what was expected.
    public let message: String

    package init(_ file: String, line: Int = 0, _ message: String) {
        (self.file, self.line, self.message) = (file, line, message)
    }

    /// One line: `FILE:LINE: message`.
    public var description: String { line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)" }
}
