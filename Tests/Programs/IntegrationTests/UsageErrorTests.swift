import ArgumentParser
import ProgramConsole
import ServerAccess
import ServerArguments
import StudioCore
import StudioEngine
import StudioTestSupport
import Testing

@testable import psstudio

/// What the program says of wrong arguments, without a process for each.
@Suite(.endToEnd)
struct UsageErrorTests {
    /// The failure with which the program ends before its session starts.
    private func failure(_ arguments: [String]) throws -> CommandFailure {
        let secrets = ArgumentSecrets(arguments)
        var isParsed = false
        do {
            var command = try PSStudio.parsed(arguments)
            isParsed = true
            if let prepared = command as? any PreparedCommand { _ = try prepared.prepare() } else { try command.run() }
        } catch {
            let ending = PSStudio.ending(
                for: error, isParsed: isParsed, secrets: secrets, cause: PSStudio.mistake(in: arguments)
            ) { PSStudio.remedy(for: $0, in: arguments) }
            if case .failed(let failure) = ending { return failure }
        }
        throw TestFailure("\(arguments) are accepted")
    }

    @Test(
        "A key in a misplaced address is not printed",
        arguments: [
            ["start", "rtmp://host/live/S3CRET"], ["start", "--fps", "rtmp://host/live/S3CRET"],
            ["start", "--progress", "rtmp://host/live/S3CRET"],
            ["start", "--out", "live.example.com:1935/app/S3CRET"], ["start", "--out", "rtmp//host/app/S3CRET"],
            ["start", "--out", "127.0.0.1:1935/app/S3CRET?S3CRET"],
            ["start", "--out", "rtmp://host/live/S3CRET/"], ["start", "--out", "rtmp://user:S3CRET/x@host/live/x"],
            ["start", "--stream-key-file", "S3CRET", "--out", "rtmp://host/live/"],
            ["start", "--stream-key-file=S3CRET", "--out", "rtmp://host/live/"],
            ["start", "--stream-key", "S3CRET"], ["start", "--stream-key=S3CRET"], ["start", "S3CRET"],
            ["rtmp://host/live/S3CRET"], ["host/app/S3CRET"],
            ["start", "S3CRET", "S3CRET 2"], ["start", "S3CRET\nline"], ["start", "--json=S3CRET"],
            ["start", "--stream-key-file", "-S3CRET"], ["start", "--password", "--S3CRET"],
            ["start", "--token", "--S3CRET=x"], ["start", "--verbose", "S3CRET"],
            ["start", "live_123456_abcdefgh_S3CRET"], ["start", "app/S3CRET"], ["start", "user:S3CRET"],
            ["start", "my S3CRET"], ["start", "--out", "S3CRET"], ["start", "--out", "app/S3CRET"],
            ["exec", "S3CRET"], ["control", "host/app/S3CRET"], ["scenarios", "rtmp://host/live/S3CRET"],
            ["start", "--stream-key", "S3CRET", "S3CRET"], ["probe", "a.mp4", "S3CRET"], ["doctor", "S3CRET"],
            ["probe", "rtmp://user:S3CRET/x@host/live/x"],
        ])
    func misplacedKey(_ arguments: [String]) throws {
        let failure = try failure(arguments + ["--json"])
        #expect(failure.reason.rawValue == 2, "\(failure.message)")
        #expect(!failure.message.isEmpty)
        #expect(!failure.message.contains("S3CRET"), "\(failure.message)")
        let json = try #require(CommandDocument(SessionSnapshot(failure), failure.reason).json)
        #expect(json.contains("\"exitCode\" : 2"), "\(json)")
        #expect(!json.contains("S3CRET"), "\(json)")
    }

