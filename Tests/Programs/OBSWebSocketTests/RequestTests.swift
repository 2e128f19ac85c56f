import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Requests in general, and those about the server.
struct RequestTests {
    // MARK: The table

    @Test("each request has one row, and GetVersion lists exactly those that are performed")
    func table() throws {
        let names = RequestTable.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(RequestTable.all.allSatisfy { $0.text.hasSuffix(".") })
        var fixture = try ServerFixture.running()
        let version = fixture.answer("GetVersion")
        #expect(version?["availableRequests"]?.items?.compactMap(\.text) == RequestTable.available)
        #expect(Set(RequestTable.available).isSubset(of: names))
        // The set that is promised.
        let promised = [
            "GetVersion", "GetStats", "GetStudioModeEnabled", "GetVideoSettings", "GetStreamStatus", "GetRecordStatus",
            "GetRecordDirectory", "GetStreamServiceSettings", "GetOutputList", "GetOutputStatus", "GetInputList",
            "GetInputKindList", "GetSpecialInputs", "GetInputMute", "GetInputVolume", "GetInputAudioTracks",
            "GetInputAudioBalance", "GetInputAudioSyncOffset", "GetInputAudioMonitorType", "GetSceneList",
            "GetCurrentProgramScene", "GetSceneItemList", "GetSourceFilterList", "GetGroupList", "GetProfileList",
            "GetSceneCollectionList", "GetSceneTransitionList", "GetHotkeyList", "GetMonitorList",
            "GetVirtualCamStatus", "StartStream", "StopStream", "ToggleStream", "StartRecord", "StopRecord",
            "ToggleRecord", "StartOutput", "StopOutput", "ToggleOutput", "SplitRecordFile", "SetInputMute",
            "ToggleInputMute", "SetInputVolume", "SetCurrentProgramScene", "GetSourceScreenshot",
            "SaveSourceScreenshot", "BroadcastCustomEvent", "CallVendorRequest", "Sleep", "SetStreamServiceSettings",
            "TriggerHotkeyByName", "GetSourceActive", "GetInputSettings", "GetTransitionKindList", "GetPersistentData",
            "SetPersistentData",
        ]
        #expect(Set(promised).subtracting(RequestTable.available).isEmpty)
    }

    @Test("exactly the requests with a field that is not optional are 300 without fields")
    func fields() throws {
        let fixture = try ServerFixture.running()
        let context = RequestContext(show: fixture.server.show, facts: fixture.server.facts, incoming: 0, outgoing: 0)
        for row in RequestTable.all where RequestTable.available.contains(row.name) {
            let needsField = row.fields.contains { !$0.isOptional }
            let request = Request(row.name, .object([]), execution: .serialRealtime)
            do throws(RequestFailure) {
                _ = try RequestTable.step(request, context)
                #expect(!needsField, "\(row.name)")
            } catch {
                #expect((error.status == .missingRequestField) == needsField, "\(row.name)")
            }
        }
    }

    @Test("a handler sees no field that its request does not declare")
    func undeclaredFields() throws {
        let request = Request("X", ["a": 1, "b": "two", "a": "one"], execution: .serialFrame)
        let kept = request.keeping(["a"])
        #expect(kept == Request("X", ["a": 1, "a": "one"], execution: .serialFrame))
        #expect(try kept.text("a") == "one")
        #expect(kept.optional("b") == nil)
        #expect(Request("X").keeping(["a"]) == Request("X"))
    }

    @Test(
        "features that are missing are refused with the codes of OBS, and are not listed",
        arguments: [
            ("PauseRecord", 604), ("ResumeRecord", 604), ("ToggleRecordPause", 604), ("StartVirtualCam", 604),
            ("StopVirtualCam", 604), ("ToggleVirtualCam", 604), ("GetReplayBufferStatus", 604),
            ("StartReplayBuffer", 604), ("StopReplayBuffer", 604), ("ToggleReplayBuffer", 604),
            ("SaveReplayBuffer", 604), ("GetLastReplayBufferReplay", 604), ("GetCurrentPreviewScene", 506),
            ("SetCurrentPreviewScene", 506), ("TriggerStudioModeTransition", 506), ("CreateScene", 204),
            ("CreateInput", 204), ("SetSceneItemTransform", 204), ("getversion", 204), ("", 203),
        ])
    func refused(_ name: String, _ code: Int) throws {
        var fixture = try ServerFixture.running()
        #expect(fixture.code(name) == code)
        #expect(!RequestTable.available.contains(name))
        #expect(fixture.takeTasks().isEmpty)
    }

