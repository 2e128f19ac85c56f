import FacadeSupport
import MediaInputs
import StudioCore
public import StudioMeeting
import StudioRuntime
import ZoomVideoRawData

/// A session for tests. Its clock advances only on request, and all its callbacks have one serial queue.
///
/// The callbacks of a delegate have the same order and content each time, for equal seeds and calls.
public final class EmulatedSession: Sendable {
    /// What a user's camera shows, or a user shares: 15 to 25 frames per second, drifting, and the first ones of each
    /// subscription smaller than requested; exact ones have 30 per second and a constant size.
    public struct Camera: Hashable, Sendable {
        let width: Int
        let height: Int
        let color: FrameColor?
        let isExact: Bool
        /// Whether the samples have full range, 0 to 255; otherwise they have limited range.
        public var isFullRange = false

        /// The same camera with samples of full range.
        public var fullRange: Camera {
            var camera = self
            camera.isFullRange = true
            return camera
        }

        private init(width: Int, height: Int, color: FrameColor?, isExact: Bool) {
            (self.width, self.height, self.color, self.isExact) = (width, height, color, isExact)
        }

        /// A moving test pattern in limited range. Width and height are even, 2 to 8192.
        public static func pattern(width: Int = 1280, height: Int = 720, isExact: Bool = false) -> Camera {
            Camera(width: width, height: height, color: nil, isExact: isExact)
        }

        /// Frames of one colour in limited range: all samples of a plane are equal, and the luma of frame n is
        /// y + n mod 32. Width and height are even, 2 to 8192.
        public static func color(
            y: UInt8 = 60, u: UInt8 = 110, v: UInt8 = 150, width: Int = 1280, height: Int = 720, isExact: Bool = false
        ) -> Camera {
            Camera(width: width, height: height, color: FrameColor(y: y, u: u, v: v), isExact: isExact)
        }

        func source(seed: UInt64) -> ParticipantSource {
            var source = ParticipantSource(seed: seed, isExact: isExact)
            source.size = TrackControls.Size(width: width, height: height)
            (source.color, source.hasAudio) = (color, false)
            source.range = isFullRange ? .full : .limited
            return source
        }

        /// A local camera has no network before it.
        func localSource(seed: UInt64) -> ParticipantSource {
            var source = source(seed: seed)
            (source.deliveredRates, source.beginsWithSmallerFrames) = (nil, false)
            return source
        }
    }

    /// What a user's microphone picks up, or a user shares.
    public struct Audio: Hashable, Sendable {
        let tone: Tone?

        /// Nothing.
        public static let silence = Audio(tone: nil)

        /// A continuous tone.
        ///
        /// - Parameters:
        ///   - hertz: the frequency.
        ///   - level: the amplitude as a part of full scale, 0 to 1; below a quarter by default.
        public static func tone(_ hertz: Double, level: Double = 0.2) -> Audio {
            Audio(tone: Tone(frequency: hertz, level: min(1, max(0, level))))
        }
    }

    /// How the session differs from an ordinary one.
    public struct Conditions: Hashable, Sendable {
        /// Whether a subscription with 720 lines gets up to 1080.
        public var deliversFullHD = false
        /// How long a pipe is released after its last delegate was unsubscribed, in seconds; subscribing is refused then.
        public var releaseDelay = 0.0
        /// The sample rate of audio: 8000, 16000, 32000, 44100 or 48000.
        public var sampleRate = 32_000
        /// The channels of audio: 1 or 2.
        public var channels = 1
        /// Whether memory becomes inaccessible when it is given back, so that using it later faults at the guilty line.
        public var guardsMemory = false

        /// Creates ordinary conditions.
        public init() {}
    }

    private struct Feeds: Sendable {
        var videos: [TrackID: ParticipantFeed] = [:]
        var tones: [TrackID: ToneFeed] = [:]
        var seed: UInt64
    }

