import ArgumentParser
import ProgramConsole
import SessionProtocol
import StudioCore
import StudioScenario

/// `psstudio scenarios`: lists, prints and checks scenarios.
struct ScenariosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenarios",
        abstract: "List, print and check scenarios: files of meeting events with times.",
        discussion: """
            A scenario is a YAML file with a meeting, the responses of the emulated
            service, and commands with times or conditions. To write your own:

              psstudio scenarios show co-host-revoked >my.yaml
              psstudio scenarios check my.yaml
            """,
        subcommands: [List.self, Show.self, Check.self, Schema.self], defaultSubcommand: List.self)

    /// `psstudio scenarios list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the ready scenarios.")

        func run() throws {
            let scenarios = try ReadyScenario.all.map { try Scenario(bytes: $0.bytes, name: $0.name) }
            let width = (scenarios.map(\.name.count).max() ?? 0) + 2
            StandardOutput.write(scenarios.map { "\($0.name.padded(to: width))\($0.summary)\n" }.joined())
        }
    }

    /// `psstudio scenarios show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print a ready scenario.")

        @Argument(help: ArgumentHelp("The name of a ready scenario.", valueName: "name"))
        var name: String

        func run() throws {
            guard let ready = ReadyScenario.named(name) else {
                let names = ReadyScenario.all.map(\.name).joined(separator: ", ")
                throw ValidationError("no ready scenario is named '\(name)'; expected one of \(names)")
            }
            StandardOutput.write(String(decoding: ready.bytes, as: UTF8.self))
        }
    }

    /// `psstudio scenarios check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check scenarios; the first error of each file is printed with its line.")

        @Argument(help: ArgumentHelp("Files, or names of ready scenarios.", valueName: "file"))
        var files: [String]

        func run() throws {
            let console = Console(level: .error)
            var areValid = true
            for file in files {
                do throws(ScenarioError) {
                    let count = try Scenario(file).steps.count
                    StandardOutput.write("\(file.withoutControls): ok, \(count) \(count == 1 ? "step" : "steps")\n")
                } catch {
                    areValid = false
                    console.report(.error, "\(error)")
                }
            }
            if !areValid { throw ExitCode(ExitReason.usage.rawValue) }
        }
    }

    /// `psstudio scenarios schema`.
    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the JSON Schema of scenarios, for editors and other programs.")

        func run() {
            StandardOutput.write(ScenarioSchema.json)
        }
    }
}
