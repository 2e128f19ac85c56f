package import SessionProtocol

/// An event of the protocol.
package struct OBSEvent: Hashable, Sendable {
    package let type: String
    /// The subscription that it needs.
    package let intent: EventMask
    /// `nil` when the event has none.
    package let data: JSON?

    init(_ type: String, _ intent: EventMask, _ data: JSON?) {
        (self.type, self.intent, self.data) = (type, intent, data)
    }

    /// The message.
    package var message: JSON {
        var fields: [(String, JSON)] = [
            ("eventType", .text(type)), ("eventIntent", .integer(intent.rawValue)),
        ]
        if let data { fields.append(("eventData", data)) }
        return ["op": 5, "d": .object(fields)]
    }
}

extension OBSEvent {
    static func streamState(_ state: OutputEvents.State) -> OBSEvent {
        OBSEvent(
            "StreamStateChanged", .outputs,
            ["outputActive": .flag(state.isActive), "outputState": .text(state.word)])
    }

    /// - Parameter path: of the file, which only STARTED and STOPPED contain.
    static func recordState(_ state: OutputEvents.State, path: String?) -> OBSEvent {
        let hasPath = state == .started || state == .stopped
        return OBSEvent(
            "RecordStateChanged", .outputs,
            [
                "outputActive": .flag(state.isActive), "outputState": .text(state.word),
                "outputPath": .optional(hasPath ? path : nil),
            ])
    }

    static func recordFile(_ path: String) -> OBSEvent {
        OBSEvent("RecordFileChanged", .outputs, ["newOutputPath": .text(path)])
    }

    static func scene(_ scene: Scene) -> OBSEvent {
        OBSEvent(
            "CurrentProgramSceneChanged", .scenes,
            ["sceneName": .text(scene.name), "sceneUuid": .text(scene.uuid)])
    }

    static func sceneList(_ scenes: [Scene]) -> OBSEvent {
        OBSEvent("SceneListChanged", .scenes, ["scenes": Scene.list(scenes)])
    }

    static func mute(_ isMuted: Bool) -> OBSEvent {
        OBSEvent(
            "InputMuteStateChanged", .inputs, .object(ProgramInput.identity + [("inputMuted", .flag(isMuted))]))
    }

    static func volume(_ factor: Double) -> OBSEvent {
        OBSEvent("InputVolumeChanged", .inputs, .object(ProgramInput.identity + ProgramInput.volume(factor)))
    }

    static let exitStarted = OBSEvent("ExitStarted", .general, nil)

    static func custom(_ data: JSON) -> OBSEvent { OBSEvent("CustomEvent", .general, data) }

    /// An event of the session under its own name, with its fields, its number and its time.
    static func vendor(_ name: String, _ fields: [(String, JSON)]) -> OBSEvent {
        OBSEvent(
            "VendorEvent", .vendors,
            ["vendorName": .text(vendorName), "eventType": .text(name), "eventData": .object(fields)])
    }

    /// The levels of the program, or of nothing when it has no audio.
    static func meters(_ levels: [MeterLevels]?) -> OBSEvent {
        let inputs = levels.map { levels in
            JSON.object(
                ProgramInput.identity + [
                    ("inputLevelsMul", .list(levels.map { [.decimal($0.rms), .decimal($0.peak), .decimal($0.input)] }))
                ])
        }
        return OBSEvent(
            "InputVolumeMeters", .inputVolumeMeters, ["inputs": .list(inputs.map { [$0] } ?? [])])
    }
}

/// The vendor of requests and events that OBS does not have.
package let vendorName = "psstudio"

/// A channel in `InputVolumeMeters`: factors of the amplitude, 0 to 1.
struct MeterLevels: Hashable, Sendable {
    /// RMS and peak behind the volume.
    let rms: Double
    let peak: Double
    /// The peak before the volume.
    let input: Double
}
