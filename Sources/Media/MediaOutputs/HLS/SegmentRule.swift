package import StudioCore

/// Decides where a transport stream is cut into segments: at key frames, but not more often than once a second.
///
/// The encoder makes a key frame every two seconds, and another one whenever an output joins. Without the minimum, joins
/// would fill the playlist with tiny segments.
package struct SegmentRule: Hashable, Sendable {
    package enum Decision: Hashable, Sendable {
        /// The frame belongs to the present segment, if there is one.
        case stay
        /// The first segment starts.
        case begin
        /// The present segment is complete; the next one starts with this frame.
        case cut(MediaTime)
    }

    /// The minimum duration of a segment.
    package static let minimum = MediaTime.seconds(1)
    /// Time stamps count modulo this number.
    private static let period: UInt64 = 1 << 33

    private var start: UInt64?
    private var last: UInt64 = 0
    /// The duration of the last frame, which is the distance from the one before.
    private var frameTicks: UInt64

    /// - Parameter frameRate: the declared rate, for a stream with a single frame; 30 per second if `nil`.
    package init(frameRate: Rate? = nil) {
        frameTicks = UInt64((90_000 / (frameRate?.perSecond ?? 30)).rounded())
    }

    /// The maximum duration of a segment in whole seconds, for an encoder that makes a key frame every two seconds, or
    /// with each frame if that is longer.
    package static func targetSeconds(frameRate: Rate?) -> Int {
        let interval = max(2, frameRate.map { 1 / $0.perSecond } ?? 0)
        return Int((minimum.seconds + interval).rounded(.up))
    }

    /// A frame of the video track.
    ///
    /// - Parameter ticks: its time in ticks of 90 kHz, modulo 2^33.
    package mutating func frame(at ticks: UInt64, isKeyFrame: Bool) -> Decision {
        guard let start else {
            guard isKeyFrame else { return .stay }
            (start, last) = (ticks, ticks)
            return .begin
        }
        frameTicks = Self.distance(from: last, to: ticks)
        last = ticks
        let duration = Self.time(Self.distance(from: start, to: ticks))
        guard isKeyFrame, duration >= Self.minimum else { return .stay }
        self.start = ticks
        return .cut(duration)
    }

    /// The duration of the present segment if its last frame lasts as long as the one before.
    package var remainder: MediaTime {
        start.map { Self.time(Self.distance(from: $0, to: last) + frameTicks) } ?? .zero
    }

    private static func distance(from start: UInt64, to end: UInt64) -> UInt64 { (end &- start) % period }

    private static func time(_ ticks: UInt64) -> MediaTime {
        MediaTime(nanoseconds: Int64(ticks * 100_000 / 9))
    }
}
