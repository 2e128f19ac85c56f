public import StudioCore

/// The values measured in a trace.
public struct TraceMetrics: Hashable, Sendable, Encodable {
    /// The frames.
    public struct Video: Hashable, Sendable, Encodable {
        /// Accepted frames.
        public internal(set) var frames = 0
        /// The median of the intervals of the last start with at least 11 frames, in seconds.
        @Nullable public internal(set) var usualInterval: MediaTime?
        /// The longest interval of two frames of one start, in seconds.
        @Nullable public internal(set) var longestInterval: MediaTime?
        /// How long moving video repeated one frame, in seconds.
        public internal(set) var longestFreeze = MediaTime.zero
        /// How long video that is not all black was black, in seconds.
        public internal(set) var longestBlack = MediaTime.zero
    }

    /// The audio blocks.
    public struct Audio: Hashable, Sendable, Encodable {
        /// Accepted blocks.
        public internal(set) var blocks = 0
        /// The longest gap, in seconds.
        public internal(set) var longestGap = MediaTime.zero
        /// Audio time by real time: the median of windows of 5 s; `nil` for shorter audio.
        @Nullable public internal(set) var rate: Double?
    }

    /// The media that callbacks of the app received.
    public struct Received: Hashable, Sendable, Encodable {
        /// Received frames.
        public internal(set) var frames = 0
        /// Received audio blocks.
        public internal(set) var blocks = 0
    }

    /// The frames.
    public internal(set) var video = Video()
    /// The audio blocks.
    public internal(set) var audio = Audio()
    /// What the app received; nothing in a trace that is cut off.
    public internal(set) var received = Received()
    /// The largest distance of the tracks at the beginning or end of a start, in seconds; `nil` without both tracks.
    @Nullable public internal(set) var tracksApart: MediaTime?
    /// Frames and audio blocks that the encoder dropped, and captured frames that a slow delegate missed.
    public internal(set) var dropped = 0
}
