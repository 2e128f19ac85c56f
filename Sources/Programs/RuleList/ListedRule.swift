// A module of its own: both programs list the rules, and what else they share uses none of the interfaces.

import ContentDiagnosis
import EmbeddingRules
import InterfaceRegistry
import MediaReceiving
package import StudioCore
import StudioTrace

/// A rule in a list, and as JSON.
package struct ListedRule: Encodable, Sendable {
    package let rule: String
    package let interface: String
    package let mark: Rule.Mark
    package let statement: String
    package let source: String
    /// The code that a violating call returns; `nil` for a call that is served.
    @Nullable package var code: String?

    package init(_ rule: Rule, of catalogue: RuleCatalogue) {
        (self.rule, interface, mark) = (rule.id.rawValue, catalogue.interface, rule.mark)
        (statement, source) = (rule.statement, rule.source)
        code = rule.code == .success ? nil : rule.code.description
    }

    /// The rule for people.
    package var line: String {
        let name = rule + String(repeating: " ", count: max(1, 14 - rule.count))
        let code = code.map { " \($0)." } ?? ""
        return "\(name)\(statement)\(code) [\(mark.rawValue): \(source)]"
    }

    /// All rules.
    package static var all: [ListedRule] { list(RuleCatalogue.all) }

    /// Those of some catalogues.
    package static func list(_ catalogues: [RuleCatalogue]) -> [ListedRule] {
        catalogues.flatMap { catalogue in catalogue.rules.map { ListedRule($0, of: catalogue) } }
    }
}

extension RuleCatalogue {
    /// The rules of all interfaces, then those that belong to none.
    package static let all = EmulatedInterface.all.map(\.catalogue) + [.receiving, .contents, .embedding, .traces]
}
