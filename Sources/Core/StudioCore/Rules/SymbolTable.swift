/// How a method, property or callback of an interface is treated.
package enum SymbolTreatment: String, Hashable, Sendable, CaseIterable {
    /// It behaves according to the rules.
    case emulated
    /// It is accepted without effect: a call succeeds and is visible to tests or counted, a property keeps its value.
    case recorded
    /// It always returns nil, false or 0.
    case fixed
    /// It is rejected with a code.
    case refused
    /// A callback that is never called.
    case neverCalled
}

/// A class or protocol of an interface with the treatment of its members.
package struct SymbolOwner: Hashable, Sendable {
    package let name: String
    package let members: [SymbolTreatment: [String]]

    package init(
        _ name: String, emulated: [String] = [], recorded: [String] = [], fixed: [String] = [], refused: [String] = [],
        neverCalled: [String] = []
    ) {
        self.name = name
        members = [
            .emulated: emulated, .recorded: recorded, .fixed: fixed, .refused: refused, .neverCalled: neverCalled,
        ]
    }
}

/// The members of a facade's classes and protocols. A test compares it with the facade.
package struct SymbolTable: Hashable, Sendable {
    /// The interface, as in its catalogue of rules.
    package let interface: String
    package let types: [SymbolOwner]

    package init(interface: String, types: [SymbolOwner]) {
        (self.interface, self.types) = (interface, types)
    }

    /// The table as a Markdown page of the documentation.
    package var markdown: String {
        let rows = types.flatMap { type in
            SymbolTreatment.allCases.compactMap { treatment -> String? in
                guard let members = type.members[treatment], !members.isEmpty else { return nil }
                let list = members.map { "`\($0)`" }.joined(separator: ", ")
                return "| `\(type.name)` | \(treatment.title) | \(list) |"
            }
        }
        return """
            # Emulated, recorded and rejected symbols

            The treatment of each member of the module.

            *Emulated* members behave according to the rules. *Recorded* members are accepted without effect: a call succeeds and is
            visible to tests through `emulation.recordedCalls`, a property keeps its value. *Fixed* members always return nil,
            false or 0. *Rejected* members return an error code. Callbacks that are *never called* only have to compile.

            | type | treatment | members |
            | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }
}

extension SymbolTreatment {
    fileprivate var title: String {
        switch self {
        case .emulated: "emulated"
        case .recorded: "recorded"
        case .fixed: "fixed"
        case .refused: "rejected"
        case .neverCalled: "never called"
        }
    }
}
