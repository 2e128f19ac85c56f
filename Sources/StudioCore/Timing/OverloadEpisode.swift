/// Groups the drops of an overloaded encoder into episodes, so that each episode is reported once.
///
/// An episode ends when nothing was dropped for two seconds.
package struct OverloadEpisode: Sendable {
    /// An episode that is over.
    package struct Summary: Hashable, Sendable {
        /// Frames that were dropped.
        package let frames: Int
        /// From the first drop to the last one.
        package let duration: MediaTime
    }

    /// The time without a drop that ends an episode.
    package static let quietTime = MediaTime.seconds(2)

    private var began = MediaTime.zero
    private var last = MediaTime.zero
    private var frames = 0

    package init() {}

    /// Frames were dropped at `time`.
    package mutating func drop(_ count: Int, at time: MediaTime) {
        if frames == 0 { began = time }
        last = time
        frames += count
    }

    /// The episode, once it is over; `nil` while there is none, or while it continues.
    package mutating func summary(at now: MediaTime) -> Summary? {
        now - last >= Self.quietTime ? end() : nil
    }

    /// The current episode, which ends here with the session; `nil` when there is none.
    package mutating func end() -> Summary? {
        guard frames > 0 else { return nil }
        defer { frames = 0 }
        return Summary(frames: frames, duration: last - began)
    }
}
