import ArgumentParser
import ContentDiagnosis
import EmbeddingRules
import InterfaceRegistry
import MediaReceiving
import StudioCore

/// `psstudio rules`: lists the rules of the contract.
struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the rules of the contract, their codes and their sources.")

    @Option(help: ArgumentHelp("Only the rules of this interface: \(knownInterfaces).", valueName: "name"))
    var interface: String?

    @Flag(help: "Print them as a Markdown page.")
    var markdown = false

    @Flag(help: "Print the vendor's names, psstudio's names and their rules as a Markdown page.")
    var names = false

    @Flag(help: "Print which members of an interface are emulated, recorded or rejected, as a Markdown page.")
    var symbols = false

    @Argument(help: ArgumentHelp("Only rules whose identifier contains this, PS-SEND for example.", valueName: "text"))
    var filter: String?

    /// The rules of all interfaces, then those that belong to none.
    private static let catalogues =
        EmulatedInterface.all.map(\.catalogue) + [.receiving, .contents, .embedding]

    private static var knownInterfaces: String { catalogues.map(\.interface).joined(separator: ", ") }

    func run() throws {
        let chosen = Self.catalogues.filter { interface == nil || interface == $0.interface }
        guard !chosen.isEmpty else {
            throw ValidationError("unknown interface '\(interface ?? "")'; expected one of: \(Self.knownInterfaces)")
        }
        guard !markdown, !names, !symbols else {
            let interfaces = EmulatedInterface.all.filter { chosen.contains($0.catalogue) }
            let pages =
                symbols
                ? interfaces.compactMap(\.symbols).map(\.markdown)
                : interfaces.compactMap(\.pages).map { names ? $0.names() : $0.rules() }
            guard !pages.isEmpty else {
                throw ValidationError("the interface '\(interface ?? "")' has no such page; list its rules without it")
            }
            StandardOutput.write(pages.joined(separator: "\n"))
            return
        }
        let rules = chosen.flatMap(\.rules).filter { filter.map($0.id.rawValue.contains) ?? true }
        guard !rules.isEmpty else {
            throw ValidationError("no rule identifier contains '\(filter ?? "")'")
        }
        for rule in rules {
            let code = rule.code == .success ? "" : " \(rule.code)."
            let id = rule.id.rawValue.padded(to: max(14, rule.id.rawValue.count + 1))
            let line = "\(id)\(rule.statement)\(code) [\(rule.mark.rawValue): \(rule.source)]"
            StandardOutput.write(line + "\n")
        }
    }
}
