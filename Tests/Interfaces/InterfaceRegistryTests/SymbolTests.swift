import Foundation
import StudioCore
import StudioTestSupport
import Testing

@testable import InterfaceRegistry

/// The tables of symbols and what the facades declare.
struct SymbolTests {
    /// Members that the vendor's SDK does not have.
    private static let own: Set<String> = [
        "emulation", "statistics(of:)", "hash(into:)", "isEqual(_:)", "hash", "description",
        "trySetSampleBufferDelegate(_:queue:)",
    ]

    /// Protocols for the spellings of one callback, which its adopted protocol has, and the emulated services.
    private static func isOwn(_ type: String) -> Bool { type.hasSuffix("Receiver") || type.hasPrefix("Emulated") }

    @Test(
        "The table of symbols has every member of the facade's classes and protocols, and nothing else",
        arguments: EmulatedInterface.all.filter { $0.module != "MeetingClient" })
    func members(_ interface: EmulatedInterface) throws {
        let declared = try FacadeSource("Sources/Interfaces/\(interface.folder)/\(interface.module)").members()
            .mapValues { $0.subtracting(Self.own) }
        let spellings = Set(declared.filter { Self.isOwn($0.key) }.values.flatMap { $0 })
        let types = interface.symbols.types
        for type in types {
            let members = type.members.values.flatMap { $0 }
            #expect(Set(members).count == members.count, "\(type.name) lists a member twice")
            let missing = declared[type.name, default: []].subtracting(members)
            #expect(missing == [], "not in the table of \(type.name)")
            let unknown = Set(members).subtracting(declared[type.name, default: []]).subtracting(spellings)
            #expect(unknown == [], "not declared by \(type.name)")
        }
        let listed = Set(types.map(\.name))
        #expect(listed.count == types.count)
        let vendors = declared.filter { !$0.value.isEmpty && !Self.isOwn($0.key) }.keys
        #expect(Set(vendors).subtracting(listed) == [])
    }

    @Test("Each table names its interface")
    func interfaces() {
        for interface in EmulatedInterface.all {
            #expect(interface.symbols.interface == interface.catalogue.interface)
        }
    }

    /// `scripts/test-meetingsdk.sh` compares it with what the compiler finds in the headers and in the library.
    @Test("The generated table of the C++ headers has each class once, and each of their headers' classes")
    func generated() throws {
        let types = SymbolTable.cpp.types
        #expect(Set(types.map(\.name)).count == types.count)
        for type in types {
            let members = type.members.values.flatMap { $0 }
            #expect(Set(members).count == members.count, "\(type.name) lists a member twice")
        }
        let folder = PackageFolder.url("Sources/Programs/MeetingSDK/include/meetingsdk")
        let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        var declared: Set<String> = []
        for file in files where file.hasSuffix(".h") && !file.hasPrefix("psstudio_") {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            declared.formUnion(text.matches(of: /(?m)^class (\w+)[^;{]*\{/).map { String($0.output.1) })
        }
        let parts = declared.filter { $0.hasSuffix("Slots") || $0.hasSuffix("OfOlderVersions") }
        #expect(declared.subtracting(parts).symmetricDifference(types.map(\.name)) == ["functions"])
    }
}
