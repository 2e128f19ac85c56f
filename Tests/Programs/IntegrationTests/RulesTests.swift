import Foundation
import StudioTestSupport
import Testing

/// `psstudio rules`: all catalogues, one of them, and the generated pages.
@Suite(.endToEnd)
struct RulesTests {
    @Test("All rules are listed, one per line, and an interface's rules alone")
    func listing() throws {
        let all = try StudioProgram.run(["rules"])
        #expect(all.exitCode == 0)
        #expect(
            all.outputText.contains(
                "\nPS-START-004  Starting while the studio is active changes nothing and causes no callback. "
                    + "WrongUsage. [inferred: "))
        let one = try StudioProgram.run(["rules", "--interface", "production-studio"])
        #expect(one.exitCode == 0)
        let ours = all.outputText.split(separator: "\n").filter { $0.hasPrefix("PS-") }
        #expect(ours.count > 100)
        #expect(one.outputText.split(separator: "\n") == ours)
    }

    @Test(
        "The rules of each interface are listed alone, one per line, with a space after the identifier",
        arguments: [
            ("receiving", "RX-", 27), ("agora-raw-audio", "AG-", 44), ("av-capture", "AV-", 41),
            ("zego-custom-video-render", "ZG-", 51), ("zoom-video-sdk-raw-data", "ZV-", 56),
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

    @Test("Marks select rules, also several and within an interface; an unknown one is a usage error")
    func marks() throws {
        let chosen = try StudioProgram.run(["rules", "--mark", "chosen"]).outputText.split(separator: "\n")
        #expect(!chosen.isEmpty)
        #expect(chosen.allSatisfy { $0.contains(" [chosen: ") })
        let both = try StudioProgram.run(["rules", "--mark", "chosen", "--mark", "observed"])
        #expect(both.outputText.split(separator: "\n").count > chosen.count)
        let observed = try StudioProgram.run(["rules", "--mark", "observed"]).outputText.split(separator: "\n")
        #expect(observed.count >= 25)
        #expect(observed.allSatisfy { $0.contains(" [observed: ") })
        let none = try StudioProgram.run(["rules", "--mark", "observed", "--interface", "agora-raw-audio"])
        #expect(none.exitCode == 2)
        let unknown = try StudioProgram.run(["rules", "--mark", "guessed"])
        #expect(unknown.exitCode == 2)
        #expect(unknown.errors.contains("guessed"))
    }

    private struct Row: Decodable {
        let rule: String
        let interface: String
        let mark: String
        let statement: String
        let source: String
        let code: String?
    }

    @Test("--json has the rules with what they demand, those of traces included")
    func json() throws {
        let lines = try StudioProgram.run(["rules"]).outputText.split(separator: "\n")
        let rows = try JSONDecoder().decode([Row].self, from: StudioProgram.run(["rules", "--json"]).output)
        #expect(rows.count == lines.count)
        #expect(zip(rows, lines).allSatisfy { $1.hasPrefix($0.rule) && $1.hasSuffix("[\($0.mark): \($0.source)]") })
        let rule = try #require(rows.first { $0.rule == "PS-START-004" })
        #expect(rule.code == "WrongUsage")
        #expect(rule.interface == "production-studio")
        #expect(rule.statement == "Starting while the studio is active changes nothing and causes no callback.")
        #expect(rows.contains { $0.rule == "TRACE-ORDER-001" && $0.code == nil })
        let page = try StudioProgram.run(["rules", "--json", "--markdown"])
        #expect(page.exitCode == 2)
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
            (
                "zoom-meeting-sdk-client",
                "| `IMeetingAudioController` | emulated | `SetEvent`, `JoinVoip`, `LeaveVoip`,"
            ),
            ("agora-raw-audio", "| `AgoraVideoFrameDelegate` | never called |"),
            ("av-capture", "| `AVCaptureSession` | recorded | `usesApplicationAudioSession` |"),
            ("zego-custom-video-render", "| `ZegoCustomVideoRenderHandler` | emulated |"),
            ("zoom-video-sdk-raw-data", "| `ZoomVideoSDKShareHelper` | rejected | `startShare(with:)`"),
        ])
    func symbols(_ interface: String, row: String) throws {
        let outcome = try StudioProgram.run(["rules", "--symbols", "--interface", interface])
        #expect(outcome.exitCode == 0)
        #expect(String(decoding: outcome.output, as: UTF8.self).contains(row))
    }
}
