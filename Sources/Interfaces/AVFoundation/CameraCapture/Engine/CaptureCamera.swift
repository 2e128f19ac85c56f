package import StudioCore
import StudioMeeting
import StudioRuntime

/// A form in which a camera captures.
package struct CaptureFormat: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The smallest number of frames per second.
    package let minimumRate: Double
    /// The largest number of frames per second, a whole number as devices announce it.
    package let maximumRate: Double
    package let range: VideoRange

    package init(width: Int, height: Int, minimumRate: Double = 1, maximumRate: Double, range: VideoRange) {
        (self.width, self.height, self.range) = (width, height, range)
        (self.minimumRate, self.maximumRate) = (minimumRate, maximumRate)
    }

    /// A size of devices, and the frame rates of its formats beside that of the source.
    private struct Size {
        let width: Int
        let height: Int
        var rates: [Double] = []
    }

    /// The sizes of phones and computers, and their rates (chosen: what most of the last ten years have). Frames of a source
    /// with another size or aspect ratio are scaled to them (chosen).
    private static let sizes = [
        Size(width: 3840, height: 2160, rates: [60]), Size(width: 1920, height: 1080, rates: [60, 120, 240]),
        Size(width: 1280, height: 720, rates: [60, 120, 240]), Size(width: 960, height: 540),
        Size(width: 640, height: 480), Size(width: 480, height: 360), Size(width: 192, height: 144),
    ]
    /// A smaller source is a camera of a test, which has no format above its size.
    private static let deviceHeight = 720

    /// The formats of a camera: the source's size first, then the others from the largest on, each in both ranges.
    ///
    /// Devices have several formats of a size: also at higher rates, at which a slower source repeats frames, and the source's
    /// size also at a rate that cannot be changed (chosen). A camera of at least 720 lines has all sizes.
    ///
    /// - Parameter rate: the largest rate of the source, a whole number.
    static func all(width: Int, height: Int, rate: Double) -> [CaptureFormat] {
        let isDevice = height >= deviceHeight
        let others = sizes.filter { size in
            (size.width, size.height) != (width, height)
                && (isDevice || size.width <= width && size.height <= height)
        }
        let rates = sizes.first { ($0.width, $0.height) == (width, height) }?.rates ?? []
        let all = [Size(width: width, height: height, rates: rates)] + others
        return all.flatMap { size -> [CaptureFormat] in
            var ranges = ([rate] + size.rates.filter { $0 > rate }).map { (1.0, $0) }
            if (size.width, size.height) == (width, height) { ranges.append((rate, rate)) }
            return ranges.flatMap { slowest, fastest in
                [VideoRange.limited, .full].map {
                    CaptureFormat(
                        width: size.width, height: size.height, minimumRate: slowest, maximumRate: fastest, range: $0)
                }
            }
        }
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
        /// When the client last set a duration.
        var durationTime = MediaTime.zero
        /// Whether a duration was reset before it had an effect, and was not set since.
        var hasLostDuration = false
        /// Whether the track's rate was set; otherwise the source's own times apply.
        var hasRate = false
        var locks = 0
        var interruption: CameraInterruption?
        var uses = CameraUses()

        /// A duration that has had no effect, and that another format does not have by default.
        func unusedDuration(in format: CaptureFormat, at now: MediaTime) -> MediaTime? {
            // A session that ran with it may have another format for its next task.
            guard now - durationTime < .milliseconds(100) else { return nil }
            return [shortest, longest].compactMap(\.self).first { abs($0.seconds * format.maximumRate - 1) > 0.01 }
        }
    }

    package let host: CaptureHost
    package let user: UserID
    package let name: String
    package let position: CapturePosition
    /// The rate of the source.
    package let rate: Rate
    /// The rate that the source is announced with: 30 for 29.97.
    private let announcedRate: Double
    package let formats: [CaptureFormat]
    private let state: Lock<State>
    /// The sessions that had it as their input.
    let sessions = CaptureSessionList()

    init(_ source: CaptureSource, of user: UserID, in host: CaptureHost) {
        (self.host, self.user, name, position, rate) = (host, user, source.name, source.position, source.rate)
        let (width, height) = (source.width, source.height)
        announcedRate = source.rate.perSecond.rounded(.up)
        formats = CaptureFormat.all(width: width, height: height, rate: announcedRate)
        let first = CaptureFormat(width: width, height: height, maximumRate: announcedRate, range: .limited)
        state = Lock(State(active: first))
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
        let (active, shortest) = state.withLock { ($0.active, $0.shortest) }
        let interval = active.maximumRate > announcedRate ? .seconds(1 / sourceRate(active)) : rate.interval
        return max(interval, shortest ?? .zero)
    }

    /// The largest rate of a format on the source's time line: 59.94 for 60, if the source has 29.97.
    private func sourceRate(_ format: CaptureFormat) -> Double {
        rate.perSecond * max(1, format.maximumRate / announcedRate)
    }

    // MARK: Sessions

    /// Why the system has taken the camera away; `nil` while it captures.
    package var interruption: CameraInterruption? { state.withLock { $0.interruption } }

    /// Called on the meeting's callback queue.
    func follow(_ interruption: CameraInterruption?) {
        state.withLock { $0.interruption = interruption }
        for session in sessions.all { session.follow(.camera(self)) }
        host.microphone?.follow(isInUse: interruption == .microphoneInUse, by: user)
    }

    /// Whether another session, which was started later, has the camera of a running one.
    func isTaken(from session: Int) -> Bool { state.withLock { $0.uses.isTaken(from: session) } }

    /// A session begins or ends to capture. The sessions that it interrupts, or that capture again, follow.
    ///
    /// - Returns: whether it interrupts another one.
    func setUse(_ isRunning: Bool, by session: Int, revision: Int) -> Bool {
        let (before, after) = changeUses { $0.set(isRunning, session, revision: revision) }
        return before != nil && before != after && after == session
    }

    /// A session was released.
    func forgetReleased() { _ = changeUses { _ in } }

    private func changeUses(_ body: (inout CameraUses) -> Void) -> (before: Int?, after: Int?) {
        let all = sessions.all
        let holders = state.withLock { state in
            let before = state.uses.holder
            state.uses.keep(Set(all.map(\.number)))
            body(&state.uses)
            return (before, state.uses.holder)
        }
        for session in all { session.follow(.camera(self)) }
        return holders
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

    /// Captures in another format, from the next frame on. Frame durations are the format's default again, and sessions
    /// do not choose the format any more.
    package func select(_ format: CaptureFormat) throws(StudioError) {
        try requireLock("activeFormat")
        guard formats.contains(format) else {
            throw StudioError(
                .captureForeignFormat, "'\(name)' has no format of \(format.width)x\(format.height)",
                hint: "use one of its formats")
        }
        apply(format, because: "activeFormat")
        for session in sessions.all { session.followFormat(of: self) }
    }

    /// Captures in the largest size of a preset; the session holds the device's lock.
    ///
    /// - Parameters:
    ///   - size: `nil` for the source's size.
    ///   - cause: the call.
    /// - Returns: false when the camera has no such format.
    package func selectSize(_ size: (width: Int, height: Int)?, because cause: String) -> Bool {
        let range = activeFormat.range
        guard let format = format(size, range) else { return false }
        apply(format, because: cause)
        return true
    }

    package func has(_ size: (width: Int, height: Int)?) -> Bool { format(size, .limited) != nil }

    private func format(_ size: (width: Int, height: Int)?, _ range: VideoRange) -> CaptureFormat? {
        formats.first { format in
            format.range == range && (size.map { $0 == (format.width, format.height) } ?? true)
        }
    }

    private func apply(_ format: CaptureFormat, because cause: String) {
        let now = host.meeting.clock.now
        let (before, lost) = state.withLock { state in
            let lost = state.unusedDuration(in: format, at: now)
            defer {
                (state.active, state.shortest, state.longest) = (format, nil, nil)
                if lost != nil { state.hasLostDuration = true }
            }
            return ((state.active.width, state.active.height), lost)
        }
        if let lost { reportLost(lost, because: cause) }
        if before != (format.width, format.height) {
            change(.setSize(width: format.width, height: format.height))
        }
        limitRate(nil)
    }

    private func limitRate(_ shortest: MediaTime?) {
        let limit = min(sourceRate(activeFormat), shortest.map { 1 / $0.seconds } ?? .infinity)
        let mustChange = state.withLock { state in
            // A source that is slower than the limit keeps its own times.
            if limit != rate.perSecond { state.hasRate = true }
            return state.hasRate
        }
        if mustChange { change(.setFrameRate(perSecond: limit)) }
    }

    /// Limits the frame rate; `nil` for the format's default.
    package func setShortestFrame(_ duration: MediaTime?) throws(StudioError) {
        try requireLock("activeVideoMinFrameDuration")
        try check(duration)
        let now = host.meeting.clock.now
        state.withLock { ($0.shortest, $0.durationTime, $0.hasLostDuration) = (duration, now, false) }
        limitRate(duration)
    }

    /// Recorded: a source is never slower than its rate and the shortest duration say.
    package func setLongestFrame(_ duration: MediaTime?) throws(StudioError) {
        try requireLock("activeVideoMaxFrameDuration")
        try check(duration)
        let now = host.meeting.clock.now
        state.withLock { ($0.longest, $0.durationTime, $0.hasLostDuration) = (duration, now, false) }
    }

    /// Reports a duration that was reset at once, unless the client sets one in the next second.
    private func reportLost(_ duration: MediaTime, because cause: String) {
        host.schedule(after: .seconds(1)) { [weak self] in
            guard let self, state.withLock({ $0.hasLostDuration }) else { return }
            state.withLock { $0.hasLostDuration = false }
            host.warn(
                .captureLostDuration,
                "a frame duration of \(duration.seconds) s of '\(name)' was set, and \(cause) reset it at once",
                hint: "add the input, and set sessionPreset or activeFormat, before the frame durations")
        }
    }

    private func check(_ duration: MediaTime?) throws(StudioError) {
        guard let duration else { return }
        let format = activeFormat
        // A millionth of a frame for rounding.
        let rates = format.minimumRate * 0.999_999...format.maximumRate * 1.000_001
        guard duration > .zero, rates.contains(1 / duration.seconds) else {
            throw StudioError(
                .captureFrameDuration,
                "a frame duration of \(duration.seconds) s; the active format of '\(name)' has \(format.minimumRate) "
                    + "to \(format.maximumRate) frames a second",
                hint: "use a range of videoSupportedFrameRateRanges")
        }
    }

    private func change(_ change: TrackChange) {
        do throws(TrackChangeError) {
            try host.meeting.change(.camera, of: user, change)
        } catch {
            // The sizes and rates of all formats are valid, so that only the participant can be missing: it left, and
            // the camera captures nothing more.
            host.note("\(name): \(error)")
        }
    }
}