    /// The emulated meeting behind the session.
    public let meeting: Meeting
    /// The date when the clock was zero.
    public let startDate: Date
    let clock = ManualClock()
    let seed: UInt64
    let queue = DispatchQueue(label: "psstudio.zoomvideo")
    /// Results of calls, which do not wait for events that are due later.
    let errors: CallbackQueue
    let camera: Camera?
    let microphone: Audio
    private let conditions: Conditions
    private let feeds: Lock<Feeds>
    /// How long a test waits for callbacks, in seconds.
    private let timeout: Double

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - seed: equal seeds give equal sessions.
    ///   - conditions: how it differs from an ordinary one.
    ///   - camera: the local camera, which is always exact; `nil` for none.
    ///   - microphone: what the local microphone picks up.
    ///   - startDate: the date when the clock is zero.
    public convenience init(
        seed: UInt64 = 1, conditions: Conditions = Conditions(), camera: Camera? = .color(),
        microphone: Audio = .tone(440), startDate: Date = Date(timeIntervalSince1970: 1_700_000_000)
    ) {
        self.init(
            seed: seed, conditions: conditions, camera: camera, microphone: microphone, startDate: startDate,
            timeout: 10)
    }

    init(
        seed: UInt64 = 1, conditions: Conditions = Conditions(), camera: Camera? = nil, microphone: Audio = .silence,
        startDate: Date = Date(timeIntervalSince1970: 0), timeout: Double
    ) {
        (self.seed, self.conditions, self.camera, self.timeout) = (seed, conditions, camera, timeout)
        (self.microphone, self.startDate) = (microphone, startDate)
        meeting = Meeting(clock: clock, callbackQueue: queue)
        errors = CallbackQueue(clock: clock, queue: queue, onUnservedQueue: Meeting.warnOfUnservedQueue)
        meeting.register(errors)
        feeds = Lock(Feeds(seed: seed))
    }

    var options: RawDataSession.Options {
        var options = RawDataSession.Options()
        options.machine.deliversFullHD = conditions.deliversFullHD
        options.machine.releaseDelay = .seconds(conditions.releaseDelay)
        options.audioFormat = AudioFormat(
            sampleRate: Int32(clamping: conditions.sampleRate), channels: Int32(clamping: conditions.channels))
        options.isGuarded = conditions.guardsMemory
        (options.queue, options.callbackTimeout) = (queue, timeout)
        return options
    }

    // MARK: Users

    /// A remote user joins.
    ///
    /// - Parameters:
    ///   - name: the display name.
    ///   - camera: what the camera shows; `nil` while it is off, until ``setCamera(isOn:of:)``.
    ///   - audio: what the microphone picks up.
    /// - Returns: the user's ID.
    @discardableResult
    public func addUser(_ name: String = "User", camera: Camera? = .color(), audio: Audio = .tone(600)) -> UInt {
        let user = meeting.add(name).id
        if let camera { show(camera, user, isShare: false) }
        play(audio, user, .microphone)
        return UInt(user.rawValue)
    }

    /// A remote user leaves.
    public func removeUser(_ id: UInt) {
        let user = user(id)
        for kind in TrackKind.allCases { stop(TrackID(participant: user, kind: kind)) }
        meeting.remove(user)
    }

    /// A remote user shares a screen and its audio, in place of an earlier share.
    public func share(_ screen: Camera, audio: Audio = .silence, of id: UInt) {
        show(screen, user(id), isShare: true)
        play(audio, user(id), .shareAudio)
    }

    /// A remote user stops sharing.
    public func stopSharing(of id: UInt) {
        stop(TrackID(participant: user(id), kind: .shareVideo))
        stop(TrackID(participant: user(id), kind: .shareAudio))
    }

    /// A remote user switches the camera on or off. That of a user who joined without one shows frames of one colour.
    public func setCamera(isOn: Bool, of id: UInt) {
        change(.camera, id, isOn ? .unmute : .mute)
        let track = TrackID(participant: user(id), kind: .camera)
        if isOn, feeds.withLock({ $0.videos[track] == nil }) { show(.color(), user(id), isShare: false) }
    }

    /// A remote user speaks, or is silent.
    public func setSpeaking(_ isSpeaking: Bool, of id: UInt) { change(.microphone, id, isSpeaking ? .speak : .silence) }

