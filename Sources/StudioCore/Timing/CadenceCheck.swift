/// Judges in strict mode whether frames come faster than the cadence that the caller declared.
///
/// A credit of one frame flows back each interval, up to ``burst`` of them: bursts of a capture callback are normal, a
/// lasting excess is not.
package struct CadenceCheck: Sendable {
    /// As many frames as fit into the 40 ms that stamps tolerate, and one more.
    private let burst: Double
    private let rate: Rate
    private var credit: Double
    private var last: MediaTime?

    package init(_ rate: Rate) {
        self.rate = rate
        burst = 1 + AnchoredTimeline.tolerance.seconds * rate.perSecond
        credit = burst
    }

    /// The refusal of a frame that came at `arrival`; a refused frame uses no credit.
    package mutating func refusal(at arrival: MediaTime) -> StudioError? {
        if let last { credit = min(burst, credit + (arrival - last).seconds * rate.perSecond) }
        last = arrival
        // A thousandth of a frame: what rounding to nanoseconds can take away.
        guard credit >= 0.999 else {
            return StudioError(
                .videoTooFrequent, "frames come faster than the declared \(rate) a second",
                hint: "pace against deadlines, or declare the real cadence")
        }
        credit -= 1
        return nil
    }
}
