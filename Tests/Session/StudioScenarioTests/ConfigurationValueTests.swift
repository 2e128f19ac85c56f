import StudioCore
import Testing

@testable import StudioScenario

/// The numbers of a configuration, the places of its values, and files that are none.
@Suite("Values of the configuration file")
struct ConfigurationValueTests {
    private func file(_ text: String) throws -> ConfigurationFile { try ConfigurationFile(text: text, name: "a.yaml") }

    private func values(_ text: String) throws -> [String: Checked.Value] {
        let file = try file(text)
        return Dictionary(uniqueKeysWithValues: file.keys.map { ($0.name, file.value(of: $0) ?? .text("")) })
    }

    /// The line without the name of the file.
    private func complaint(_ text: String) throws -> String {
        let error = try #require(throws: ConfigurationError.self) { try file(text) }
        return "\(error.line): \(error.message)"
    }

    @Test(
        "numbers have neither a plus sign nor zeros in front",
        arguments: [
            ("width", "+320", "; write 320"), ("width", "0320", "; write 320"), ("seed", "+7", "; write 7"),
            ("seed", "007", "; write 7"), ("hlsWindow", "06", "; write 6"), ("fps", "+30", "; write 30"),
            ("fps", "030", "; write 30"), ("fps", "30000/01001", ""), ("bitrate", "+2500k", "; write 2500k"),
            ("bitrate", "02M", "; write 2M"), ("minFree", "0200M", "; write 200M"), ("duration", "+8s", "; write 8s"),
            ("duration", "08s", "; write 8s"), ("duration", "00.5", "; write 0.5"), ("duration", "0:+1:30", ""),
            ("audioRate", "+48000", "; write 48000"), ("audioChannels", "02", "; write 2"), ("width", "0x140", ""),
        ])
    func numbers(_ key: String, _ text: String, _ hint: String) throws {
        let complaint = try complaint("\(key): \(text)")
        #expect(complaint.hasPrefix("1: \(key) is '\(text)'; expected "), "\(complaint)")
        #expect(complaint.hasSuffix(hint), "\(complaint)")
        let option = try #require(SessionOption.named(key))
        // The command line has the same parser.
        #expect(option.shape.value(of: text) == nil)
    }

    @Test("the numbers of rules are written the same way")
    func numbersOfRules() throws {
        #expect(
            try complaint("retry: [{attempts: 010}]").hasPrefix("1: retry[1].attempts is '010'; expected an integer"))
        #expect(try complaint("retry: [{jitter: +5}]").hasPrefix("1: retry[1].jitter is '+5'; expected a number"))
        #expect(try complaint("retry: [{delay: 1s..08s}]").hasPrefix("1: retry[1].delay is '1s..08s'; expected"))
        #expect(OutputRetryRules("+2:attempts=3") == nil)
        #expect(OutputRetryRules("attempts=03") == nil)
        #expect(OutputRetryRules("jitter=+5%") == nil)
    }

    @Test("a time of a clock, and the parts behind the first one, may have zeros in front")
    func clocks() throws {
        #expect(try values("duration: 00:01:30")["duration"] == .duration(.seconds(90)))
        #expect(try values("duration: 1m05s")["duration"] == .duration(.seconds(65)))
        #expect(try values("duration: 0.5s")["duration"] == .duration(.milliseconds(500)))
        #expect(try values("duration: .5s")["duration"] == .duration(.milliseconds(500)))
        #expect(try values("fps: 0.5")["fps"] == .rate(try #require(Rate(parsing: "0.5"))))
        #expect(try values("seed: 0")["seed"] == .seed(0))
    }

    @Test(
        "a file that is not a configuration is not shown",
        arguments: [
            ("live_S3CRET_123\n", "1: the file is a text; expected a mapping with the keys width, height"),
            ("- S3CRET", "1: the file is a list; expected a mapping"),
            ("S3CRET: 1", "1: no key of the file is known; expected width, height, fps,"),
            ("host: a\nS3CRET: 1", "1: no key of the file is known; expected width"),
            ("S3CRET: 1\nS3CRET: 2", "1: a key occurs more than once; keep one of them"),
            ("S3CRET-key: 1", "1: a key would contain a secret; write the secret to a file that only you can read,"),
            ("root:$6$S3CRET:19000:0:99999:7:::\nbin:*:19000::::::", "1: no key of the file is known; expected width"),
            ("-----BEGIN KEY-----\nS3CRET\n-----END KEY-----\n", "1: the file is a text; expected a mapping"),
            ("\"S3CRET\"", "1: the file is a text; expected a mapping"), ("|\n  S3CRET\n", "1: the file is a text;"),
        ])
    func otherFiles(_ text: String, _ expected: String) throws {
        let complaint = try complaint(text)
        #expect(complaint.hasPrefix(expected), "\(complaint)")
        #expect(!complaint.contains("S3CRET"), "\(complaint)")
        let scenario = try #require(throws: ScenarioError.self) { try Scenario(text: text, name: "a.yaml") }
        #expect(!scenario.message.contains("S3CRET"), "\(scenario)")
    }

    @Test("an error of a text in a list has its line and its number")
    func places() throws {
        let file = try file("width: 64\nout:\n  - a.mkv\n  - b.mkv\nserveHost: [a]\n")
        let out = try #require(SessionOption.named("out"))
        #expect("\(file.error("x", at: out, element: 1))" == "a.yaml:4: out[2]: x")
        #expect("\(file.error("x", at: out))" == "a.yaml:3: out: x")
        #expect("\(file.error("x", at: out, element: 2))" == "a.yaml:3: out: x")
        let host = try #require(SessionOption.named("serveHost"))
        #expect("\(file.error("x", at: host, element: 0))" == "a.yaml:5: serveHost: x")
        #expect("\(file.error("x"))" == "a.yaml: x")
        // The session has another value for it.
        #expect("\(file.error("x", at: SessionOption.named("fps")))" == "a.yaml: x")
    }
}