    @Test("the folder of recordings is fixed")
    func recordDirectory() throws {
        var fixture = try ServerFixture.running()
        #expect(fixture.code("SetRecordDirectory", ["recordDirectory": "/tmp"]) == 500)
        fixture.change(1, "show.mp4", .stopped)
        #expect(fixture.code("SetRecordDirectory", ["recordDirectory": "/tmp"]) == 606)
        #expect(fixture.code("SetRecordDirectory") == 301)
        #expect(fixture.answer("GetRecordDirectory") == ["recordDirectory": "/srv/show"])
    }

    // MARK: The envelope

    @Test("ids of any type are repeated, in both encodings", arguments: OBSWebSocket.Encoding.allCases)
    func ids(_ encoding: OBSWebSocket.Encoding) throws {
        var fixture = try ServerFixture.running(encoding: encoding)
        let ids: [JSON] = [
            nil, true, 1, -1, 1000, 1.5, 1.0, .unsigned(.max), "", "a-b", [], [1, "2"], .object([]), ["a": ["b": nil]],
        ]
        for id in ids {
            let response = fixture.request("GetStudioModeEnabled", id: id)
            #expect(response?["requestId"] == id)
            #expect(response?["requestType"] == "GetStudioModeEnabled")
        }
    }

    @Test("data of null is no data; data that is no object is 401")
    func data() throws {
        var fixture = try ServerFixture.running()
        #expect(fixture.code("GetVersion", .null) == 100)
        #expect(fixture.code("GetInputMute", .null) == 300)
        #expect(fixture.code("BroadcastCustomEvent", .null) == 301)
        #expect(fixture.code("BroadcastCustomEvent", .object([])) == 300)
        for wrong in [[], "x", 1, true, 1.5] as [JSON] {
            #expect(fixture.code("GetVersion", wrong) == 401)
            #expect(fixture.code("Fly", wrong) == 401)
        }
        #expect(fixture.clients[ConnectionID(1)]?.closing == nil)
    }

    @Test("a comment is left out when it is empty, and data when there are none")
    func shape() throws {
        var fixture = try ServerFixture.running()
        let empty = fixture.request("BroadcastCustomEvent", ["eventData": ["a": 1]])
        #expect(empty?.fields?.map(\.0) == ["requestType", "requestId", "requestStatus"])
        let running = fixture.request("StartRecord")
        #expect(running?["requestStatus"] == ["result": false, "code": 500])
        let missing = fixture.request("GetOutputStatus")
        #expect(missing?["requestStatus"]?["comment"] == "Your request data is missing or invalid (non-object)")
    }

    @Test("CustomEvent carries any object, which may not be empty or something else")
    func custom() throws {
        var fixture = try ServerFixture.running(mask: 1)
        for (data, code) in [(JSON.object([]), 403), ([1], 401), ("x", 401), (nil, 300)] as [(JSON, Int)] {
            #expect(fixture.code("BroadcastCustomEvent", ["eventData": data]) == code)
        }
        fixture.send(
            1,
            [
                "op": 6,
                "d": ["requestType": "BroadcastCustomEvent", "requestId": 1, "requestData": ["eventData": ["a": 1]]],
            ])
        let event = fixture.take(1).first { $0["op"] == 5 }
        #expect(event?["d"] == ["eventType": "CustomEvent", "eventIntent": 1, "eventData": ["a": 1]])
    }

    // MARK: Statistics

