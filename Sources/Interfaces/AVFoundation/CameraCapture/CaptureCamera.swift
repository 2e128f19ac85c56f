package import StudioCore
import StudioMeeting
import StudioRuntime

/// A form in which a camera captures.
package struct CaptureFormat: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The largest number of frames per second, a whole number as devices announce it.
    package let maximumRate: Double
    package let range: VideoRange

    /// The smallest number of frames per second (chosen).
    package static let minimumRate = 1.0

    package init(width: Int, height: Int, maximumRate: Double, range: VideoRange) {
        (self.width, self.height, self.maximumRate, self.range) = (width, height, maximumRate, range)
    }
}

/// Where a camera is.
package enum CapturePosition: Hashable, Sendable {
    case unspecified
    case back
    case front
}

/// A camera: the camera track of a participant.
///
/// All members may be used from any thread.
package final class CaptureCamera: Sendable {
    private struct State: Sendable {
        var active: CaptureFormat
        var shortest: MediaTime?
        var longest: MediaTime?
        /// Whether the track's rate was set; otherwise the source's own times apply.
        var hasRate = false
        var locks = 0
    }

    package let host: CaptureHost
    package let user: UserID
    package let name: String
    package let position: CapturePosition
    /// The rate of the source.
    package let rate: Rate
    /// All formats: the source's size first, then smaller ones, each in both ranges.
    package let formats: [CaptureFormat]
    private let state: Lock<State>

    /// The sizes of devices. Frames of a source with another aspect ratio are stretched to them (chosen).
    package static let sizes = [(1920, 1080), (1280, 720), (960, 540), (640, 480), (480, 360), (192, 144)]

    init(_ source: CaptureSource, of user: UserID, in host: CaptureHost) {
        (self.host, self.user, name, position, rate) = (host, user, source.name, source.position, source.rate)
        let (width, height) = (source.width, source.height)
        let smaller = Self.sizes.filter { $0.0 <= width && $0.1 <= height && $0 != (width, height) }
        // A source of 29.97 frames per second is announced as 30, as by devices.
        let announced = source.rate.perSecond.rounded(.up)
        formats = ([(width, height)] + smaller).flatMap { size in
            [VideoRange.limited, .full].map {
                CaptureFormat(width: size.0, height: size.1, maximumRate: announced, range: $0)
            }
        }
        state = Lock(
            State(
                active: CaptureFormat(width: width, height: height, maximumRate: announced, range: .limited)))
    }

    package var activeFormat: CaptureFormat { state.withLock { $0.active } }

    /// The shortest duration of a frame; that of the largest rate by default.
    package var shortestFrame: MediaTime {
        state.withLock { $0.shortest ?? .seconds(1 / $0.active.maximumRate) }
    }

    /// The longest duration of a frame; that of the largest rate by default.
    package var longestFrame: MediaTime {
        state.withLock { $0.longest ?? .seconds(1 / $0.active.maximumRate) }
    }

    /// The duration of a frame at the rate that is captured now.
    package var nominalDuration: MediaTime {
        let shortest = state.withLock { $0.shortest }
        return max(rate.interval, shortest ?? .zero)
    }

    // MARK: Configuration

    package func lock() { state.withLock { $0.locks += 1 } }

    package func unlock() { state.withLock { $0.locks = max(0, $0.locks - 1) } }

    private func requireLock(_ change: String) throws(StudioError) {
        guard state.withLock({ $0.locks }) == 0 else { return }
        throw StudioError(
            .captureUnlockedDevice, "\(change) of '\(name)' was set without lockForConfiguration",
            hint: "set it between lockForConfiguration and unlockForConfiguration")
    }

    /// Captures in another format, from the next frame on. Frame durations are the format's default again.
    package func select(_ format: CaptureFormat) throws(StudioError) {
        try requireLock("activeFormat")
        guard formats.contains(format) else {
            throw StudioError(
                .captureForeignFormat, "'\(name)' has no format of \(format.width)x\(format.height)",
                hint: "use one of its formats")
        }
        apply(format)
    }

    /// Captures in the largest size of a preset; the session holds the device's lock.
    ///
    /// - Parameter size: `nil` for the source's size.
    /// - Returns: false when the camera has no such format.
    package func selectSize(_ size: (width: Int, height: Int)?) -> Bool {
        guard let format = format(size) else { return false }
        let range = activeFormat.range
        apply(
            CaptureFormat(
                width: format.width, height: format.height, maximumRate: format.maximumRate, range: range))
        return true
    }

    package func has(_ size: (width: Int, height: Int)?) -> Bool { format(size) != nil }

    private func format(_ size: (width: Int, height: Int)?) -> CaptureFormat? {
        guard let size else { return formats.first }
        return formats.first { $0.width == size.width && $0.height == size.height }
    }

    private func apply(_ format: CaptureFormat) {
        let before = state.withLock { state in
            defer { (state.active, state.shortest, state.longest) = (format, nil, nil) }
            return (state.active.width, state.active.height)
        }
        if before != (format.width, format.height) {
            change(.setSize(width: format.width, height: format.height))
        }
        limitRate(nil)
    }

    private func limitRate(_ shortest: MediaTime?) {
        let limit = shortest.map { 1 / $0.seconds } ?? .infinity
        let mustChange = state.withLock { state in
            // A source that is slower than the limit keeps its own times.
            if limit < rate.perSecond { state.hasRate = true }
            return state.hasRate
        }
        if mustChange { change(.setFrameRate(perSecond: min(rate.perSecond, limit))) }
    }

    /// Limits the frame rate; `nil` for the format's default.
    package func setShortestFrame(_ duration: MediaTime?) throws(StudioError) {
        try requireLock("activeVideoMinFrameDuration")
        try check(duration)
        state.withLock { $0.shortest = duration }
        limitRate(duration)
    }

    /// Recorded: a source is never slower than its rate and the shortest duration say.
    package func setLongestFrame(_ duration: MediaTime?) throws(StudioError) {
        try requireLock("activeVideoMaxFrameDuration")
        try check(duration)
        state.withLock { $0.longest = duration }
    }

    private func check(_ duration: MediaTime?) throws(StudioError) {
        guard let duration else { return }
        let format = activeFormat
        // A millionth of a frame for rounding.
        let rates = CaptureFormat.minimumRate * 0.999_999...format.maximumRate * 1.000_001
        guard duration > .zero, rates.contains(1 / duration.seconds) else {
            throw StudioError(
                .captureFrameDuration,
                "a frame duration of \(duration.seconds) s; '\(name)' has 1 to \(format.maximumRate) frames a second",
                hint: "use a range of videoSupportedFrameRateRanges")
        }
    }

    private func change(_ change: TrackChange) {
        do throws(TrackChangeError) {
            try host.meeting.change(.camera, of: user, change)
        } catch {
            // The sizes and rates are those of the source or smaller, so that only the participant can be missing: it
            // left, and the camera captures nothing more.
            host.note("\(name): \(error)")
        }
    }
}
