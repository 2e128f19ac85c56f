// Requests about things that psstudio does not have. Controllers that build scenes send them.
extension RequestTable {
    static let meaningless =
        rows(
            "There are no scene items.",
            [
                "GetGroupSceneItemList", "GetSceneItemId", "GetSceneItemSource", "CreateSceneItem", "RemoveSceneItem",
                "DuplicateSceneItem", "GetSceneItemTransform", "SetSceneItemTransform", "GetSceneItemEnabled",
                "SetSceneItemEnabled", "GetSceneItemLocked", "SetSceneItemLocked", "GetSceneItemIndex",
                "SetSceneItemIndex", "GetSceneItemBlendMode", "SetSceneItemBlendMode",
            ])
        + rows(
            "The scenes are fixed.",
            [
                "CreateScene", "RemoveScene", "SetSceneName", "GetSceneSceneTransitionOverride",
                "SetSceneSceneTransitionOverride",
            ])
        + rows(
            "There are no filters.",
            [
                "GetSourceFilterDefaultSettings", "CreateSourceFilter", "RemoveSourceFilter", "SetSourceFilterName",
                "GetSourceFilter", "SetSourceFilterIndex", "SetSourceFilterSettings", "SetSourceFilterEnabled",
            ])
        + rows("The only input is the audio of the program.", ["CreateInput", "RemoveInput", "SetInputName"])
        + rows(
            "The input has no properties, and no video.",
            [
                "GetInputPropertiesListPropertyItems", "PressInputPropertiesButton", "GetInputDeinterlaceMode",
                "SetInputDeinterlaceMode", "GetInputDeinterlaceFieldOrder", "SetInputDeinterlaceFieldOrder",
            ])
        + rows(
            "The only profile and the only scene collection are `psstudio`.",
            ["CreateProfile", "RemoveProfile", "CreateSceneCollection"])
        + rows(
            "There are no windows.",
            [
                "OpenInputPropertiesDialog", "OpenInputFiltersDialog", "OpenInputInteractDialog",
                "OpenVideoMixProjector", "OpenSourceProjector",
            ])
        + rows("There is one canvas.", ["GetCanvasList"])

    private static func rows(_ reason: String, _ names: [String]) -> [RequestRow] {
        let comment = "This request has no meaning here. " + String(reason.filter { $0 != "`" })
        return names.map { name in
            RequestRow(name, reason, .meaningless) { _, _ throws(RequestFailure) in
                throw RequestFailure(.unknownRequestType, comment)
            }
        }
    }
}
