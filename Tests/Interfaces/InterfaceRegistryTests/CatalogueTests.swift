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
        let names = try TestNames.names(inFolder: PackageFolder.url("Tests"))
        #expect(interface.catalogue.faults(prefix: String(prefix), testedBy: names) == [])
    }

    @Test("The identifiers of two interfaces differ")
    func prefixes() {
        let rules = EmulatedInterface.all.flatMap(\.catalogue.rules)
        #expect(Set(rules.map(\.id)).count == rules.count)
    }
}
