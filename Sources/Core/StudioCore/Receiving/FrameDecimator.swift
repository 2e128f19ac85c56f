/// Decides which frames are delivered with a minimum frame duration, and performs nothing.
///
/// With a minimum of the source's own frame duration, every frame must be delivered, although jitter makes some of them
/// early. Therefore whole frames are counted when the source's frame duration is known.
package struct FrameDecimator: Hashable, Sendable {
    /// What limits the frames.
    package struct Limit: Hashable, Sendable {
        /// The minimum duration; zero for none.
        package var minimum: MediaTime
        /// The nominal duration of the source's frames; zero if it is unknown.
        package var frameDuration: MediaTime

        /// Whether frames are left out: the source delivers them faster.
        package var isEffective: Bool { minimum > .zero && minimum > frameDuration }

        /// Durations are rounded, the nominal one as well as the minimum.
        fileprivate var rounding: MediaTime { MediaTime(nanoseconds: frameDuration.nanoseconds / 100) }
    }

    /// Capture times are also rounded; used if the frame duration is unknown.
    private static let tolerance = MediaTime.milliseconds(1)

    /// The capture time of the last frame that passed.
    private var last: MediaTime?

    package init() {}

    /// Whether a frame that is captured at a time passes.
    package func isDue(at time: MediaTime, _ limit: Limit) -> Bool {
        guard let last, limit.isEffective else { return true }
        let (gap, frame) = ((time - last).nanoseconds, limit.frameDuration.nanoseconds)
        guard frame > 0 else { return time - last + Self.tolerance >= limit.minimum }
        // The gap of a source without jitter.
        let frames = (gap + frame / 2) / frame
        return MediaTime(nanoseconds: frames * frame) + limit.rounding >= limit.minimum
    }

    /// A frame that was due is delivered.
    package mutating func pass(at time: MediaTime) {
        last = time
    }
}
