package import StudioCore

/// What an output is given, as far as it must know before the first unit.
package struct OutputMedia: Hashable, Sendable {
    /// Size and format of the frames.
    package let capability: VideoCapability
    /// Frames a second, where the producer has declared them.
    package let frameRate: Rate?
    /// Whether there is an audio track.
    package let hasAudio: Bool

    package init(_ capability: VideoCapability, frameRate: Rate?, hasAudio: Bool) {
        self.capability = capability
        self.frameRate = frameRate
        self.hasAudio = hasAudio
    }
}
