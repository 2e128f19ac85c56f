public import Dispatch
import FacadeEnvironment
public import FacadeSupport
import MediaInputs
public import StudioCore
public import StudioMeeting
import StudioRuntime
import ZoomVideoRawData

/// A session for tests. Its clock advances only on request. Events come on the main queue, or on a queue of the test; raw data comes
/// on a thread of the emulation. All callbacks come one at a time.
///
/// The callbacks of a delegate have the same order and content each time, for equal seeds and calls.
public final class EmulatedSession: EmulatedService {
    /// What a user's camera shows, or a user shares: 15 to 25 frames per second, drifting, and the first ones of each
    /// subscription smaller than requested; exact ones have 30 per second and a constant size.
    public typealias Camera = EmulatedVideo

    /// What a user's microphone picks up, or a user shares.
    public typealias Audio = EmulatedAudio

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
        /// How the rows of pixel buffers are padded; the planes of raw data have no padding.
        public var rows = RowPadding.uneven
        /// Whether memory becomes inaccessible when it is given back, so that using it later faults at the guilty line.
        /// Pixel buffers also fault outside their lock, and when they are written under a lock for reading.
        public var guardsMemory = false
        /// Whether the virtual microphone's first call fails, and sending is stopped and started again.
        public var failsFirstSend = false