    /// A remote user's audio is due and does not arrive until ``resumeAudio(of:)``: no callback is called meanwhile.
    public func stallAudio(of id: UInt) { change(.microphone, id, .stall) }

    /// A remote user's audio arrives again. The blocks of the stall, at most the last second of it, are delivered at once,
    /// with their own time stamps; it is not part of the mixed audio.
    public func resumeAudio(of id: UInt) { change(.microphone, id, .resume(catchesUp: true)) }

    /// A remote user's frames have another size, in pixels, even.
    public func setSize(width: Int, height: Int, of id: UInt) {
        change(.camera, id, .setSize(width: width, height: height))
    }

    /// A remote user's frames come at this rate: 0.1 to 1000 per second. Ordinary sources have 10 to 60.
    public func setFrameRate(_ framesPerSecond: Double, of id: UInt) {
        change(.camera, id, .setFrameRate(perSecond: framesPerSecond))
    }

    /// A remote user's frames are due and do not arrive until ``resumeVideo(of:catchesUp:)``.
    public func stallVideo(of id: UInt) { change(.camera, id, .stall) }

    /// A remote user's frames arrive again.
    ///
    /// - Parameters:
    ///   - id: the user's ID.
    ///   - catchesUp: whether those of the last second arrive too; otherwise they are lost.
    public func resumeVideo(of id: UInt, catchesUp: Bool = false) {
        change(.camera, id, .resume(catchesUp: catchesUp))
    }

    /// A remote user's frames must be rotated clockwise by 0, 90, 180 or 270 degrees.
    public func rotate(degrees: Int, of id: UInt) {
        guard let rotation = FrameRotation(rawValue: degrees) else {
            preconditionFailure("\(degrees) degrees; expected 0, 90, 180 or 270")
        }
        change(.camera, id, .rotate(rotation: rotation))
    }

    /// All raw data ends without a callback, as in some breakout rooms, until it is subscribed again.
    public func endRawData() { SessionHost.shared.native.revoke() }

    private func user(_ id: UInt) -> UserID { UserID(rawValue: UInt32(truncatingIfNeeded: id)) }

    private func change(_ kind: TrackKind, _ id: UInt, _ change: TrackChange) {
        do {
            try meeting.change(kind, of: user(id), change)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    // MARK: Media

    private func show(_ camera: Camera, _ user: UserID, isShare: Bool) {
        let track = TrackID(participant: user, kind: isShare ? .shareVideo : .camera)
        stop(track)
        let seed = feeds.withLock { feeds in
            feeds.seed &+= 1
            return feeds.seed
        }
        var source = camera.source(seed: seed)
        source.isShare = isShare
        do {
            let feed = try ParticipantFeed(source, of: user, in: meeting)
            feeds.withLock { $0.videos[track] = feed }
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private func play(_ audio: Audio, _ user: UserID, _ kind: TrackKind) {
        let id = TrackID(participant: user, kind: kind)
        stop(id)
        guard let tone = audio.tone, let track = meeting.track(kind, of: user) else { return }
        let feed = ToneFeed(tone, to: track, clock: clock)
        feeds.withLock { $0.tones[id] = feed }
    }

    private func stop(_ track: TrackID) {
        let (video, tone) = feeds.withLock { feeds in
            (feeds.videos.removeValue(forKey: track), feeds.tones.removeValue(forKey: track))
        }
        video?.stop()
        tone?.stop()
    }

    // MARK: Time

    /// Advances the clock, and delivers each callback at its own time. Must not be called inside a callback.
    public func advance(seconds: Double) {
        clock.advance(by: .seconds(seconds), rest: rest)
    }

    /// Waits until all due callbacks were delivered.
    private func rest() -> Bool {
        if meeting.waitUntilAtRest(seconds: timeout) != nil { return true }
        SessionHost.shared.report(
            StudioError(
                .rawDataBlockedCallback, "a callback has not returned for \(timeout) seconds",
                hint: "do not wait inside callbacks"), isRefusal: true)
        return false
    }
}
