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
    /// It belongs to objects that clients never get.
    case unreachable
    /// A callback that is never called.
    case neverCalled
}

/// A class or protocol of an interface with the treatment of its members.
package struct SymbolOwner: Hashable, Sendable {
    package let name: String
    package let members: [SymbolTreatment: [String]]

    init(_ name: String, _ members: [SymbolTreatment: [String]]) { (self.name, self.members) = (name, members) }
}

/// The members of an interface's classes and protocols. A test compares it with the interface.
package struct SymbolTable: Hashable, Sendable {
    /// The interface, as in its catalogue of rules.
    package let interface: String
    package let types: [SymbolOwner]
    /// Whether tests see the calls of recorded members.
    private let showsRecordedCalls: Bool

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - showsRecordedCalls: whether tests see the calls of recorded members.
    ///   - text: a line for each type and treatment, with the members, separated by spaces; lines of a type follow
    ///     each other.
    package init(interface: String, showsRecordedCalls: Bool = true, text: String) {
        var types: [SymbolOwner] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 2, let treatment = SymbolTreatment(rawValue: words[1]) else { continue }
            var members = types.last?.name == words[0] ? types.removeLast().members : [:]
            members[treatment] = Array(words[2...])
            types.append(SymbolOwner(words[0], members))
        }
        (self.interface, self.types, self.showsRecordedCalls) = (interface, types, showsRecordedCalls)
    }

    private var recording: String {
        showsRecordedCalls
            ? "a call succeeds and is visible to tests\nthrough `emulation.recordedCalls`" : "a call succeeds"
    }

    private var unreachable: String {
        let isNeeded = types.contains { $0.members[.unreachable]?.isEmpty == false }
        return isNeeded ? "Members are *not reachable* when no\ncall returns an object of their class. " : ""
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

            *Emulated* members behave according to the rules. *Recorded* members are accepted without effect: \(recording),
            a property keeps its value. *Fixed* members always return the same value: nil, false or 0, an empty text or list.
            *Rejected* members return an error code. \(unreachable)Callbacks that are *never called* only have to compile.

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
        case .unreachable: "not reachable"
        case .neverCalled: "never called"
        }
    }
}
