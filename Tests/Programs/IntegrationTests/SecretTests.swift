import Foundation
import Glibc
import StudioTestSupport
import Testing

extension RealTime {
    /// A stream key is never printed, whatever its source and whatever the error.
    struct SecretTests {
        /// A string that the program cannot print by chance.
        private static let secrets = ["k3y-Wq7Zx", "pa55-Vb2Ln", "t0ken-Hs9Rd"]

        /// The source of the key.
        enum Way: String, CaseIterable {
            case url, file, fifo, variable, userInfoAndQuery
        }

        private func run(
            _ way: Way, _ base: String, _ folder: TestFolder, seconds: String = "1s"
        ) throws -> StudioProgram.Outcome {
            let key = Self.secrets[0]
            var arguments = [
                "start", "--width", "320", "--height", "180", "--duration", seconds, "--verbose", "--json", "--out",
                "null:", "--progress", folder.file("progress"),
            ]
            var environment: [String: String] = [:]
            var keyWriter: ChildProcess?
            switch way {
            case .url: arguments += ["--out", base + key]
            case .file:
                arguments += ["--out", base, "--stream-key-file", try folder.write("key.txt", key + "\n")]
            case .fifo:
                // The shell's replacement for `--stream-key-file <(secret-tool lookup …)`.
                #expect(mkfifo(folder.file("key"), 0o600) == 0)
                let key = try folder.write("key.txt", key)
                keyWriter = try ChildProcess("cp", [key, folder.file("key")])
                arguments += ["--out", base, "--stream-key-file", folder.file("key")]
            case .variable:
                arguments += ["--out", base]
                environment["PSSTUDIO_STREAM_KEY"] = key
            case .userInfoAndQuery:
                let place = base.replacing("rtmp://", with: "rtmp://user:\(Self.secrets[1])@")
                arguments += ["--out", place + key + "?token=\(Self.secrets[2])"]
            }
            defer { keyWriter?.kill() }
            return try StudioProgram.run(arguments, environment: environment)
        }

        private func check(_ outcome: StudioProgram.Outcome, _ folder: TestFolder) throws {
            let progress = String(decoding: try folder.read("progress"), as: UTF8.self)
            #expect(progress.contains("progress=end"))
            for secret in Self.secrets {
                for text in [outcome.outputText, outcome.errors, progress] {
                    #expect(!text.contains(secret), "\(secret) was printed:\n\(text)")
                }
            }
            // The output names this destination, with the key masked.
            #expect(outcome.errors.contains("/***"))
            #expect(outcome.outputText.contains("/***"))
        }

        @Test("A failed session: no listener", arguments: Way.allCases)
        func refused(_ way: Way) throws {
            let folder = try TestFolder()
            let outcome = try run(way, "rtmp://127.0.0.1:\(try unusedPort())/live/", folder)
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.last?.cause == "refused")
            try check(outcome, folder)
        }

        @Test("A failed session: the server closes the connection, or rejects the application", arguments: Way.allCases)
        func rejected(_ way: Way) throws {
            let closing = try HostileServer(.closing)
            let server = try RTMPServer()
            for base in ["rtmp://127.0.0.1:\(closing.port)/live/", "rtmp://127.0.0.1:\(server.port)/nowhere/"] {
                let folder = try TestFolder()
                let outcome = try run(way, base, folder)
                #expect(outcome.exitCode == 6, "\(outcome.errors)")
                #expect(try outcome.summary.outputs.last?.cause == "rejected")
                try check(outcome, folder)
            }
        }

        @Test("A successful session: only the server gets the key", arguments: Way.allCases)
        func working(_ way: Way) throws {
            let (server, folder) = (try RTMPServer(), try TestFolder())
            let outcome = try run(way, "rtmp://127.0.0.1:\(server.port)/live/", folder, seconds: "2s")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            try check(outcome, folder)
            let recordings = try server.recordings
            #expect(recordings.count == 1)
            // nginx names its recording after the stream.
            #expect(recordings.first?.contains(Self.secrets[0]) == true, "\(recordings)")
        }

