import Foundation
import StudioTestSupport
import Testing

@testable import StudioScenario

/// The schema and the page of the configuration file, from the table of its keys.
@Suite("The pages about the configuration file", .serialized)
struct ConfigurationPageTests {
    private static var isWriting: Bool { ProcessInfo.processInfo.environment["PSSTUDIO_WRITE_DOCS"] != nil }

    @Test("docs/config.schema.json matches the code; PSSTUDIO_WRITE_DOCS=1 regenerates it")
    func schema() throws {
        let file = PackageFolder.url("docs/config.schema.json")
        if Self.isWriting { try ConfigurationSchema.json.write(to: file, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: file, encoding: .utf8) == ConfigurationSchema.json)
    }

    private func value(_ shape: Shape) -> String {
        switch shape {
        case .word(let words, _): words.map { "`\($0)`" }.joined(separator: ", ")
        case .flag: "`true`, `false`"
        case .integer(let range) where range.upperBound == Int(Int32.max): "an integer, at least \(range.lowerBound)"
        case .list(.mapping): "a list of mappings"
        default: shape.expectation
        }
    }

    private func row(_ cells: String...) -> String { "| \(cells.joined(separator: " | ")) |" }

    private var keys: [String] {
        [row("key", "value", "what it is", "variable"), row("---", "---", "---", "---")]
            + SessionOption.all.map { key in
                row("`\(key.name)`", value(key.shape), key.text, key.variable.map { "`\($0)`" } ?? "")
            }
    }

    private var rules: [String] {
        [row("key", "value", "what it is"), row("---", "---", "---")]
            + SessionOption.retryRules.map { row("`\($0.name)`", value($0.shape), $0.text) }
    }

    @Test(
        "the tables of docs/configuration.md match the code; PSSTUDIO_WRITE_DOCS=1 regenerates them",
        arguments: ["keys", "retry"])
    func tables(_ name: String) throws {
        let table = (["keys": keys, "retry": rules][name] ?? []).joined(separator: "\n")
        let file = PackageFolder.url("docs/configuration.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let begin = try #require(page.range(of: "<!-- generated: \(name) -->\n"))
        let end = try #require(page.range(of: "\n<!-- end -->", range: begin.upperBound..<page.endIndex))
        if Self.isWriting {
            let written = page.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: table)
            try written.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(page[begin.upperBound..<end.lowerBound] == table)
        }
    }

    @Test("the example of the page is accepted")
    func example() throws {
        let page = try PackageFolder.text("docs/configuration.md")
        let example = try #require(page.components(separatedBy: "```yaml\n").dropFirst().first)
        let text = try #require(example.components(separatedBy: "```").first)
        let file = try ConfigurationFile(text: text, name: "studio.yaml")
        #expect(file.keys.count > 5)
    }
}
