import Foundation
import Glibc
import StudioTestSupport
import Testing

/// The report of `psstudio load --json`, as a reader has it.
private struct LoadDocument: Decodable {
    struct Distribution: Decodable {
        let count: Int
        let worst: Double
    }

    struct Units: Decodable {
        let offered: Int
        let taken: Int
        let lost: Int
    }

    struct Budget: Decodable {
        let name: String
        let isMet: Bool
    }

    let exitCode: Int
    let publishers: Int
    let started: Int
    let connected: Int
    let failed: Int
    let reconnects: Int
    let connectMilliseconds: Distribution?
    let outageMilliseconds: Distribution?
    let frames: Units
    let audioBlocks: Units
    let causes: [String: Int]
    let budgets: [Budget]
}

extension StudioProgram.Outcome {
    fileprivate var load: LoadDocument {
        get throws { try JSONDecoder().decode(LoadDocument.self, from: output) }
    }
}

extension RealTime {
    /// `psstudio load`: many publishers of one program, against real and hostile servers.
    struct LoadTests {
        private static let small = ["--width", "320", "--height", "180", "--bitrate", "200k", "--json"]

        private func load(_ count: Int, to address: String, _ options: String...) throws -> StudioProgram {
            try StudioProgram(["load", "--publishers", "\(count)", "--out", address] + Self.small + options)
        }

        @Test("Progress and report agree on losses: what was due before a publisher's first key frame is not lost")
        func progress() throws {
            let server = try RTMPServer()
            let outcome = try load(8, to: server.url("{n}"), "--rate", "2/s", "--duration", "8s").finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try outcome.load.frames.lost == 0)
            let progress = outcome.errors.matches(of: /started 8\/8 .* (\d+) frames lost/)
            #expect(!progress.isEmpty, "\(outcome.errors)")
            for line in progress { #expect(line.1 == "0", "\(line.0)") }
        }

        @Test("Ten publishers arrive whole, and all have the same marks; budgets are judged")
        func arrives() throws {
            let server = try RTMPServer()
            let program = try load(
                10, to: server.url("{n}"), "--duration", "3s", "--rate", "50/s", "--max-loss", "0", "--max-connect", "0"
            )
            let outcome = try program.finish()
            #expect(outcome.exitCode == 7, "\(outcome.errors)")
            let report = try outcome.load
            #expect(report.started == 10)
            #expect(report.connected == 10)
            #expect(report.failed == 0)
            #expect(report.connectMilliseconds?.count == 10)
            #expect(report.frames.lost == 0)
            #expect(report.frames.offered == report.frames.taken)
            #expect(report.budgets.map(\.name) == ["max-connect", "max-loss"])
            #expect(report.budgets.map(\.isMet) == [false, true])
            let recordings = try server.recordings
            #expect(recordings.count == 10)
            var frames = 0
            var sessions: Set<String> = []
            for path in recordings {
                let probed = try ProbedMedia(path)
                let video = try #require(probed.video)
                #expect(video.missing == 0, "\(path)")
                frames += video.count
                if let session = probed.session { sessions.insert(session.identity) }
            }
            #expect(frames == report.frames.taken)
            #expect(sessions.count == 1)
        }

        @Test("A server that refuses and one that rejects: each cause has its count, and the exit code is 6")
        func rejected() throws {
            let outcome = try load(3, to: "rtmp://127.0.0.1:\(try unusedPort())/live/{n}", "--duration", "5s").finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.load.causes == ["refused": 3])
            #expect(try outcome.load.frames.taken == 0)
            let server = try RTMPServer()
            let closed = try load(
                3, to: server.url("{n}", application: "closed"), "--duration", "5s", "--max-failed", "3"
            ).finish()
            #expect(closed.exitCode == 0, "\(closed.errors)")
            // nginx accepts a publication before it denies it: a publisher may be live for a moment, and comes back.
            #expect(try closed.load.causes.values.reduce(0, +) >= 3)
            #expect(try Set(closed.load.causes.keys).isSubset(of: ["rejected", "disconnected"]))
            #expect(try closed.load.failed == 3)
        }

