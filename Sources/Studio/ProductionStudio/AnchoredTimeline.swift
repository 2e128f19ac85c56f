package import StudioCore

/// Assigns times to media without time stamps: it counts units from an anchor and re-anchors when the count deviates.
///
/// Audio is counted in samples. Video is counted in frames when the caller declared a frame rate, so that scheduling
/// jitter does not reach the output. A unit that is late by more than ``TimeStamps/tolerance`` is re-anchored at its arrival,
/// which leaves a gap. An early unit is normal for clients that send in bursts; it moves the anchor only after
/// ``earlyTolerance``, when the client is really too fast.
package struct AnchoredTimeline: Sendable {
    package struct Stamp: Hashable, Sendable {
        package let time: MediaTime
        /// Whether this unit moved the anchor.
        package let isReanchored: Bool
    }

    /// Longer than any burst of a capture callback.
    package static let earlyTolerance = MediaTime.seconds(1)

    private var anchor: MediaTime?
    private var count: Int64 = 0
    private var rate: Rate
    private var earlySince: MediaTime?
    /// Whether the next unit follows a gap that was announced.
    private var hasResumed = false

    package init(rate: Rate) {
        self.rate = rate
    }

    /// The time of the next unit according to the count.
    private var expected: MediaTime? {
        anchor.map { $0 + MediaTime(count: count, rate: rate) }
    }

    /// Sets the time of the first unit, which may arrive a moment later; no effect after it.
    package mutating func begin(at time: MediaTime) {
        if anchor == nil { anchor = time }
    }

    /// Differences below it are rounding.
    package static let minimumGap = MediaTime.milliseconds(1)

    /// Sets the time of the next unit, which follows a gap and may arrive a moment later. A time that the count reaches
    /// anyway, or has passed, changes nothing.
    package mutating func resume(at time: MediaTime) {
        guard let expected else { return begin(at: time) }
        guard time - expected >= Self.minimumGap else { return }
        (anchor, count, earlySince, hasResumed) = (time, 0, nil, true)
    }

    /// Stamps `units` that arrived together and advances by them.
    package mutating func stamp(arrival: MediaTime, units: Int64) -> Stamp {
        guard let expected else {
            return restart(at: arrival, units: units, isReanchored: false)
        }
        let lead = expected - arrival
        if lead.nanoseconds < -TimeStamps.tolerance.nanoseconds {
            return restart(at: arrival, units: units, isReanchored: true)
        }
        if lead > TimeStamps.tolerance {
            let since = earlySince ?? arrival
            earlySince = since
            if arrival - since >= Self.earlyTolerance {
                return restart(at: arrival, units: units, isReanchored: true)
            }
        } else {
            earlySince = nil
        }
        count += units
        guard hasResumed else { return Stamp(time: expected, isReanchored: false) }
        hasResumed = false
        return Stamp(time: expected, isReanchored: true)
    }

    /// Changes the rate from the current position on.
    package mutating func change(rate: Rate) {
        guard rate != self.rate else { return }
        anchor = expected
        count = 0
        self.rate = rate
    }

    private mutating func restart(at arrival: MediaTime, units: Int64, isReanchored: Bool) -> Stamp {
        anchor = arrival
        count = units
        (earlySince, hasResumed) = (nil, false)
        return Stamp(time: arrival, isReanchored: isReanchored)
    }
}

/// Stamps video frames: at the declared frame rate, or at their arrival if none was declared.
package struct VideoTimeline: Sendable {
    private var frameRate: AnchoredTimeline?
    private var last: MediaTime?

    package init(frameRate: Rate?) {
        self.frameRate = frameRate.map { AnchoredTimeline(rate: $0) }
    }

    /// Sets the time of the first frame, if a frame rate was declared.
    package mutating func begin(at time: MediaTime) { frameRate?.begin(at: time) }

    /// Sets the time of the next frame after a gap, if a frame rate was declared.
    package mutating func resume(at time: MediaTime) { frameRate?.resume(at: time) }

    package mutating func stamp(arrival: MediaTime) -> AnchoredTimeline.Stamp {
        var stamp =
            frameRate?.stamp(arrival: arrival, units: 1)
            ?? AnchoredTimeline.Stamp(time: arrival, isReanchored: false)
        if let last, stamp.time < last + TimeStamps.minimumStep {
            stamp = AnchoredTimeline.Stamp(time: last + TimeStamps.minimumStep, isReanchored: stamp.isReanchored)
        }
        last = stamp.time
        return stamp
    }
}
