import ArgumentParser
import ProgramConsole
import ServerAccess
import ServerArguments
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
            var command = try PSStudio.parseAsRoot(arguments)
            isParsed = true
            if let prepared = command as? any PreparedCommand { _ = try prepared.prepare() } else { try command.run() }
        } catch {
            let ending = PSStudio.ending(
                for: error, isParsed: isParsed, secrets: secrets, cause: ListenAddress.mistake(in: arguments))
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
            ["start", "--stream-key", "S3CRET"], ["start", "--stream-key=S3CRET"], ["start", "S3CRET"], ["S3CRET"],
            ["start", "S3CRET", "S3CRET 2"], ["start", "S3CRET\nline"], ["start", "--json=S3CRET"],
            ["start", "--stream-key-file", "-S3CRET"], ["start", "--password", "--S3CRET"],
            ["start", "--token", "--S3CRET=x"], ["start", "--verbose", "S3CRET"],
            ["probe", "a.mp4", "S3CRET"], ["doctor", "S3CRET"], ["probe", "rtmp://user:S3CRET/x@host/live/x"],
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
            (["start", "640"], "Unexpected argument '***'"),
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
}
