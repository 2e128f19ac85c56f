import StudioCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Documentation")
struct DocumentationTests {
    @Test("docs/rules.md is what the catalogue says; make it anew with: psstudio rules --markdown > docs/rules.md")
    func rulesPageMatchesCatalogue() throws {
        let file = #filePath.split(separator: "/").dropLast(3).map(String.init) + ["docs", "rules.md"]
        let data = try #require(FileManager.default.contents(atPath: "/" + file.joined(separator: "/")))
        #expect(String(decoding: data, as: UTF8.self) == RuleCatalogue.markdown)
    }
}
