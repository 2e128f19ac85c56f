import StudioCore

// The commands to the media of a participant.
extension StepFormat {
    private static let trackUser = Field("user", .participant, "The participant.", isRequired: true)
    private static let track = Field(
        "track", .word(TrackKind.allCases.map(\.rawValue)), "The track (default: camera).")
    private static let sizes = TrackControls.sizes
    private static let turns: [(word: String, rotation: FrameRotation)] = [
        ("none", .none), ("quarter", .quarter), ("half", .half), ("threeQuarters", .threeQuarters),
    ]

    static let trackCommands = [
        Command(
            "publish", "A participant publishes video and audio, instead of an earlier source.",
            [
                trackUser,
                Field("source", .text, "A media file in the current folder, or coded: (default: a test pattern)."),
                Field("loop", .flag, "Whether a file loops (default: false)."),
            ]
        ) { .publishMedia(user: .none, source: $0["source"]?.text, loops: $0["loop"]?.flag ?? false) },
        change("mute", "A participant's track publishes nothing.", [track]) { _ in .mute },
        change("unmute", "A muted track continues.", [track]) { _ in .unmute },
        change("stall", "The media of a track is due and does not arrive.", [track]) { _ in .stall },
        change(
            "resume", "The media of a stalled track arrives again.",
            [track, Field("catchUp", .flag, "Whether the media of the stall arrives at once (default: true).")]
        ) { .resume(catchesUp: $0["catchUp"]?.flag ?? true) },
        change(
            "setSize", "The frames of a track change their size.",
            [
                track, Field("width", .integer(sizes), "The width in pixels, even.", isRequired: true),
                Field("height", .integer(sizes), "The height in pixels, even.", isRequired: true),
            ]
        ) { .setSize(width: $0["width"]?.integer ?? 0, height: $0["height"]?.integer ?? 0) },
        change("useSourceSize", "The frames of a track have the size of the source again.", [track]) { _ in
            .useSourceSize
        },
        change(
            "setFrameRate", "The frames of a track change their rate.",
            [track, Field("fps", .integer(1...1000), "Frames per second.", isRequired: true)]
        ) { .setFrameRate(perSecond: Double($0["fps"]?.integer ?? 1)) },
        change(
            "rotate", "The frames of a track must be rotated clockwise to be upright.",
            [track, Field("turn", .word(turns.map(\.word)), "The part of a turn.", isRequired: true)]
        ) { value in .rotate(rotation: turns.first { $0.word == value["turn"]?.text }?.rotation ?? .none) },
        audio("speak", "A silent participant's audio is that of the source again.", .speak),
        audio("silence", "A participant's audio is zeros.", .silence),
    ]

    private static func change(
        _ name: String, _ text: String, _ fields: [Field], _ make: @escaping @Sendable (Checked) -> TrackChange
    ) -> Command {
        Command(name, text, [trackUser] + fields) { value in
            let track = value["track"]?.text.flatMap { TrackKind(rawValue: $0) } ?? .camera
            return .changeTrack(user: .none, track: track, change: make(value))
        }
    }

    private static func audio(_ name: String, _ text: String, _ change: TrackChange) -> Command {
        Command(name, text, [trackUser]) { _ in .changeTrack(user: .none, track: .microphone, change: change) }
    }
}