        /// Creates ordinary conditions.
        public init() {}
    }

    package let world: EmulatedWorld
    /// The date when the clock was zero.
    public let startDate: Date
    let seed: UInt64
    /// Results of calls, which do not wait for events that are due later.
    let errors: CallbackQueue
    let camera: Camera?
    let microphone: Audio
    private let conditions: Conditions
    /// How many users showed video so far.
    private let shows = Lock<UInt64>(0)
    private let asked = Lock<[Int]>([])

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - seed: equal seeds give equal sessions.
    ///   - conditions: how it differs from an ordinary one.
    ///   - camera: the local camera, which is always exact; `nil` for none.
    ///   - microphone: what the local microphone picks up.
    ///   - startDate: the date when the clock is zero.
    ///   - callbackQueue: the serial queue of the events.
    public convenience init(
        seed: UInt64 = 1, conditions: Conditions = Conditions(), camera: Camera? = .color(),
        microphone: Audio = .tone(440), startDate: Date = Date(timeIntervalSince1970: 1_700_000_000),
        callbackQueue: DispatchQueue = .main
    ) {
        self.init(
            seed: seed, conditions: conditions, camera: camera, microphone: microphone, startDate: startDate,
            callbackQueue: callbackQueue, timeout: EmulatedWorld.timeout)
    }

    init(
        seed: UInt64 = 1, conditions: Conditions = Conditions(), camera: Camera? = nil, microphone: Audio = .silence,
        startDate: Date = Date(timeIntervalSince1970: 0), callbackQueue: DispatchQueue = .main, timeout: Double
    ) {
        (self.seed, self.conditions, self.camera) = (seed, conditions, camera)
        (self.microphone, self.startDate) = (microphone, startDate)
        world = EmulatedWorld("zoomvideo", callbackQueue: callbackQueue, timeout: timeout) { message, hint in
            VideoSDKEngine.shared.report(StudioError(.rawDataBlockedCallback, message, hint: hint), isRefusal: true)
        }
        errors = CallbackQueue(
            clock: world.clock, executor: world.executor, onUnservedQueue: Meeting.warnOfUnservedQueue)
        world.meeting.register(errors)
    }

    /// The emulated meeting behind the session.
    public var meeting: Meeting { world.meeting }

    var failsFirstSend: Bool { conditions.failsFirstSend }

    var options: RawDataSession.Options {
        var options = RawDataSession.Options()
        options.machine.deliversFullHD = conditions.deliversFullHD
        options.machine.releaseDelay = .seconds(conditions.releaseDelay)
        options.audioFormat = AudioFormat(
            sampleRate: Int32(clamping: conditions.sampleRate), channels: Int32(clamping: conditions.channels))
        options.machine.rows = conditions.rows
        options.isGuarded = conditions.guardsMemory
        (options.queue, options.callbackTimeout) = (world.queue, world.timeout)
        return options
    }

    // MARK: Users

    /// A remote user joins.
    ///
    /// - Parameters:
    ///   - name: the display name.
    ///   - camera: what the camera shows; `nil` while it is off, until ``setCamera(isOn:of:)``.
    ///   - audio: what the microphone picks up.
    ///   - delay: how much later than its media the user is reported by `onUserJoin`, in seconds. Until then the user is not
    ///     among the session's users, and audio has a user without a name.
    /// - Returns: the user's ID.
    @discardableResult
    public func addUser(
        _ name: String = "User", camera: Camera? = .color(), audio: Audio = .tone(600), reportedAfter delay: Double = 0
    ) -> Int {
        let user = world.addUser(name, reportedAfter: delay)
        if let camera { show(camera, user, isShare: false) }
        world.play(audio, of: user)
        return Int(user.rawValue)
    }

    /// A remote user leaves.
    public func removeUser(_ id: Int) { world.removeUser(user(id)) }

    /// A remote user shares a screen and its audio, in place of an earlier share.
    public func share(_ screen: Camera, audio: Audio = .silence, of id: Int) {
        show(screen, user(id), isShare: true)
        world.play(audio, .shareAudio, of: user(id))
    }

    /// A remote user stops sharing.
    public func stopSharing(of id: Int) {
        world.stop(.shareVideo, of: user(id))
        world.stop(.shareAudio, of: user(id))
    }

    /// A remote user switches the camera on or off. That of a user who joined without one shows frames of one colour.
    public func setCamera(isOn: Bool, of id: Int) {
        change(.camera, id, isOn ? .unmute : .mute)
        if isOn, !world.shows(.camera, of: user(id)) { show(.color(), user(id), isShare: false) }
    }

    /// A remote user mutes or unmutes the own microphone, for example after a request to unmute.
    public func setMuted(_ isMuted: Bool, of id: Int) { change(.microphone, id, isMuted ? .mute : .unmute) }

    /// The remote users whom the local user asked to unmute, in the order of the requests.
    public var unmuteRequests: [Int] { asked.withLock { $0 } }

    func noteUnmuteRequest(_ user: UserID) { asked.withLock { $0.append(Int(user.rawValue)) } }

    /// A host or a manager asks the local user to unmute (`onHostAskUnmute`). Outside a session, it has no effect.
    public func askToUnmute() { VideoSDKEngine.shared.askToUnmute() }

    /// A remote user speaks, or is silent.
    public func setSpeaking(_ isSpeaking: Bool, of id: Int) { change(.microphone, id, isSpeaking ? .speak : .silence) }

    /// A remote user's audio is due and does not arrive until ``resumeAudio(of:)``: no callback is called meanwhile.
    public func stallAudio(of id: Int) { change(.microphone, id, .stall) }

    /// A remote user's audio arrives again. The blocks of the stall, at most the last second of it, are delivered at once,
    /// with their own time stamps; it is not part of the mixed audio.
    public func resumeAudio(of id: Int) { change(.microphone, id, .resume(catchesUp: true)) }

    /// A remote user's frames have another size, in pixels, even.
    public func setSize(width: Int, height: Int, of id: Int) {
        change(.camera, id, .setSize(width: width, height: height))
    }

    /// A remote user's frames come at this rate: 0.1 to 1000 per second. Ordinary sources have 10 to 60.
    public func setFrameRate(_ framesPerSecond: Double, of id: Int) {
        change(.camera, id, .setFrameRate(perSecond: framesPerSecond))
    }

    /// A remote user's frames are due and do not arrive until ``resumeVideo(of:catchesUp:)``.
    public func stallVideo(of id: Int) { change(.camera, id, .stall) }

    /// A remote user's frames arrive again.
    ///
    /// - Parameters:
    ///   - id: the user's ID.
    ///   - catchesUp: whether those of the last second arrive too; otherwise they are lost.
    public func resumeVideo(of id: Int, catchesUp: Bool = false) {
        change(.camera, id, .resume(catchesUp: catchesUp))
    }

    /// A remote user's frames must be rotated clockwise by 0, 90, 180 or 270 degrees.
    public func rotate(degrees: Int, of id: Int) { world.rotate(degrees: degrees, of: user(id)) }

    /// All raw data ends without a callback, as in some breakout rooms, until it is subscribed again.
    public func endRawData() { VideoSDKEngine.shared.native.revoke() }

    private func user(_ id: Int) -> UserID { UserID(rawValue: UInt32(truncatingIfNeeded: id)) }

    private func change(_ kind: TrackKind, _ id: Int, _ change: TrackChange) {
        world.change(kind, of: user(id), change)
    }

    private func show(_ camera: Camera, _ user: UserID, isShare: Bool) {
        let number = shows.withLock { $0.increment() }
        do {
            var source = try camera.source(seed: seed &+ number)
            source.isShare = isShare
            try world.show(source, of: user)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    // MARK: Time

    /// Advances the clock, and delivers each callback at its own time. Must not be called inside a callback; one that does
    /// not return within 10 s of real time is a violation.
    public func advance(seconds: Double) { world.advance(seconds: seconds) }

    /// The asynchronous form: the caller's actor is free meanwhile, so that tasks of the client proceed.
    public func advance(seconds: Double) async { await world.advance(seconds: seconds) }
}

extension EmulatedVideo {
    /// A moving test pattern in limited range. Width and height are even, 2 to 8192.
    public static func pattern(width: Int = 1280, height: Int = 720, isExact: Bool = false) -> EmulatedVideo {
        EmulatedVideo(width: width, height: height, isExact: isExact)
    }

    /// Frames of one colour in limited range: all samples of a plane are equal, and the luma of frame n is y + n mod 32.
    /// Width and height are even, 2 to 8192.
    public static func color(
        y: UInt8 = 60, u: UInt8 = 110, v: UInt8 = 150, width: Int = 1280, height: Int = 720, isExact: Bool = false
    ) -> EmulatedVideo {
        EmulatedVideo(width: width, height: height, color: FrameColor(y: y, u: u, v: v), isExact: isExact)
    }
}
