import ProductionStudio
import StudioCore
import Testing
import ZoomSDKNames

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Documentation")
struct DocumentationTests {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    private func text(_ path: String) throws -> String {
        let data = try #require(FileManager.default.contents(atPath: Self.root + "/" + path), "\(path) is missing")
        return String(decoding: data, as: UTF8.self)
    }

    @Test("the generated pages match the code; scripts/docs.sh regenerates them")
    func pagesMatchCode() throws {
        #expect(try text("docs/rules.md") == RulesPage.markdown)
        #expect(try text("Sources/ProductionStudio/ProductionStudio.docc/Rules.md") == RulesPage.markdown)
        #expect(try text("Sources/ProductionStudio/ProductionStudio.docc/VendorNames.md") == VendorNames.markdown)
    }

    @Test("every rule is listed for a vendor name, and at most once for each")
    func rulesAreBehindNames() {
        #expect(Set(VendorNames.all.flatMap(\.rules)) == Set(RuleCatalogue.productionStudio.rules))
        for name in VendorNames.all { #expect(Set(name.rules).count == name.rules.count, "\(name.vendor)") }
        #expect(Set(VendorNames.all.map(\.vendor)).count == VendorNames.all.count)
    }

    /// The only symbols of the facade that are not the vendor's, and the members of raw types.
    private static let ours: Set<String> = ["Emulation", "emulation", "enter", "reset", "withMeeting", "rawValue"]

    @Test("every type and method of the facade is in the table of names")
    func facadeIsInTable() throws {
        let folder = "Sources/Facades/ZoomSDK/"
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.root + "/" + folder)
        let words = Set(
            VendorNames.all.flatMap { name in
                name.vendor.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
            })
        var declared: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            for line in try text(folder + file).split(separator: "\n") { declared.formUnion(Self.declarations(line)) }
        }
        #expect(declared.count > 50, "too few declarations were found")
        #expect(declared.subtracting(words).subtracting(Self.ours) == [])
    }

    /// The name that a line declares as public: a type or a method.
    private static func declarations(_ line: Substring) -> [String] {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        guard words.first == "public", let index = words.firstIndex(where: kinds.contains), index + 1 < words.count
        else { return [] }
        return [words[index + 1]]
    }

    private static let kinds: Set<String> = ["class", "struct", "protocol", "func"]
}
