package import StudioCore

/// The kinds of outputs.
package struct OutputRegistry: Sendable {
    /// Every kind that psstudio has, in the order in which help lists them.
    package static let standard = OutputRegistry([
        FileOutputDriver.self,
        RTMPOutputDriver.self,
        Y4MOutputDriver.self,
        StandardOutputDriver.self,
        NullOutputDriver.self,
    ])

    private let kinds: [any OutputDriver.Type]

    package init(_ kinds: [any OutputDriver.Type]) {
        self.kinds = kinds
    }

    /// The forms of all addresses that are taken.
    package var addressForms: [String] { kinds.flatMap { $0.addressForms } }

    /// The driver that takes this address.
    ///
    /// - Throws: for an address that is empty, incomplete, ambiguous, or taken by no kind.
    package func driver(for text: String) throws(AddressError) -> any OutputDriver {
        if text.isEmpty { throw .empty }
        for kind in kinds {
            if let driver = try kind.init(text) { return driver }
        }
        let shown = AddressRedaction(text)?.text ?? AddressRedaction.unknown(text)
        throw .unknown(shown, accepted: addressForms)
    }
}
