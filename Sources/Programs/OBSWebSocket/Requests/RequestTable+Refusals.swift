import SessionProtocol

// Requests that psstudio understands and does not perform.
extension RequestTable {
    static let refusals =
        features + settings + [
            RequestRow(
                "SendStreamCaption",
                "No output carries captions of CEA-608. The text is kept among the events and in the trace.", .refused,
                fields: ["captionText"]
            ) { request, context throws(RequestFailure) in
                let text = try request.text("captionText")
                guard context.show.outputs(of: .stream).contains(where: \.isRunning) else {
                    throw RequestFailure(.outputNotRunning)
                }
                let refusal = RequestFailure(
                    .cannotAct, "psstudio writes no captions into its outputs; the text is kept in the trace.")
                return .perform([.addNote(text: caption(text))], .refusal(refusal))
            },
            RequestRow(
                "SetRecordDirectory", "The folder is that of the server, and cannot be changed.", .refused,
                fields: ["recordDirectory"]
            ) { request, context throws(RequestFailure) in
                if context.show.outputs(of: .record).contains(where: \.isRunning) {
                    throw RequestFailure(.outputRunning)
                }
                _ = try request.text("recordDirectory")
                throw RequestFailure(
                    .resourceNotConfigurable, "Files are written below the folder of the server, which is fixed.")
            },
        ]

    /// The line for the trace: one line that is not too long.
    private static func caption(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        var line = "stream caption, not sent: " + String(String.UnicodeScalarView(scalars))
        while line.utf8.count > maximumNoteBytes { line.removeLast() }
        return line
    }

    /// What the session accepts.
    private static let maximumNoteBytes = 1000

    private static func refusal(
        _ names: [String], _ text: String, _ status: RequestStatus, _ comment: String? = nil
    ) -> [RequestRow] {
        names.map { name in
            RequestRow(name, text, .refused) { _, _ throws(RequestFailure) in
                throw RequestFailure(status, comment ?? text)
            }
        }
    }

    /// Features of OBS that psstudio does not have.
    private static let features =
        refusal(
            ["PauseRecord", "ResumeRecord", "ToggleRecordPause"], "Files cannot be paused.", .invalidResourceState,
            "A recording cannot be paused; stop it, or split its file.")
        + refusal(
            ["StartVirtualCam", "StopVirtualCam", "ToggleVirtualCam"], "There is no virtual camera.",
            .invalidResourceState, "VirtualCam is not available.")
        + refusal(
            [
                "GetReplayBufferStatus", "StartReplayBuffer", "StopReplayBuffer", "ToggleReplayBuffer",
                "SaveReplayBuffer", "GetLastReplayBufferReplay",
            ], "There is no replay buffer.", .invalidResourceState, "Replay buffer is not available.")
        + refusal(
            ["GetCurrentPreviewScene", "SetCurrentPreviewScene", "TriggerStudioModeTransition", "SetTBarPosition"],
            "There is no studio mode.", .studioModeNotActive, "")
        + refusal(
            ["TriggerHotkeyByKeySequence"], "Hotkeys have no keys; `TriggerHotkeyByName` triggers them.",
            .resourceNotFound, "No hotkey has keys; TriggerHotkeyByName triggers one by its name.")

    /// Settings that are fixed while a session runs.
    private static let settings =
        refusal(
            ["SetVideoSettings"], "Size and frame rate are fixed when the session starts.", .resourceNotConfigurable)
        + refusal(
            ["SetProfileParameter"], "The only profile has no parameters.", .resourceNotConfigurable)
        + refusal(
            ["SetInputSettings"],
            "The audio of the program has no settings; the vendor request `changeSource` puts another source on air.",
            .resourceNotConfigurable,
            "The input has no settings; the vendor request changeSource puts another source on air.")
        + refusal(
            ["SetInputAudioBalance", "SetInputAudioSyncOffset", "SetInputAudioMonitorType", "SetInputAudioTracks"],
            "Only mute and volume of the program can be changed.", .resourceNotConfigurable)
        + refusal(
            ["SetCurrentSceneTransitionDuration", "SetCurrentSceneTransitionSettings"],
            "`Cut` has neither a duration nor settings.", .resourceNotConfigurable,
            "The transition Cut has neither a duration nor settings.")
        + refusal(
            ["SetOutputSettings"], "Outputs keep their settings; `addOutput` of the vendor adds others.",
            .resourceNotConfigurable, "Outputs keep their settings; the vendor request addOutput adds others.")
        + refusal(
            ["SetMediaInputCursor", "OffsetMediaInputCursor", "TriggerMediaInputAction"],
            "The audio of the program is not a media file that can be moved.", .invalidResourceState)
}
