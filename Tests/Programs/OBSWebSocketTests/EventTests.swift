import MediaInputs
import SessionProtocol
import StudioCore
import StudioEngine
import Testing
@testable import OBSWebSocket

/// Events of the session as events of the protocol.
struct EventTests {
    private static let mask: UInt64 = 64

    private func events(_ fixture: inout ServerFixture, _ id: Int = 1) -> [String] { fixture.take(id).map(\.eventText) }

    @Test("a recording starts and stops in the order of OBS, with its path", arguments: OBSWebSocket.Encoding.allCases)
    func recording(_ encoding: OBSWebSocket.Encoding) throws {
        var fixture = try ServerFixture.running([("show.mp4", "live")], mask: Self.mask, encoding: encoding)
        fixture.change(1, "show.mp4", .finishing)
        fixture.change(1, "show.mp4", .stopped)
        fixture.change(1, "show-2.mp4", .connecting)
        fixture.change(1, "show-2.mp4", .live)
        let messages = fixture.take(1)
        #expect(
            messages.map(\.eventText) == [
                "RecordStateChanged STOPPING", "RecordStateChanged STOPPED", "RecordStateChanged STARTING",
                "RecordStateChanged STARTED",
            ])
        #expect(messages.map { $0["d"]?["eventData"]?["outputActive"] } == [false, false, false, true])
        #expect(
            messages.map { $0["d"]?["eventData"]?["outputPath"] } == [
                nil, "/srv/show/show.mp4", nil, "/srv/show/show-2.mp4",
            ] as [JSON])
        #expect(messages[0]["op"] == 5)
        #expect(messages[0]["d"]?["eventIntent"] == 64)
    }

    @Test("a stream reconnects, and ends with a failure")
    func reconnecting() throws {
        let failure = OutputFailure(.disconnected, "gone")
        var fixture = try ServerFixture.running([("srt://host:1", "stopped")], mask: Self.mask)
        fixture.change(1, "srt://host:1", .connecting)
        fixture.change(1, "srt://host:1", .retrying(attempt: 1, at: .zero, failure))
        fixture.change(1, "srt://host:1", .live)
        fixture.change(1, "srt://host:1", .stalled)
        fixture.change(1, "srt://host:1", .retrying(attempt: 1, at: .zero, failure))
        fixture.change(1, "srt://host:1", .live)
        fixture.change(1, "srt://host:1", .failed(failure))
        #expect(
            events(&fixture)
                == ["STARTING", "STARTED", "RECONNECTING", "RECONNECTED", "STOPPED"].map {
                    "StreamStateChanged \($0)"
                })
    }

    @Test("several outputs are one stream: it is active while one is live")
    func union() throws {
        var fixture = try ServerFixture.running(
            [("srt://host:1", "live"), ("web/live.m3u8", "live"), ("null:", "live")], mask: Self.mask)
        fixture.change(1, "srt://host:1", .failed(OutputFailure(.disconnected, "gone")))
        fixture.change(3, "null:", .finished)
        #expect(events(&fixture).isEmpty)
        fixture.change(2, "web/live.m3u8", .finishing)
        fixture.change(1, "srt://host:1", .connecting)
        fixture.change(2, "web/live.m3u8", .finished)
        fixture.change(1, "srt://host:1", .live)
        #expect(
            events(&fixture) == ["STOPPING", "STOPPED", "STARTING", "STARTED"].map { "StreamStateChanged \($0)" })
    }

    @Test("a split file is reported, and is the one that is stopped")
    func split() throws {
        var fixture = try ServerFixture.running([("show.mp4", "live")], mask: Self.mask)
        fixture.publish(.outputSplit(output: 1, address: "show-2.mp4"))
        fixture.publish(.outputPartEnded(output: 1, address: "show.mp4", change: .init(.finished)))
        let data: JSON = ["newOutputPath": "/srv/show/show-2.mp4"]
        #expect(
            fixture.take(1) == [
                ["op": 5, "d": ["eventType": "RecordFileChanged", "eventIntent": 64, "eventData": data]]
            ])
        fixture.change(1, "show-2.mp4", .stopped)
        #expect(fixture.take(1)[0]["d"]?["eventData"]?["outputPath"] == "/srv/show/show-2.mp4")
    }

    @Test("an output that is removed ends the stream when it has ended")
    func removed() throws {
        var fixture = try ServerFixture.running([("srt://host:1", "live")], mask: Self.mask)
        fixture.publish(.outputRemoved(output: 1))
        #expect(events(&fixture).isEmpty)
        #expect(fixture.answer("GetOutputList") == ["outputs": []])
        fixture.change(1, "srt://host:1", .finishing)
        fixture.change(1, "srt://host:1", .finished)
        #expect(events(&fixture) == ["StreamStateChanged STOPPING", "StreamStateChanged STOPPED"])
        fixture.publish(.outputAdded(output: 2, address: "srt://host:2"))
        fixture.change(2, "srt://host:2", .live)
        #expect(events(&fixture) == ["StreamStateChanged STARTING", "StreamStateChanged STARTED"])
    }

    @Test("the answer comes before STOPPING, which comes once")
    func stopping() throws {
        var fixture = try ServerFixture.running([("srt://host:1", "live")], mask: Self.mask)
        #expect(fixture.request("StopStream") == nil)
        fixture.perform()
        fixture.change(1, "srt://host:1", .finishing)
        fixture.change(1, "srt://host:1", .stopped)
        let messages = fixture.take(1)
        #expect(messages.first?["op"] == 7)
        #expect(
            messages.dropFirst().map(\.eventText) == ["StreamStateChanged STOPPING", "StreamStateChanged STOPPED"])
    }

    @Test("volume and mute have their events, each only when it changes")
    func audio() throws {
        var fixture = try ServerFixture.running(mask: 8)
        fixture.publish(.programAudioChanged(volumeFactor: 0.5, isMuted: false))
        fixture.publish(.programAudioChanged(volumeFactor: 0.5, isMuted: true))
        fixture.publish(.programAudioChanged(volumeFactor: 0, isMuted: false))
        let messages = fixture.take(1)
        #expect(
            messages.map(\.eventText) == [
                "InputVolumeChanged", "InputMuteStateChanged", "InputMuteStateChanged", "InputVolumeChanged",
            ])
        let volume = messages[0]["d"]?["eventData"]
        #expect(volume?["inputName"] == "Program")
        #expect(volume?["inputVolumeMul"] == 0.5)
        #expect(abs((volume?["inputVolumeDb"]?.double ?? 0) + 6.0206) < 1e-4)
        #expect(messages[1]["d"]?["eventData"]?["inputMuted"] == true)
        #expect(messages[3]["d"]?["eventData"]?["inputVolumeDb"] == -100.0)
    }

    @Test("the slate is a scene where there is one")
    func slate() throws {
        for hasSlate in [true, false] {
            var fixture = try ServerFixture.running(hasSlate: hasSlate, mask: 4)
            fixture.publish(.slateShown(reason: .stalled, at: 1))
            fixture.publish(.slateShown(reason: .command, at: 2))
            fixture.publish(.slateEnded(at: 3))
            let names = fixture.take(1).map { $0["d"]?["eventData"]?["sceneName"] }
            #expect(names == (hasSlate ? ["Slate", "Program"] : []))
        }
    }

    @Test("the form of the program comes with snapshots, and with it the scene of the slate")
    func form() throws {
        var fixture = ServerFixture(hasSlate: false)
        try fixture.start([("show.mp4", "live"), ("old.mp4", "finished")])
        fixture.connect(1, mask: 4)
        #expect(fixture.answer("GetVideoSettings")?["baseWidth"] == .null)
        var snapshot = try ServerFixture.snapshot([("show.mp4", "live"), ("old.mp4", "finished")])
        snapshot.program = .init(width: 1280, height: 720, frameRate: 30000.0 / 1001, hasAudio: true, hasSlate: true)
        for _ in 0..<2 {
            fixture.advance(milliseconds: 250)
            try fixture.answerSnapshot(snapshot)
        }
        let messages = fixture.take(1).map { $0["d"] }
        #expect(messages.map { $0?["eventType"] } == ["SceneListChanged"])
        #expect(messages.first??["eventData"]?["scenes"]?.items?.map { $0["sceneName"] } == ["Program", "Slate"])
        let settings = fixture.answer("GetVideoSettings")
        #expect(settings?["baseWidth"] == 1280)
        #expect(settings?["fpsNumerator"] == 30000)
        #expect(settings?["fpsDenominator"] == 1001)
    }

    @Test("every event of the session is one of the vendor, with its fields, its number and its time")
    func vendor() throws {
        var fixture = try ServerFixture.running(mask: 512)
        fixture.now = .seconds(3.5)
        fixture.publish(.note(message: "hello"))
        fixture.publish(.sendingStopped)
        fixture.publish(.outputChanged(output: 1, address: "rtmp://host/live/***", change: .init(.live)))
        let messages = fixture.take(1)
        #expect(messages.map { $0["d"]?["eventData"]?["vendorName"] } == ["psstudio", "psstudio", "psstudio"])
        #expect(
            messages.map { $0["d"]?["eventData"]?["eventType"] } == ["note", "sendingStopped", "outputChanged"])
        #expect(messages[0]["d"]?["eventData"]?["eventData"] == ["sequence": 1, "time": 3.5, "message": "hello"])
        #expect(messages[1]["d"]?["eventData"]?["eventData"] == ["sequence": 2, "time": 3.5])
        #expect(messages[2]["d"]?["eventData"]?["eventData"]?["change"]?["state"] == "live")
    }

    @Test("a session that ends sends ExitStarted without data, and nothing after it")
    func exit() throws {
        var fixture = try ServerFixture.running(mask: 4095)
        fixture.publish(.stopped(reason: .endOfStream))
        let messages = fixture.take(1)
        #expect(messages.map(\.eventText) == ["VendorEvent", "ExitStarted"])
        #expect(messages[1] == ["op": 5, "d": ["eventType": "ExitStarted", "eventIntent": 1]])
        fixture.change(1, "show.mp4", .finished)
        fixture.publish(.note(message: "late"))
        #expect(fixture.take(1).isEmpty)
    }

    // MARK: Masks

    @Test("each mask of one bit receives its events, mask 0 none, no mask all but the meters")
    func masks() throws {
        var fixture = try ServerFixture.running([("show.mp4", "live"), ("srt://host:1", "live")], mask: 0)
        let expected: [(mask: UInt64?, events: [String])] = [
            (1, ["CustomEvent"]), (2, []), (4, ["CurrentProgramSceneChanged"]), (8, ["InputMuteStateChanged"]),
            (64, ["StreamStateChanged STOPPED", "RecordStateChanged STOPPED"]), (512, []),
            (1 << 16, ["InputVolumeMeters"]),
            (1 << 40, []), (.max, []), (nil, []),
        ]
        for (index, entry) in expected.enumerated() { fixture.connect(index + 2, mask: entry.mask) }
        fixture.publish(.slateShown(reason: .command, at: 0))
        fixture.publish(.programAudioChanged(volumeFactor: 1, isMuted: true))
        fixture.change(2, "srt://host:1", .stopped)
        fixture.change(1, "show.mp4", .stopped)
        #expect(fixture.code("BroadcastCustomEvent", ["eventData": ["a": 1]]) == 100)
        fixture.advance(milliseconds: 50)
        let all = [
            "CurrentProgramSceneChanged", "VendorEvent", "InputMuteStateChanged", "VendorEvent",
            "StreamStateChanged STOPPED", "VendorEvent", "RecordStateChanged STOPPED", "VendorEvent", "CustomEvent",
        ]
        for (index, entry) in expected.enumerated() {
            let events = events(&fixture, index + 2)
            switch entry.mask {
            case 512: #expect(events == [String](repeating: "VendorEvent", count: 4))
            case .max: #expect(events == all + ["InputVolumeMeters"])
            case nil: #expect(events == all)
            default: #expect(events == entry.events, "\(String(describing: entry.mask))")
            }
        }
        #expect(fixture.take(1).isEmpty)
    }

    @Test("Reidentify changes the mask, and keeps it without one")
    func reidentify() throws {
        var fixture = try ServerFixture.running(mask: 0)
        fixture.send(1, ["op": 3, "d": ["eventSubscriptions": 4]])
        #expect(fixture.take(1) == [["op": 2, "d": ["negotiatedRpcVersion": 1]]])
        fixture.publish(.slateShown(reason: .command, at: 0))
        #expect(events(&fixture) == ["CurrentProgramSceneChanged"])
        fixture.send(1, ["op": 3, "d": .object([])])
        fixture.publish(.slateEnded(at: 0))
        #expect(events(&fixture).last == "CurrentProgramSceneChanged")
        fixture.send(1, ["op": 3, "d": ["eventSubscriptions": 0]])
        fixture.publish(.slateShown(reason: .command, at: 0))
        #expect(fixture.take(1).count == 1)
    }

    @Test("clients of both encodings receive the same events; one that is not identified receives none")
    func encodings() throws {
        var fixture = try ServerFixture.running(mask: 4)
        fixture.connect(2, mask: 4, encoding: .messagePack)
        fixture.open(3)
        _ = fixture.take(3)
        fixture.publish(.slateShown(reason: .command, at: 0))
        let messages = fixture.take(1)
        #expect(messages.count == 1)
        #expect(fixture.take(2) == messages)
        #expect(fixture.take(3).isEmpty)
    }

    // MARK: Meters

    @Test("meters come every 50 ms while somebody wants them, and fall to 0 after 300 ms without audio")
    func meters() throws {
        var fixture = try ServerFixture.running(mask: 1 << 16)
        #expect(fixture.takeTasks() == [.measureLevels(true)])
        fixture.publish(.programAudioChanged(volumeFactor: 0.5, isMuted: false))
        fixture.advance(milliseconds: 50)
        #expect(fixture.take(1)[0]["d"]?["eventData"]?["inputs"]?.items?[0]["inputLevelsMul"] == [])
        fixture.server.received(ControlLevels(time: .zero, peak: [-6, -100, 3], rms: [-20, -120, 0]), at: fixture.now)
        fixture.advance(milliseconds: 50)
        let input = fixture.take(1)[0]["d"]?["eventData"]?["inputs"]?.items?[0]
        #expect(input?["inputName"] == "Program")
        let levels = try #require(input?["inputLevelsMul"]?.items)
        // RMS and peak behind the volume, the peak before it.
        let first = levels[0].items?.compactMap(\.double) ?? []
        try #require(first.count == 3)
        #expect(abs(first[0] - 0.05) < 1e-6)
        #expect(abs(first[1] - 0.250594) < 1e-6)
        #expect(abs(first[2] - 0.501187) < 1e-6)
        #expect(levels[1] == [0.0, 0.0, 0.0])
        #expect(levels[2] == [0.5, 0.5, 1.0])
        fixture.publish(.programAudioChanged(volumeFactor: 0.5, isMuted: true))
        fixture.advance(milliseconds: 50)
        #expect(
            fixture.take(1)[0]["d"]?["eventData"]?["inputs"]?.items?[0]["inputLevelsMul"]?.items?[2] == [0.0, 0.0, 1.0])
        for _ in 0..<4 { fixture.advance(milliseconds: 50) }
        #expect(
            fixture.take(1).last?["d"]?["eventData"]?["inputs"]?.items?[0]["inputLevelsMul"]?.items?[2] == [
                0.0, 0.0, 1.0,
            ])
        fixture.advance(milliseconds: 50)
        #expect(
            fixture.take(1).last?["d"]?["eventData"]?["inputs"]?.items?[0]["inputLevelsMul"]?.items?[2] == [
                0.0, 0.0, 0.0,
            ])
        // The snapshot that was asked for meanwhile: without it, the session would seem to hang.
        try fixture.answerSnapshot(ServerFixture.snapshot([("show.mp4", "live"), ("rtmp://host/live/***", "live")]))
        fixture.tasks = []
        fixture.apply(fixture.server.closed(ConnectionID(1)))
        #expect(fixture.takeTasks() == [.measureLevels(false)])
        #expect(fixture.server.nextWake == nil)
    }

    @Test("a program without audio has meters of nothing")
    func noAudio() throws {
        var fixture = try ServerFixture.running(mask: 1 << 16)
        fixture.publish(.inputsOpened(width: 1280, height: 720, frameRate: 30, hasAudio: false))
        fixture.advance(milliseconds: 50)
        #expect(fixture.take(1)[0]["d"]?["eventData"] == ["inputs": []])
        #expect(fixture.code("GetInputMute", ["inputName": "Program"]) == 602)
        #expect(fixture.answer("GetSpecialInputs")?["desktop1"] == .null)
        #expect(fixture.answer("GetInputList") == ["inputs": []])
    }

    // MARK: Snapshots

    @Test("snapshots come four times a second while clients are there; they deliver counts, not states")
    func snapshots() throws {
        var fixture = ServerFixture()
        try fixture.start([("show.mp4", "connecting")])
        fixture.advance(milliseconds: 1000)
        #expect(fixture.takeTasks().isEmpty)
        fixture.connect(1, mask: 64)
        fixture.advance(milliseconds: 250)
        try fixture.answerSnapshot(ServerFixture.snapshot([("show.mp4", "live")], bytes: 5000, accepted: 60))
        #expect(fixture.take(1).isEmpty)
        #expect(fixture.answer("GetRecordStatus")?["outputActive"] == false)
        #expect(fixture.answer("GetRecordStatus")?["outputBytes"] == 0)
        fixture.change(1, "show.mp4", .live)
        #expect(fixture.answer("GetRecordStatus")?["outputBytes"] == 5000)
        _ = fixture.take(1)
        #expect(fixture.answer("GetStats")?["outputTotalFrames"] == 60)
        // One that is not answered yet is not requested again.
        for _ in 0..<5 { fixture.advance(milliseconds: 250) }
        #expect(fixture.takeTasks().count == 1)
    }

    @Test("the frame rate is that of the latest two seconds, whatever the snapshots fall on")
    func frameRate() throws {
        var fixture = try ServerFixture.running()
        for snapshot in 1...40 {
            fixture.advance(milliseconds: 250)
            // 25 a second, then 50.
            let frames = 30 + (snapshot <= 20 ? snapshot * 25 / 4 : 125 + (snapshot - 20) * 50 / 4)
            try fixture.answerSnapshot(ServerFixture.snapshot([], accepted: frames))
            let rate = try #require(fixture.server.show.measuredRate)
            if (8...20).contains(snapshot) { #expect(abs(rate - 25) <= 0.5, "\(snapshot)") }
            if snapshot >= 28 { #expect(abs(rate - 50) <= 0.5, "\(snapshot)") }
        }
    }

    @Test("after the end, no more snapshots are requested")
    func ended() throws {
        var fixture = try ServerFixture.running()
        fixture.publish(.stopped(reason: .stopped))
        fixture.advance(milliseconds: 250)
        #expect(fixture.takeTasks().isEmpty)
        #expect(fixture.server.nextWake == nil)
    }

    @Test("after missed events, the next snapshot decides, and an older one does not")
    func missed() throws {
        var fixture = try ServerFixture.running([("show.mp4", "live")], mask: 64)
        fixture.advance(milliseconds: 250)
        guard case .requestSnapshot(let older)? = fixture.takeTasks().first else {
            Issue.record("no snapshot was requested")
            return
        }
        fixture.apply(fixture.server.missedEvents())
        let now = fixture.now
        fixture.apply(
            fixture.server.received(try ServerFixture.snapshot([("a.mp4", "failed")]), number: older, at: now))
        #expect(fixture.take(1).isEmpty)
        try fixture.answerSnapshot(ServerFixture.snapshot([("show-2.mp4", "finished"), ("srt://host:1", "live")]))
        #expect(
            events(&fixture) == [
                "StreamStateChanged STARTING", "StreamStateChanged STARTED", "RecordStateChanged STOPPED",
            ])
    }
}