    @Test(
        "A usage error quotes the value if it cannot be a key",
        arguments: [
            (["start", "--fps", "fast"], "The value 'fast' is invalid for '--fps <rate>'"),
            (["start", "--widht", "640"], "Unknown option '--widht'. Did you mean '--width'?"),
            (["start", "640"], "Unexpected argument '640'; a source is --video FILE"),
            (["start", "clip.mp4"], "Unexpected argument 'clip.mp4'; a source is --video FILE"),
            (["start", "videos/clip.mp4"], "Unexpected argument 'videos/clip.mp4'; "),
            (["start", "show", "two"], "2 unexpected arguments: 'show', 'two'; "),
            (["start", "/etc/passwd"], "Unexpected argument '/etc/passwd'; "),
            (["doctor", "camera2"], "Unexpected argument 'camera2'"),
            (["start", "--out", "a"], "cannot write to 'a': use FILE.mp4, "),
            (["start", "--out", "show"], "cannot write to 'show': use FILE.mp4, "),
            (["strat"], "unknown command 'strat'; did you mean 'start'?"),
            (["strat", "--width", "1920"], "unknown command 'strat'; did you mean 'start'?"),
            (["strat", "--help"], "unknown command 'strat'; did you mean 'start'?"),
            (["help", "strat"], "unknown command 'strat'; did you mean 'start'?"),
            (["S3CRET"], "unknown command 'S3CRET'; expected one of start, load, "),
            (
                ["scenarios", "no-sender"],
                "unknown command 'scenarios no-sender'; expected one of list, show, check, schema"
            ),
            (["pipelines", "shwo", "mux-ts"], "unknown command 'pipelines shwo'; did you mean 'show'?"),
            (["exec", "./app"], "Unexpected argument './app'; write the command after --: psstudio exec -- COMMAND"),
            (["exec", "app", "--port", "1"], "Unknown option '--port'"),
            (["control", "foo"], "unknown command 'foo'; psstudio control --help lists all"),
            (["control", "admitt"], "unknown command 'admitt'; did you mean admit?"),
            (["control", "statsu"], "unknown command 'statsu'; did you mean status?"),
            (
                ["start", "--duration", "1x"],
                "The value '1x' is invalid for '--duration <time>'; use a time such as 8s, "
            ),
            (
                ["start", "--bitrate", "1x"],
                "The value '1x' is invalid for '--bitrate <rate>'; use a bit rate such as 2500k"
            ),
            (
                ["start", "--width", "x"],
                "The value 'x' is invalid for '--width <pixels>'; use a number of pixels such as 1280"
            ),
            (["start", "--fps=x"], "The value 'x' is invalid for '--fps <rate>'; use frames per second such as 30, "),
            (["start", "--seed", "x"], "The value 'x' is invalid for '--seed <number>'; use a whole number"),
            (
                ["probe", "a", "--max-drift", "x"],
                "The value 'x' is invalid for '--max-drift <ppm>'; use a number such as 20"
            ),
            (["load", "--publishers", "x"], "The value 'x' is invalid for '--publishers <count>'; use a whole number"),
            (["start", "--out", "rtmp://h:99999/live/x"], "'rtmp://h:99999': the port must be 1 to 65535"),
            (["start", "--out", "rtmp://h:0/live/x"], "'rtmp://h:0': the port must be 1 to 65535"),
            (["start", "--out", "srt://[::1]:0"], "'srt://[::1]:0': the port must be 1 to 65535"),
            (["probe", "udp://h:99999"], "'udp://h:99999': the port must be 1 to 65535"),
            (["start", "--out", "show.avi"], "cannot write to 'show.avi'"),
            (["start", "--out", "rtmp://host"], "'rtmp://host' is incomplete: use rtmp://HOST[:PORT]/APP/KEY"),
            (
                ["start", "--out", "rtmp://host/live/", "--stream-key-file", "no-file"],
                "cannot read the stream key file: No such file or directory; "
            ),
            (
                ["start", "--out", "rtmp://host/live/", "--stream-key-file", "/"],
                "cannot read the stream key file: Is a directory; "
            ),
            (["start", "--out", "rtmp://u:1/p@host/live/x"], "'rtmp://***' is ambiguous: "),
        ])
    func quoted(_ arguments: [String], _ text: String) throws {
        let failure = try failure(arguments)
        #expect(failure.reason.rawValue == 2, "\(failure.message)")
        #expect(failure.message.hasPrefix(text), "\(failure.message)")
    }

    @Test("every option with a number, a time or a rate shows its form")
    func forms() throws {
        var count = 0
        for command in PSStudio.configuration.subcommands {
            var forms: Set<String> = []
            for option in Set(command.helpMessage().matches(of: /--([a-z0-9-]+) </).map { String($0.output.1) }) {
                // A word that no number, time or rate is.
                let message = "The value 'x' is invalid for '--\(option) <value>'"
                guard let form = command.form(for: message) else { continue }
                count += 1
                // Parsing takes a second without optimization: one option of each form, and all in the long run.
                guard forms.insert(form).inserted || LongRun.isRequested else { continue }
                let failure = try failure([command._commandName, "--\(option)", "x"])
                #expect(failure.message.contains("' is invalid for '--\(option)"), "\(failure.message)")
                #expect(failure.message.contains("; use "), "\(failure.message)")
            }
        }
        #expect(count > 40)
    }

    @Test("a key in the place of a word is told from words by its form")
    func words() {
        for word in ["a", "show", "two words", "640", "1080p", "clip1", "camera2", "no-sender", "co-host"] {
            #expect(AddressRedaction.argument(word) == word)
        }
        for word in ["S3CRET", "k3y-Wq7Zx", "abcdefghijklmnop", "FB-1234567890123-0-Abc", "two S3CRET"] {
            #expect(AddressRedaction.argument(word) == "***")
        }
        #expect(AddressRedaction.argument("app/key") == "app/***")
        #expect(AddressRedaction.argument("./app") == "./app")
        #expect(AddressRedaction.argument("//host/key") == "//host/***")
        #expect(AddressRedaction.command("S3CRET") == "S3CRET")
        #expect(AddressRedaction.command("a:b") == "***")
    }

    @Test("a message refers to the help only when the help says more")
    func hints() throws {
        func explained(_ message: String, _ code: String = "usage") -> Bool {
            CommandFailure(message: message, reason: .usage, code: code).isExplainedByHelp
        }
        #expect(explained("Unknown option '--x'"))
        #expect(explained("'a' exists; --force overwrites it"))
        #expect(!explained("psstudio-server is missing beside /bin/psstudio; install the package", "server"))
        #expect(!explained("unknown command 'foo'; psstudio control --help lists all"))
    }
}
