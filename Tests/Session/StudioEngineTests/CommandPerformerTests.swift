import Dispatch
import ProductionStudio
import SessionProtocol
import StudioMeeting
import StudioRuntime
import Testing

@testable import StudioEngine

/// From commands to what they act on.
struct CommandPerformerTests {
    private static let sessionCommands: Set = [
        "addOutput", "removeOutput", "restartOutput", "stopOutput", "startOutput", "splitOutput", "setVolume",
        "setMute",
        "addChapter", "changeSource", "showSlate", "endSlate", "graph", "addNote", "stop",
    ]

    @Test(
        "a command to outputs or to the session is rejected without a session", arguments: SessionCommand.examples)
    func targets(_ command: SessionCommand) throws {
        let meeting = Meeting(clock: ManualClock(), callbackQueue: DispatchQueue(label: "psstudio.test.callbacks"))
        let targets = CommandTargets(StudioController(in: meeting))
        let concernsOutputs = Self.sessionCommands.contains(command.row.name)
        #expect(command.concernsOutputs == concernsOutputs)
        guard concernsOutputs else { return }
        #expect(throws: SessionCommandError.notSending) { try command.perform(on: targets) }
    }

    @Test(
        "a client without a meeting performs the commands to its entry, and no others",
        arguments: SessionCommand.examples)
    func entry(_ command: SessionCommand) {
        let entry = StudioEntry { _ in }
        let isPerformed = command.perform(on: entry) != nil
        #expect(isPerformed == (command.row.subject == .entry || command.row.name == "setResponses"))
    }
}
