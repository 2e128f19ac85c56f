import ArgumentParser
import ProductionStudio
import StudioCore
import ZoomSDKNames

/// `psstudio rules`: lists what the contract demands.
struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the rules of the contract, their codes and their sources.")

    @Flag(help: "Print them as a Markdown page.")
    var markdown = false

    @Flag(help: "Print the vendor's names, ours, and their rules, as a Markdown page.")
    var names = false

    @Argument(help: ArgumentHelp("Only rules whose identifier contains this, PS-SEND for example.", valueName: "text"))
    var filter: String?

    func run() throws {
        guard !markdown, !names else {
            StandardOutput.write(names ? VendorNames.markdown : RulesPage.markdown)
            return
        }
        let rules = RuleCatalogue.productionStudio.rules.filter { filter.map($0.id.rawValue.contains) ?? true }
        guard !rules.isEmpty else {
            throw ValidationError("no rule's identifier contains '\(filter ?? "")'")
        }
        for rule in rules {
            let code = rule.code == .success ? "" : " \(rule.code)."
            let line =
                "\(rule.id.rawValue.padded(to: 14))\(rule.statement)\(code) [\(rule.mark.rawValue): \(rule.source)]"
            StandardOutput.write(line + "\n")
        }
    }
}
