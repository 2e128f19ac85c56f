import Foundation
import SessionClient
import SessionProtocol
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

/// Media while controllers add and remove outputs, and while hostile clients do their worst.
@Suite(.endToEnd, .timeLimit(.minutes(10)))
struct ControlChurnTests {
    private let folder: TestFolder
    private var path: String { folder.file("s.sock") }

    init() throws { folder = try TestFolder() }

    private func start(_ file: String, seconds: Int) throws -> StudioProgram {
        let program = try StudioProgram(
            [
                "start", "--video", "coded:", "--audio", "coded:", "--width", "320", "--height", "180", "--control",
                path,
                "--duration", "\(seconds)s", "--json", "--out", file,
            ], in: folder.path)
        try waitUntil("it sends: \(program.errorsSoFar)") {
            try controlled(["status"]).outputText.contains("\nsending")
        }
        return program
    }

    private func controlled(_ arguments: [String]) throws -> StudioProgram.Outcome {
        try StudioProgram.run(["control", "--session", path] + arguments, in: folder.path)
    }

    /// Waits until an output has taken media: it starts with a key frame, and is empty when it is removed before.
    private func waitForMedia(_ number: Int) throws {
        struct Answer: Decodable {
            struct Reply: Decodable { let snapshot: Snapshot }
            struct Snapshot: Decodable { let outputs: [Output] }
            struct Output: Decodable {
                let output: Int
                let outputBytes: Int
            }
            let reply: Reply
        }
        try waitUntil("output \(number) takes media") {
            let status = try controlled(["status", "--json"])
            let answer = try JSONDecoder().decode(Answer.self, from: status.output)
            return answer.reply.snapshot.outputs.contains { $0.output == number && $0.outputBytes > 0 }
        }
    }

    /// Every encoded frame is in the file, and audio and video are together. A busy machine drops frames before they are
    /// encoded, and each is counted.
    private func check(_ file: String, _ summary: SessionReport) throws {
        let probe = try StudioProgram.run(
            ["probe", folder.file(file), "--max-missing", "\(summary.video.dropped)", "--max-offset", "40ms"])
        #expect(probe.exitCode == 0, "\(probe.outputText)\(probe.errors)")
        #expect(try MediaProbe(folder.file(file)).videoFrames.count == summary.encodedFrames)
    }

    @Test("outputs of every kind are added, restarted and removed; the file that runs through has every frame")
    func outputs() throws {
        let program = try start("main.mp4", seconds: 120)
        let server = try RTMPServer()
        try server.start()
        let port = try unusedPort()
        let addresses = [
            "one.mkv", "two.flv", "three.ts", "four.mp4", "hls/five.m3u8", "null:", "udp://127.0.0.1:\(port)",
            server.url("six"),
        ]
        var number = 1
        for address in addresses {
            let added = try controlled(["add-output", address])
            #expect(added.exitCode == 0, "\(address): \(added.errors)")
            number += 1
            #expect(added.outputText == "\(number)\n")
            try waitForMedia(number)
            if address.contains(":") {
                let restarted = try controlled(["restart-output", "\(number)"])
                #expect(restarted.exitCode == 0, "\(address): \(restarted.errors)")
                number += 1
                try waitForMedia(number)
            }
            #expect(try controlled(["remove-output", "\(number)"]).exitCode == 0, "\(address)")
        }
        #expect(try controlled(["stop"]).exitCode == 0)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        try check("main.mp4", outcome.summary)
    }

    @Test("hostile clients change nothing for the media")
    func hostile() throws {
        let program = try start("main.mkv", seconds: 12)
        let line = Array("{\"id\":1,\"command\":{\"removeOutput\":{\"output\":99}}}\n".utf8)
        // They subscribe to everything and do not read.
        var silent: [SessionClientSocket] = []
        for _ in 0..<8 {
            let client = try SessionClientSocket(path)
            let everything = ControlSubscription(
                events: true, levels: 50, preview: .init(width: 320, perSecond: 30))
            #expect(try client.send(ControlRequest(id: 1, .subscribe(everything))))
            silent.append(client)
        }
        // They send commands faster than they are performed, and read no answers.
        let flooding = try Worker("flood") { [path] in
            guard let client = try? SessionClientSocket(path) else { return }  // The session may be over.
            for _ in 0..<100_000 where !client.send(line: line) { return }
        }
        var random = SeededRandom(seed: 1)
        for index in 0..<1000 {
            let client = try SessionClientSocket(path)
            switch index % 5 {
            case 0: _ = client.send(line: Array(line.prefix(20)))
            case 1: _ = client.send(line: random.bytes(1000) + [10])
            case 2: _ = client.send(line: [UInt8](repeating: UInt8(ascii: "["), count: 20_000) + [10])
            case 3: for _ in 0..<20 { _ = client.send(line: line) }
            default: _ = client.next(seconds: 5)
            }
        }
        let endless = try SessionClientSocket(path)
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<100 { #expect(endless.send(line: part)) }
        #expect(try controlled(["status"]).exitCode == 0)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        withExtendedLifetime(silent) {}
        flooding.join()
        try check("main.mkv", outcome.summary)
    }
}
