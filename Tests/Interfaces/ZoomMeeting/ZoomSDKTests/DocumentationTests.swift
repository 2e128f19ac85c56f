import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZoomSDKNames

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Documentation")
struct DocumentationTests {
    private func text(_ path: String) throws -> String {
        let data = try #require(
            FileManager.default.contents(atPath: PackageFolder.url(path).path), "\(path) is missing")
        return String(decoding: data, as: UTF8.self)
    }

    @Test("the generated pages match the code; scripts/docs.sh regenerates them")
    func pagesMatchCode() throws {
        #expect(try text("docs/rules.md") == RulesPage.markdown)
        #expect(try text("Sources/Studio/ProductionStudio/ProductionStudio.docc/Rules.md") == RulesPage.markdown)
        #expect(
            try text("Sources/Studio/ProductionStudio/ProductionStudio.docc/VendorNames.md") == VendorNames.markdown)
        #expect(
            try text("Sources/Interfaces/ZoomMeeting/ZoomSDK/ZoomSDK.docc/Symbols.md")
                == SymbolTable.studio.markdown)
    }

    @Test("every rule is listed for a vendor name, and at most once for each")
    func rulesAreBehindNames() {
        #expect(Set(VendorNames.all.flatMap(\.rules)) == Set(RuleCatalogue.productionStudio.rules))
        for name in VendorNames.all { #expect(Set(name.rules).count == name.rules.count, "\(name.vendor)") }
        #expect(Set(VendorNames.all.map(\.vendor)).count == VendorNames.all.count)
    }

    @Test("every symbol that known clients use exists, with its members", arguments: ClientSymbols.all)
    func clientSymbols(_ client: ClientSymbols) throws {
        let names = try FacadeSource("Sources/Interfaces/ZoomMeeting/ZoomSDK").names()
        #expect(client.symbols.filter { !names.contains($0) } == [], "\(client.file)")
    }
}
