package import StudioCore

/// A change of a track: a key of `change` in `changeTrack`, and a step of its own.
package struct TrackChangeForm: Sendable {
    package let field: Field
    package let fields: [Field]
    /// The tracks that have it. Only frames have a size, a rate and a rotation, and only audio sounds.
    package let kinds: [TrackKind]

    init(_ name: String, _ text: String, _ fields: [Field] = [], _ kinds: [TrackKind] = TrackKind.allCases) {
        (self.fields, self.kinds) = (fields, kinds)
        field = Field(name, .mapping(fields), text)
    }

    private static let video = TrackKind.allCases.filter(\.isVideo)
    private static let audio = TrackKind.allCases.filter { !$0.isVideo }

    package static let all = [
        TrackChangeForm("mute", "A participant's track publishes nothing."),
        TrackChangeForm("unmute", "A muted track continues."),
        TrackChangeForm("stall", "The media of a track is due and does not arrive."),
        TrackChangeForm(
            "resume", "The media of a stalled track arrives again.",
            [
                Field(
                    "catchesUp", .flag, "Whether the media of the stall arrives at once.", synonyms: ["catchUp"],
                    default: "true")
            ]),
        TrackChangeForm(
            "setSize", "The frames of a track change their size.",
            [
                Field("width", .integer(TrackControls.sizes), "The width in pixels, even.", isRequired: true),
                Field("height", .integer(TrackControls.sizes), "The height in pixels, even.", isRequired: true),
            ], video),
        TrackChangeForm("useSourceSize", "The frames of a track have the size of the source again.", [], video),
        TrackChangeForm(
            "setFrameRate", "The frames of a track change their rate.",
            [
                Field(
                    "perSecond", .number(TrackControls.frameRates), "Frames per second.", isRequired: true,
                    synonyms: ["fps"])
            ], video),
        TrackChangeForm(
            "rotate", "The frames of a track must be rotated clockwise to be upright.",
            [Field("rotation", .rotation, "The angle in degrees, clockwise.", isRequired: true, synonyms: ["turn"])],
            video),
        TrackChangeForm("speak", "A silent participant's audio is that of the source again.", [], audio),
        TrackChangeForm("silence", "A participant's audio is zeros.", [], audio),
        TrackChangeForm(
            "interrupt", "The system takes a camera away from its app.",
            [.word("reason", CameraInterruption.self, "Why.", default: .cameraInUse)], [.camera]),
        TrackChangeForm("endInterruption", "The app has its camera again.", [], [.camera]),
    ]
}

extension Shape {
    /// An angle: degrees, or the word of the case.
    fileprivate static let rotation = Shape.word(
        FrameRotation.allCases.map { "\($0.rawValue)" },
        synonyms: Dictionary(uniqueKeysWithValues: FrameRotation.allCases.map { ("\($0)", "\($0.rawValue)") }))
}
