import Foundation
import InterfaceRegistry
import StudioTestSupport
import Testing

/// The registry has each interface that the package has.
struct RegistryTests {
    private let interfaces = PackageFolder.url("Sources/Interfaces")

    private func folders(_ url: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    @Test("Each folder of Sources/Interfaces is an interface, or shared by all of them")
    func allFolders() throws {
        let shared = ["Apple", "FacadeEnvironment", "FacadeSupport", "InterfaceRegistry"]
        #expect(try folders(interfaces) == (EmulatedInterface.all.map(\.folder) + shared).sorted())
    }

    @Test("Each interface has its module and tests of it", arguments: EmulatedInterface.all)
    func modules(_ interface: EmulatedInterface) throws {
        #expect(try folders(interfaces.appending(path: interface.folder)).contains(interface.module))
        let tests = PackageFolder.url("Tests/Interfaces/\(interface.folder)")
        #expect(try folders(tests).contains(interface.module + "Tests"))
    }

    @Test("Each interface stands on a line of its own in the registry, which the scripts read")
    func lines() throws {
        let text = try PackageFolder.text("Sources/Interfaces/InterfaceRegistry/EmulatedInterface.swift")
        for interface in EmulatedInterface.all {
            let entry = "folder: \"\(interface.folder)\", module: \"\(interface.module)\""
            let lines = text.split(separator: "\n").filter { $0.contains(entry) }
            #expect(lines.count == 1)
            #expect(lines.first?.contains("EmulatedInterface(catalogue: ") == true)
        }
    }

    @Test("The documentation lists each interface, its module and its rules", arguments: EmulatedInterface.all)
    func documentation(_ interface: EmulatedInterface) throws {
        #expect(try PackageFolder.text("docs/architecture.md").contains("| `\(interface.module)` |"))
        let row = try PackageFolder.text("README.md").split(separator: "\n").first {
            $0.contains("| `\(interface.module)` |")
        }
        let page = try #require(row?.firstMatch(of: /\((docs\/interfaces\/[a-z-]+\.md)\)/)?.1)
        #expect(try PackageFolder.text(String(page)).contains("`\(interface.module)`"))
    }
}
