import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// The start of Companion's module for OBS, request by request, with every field that it reads.
///
/// `bitfocus/companion-module-obs-studio`, `index.js`. Its library speaks MessagePack, and sends data that are left out as nil.
struct CompanionTests {
    private enum Field {
        case text, flag, number, list, object, textOrNull, numberOrNull

        func fits(_ value: JSON?) -> Bool {
            switch self {
            case .text: value?.text != nil
            case .flag: value?.flag != nil
            case .number: value?.double != nil
            case .list: value?.items != nil
            case .object: value?.fields != nil
            case .textOrNull: value?.text != nil || value?.isNull == true
            case .numberOrNull: value?.double != nil || value?.isNull == true
            }
        }
    }

    /// Sends a request like the library, and checks the fields of its data.
    private func call(
        _ fixture: inout ServerFixture, _ type: String, _ data: JSON = nil, _ fields: [(String, Field)] = []
    ) throws -> JSON {
        let id: JSON = .text("\(type)-1")
        let found = fixture.request(type, data, id: id)
        let response = try #require(found)
        #expect(response["requestId"] == id)
        #expect(response["requestStatus"] == ["result": true, "code": 100], "\(type): \(response)")
        let answer = try #require(response["responseData"])
        for (name, field) in fields { #expect(field.fits(answer[name]), "\(type): \(name)") }
        return answer
    }

    private func batch(_ fixture: inout ServerFixture, _ requests: [JSON]) throws -> [JSON] {
        let data: JSON = [
            "requestId": "batch-1", "requests": .list(requests), "haltOnFailure": nil, "executionType": nil,
        ]
        fixture.send(1, ["op": 8, "d": data])
        let message = try #require(fixture.take(1).first { $0["op"] == 9 })
        #expect(message["d"]?["requestId"] == "batch-1")
        return try #require(message["d"]?["results"]?.items)
    }

    /// All low events and the four of high volume.
    private static let mask: UInt64 = 987_135

    @Test("the start sequence gets every field that the module reads")
    func start() throws {
        var fixture = ServerFixture(password: "supersecretpassword")
        try fixture.start([("show.mp4", "live"), ("rtmp://host/live/***", "live"), ("srt://host:9000", "stopped")])
        fixture.publish(.inputsOpened(width: 1920, height: 1080, frameRate: 30, hasAudio: true))
        let choice = Encoding.choose(from: ["obswebsocket.msgpack"])
        #expect(choice.answer == "obswebsocket.msgpack")
        fixture.open(1, encoding: choice.encoding)
        let hello = try #require(fixture.take(1).first?["d"])
        #expect(hello["obsWebSocketVersion"]?.text?.isEmpty == false)
        let answer = Authentication(
            password: "supersecretpassword", salt: hello["authentication"]?["salt"]?.text ?? "", hash: SHA256Model.hash
        ).answer(to: hello["authentication"]?["challenge"]?.text ?? "")
        fixture.send(
            1,
            [
                "op": 1,
                "d": [
                    "rpcVersion": 1, "authentication": .text(answer), "eventSubscriptions": .integer(Self.mask),
                ],
            ])
        #expect(fixture.take(1) == [["op": 2, "d": ["negotiatedRpcVersion": 1]]])
        try information(&fixture)
        try states(&fixture)
        try lists(&fixture)
        try sources(&fixture)
        #expect(fixture.closing(1) == nil)
    }

    /// `obsInfo`. A failure of the first two is fatal.
    private func information(_ fixture: inout ServerFixture) throws {
        let version = try call(
            &fixture, "GetVersion", nil,
            [
                ("obsVersion", .text), ("obsWebSocketVersion", .text), ("platformDescription", .text),
                ("supportedImageFormats", .list),
            ])
        #expect(version["supportedImageFormats"]?.items?.isEmpty == false)
        _ = try call(&fixture, "GetStudioModeEnabled", nil, [("studioModeEnabled", .flag)])
        _ = try call(&fixture, "GetHotkeyList", nil, [("hotkeys", .list)])
        let outputs = try call(&fixture, "GetOutputList", nil, [("outputs", .list)])
        #expect(outputs["outputs"]?.items?.count == 3)
        for output in outputs["outputs"]?.items ?? [] {
            #expect(output["outputKind"]?.text != nil)
            _ = try call(
                &fixture, "GetOutputStatus", ["outputName": output["outputName"] ?? nil], [("outputActive", .flag)])
        }
        _ = try call(&fixture, "GetMonitorList", nil, [("monitors", .list)])
        _ = try call(
            &fixture, "GetVideoSettings", nil,
            [
                ("baseWidth", .number), ("baseHeight", .number), ("outputWidth", .number), ("outputHeight", .number),
                ("fpsNumerator", .number), ("fpsDenominator", .number),
            ])
        // A clean error: the module goes on without a replay buffer.
        #expect(fixture.code("GetReplayBufferStatus", .null) == 604)
        let kinds = try call(&fixture, "GetInputKindList", nil, [("inputKinds", .list)])
        for kind in kinds["inputKinds"]?.items ?? [] {
            _ = try call(&fixture, "GetInputDefaultSettings", ["inputKind": kind], [("defaultInputSettings", .object)])
        }
    }

    /// The polls, which come again each second.
    private func states(_ fixture: inout ServerFixture) throws {
        _ = try call(
            &fixture, "GetStats", nil,
            [
                ("availableDiskSpace", .number), ("activeFps", .number), ("renderTotalFrames", .number),
                ("renderSkippedFrames", .number), ("outputTotalFrames", .number), ("outputSkippedFrames", .number),
                ("averageFrameRenderTime", .number), ("cpuUsage", .number), ("memoryUsage", .number),
            ])
        let record = try call(
            &fixture, "GetRecordStatus", nil,
            [("outputActive", .flag), ("outputPaused", .flag), ("outputTimecode", .text)])
        let stream = try call(
            &fixture, "GetStreamStatus", nil,
            [
                ("outputActive", .flag), ("outputTimecode", .text), ("outputCongestion", .number),
                ("outputBytes", .number), ("outputSkippedFrames", .number), ("outputTotalFrames", .number),
            ])
        for status in [record, stream] {
            // The module matches `\d\d:\d\d:\d\d`.
            let parts = status["outputTimecode"]?.text?.split(separator: ":").map(\.count)
            #expect(parts == [2, 2, 6])
        }
        _ = try call(&fixture, "GetRecordDirectory", nil, [("recordDirectory", .text)])
        _ = try call(&fixture, "GetStreamServiceSettings", nil, [("streamServiceSettings", .object)])
    }

    /// A success without the list is fatal.
    private func lists(_ fixture: inout ServerFixture) throws {
        let profiles = try call(&fixture, "GetProfileList", nil, [("currentProfileName", .text), ("profiles", .list)])
        #expect(profiles["profiles"]?.items == [profiles["currentProfileName"] ?? nil])
        _ = try call(
            &fixture, "GetSceneCollectionList", nil,
            [("currentSceneCollectionName", .text), ("sceneCollections", .list)])
        let transitions = try call(&fixture, "GetSceneTransitionList", nil, [("transitions", .list)])
        #expect(transitions["transitions"]?.items?.allSatisfy { $0["transitionName"]?.text != nil } == true)
        _ = try call(
            &fixture, "GetCurrentSceneTransition", nil,
            [("transitionName", .text), ("transitionDuration", .numberOrNull)])
    }

    private func sources(_ fixture: inout ServerFixture) throws {
        let special = try call(&fixture, "GetSpecialInputs")
        let inputs = special.fields?.compactMap(\.1.text) ?? []
        #expect(inputs == ["Program"])
        for input in inputs {
            let data: JSON = ["inputName": .text(input)]
            _ = try call(&fixture, "GetInputAudioTracks", data, [("inputAudioTracks", .object)])
            let fields: [(String, [(String, Field)])] = [
                ("GetInputMute", [("inputMuted", .flag)]), ("GetInputVolume", [("inputVolumeDb", .number)]),
                ("GetInputAudioBalance", [("inputAudioBalance", .number)]),
                ("GetInputAudioSyncOffset", [("inputAudioSyncOffset", .number)]),
                ("GetInputAudioMonitorType", [("monitorType", .text)]),
                ("GetInputAudioTracks", [("inputAudioTracks", .object)]),
            ]
            let results = try batch(
                &fixture,
                fields.map { ["requestId": .text(input), "requestType": .text($0.0), "requestData": data] })
            #expect(results.count == 6)
            for (result, (type, fields)) in zip(results, fields) {
                #expect(result["requestStatus"]?["result"] == true)
                #expect(result["requestId"]?.text == input)
                #expect(result["requestType"]?.text == type)
                for (name, field) in fields { #expect(field.fits(result["responseData"]?[name]), "\(type): \(name)") }
            }
        }
        let list = try call(
            &fixture, "GetSceneList", nil,
            [("scenes", .list), ("currentProgramSceneName", .text), ("currentPreviewSceneName", .textOrNull)])
        for scene in list["scenes"]?.items ?? [] {
            let name = try #require(scene["sceneName"]?.text)
            let items = try call(&fixture, "GetSceneItemList", ["sceneName": .text(name)], [("sceneItems", .list)])
            #expect(items["sceneItems"] == [])
            // The module waits for the answer to an empty batch.
            #expect(try batch(&fixture, []) == [])
            _ = try call(&fixture, "GetSourceFilterList", ["sourceName": .text(name)], [("filters", .list)])
        }
    }

    @Test("the meter that the module shows is the second number of the first channel, 20 times a second")
    func meter() throws {
        var fixture = try ServerFixture.running(mask: Self.mask, encoding: .messagePack)
        fixture.server.received(.init(time: .zero, peak: [-20, -40], rms: [-30, -50]), at: fixture.now)
        var meters: [Double] = []
        for _ in 0..<20 {
            fixture.advance(milliseconds: 50)
            for message in fixture.take(1) where message["d"]?["eventType"] == "InputVolumeMeters" {
                let input = message["d"]?["eventData"]?["inputs"]?.items?.first
                #expect(input?["inputName"] == "Program")
                meters.append(input?["inputLevelsMul"]?.items?.first?.items?[1].double ?? -1)
            }
        }
        #expect(meters.count == 20)
        #expect(meters.prefix(6).allSatisfy { abs($0 - 0.1) < 1e-6 })
        #expect(meters.dropFirst(6).allSatisfy { $0 == 0 })
    }
}
