/// The times of the program at which files go on in others: every ``interval`` from the first frame on.
package struct SplitTimes: Hashable, Sendable {
    /// The shortest interval. Chosen: a file has several groups of pictures.
    package static let shortest = MediaTime.seconds(10)

    package let interval: MediaTime
    /// Half of the time between two frames: the frame that is closest to a time belongs to it.
    private let tolerance: MediaTime
    private var next: MediaTime

    /// - Parameters:
    ///   - interval: at least ``shortest``, which takes the place of shorter ones.
    ///   - frameRate: the declared rate; `nil` stands for 30 Hz.
    package init(every interval: MediaTime, frameRate: Rate?) {
        let interval = max(interval, Self.shortest)
        self.interval = interval
        tolerance = MediaTime(nanoseconds: (frameRate ?? .thirty).interval.nanoseconds / 2)
        next = interval - tolerance
    }

    /// The program comes to `time`.
    ///
    /// - Parameter lead: how much earlier the next split is reported.
    /// - Returns: the latest split that `time` has reached, once: the earliest time of the frame with which the next files begin.
    package mutating func reach(_ time: MediaTime, lead: MediaTime = .zero) -> MediaTime? {
        guard time + lead >= next else { return nil }
        let skipped = (time + lead - next).nanoseconds / interval.nanoseconds
        let reached = MediaTime(nanoseconds: next.nanoseconds + skipped * interval.nanoseconds)
        next = reached + interval
        return reached
    }
}
