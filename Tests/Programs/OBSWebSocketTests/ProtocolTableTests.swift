import SessionProtocol
import Testing
@testable import OBSWebSocket

/// The table says of every request of the protocol what becomes of it here.
struct ProtocolTableTests {
    @Test(
        "each request of the protocol is served, refused with a reason, or said to be meaningless; there are no others")
    func all() {
        let names: Set = [
            "BroadcastCustomEvent", "CallVendorRequest", "CreateInput", "CreateProfile", "CreateRecordChapter",
            "CreateScene", "CreateSceneCollection", "CreateSceneItem", "CreateSourceFilter", "DuplicateSceneItem",
            "GetCanvasList", "GetCurrentPreviewScene", "GetCurrentProgramScene", "GetCurrentSceneTransition",
            "GetCurrentSceneTransitionCursor", "GetGroupList", "GetGroupSceneItemList", "GetHotkeyList",
            "GetInputAudioBalance", "GetInputAudioMonitorType", "GetInputAudioSyncOffset", "GetInputAudioTracks",
            "GetInputDefaultSettings", "GetInputDeinterlaceFieldOrder", "GetInputDeinterlaceMode",
            "GetInputKindList", "GetInputList", "GetInputMute", "GetInputPropertiesListPropertyItems",
            "GetInputSettings", "GetInputVolume", "GetLastReplayBufferReplay", "GetMediaInputStatus",
            "GetMonitorList", "GetOutputList", "GetOutputSettings", "GetOutputStatus", "GetPersistentData",
            "GetProfileList", "GetProfileParameter", "GetRecordDirectory", "GetRecordStatus",
            "GetReplayBufferStatus", "GetSceneCollectionList", "GetSceneItemBlendMode", "GetSceneItemEnabled",
            "GetSceneItemId", "GetSceneItemIndex", "GetSceneItemList", "GetSceneItemLocked", "GetSceneItemSource",
            "GetSceneItemTransform", "GetSceneList", "GetSceneSceneTransitionOverride", "GetSceneTransitionList",
            "GetSourceActive", "GetSourceFilter", "GetSourceFilterDefaultSettings", "GetSourceFilterKindList",
            "GetSourceFilterList", "GetSourceScreenshot", "GetSpecialInputs", "GetStats", "GetStreamServiceSettings",
            "GetStreamStatus", "GetStudioModeEnabled", "GetTransitionKindList", "GetVersion", "GetVideoSettings",
            "GetVirtualCamStatus", "OffsetMediaInputCursor", "OpenInputFiltersDialog", "OpenInputInteractDialog",
            "OpenInputPropertiesDialog", "OpenSourceProjector", "OpenVideoMixProjector", "PauseRecord",
            "PressInputPropertiesButton", "RemoveInput", "RemoveProfile", "RemoveScene", "RemoveSceneItem",
            "RemoveSourceFilter", "ResumeRecord", "SaveReplayBuffer", "SaveSourceScreenshot", "SendStreamCaption",
            "SetCurrentPreviewScene", "SetCurrentProfile", "SetCurrentProgramScene", "SetCurrentSceneCollection",
            "SetCurrentSceneTransition", "SetCurrentSceneTransitionDuration", "SetCurrentSceneTransitionSettings",
            "SetInputAudioBalance", "SetInputAudioMonitorType", "SetInputAudioSyncOffset", "SetInputAudioTracks",
            "SetInputDeinterlaceFieldOrder", "SetInputDeinterlaceMode", "SetInputMute", "SetInputName",
            "SetInputSettings", "SetInputVolume", "SetMediaInputCursor", "SetOutputSettings", "SetPersistentData",
            "SetProfileParameter", "SetRecordDirectory", "SetSceneItemBlendMode", "SetSceneItemEnabled",
            "SetSceneItemIndex", "SetSceneItemLocked", "SetSceneItemTransform", "SetSceneName",
            "SetSceneSceneTransitionOverride", "SetSourceFilterEnabled", "SetSourceFilterIndex",
            "SetSourceFilterName", "SetSourceFilterSettings", "SetStreamServiceSettings", "SetStudioModeEnabled",
            "SetTBarPosition", "SetVideoSettings", "Sleep", "SplitRecordFile", "StartOutput", "StartRecord",
            "StartReplayBuffer", "StartStream", "StartVirtualCam", "StopOutput", "StopRecord", "StopReplayBuffer",
            "StopStream", "StopVirtualCam", "ToggleInputMute", "ToggleOutput", "ToggleRecord", "ToggleRecordPause",
            "ToggleReplayBuffer", "ToggleStream", "ToggleVirtualCam", "TriggerHotkeyByKeySequence",
            "TriggerHotkeyByName", "TriggerMediaInputAction", "TriggerStudioModeTransition",
        ]
        #expect(names.count == 147)
        #expect(Set(RequestTable.all.map(\.name)) == names)
    }

    @Test("a refusal has a code of OBS, and its reason as comment; what is meaningless is 204 with its reason")
    func refusals() throws {
        // OBS has no comment for these.
        let silent: Set = [
            "GetCurrentPreviewScene", "SetCurrentPreviewScene", "TriggerStudioModeTransition", "SetTBarPosition",
        ]
        let fields: JSON = ["captionText": "Hello", "recordDirectory": "/tmp"]
        for row in RequestTable.all where !RequestTable.available.contains(row.name) {
            var fixture = try ServerFixture.running([("show.mp4", "stopped"), ("srt://host:1", "live")])
            var status = fixture.request(row.name, fields)?["requestStatus"]
            if status == nil {
                fixture.perform()
                status = fixture.take(1).first?["d"]?["requestStatus"]
            }
            #expect(status?["result"] == false, "\(row.name)")
            #expect((status?["code"] == 204) == (row.kind == .meaningless), "\(row.name)")
            #expect((status?["comment"]?.text ?? "").isEmpty == silent.contains(row.name), "\(row.name)")
            #expect(status?["comment"]?.text?.contains("`") != true, "\(row.name)")
        }
    }
}
