/// Places audio whose time stamps stand still: a unit with the time stamp of the previous one follows it.
///
/// `qtdemux` of GStreamer 1.22 gives all PCM above 65,535 Hz in MOV files the time zero.
package struct StandingTimes: Hashable, Sendable {
    private var stamp: MediaTime?
    /// The samples since that time stamp.
    private var samples: Int64 = 0

    package init() {}

    /// The position of a unit.
    ///
    /// - Parameters:
    ///   - stamp: its time stamp.
    ///   - samples: its length.
    ///   - rate: samples per second.
    package mutating func position(_ stamp: MediaTime, samples: Int64, rate: Rate) -> MediaTime {
        if stamp != self.stamp { (self.stamp, self.samples) = (stamp, 0) }
        defer { self.samples += samples }
        return stamp + MediaTime(count: self.samples, rate: rate)
    }
}