        @Test("A server is killed and restarted: all publishers come back, and offered is taken and lost")
        func restarts() throws {
            let server = try RTMPServer()
            let program = try load(
                5, to: server.url("{n}"), "--rate", "50/s", "--retry", "delay=200ms..200ms", "--verbose")
            try waitUntil("all are live") { program.errorsSoFar.count(of: ": live\n") == 5 }
            try server.kill()
            try waitUntil("all losses are noticed") { program.errorsSoFar.count(of: ": retrying: ") >= 5 }
            try server.start()
            try waitUntil("all are live again") { program.errorsSoFar.count(of: ": live\n") == 10 }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 130, "\(outcome.errors)")
            let report = try outcome.load
            #expect(report.reconnects == 5)
            #expect(report.outageMilliseconds?.count == 5)
            #expect(report.frames.lost > 0)
            #expect(report.frames.offered == report.frames.taken + report.frames.lost)
            #expect(report.audioBlocks.offered == report.audioBlocks.taken + report.audioBlocks.lost)
        }

        @Test("Servers that stall, stay silent and die end the load properly")
        func hostile() throws {
            let server = try RTMPServer()
            // A connection that the server closes at once ends before or in the handshake.
            for (behaviour, expected) in [
                (HostileServer.Behaviour.silent, ["connectTimedOut"]), (.closing, ["rejected", "disconnected"]),
                (.dying(server: server.port, afterBytes: 60_000), ["disconnected"]),
            ] {
                let hostile = try HostileServer(behaviour)
                let outcome = try load(
                    3, to: hostile.url("{n}"), "--duration", "6s", "--retry", "attempts=0", "--rate", "50/s"
                ).finish()
                #expect(outcome.exitCode == 6, "\(outcome.errors)")
                let causes = try outcome.load.causes
                #expect(causes.values.reduce(0, +) == 3)
                #expect(Set(causes.keys).isSubset(of: expected))
                let frames = try outcome.load.frames
                #expect(frames.offered == frames.taken + frames.lost)
            }
        }

        @Test("UDP publishes, too; it has no time of connecting")
        func datagrams() throws {
            let receiver = try DatagramReceiver()
            let program = try load(1, to: "udp://127.0.0.1:\(receiver.port)", "--duration", "1s", "--max-loss", "0")
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try outcome.load.connected == 1)
            #expect(try outcome.load.connectMilliseconds == nil)
            #expect(try !receiver.wait(for: 1).isEmpty)
        }

        @Test("SRT publishes, too, and its time of connecting is known")
        func srt() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let receiver = try ChildProcess(
                "ffmpeg",
                [
                    "-v", "error", "-nostdin", "-y", "-i", "srt://127.0.0.1:\(port)?mode=listener", "-c", "copy",
                    folder.file("got.ts"),
                ])
            let program = try load(
                1, to: "srt://127.0.0.1:\(port)", "--duration", "2s", "--retry", "first=yes,delay=100ms..100ms")
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try outcome.load.connectMilliseconds?.count == 1)
            #expect(try receiver.wait() == .exited(0))
            #expect(try MediaProbe(folder.file("got.ts")).videoFrames.count == outcome.load.frames.taken)
        }

        @Test("Interrupted while publishers are started, it ends at once, and counts those that were started")
        func interrupted() throws {
            let receiver = try DatagramReceiver()
            let program = try load(
                500, to: "udp://127.0.0.1:{n}", "--first", "\(receiver.port)", "--rate", "2/s", "--verbose")
            try waitUntil("two are live") { program.errorsSoFar.count(of: ": live\n") >= 2 }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 130, "\(outcome.errors)")
            #expect(try outcome.load.started == outcome.load.connected)
            #expect(try (2..<100).contains(outcome.load.started))
        }
    }
}

/// What `psstudio load` rejects before it connects.
@Suite(.endToEnd)
struct LoadUsageTests {
    @Test(
        "usage errors name the option and say what to do",
        arguments: [
            (["--publishers", "0", "--out", "udp://h:{n}"], "--publishers must be 1 to 10000"),
            (
                ["--publishers", "2", "--out", "rtmp://h/live/key"],
                "put {n} for the number of the publisher into --out"
            ),
            (["--publishers", "2", "--out", "{n}.mp4"], "use rtmp://"),
            (["--publishers", "2", "--out", "hls/{n}/"], "use rtmp://"),
            (
                ["--publishers", "2", "--out", "rtmp://h/live/", "--stream-key-file", "/missing"],
                "cannot read the stream key file"
            ),
            (
                ["--publishers", "2", "--out", "udp://h:{n}", "--retry", "2:attempts=1"],
                "--retry concerns all publishers"
            ),
            (["--publishers", "2", "--out", "udp://h:{n}", "--rate", "0"], "--rate"),
            (
                ["--publishers", "200", "--out", "rtmp://h/live/{n}", "--rate", "1/s", "--duration", "30s"],
                "200 publishers at 1/s start within 199.0 s, after the end"
            ),
            (
                ["--publishers", "2", "--out", "rtmp://h/live", "--stream-key-file", "key"],
                "needs an address that ends with /"
            ),
        ])
    func usage(_ arguments: [String], _ text: String) throws {
        let outcome = try StudioProgram.run(["load"] + arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("the key of a file is in no output")
    func secret() throws {
        let folder = try TestFolder()
        try "sekrit-{n}?token=abc\n".write(toFile: folder.file("key"), atomically: true, encoding: .utf8)
        let outcome = try StudioProgram.run([
            "load", "--publishers", "2", "--out", "rtmp://127.0.0.1:\(try unusedPort())/live/", "--stream-key-file",
            folder.file("key"), "--verbose",
        ])
        #expect(outcome.exitCode == 6)
        #expect(outcome.outputText.contains("refused: 2"))
        #expect(!(outcome.outputText + outcome.errors).contains("sekrit"))
        #expect(!(outcome.outputText + outcome.errors).contains("token=abc"))
    }
}
