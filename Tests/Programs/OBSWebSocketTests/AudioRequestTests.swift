import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Requests about the program's audio.
struct AudioRequestTests {
    @Test("volume and mute", arguments: ["inputName", "inputUuid"])
    func audio(_ key: String) throws {
        var fixture = try ServerFixture.running()
        let input: [(String, JSON)] = [(key, .text(key == "inputName" ? ProgramInput.name : ProgramInput.uuid))]
        func with(_ fields: [(String, JSON)]) -> JSON { .object(input + fields) }
        #expect(fixture.answer("GetInputMute", with([])) == ["inputMuted": false])
        #expect(fixture.answer("GetInputVolume", with([])) == ["inputVolumeMul": 1.0, "inputVolumeDb": 0.0])
        #expect(fixture.answer("GetInputAudioBalance", with([])) == ["inputAudioBalance": 0.5])
        #expect(fixture.answer("GetInputAudioSyncOffset", with([])) == ["inputAudioSyncOffset": 0])
        #expect(fixture.answer("GetInputAudioMonitorType", with([])) == ["monitorType": "OBS_MONITORING_TYPE_NONE"])
        #expect(
            fixture.answer("GetInputAudioTracks", with([])) == [
                "inputAudioTracks": ["1": true, "2": false, "3": false, "4": false, "5": false, "6": false]
            ])
        #expect(fixture.request("SetInputMute", with([("inputMuted", true)])) == nil)
        #expect(fixture.perform() == [.setMute(isMuted: true)])
        #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == 100)
        fixture.publish(.programAudioChanged(volumeFactor: 0.5, isMuted: true))
        #expect(fixture.request("ToggleInputMute", with([])) == nil)
        #expect(fixture.perform() == [.setMute(isMuted: false)])
        #expect(fixture.take(1).first?["d"]?["responseData"] == ["inputMuted": false])
        for (fields, factor) in [
            ([("inputVolumeMul", 4)], 4), ([("inputVolumeMul", 0.25)], 0.25), ([("inputVolumeDb", -100)], 0),
            ([("inputVolumeDb", 0)], 1), ([("inputVolumeDb", -20)], 0.1),
        ] as [([(String, JSON)], Double)] {
            #expect(fixture.request("SetInputVolume", with(fields)) == nil)
            #expect(fixture.perform() == [.setVolume(factor: factor)])
            _ = fixture.take(1)
        }
        let wrong: [([(String, JSON)], Int)] = [
            ([], 300), ([("inputVolumeMul", nil)], 300), ([("inputVolumeMul", "1")], 401),
            ([("inputVolumeMul", -0.1)], 402),
            ([("inputVolumeMul", 4.1)], 402), ([("inputVolumeDb", -101)], 402), ([("inputVolumeDb", 13)], 402),
            ([("inputVolumeMul", 1), ("inputVolumeDb", 0)], 404),
        ]
        for (fields, code) in wrong { #expect(fixture.code("SetInputVolume", with(fields)) == code) }
        #expect(fixture.code("SetInputMute", with([])) == 300)
        #expect(fixture.code("SetInputMute", with([("inputMuted", 1)])) == 401)
    }

    @Test(
        "sources that are not inputs",
        arguments: [
            "GetInputMute", "GetInputVolume", "GetInputAudioTracks", "SetInputVolume", "ToggleInputMute",
            "SetInputMute",
        ])
    func noInput(_ name: String) throws {
        var fixture = try ServerFixture.running()
        #expect(fixture.code(name) == 300)
        #expect(fixture.code(name, ["inputName": 7]) == 300)
        #expect(fixture.code(name, ["inputName": ""]) == 300)
        #expect(fixture.code(name, ["inputName": "Mic"]) == 600)
        #expect(fixture.code(name, ["inputUuid": "x", "inputName": "Program"]) == 600)
        #expect(fixture.code(name, ["inputName": "Program", "canvasUuid": "x"]) == 600)
        #expect(fixture.code(name, ["inputName": "Slate"]) == 602)
        #expect(fixture.code(name, ["inputUuid": .text(Scene.program.uuid)]) == 602)
    }

    @Test("inputs and their kinds are listed")
    func inputs() throws {
        var fixture = try ServerFixture.running()
        let item = fixture.answer("GetInputList")?["inputs"]?.items?.first
        #expect(item?["inputName"] == "Program")
        #expect(item?["inputKind"] == "psstudio_program")
        #expect(item?["unversionedInputKind"] == "psstudio_program")
        #expect(item?["inputKindCaps"] == 2)
        #expect(fixture.answer("GetInputList", ["inputKind": "psstudio_program"])?["inputs"]?.items?.count == 1)
        #expect(fixture.answer("GetInputList", ["inputKind": "ffmpeg_source"]) == ["inputs": []])
        #expect(fixture.code("GetInputList", ["inputKind": 1]) == 401)
        #expect(fixture.answer("GetInputKindList", ["unversioned": true]) == ["inputKinds": ["psstudio_program"]])
        #expect(fixture.code("GetInputKindList", ["unversioned": 1]) == 401)
        #expect(fixture.code("GetInputDefaultSettings", ["inputKind": "ffmpeg_source"]) == 605)
    }
}
