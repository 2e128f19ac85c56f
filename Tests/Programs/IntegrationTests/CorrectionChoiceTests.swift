import Foundation
import StudioTestSupport
import Testing

/// `PSSTUDIO_CORRECTIONS`: a fault of GStreamer is there without corrections, and `psstudio doctor` says which are on.
@Suite(.endToEnd)
struct CorrectionChoiceTests {
    private static let variable = "PSSTUDIO_CORRECTIONS"
    private static let image = PackageFolder.url("Tests/Support/Inputs/p16.png").path
    private static let lime = DecodedPicture.Color(0, 255, 0)

    private struct Report: Decodable {
        struct Correction: Decodable {
            let name: String
            let isOn: Bool
        }
        let corrections: [Correction]
    }

    @Test("a 16-bit PNG has its colours with all corrections, and others without any")
    func fault() throws {
        let folder = try TestFolder()
        func distance(_ choice: String) throws -> Int {
            let out = folder.file("\(choice).mkv")
            let outcome = try StudioProgram.run(
                [
                    "start", "--fast", "--video", Self.image, "--no-audio", "--bitrate", "8M", "--duration", "200ms",
                    "--out", out,
                ], environment: [Self.variable: choice])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return try DecodedPicture(out).color(0.25, 0.05).distance(to: Self.lime)
        }
        #expect(try distance("all") <= 8)
        #expect(try distance("none") > 100)
        #expect(try distance("-palette") <= 8)
        #expect(try distance("-palette,-deep-png") > 100)
    }

    @Test("doctor names the corrections that are on")
    func doctor() throws {
        func report(_ environment: [String: String]) throws -> [Report.Correction] {
            let outcome = try StudioProgram.run(["doctor", "--no-benchmark", "--json"], environment: environment)
            return try JSONDecoder().decode(Report.self, from: outcome.output).corrections
        }
        let all = try report([Self.variable: "all"])
        #expect(all.allSatisfy { $0.isOn })
        let none = try report([Self.variable: "none"])
        #expect(none.count > 30)
        #expect(none.allSatisfy { !$0.isOn })
        let text = try StudioProgram.run(["doctor", "--no-benchmark"], environment: [Self.variable: "none"]).outputText
        #expect(text.contains(try Regex("(?m)^  on +0 +none$")), "\(text)")
        #expect(text.contains(try Regex("(?m)^  off +\(none.count) +.*deep-png")), "\(text)")
    }

    @Test("another value is one line and a usage error", arguments: ["doctor", "start"])
    func invalid(_ command: String) throws {
        let outcome = try StudioProgram.run([command], environment: [Self.variable: "some"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        let expected = "expected all, none, or names such as -deep-png,-palette"
        #expect(outcome.errors == "psstudio: \(Self.variable): 'some' is invalid; \(expected)\n")
    }
}
