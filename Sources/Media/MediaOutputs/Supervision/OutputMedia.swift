package import StudioCore

/// The format of an output's media, known before the first unit.
package struct OutputMedia: Hashable, Sendable {
    /// The size and format of the frames.
    package let capability: VideoCapability
    /// The frame rate, if the producer declared one.
    package let frameRate: Rate?
    /// Whether there is an audio track.
    package let hasAudio: Bool
    /// The bitrates that the encoders aim at, in bit/s; `nil` when unknown.
    package var videoBitrate: Int?
    package var audioBitrate: Int?
    /// The title of a recording or a stream; `nil` for none.
    package var title: String?

    package init(_ capability: VideoCapability, frameRate: Rate?, hasAudio: Bool) {
        self.capability = capability
        self.frameRate = frameRate
        self.hasAudio = hasAudio
    }
}
