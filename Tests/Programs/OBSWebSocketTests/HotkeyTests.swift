import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Hotkeys of OBS, which are other requests under names of their own.
struct HotkeyTests {
    @Test(
        "each hotkey performs its request, and its answer has no data",
        arguments: [
            ("OBSBasic.StopStreaming", nil, .stopOutput(output: 2)),
            ("OBSBasic.StopRecording", nil, .stopOutput(output: 1)),
            ("OBSBasic.SplitFile", nil, .splitOutput(output: 1)),
            ("OBSBasic.AddChapterMarker", nil, .addChapter(output: 1, name: nil)),
            ("libobs.mute", nil, .setMute(isMuted: true)),
            ("libobs.mute", "Program", .setMute(isMuted: true)),
            ("libobs.unmute", "Program", .setMute(isMuted: false)), ("OBSBasic.SelectScene", "Slate", .showSlate),
        ] as [(String, String?, SessionCommand)])
    func performed(_ name: String, _ owner: String?, _ command: SessionCommand) throws {
        var fixture = try ServerFixture.running()
        #expect(fixture.answer("GetHotkeyList")?["hotkeys"]?.items?.contains(.text(name)) == true)
        let data: JSON = ["hotkeyName": .text(name), "contextName": .optional(owner)]
        #expect(fixture.request("TriggerHotkeyByName", data) == nil)
        #expect(fixture.perform() == [command])
        // A scene is answered when it is on air.
        if command == .showSlate { fixture.publish(.slateShown(reason: .command, at: 1)) }
        let response = fixture.take(1).first { $0["op"] == 7 }?["d"]
        #expect(response?["requestStatus"]?["code"] == 100)
        #expect(response?["responseData"] == nil)
    }

    @Test("starts are those of the stream and the recording, with their errors")
    func starts() throws {
        var fixture = try ServerFixture.running()
        for name in ["OBSBasic.StartStreaming", "OBSBasic.StartRecording"] {
            #expect(fixture.code("TriggerHotkeyByName", ["hotkeyName": .text(name)]) == 500)
        }
        fixture.change(1, "show.mp4", .stopped)
        #expect(fixture.request("TriggerHotkeyByName", ["hotkeyName": "OBSBasic.StartRecording"]) == nil)
        #expect(fixture.perform() == [.startOutput(output: 1)])
    }

    @Test("an unknown hotkey, or one of another source, is 600; keys trigger none")
    func unknown() throws {
        var fixture = try ServerFixture.running()
        let wrong: [(JSON?, Int)] = [
            (nil, 301), (.object([]), 300), (["hotkeyName": ""], 403), (["hotkeyName": 1], 401),
            (["hotkeyName": "fly"], 600), (["hotkeyName": "libobs.mute", "contextName": "Camera"], 600),
            (["hotkeyName": "OBSBasic.StopStreaming", "contextName": "Program"], 600),
            (["hotkeyName": "OBSBasic.SelectScene", "contextName": "Camera"], 600),
            (["hotkeyName": "libobs.mute", "contextName": 1], 401),
        ]
        for (data, code) in wrong { #expect(fixture.code("TriggerHotkeyByName", data) == code) }
        let keys: JSON = ["keyId": "OBS_KEY_A", "keyModifiers": ["shift": true]]
        #expect(fixture.code("TriggerHotkeyByKeySequence", keys) == 600)
        #expect(fixture.takeTasks().isEmpty)
        fixture.publish(.inputsOpened(width: 640, height: 360, frameRate: 30, hasAudio: false))
        #expect(fixture.code("TriggerHotkeyByName", ["hotkeyName": "libobs.mute"]) == 600)
        #expect(fixture.answer("GetHotkeyList")?["hotkeys"]?.items?.contains("libobs.mute") == false)
    }
}
