import Foundation
import StudioTestSupport
import Testing

/// `psstudio rules`: all catalogues, one of them, and the pages.
struct RulesTests {
    @Test("All rules are listed, one a line, and one interface has its own")
    func listing() throws {
        let all = try StudioProgram.run(["rules"])
        #expect(all.exitCode == 0)
        #expect(
            all.outputText.contains(
                "\nPS-START-004  Starting while a run is on changes nothing and brings no callback. WrongUsage. "
                    + "[inferred: Guide: an error return means no callbacks]\n"))
        let one = try StudioProgram.run(["rules", "--interface", "production-studio"])
        #expect(one.exitCode == 0)
        let ours = all.outputText.split(separator: "\n").filter { $0.hasPrefix("PS-") }
        #expect(ours.count > 100)
        #expect(one.outputText.split(separator: "\n") == ours)
    }

    @Test("A filter chooses by identifier, within an interface as well")
    func filter() throws {
        let chosen = try StudioProgram.run(["rules", "PS-SEND", "--interface", "production-studio"])
        let lines = chosen.outputText.split(separator: "\n")
        #expect(chosen.exitCode == 0 && !lines.isEmpty && lines.allSatisfy { $0.hasPrefix("PS-SEND-") })
        let none = try StudioProgram.run(["rules", "PS-NOTHING"])
        #expect(none.exitCode == 2 && none.errors.contains("PS-NOTHING"))
    }

    @Test("An unknown interface is a usage error that names the known ones")
    func unknownInterface() throws {
        let outcome = try StudioProgram.run(["rules", "--interface", "studio"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("unknown interface 'studio'; known are: production-studio"))
    }

    @Test(
        "The pages are those of the repository",
        arguments: [
            ("--markdown", "docs/rules.md"),
            ("--names", "Sources/ProductionStudio/ProductionStudio.docc/VendorNames.md"),
        ])
    func pages(_ option: String, page: String) throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let expected = try #require(FileManager.default.contents(atPath: "\(root)/\(page)"))
        for interface in [[], ["--interface", "production-studio"]] {
            #expect(try StudioProgram.run(["rules", option] + interface).output == expected)
        }
    }
}
