public import ArgumentParser
import InterfaceRegistry
import ProgramConsole
import RuleList
public import StudioCore

/// `psstudio rules`: lists the rules of the contract.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules of the contract, their codes and their sources.")

    @Option(help: ArgumentHelp("Only the rules of this interface: \(knownInterfaces).", valueName: "name"))
    var interface: String?

    @Option(
        name: .customLong("mark"),
        help: ArgumentHelp("Only rules with this mark; repeatable.", valueName: "mark"))
    var marks: [Rule.Mark] = []

    @Flag(help: "Print them as a JSON array.")
    var json = false

    @Flag(help: "Print them as a Markdown page.")
    var markdown = false

    @Flag(help: "Print the vendor's names, psstudio's names and their rules as a Markdown page.")
    var names = false

    @Flag(help: "Print which members of an interface are emulated, recorded or rejected, as a Markdown page.")
    var symbols = false

    @Argument(help: ArgumentHelp("Only rules whose identifier contains this, PS-SEND for example.", valueName: "text"))
    var filter: String?

    private static var knownInterfaces: String { RuleCatalogue.all.map(\.interface).joined(separator: ", ") }

    func validate() throws {
        let pages = [(markdown, "--markdown"), (names, "--names"), (symbols, "--symbols")].filter(\.0).map(\.1)
        if pages.count > 1 { throw ValidationError("\(pages.joined(separator: " and ")) are mutually exclusive") }
        if let page = pages.first, json || !marks.isEmpty || filter != nil {
            throw ValidationError("\(page) prints a whole page; omit --json, --mark and the text")
        }
    }

    func run() throws {
        let chosen = RuleCatalogue.all.filter { interface == nil || interface == $0.interface }
        guard !chosen.isEmpty else {
            throw ValidationError("unknown interface '\(interface ?? "")'; expected one of: \(Self.knownInterfaces)")
        }
        guard !markdown, !names, !symbols else {
            let interfaces = EmulatedInterface.all.filter { chosen.contains($0.catalogue) }
            let pages =
                symbols
                ? interfaces.map(\.symbols.markdown)
                : interfaces.compactMap(\.pages).map { names ? $0.names() : $0.rules() }
            guard !pages.isEmpty else {
                throw ValidationError("the interface '\(interface ?? "")' has no such page; list its rules without it")
            }
            StandardOutput.write(pages.joined(separator: "\n"))
            return
        }
        let listed = ListedRule.list(chosen).filter(isWanted)
        guard !listed.isEmpty else {
            let wanted = [
                filter.map { "contains '\($0)'" },
                marks.isEmpty ? nil : "is \(marks.map(\.rawValue).joined(separator: " or "))",
            ]
            throw ValidationError("no rule \(wanted.compactMap(\.self).joined(separator: " and "))")
        }
        if json {
            listed.print()
            return
        }
        StandardOutput.write(listed.map { $0.line + "\n" }.joined())
    }

    private func isWanted(_ rule: ListedRule) -> Bool {
        (marks.isEmpty || marks.contains(rule.mark)) && (filter.map(rule.rule.contains) ?? true)
    }
}

extension Rule.Mark: ExpressibleByArgument {}
