import Foundation
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioScenario

/// The tables of commands in `docs/scenarios.md`, from the table of commands.
@Suite("The page about scenarios", .serialized)
struct ScenarioPageTests {
    /// A key with its default, or with the words that it has.
    private func key(_ field: Field) -> String {
        let name = "`\(field.name)`"
        if let value = field.text.split(separator: "(default: ").dropFirst().last {
            return "\(name) (\(value.dropLast())"
        }
        guard case .word(let words, _) = field.shape, words.count < 5 else { return name }
        return "\(name): \(words.map { "`\($0)`" }.joined(separator: ", "))"
    }

    private func keys(_ fields: [Field]) -> String { fields.map(key).joined(separator: "; ") }

    private func row(_ cells: String...) -> String { "| \(cells.joined(separator: " | ")) |" }

    private var commands: [String] {
        [row("command", "keys (default)", "effect"), row("---", "---", "---")]
            + CommandRow.all.map { command in
                let answers = command.answers.map { answers in
                    ", or \(AnswersFormat.keys(answers).fields.map { "`\($0.name)`" }.joined(separator: ", "))"
                }
                return row("`\(command.name)`", keys(command.fields) + (answers ?? ""), command.text)
            }
    }

    private var changes: [String] {
        [row("change", "keys (default)", "tracks", "effect"), row("---", "---", "---", "---")]
            + TrackChangeForm.all.map { change in
                let tracks = change.kinds.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                return row("`\(change.field.name)`", keys(change.fields), tracks, change.field.text)
            }
    }

    private var olderWords: [String] {
        func rows(_ fields: [Field], of owner: String) -> [String] {
            fields.flatMap { field in field.synonyms.map { row("`\($0)` of `\(owner)`", "`\(field.name)`") } }
        }
        let names = CommandRow.all.flatMap { command in command.synonyms.map { row("`\($0)`", "`\(command.name)`") } }
        let keys = CommandRow.all.flatMap { rows($0.fields, of: $0.name) }
        let changes = TrackChangeForm.all.flatMap { rows($0.fields, of: $0.field.name) }
        return [row("older word", "now"), row("---", "---")] + names + keys + changes
            + rows(Shape.deliveryFields, of: "delivery")
    }

    @Test(
        "its tables match the code; PSSTUDIO_WRITE_DOCS=1 regenerates them",
        arguments: ["commands", "changes", "older words"])
    func tables(_ name: String) throws {
        let lines = ["commands": commands, "changes": changes, "older words": olderWords][name] ?? []
        let file = PackageFolder.url("docs/scenarios.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let begin = try #require(page.range(of: "<!-- generated: \(name) -->\n"))
        let end = try #require(page.range(of: "\n<!-- end -->", range: begin.upperBound..<page.endIndex))
        let table = lines.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["PSSTUDIO_WRITE_DOCS"] != nil {
            let written = page.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: table)
            try written.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(page[begin.upperBound..<end.lowerBound] == table)
        }
    }
}
