package import StudioCore

/// How much of the time a delegate takes, and the late frames that it is the reason of. Decides, performs nothing.
///
/// Times are those of frames: a call keeps out the frames that are captured before it would have ended on a machine without
/// delays. So neither a late thread nor frames that arrive together count against a delegate.
package struct DelegateLoad: Hashable, Sendable {
    /// The load of a stretch.
    package struct Report: Hashable, Sendable {
        /// Frames that arrived or were late.
        package var frames: Int
        /// Late frames that the delegate is the reason of.
        package var late: Int
        /// The part of the time that calls took, 0 to 1.
        package var share: Double
        package var longestCall: MediaTime
    }

    private var frames = 0
    private var late = 0
    private var busy = MediaTime.zero
    private var longest = MediaTime.zero
    private var start: MediaTime?
    /// Frames that are captured before it are late because of the last call.
    private var reach: MediaTime?

    package init() {}

    /// A call has returned.
    ///
    /// - Parameters:
    ///   - time: the capture time of its frame.
    ///   - wait: how long it waited for other work on the queue, without delays of the machine.
    ///   - duration: how long it took, without delays of the machine.
    ///   - began: the time of the clock at its begin.
    package mutating func called(at time: MediaTime, wait: MediaTime, duration: MediaTime, began: MediaTime) {
        frames += 1
        start = start ?? began
        busy += duration
        longest = max(longest, duration)
        reach = time + wait + duration
    }

    /// A frame was dropped as late; the call that was running then has returned.
    ///
    /// - Returns: whether the delegate is the reason.
    @discardableResult
    package mutating func dropped(at time: MediaTime) -> Bool {
        frames += 1
        guard let reach, time < reach else { return false }
        late += 1
        return true
    }

    /// Ends the stretch.
    ///
    /// - Returns: its load; `nil` when the delegate missed no frame.
    package mutating func end(at now: MediaTime) -> Report? {
        defer { self = DelegateLoad() }
        guard late > 0, let start else { return nil }
        let share = now > start ? busy.seconds / (now - start).seconds : 1
        return Report(frames: frames, late: late, share: min(1, share), longestCall: longest)
    }
}
