import Foundation
import StudioCore
import StudioTestSupport
import Testing
import YAML

@testable import StudioScenario

@Suite("Ready scenarios and their schema")
struct ReadyScenarioTests {
    @Test("the compiled-in scenarios are the files in examples/scenarios")
    func files() throws {
        let folder = PackageFolder.url("examples/scenarios")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        #expect(ReadyScenario.all.map { "\($0.name).yaml" } == names.sorted())
        for ready in ReadyScenario.all {
            let file = folder.appendingPathComponent("\(ready.name).yaml")
            #expect(try Data(contentsOf: file) == Data(ready.bytes), "\(ready.name)")
        }
    }

    @Test("each is valid, names its bug, and has an effect", arguments: ReadyScenario.all.map(\.name))
    func valid(_ name: String) throws {
        let scenario = try Scenario(name)
        #expect(scenario.name == name)
        #expect(scenario.summary.hasPrefix("Finds clients that "))
        #expect(scenario.role?.maySend == true)
        let hasAnswers =
            scenario.entryResponses != SessionEntryResponses() || scenario.studioResponses != SessionResponses()
        #expect(hasAnswers || !scenario.steps.isEmpty)
    }

    @Test("docs/scenario.schema.json matches the code; PSSTUDIO_WRITE_DOCS=1 regenerates it")
    func schemaFile() throws {
        let file = PackageFolder.url("docs/scenario.schema.json")
        if ProcessInfo.processInfo.environment["PSSTUDIO_WRITE_DOCS"] != nil {
            try ScenarioSchema.json.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == ScenarioSchema.json)
    }

    @Test("the schema accepts the ready scenarios", arguments: ReadyScenario.all.map(\.name))
    func schemaAccepts(_ name: String) throws {
        let ready = try #require(ReadyScenario.named(name))
        #expect(try Self.complaint(about: String(decoding: ready.bytes, as: UTF8.self)) == nil)
    }

    @Test(
        "the schema rejects what the checks reject",
        arguments: [
            "role: host", "version: 2", "version: 1\nrol: host", "version: 1\nrole: boss", "version: 1\nsteps: 3",
            "version: 1\nsteps: [{at: 5s}]", "version: 1\nsteps: [{leave: {}}]",
            "version: 1\nsteps: [{at: 1s, leave: {}, admit: {}}]",
            "version: 1\nsteps: [{at: 1s, on: onJoin, leave: {}}]",
            "version: 1\nsteps: [{at: 1s, times: 2, leave: {}}]", "version: 1\nsteps: [{at: soon, leave: {}}]",
            "version: 1\nsteps: [{after: 0 frames, leave: {}}]", "version: 1\nsteps: [{at: 1s, rejoin: {}}]",
            "version: 1\nsteps: [{at: 1s, setVideo: {}}]",
            "version: 1\nsteps: [{at: 1s, setVideo: {on: true, isOn: true}}]",
            "version: 1\nsteps: [{at: 1s, setResponses: {responses: {}, accepts: true}}]",
            "version: 1\nanswers: {start: {delivery: sometimes}}", "version: 1\nanswers: {start: {accepts: 7}}",
        ])
    func schemaRejects(_ text: String) throws {
        #expect(try Self.complaint(about: text) != nil)
        #expect(throws: ScenarioError.self) { try Scenario(text: text, name: "a") }
    }

    @Test("every command of a session can be a step")
    func commands() {
        let names = Set(StepFormat.commands.map(\.name))
        #expect(names.count == StepFormat.commands.count)
        #expect(names.isSuperset(of: CommandRow.all.map(\.name)))
        #expect(names.isDisjoint(with: StepFormat.timing.map(\.name)))
    }

    private static func complaint(about text: String) throws -> String? {
        let schema = try JSONSerialization.jsonObject(with: Data(ScenarioSchema.json.utf8))
        let checker = SchemaChecker(root: try #require(schema as? [String: Any]))
        return checker.complaint(try YAMLNode(text).map(plain) ?? NSNull(), checker.root)
    }
}
