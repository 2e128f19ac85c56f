package import StudioCore

/// Measures the sample rate at which audio really arrives, over five seconds without a pause.
package struct AudioPace: Sendable {
    /// A measurement.
    package struct Reading: Hashable, Sendable {
        /// Samples per second of the session's clock.
        package var rate: Double
        /// Whether every block has a multiple of 441 samples: 10 ms at 44.1 kHz.
        package var isBlockOf441: Bool
    }

    /// The shortest measurement.
    static let span = MediaTime.seconds(5)
    /// A longer pause restarts the measurement.
    static let longestPause = MediaTime.milliseconds(200)

    private var start: MediaTime?
    private var last = MediaTime.zero
    private var samples = 0
    private var areBlocksOf441 = true

    package init() {}

    /// Adds a block that arrived at this time.
    package mutating func add(samples count: Int, at time: MediaTime) -> Reading? {
        var reading: Reading?
        if let start, time - last <= Self.longestPause {
            if time - start >= Self.span {
                reading = Reading(rate: Double(samples) / (time - start).seconds, isBlockOf441: areBlocksOf441)
                restart(at: time)
            }
        } else {
            restart(at: time)
        }
        last = time
        samples += count
        areBlocksOf441 = areBlocksOf441 && count % 441 == 0
        return reading
    }

    private mutating func restart(at time: MediaTime) {
        (start, samples, areBlocksOf441) = (time, 0, true)
    }
}
