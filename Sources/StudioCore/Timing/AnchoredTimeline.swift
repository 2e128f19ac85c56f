/// Gives media without time stamps its times: counted from an anchor, and anchored anew when the count is off.
///
/// Sound is counted in samples. Video is counted in frames when the caller declared a frame rate, so that the scheduler's
/// jitter does not reach the file. Late by more than the tolerance: anchored at the arrival, which leaves a gap. Early by
/// more than the tolerance is normal for an app that sends in bursts, so it moves the anchor only when it lasts for
/// ``patience``: then the app really is too fast.
package struct AnchoredTimeline: Sendable {
    package struct Stamp: Hashable, Sendable {
        package let time: MediaTime
        /// Whether the anchor was moved for this unit.
        package let isReanchored: Bool
    }

    /// The contract's limit for sound; a broadcast eye and ear notice about as much (EBU R37: +40 ms).
    package static let tolerance = MediaTime.milliseconds(40)
    /// Longer than any burst that a capture callback hands over at once.
    package static let patience = MediaTime.seconds(1)

    private var anchor: MediaTime?
    private var count: Int64 = 0
    private var rate: Rate
    private var earlySince: MediaTime?

    package init(rate: Rate) {
        self.rate = rate
    }

    /// Where the next unit belongs if everything goes on as counted.
    private var expected: MediaTime? {
        anchor.map { $0 + MediaTime(count: count, rate: rate) }
    }

    /// Stamps `units` that arrived at once and moves on by them.
    package mutating func stamp(arrival: MediaTime, units: Int64) -> Stamp {
        guard let expected else {
            return restart(at: arrival, units: units, isReanchored: false)
        }
        let lead = expected - arrival
        if lead.nanoseconds < -Self.tolerance.nanoseconds {
            return restart(at: arrival, units: units, isReanchored: true)
        }
        if lead > Self.tolerance {
            let since = earlySince ?? arrival
            earlySince = since
            if arrival - since >= Self.patience {
                return restart(at: arrival, units: units, isReanchored: true)
            }
        } else {
            earlySince = nil
        }
        count += units
        return Stamp(time: expected, isReanchored: false)
    }

    /// Goes on at another rate from where the count stands.
    package mutating func change(rate: Rate) {
        guard rate != self.rate else { return }
        anchor = expected
        count = 0
        self.rate = rate
    }

    private mutating func restart(at arrival: MediaTime, units: Int64, isReanchored: Bool) -> Stamp {
        anchor = arrival
        count = units
        earlySince = nil
        return Stamp(time: arrival, isReanchored: isReanchored)
    }
}

/// Stamps pictures: on the declared frame rate, or at their arrival where none was declared.
package struct VideoTimeline: Sendable {
    /// FLV counts milliseconds: two pictures closer than that would share a time there.
    package static let minimumStep = MediaTime.milliseconds(1)

    private var frameRate: AnchoredTimeline?
    private var last: MediaTime?

    package init(frameRate: Rate?) {
        self.frameRate = frameRate.map { AnchoredTimeline(rate: $0) }
    }

    package mutating func stamp(arrival: MediaTime) -> AnchoredTimeline.Stamp {
        var stamp =
            frameRate?.stamp(arrival: arrival, units: 1)
            ?? AnchoredTimeline.Stamp(time: arrival, isReanchored: false)
        if let last, stamp.time < last + Self.minimumStep {
            stamp = AnchoredTimeline.Stamp(time: last + Self.minimumStep, isReanchored: stamp.isReanchored)
        }
        last = stamp.time
        return stamp
    }
}
