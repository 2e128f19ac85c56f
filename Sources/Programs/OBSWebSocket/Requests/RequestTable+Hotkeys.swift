import SessionProtocol

// Hotkeys of OBS: each is another request under a name of its own.
extension RequestTable {
    static let hotkeys = [
        RequestRow("GetHotkeyList", "The hotkeys of OBS that have a meaning here.") { _, context in
            .answer(["hotkeys": .list(names(context.show).map { .text($0) })])
        },
        RequestRow(
            "TriggerHotkeyByName", "Performs the request that the hotkey stands for.",
            fields: ["hotkeyName", .optional("contextName")]
        ) { request, context throws(RequestFailure) in
            let (name, owner) = (try request.text("hotkeyName"), try request.optionalText("contextName"))
            guard let target = hotkey(name, owner, context.show) else {
                throw RequestFailure(.resourceNotFound, "No hotkeys were found by that name.")
            }
            // The answer has no data.
            let result = try step(target, context)
            if case .perform(let commands, _) = result { return .perform(commands, .commands(nil)) }
            return result
        },
    ]

    /// The names of OBS, with the requests that they stand for.
    private static let requests: [(name: String, request: String)] = [
        ("OBSBasic.StartStreaming", "StartStream"), ("OBSBasic.StopStreaming", "StopStream"),
        ("OBSBasic.StartRecording", "StartRecord"), ("OBSBasic.StopRecording", "StopRecord"),
        ("OBSBasic.SplitFile", "SplitRecordFile"), ("OBSBasic.AddChapterMarker", "CreateRecordChapter"),
    ]

    private static func names(_ show: Show) -> [String] {
        requests.map(\.name) + (show.hasAudio ? ["libobs.mute", "libobs.unmute"] : []) + ["OBSBasic.SelectScene"]
    }

    /// - Parameter owner: the scene or the input of the hotkey, if the client names it.
    private static func hotkey(_ name: String, _ owner: String?, _ show: Show) -> Request? {
        switch name {
        case "libobs.mute", "libobs.unmute":
            guard show.hasAudio, owner ?? ProgramInput.name == ProgramInput.name else { return nil }
            return Request(
                "SetInputMute",
                ["inputName": .text(ProgramInput.name), "inputMuted": .flag(name == "libobs.mute")])
        case "OBSBasic.SelectScene":
            // Each scene has one. Without a name it is that of the first scene, as in OBS.
            let scene = owner.map { owner in show.scenes.first { $0.name == owner } } ?? show.scenes.first
            return scene.map { Request("SetCurrentProgramScene", ["sceneName": .text($0.name)]) }
        default:
            guard owner == nil else { return nil }
            return requests.first { $0.name == name }.map { Request($0.request) }
        }
    }
}
