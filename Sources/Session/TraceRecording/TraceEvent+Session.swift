import FoundationEssentials
import SessionProtocol
import StudioCore
import StudioTrace

/// An event of a session for a trace, with what only its observer knows.
struct ObservedEvent: Sendable {
    var event: SessionEvent.Kind
    /// Whether a delegate received the callback; `nil` when that is unknown.
    var isReceived: Bool?
    /// The declared format of a start.
    var format: FrameDataFormat?
    /// Whether the callback that ends the sending had not returned when a call was rejected; `nil` otherwise.
    var isRace: Bool?
}

extension TraceEvent {
    /// The record of an event. The name and the arguments of a callback are those of its JSON form.
    init(_ observed: ObservedEvent) {
        let event = observed.event
        switch event {
        case .sessionChanged(let state): self = .state(TraceState("session", state.rawValue))
        case .stopped(let reason):
            self = .state(TraceState("session", "stopped", ["reason": .text(reason.description)]))
        case .inputsOpened: self = .state(TraceState("inputs", "opened", CodedCase(event).arguments))
        case .sourceChanged: self = .state(TraceState("source", "changed", CodedCase(event).arguments))
        case .slateShown: self = .state(TraceState("slate", "shown", CodedCase(event).arguments))
        case .slateEnded: self = .state(TraceState("slate", "ended", CodedCase(event).arguments))
        case .programAudioChanged(_, let isMuted):
            self = .state(TraceState("programAudio", isMuted ? "muted" : "audible", CodedCase(event).arguments))
        // Who has given it depends on the test, not on the session: equal sessions have equal traces.
        case .commandPerformed(let command, _):
            self = .command(TraceCommand(command.row.name, CodedCase(command).arguments))
        case .startCalled(let width, let height, let code):
            var arguments: [String: TraceValue] = ["width": .integer(Int64(width)), "height": .integer(Int64(height))]
            arguments["format"] = observed.format.map { .text($0.description) }
            self = .call(TraceCall("start", arguments, result: .text(code)))
        case .stopCalled(let code): self = .call(TraceCall("stop", result: .text(code)))
        case .violation(let rule, let code, let message, let isRefusal):
            self = .violation(
                TraceViolation(
                    rule: rule, code: code, message: message.withoutRule, isRefusal: isRefusal,
                    isRace: observed.isRace))
        case .failed(let failure):
            self = .failure(
                TraceFailure(
                    category: failure.category.rawValue, code: failure.code, rule: failure.rule,
                    message: failure.message))
        case .note(let message), .serverChanged(_, let message): self = .note(TraceNote(message: message))
        case .audioPipeSilent(let name): self = .note(TraceNote(message: "\(name) delivers no audio"))
        case .dropped(let reason, let frames, let audioBlocks):
            self = .drop(TraceDrop(reason: reason.rawValue, frames: frames, audioBlocks: audioBlocks))
        case .outputAdded(let output, let address):
            self = .output(TraceOutput(output: output, address: address, state: "added"))
        case .outputChanged(let output, let address, let change),
            .outputPartEnded(let output, let address, let change):
            self = .output(
                TraceOutput(
                    output: output, address: address, state: change.state, cause: change.cause,
                    message: change.message))
        case .outputSplit(let output, let address):
            self = .output(TraceOutput(output: output, address: address, state: "split"))
        case .outputRemoved(let output): self = .output(TraceOutput(output: output, address: nil, state: "removed"))
        case .authenticated, .identityExpired, .meetingStatusChanged, .participantJoined, .participantLeft,
            .roleChanged, .hostChanged, .coHostChanged, .studioUserChanged, .videoChanged, .trackStateChanged,
            .trackMuted, .trackFormatChanged, .subscriptionChanged, .startAnswered, .sendingStarted,
            .sendingStopped:
            self = .callback(
                TraceCallback(event.row.name, CodedCase(event).arguments, isReceived: observed.isReceived))
        }
    }
}

/// The JSON form of a command or an event: an object with one key, its name, and an object with the arguments.
private struct CodedCase {
    let arguments: [String: TraceValue]

    init(_ value: some Encodable) {
        let fields = (try? JSONEncoder().encode(value)).flatMap {
            try? JSONDecoder().decode([String: [String: TraceValue]].self, from: $0)
        }
        // Every event has a JSON form; a test encodes each of them.
        arguments = fields?.first?.value ?? [:]
    }
}

extension String {
    /// A diagnosis without the rule and the code in front of it, which are keys of their own.
    fileprivate var withoutRule: String { firstRange(of: ": ").map { String(self[$0.upperBound...]) } ?? self }
}
