import Foundation
import StudioTestSupport
import Testing

/// `psstudio rules`: all catalogues, one of them, and the generated pages.
struct RulesTests {
    @Test("All rules are listed, one per line, and an interface's rules alone")
    func listing() throws {
        let all = try StudioProgram.run(["rules"])
        #expect(all.exitCode == 0)
        #expect(
            all.outputText.contains(
                "\nPS-START-004  Starting while the studio is active changes nothing and causes no callback. "
                    + "WrongUsage. [inferred: Guide: an error return means no callbacks]\n"))
        let one = try StudioProgram.run(["rules", "--interface", "production-studio"])
        #expect(one.exitCode == 0)
        let ours = all.outputText.split(separator: "\n").filter { $0.hasPrefix("PS-") }
        #expect(ours.count > 100)
        #expect(one.outputText.split(separator: "\n") == ours)
    }

    @Test("The rules of receiving are listed, and have no page of a vendor's names")
    func receiving() throws {
        let listed = try StudioProgram.run(["rules", "--interface", "receiving"])
        #expect(listed.exitCode == 0)
        let lines = listed.outputText.split(separator: "\n")
        #expect(lines.count == 9)
        #expect(lines.allSatisfy { $0.hasPrefix("RX-") })
        let page = try StudioProgram.run(["rules", "--names", "--interface", "receiving"])
        #expect(page.exitCode == 2)
        #expect(page.errors.contains("the interface 'receiving' has no such page"))
    }

    @Test("The rules of Agora's raw audio are listed, one per line, with a space after the identifier")
    func rawAudio() throws {
        let listed = try StudioProgram.run(["rules", "--interface", "agora-raw-audio"])
        #expect(listed.exitCode == 0)
        let lines = listed.outputText.split(separator: "\n")
        #expect(lines.count == 24)
        #expect(lines.allSatisfy { $0.hasPrefix("AG-") && $0.dropFirst(13).hasPrefix(" ") })
    }

    @Test("The rules of the capture output are listed, one per line, with a space after the identifier")
    func capture() throws {
        let listed = try StudioProgram.run(["rules", "--interface", "av-capture"])
        #expect(listed.exitCode == 0)
        let lines = listed.outputText.split(separator: "\n")
        #expect(lines.count == 17)
        #expect(lines.allSatisfy { $0.hasPrefix("AV-") && $0.prefix(15).contains(" ") })
    }

    @Test("The rules of ZEGO's custom video rendering are listed, one per line")
    func customRendering() throws {
        let listed = try StudioProgram.run(["rules", "--interface", "zego-custom-video-render"])
        #expect(listed.exitCode == 0)
        let lines = listed.outputText.split(separator: "\n")
        #expect(lines.count == 28)
        #expect(lines.allSatisfy { $0.hasPrefix("ZG-") && $0.dropFirst(13).hasPrefix(" ") })
    }

    @Test("The rules of the Zoom Video SDK's raw data are listed, one per line, with a space after the identifier")
    func rawData() throws {
        let listed = try StudioProgram.run(["rules", "--interface", "zoom-video-sdk-raw-data"])
        #expect(listed.exitCode == 0)
        let lines = listed.outputText.split(separator: "\n")
        #expect(lines.count == 40)
        #expect(lines.allSatisfy { $0.hasPrefix("ZV-") && $0.dropFirst(13).hasPrefix(" ") })
    }

    @Test("A filter selects by identifier, also within an interface")
    func filter() throws {
        let chosen = try StudioProgram.run(["rules", "PS-SEND", "--interface", "production-studio"])
        let lines = chosen.outputText.split(separator: "\n")
        #expect(chosen.exitCode == 0)
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.hasPrefix("PS-SEND-") })
        let none = try StudioProgram.run(["rules", "PS-NOTHING"])
        #expect(none.exitCode == 2)
        #expect(none.errors.contains("PS-NOTHING"))
    }

    @Test("An unknown interface is a usage error that names the known ones")
    func unknownInterface() throws {
        let outcome = try StudioProgram.run(["rules", "--interface", "studio"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("unknown interface 'studio'; expected one of: production-studio"))
    }

    @Test(
        "The pages equal those in the repository",
        arguments: [
            ("--markdown", "docs/rules.md"),
            ("--names", "Sources/ProductionStudio/ProductionStudio.docc/VendorNames.md"),
            ("--symbols", "Sources/Facades/ZoomSDK/ZoomSDK.docc/Symbols.md"),
        ])
    func pages(_ option: String, page: String) throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let expected = try #require(FileManager.default.contents(atPath: "\(root)/\(page)"))
        for interface in [[], ["--interface", "production-studio"]] {
            #expect(try StudioProgram.run(["rules", option] + interface).output == expected)
        }
    }
}
