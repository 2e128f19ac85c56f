package import StudioCore

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

    private let kinds: [any OutputDriver.Type]

    package init(_ kinds: [any OutputDriver.Type]) {
        self.kinds = kinds
    }

    /// The forms of all accepted addresses.
    package var addressForms: [String] { kinds.flatMap { $0.addressForms } }

    /// The driver for an address.
    ///
    /// - Throws: an error for an address that is empty, incomplete, ambiguous or unknown.
    package func driver(for text: String) throws(AddressError) -> any OutputDriver {
        if text.isEmpty { throw .empty }
        for kind in kinds {
            if let driver = try kind.init(text) { return driver }
        }
        let shown = AddressRedaction(text)?.text ?? AddressRedaction.unknown(text)
        throw .unknown(shown, accepted: addressForms)
    }
}
