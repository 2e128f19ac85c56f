import MediaOutputs
import StudioCore
import StudioScenario
import StudioTestSupport
import Testing

/// `--help`, and `--help-all` of `psstudio start`.
@Suite(.endToEnd)
struct HelpTests {
    @Test("start --help has at most 60 lines of 80 columns, in the order in which a person needs them")
    func short() throws {
        let outcome = try StudioProgram.run(["start", "--help"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 60)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(
            lines.filter { $0.hasSuffix(":") && $0 == $0.uppercased() } == [
                "WHAT TO SEND:", "WHERE TO:", "HOW LONG:", "STUDIO:", "OUTPUTS:", "SERVER:", "CONTROLLERS:",
            ])
        #expect(lines.last?.hasPrefix("psstudio start --help-all ") == true)
        for words in [["start", "-h"], ["help", "start"], ["start", "--help", "--width", "64"]] {
            #expect(try StudioProgram.run(words).outputText == outcome.outputText)
        }
    }

    @Test("start --help-all and the completions of all shells have every option")
    func every() throws {
        let all = try StudioProgram.run(["start", "--help-all"])
        #expect(all.exitCode == 0)
        let completions = try ["bash", "zsh", "fish"].map { shell in
            try StudioProgram.run(["--generate-completion-script", shell]).outputText
        }
        for option in SessionOption.all {
            #expect(all.outputText.contains("\(option.option)\n") || all.outputText.contains("\(option.option) "))
            // fish has the names without hyphens.
            for script in completions { #expect(script.contains(option.option.dropFirst(2)), "\(option.name)") }
        }
    }

    @Test(
        "start --help-all lists every exit code and the layout of raw video, on standard output; --version is one line")
    func all() throws {
        let outcome = try StudioProgram.run(["start", "--help-all"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.isEmpty)
        for code in ["0", "1", "2", "3", "4", "5", "6", "7", "130", "143"] {
            #expect(outcome.outputText.contains(try Regex("(?m)^ +\(code) +[a-zA-Z]")), "\(code) is missing")
        }
        #expect(outcome.outputText.contains("width x height x 3 / 2"))
        let version = try StudioProgram.run(["--version"])
        #expect(version.exitCode == 0)
        #expect(version.outputText.split(separator: "\n").count == 1)
        #expect(version.outputText.hasPrefix("psstudio \(release) ("))
        #expect(version.outputText.contains(", GStreamer "))
    }

    @Test(
        "each help describes the options of a session with the same words",
        arguments: [["start", "--help-all"], ["receive", "--help"], ["exec", "--help"]])
    func sharedOptions(_ command: [String]) throws {
        let words = try StudioProgram.run(command).outputText.split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        #expect(
            text.contains(
                "--scenario <scenario> Scenario to perform: a YAML file, or a name that psstudio scenarios lists. "
                    + "--seed <number> Seed of delays, jitter and drifting rates (default: random). "))
    }

    @Test("start --help-all has what the drivers of outputs declare: addresses, notes, and an option for each secret")
    func outputs() throws {
        let words = try StudioProgram.run(["start", "--help-all"]).outputText.split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        #expect(text.contains("--out <destination> \(OutputRegistry.standard.help) PSSTUDIO_OUT"))
        for secret in OutputRegistry.standard.kinds.compactMap(\.secret) {
            #expect(text.contains("\(secret.option) <file> \(secret.help)"), "\(secret.name)")
        }
    }

    @Test(
        "no help shows a type of Swift as a default",
        arguments: [["start", "--help-all"], ["probe", "--help"], ["doctor", "--help"], ["rules", "--help"]])
    func defaults(_ command: [String]) throws {
        let outcome = try StudioProgram.run(command)
        #expect(outcome.exitCode == 0)
        #expect(!outcome.outputText.contains("Argument("))
    }
}
