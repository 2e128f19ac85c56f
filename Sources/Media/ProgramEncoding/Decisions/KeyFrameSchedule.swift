package import StudioCore

/// Decides which frames an encoder must encode as key frames, by media time: frames may be missing.
///
/// x264's own limit counts frames. A source that delivers a third of the declared rate would have a key frame every six
/// seconds instead of every two.
package struct KeyFrameSchedule: Hashable, Sendable {
    private let interval: MediaTime
    /// Where files go on in others, each with a key frame.
    private var splits: SplitTimes?
    /// The time of the first frame.
    private var first: MediaTime?
    /// The time of the last key frame that was encoded or requested.
    private var latest: MediaTime?
    /// A receiver needs a key frame behind this time.
    private var wanted: MediaTime?

    /// - Parameters:
    ///   - interval: the time between two key frames, in seconds. It is rounded to whole frames.
    ///   - frameRate: the declared rate, or an assumed one.
    ///   - splits: further times, from the first frame on.
    package init(interval: Double, frameRate: Rate, splits: SplitTimes? = nil) {
        self.splits = splits
        // A frame counts if it is the closest one to the time at which a key frame is due.
        self.interval = .seconds(interval) - MediaTime(nanoseconds: frameRate.interval.nanoseconds / 2)
    }

    /// Whether the frame at `time`, the next one to encode, must be requested as a key frame.
    package mutating func isDue(at time: MediaTime) -> Bool {
        // The first frame of an encoder is a key frame.
        guard let first, let latest else {
            (self.first, self.latest, wanted) = (time, time, nil)
            return false
        }
        let isWanted = wanted.map { time > $0 } ?? false
        if isWanted { wanted = nil }
        let isSplit = splits?.reach(time - first) != nil
        guard isSplit || isWanted || time - latest >= interval else { return false }
        self.latest = time
        return true
    }

    /// A receiver needs a key frame: the first frame behind `time`, that of the last one that was accepted. Frames before it may
    /// still wait for the encoder.
    package mutating func request(after time: MediaTime) { wanted = max(wanted ?? time, time) }

    /// The encoder has encoded a key frame: one that was due, one for a new receiver, or one at a change of scene.
    package mutating func encoded(at time: MediaTime) {
        latest = latest.map { max($0, time) } ?? time
    }
}
