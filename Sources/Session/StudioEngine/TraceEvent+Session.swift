import FoundationEssentials
import ProductionStudio
import StudioCore
import StudioScenario
import StudioTrace

extension TraceEvent {
    /// `nil` for events that the recorder receives from the meeting and the studio themselves.
    init?(_ event: SessionEvent.Kind) {
        switch event {
        case .sessionChanged(let state): self = .state(TraceState("session", state.rawValue))
        case .stopped(let reason):
            self = .state(TraceState("session", "stopped", ["reason": .text(reason.description)]))
        case .commandPerformed(let command): self = .command(TraceCommand(command))
        case .failed(let failure):
            self = .failure(
                TraceFailure(
                    category: failure.category.rawValue, code: failure.code, rule: failure.rule,
                    message: failure.message))
        case .note(let message): self = .note(TraceNote(message: message))
        case .inputsOpened(let width, let height, let frameRate, let hasAudio):
            self = .state(
                TraceState(
                    "inputs", "opened",
                    [
                        "width": .integer(Int64(width)), "height": .integer(Int64(height)),
                        "frameRate": .number(frameRate), "hasAudio": .flag(hasAudio),
                    ]))
        case .audioPipeSilent(let name): self = .note(TraceNote(message: "\(name) delivers no audio"))
        case .dropped(let reason, let frames, let audioBlocks):
            self = .drop(TraceDrop(reason: reason.rawValue, frames: frames, audioBlocks: audioBlocks))
        case .outputAdded(let output, let address):
            self = .output(TraceOutput(output: output, address: address, state: "added"))
        case .outputChanged(let output, let address, let change):
            self = .output(
                TraceOutput(
                    output: output, address: address, state: change.state, cause: change.cause,
                    message: change.message))
        case .outputRemoved(let output): self = .output(TraceOutput(output: output, address: nil, state: "removed"))
        case .meetingStatusChanged, .participantJoined, .participantLeft, .roleChanged, .hostChanged, .coHostChanged,
            .studioUserChanged, .videoChanged, .trackStateChanged, .trackMuted, .trackFormatChanged,
            .subscriptionChanged, .startCalled, .stopCalled, .startAnswered, .sendingStarted,
            .sendingStopped, .violation, .authenticated, .identityExpired:
            return nil
        }
    }
}

extension TraceCommand {
    /// The JSON form of a command has one key, its name, and an object with the arguments.
    init(_ command: SessionCommand) {
        let value = (try? JSONEncoder().encode(command)).flatMap {
            try? JSONDecoder().decode(TraceValue.self, from: $0)
        }
        guard case .object(let fields)? = value, let (name, arguments) = fields.first else {
            // Every command has a JSON form; a test encodes each of them.
            self.init("unknown")
            return
        }
        if case .object(let arguments) = arguments { self.init(name, arguments) } else { self.init(name) }
    }
}
