import Foundation
import StudioTestSupport
import Testing

/// `psstudio receive --scenario`, when the meeting is not entered.
@Suite(.endToEnd)
struct ReceiveJoiningTests {
    private static let meetings = [
        ("answers: {join: {failure: passcodeWrong}}", "joining the meeting failed: passcodeWrong"),
        (
            "answers: {join: {failure: meetingOver, failureEndsMeeting: true}}",
            "joining the meeting failed: meetingOver"
        ),
        ("answers: {join: {refusal: ServiceFailed}}", "joining the meeting was rejected: ServiceFailed"),
        ("answers: {init: {failure: ServiceFailed}}", "init failed: ServiceFailed"),
        ("answers: {authentication: {result: keyWrong}}", "the authentication failed: keyWrong"),
        ("answers: {authentication: {refusal: ServiceFailed}}", "the authentication was rejected: ServiceFailed"),
        ("answers: {authentication: {delivery: never}}", "the authentication was not answered"),
        (
            "meeting: {entrance: waitingRoom, participants: [{name: Ada}]}",
            "not in the meeting at the end; its status is inWaitingRoom"
        ),
    ]

    @Test("A meeting that is not entered is a refusal with one line, and exit code 4", arguments: meetings)
    func refused(_ scenario: String, _ message: String) throws {
        let folder = try TestFolder()
        let participants = scenario.contains("meeting:") ? "" : "meeting: {participants: [{name: Ada}]}\n"
        let path = folder.file("meeting.yaml")
        try Data("version: 1\n\(participants)\(scenario)\n".utf8).write(to: URL(fileURLWithPath: path))
        for clock in [["--fast"], []] {
            let outcome = try StudioProgram.run(
                ["receive", "--scenario", path, "--duration", "300ms", "--no-files", "--json"] + clock)
            #expect(outcome.exitCode == 4)
            #expect(outcome.errors == "psstudio: \(message)\n")
            let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
            #expect(object?["exitCode"] as? Int == 4)
            #expect((object?["error"] as? [String: Any])?["message"] as? String == message)
        }
    }

    @Test(
        "A meeting that is entered after a wait in its waiting room is received",
        arguments: ["steps: [{at: 100ms, admit: {}}]", "answers: {join: {admission: 100ms}}"])
    func admitted(_ admission: String) throws {
        let folder = try TestFolder()
        let text = """
            version: 1
            meeting: {entrance: waitingRoom, participants: [{name: Ada}]}
            \(admission)
            """
        let path = try folder.write("meeting.yaml", [UInt8](text.utf8))
        let outcome = try StudioProgram.run(
            ["receive", "--scenario", path, "--duration", "1s", "--no-files", "--fast"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
    }
}
