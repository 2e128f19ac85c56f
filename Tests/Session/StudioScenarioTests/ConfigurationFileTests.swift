import Foundation
import StudioCore
import StudioTestSupport
import Testing
import YAML

@testable import StudioScenario

@Suite("The configuration file")
struct ConfigurationFileTests {
    private func file(_ text: String) throws -> ConfigurationFile { try ConfigurationFile(text: text, name: "a.yaml") }

    private func values(_ text: String) throws -> [String: Checked.Value] { Self.values(try file(text)) }

    private static func values(_ file: ConfigurationFile) -> [String: Checked.Value] {
        Dictionary(uniqueKeysWithValues: file.keys.map { ($0.name, file.value(of: $0) ?? .text("")) })
    }

    private static func texts(_ texts: String...) -> Checked.Value {
        .list(texts.map { Checked(line: 1, value: .text($0)) })
    }

    /// The line without the name of the file.
    private func complaint(_ text: String) throws -> String {
        let error = try #require(throws: ConfigurationError.self) { try file(text) }
        #expect(error.file == "a.yaml")
        #expect(error.description == "a.yaml:\(error.line): \(error.message)")
        return "\(error.line): \(error.message)"
    }

    @Test("its values have the types of their options")
    func types() throws {
        let text = """
            # A show.
            width: 1280
            fps: 30000/1001
            video: /srv/a clip.mp4
            loop: true
            fast: false
            startAt: 1m30s
            audioRate: 48000
            bitrate: 2500k
            seed: 18446744073709551615
            streamKeyFile: key.txt
            hlsWindow: all
            minFree: 1.5G
            serve: true
            """
        #expect(
            try values(text) == [
                "width": .integer(1280), "fps": .rate(try #require(Rate(parsing: "30000/1001"))),
                "video": .text("/srv/a clip.mp4"), "loop": .flag(true), "fast": .flag(false),
                "startAt": .duration(.seconds(90)), "audioRate": .integer(48_000), "bitrate": .integer(2_500_000),
                "seed": .seed(.max), "streamKeyFile": .text("key.txt"), "hlsWindow": .text("all"),
                "minFree": .space(DiskReserve(bytes: 1_500_000_000)), "serve": .flag(true),
            ])
        #expect(
            try values("out: show.mp4\nserve: 127.0.0.1:7788\nhlsWindow: 4\naudioChannels: 1") == [
                "out": Self.texts("show.mp4"), "serve": .text("127.0.0.1:7788"), "hlsWindow": .text("4"),
                "audioChannels": .integer(1),
            ])
        #expect(try file("out: [show.mp4, rtmp://localhost/live/]").keys.map(\.name) == ["out"])
        #expect(try values("{}") == [:])
        #expect(try values("serve: false\nout: []") == ["serve": .flag(false), "out": .list([])])
    }

    @Test("the keys are in the order of the table; texts of a key are those of its elements")
    func keys() throws {
        let file = try file("out: [show.mp4, rtmp://localhost/live/]\nwidth: 64\nretry: [{output: 2}]\nquiet: false")
        #expect(file.keys.map(\.name) == ["width", "out", "retry", "quiet"])
        #expect(file.keys.map(file.texts) == [[""], ["show.mp4", "rtmp://localhost/live/"], [""], [""]])
        #expect(file.keys.map(file.isSet) == [true, true, true, false])
    }

    // MARK: Rules for reconnecting

    @Test(
        "rules for reconnecting have the same values in a file and on the command line",
        arguments: [
            (
                "{attempts: 10, delay: 500ms..8s, first: true, jitter: 20}",
                "attempts=10,delay=500ms..8s,first=yes,jitter=20%"
            ),
            ("{output: 2, attempts: 3}", "2:attempts=3"), ("{output: 1}", "1:attempts=unlimited"),
            ("{delay: 2s}", "delay=2s"), ("{first: false}", "first=no"), ("{}", "attempts=3,attempts=unlimited"),
        ])
    func retry(_ yaml: String, _ text: String) throws {
        guard case .list(let items)? = try values("retry: [\(yaml)]")["retry"] else {
            Issue.record("not a list")
            return
        }
        #expect(try items.map { try #require(OutputRetryRules($0.value)) } == [try #require(OutputRetryRules(text))])
    }

    @Test("the parts of rules on the command line")
    func retryParts() throws {
        let rules = try #require(OutputRetryRules("3:attempts=10,delay=500ms..9s,first=yes,jitter=20%"))
        #expect(rules.output == 3)
        #expect(
            rules.rules
                == RetryRules(
                    attempts: 10, minimumDelay: .milliseconds(500), maximumDelay: .seconds(9), retriesFirst: true,
                    jitter: 0.2))
    }

    @Test(
        "other rules on the command line are refused",
        arguments: [
            "", "2:", "0:attempts=1", "x:attempts=1", "attempts", "attempts=", "attempts=-1", "attempts=1000001",
            "attempts=1,", "delay=0s..8s", "delay=8s..1s", "delay=0", "first=true", "jitter=20", "jitter=101%",
            "output=2", "try=1",
        ])
    func badRetry(_ text: String) { #expect(OutputRetryRules(text) == nil) }

    @Test("a delay of zero is refused in a file, too")
    func zeroDelay() throws {
        guard case .list(let items)? = try values("retry: [{delay: 0s..8s}]")["retry"] else {
            Issue.record("not a list")
            return
        }
        #expect(items.map { OutputRetryRules($0.value) } == [nil])
    }

    @Test(
        "each mistake is one line with its place, its key and a hint",
        arguments: [
            ("", "1: the file is empty; expected keys such as video, out and duration"),
            ("- a", "1: the file is a list; expected a mapping with the keys width, "),
            ("width: 1280\nvido: a.mp4", "2: unknown key 'vido'; did you mean 'video'?"),
            ("audio-rate: 48000", "1: unknown key 'audio-rate'; did you mean 'audioRate'?"),
            ("loop: true\nzzz: 1", "2: unknown key 'zzz'; expected width, height, fps,"),
            ("width: wide", "1: width is 'wide'; expected an integer from 1 to 2147483647"),
            ("\u{FEFF}width: 1280\nheight: wide", "2: height is 'wide'; expected an integer"),
            ("out: a\nvideo: \"b\nfps: 30", "2: invalid YAML: the quoted text has no end"),
            ("width: \"1280\"", "1: width is '1280'; expected an integer"),
            ("width: 0", "1: width is '0'; expected an integer from 1 to 2147483647"),
            ("width: 2147483648", "1: width is '2147483648'; expected an integer from 1"),
            ("width:", "1: width is nothing; expected an integer"),
            ("fps: 0.01", "1: fps is '0.01'; expected frames per second such as 30"),
            ("bitrate: 3T", "1: bitrate is '3T'; expected a bitrate such as 2500k or 6M"),
            ("bitrate: 999", "1: bitrate is '999'; expected a bitrate"),
            ("loop: yes", "1: loop is 'yes'; expected true or false"),
            ("loop: [true]", "1: loop is a list; expected true or false"),
            ("duration: soon", "1: duration is 'soon'; expected a duration such as 8s, 500ms or 1m30s, at least 1ms"),
            ("duration: 0s", "1: duration is '0s'; expected a duration"),
            ("role: hst", "1: role is 'hst'; expected one of host, cohost, attendee, panelist; did you mean 'host'?"),
            ("audioRate: 44100", "1: audioRate is '44100'; expected one of 32000, 48000"),
            ("out: {a: 1}", "1: out is a mapping; expected a text, or a list of texts"),
            ("out:\n  - a.mp4\n  - {}", "3: out[2] is a mapping; expected a text"),
            ("out:\n  - null:", "2: out[1] is a mapping; expected a text; quote a text that ends in a colon"),
            ("out: ''", "1: out is ''; expected a text, or a list of texts"),
            (
                "out: |\n  a.mkv\n  b.mkv\n",
                "1: out is 'a.mkv\\nb.mkv\\n', which has a line break; write a list: each text in a line of its own,"
            ),
            ("out:\n  - a.mkv\n  - |\n    b.mkv\n", "3: out[2] is 'b.mkv\\n', which has a line break; write it in one"),
            ("video: |-\n  a\n  b", "1: video is 'a\\nb', which has a line break; write it in one line, without |"),
            ("width: |\n  64\n  32", "1: width is '64\\n32'; expected an integer"),
            ("width: 1\nheight: 2\nwidth: 3", "1: the key 'width' occurs more than once; keep one of them"),
            ("out: [a", "2: invalid YAML: "),
            (
                "out: null:",
                "1: invalid YAML: mapping values are not allowed in this context; quote a text that ends in"
            ),
            ("out: [null:, a.mkv]", "1: "),
            ("width: 2\nout: null", "2: out is nothing; expected a text, or a list of texts; quote the text null, and"),
            (
                "out:\n  - a.mkv\n  - null",
                "3: out[2] is nothing; expected a text; quote the text null, and one that ends"
            ),
            ("out: *a", "1: anchors and aliases"),
            ("out: a\n---\nout: b", "2: the file has several documents; a configuration is one, without ---"),
            ("retry: [{attempt: 3}]", "1: retry[1]: unknown key 'attempt'; did you mean 'attempts'?"),
            (
                "retry: [{delay: 8s..1s}]",
                "1: retry[1].delay is '8s..1s'; expected a duration such as 500ms, or a range"
            ),
            ("hlsWindow: 0", "1: hlsWindow is '0'; expected a number of segments, at least 1, or all"),
            ("seed: -1", "1: seed is '-1'; expected an integer from 0 to 18446744073709551615"),
            ("quiet: true\nverbose: true", "2: quiet and verbose exclude each other; keep one of them"),
            ("audio: a.wav\nnoAudio: true", "2: audio and noAudio exclude each other; keep one of them"),
            ("out: \"a\\0b\"", "1: out contains a null character; remove it"),
        ] as [(String, String)])
    func mistakes(_ text: String, _ expected: String) throws {
        let complaint = try complaint(text)
        #expect(complaint.hasPrefix(expected), "\(complaint)")
        #expect(!complaint.contains("\n"))
    }

    @Test(
        "a key that would contain a secret is refused with the key that names its file",
        arguments: [
            ("streamKey", "streamKeyFile"), ("stream_key", "streamKeyFile"), ("key", "streamKeyFile"),
            ("srtPassphrase", "srtPassphraseFile"), ("passphrase", "srtPassphraseFile"),
            ("serveToken", "serveTokenFile"), ("serveReadToken", "serveReadTokenFile"),
            ("obsPassword", "obsPasswordFile"),
            ("PSSTUDIO_STREAM_KEY", "streamKeyFile"),
            ("password", "streamKeyFile, srtPassphraseFile, serveReadTokenFile, serveTokenFile or obsPasswordFile"),
        ])
    func secrets(_ key: String, _ hint: String) throws {
        #expect(
            try complaint("out: a.mp4\n\(key): k3y-of-mine")
                == "2: the key '\(key)' would contain a secret; write the secret to a file that only you can read, "
                + "and name that file with \(hint)")
    }

    @Test(
        "no message repeats the key in an address", arguments: ["video", "bitrate", "loop", "out: {a: 1}\nrole", "zz"])
    func redaction(_ key: String) throws {
        for address in ["rtmp://host/live/k3y-of-mine", "srt://host:9000?passphrase=k3y-of-mine"] {
            for text in ["\(key): [{\(address): 1}]", "\(key): \(address)\nwidth: x", "\"\(address)\": 1"] {
                #expect(try !complaint(text).contains("k3y-of-mine"))
            }
        }
    }

    @Test("quiet: false beside verbose: true is no contradiction")
    func rivals() throws {
        #expect(try values("quiet: false\nverbose: true") == ["quiet": .flag(false), "verbose": .flag(true)])
    }

    @Test("an option replaces a key, and so does a variable of the environment")
    func precedence() throws {
        let file = try file("width: 64\nout: [a.mp4, b.mp4]\nquiet: true\nforce: true\ntraceOnFailure: t\nrole: host")
        let none: (String) -> String? = { _ in nil }
        let all = ["width", "role", "out", "force", "traceOnFailure", "quiet"]
        #expect(file.keys(besides: ["start", "--widths", "-"], variable: none).map(\.name) == all)
        func missing(_ arguments: [String], _ variable: String? = nil) -> Set<String> {
            let keys = file.keys(besides: arguments, variable: { $0 == variable ? "x" : nil })
            return Set(all).subtracting(keys.map(\.name))
        }
        #expect(missing(["--out", "c.mp4"]) == ["out"])
        #expect(missing(["--width=1"]) == ["width"])
        #expect(missing(["-vf"]) == ["quiet", "force"])
        #expect(missing(["--verbose", "--trace", "t"]) == ["quiet", "traceOnFailure"])
        #expect(missing([], "PSSTUDIO_OUT") == ["out"])
        #expect(missing([], "PSSTUDIO_TRACE") == ["traceOnFailure"])
        #expect(missing([], "PSSTUDIO_ROLE") == ["role"])
        #expect(missing([], "PSSTUDIO_WIDTH") == [])
    }

    @Test("JSON has the same keys; its texts have quotes, and its numbers have none")
    func json() throws {
        func file(_ text: String) throws -> ConfigurationFile {
            try ConfigurationFile(json: Array(text.utf8), name: "the body")
        }
        let good = try file(
            "{\"width\": 64,\n\t\"out\": [\"\\ud83d\\ude00\\/a.mp4\"], \"audioRate\": 32000, \"fast\": true, \"role\": \"host\"}"
        )
        #expect(good.keys.map(\.name) == ["width", "audioRate", "fast", "role", "out"])
        let key = try #require(SessionOption.named("out"))
        #expect(good.texts(of: key) == ["😀/a.mp4"])
        for (text, expected) in [
            ("{\n\"width\": \"64\"}", "the body:2: width is '64'; expected an integer from 1 to 2147483647"),
            ("{\"out\": null}", "the body:1: out is nothing; expected a text, or a list of texts"),
            ("{\"video\": 5}", "the body:1: video is '5'; expected a text"),
            ("{\"out\": [true]}", "the body:1: out[1] is 'true'; expected a text"),
            ("{\"role\": host}", "the body:1: not JSON: no value at byte 9"),
            (
                "{\n\"role\": \"hst\"}",
                "the body:2: role is 'hst'; expected one of host, cohost, attendee, panelist; did you mean 'host'?"
            ),
            ("[]", "the body:1: not a JSON object; expected {\"out\": [\"show.mp4\"]}"),
            ("{\"width\": 1,\n\"width\": 2}", "the body:1: the key 'width' occurs more than once; keep one of them"),
            ("", "the body:1: not JSON: no value at byte 0"),
        ] {
            let error = try #require(throws: ConfigurationError.self) { try file(text) }
            #expect(error.description == expected)
        }
    }

    @Test(
        "a text of JSON is the same as YAML, on the same line",
        arguments: [
            "a\u{1F600}b", "\u{7f}\u{80}\u{85}\u{9f}", "a\u{2028}b\u{2029}", "\u{feff}\u{fffe}\u{ffff}", "\"\\/\t\u{1}",
            "ü: # ' {",
            "\\ud83d", "  two  spaces  ",
        ])
    func jsonTexts(_ text: String) throws {
        for options: JSONSerialization.WritingOptions in [[], .withoutEscapingSlashes] {
            let plain = try JSONSerialization.data(withJSONObject: ["out": [text]], options: options)
            // All that is not ASCII has an escape, as Python writes it.
            let escaped = String(decoding: plain, as: UTF8.self).utf16.map {
                $0 < 127 ? String(UnicodeScalar(UInt8($0))) : String(format: "\\u%04x", Int($0))
            }.joined()
            for bytes in [Array(plain), Array(escaped.utf8)] {
                let file = try ConfigurationFile(json: Array("{\n\"width\": 1,\n".utf8) + bytes.dropFirst(), name: "a")
                let key = try #require(SessionOption.named("out"))
                #expect(file.texts(of: key) == [text])
                #expect(file.line(of: key) == 3)
            }
        }
    }

    @Test("what is no readable file is one line")
    func unreadable() throws {
        let folder = try TestFolder()
        let fifo = folder.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let (large, binary) = (folder.file("large"), folder.file("binary"))
        #expect(FileManager.default.createFile(atPath: large, contents: nil))
        #expect(truncate(large, 100_000_000) == 0)
        try Data([119, 10, 255]).write(to: URL(fileURLWithPath: binary))
        for (path, expected) in [
            (folder.file("none"), "cannot read the configuration: No such file or directory"),
            (folder.path, "not a regular file; expected the path of a YAML file"),
            (fifo, "not a regular file; expected the path of a YAML file"),
            ("/dev/zero", "not a regular file; expected the path of a YAML file"),
            (large, "larger than 1 MiB; a configuration is a short YAML file"),
        ] {
            let error = try #require(throws: ConfigurationError.self) { try ConfigurationFile(path) }
            #expect(error.description == "\(path): \(expected)")
        }
        let error = try #require(throws: ConfigurationError.self) { try ConfigurationFile(binary) }
        #expect(error.description == "\(binary):2: not UTF-8; save the file as UTF-8")
    }

    // MARK: The schema

    private func schemaComplaint(_ text: String) throws -> String? {
        let schema = try JSONSerialization.jsonObject(with: Data(ConfigurationSchema.json.utf8))
        let checker = SchemaChecker(root: try #require(schema as? [String: Any]))
        return checker.complaint(try YAMLNode(text).map(plain) ?? NSNull(), checker.root)
    }

    @Test(
        "the schema accepts what is accepted",
        arguments: [
            "{}", "width: 64\nfps: 29.97\nout: a.mp4", "fps: 30000/1001\nout: [a.mp4, b.mp4]\nbitrate: 2500k",
            "serve: true",
            "bitrate: 800000\nduration: 8\nstartAt: 1m30s\nserve: 7788", "serve: '[::1]:0'\nhlsWindow: all\nseed: 0",
            "hlsWindow: 3\nretry: [{output: 2, attempts: 3, delay: 1s..8s, first: true, jitter: 12.5}]\naudioRate: 32000",
        ])
    func schemaAccepts(_ text: String) throws {
        #expect(try schemaComplaint(text) == nil)
        _ = try file(text)
    }

    @Test(
        "the schema rejects what is refused",
        arguments: [
            "widht: 64", "width: 0", "width: x", "fps: fast", "fps: 0", "out: {}", "out: [3, {}]", "loop: 1",
            "seed: -1",
            "hlsWindow: some", "hlsWindow: 0", "bitrate: 3T", "bitrate: 999", "role: boss", "audioRate: 44100",
            "retry: {attempts: 3}", "retry: [{attempts: -1}]", "retry: [{jitter: 101}]", "duration: soon",
            "streamKey: k",
        ])
    func schemaRejects(_ text: String) throws {
        #expect(try schemaComplaint(text) != nil)
        #expect(throws: ConfigurationError.self) { try file(text) }
    }
}