        @Test("A stream name with an @ reaches the server")
        func atSign() throws {
            let server = try RTMPServer()
            let outcome = try StudioProgram.run([
                "start", "--width", "320", "--height", "180", "--duration", "2s", "--json", "--out",
                server.url("stream_1@52312"),
            ])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.first?.destination == server.url("***"))
            let recordings = try server.recordings
            #expect(recordings.first?.contains("stream_1%4052312") == true, "nginx escapes names: \(recordings)")
        }

        @Test("A session that loses its server")
        func lost() throws {
            let (server, folder) = (try RTMPServer(), try TestFolder())
            let program = try StudioProgram(
                [
                    "start", "--width", "320", "--height", "180", "--verbose", "--json", "--progress",
                    folder.file("progress"), "--out", server.url(Self.secrets[0] + "?token=" + Self.secrets[2]),
                ])
            try server.waitForRecording(1, bytes: 10_000)
            // A failed first connect is not retried.
            try program.waitForError("  live\n")
            try server.kill()
            try program.waitForError("attempt 1")
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "a failed output has precedence over the signal: \(outcome.errors)")
            try check(outcome, folder)
        }

        /// `KEY` stands for the secret.
        private static let mistypedAddresses = [
            "localhost/live/KEY", "live.example.com/app/KEY?x=1", "127.0.0.1:1/live/KEY", "rtmp:/host/app/KEY",
            "rtmp//host/app/KEY", "rmtp://host/app/KEY", "rtmp;//host/app/KEY", "//host/app/KEY", "host/app/KEY",
            "host/app/KEY.x", "user:KEY@host/app", "rtmp:\\\\host\\app\\KEY",
        ]

        @Test(
            "Mistyped addresses do not print their key, whatever option has them", arguments: mistypedAddresses,
            [
                ["probe"], ["start", "--out"], ["start", "--fast", "--out", "null:", "--video"],
                ["start", "--fast", "--duration", "100ms", "--out", "null:", "--trace"],
            ])
        func mistyped(_ address: String, _ command: [String]) throws {
            let key = Self.secrets[0]
            let address = address.replacing("KEY", with: key)
            for more in [[], ["--json"]] {
                let folder = try TestFolder()
                let outcome = try StudioProgram.run(command + [address] + more, in: folder.path)
                #expect(!outcome.errors.contains(key), "\(outcome.errors)")
                #expect(!outcome.outputText.contains(key), "\(outcome.outputText)")
            }
        }

        @Test("A log of GStreamer, which contains keys, is announced as such")
        func debugLog() throws {
            let arguments = [
                "start", "--fast", "--width", "64", "--height", "64", "--duration", "100ms", "--out", "null:",
            ]
            let loud = try StudioProgram.run(arguments, environment: ["GST_DEBUG": "rtmp*:7"])
            #expect(
                loud.errors.contains("GST_DEBUG=rtmp*:7: GStreamer's log may contain stream keys"), "\(loud.errors)")
            let silent = try StudioProgram.run(arguments, environment: ["GST_DEBUG": "0"])
            #expect(!silent.errors.contains("GST_DEBUG"), "\(silent.errors)")
        }

        @Test("Usage errors about a destination do not print its key")
        func usage() throws {
            let (key, password) = (Self.secrets[0], Self.secrets[1])
            for destination in [
                "srt://host:9000/\(key)?passphrase=\(password)", "rtmp://user:\(password)@",
                "rtmpe://host/live/\(key)", "RTMPT://u:\(password)@host/live/\(key)",
            ] {
                let outcome = try StudioProgram.run(["start", "--out", destination, "--json"])
                #expect(outcome.exitCode == 2, "\(outcome.errors)")
                for text in [outcome.errors, outcome.outputText] {
                    #expect(!text.contains(key), "\(text)")
                    #expect(!text.contains(password), "\(text)")
                }
            }
        }
    }
}
