import InterfaceRegistry
import StudioCore
import StudioTestSupport
import Testing

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
        arguments: EmulatedInterface.all.filter { $0.symbols != nil })
    func members(_ interface: EmulatedInterface) throws {
        let declared = try FacadeSource("Sources/Interfaces/\(interface.folder)/\(interface.module)").members()
            .mapValues { $0.subtracting(Self.own) }
        let spellings = Set(declared.filter { Self.isOwn($0.key) }.values.flatMap { $0 })
        let table = try #require(interface.symbols)
        let types = table.types
        #expect(table.interface == interface.catalogue.interface)
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
}
