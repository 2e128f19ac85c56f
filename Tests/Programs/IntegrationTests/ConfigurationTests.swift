import Foundation
import Glibc
import MediaOutputs
import StudioScenario
import StudioTestSupport
import Testing

/// `psstudio start --config` and `--check-config`.
@Suite(.endToEnd)
struct ConfigurationTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func run(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> StudioProgram.Outcome {
        try StudioProgram.run(["start"] + arguments, environment: environment, in: folder.path)
    }

    private static let small = "width: 64\nheight: 36\nfast: true\nduration: 1s\njson: true\n"

    @Test("a file is the same as its options; relative paths are relative to the current folder")
    func start() throws {
        let text = Self.small + "seed: 7\nout:\n  - show.mkv\n  - 'null:'\nretry: []\nquiet: true\n"
        let outcome = try run(["--config", try folder.write("a.yaml", text)])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.isEmpty)
        let summary = try outcome.summary
        #expect(summary.seed == 7)
        #expect(summary.video.accepted == 30)
        #expect(summary.outputs.map(\.destination) == ["show.mkv", "null:"])
        #expect(TestFolder.size(of: folder.file("show.mkv")) > 0)
    }

    @Test("an option has precedence, then the environment, then the file")
    func precedence() throws {
        let text = Self.small + "force: true\nseed: 1\nout: file.mkv\nrole: attendee\nquiet: true\n"
        let file = try folder.write("a.yaml", text)
        let environment = ["PSSTUDIO_SEED": "2", "PSSTUDIO_OUT": "variable.mkv", "PSSTUDIO_ROLE": "host"]
        let plain = try run(["--config", file, "--role", "host"])
        #expect(try plain.summary.seed == 1)
        #expect(try plain.summary.outputs.map(\.destination) == ["file.mkv"])
        let variables = try run(["--config", file], environment)
        #expect(try variables.summary.seed == 2)
        #expect(try variables.summary.outputs.map(\.destination) == ["variable.mkv"])
        let options = try run(
            ["--seed", "3", "--config=\(file)", "--out", "null:", "--duration=2s", "--verbose"], environment)
        #expect(try options.summary.seed == 3)
        #expect(try options.summary.outputs.map(\.destination) == ["null:"])
        #expect(try options.summary.video.accepted == 60)
        // The file says attendee, and nothing else does.
        #expect(try run(["--config", file]).exitCode == 4)
    }

    @Test(
        "--check-config and --config report each mistake in one line with the file, the line and the key, and exit with 2",
        arguments: [
            ("out: a.mp4\nvido: b.mp4", ":2: unknown key 'vido'; did you mean 'video'?"),
            ("width: wide", ":1: width is 'wide'; expected an integer from 1 to 2147483647"),
            ("width: 1\nwidth: 2", ":1: the key 'width' occurs more than once; keep one of them"),
            ("\nbitrate: 1.2.3", ":2: bitrate is '1.2.3'; expected a bitrate"),
            ("retry:\n  - delay: 0s..8s", ":2: retry: --retry is 'delay=0.0s..8.0s'; use attempts=10,"),
            ("serve: somewhere", ":1: serve: --serve is 'somewhere'; expected a port such as 7788, or an address"),
            ("serveHost: a:80", ":1: serveHost: --serve-host is 'a:80'; use a name without a port"),
            ("streamKey: k3y-of-mine", ":1: the key 'streamKey' would contain a secret; write the secret to a file"),
            ("\nfast: true", ":2: fast: --fast with a source that never ends needs --duration"),
            (
                "serve: 192.0.2.1:7788",
                ":1: serve: --serve is 192.0.2.1:7788, which other machines reach; add --serve-token-file"
            ),
            ("out: a.xyz", ":1: out: cannot write to 'a.xyz': use "),
            ("out: no", ":1: out: cannot write to 'no': use "),
            ("out:\n  - a.mkv\n  - b.mkv\n  - foo", ":4: out[3]: cannot write to 'foo': use "),
            ("out: |\n  a.mkv\n  b.mkv\n", ":1: out is 'a.mkv\\nb.mkv\\n', which has a line break; write a list"),
            (
                "out: null:",
                ":1: invalid YAML: mapping values are not allowed in this context; quote a text that ends in"
            ),
            ("out: [a.mp4, ./a.mp4]", ":1: out[2]: './a.mp4' is used by two outputs"),
            (
                "out:\n  - a.mkv\n  - rtmp://localhost/live/",
                ":3: out[2]: rtmp://localhost/live/ requires a stream key; use --stream-key-file"
            ),
            ("out: 'null:'\nstreamKeyFile: key.txt", ":2: streamKeyFile: --stream-key-file requires "),
            ("out: 'null:'\nscenario: no-sendr", ":2: scenario: no-sendr: no ready scenario has this name"),
            ("out: 'null:'\nretry:\n  - {output: 1}\n  - {output: 2}", ":3: retry[1]: --retry 1: null: does not"),
            ("out: 'null:'\nsplitEvery: 2s", ":2: splitEvery: --split-every is too short; use at least 10s"),
            ("out: 'null:'\ntlsCa: none.pem", ":2: tlsCa: cannot read the certificates in 'none.pem'; check the path"),
            ("width: 0320", ":1: width is '0320'; expected an integer from 1 to 2147483647; write 320"),
        ] as [(String, String)])
    func mistakes(_ text: String, _ expected: String) throws {
        let file = try folder.write("a.yaml", text)
        for option in ["--check-config", "--config"] {
            let outcome = try run([option, file])
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.hasPrefix("psstudio: \(file)\(expected)"), "\(outcome.errors)")
            #expect(outcome.errors.count(of: "\n") == 1)
            #expect(!outcome.errors.contains("k3y-of-mine"))
            #expect(outcome.output.isEmpty)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.yaml"])
    }

    @Test("what is no readable file is one line, and exits with 2")
    func unreadable() throws {
        let fifo = folder.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(FileManager.default.createFile(atPath: folder.file("large"), contents: nil))
        #expect(truncate(folder.file("large"), 100_000_000) == 0)
        for (path, expected) in [
            (folder.file("none.yaml"), "cannot read the configuration: No such file or directory"),
            (folder.path, "not a regular file; expected the path of a YAML file"),
            (fifo, "not a regular file; expected the path of a YAML file"),
            (folder.file("large"), "larger than 1 MiB; a configuration is a short YAML file"),
        ] {
            for option in ["--check-config", "--config"] {
                let outcome = try run([option, path])
                #expect(outcome.exitCode == 2)
                #expect(outcome.errors == "psstudio: \(path): \(expected); see psstudio start --help\n")
            }
        }
        let both = try run(["--check-config", "a", "--config", "b"])
        #expect(both.errors.contains("--config and --check-config are mutually exclusive"))
        #expect(both.exitCode == 2)
    }

    @Test("--check-config starts nothing, creates nothing and reads no secret")
    func check() throws {
        let text = """
            out: [show.mp4, rtmp://localhost/live/]
            streamKeyFile: /run/credentials/psstudio@show.service/key
            progress: progress.txt
            trace: traces/
            control: auto
            serve: true
            """
        let file = try folder.write("show.yaml", text)
        let outcome = try run(["--check-config", file])
        #expect(outcome.exitCode == 0)
        #expect(outcome.outputText == "\(file): ok\n")
        #expect(outcome.errors.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["show.yaml"])
        // A file that an earlier session has written is no mistake of the configuration.
        _ = try folder.write("show.mp4", "x")
        #expect(try run(["--check-config", file]).exitCode == 0)
        // The other options count.
        let other = try run(["--check-config", file, "--no-audio", "--audio", "a.wav"])
        #expect(other.errors.contains("--audio and --no-audio are mutually exclusive"))
    }

    @Test("--config names the line of an output that exists, and of a secret that cannot be read")
    func existing() throws {
        _ = try folder.write("b.mkv", "x")
        let file = try folder.write("show.yaml", "out:\n  - a.mkv\n  - b.mkv\n")
        let outcome = try run(["--config", file])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.hasPrefix("psstudio: \(file):3: out[2]: 'b.mkv' exists; --force overwrites it"))
        let secret = try folder.write("key.yaml", "out: rtmp://localhost/live/\nstreamKeyFile: none.txt\n")
        let other = try run(["--config", secret])
        #expect(other.exitCode == 2)
        #expect(other.errors.hasPrefix("psstudio: \(secret):2: streamKeyFile: cannot read the stream key file: "))
    }

    @Test("no message repeats a key in an address of a file")
    func redaction() throws {
        let file = try folder.write("a.yaml", Self.small + "verbose: true\nout: rtmp://127.0.0.1:1/live/k3y-of-mine\n")
        let outcome = try run(["--config", file])
        #expect(outcome.exitCode == 6)
        #expect(outcome.errors.contains("rtmp://127.0.0.1:1/live/***"))
        #expect(!(outcome.errors + outcome.outputText).contains("k3y-of-mine"))
        let mistyped = try folder.write("b.yaml", "out: rtmp//127.0.0.1/live/k3y-of-mine\n")
        let other = try run(["--config", mistyped])
        #expect(other.exitCode == 2)
        #expect(!other.errors.contains("k3y-of-mine"), "\(other.errors)")
    }

    @Test(
        "--check-config refuses what Production Studio rejects, with the line and its rule",
        arguments: [
            ("height: 180\nwidth: 321", ":2: width: PS-START-007 InvalidParameter: declared "),
            ("width: 320\nheight: 181", ":2: height: PS-START-007 InvalidParameter: declared "),
            ("width: 3842", ":1: width: PS-START-009 InvalidParameter: declared "),
            ("video: clip.mkv\nwidth: 321", ":2: width: PS-START-007 InvalidParameter: declared "),
            ("role: attendee", ":1: role: PS-START-003 NoPermission: the local user is "),
            ("video: 'coded:'\nwidth: 64\nheight: 64", ":2: width: coded video cannot be 64x64 at 30 fps"),
            ("video: '-'\nloop: true", ":2: loop: standard input is read as a stream, which has no position to go to"),
        ])
    func rejected(_ text: String, _ expected: String) throws {
        let file = try folder.write("a.yaml", text + "\nout: 'null:'\n")
        let outcome = try run(["--check-config", file])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.hasPrefix("psstudio: \(file)\(expected)"), "\(outcome.errors)")
        #expect(outcome.errors.count(of: "\n") == 1)
        #expect(outcome.output.isEmpty)
    }

    @Test("the check accepts what only the source or a scenario decides")
    func undecided() throws {
        for text in [
            "video: clip.mkv\nwidth: 320", "role: attendee\nscenario: co-host-revoked", "video: raw.yuv\nfps: 25",
        ] {
            let outcome = try run(["--check-config", try folder.write("a.yaml", text + "\nout: 'null:'\n")])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
    }

    @Test("json: true concerns a session: a check prints its line only, and JSON with --json")
    func checkAsJSON() throws {
        let bad = try folder.write("bad.yaml", "json: true\nout: foo\n")
        let plain = try run(["--check-config", bad])
        #expect(plain.exitCode == 2)
        #expect(plain.output.isEmpty)
        let good = try folder.write("good.yaml", "json: true\nout: 'null:'\n")
        #expect(try run(["--check-config", good]).outputText == "\(good): ok\n")
        struct Check: Decodable {
            struct Failure: Decodable {
                let message: String
            }
            let exitCode: Int
            let verdict: String?
            let error: Failure?
            let video: Int?
        }
        let failed = try JSONDecoder().decode(Check.self, from: run(["--check-config", bad, "--json"]).output)
        #expect(failed.exitCode == 2)
        #expect(failed.verdict == nil)
        #expect(failed.error?.message.hasPrefix("\(bad):2: out: cannot write to 'foo': use ") == true)
        let passed = try JSONDecoder().decode(Check.self, from: run(["--check-config", good, "--json"]).output)
        #expect(passed.exitCode == 0)
        #expect(passed.verdict == "ok")
        #expect(passed.error == nil)
    }

    @Test("a file that is not a configuration is not shown")
    func otherFiles() throws {
        for (name, text) in [
            ("key.txt", "live_S3CRET_123\n"), ("other.yaml", "S3CRET: 1\n"),
            ("key.pem", "-----BEGIN KEY-----\nS3CRET\n"),
        ] {
            let file = try folder.write(name, text)
            for option in ["--config", "--check-config", "--scenario", "--pipeline"] {
                let outcome = try run([option, file, "--out", "null:"])
                #expect(outcome.exitCode == 2)
                #expect(outcome.errors.count(of: "\n") == 1)
                #expect(!(outcome.errors + outcome.outputText).contains("S3CRET"), "\(outcome.errors)")
            }
        }
    }

    @Test("json: true prints the object also when the session cannot start")
    func failure() throws {
        let outcome = try run(["--config", try folder.write("a.yaml", "json: true\nfast: true\n")])
        #expect(outcome.exitCode == 2)
        #expect(try outcome.summary.stopReason == "error:usage")
    }

    // MARK: The table

    private struct Help: Decodable {
        struct Command: Decodable {
            let arguments: [Argument]?
        }
        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String
            }
            let names: [Name]?
            let abstract: String?
            let valueName: String?
            let defaultValue: String?
            let allValues: [String]?

            func name(_ kind: String) -> String? { names?.first { $0.kind == kind }?.name }
        }
        let command: Command
    }

    @Test(
        "each option of psstudio start has a row in the table, and each row an option, with its name, text, default and words"
    )
    func table() throws {
        let dump = try run(["--experimental-dump-help"])
        #expect(dump.exitCode == 0)
        let help = try JSONDecoder().decode(Help.self, from: dump.output)
        let arguments = try #require(help.command.arguments)
        // The drivers of outputs declare it.
        let ownHelp = ["out", "streamKeyFile", "srtPassphraseFile"]
        let ownOptions = ["config", "check-config", "files-below", "request", "help", "help-all", "version"]
        let options = arguments.compactMap { $0.name("long") }.filter { !ownOptions.contains($0) }
        #expect(Set(options.map { "--\($0)" }) == Set(SessionOption.all.map(\.option)))
        for argument in arguments {
            let row = argument.name("long").flatMap { name in SessionOption.all.first { $0.option == "--\(name)" } }
            guard let row else { continue }
            #expect(row.letter.map(String.init) == argument.name("short"), "\(row.name)")
            if !ownHelp.contains(row.name) { #expect(argument.abstract == row.help, "\(row.name)") }
            if let value = row.valueName { #expect(argument.valueName == value, "\(row.name)") }
            // Numbers are not an enumeration on the command line.
            guard let words = argument.allValues, !words.isEmpty else { continue }
            #expect(row.words == words, "\(row.name)")
            if let value = argument.defaultValue { #expect(row.fallback == value, "\(row.name)") }
        }
        #expect(SessionOption.all.count == Set(SessionOption.all.map(\.name)).count)
        for secret in OutputRegistry.standard.kinds.compactMap(\.secret) {
            let row = try #require(SessionOption.all.first { $0.option == secret.option })
            #expect(row.variable == secret.variable)
        }
    }
}
