import StudioCore

/// Groups the drops of an overloaded encoder into episodes, so that each episode is reported once.
///
/// An episode ends when nothing was dropped for two seconds.
struct OverloadEpisode: Sendable {
    /// An episode that is over.
    struct Summary: Hashable, Sendable {
        /// Frames that were dropped.
        let frames: Int
        /// Audio blocks that were dropped.
        let audioBlocks: Int
        /// From the first drop to the last one.
        let duration: MediaTime
    }

    /// The time without a drop that ends an episode.
    static let quietTime = MediaTime.seconds(2)

    private var began = MediaTime.zero
    private var last = MediaTime.zero
    private var frames = 0
    private var audioBlocks = 0

    init() {}

    /// Media was dropped at `time`.
    mutating func drop(frames: Int, audioBlocks: Int, at time: MediaTime) {
        if isEmpty { began = time }
        last = time
        self.frames += frames
        self.audioBlocks += audioBlocks
    }

    private var isEmpty: Bool { frames == 0 && audioBlocks == 0 }

    /// The episode, once it is over; `nil` while there is none, or while it continues.
    mutating func summary(at now: MediaTime) -> Summary? {
        now - last >= Self.quietTime ? end() : nil
    }

    /// The current episode, which ends here with the session; `nil` when there is none.
    mutating func end() -> Summary? {
        if isEmpty { return nil }
        defer { (frames, audioBlocks) = (0, 0) }
        return Summary(frames: frames, audioBlocks: audioBlocks, duration: last - began)
    }
}
