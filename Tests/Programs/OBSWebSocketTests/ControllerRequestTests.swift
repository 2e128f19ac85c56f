import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// What public controllers send, request by request in their forms, and what becomes of it. A code of 204 is one for things that
/// psstudio does not have; no request of these controllers is unknown.
struct ControllerRequestTests {
    private typealias Call = (type: String, data: JSON?, code: Int)

    /// A session with a recording and a stream that run.
    private static func fixture() throws -> ServerFixture {
        var fixture = try ServerFixture.running()
        fixture.publish(.inputsOpened(width: 1280, height: 720, frameRate: 30, hasAudio: true))
        return fixture
    }

    /// The code of a request, when the session does everything that it asks for.
    private func code(_ call: Call) throws -> JSON? {
        var fixture = try Self.fixture()
        if let response = fixture.request(call.type, call.data) { return response["requestStatus"]?["code"] ?? nil }
        var commands: [SessionCommand] = []
        for _ in 0..<4 {
            commands += fixture.perform()
            for task in fixture.takeTasks() {
                switch task {
                case .capture(let number, _):
                    fixture.apply(fixture.server.captured(number, .success([1]), at: fixture.now))
                case .save(let number, _, _): fixture.apply(fixture.server.saved(number, nil, at: fixture.now))
                case .access(let number, _):
                    fixture.apply(fixture.server.accessed(number, .success(nil), at: fixture.now))
                default: break
                }
            }
        }
        if commands.contains(.stopOutput(output: 1)) { fixture.change(1, "show.mp4", .stopped) }
        if commands.contains(.showSlate) { fixture.publish(.slateShown(reason: .command, at: 1)) }
        return fixture.take(1).first { $0["op"] == 7 }?["d"]?["requestStatus"]?["code"] ?? nil
    }

