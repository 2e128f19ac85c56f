import ArgumentParser
import ContentDiagnosis
import EmbeddingRules
import MediaReceiving
import ProductionStudio
import StudioCore
import ZoomSDKNames

/// An emulated interface, or a kind of warning: its rules and documentation pages. Add a new interface to `all`.
private struct EmulatedInterface: Sendable {
    let catalogue: RuleCatalogue
    var rulesPage: (@Sendable () -> String)?
    /// `nil` without a vendor.
    var namesPage: (@Sendable () -> String)?
    var symbolsPage: (@Sendable () -> String)?

    static let all = [
        EmulatedInterface(
            catalogue: .productionStudio, rulesPage: { RulesPage.markdown }, namesPage: { VendorNames.markdown },
            symbolsPage: { SymbolTable.markdown }),
        EmulatedInterface(catalogue: .receiving),
        EmulatedInterface(catalogue: .contents),
        EmulatedInterface(catalogue: .rawAudio),
        EmulatedInterface(catalogue: .capture),
        EmulatedInterface(catalogue: .customRendering),
        EmulatedInterface(catalogue: .rawData),
        EmulatedInterface(catalogue: .embedding),
    ]
}

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

    @Flag(help: "Print which members of the vendor's SDK are emulated, recorded or rejected, as a Markdown page.")
    var symbols = false

    @Argument(help: ArgumentHelp("Only rules whose identifier contains this, PS-SEND for example.", valueName: "text"))
    var filter: String?

    private static var knownInterfaces: String {
        EmulatedInterface.all.map(\.catalogue.interface).joined(separator: ", ")
    }

    func run() throws {
        let interfaces = EmulatedInterface.all.filter { interface == nil || interface == $0.catalogue.interface }
        guard !interfaces.isEmpty else {
            throw ValidationError("unknown interface '\(interface ?? "")'; expected one of: \(Self.knownInterfaces)")
        }
        guard !markdown, !names, !symbols else {
            let pages = interfaces.compactMap {
                symbols ? $0.symbolsPage?() : names ? $0.namesPage?() : $0.rulesPage?()
            }
            guard !pages.isEmpty else {
                throw ValidationError("the interface '\(interface ?? "")' has no such page; list its rules without it")
            }
            StandardOutput.write(pages.joined(separator: "\n"))
            return
        }
        let rules = interfaces.flatMap(\.catalogue.rules).filter { filter.map($0.id.rawValue.contains) ?? true }
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
