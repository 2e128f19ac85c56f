import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Where the stream goes, as clients set it.
struct StreamServiceTests {
    private static func settings(_ server: JSON, _ key: JSON = "secret", type: JSON = "rtmp_custom") -> JSON {
        ["streamServiceType": type, "streamServiceSettings": ["server": server, "key": key]]
    }

    private func server(_ fixture: inout ServerFixture) -> JSON? {
        fixture.answer("GetStreamServiceSettings")?["streamServiceSettings"]?["server"] ?? nil
    }

    @Test("the next start adds an output with the key, removes the former one, and starts the others")
    func start() throws {
        var fixture = try ServerFixture.running([
            ("show.mp4", "live"), ("rtmp://old/live/***", "stopped"), ("srt://host:1", "stopped"),
        ])
        #expect(fixture.code("SetStreamServiceSettings", Self.settings("rtmp://new/live")) == 100)
        #expect(server(&fixture) == "rtmp://new/live/***")
        #expect(fixture.takeTasks().isEmpty)
        #expect(fixture.request("StartStream") == nil)
        let commands = fixture.perform { command in
            if case .addOutput = command { .success(.output(output: 4)) } else { .success(.done) }
        }
        #expect(
            commands == [
                .addOutput(address: "rtmp://new/live/secret"), .removeOutput(output: 2), .startOutput(output: 3),
            ])
        #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == 100)
        fixture.publish(.outputRemoved(output: 2))
        fixture.publish(.outputAdded(output: 4, address: "rtmp://new/live/***"))
        fixture.change(4, "rtmp://new/live/***", .live)
        #expect(server(&fixture) == "rtmp://new/live/***")
        // From then on it is an output like any other.
        #expect(fixture.request("StopStream") == nil)
        #expect(fixture.perform() == [.stopOutput(output: 3), .stopOutput(output: 4)])
        fixture.change(3, "srt://host:1", .stopped)
        fixture.change(4, "rtmp://new/live/***", .stopped)
        _ = fixture.take(1)
        #expect(fixture.request("StartStream") == nil)
        #expect(fixture.perform() == [.startOutput(output: 3), .startOutput(output: 4)])
        // Another server takes the place of that output.
        _ = fixture.take(1)
        fixture.change(3, "srt://host:1", .stopped)
        fixture.change(4, "rtmp://new/live/***", .stopped)
        #expect(fixture.code("SetStreamServiceSettings", Self.settings("srt://third:9000", "")) == 100)
        #expect(fixture.request("ToggleStream") == nil)
        #expect(
            fixture.perform { _ in .success(.output(output: 5)) } == [
                .addOutput(address: "srt://third:9000"), .removeOutput(output: 4), .startOutput(output: 3),
            ])
        #expect(fixture.take(1).first?["d"]?["responseData"] == ["outputActive": true])
    }

    @Test("a session without a stream gets one")
    func first() throws {
        var fixture = try ServerFixture.running([("show.mp4", "live")])
        #expect(server(&fixture) == "")
        #expect(fixture.code("StartStream") == 703)
        #expect(fixture.code("SetStreamServiceSettings", Self.settings("rtmp://host/live/")) == 100)
        #expect(fixture.request("StartStream") == nil)
        #expect(
            fixture.perform { _ in .success(.output(output: 2)) } == [.addOutput(address: "rtmp://host/live/secret")])
        #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == 100)
    }

    @Test("an output that cannot be added leaves the others as they are, and the service stays")
    func rejected() throws {
        var fixture = try ServerFixture.running([("rtmp://old/live/***", "stopped")])
        #expect(fixture.code("SetStreamServiceSettings", Self.settings("rtmp://new/live")) == 100)
        for _ in 0..<2 {
            #expect(fixture.request("StartStream") == nil)
            #expect(
                fixture.perform { _ in .failure(ControlError(.rejected, "no encoder")) } == [
                    .addOutput(address: "rtmp://new/live/secret")
                ])
            #expect(
                fixture.take(1).first?["d"]?["requestStatus"] == [
                    "result": false, "code": 604, "comment": "no encoder",
                ])
        }
    }

    @Test("another output that cannot be started is not a failure of the stream")
    func others() throws {
        var fixture = try ServerFixture.running([("rtmp://old/live/***", "stopped"), ("srt://host:1", "stopped")])
        #expect(fixture.code("SetStreamServiceSettings", Self.settings("rtmp://new/live")) == 100)
        #expect(fixture.request("StartStream") == nil)
        fixture.perform { command in
            if case .startOutput = command { return .failure(ControlError(.rejected, "no")) }
            return .success(.output(output: 3))
        }
        #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == 100)
    }

    @Test("what is not a server, or comes while the stream runs, is refused, and no answer has the key")
    func refused() throws {
        var fixture = try ServerFixture.running([("show.mp4", "live"), ("srt://host:1", "stopped")])
        let wrong: [(JSON?, Int)] = [
            (nil, 301), (.object([]), 300), (["streamServiceType": "rtmp_custom"], 300),
            (["streamServiceType": "rtmp_custom", "streamServiceSettings": 1], 401),
            (["streamServiceType": "rtmp_custom", "streamServiceSettings": .object([])], 403),
            (["streamServiceType": "rtmp_custom", "streamServiceSettings": ["key": "secret"]], 300),
            (Self.settings("rtmp://host/live", type: "whip_custom"), 700), (Self.settings("show.mkv"), 400),
            (Self.settings("web/live.m3u8"), 400), (Self.settings("pipeline:x"), 400), (Self.settings("-"), 400),
            (Self.settings(""), 403), (Self.settings(1), 401),
            (
                [
                    "streamServiceType": "rtmp_custom",
                    "streamServiceSettings": ["server": "rtmp://host/live", "key": "secret", "use_auth": true],
                ], 400
            ),
        ]
        for (data, code) in wrong {
            let response = fixture.request("SetStreamServiceSettings", data)
            #expect(response?["requestStatus"]?["code"] == .number(code), "\(String(describing: data))")
            #expect(!String(decoding: (response ?? .null).encoded, as: UTF8.self).contains("secret"))
        }
        fixture.change(2, "srt://host:1", .live)
        #expect(fixture.code("SetStreamServiceSettings", Self.settings("rtmp://new/live")) == 500)
        fixture.change(2, "srt://host:1", .stopped)
        #expect(fixture.code("SetStreamServiceSettings", Self.settings("rtmp://user:word@new/live")) == 100)
        let answer = fixture.request("GetStreamServiceSettings")
        let text = String(decoding: (answer ?? .null).encoded, as: UTF8.self)
        #expect(!text.contains("secret"))
        #expect(!text.contains("word"))
        #expect(StreamService(server: "rtmp://h/live", key: "secret").description == "rtmp://h/live/***")
    }
}
