/// The form of the media that a track publishes.
public enum TrackFormat: Hashable, Sendable, Codable {
    /// Frames: size in pixels, range, and how far they must be rotated to be upright.
    case video(width: Int, height: Int, range: VideoRange, rotation: FrameRotation)
    /// Audio: samples per second and channel, and the number of channels.
    case audio(sampleRate: Int32, channels: Int32)
}

/// A change of a remote participant's track, or of the subscriptions to it.
public struct TrackEvent: Hashable, Sendable {
    /// What changed.
    public enum Change: Hashable, Sendable {
        /// Media is published, not published, or stalled, or the participant left.
        case state(TrackState)
        /// The participant muted or unmuted the track; its state follows with the next unit.
        case muted(Bool)
        /// The first unit, or the first one of another form, was published.
        case format(TrackFormat)
        /// A video subscription began or ended; `number` is unique in the meeting.
        case subscription(number: Int, isActive: Bool)
    }

    /// The track.
    public let track: TrackID
    /// What changed.
    public let change: Change

    package init(_ track: TrackID, _ change: Change) {
        (self.track, self.change) = (track, change)
    }
}
