/// A token bucket: judges whether frames come faster than the frame rate that the caller declared.
///
/// One token flows back each frame interval, up to ``burst`` of them: bursts of a capture callback are normal, a lasting
/// excess is not.
package struct FrameRateLimiter: Sendable {
    /// The declared frame rate.
    package let rate: Rate
    /// As many frames as fit into the 40 ms that stamps tolerate, and one more.
    private let burst: Double
    private var tokens: Double
    private var last: MediaTime?

    package init(_ rate: Rate) {
        self.rate = rate
        burst = 1 + AnchoredTimeline.tolerance.seconds * rate.perSecond
        tokens = burst
    }

    /// Whether a frame that came at `arrival` is within the rate; one that is not takes no token.
    package mutating func admits(_ arrival: MediaTime) -> Bool {
        if let last { tokens = min(burst, tokens + (arrival - last).seconds * rate.perSecond) }
        last = arrival
        // A thousandth of a frame: what rounding to nanoseconds can take away.
        guard tokens >= 0.999 else { return false }
        tokens -= 1
        return true
    }
}
