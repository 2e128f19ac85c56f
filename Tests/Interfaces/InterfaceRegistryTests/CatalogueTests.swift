import InterfaceRegistry
import StudioCore
import StudioTestSupport
import Testing

/// The rules of the receiving interfaces. Those of Production Studio are tested with it.
struct CatalogueTests {
    @Test(
        "Identifiers are numbered without gaps; every rule has a statement, a source and a test",
        arguments: EmulatedInterface.all.filter { $0.folder != "ZoomMeeting" })
    func catalogue(_ interface: EmulatedInterface) throws {
        let prefix = interface.catalogue.rules.first?.id.rawValue.prefix { $0 != "-" } ?? ""
        #expect(interface.catalogue.faults(prefix: String(prefix), testedBy: try Self.names.get()) == [])
    }

    /// The names of all tests, which are read once.
    private static let names = Result { try TestNames.names(inFolder: PackageFolder.url("Tests")) }

    @Test("The identifiers of two interfaces differ")
    func prefixes() {
        let rules = EmulatedInterface.all.flatMap(\.catalogue.rules)
        #expect(Set(rules.map(\.id)).count == rules.count)
    }
}
