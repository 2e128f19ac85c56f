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

    @Test(
        "The rules of each interface are listed alone, one per line, with a space after the identifier",
        arguments: [
            ("receiving", "RX-", 26), ("agora-raw-audio", "AG-", 36), ("av-capture", "AV-", 29),
            ("zego-custom-video-render", "ZG-", 34), ("zoom-video-sdk-raw-data", "ZV-", 49),
        ])
    func interface(_ name: String, prefix: String, count: Int) throws {
        let listed = try StudioProgram.run(["rules", "--interface", name])
        #expect(listed.exitCode == 0)
        let lines = listed.outputText.split(separator: "\n")
        #expect(lines.count == count)
        for line in lines {
            let identifier = line.prefix { $0 != " " }
            #expect(identifier.hasPrefix(prefix))
            // A chapter, and a number of three digits.
            #expect(identifier.split(separator: "-").last?.count == 3)
        }
    }

    @Test("An interface without a page of a vendor's names has none")
    func noPage() throws {
        let page = try StudioProgram.run(["rules", "--names", "--interface", "receiving"])
        #expect(page.exitCode == 2)
        #expect(page.errors.contains("the interface 'receiving' has no such page"))
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
            ("--names", "Sources/Studio/ProductionStudio/ProductionStudio.docc/VendorNames.md"),
        ])
    func pages(_ option: String, page: String) throws {
        let expected = try #require(FileManager.default.contents(atPath: PackageFolder.url(page).path))
        for interface in [[], ["--interface", "production-studio"]] {
            #expect(try StudioProgram.run(["rules", option] + interface).output == expected)
        }
    }

    @Test(
        "Each interface lists its symbols",
        arguments: [
            (
                "production-studio",
                "| `ZoomSDKPSSender` | emulated | `sendVideoFrame(_:width:height:frameLength:format:)`"
            ),
            ("agora-raw-audio", "| `AgoraAudioFrame` | emulated |"),
            ("av-capture", "| `AVCaptureSession` | recorded | `usesApplicationAudioSession` |"),
            ("zego-custom-video-render", "| `ZegoCustomVideoRenderHandler` | never called |"),
            ("zoom-video-sdk-raw-data", "| `ZoomVideoSDKShareHelper` | rejected | `startShare(with:)`"),
        ])
    func symbols(_ interface: String, row: String) throws {
        let outcome = try StudioProgram.run(["rules", "--symbols", "--interface", interface])
        #expect(outcome.exitCode == 0)
        #expect(String(decoding: outcome.output, as: UTF8.self).contains(row))
    }
}
