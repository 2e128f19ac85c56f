/// The kind of media that a track carries.
public enum TrackKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The video of a camera.
    case camera
    /// The audio of a microphone.
    case microphone
    /// The video of a shared screen.
    case shareVideo
    /// The audio of a shared screen.
    case shareAudio

    /// Whether the track carries frames; otherwise audio blocks.
    public var isVideo: Bool { self == .camera || self == .shareVideo }
}

/// The identity of a track in a meeting.
public struct TrackID: Hashable, Sendable, CustomStringConvertible {
    /// The participant who publishes it; ``UserID/none`` for the local user, whose ID changes in breakout rooms.
    public let participant: UserID
    /// The kind of media.
    public let kind: TrackKind

    /// Creates an identity.
    public init(participant: UserID, kind: TrackKind) {
        self.participant = participant
        self.kind = kind
    }

    /// `16778240 camera`, or `local camera`.
    public var description: String { "\(participant == .none ? "local" : "\(participant)") \(kind.rawValue)" }
}

/// Whether a track delivers media.
public enum TrackState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing is published.
    case off
    /// Media is published.
    case on
    /// Media is due and does not arrive.
    case stalled
    /// The participant left; final.
    case ended
}

/// How far a frame must be rotated clockwise to be upright. The pixels are not rotated.
public enum FrameRotation: Int, Hashable, Sendable, Codable, CaseIterable {
    /// It is upright.
    case none = 0
    /// By 90 degrees.
    case quarter = 90
    /// By 180 degrees.
    case half = 180
    /// By 270 degrees.
    case threeQuarters = 270
}
