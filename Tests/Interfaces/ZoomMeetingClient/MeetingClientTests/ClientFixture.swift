import Dispatch
import MeetingClient
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioScenario

/// A client on a manual clock, with everything that it was notified of.
final class ClientFixture: Sendable {
    let clock = ManualClock()
    let client: MeetingClient
    private let events: Lock<[ClientEvent]>
    /// Called with each event, inside its callback.
    private let onEvent: Lock<(@Sendable (ClientEvent) -> Void)?>

    /// - Parameters:
    ///   - role: the role on joining; `nil` for that of the scenario.
    ///   - scenario: the path of a file.
    ///   - trace: the folder of the traces.
    ///   - isImmediate: whether responses come without the latency of a real service.
    ///   - executor: the thread of the callbacks; a queue without it.
    ///   - onUndispatched: called when nobody dispatches.
    init(
        role: MeetingRole? = .attendee, scenario: String? = nil, trace: String? = nil, isImmediate: Bool = true,
        executor: HostExecutor? = nil, onUndispatched: @escaping @Sendable () -> Void = {}
    ) throws {
        let (events, onEvent) = (Lock<[ClientEvent]>([]), Lock<(@Sendable (ClientEvent) -> Void)?>(nil))
        (self.events, self.onEvent) = (events, onEvent)
        let environment = try ClientEnvironment(
            variable: { ["PSSTUDIO_SCENARIO": scenario, "PSSTUDIO_TRACE": trace][$0] ?? nil }, clock: clock
        ) { choices in
            (choices.role, choices.isImmediate) = (role, isImmediate)
        }
        let queue =
            if let executor {
                CallbackQueue(clock: clock, executor: executor, onUnservedQueue: onUndispatched)
            } else {
                CallbackQueue(clock: clock, queue: DispatchQueue(label: "test.callbacks"))
            }
        client = MeetingClient(environment, queue: queue, clock: clock) { event in
            events.withLock { $0.append(event) }
            onEvent.withLock { $0 }?(event)
        }
    }

    func setOnEvent(_ body: @escaping @Sendable (ClientEvent) -> Void) { onEvent.set(body) }

    /// What was delivered since the last call.
    func takeEvents() -> [String] { events.exchange([]).map(\.text) }

    func turn(_ milliseconds: Int64 = 0) {
        precondition(client.turn(clock, by: .milliseconds(milliseconds), seconds: 10), "a callback blocks")
    }

    func initialise() throws {
        try client.initialise()
        try client.authenticate("token")
        turn()
    }

    /// Joins a meeting, and forgets the events until then.
    func join(_ change: (inout MeetingClient.JoinOptions) -> Void = { _ in }) throws {
        try initialise()
        var options = MeetingClient.JoinOptions()
        options.request.meetingNumber = 123
        change(&options)
        try client.join(options)
        turn()
        _ = takeEvents()
    }

    /// The rule that a call violates; `nil` for none.
    func rule(_ body: () throws(StudioError) -> Void) -> RuleID? {
        do throws(StudioError) {
            try body()
            return nil
        } catch {
            return error.rule.id
        }
    }

    func act(_ action: ClientStateMachine.Action) -> RuleID? {
        rule { () throws(StudioError) in try client.act(action) }
    }

    var warnings: [RuleID] { client.violations.filter { !$0.isRefusal }.map(\.error.rule.id) }

    /// Adds a participant.
    func add(_ name: String, role: MeetingRole = .attendee) throws -> UserID {
        guard
            case .participant(let user?) = try client.perform(
                .addParticipant(name: name, role: role, isVideoOn: false))
        else { return .none }
        return user
    }
}

extension ClientEvent {
    /// The event in short.
    var text: String {
        switch self {
        case .authenticated(let result): "authenticated \(result)"
        case .identityExpired: "expired"
        case .arriving(let facts): "arriving \(facts.meetingNumber)"
        case .status(let status, let reason, let failure):
            failure.map { "\(status) \($0)" } ?? (reason == .none ? "\(status)" : "\(status) \(reason)")
        case .joined(let participant): "joined \(participant.name)"
        case .left(let participant): "left \(participant.name)"
        case .role(let participant): "role \(participant.role)"
        case .host: "host"
        case .coHost(_, let isCoHost): "coHost \(isCoHost)"
        case .video(_, let isOn): "video \(isOn)"
        case .audio(_, let isUnmuted, let isConnected): "audio \(isUnmuted) \(isConnected)"
        case .share(_, let isOn): "share \(isOn)"
        case .studioUser(_, let isSending): "studioUser \(isSending)"
        case .studioResult(let isAccepted): "studioResult \(isAccepted)"
        case .studioSending(let sender): sender == nil ? "studioSending without sender" : "studioSending"
        case .studioStopped: "studioStopped"
        case .recordingPermission(let isPermitted): "permission \(isPermitted)"
        case .recordingResponse(let response): "response \(response)"
        case .recording(let isOn): "recording \(isOn)"
        case .shareLock(let isLocked): "shareLock \(isLocked)"
        case .reminder(let number, let kind, _): "reminder \(number) \(kind)"
        case .chat(let message): "chat \(message.senderName): \(message.text)"
        case .source(let source, let change): "\(source) \(change)"
        case .ownShare(let isOn): "ownShare \(isOn)"
        }
    }
}
