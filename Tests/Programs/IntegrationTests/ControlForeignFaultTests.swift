import Foundation
import Glibc
import SessionClient
import SessionProtocol
import StudioTestSupport
import Testing

/// Faults of other programs' control interfaces, as users have reported them in public, against ours.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ControlForeignFaultTests {
    private let folder: TestFolder
    private var path: String { folder.file("s.sock") }

    init() throws { folder = try TestFolder() }

    private func start(_ arguments: [String] = ["--out", "null:"]) throws -> StudioProgram {
        let program = try StudioProgram(
            ["start", "--width", "320", "--height", "180", "--control", path] + arguments, in: folder.path)
        try waitUntil("it sends: \(program.errorsSoFar)") {
            try controlled(["status"]).outputText.contains("\nsending")
        }
        return program
    }

    private func controlled(_ arguments: [String]) throws -> StudioProgram.Outcome {
        try StudioProgram.run(["control", "--session", path] + arguments, in: folder.path)
    }

    private func connect() throws -> SessionClientSocket {
        let client = try SessionClientSocket(path)
        #expect(String(decoding: try #require(client.next(seconds: 20)), as: UTF8.self).contains("sessionId"))
        return client
    }

    @Test("obs-websocket #942: a request without its type ended the program; here each is an error")
    func withoutType() throws {
        let program = try start()
        let client = try connect()
        let requests = [
            #"{}"#, #"{"id":1}"#, #"{"id":1,"command":null}"#, #"{"id":1,"command":{}}"#, #"{"id":1,"command":[]}"#,
            #"{"id":1,"command":{"addOutput":null}}"#, #"{"id":1,"command":{"addOutput":{}}}"#,
            #"{"id":1,"command":{"addOutput":{"address":null}}}"#, #"{"id":null,"snapshot":{}}"#,
            #"{"id":1,"snapshot":null}"#, #"{"id":1,"subscribe":null}"#, #"{"id":1,"subscribe":{"preview":{}}}"#,
            #"{"id":1,"subscribe":{"levels":1e308}}"#, #"{"id":1,"subscribe":{"user":-1}}"#, #"[]"#, #"null"#, #""""#,
            #"{"id":9223372036854775808,"snapshot":{}}"#, #"{"command":{"stop":{}}}"#,
        ]
        for request in requests {
            #expect(client.send(line: Array("\(request)\n".utf8)))
            let answer = String(decoding: try #require(client.next(seconds: 20), "\(request)"), as: UTF8.self)
            #expect(answer.contains(#""error""#), "\(request): \(answer)")
        }
        #expect(try controlled(["stop"]).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
    }

    @Test("obs-websocket #465, #468: a client that leaves when the program says that it ends crashed it")
    func leaving() throws {
        for _ in 0..<5 {
            let program = try start()
            var clients = try (0..<8).map { _ in try connect() }
            for client in clients {
                #expect(try client.send(ControlRequest(id: 1, .subscribe(.init(events: true)))))
            }
            let stop = try StudioProgram(["control", "--session", path, "stop"])
            while let client = clients.popLast() {
                while let line = client.next(seconds: 20) {
                    // It is closed while other lines are written to it.
                    if String(decoding: line, as: UTF8.self).contains(#""sessionChanged":{"state":"stopping"}"#) {
                        break
                    }
                }
            }
            #expect(try stop.finish().exitCode == 0)
            #expect(try program.finish().exitCode == 0)
        }
    }

    @Test("liquidsoap #367, webrtc-streamer #150: a source or peer that does not answer blocked every command")
    func silentPeer() throws {
        let program = try start()
        let server = try HostileServer(.silent)
        let added = try controlled(["add-output", "rtmp://127.0.0.1:\(server.port)/live/key", "--no-wait"])
        #expect(added.outputText == "2\n")
        #expect(try controlled(["status"]).outputText.contains("output 2  rtmp://127.0.0.1:\(server.port)/live/***"))
        let other = try controlled(["add-output", "other.mkv"])
        #expect(other.exitCode == 0)
        #expect(other.outputText == "3\n")
        let removed = try controlled(["remove-output", "3"])
        #expect(removed.exitCode == 0, "\(removed.errors)")
        #expect(try controlled(["stop"]).exitCode == 0)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 6, "the output to the silent server fails: \(outcome.errors)")
    }

    @Test("mediamtx #637, #4663: a change of one stream interrupted the others; here they have every frame")
    func unchanged() throws {
        let program = try start([
            "--video", "coded:", "--audio", "coded:", "--out", "main.mkv", "--force",
        ])
        // With --force, too, each goes on under the next name.
        for _ in 0..<3 {
            #expect(try controlled(["add-output", "other.mp4"]).exitCode == 0)
            let status = try controlled(["status"]).outputText
            #expect(status.contains("output 1  main.mkv"))
            let number = try #require(status.split(separator: "\n").last { $0.contains("other") })
                .split(separator: " ")[1]
            let restarted = try controlled(["restart-output", String(number)])
            #expect(restarted.exitCode == 0, "\(restarted.errors)")
            let last = restarted.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(try controlled(["remove-output", last]).exitCode == 0)
        }
        #expect(try controlled(["status"]).outputText.contains("live"))
        #expect(try controlled(["stop"]).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
        let probe = try StudioProgram.run(["probe", folder.file("main.mkv"), "--max-missing", "0"])
        #expect(probe.exitCode == 0, "\(probe.outputText)\(probe.errors)")
    }

    @Test("mediamtx #664: a stream whose peer is gone stayed in the list as if it ran")
    func goneServer() throws {
        let server = try RTMPServer()
        let program = try start()
        #expect(try controlled(["add-output", server.url("gone")]).exitCode == 0)
        #expect(try controlled(["status"]).outputText.contains("  live"))
        try server.kill()
        try waitUntil("it is not live any more") {
            let row = try controlled(["status"]).outputText.split(separator: "\n").first { $0.contains("output 2") }
            return row.map { !$0.contains("  live") } ?? false
        }
        #expect(try controlled(["remove-output", "2", "--no-wait"]).exitCode == 0)
        #expect(try controlled(["stop"]).exitCode == 0)
        _ = try program.finish()
    }

    @Test("i3 #1347: names that are not UTF-8 made lines that no parser accepts")
    func text() throws {
        let program = try start()
        let client = try connect()
        let names: [[UInt8]] = [
            [0xFF, 0xFE], [0xC3, 0x28], [0xED, 0xA0, 0x80], Array("\\ud800".utf8), Array("\\u0000".utf8),
        ]
        for name in names {
            let line =
                Array(#"{"id":1,"command":{"addParticipant":{"name":"A"#.utf8) + name
                + Array("\",\"role\":\"attendee\",\"isVideoOn\":false}}}\n".utf8)
            #expect(client.send(line: line))
            #expect(client.send(line: Array("{\"id\":2,\"snapshot\":{}}\n".utf8)))
            for _ in 0..<2 {
                let answer = try #require(client.next(seconds: 20))
                #expect(String(validating: answer, as: UTF8.self) != nil)
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(answer)) }
            }
        }
        #expect(try controlled(["status"]).exitCode == 0)
        #expect(try controlled(["stop"]).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
    }
}
