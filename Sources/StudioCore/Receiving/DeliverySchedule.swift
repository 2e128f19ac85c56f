/// Which frames a minimum duration lets pass: a schedule of deadlines, each served by the frame that is nearest to it. It
/// decides, and performs nothing.
///
/// Measured from one delivered frame to the next, a minimum near the source's own frame duration would leave out frames that
/// jitter made early: a limit of 29 would deliver 15 of 30 frames per second.
package struct DeliverySchedule: Hashable, Sendable {
    /// What limits the frames.
    package struct Limit: Hashable, Sendable {
        /// The minimum duration; zero for none.
        package var minimum: MediaTime
        /// The nominal duration of the source's frames; zero if it is unknown.
        package var frameDuration: MediaTime

        package init(minimum: MediaTime, frameDuration: MediaTime) {
            (self.minimum, self.frameDuration) = (minimum, frameDuration)
        }

        /// Whether frames are left out: the source delivers them faster.
        package var isEffective: Bool { minimum > .zero && minimum > frameDuration }

        /// How early a frame may be: half a frame, so that the nearest one is chosen; 1 ms if the duration is unknown,
        /// because capture times are rounded.
        fileprivate var earliness: MediaTime {
            MediaTime(nanoseconds: max(1_000_000, frameDuration.nanoseconds / 2))
        }
    }

    /// The deadline that the last frame served.
    private var served: MediaTime?

    package init() {}

    /// Whether a frame that is captured at a time passes.
    package func isDue(at time: MediaTime, _ limit: Limit) -> Bool {
        guard let served, limit.isEffective else { return true }
        return time - served + limit.earliness >= limit.minimum
    }

    /// A frame that was due is delivered. The deadlines continue, unless a whole one was missed.
    package mutating func serve(at time: MediaTime, _ limit: Limit) {
        guard let served, limit.isEffective, time - served - limit.minimum < limit.minimum else {
            self.served = time
            return
        }
        self.served = served + limit.minimum
    }
}
