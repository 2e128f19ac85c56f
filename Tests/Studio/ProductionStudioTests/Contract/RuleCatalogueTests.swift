import Foundation
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@Suite("The rules")
struct RuleCatalogueTests {
    private let rules = RuleCatalogue.productionStudio.rules
    private static let tests = PackageFolder.url("Tests")

    @Test("the catalogue lists every declared rule exactly once")
    func complete() throws {
        let folder = PackageFolder.url("Sources/Studio/ProductionStudio/Rules")
        var declared: [String] = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            for (line, next) in zip(lines, lines.dropFirst()) where line.hasSuffix(" = Rule(") {
                declared.append(String(next.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }))
            }
        }
        #expect(declared.count > 100, "too few declarations were found")
        #expect(rules.map(\.id.rawValue).sorted() == declared.sorted())
    }

    @Test("identifiers are unique, of one form, and numbered without gaps in each chapter")
    func identifiers() throws {
        var chapters: [String: [Int]] = [:]
        for rule in rules {
            let parts = rule.id.rawValue.split(separator: "-")
            try #require(parts.count == 3)
            #expect(parts[0] == "PS")
            #expect(parts[2].count == 3)
            chapters[String(parts[1]), default: []].append(try #require(Int(parts[2])))
        }
        for (chapter, numbers) in chapters { #expect(numbers.sorted() == Array(1...numbers.count), "\(chapter)") }
        let expected = [
            "ENTRY", "START", "STOP", "SEND", "AUDIO", "TIME", "ORDER", "USER", "MEET", "ROLE", "ROSTER", "SPEECH",
            "CAPTION", "SDK",
        ]
        #expect(chapters.keys.sorted() == expected.sorted())
    }

    @Test("every mark is used, and every rule has a statement and a reason")
    func marks() {
        #expect(Set(rules.map(\.mark)).isSuperset(of: [.documented, .inferred, .chosen]))
        for rule in rules {
            #expect(rule.statement.hasSuffix("."), "\(rule.id)")
            #expect(!rule.source.isEmpty, "\(rule.id)")
            #expect(rule.sourceFault == nil, "\(rule.id)")
        }
        #expect(Set(rules.map(\.statement)).count == rules.count)
    }

    @Test("every rule occurs in the display name of a test")
    func covered() throws {
        let names = try TestNames.names(inFolder: Self.tests)
        #expect(names.count > 100, "too few tests were found")
        let known = Set(rules.map(\.id.rawValue))
        let missing = known.filter { id in !names.contains { $0.contains(id) } }
        #expect(missing == [], "no test names these rules")
        let unknown = names.compactMap { $0.split(separator: " ").first }.filter {
            $0.hasPrefix("PS-") && !known.contains(String($0))
        }
        #expect(unknown == [], "tests name unknown rules")
    }
}
