import Glibc
import SessionProtocol

/// A scene of the show. There are no others, and they have no items.
enum Scene: String, Hashable, Sendable, CaseIterable {
    case program = "Program"
    case slate = "Slate"

    var name: String { rawValue }

    /// The same in every session, so that buttons keep working.
    var uuid: String {
        switch self {
        case .program: "7b0d5c52-6a5d-4c3e-9f5e-70737374756d"
        case .slate: "7b0d5c52-6a5d-4c3e-9f5e-70737374736c"
        }
    }
}

extension Scene {
    /// Scenes as `GetSceneList` has them.
    static func list(_ scenes: [Scene]) -> JSON {
        .list(
            scenes.enumerated().map { index, scene in
                ["sceneName": .text(scene.name), "sceneUuid": .text(scene.uuid), "sceneIndex": .number(index)]
            })
    }
}

/// The only input: the audio of the program.
enum ProgramInput {
    static let name = "Program"
    static let uuid = "7b0d5c52-6a5d-4c3e-9f5e-707373746175"
    static let kind = "psstudio_program"
    /// OBS_SOURCE_AUDIO.
    static let capabilities = 2

    static let identity: [(String, JSON)] = [("inputName", .text(name)), ("inputUuid", .text(uuid))]

    static func volume(_ factor: Double) -> [(String, JSON)] {
        [("inputVolumeMul", .decimal(factor)), ("inputVolumeDb", .decimal(decibels(factor)))]
    }

    /// -100 is the lowest value, as in OBS.
    static func decibels(_ factor: Double) -> Double { factor > 0 ? max(-100, 20 * log10(factor)) : -100 }

    /// -100 dB and less are silence.
    static func factor(_ decibels: Double) -> Double { decibels > -100 ? pow(10, decibels / 20) : 0 }
}

/// The only transition.
enum CutTransition {
    static let name = "Cut"
    static let uuid = "7b0d5c52-6a5d-4c3e-9f5e-707373746375"
    static let kind = "cut_transition"
}
