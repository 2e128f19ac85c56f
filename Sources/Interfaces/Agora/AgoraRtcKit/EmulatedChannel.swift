import AgoraRawAudio
import FacadeSupport
import StudioCore
public import StudioMeeting
import StudioRuntime

/// A channel for tests. Its clock advances only on request, and its callbacks have a queue of their own.
public final class EmulatedChannel: Sendable {
    /// What a user's microphone picks up.
    public struct Audio: Hashable, Sendable {
        let tone: Tone?

        /// Zeros.
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

    /// Where audio is recorded.
    public enum Tap: Hashable, Sendable {
        /// What the other users hear; silence while the microphone is muted.
        case channel
        /// What is heard locally.
        case speaker
        /// The mix of the microphone and all users.
        case mix
    }

    private struct State: Sendable {
        var feeds: [UserID: ToneFeed] = [:]
        var recordings: [RawAudioTap: [Int16]] = [:]
    }

    /// The emulated meeting behind the channel.
    public let meeting: Meeting
    let clock = ManualClock()
    let seed: UInt64
    private let state = Lock(State())

    /// Creates a channel whose local microphone picks up a tone of 440 Hz.
    ///
    /// - Parameters:
    ///   - seed: the seed of user IDs that the service chooses.
    ///   - microphone: what the local microphone picks up.
    public init(seed: UInt64 = 1, microphone: Audio = .tone(440)) {
        self.seed = seed
        meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "psstudio.agora"))
        setMicrophone(microphone)
    }

    // MARK: Users

    /// A remote user joins.
    ///
    /// - Returns: the user's ID.
    @discardableResult
    public func addUser(_ name: String = "User", audio: Audio = .tone(600)) -> UInt {
        let user = meeting.add(name).id
        if let track = meeting.track(.microphone, of: user) { feed(audio, user, to: track) }
        return UInt(user.rawValue)
    }

    /// A remote user leaves.
    public func removeUser(_ uid: UInt) {
        let user = UserID(rawValue: UInt32(truncatingIfNeeded: uid))
        state.withLock { $0.feeds.removeValue(forKey: user) }?.stop()
        meeting.remove(user)
    }

    /// Replaces what the local microphone picks up.
    public func setMicrophone(_ audio: Audio) {
        feed(audio, .none, to: meeting.localTracks.microphone)
    }

    private func feed(_ audio: Audio, _ user: UserID, to track: Track) {
        let feed = audio.tone.map { ToneFeed($0, to: track, clock: clock) }
        let before = state.withLock { state in
            defer { state.feeds[user] = feed }
            return state.feeds[user]
        }
        before?.stop()
    }

    // MARK: Time

    /// Advances the clock, and delivers each callback at its own time. Must not be called inside a callback.
    public func advance(seconds: Double) {
        meeting.advance(clock, to: clock.now + .seconds(seconds))
    }

    // MARK: Recordings

    /// What was heard at a tap so far, since the channel was joined: 48 kHz stereo, interleaved.
    public func samples(at tap: Tap) -> [Int16] { state.withLock { $0.recordings[tap.native] ?? [] } }

    /// Forgets the recordings.
    public func clearRecordings() { state.withLock { $0.recordings = [:] } }

    func receive(_ samples: UnsafeBufferPointer<Int16>, at tap: RawAudioTap) {
        state.withLock { $0.recordings[tap, default: []] += samples }
    }
}

extension EmulatedChannel.Tap {
    fileprivate var native: RawAudioTap {
        switch self {
        case .channel: .channel
        case .speaker: .speaker
        case .mix: .mix
        }
    }
}
