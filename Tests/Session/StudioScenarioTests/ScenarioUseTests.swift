import StudioCore
import Testing

@testable import StudioScenario

@Suite("What of a scenario had an effect")
struct ScenarioUseTests {
    private func complaint(
        _ name: String, hasPerformed: Bool = false, hasEntry: Bool = false, hasUsedStartResponses: Bool = false
    ) throws -> String? {
        var use = ScenarioUse()
        (use.hasPerformed, use.hasEntry, use.hasUsedStartResponses) = (hasPerformed, hasEntry, hasUsedStartResponses)
        return try Scenario(name).complaint(about: use)
    }

    @Test("each ready scenario is named when nothing of it was used, with the reason")
    func unused() throws {
        let complaints = try ReadyScenario.all.map { try complaint($0.name) }
        let steps = "no step was performed; they follow onStartSend"
        let entry = "the client calls neither init nor an authentication"
        let start = "startPSMode was not called"
        let reasons = [entry, steps, steps, steps, steps, start, start, start]
        #expect(
            complaints
                == zip(ReadyScenario.all, reasons).map { "the scenario '\($0.name)' had no effect: \($1)" })
    }

    @Test("and by what it needs, it is not")
    func used() throws {
        #expect(try complaint("auth-never-answers", hasEntry: true) == nil)
        #expect(try complaint("host-ends-meeting", hasPerformed: true) == nil)
        #expect(try complaint("start-rejected", hasUsedStartResponses: true) == nil)
        #expect(try complaint("auth-never-answers", hasPerformed: true, hasUsedStartResponses: true) != nil)
        #expect(try complaint("host-ends-meeting", hasEntry: true, hasUsedStartResponses: true) != nil)
        #expect(try complaint("start-rejected", hasPerformed: true, hasEntry: true) != nil)
    }
}
