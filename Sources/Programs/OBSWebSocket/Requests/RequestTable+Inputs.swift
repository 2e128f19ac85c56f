import SessionProtocol

// Requests about the only input, the audio of the program.
extension RequestTable {
    static let inputs = [
        RequestRow(
            "GetInputList", "The audio of the program, `Program`.", fields: [.optional("inputKind")],
            readsSnapshot: true
        ) { request, context throws(RequestFailure) in
            let kind = try request.optionalText("inputKind") ?? ProgramInput.kind
            let isListed = context.show.hasAudio && kind == ProgramInput.kind
            return .answer(["inputs": .list(isListed ? [item] : [])])
        },
        RequestRow("GetInputKindList", "One kind, `psstudio_program`.", fields: [.optional("unversioned")]) {
            request, _ throws(RequestFailure) in
            _ = try request.optionalFlag("unversioned")
            return .answer(["inputKinds": [.text(ProgramInput.kind)]])
        },
        RequestRow("GetInputDefaultSettings", "Always empty.", fields: ["inputKind"]) {
            request, _ throws(RequestFailure) in
            guard try request.text("inputKind") == ProgramInput.kind else { throw RequestFailure(.invalidInputKind) }
            return .answer(["defaultInputSettings": .object([])])
        },
        input("GetInputSettings", "Always empty; `inputKind` is `psstudio_program`.") { _ in
            ["inputSettings": .object([]), "inputKind": .text(ProgramInput.kind)]
        },
        input("GetMediaInputStatus", "Always `OBS_MEDIA_STATE_NONE`: it is not a media file.") { _ in
            ["mediaState": "OBS_MEDIA_STATE_NONE", "mediaDuration": nil, "mediaCursor": nil]
        },
        RequestRow("GetSpecialInputs", "`desktop1` is the audio of the program.", readsSnapshot: true) { _, context in
            let names = ["desktop2", "mic1", "mic2", "mic3", "mic4"]
            let program = JSON.optional(context.show.hasAudio ? ProgramInput.name : nil)
            return .answer(.object([("desktop1", program)] + names.map { ($0, .null) }))
        },
        input("GetInputMute", "Whether the program is muted.") { show in ["inputMuted": .flag(show.isMuted)] },
        RequestRow("SetInputMute", "Mutes the program, or unmutes it.", fields: [.source("input"), "inputMuted"]) {
            request, context throws(RequestFailure) in
            try checkInput(request, context.show)
            return .perform([.setMute(isMuted: try request.flag("inputMuted"))], .command(nil))
        },
        RequestRow("ToggleInputMute", "Mutes the program, or unmutes it.", fields: [.source("input")]) {
            request, context throws(RequestFailure) in
            try checkInput(request, context.show)
            let isMuted = !context.show.isMuted
            return .perform([.setMute(isMuted: isMuted)], .command(["inputMuted": .flag(isMuted)]))
        },
        input("GetInputVolume", "The volume of the program.") { show in .object(ProgramInput.volume(show.volume)) },
        RequestRow(
            "SetInputVolume", "Sets it: a factor from 0 to 4, or decibels from -100 to 12.",
            fields: [.source("input"), .either("inputVolumeMul", "inputVolumeDb")]
        ) { request, context throws(RequestFailure) in
            try checkInput(request, context.show)
            return .perform([.setVolume(factor: try volume(request))], .command(nil))
        },
        input("GetInputAudioBalance", "Always the middle, 0.5.") { _ in ["inputAudioBalance": 0.5] },
        input("GetInputAudioSyncOffset", "Always 0.") { _ in ["inputAudioSyncOffset": 0] },
        input("GetInputAudioMonitorType", "Always none.") { _ in ["monitorType": "OBS_MONITORING_TYPE_NONE"] },
        input("GetInputAudioTracks", "Always track 1.") { _ in
            ["inputAudioTracks": .object((1...6).map { ("\($0)", .flag($0 == 1)) })]
        },
    ]

    private static let item: JSON = .object(
        ProgramInput.identity + [
            ("inputKind", .text(ProgramInput.kind)), ("unversionedInputKind", .text(ProgramInput.kind)),
            ("inputKindCaps", .number(ProgramInput.capabilities)),
        ])

    /// A request that reads something of the input.
    private static func input(
        _ name: String, _ text: String, _ value: @escaping @Sendable (Show) -> JSON
    ) -> RequestRow {
        RequestRow(name, text, fields: [.source("input")]) { request, context throws(RequestFailure) in
            try checkInput(request, context.show)
            return .answer(value(context.show))
        }
    }

    private static func checkInput(_ request: Request, _ show: Show) throws(RequestFailure) {
        let source = try request.source("input")
        if show.hasAudio, source == .name(ProgramInput.name) || source == .uuid(ProgramInput.uuid) { return }
        let isScene = show.scenes.contains { source == .name($0.name) || source == .uuid($0.uuid) }
        throw isScene
            ? RequestFailure(.invalidResourceType, "The specified source is not an input.") : source.failure
    }

    /// What the session accepts.
    private static let factors = 0.0...4.0

    private static func volume(_ request: Request) throws(RequestFailure) -> Double {
        let factor = try request.optionalNumber("inputVolumeMul", factors)
        let decibels = try request.optionalNumber("inputVolumeDb", -100...ProgramInput.decibels(factors.upperBound))
        switch (factor, decibels) {
        case (let factor?, nil): return factor
        case (nil, let decibels?): return min(factors.upperBound, ProgramInput.factor(decibels))
        case (.some, .some): throw RequestFailure(.tooManyRequestFields, "You may only specify one volume field.")
        case (nil, nil): throw RequestFailure(.missingRequestField, "You must specify one volume field.")
        }
    }
}
