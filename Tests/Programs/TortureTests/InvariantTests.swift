import Foundation
import Testing

@testable import torture

/// Invariants of the torture test, which must consider what a plan contains.
struct InvariantTests {
    /// A summary of two outputs that were offered 60 and 12 frames.
    private static func summary() throws -> SessionSummary {
        let outputs = [60, 12].map { frames in
            """
            {"destination": "out.mkv", "state": "finished", "outputBytes": 1, "outputSkippedFrames": 0,
             "outputTotalFrames": \(frames), "reconnects": 0}
            """
        }
        let media = #"{"accepted": 60, "refused": 0, "dropped": 0}"#
        let text = """
            {"exitCode": 0, "stopReason": "eos", "video": \(media), "audio": \(media), "repeatedFrames": 0, "delays": 0,
             "outputs": [\(outputs.joined(separator: ", "))]}
            """
        return try JSONDecoder().decode(SessionSummary.self, from: Data(text.utf8))
    }

    private static func plan(_ commands: [ScenarioPlan.Command], _ validity: ScenarioPlan.Validity) -> TorturePlan {
        var plan = TorturePlan(seed: 1)
        plan.outputs = [.file(.mkv), .file(.mkv)]
        plan.scenario = ScenarioPlan(bytes: [], validity: validity, commands: commands)
        return plan
    }

    @Test("An output that a scenario removes is offered fewer frames; one that stays is not")
    func removedOutput() throws {
        let (first, second) = (
            ScenarioPlan.Command(text: "removeOutput: {output: 1}", removed: 1),
            ScenarioPlan.Command(text: "removeOutput: {output: 2}", removed: 2)
        )
        let summary = try Self.summary()
        let unequal = { (commands: [ScenarioPlan.Command], validity: ScenarioPlan.Validity) in
            Invariant.unequal(summary, Self.plan(commands, validity))
        }
        #expect(unequal([], .valid) == "offered [12, 60]")
        #expect(unequal([second], .valid) == nil)
        #expect(unequal([first], .valid) == nil)
        // Any number may stand in a damaged scenario.
        #expect(unequal([first], .damaged) == nil)
        let other = ScenarioPlan.Command(text: "removeOutput: {output: 3}", removed: 3)
        #expect(unequal([other], .valid) == "offered [12, 60]")
    }
}
