import SessionProtocol

// Requests about the only transition.
extension RequestTable {
    static let transitions = [
        RequestRow("GetTransitionKindList", "One kind, that of `Cut`.") { _, _ in
            .answer(["transitionKinds": [.text(CutTransition.kind)]])
        },
        RequestRow("GetSceneTransitionList", "One transition, `Cut`.") { _, _ in
            .answer([
                "currentSceneTransitionName": .text(CutTransition.name),
                "currentSceneTransitionUuid": .text(CutTransition.uuid),
                "currentSceneTransitionKind": .text(CutTransition.kind),
                "transitions": [
                    [
                        "transitionName": .text(CutTransition.name), "transitionUuid": .text(CutTransition.uuid),
                        "transitionKind": .text(CutTransition.kind), "transitionFixed": true,
                        "transitionConfigurable": false,
                    ]
                ],
            ])
        },
        RequestRow("GetCurrentSceneTransition", "`Cut`.") { _, _ in
            .answer([
                "transitionName": .text(CutTransition.name), "transitionUuid": .text(CutTransition.uuid),
                "transitionKind": .text(CutTransition.kind), "transitionFixed": true, "transitionDuration": nil,
                "transitionConfigurable": false, "transitionSettings": nil,
            ])
        },
        RequestRow("SetCurrentSceneTransition", "`Cut` is the only one, and is chosen.", fields: ["transitionName"]) {
            request, _ throws(RequestFailure) in
            guard try request.text("transitionName") == CutTransition.name else {
                throw RequestFailure(.resourceNotFound, "No scene transition was found by that name.")
            }
            return .answer(nil)
        },
        RequestRow("GetCurrentSceneTransitionCursor", "Always 1: a cut is over at once.") { _, _ in
            .answer(["transitionCursor": 1.0])
        },
    ]
}
