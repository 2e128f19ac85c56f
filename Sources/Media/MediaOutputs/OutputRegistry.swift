package import StudioCore
package import StudioRuntime

/// The available kinds of outputs.
package struct OutputRegistry: Sendable {
    /// All kinds of psstudio, in the order of the help text.
    package static let standard = OutputRegistry([
        FileOutputDriver.self,
        HLSOutputDriver.self,
        RTMPOutputDriver.self,
        SRTOutputDriver.self,
        UDPOutputDriver.self,
        Y4MOutputDriver.self,
        StandardOutputDriver.self,
        NullOutputDriver.self,
    ])

    /// The kinds that publish to a server.
    package static let servers = OutputRegistry([
        RTMPOutputDriver.self, SRTOutputDriver.self, UDPOutputDriver.self,
    ])

    private let drivers: [any OutputDriver.Type]

    package init(_ drivers: [any OutputDriver.Type]) {
        self.drivers = drivers
    }

    package var kinds: [OutputKind] { drivers.map { $0.kind } }

    /// The forms of all accepted addresses.
    package var addressForms: [String] { kinds.flatMap(\.forms).map(\.text) }

    /// The help of the addresses.
    package var help: String {
        let notes = ["repeatable."] + kinds.compactMap(\.note)
        return "\(addressForms.joined(separator: ", ")); \(notes.joined(separator: " "))"
    }

    /// A driver for each form of address.
    package var samples: [(form: OutputKind.Form, driver: any OutputDriver)] {
        kinds.flatMap(\.forms).compactMap { form in (try? driver(for: form.sample)).map { (form, $0) } }
    }

    /// The drivers for addresses.
    package func drivers(for texts: [String]) throws(AddressError) -> [any OutputDriver] {
        try texts.map { text throws(AddressError) in try driver(for: text) }
    }

    /// The driver for an address whose files are all written below a folder; `nil` for no limit.
    package func driver(for text: String, below folder: RestrictedFolder?) throws(AddressError) -> any OutputDriver {
        let driver = try driver(for: text)
        guard let folder else { return driver }
        return try driver.confined(to: folder)
    }

    /// The driver for an address.
    ///
    /// - Throws: an error for an address that is empty, incomplete, ambiguous or unknown.
    package func driver(for text: String) throws(AddressError) -> any OutputDriver {
        if text.isEmpty { throw .empty }
        if text.hasPrefix(PipelineOutputDriver.prefix) { throw .pipeline }
        for kind in drivers {
            if let driver = try kind.init(text) { return driver }
        }
        let shown = AddressRedaction(text)?.text ?? AddressRedaction.unknown(text)
        throw .unknown(shown, accepted: addressForms)
    }
}