    private func check(_ calls: [Call]) throws {
        for call in calls { #expect(try code(call) == .number(call.code), "\(call.type)") }
        let known = Set(RequestTable.all.map(\.name))
        #expect(Set(calls.map(\.type)).subtracting(known).isEmpty)
    }

    private static let program: JSON = ["inputName": "Program"]

    // MARK: obsws-python

    /// `obsws_python/reqs.py`: one method for each. What a caller leaves out is sent as null.
    @Test("obsws-python: general requests, and those about settings")
    func pythonGeneral() throws {
        let slot: JSON = ["realm": "OBS_WEBSOCKET_DATA_REALM_PROFILE", "slotName": "a"]
        var value = slot
        value.set("slotValue", ["b": 1])
        let modifiers: JSON = ["shift": nil, "control": true, "alt": nil, "cmd": nil]
        try check([
            ("GetVersion", nil, 100), ("GetStats", nil, 100), ("BroadcastCustomEvent", ["eventData": ["a": 1]], 100),
            (
                "CallVendorRequest",
                ["vendorName": "psstudio", "requestType": "showSlate", "requestData": nil], 100
            ), ("GetHotkeyList", nil, 100),
            ("TriggerHotkeyByName", ["hotkeyName": "OBSBasic.StopStreaming", "contextName": nil], 100),
            ("TriggerHotkeyByKeySequence", ["keyId": "OBS_KEY_F1", "keyModifiers": modifiers], 600),
            ("Sleep", ["sleepMillis": 10, "sleepFrames": nil], 206), ("GetPersistentData", slot, 100),
            ("SetPersistentData", value, 100), ("GetSceneCollectionList", nil, 100),
            ("SetCurrentSceneCollection", ["sceneCollectionName": "psstudio"], 100),
            ("CreateSceneCollection", ["sceneCollectionName": "two"], 204), ("GetProfileList", nil, 100),
            ("SetCurrentProfile", ["profileName": "psstudio"], 100),
            ("SetCurrentProfile", ["profileName": "two"], 600), ("CreateProfile", ["profileName": "two"], 204),
            ("RemoveProfile", ["profileName": "two"], 204),
            ("GetProfileParameter", ["parameterCategory": "Output", "parameterName": "Mode"], 100),
            (
                "SetProfileParameter",
                ["parameterCategory": "Output", "parameterName": "Mode", "parameterValue": "Simple"], 606
            ), ("GetVideoSettings", nil, 100),
            (
                "SetVideoSettings",
                [
                    "fpsNumerator": 25, "fpsDenominator": 1, "baseWidth": 640, "baseHeight": 360, "outputWidth": 640,
                    "outputHeight": 360,
                ], 606
            ), ("GetStreamServiceSettings", nil, 100),
            (
                "SetStreamServiceSettings",
                [
                    "streamServiceType": "rtmp_custom",
                    "streamServiceSettings": ["server": "rtmp://host/live", "key": "k", "use_auth": false],
                ], 500
            ), ("GetRecordDirectory", nil, 100), ("SetRecordDirectory", ["recordDirectory": "/tmp"], 500),
        ])
    }

    @Test("obsws-python: sources, scenes and their items")
    func pythonScenes() throws {
        let scene: JSON = ["sceneName": "Program"]
        let source: JSON = ["sourceName": "Program"]
        let item: JSON = ["sceneName": "Program", "sceneItemId": 1]
        var image: JSON = [
            "sourceName": "Program", "imageFormat": "png", "imageWidth": 640, "imageHeight": 360,
            "imageCompressionQuality": -1,
        ]
        var calls: [Call] = [("GetSourceScreenshot", image, 100), ("GetSourceActive", source, 100)]
        image.set("imageFilePath", "shot.png")
        calls += [
            ("SaveSourceScreenshot", image, 100), ("GetSceneList", nil, 100), ("GetGroupList", nil, 100),
            ("GetCurrentProgramScene", nil, 100), ("SetCurrentProgramScene", ["sceneName": "Slate"], 100),
            ("GetCurrentPreviewScene", nil, 506), ("SetCurrentPreviewScene", scene, 506),
            ("CreateScene", ["sceneName": "Two"], 204), ("RemoveScene", scene, 204),
            ("SetSceneName", ["sceneName": "Program", "newSceneName": "Two"], 204),
            ("GetSceneSceneTransitionOverride", scene, 204),
            (
                "SetSceneSceneTransitionOverride",
                ["sceneName": "Program", "transitionName": "Cut", "transitionDuration": nil], 204
            ), ("GetSceneItemList", scene, 100), ("GetGroupSceneItemList", scene, 204),
            ("GetSceneItemId", ["sceneName": "Program", "sourceName": "Camera", "searchOffset": nil], 204),
            ("GetSceneItemSource", item, 204),
            ("CreateSceneItem", ["sceneName": "Program", "sourceName": "Camera", "sceneItemEnabled": nil], 204),
            ("RemoveSceneItem", item, 204),
            ("DuplicateSceneItem", ["sceneName": "Program", "sceneItemId": 1, "destinationSceneName": nil], 204),
        ]
        for name in ["Transform", "Enabled", "Locked", "Index", "BlendMode"] {
            calls += [("GetSceneItem\(name)", item, 204), ("SetSceneItem\(name)", item, 204)]
        }
        try check(calls)
    }

    @Test("obsws-python: inputs, transitions and filters")
    func pythonInputs() throws {
        let filter: JSON = ["sourceName": "Program", "filterName": "Key"]
        var calls: [Call] = [
            ("GetInputList", ["inputKind": nil], 100), ("GetInputKindList", ["unversioned": false], 100),
            ("GetSpecialInputs", nil, 100), ("CreateInput", ["sceneName": "Program", "inputName": "Camera"], 204),
            ("RemoveInput", Self.program, 204),
            ("SetInputName", ["inputName": "Program", "newInputName": "Two"], 204),
            ("GetInputDefaultSettings", ["inputKind": "psstudio_program"], 100),
            ("SetInputSettings", ["inputName": "Program", "inputSettings": .object([]), "overlay": true], 606),
            ("SetInputMute", ["inputName": "Program", "inputMuted": true], 100),
            ("ToggleInputMute", Self.program, 100),
            ("SetInputVolume", ["inputName": "Program", "inputVolumeMul": 0.5, "inputVolumeDb": nil], 100),
            ("SetInputAudioBalance", ["inputName": "Program", "inputAudioBalance": 0.5], 606),
            ("SetInputAudioSyncOffset", ["inputName": "Program", "inputAudioSyncOffset": 20], 606),
            ("SetInputAudioMonitorType", ["inputName": "Program", "monitorType": "OBS_MONITORING_TYPE_NONE"], 606),
            ("SetInputAudioTracks", ["inputName": "Program", "inputAudioTracks": ["1": true]], 606),
            ("GetInputPropertiesListPropertyItems", ["inputName": "Program", "propertyName": "a"], 204),
            ("PressInputPropertiesButton", ["inputName": "Program", "propertyName": "a"], 204),
            ("GetTransitionKindList", nil, 100), ("GetSceneTransitionList", nil, 100),
            ("GetCurrentSceneTransition", nil, 100), ("SetCurrentSceneTransition", ["transitionName": "Cut"], 100),
            ("SetCurrentSceneTransition", ["transitionName": "Fade"], 600),
            ("SetCurrentSceneTransitionDuration", ["transitionDuration": 300], 606),
            ("SetCurrentSceneTransitionSettings", ["transitionSettings": .object([]), "overlay": nil], 606),
            ("GetCurrentSceneTransitionCursor", nil, 100), ("TriggerStudioModeTransition", nil, 506),
            ("SetTBarPosition", ["position": 0.5, "release": nil], 506), ("GetSourceFilterKindList", nil, 100),
            ("GetSourceFilterList", ["sourceName": "Program"], 100),
            ("GetSourceFilterDefaultSettings", ["filterKind": "gain"], 204), ("CreateSourceFilter", filter, 204),
            ("RemoveSourceFilter", filter, 204), ("SetSourceFilterName", filter, 204),
            ("GetSourceFilter", filter, 204), ("SetSourceFilterIndex", filter, 204),
            ("SetSourceFilterSettings", filter, 204), ("SetSourceFilterEnabled", filter, 204),
        ]
        for name in [
            "Settings", "Mute", "Volume", "AudioBalance", "AudioSyncOffset", "AudioMonitorType", "AudioTracks",
        ] {
            calls.append(("GetInput\(name)", Self.program, 100))
        }
        try check(calls)
    }

    @Test("obsws-python: outputs, stream, record, media and windows")
    func pythonOutputs() throws {
        let output: JSON = ["outputName": "File 1"]
        var calls: [Call] = [
            ("GetOutputList", nil, 100), ("GetOutputStatus", output, 100), ("ToggleOutput", output, 100),
            ("StartOutput", output, 500), ("StopOutput", output, 100), ("GetOutputSettings", output, 100),
            ("SetOutputSettings", ["outputName": "File 1", "outputSettings": .object([])], 606),
            ("SendStreamCaption", ["captionText": "Hello"], 703),
            ("CreateRecordChapter", ["chapterName": nil], 100), ("SplitRecordFile", nil, 100),
            ("GetMediaInputStatus", Self.program, 100),
            ("SetMediaInputCursor", ["inputName": "Program", "mediaCursor": 0], 604),
            ("OffsetMediaInputCursor", ["inputName": "Program", "mediaCursorOffset": 10], 604),
            ("TriggerMediaInputAction", ["inputName": "Program", "mediaAction": "none"], 604),
            ("GetStudioModeEnabled", nil, 100), ("SetStudioModeEnabled", ["studioModeEnabled": false], 100),
            ("SetStudioModeEnabled", ["studioModeEnabled": true], 703),
            ("OpenInputPropertiesDialog", Self.program, 204), ("OpenInputFiltersDialog", Self.program, 204),
            ("OpenInputInteractDialog", Self.program, 204), ("GetMonitorList", nil, 100),
            ("OpenVideoMixProjector", ["videoMixType": "PROGRAM", "monitorIndex": 0], 204),
            ("OpenSourceProjector", ["sourceName": "Program", "monitorIndex": 0], 204),
            ("GetVirtualCamStatus", nil, 100), ("GetLastReplayBufferReplay", nil, 604),
            ("SaveReplayBuffer", nil, 604), ("GetReplayBufferStatus", nil, 604), ("ResumeRecord", nil, 604),
            ("PauseRecord", nil, 604), ("ToggleRecordPause", nil, 604),
        ]
        for name in ["VirtualCam", "ReplayBuffer"] {
            calls += ["Toggle", "Start", "Stop"].map { ("\($0)\(name)", nil, 604) }
        }
        for name in ["Stream", "Record"] {
            calls += [
                ("Get\(name)Status", nil, 100), ("Toggle\(name)", nil, 100), ("Start\(name)", nil, 500),
                ("Stop\(name)", nil, 100),
            ]
        }
        try check(calls)
    }

    // MARK: Companion

    /// `bitfocus/companion-module-obs-studio`, `actions.js`; ``CompanionTests`` has its start. A button that a session without
    /// that thing offers gets an answer, and the module goes on.
    @Test("Companion: the buttons of the module")
    func companion() throws {
        try check([
            ("StartRecord", nil, 500), ("StopRecord", nil, 100), ("ToggleRecord", nil, 100), ("PauseRecord", nil, 604),
            ("ResumeRecord", nil, 604), ("ToggleRecordPause", nil, 604), ("SplitRecordFile", nil, 100),
            ("CreateRecordChapter", ["chapterName": "Two"], 100), ("StartStream", nil, 500), ("StopStream", nil, 100),
            ("ToggleStream", nil, 100),
            (
                "SetStreamServiceSettings",
                [
                    "streamServiceType": "rtmp_custom",
                    "streamServiceSettings": [
                        "key": "k", "server": "rtmp://host/live", "use_auth": false, "username": nil, "password": nil,
                    ],
                ], 500
            ), ("SendStreamCaption", ["captionText": "Hello"], 703), ("StartOutput", ["outputName": "RTMP 2"], 500),
            ("StopOutput", ["outputName": "RTMP 2"], 100), ("ToggleOutput", ["outputName": "RTMP 2"], 100),
            ("SetCurrentProgramScene", ["sceneName": "Slate"], 100),
            ("SetCurrentPreviewScene", ["sceneName": "Slate"], 506), ("GetCurrentPreviewScene", nil, 506),
            ("SetStudioModeEnabled", ["studioModeEnabled": true], 703), ("TriggerStudioModeTransition", nil, 506),
            ("SetCurrentSceneTransition", ["transitionName": "Cut"], 100),
            ("SetCurrentSceneTransitionDuration", ["transitionDuration": 500], 606),
            ("SetInputMute", ["inputName": "Program", "inputMuted": true], 100), ("ToggleInputMute", Self.program, 100),
            ("SetInputVolume", ["inputName": "Program", "inputVolumeDb": -6], 100),
            ("SetInputAudioSyncOffset", ["inputName": "Program", "inputAudioSyncOffset": 0], 606),
            ("SetInputAudioBalance", ["inputName": "Program", "inputAudioBalance": 0.5], 606),
            ("SetInputAudioMonitorType", ["inputName": "Program", "monitorType": "OBS_MONITORING_TYPE_NONE"], 606),
            ("GetInputSettings", Self.program, 100), ("GetSourceActive", ["sourceName": "Program"], 100),
            ("SetInputSettings", ["inputName": "Program", "inputSettings": ["text": "Hello"]], 606),
            ("PressInputPropertiesButton", ["inputName": "Program", "propertyName": "refreshnocache"], 204),
            ("SetSourceFilterEnabled", ["sourceName": "Program", "filterName": "a", "filterEnabled": true], 204),
            ("SetSourceFilterSettings", ["sourceName": "Program", "filterName": "a"], 204),
            ("GetSceneItemId", ["sceneName": "Program", "sourceName": "a"], 204),
            ("SetSceneItemEnabled", ["sceneName": "Program", "sceneItemId": 1, "sceneItemEnabled": true], 204),
            ("SetSceneItemTransform", ["sceneName": "Program", "sceneItemId": 1], 204),
            ("GetMediaInputStatus", Self.program, 100),
            ("TriggerMediaInputAction", ["inputName": "Program", "mediaAction": "none"], 604),
            ("SetMediaInputCursor", ["inputName": "Program", "mediaCursor": 0], 604),
            ("OffsetMediaInputCursor", ["inputName": "Program", "mediaCursorOffset": 0], 604),
            ("TriggerHotkeyByName", ["hotkeyName": "OBSBasic.StopRecording"], 100),
            (
                "TriggerHotkeyByKeySequence",
                ["keyId": "OBS_KEY_A", "keyModifiers": ["shift": false, "control": false]], 600
            ), ("SetCurrentProfile", ["profileName": "psstudio"], 100),
            ("SetCurrentSceneCollection", ["sceneCollectionName": "psstudio"], 100),
            ("OpenVideoMixProjector", ["videoMixType": "OBS_WEBSOCKET_VIDEO_MIX_TYPE_PROGRAM"], 204),
            ("OpenSourceProjector", ["sourceName": "Program"], 204),
            ("OpenInputPropertiesDialog", Self.program, 204), ("OpenInputFiltersDialog", Self.program, 204),
            ("OpenInputInteractDialog", Self.program, 204),
            (
                "SaveSourceScreenshot",
                [
                    "sourceName": "Program", "imageFormat": "png", "imageFilePath": "/srv/show/2026_Program.png",
                    "imageCompressionQuality": 0,
                ], 100
            ),
            ("CallVendorRequest", ["vendorName": "psstudio", "requestType": "showSlate"], 100),
            ("SaveReplayBuffer", nil, 604), ("ToggleVirtualCam", nil, 604),
        ])
    }

    @Test("the values that controllers read")
    func values() throws {
        var fixture = try Self.fixture()
        #expect(
            fixture.answer("GetInputSettings", Self.program) == [
                "inputSettings": .object([]), "inputKind": "psstudio_program",
            ])
        #expect(fixture.answer("GetTransitionKindList") == ["transitionKinds": ["cut_transition"]])
        #expect(
            fixture.answer("GetOutputSettings", ["outputName": "File 1"]) == [
                "outputSettings": ["path": "/srv/show/show.mp4"]
            ])
        #expect(
            fixture.answer("GetOutputSettings", ["outputName": "RTMP 2"]) == ["outputSettings": .object([])])
        for (name, isActive) in [("Program", true), ("Slate", false)] {
            #expect(
                fixture.answer("GetSourceActive", ["sourceName": .text(name)]) == [
                    "videoActive": .flag(isActive), "videoShowing": .flag(isActive),
                ])
        }
        fixture.publish(.slateShown(reason: .command, at: 1))
        #expect(fixture.answer("GetSourceActive", ["sourceName": "Slate"])?["videoActive"] == true)
        #expect(
            fixture.answer("GetSourceActive", ["sourceUuid": .text(ProgramInput.uuid)])?["videoActive"] == true)
        #expect(fixture.code("GetSourceActive", ["sourceName": "Camera"]) == 600)
        #expect(fixture.code("GetInputSettings", ["inputName": "Camera"]) == 600)
    }

    @Test("a caption is kept in the trace, and refused with the reason; without a stream it is 501")
    func caption() throws {
        var fixture = try Self.fixture()
        #expect(fixture.request("SendStreamCaption", ["captionText": "Good\nmorning"]) == nil)
        #expect(fixture.perform() == [.addNote(text: "stream caption, not sent: Good morning")])
        #expect(
            fixture.take(1).first?["d"]?["requestStatus"] == [
                "result": false, "code": 703,
                "comment": "psstudio writes no captions into its outputs; the text is kept in the trace.",
            ])
        let long = String(repeating: "ä", count: 2000)
        #expect(fixture.request("SendStreamCaption", ["captionText": .text(long)]) == nil)
        guard case .addNote(let text)? = fixture.perform().first else {
            Issue.record("the caption is not kept")
            return
        }
        #expect(text.utf8.count <= 1000)
        #expect(MediaTitle(text) != nil)
        _ = fixture.take(1)
        fixture.change(2, "rtmp://host/live/***", .stopped)
        #expect(fixture.code("SendStreamCaption", ["captionText": "Hello"]) == 501)
    }
}