    @Test("GetStats has all fields, with the counts of the connection")
    func stats() throws {
        var fixture = try ServerFixture.running()
        let stats = fixture.answer("GetStats")
        #expect(
            stats == [
                "cpuUsage": 12.5, "memoryUsage": 256.0, "availableDiskSpace": 1024.5, "activeFps": 0.0,
                "averageFrameRenderTime": 0.0, "renderSkippedFrames": 3, "renderTotalFrames": 33,
                "outputSkippedFrames": 2, "outputTotalFrames": 30, "webSocketSessionIncomingMessages": 2,
                "webSocketSessionOutgoingMessages": 2,
            ])
        fixture.advance(milliseconds: 500)
        try fixture.answerSnapshot(ServerFixture.snapshot([], accepted: 45))
        #expect(fixture.answer("GetStats")?["activeFps"] == 30.0)
        #expect(fixture.answer("GetStats")?["webSocketSessionIncomingMessages"] == 4)
    }

    @Test("the size and the rate of the program are null until they are known")
    func videoSettings() throws {
        var fixture = try ServerFixture.running()
        let names = ["fpsNumerator", "fpsDenominator", "baseWidth", "baseHeight", "outputWidth", "outputHeight"]
        #expect(fixture.answer("GetVideoSettings") == .object(names.map { ($0, .null) }))
        for (rate, fraction) in [
            (30, (30, 1)), (29.97, (30_000, 1001)), (30_000.0 / 1001, (30_000, 1001)), (12.5, (25, 2)),
        ] {
            fixture.publish(.inputsOpened(width: 1280, height: 720, frameRate: rate, hasAudio: true))
            let values: [JSON] = [.number(fraction.0), .number(fraction.1), 1280, 720, 1280, 720]
            #expect(fixture.answer("GetVideoSettings") == .object(Array(zip(names, values))))
        }
        fixture.publish(.startCalled(width: 640, height: 360, code: "Success"))
        #expect(fixture.answer("GetVideoSettings")?["baseWidth"] == 640)
    }

    @Test("the status of the stream is the sum of the network outputs, that of the recording of the files")
    func status() throws {
        var fixture = try ServerFixture.running([
            ("show.mp4", "live"), ("rtmp://host/live/***", "live"), ("web/live.m3u8", "retrying"), ("null:", "live"),
        ])
        #expect(
            fixture.answer("GetStreamStatus") == [
                "outputActive": true, "outputReconnecting": true, "outputTimecode": "00:00:01.500",
                "outputDuration": 1500, "outputCongestion": 0.25, "outputBytes": 2000, "outputSkippedFrames": 2,
                "outputTotalFrames": 90,
            ])
        #expect(
            fixture.answer("GetRecordStatus") == [
                "outputActive": true, "outputPaused": false, "outputTimecode": "00:00:01.500", "outputDuration": 1500,
                "outputBytes": 1000,
            ])
        #expect(fixture.answer("GetOutputStatus", ["outputName": "HLS 3"])?["outputBytes"] == 1000)
        var empty = try ServerFixture.running([])
        #expect(
            empty.answer("GetStreamStatus") == [
                "outputActive": false, "outputReconnecting": false, "outputTimecode": "00:00:00.000",
                "outputDuration": 0, "outputCongestion": 0.0, "outputBytes": 0, "outputSkippedFrames": 0,
                "outputTotalFrames": 0,
            ])
    }

    @Test("outputs are listed by name, with integers")
    func outputList() throws {
        var fixture = try ServerFixture.running([
            ("show.mp4", "live"), ("rtmp://host/live/***", "connecting"), ("null:", "live"),
        ])
        fixture.publish(.inputsOpened(width: 1280, height: 720, frameRate: 30, hasAudio: true))
        let items = try #require(fixture.answer("GetOutputList")?["outputs"]?.items)
        #expect(items.map { $0["outputName"] } == ["File 1", "RTMP 2", "Null 3"])
        #expect(items.map { $0["outputActive"] } == [true, false, true])
        #expect(items[0]["outputWidth"] == 1280)
        let flags: JSON = [
            "OBS_OUTPUT_AUDIO": true, "OBS_OUTPUT_VIDEO": true, "OBS_OUTPUT_ENCODED": true,
            "OBS_OUTPUT_MULTI_TRACK": false, "OBS_OUTPUT_SERVICE": true,
        ]
        #expect(items[1]["outputFlags"] == flags)
        #expect(items[2]["outputFlags"]?["OBS_OUTPUT_ENCODED"] == false)
    }

    @Test("the stream's server is shown without its key")
    func streamService() throws {
        var fixture = try ServerFixture.running()
        #expect(
            fixture.answer("GetStreamServiceSettings") == [
                "streamServiceType": "rtmp_custom",
                "streamServiceSettings": ["server": "rtmp://host/live/***", "key": "", "use_auth": false],
            ])
    }
}
