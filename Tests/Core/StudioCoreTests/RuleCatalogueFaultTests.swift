import Foundation
import StudioCore
import StudioTestSupport
import Testing

@Suite("Faults of a catalogue of rules")
struct RuleCatalogueFaultTests {
    private static let sound: [Rule] = [
        Rule("TE-ONE-001", .success, .documented, "One.", source: "A page, a heading."),
        Rule("TE-ONE-002", .success, .inferred, "Two.", source: "A page."),
        Rule("TE-TWO-001", .success, .chosen, "Three.", source: "A reason. A trace would decide."),
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
            let rule = Rule(id, .success, .chosen, "Four.", source: "A trace would decide.")
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

    @Test("statements that are no sentences, and missing sources")
    func texts() throws {
        let rule = Rule("TE-TWO-001", .success, .inferred, "Three", source: "")
        #expect(
            try faults(Self.sound.dropLast() + [rule]) == [
                "TE-TWO-001: the statement is no sentence", "TE-TWO-001: there is no source",
                "no rule is chosen",
            ])
    }

    @Test("sources that do not say what a rule rests on")
    func sources() throws {
        let place = "the source of a documented rule names no page and heading, nor a header and symbol"
        let report = "the source of an observed rule begins neither with an address nor with a package that a test asks"
        for (mark, source, fault) in [
            (.documented, "The header.", place), (.documented, "sdk.h: ", place),
            (.documented, "sdk.h: SDKError.", nil), (.documented, "https://example.com/page, heading.", nil),
            (.observed, "Seen by somebody.", report), (.observed, "https://example.com/issues/7.", nil),
            (.observed, "sdk 1.2.30, make test-answers: it answers 3.", nil),
            (.observed, "sdk 1.2.30: it answers 3.", report),
            (.observed, "sdk, make test-answers: it answers 3.", report),
            (.observed, "sdk new, make test-answers: it answers 3.", report),
            (.observed, "sdk 1.2.30, make answers: it answers 3.", report),
            (.chosen, "Nothing is documented.", "the source of a chosen rule does not say what would decide it"),
            (.own, "A reason.", nil), (.inferred, "It follows.", nil),
        ] as [(Rule.Mark, String, String?)] {
            #expect(Rule("TE-TWO-002", .success, mark, "Four.", source: source).sourceFault == fault, "\(source)")
        }
    }

    @Test("addresses are links whose texts are the hosts; what follows them stays")
    func links() {
        let rule = Rule(
            "TE-TWO-002", .success, .observed, "Four.",
            source: "https://example.com/a/7, seen in 2.1; see sdk.h: f (https://docs.example.org/x#y).")
        #expect(
            rule.linkedSource
                == "[example.com](https://example.com/a/7), seen in 2.1; see sdk.h: f (https://docs.example.org/x#y)."
        )
    }

    @Test("a violation of a chosen rule says that it is psstudio's choice; those of other marks do not")
    func caveats() {
        for mark in Rule.Mark.allCases {
            let rule = Rule("TE-TWO-002", .success, mark, "Four.", source: "A reason.")
            let text = StudioError(rule, "it was late", hint: "be early").description
            let caveat = mark == .chosen ? " (psstudio's choice; the vendor does not document this)" : ""
            #expect(text == "TE-TWO-002: it was late; be early" + caveat)
        }
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
