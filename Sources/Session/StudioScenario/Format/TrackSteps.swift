import StudioCore

// The commands to the media of a participant.
extension StepFormat {
    private static let trackUser = Field("user", .participant, "The participant.", isRequired: true)
    private static let track = tracks(TrackKind.allCases)
    /// Only frames have a size, a rate and a rotation, and only audio sounds.
    private static let videoTrack = tracks(TrackKind.allCases.filter(\.isVideo))
    private static let audioTrack = tracks(TrackKind.allCases.filter { !$0.isVideo })
    private static let media = [
        trackUser,
        Field("source", .text, "A media file beside the scenario, or coded: (default: a test pattern)."),
        Field("loop", .flag, "Whether a file loops (default: false)."),
    ]
    private static let sizes = TrackControls.sizes
    private static let turns: [(word: String, rotation: FrameRotation)] = [
        ("none", .none), ("quarter", .quarter), ("half", .half), ("threeQuarters", .threeQuarters),
    ]

    static let trackCommands = [
        Command(
            "publish", "A participant publishes video and audio, instead of an earlier source.", media
        ) { .publishMedia(user: .none, source: $0["source"]?.text, loops: $0["loop"]?.flag ?? false) },
        Command(
            "share", "A participant shares a screen with its audio, instead of an earlier share.", media
        ) { .publishShare(user: .none, source: $0["source"]?.text, loops: $0["loop"]?.flag ?? false) },
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
                videoTrack, Field("width", .integer(sizes), "The width in pixels, even.", isRequired: true),
                Field("height", .integer(sizes), "The height in pixels, even.", isRequired: true),
            ]
        ) { .setSize(width: $0["width"]?.integer ?? 0, height: $0["height"]?.integer ?? 0) },
        change("useSourceSize", "The frames of a track have the size of the source again.", [videoTrack]) { _ in
            .useSourceSize
        },
        change(
            "setFrameRate", "The frames of a track change their rate.",
            [videoTrack, Field("fps", .integer(1...1000), "Frames per second.", isRequired: true)]
        ) { .setFrameRate(perSecond: Double($0["fps"]?.integer ?? 1)) },
        change(
            "rotate", "The frames of a track must be rotated clockwise to be upright.",
            [videoTrack, Field("turn", .word(turns.map(\.word)), "The part of a turn.", isRequired: true)]
        ) { value in .rotate(rotation: turns.first { $0.word == value["turn"]?.text }?.rotation ?? .none) },
        change("speak", "A silent participant's audio is that of the source again.", [audioTrack]) { _ in .speak },
        change("silence", "A participant's audio is zeros.", [audioTrack]) { _ in .silence },
    ]

    /// A field that selects one of these tracks, by default the first one.
    private static func tracks(_ kinds: [TrackKind]) -> Field {
        let words = kinds.map(\.rawValue)
        return Field("track", .word(words), "The track (default: \(words[0])).")
    }

    private static func change(
        _ name: String, _ text: String, _ fields: [Field], _ make: @escaping @Sendable (Checked) -> TrackChange
    ) -> Command {
        Command(name, text, [trackUser] + fields) { value in
            let isAudio = fields.contains(audioTrack)
            let track = value["track"]?.text.flatMap { TrackKind(rawValue: $0) } ?? (isAudio ? .microphone : .camera)
            return .changeTrack(user: .none, track: track, change: make(value))
        }
    }
}
