package import StudioCore

/// A token bucket that detects frames above the declared frame rate.
///
/// One token is added per frame interval, up to ``burst`` tokens. Bursts of a capture callback are normal; a sustained
/// excess is not.
package struct FrameRateLimiter: Sendable {
    /// The declared frame rate.
    package let rate: Rate
    /// The frames that fit into the 40 ms tolerance of time stamps, plus one.
    private let burst: Double
    private var tokens: Double
    private var last: MediaTime?

    package init(_ rate: Rate) {
        self.rate = rate
        burst = 1 + TimeStamps.tolerance.seconds * rate.perSecond
        tokens = burst
    }

    /// Whether a frame that arrived at `arrival` is within the rate. A rejected frame takes no token.
    package mutating func admits(_ arrival: MediaTime) -> Bool {
        if let last { tokens = min(burst, tokens + (arrival - last).seconds * rate.perSecond) }
        last = arrival
        // A thousandth of a frame compensates for rounding to nanoseconds.
        guard tokens >= 0.999 else { return false }
        tokens -= 1
        return true
    }
}
