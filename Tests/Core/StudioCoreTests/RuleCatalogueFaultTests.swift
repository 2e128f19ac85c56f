import Foundation
import StudioCore
import StudioTestSupport
import Testing

@Suite("Faults of a catalogue of rules")
struct RuleCatalogueFaultTests {
    private static let sound: [Rule] = [
        Rule("TE-ONE-001", .success, .documented, "One.", source: "A page."),
        Rule("TE-ONE-002", .success, .inferred, "Two.", source: "A page."),
        Rule("TE-TWO-001", .success, .chosen, "Three.", source: "A reason."),
    ]
    private static let tests = """
        @Test("one: TE-ONE-001")
        @Test(
            "two: TE-ONE-002", arguments: 0..<2)
        @Test(
            \"\"\"
            three:
            TE-TWO-001
            \"\"\")
        """

    private func faults(_ rules: [Rule], tests: String = tests) throws -> [String] {
        let folder = try TestFolder()
        _ = try folder.write("Tests.swift", tests)
        return try RuleCatalogue(interface: "test", title: "Test", rules: rules).faults(
            prefix: "TE", chapters: ["ONE", "TWO"],
            testedBy: TestNames.names(inFolder: URL(fileURLWithPath: folder.path)))
    }

    @Test("a sound catalogue has none")
    func sound() throws {
        #expect(try faults(Self.sound) == [])
    }

    @Test("identifiers of another form, and gaps in their numbers")
    func identifiers() throws {
        let gap = [Self.sound[1], Self.sound[2]]
        #expect(try faults(gap) == ["ONE: numbers [2], expected 1 to 1", "no rule is documented"])
        for id in ["TX-ONE-003", "TE-THREE", "TE-ONE-3", "TE-ONE-00x"] as [RuleID] {
            let rule = Rule(id, .success, .chosen, "Four.", source: "A reason.")
            #expect(
                try faults(Self.sound + [rule]) == ["\(id): expected TE-CHAPTER-001", "\(id): no test names it"])
        }
        let twice = Self.sound + [Self.sound[2]]
        #expect(try faults(twice) == ["TWO: numbers [1, 1], expected 1 to 2"])
        #expect(
            try faults(Array(Self.sound.prefix(2))) == [
                #"chapters ["ONE"], expected ["ONE", "TWO"]"#, "no rule is chosen",
            ])
    }

    @Test("statements and sources that are no sentences")
    func texts() throws {
        let rule = Rule("TE-TWO-001", .success, .chosen, "Three", source: "")
        #expect(
            try faults(Self.sound.dropLast() + [rule]) == [
                "TE-TWO-001: the statement is no sentence", "TE-TWO-001: the source is no sentence",
            ])
    }

    @Test("rules that no test names in its display name")
    func untested() throws {
        let tests = Self.tests.replacingOccurrences(of: "TE-ONE-002\"", with: "\"") + "// TE-ONE-002"
        #expect(try faults(Self.sound, tests: tests) == ["TE-ONE-002: no test names it"])
    }

    @Test("a folder that does not exist contains no tests")
    func missingFolder() throws {
        let catalogue = RuleCatalogue(interface: "test", title: "Test", rules: Self.sound)
        let folder = URL(fileURLWithPath: "/nonexistent")
        let faults = try catalogue.faults(
            prefix: "TE", chapters: ["ONE", "TWO"], testedBy: TestNames.names(inFolder: folder))
        #expect(faults == Self.sound.map { "\($0.id): no test names it" })
    }
}
