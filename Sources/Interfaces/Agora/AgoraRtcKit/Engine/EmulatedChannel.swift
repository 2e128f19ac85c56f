import AgoraRawAudio
public import Dispatch
public import FacadeSupport
import StudioCore
public import StudioMeeting
import StudioRuntime

/// A channel for tests. Its clock advances only on request. Events come on the main queue, as from the vendor's SDK, or on a
/// queue of the test; audio comes on a thread of the emulation.
public final class EmulatedChannel: EmulatedService {
    /// What a user's microphone picks up.
    public typealias Audio = EmulatedAudio

    /// Where audio is recorded.
    public enum Tap: Hashable, Sendable {
        /// What the other users hear; silence while the microphone is muted.
        case channel
        /// What is heard locally.
        case speaker
        /// The mix of the microphone and all users.
        case mix
    }

    package let world: EmulatedWorld
    let seed: UInt64
    let guardsMemory: Bool
    private let recordings = Lock<[RawAudioTap: [Int16]]>([:])

    /// Creates a channel whose local microphone picks up a tone of 440 Hz.
    ///
    /// - Parameters:
    ///   - seed: the seed of user IDs that the service chooses.
    ///   - microphone: what the local microphone picks up.
    ///   - guardsMemory: whether a buffer that is used after its callback faults, at the line that uses it. Read when the
    ///     engine is created.
    ///   - callbackQueue: the serial queue of the events and of the blocks of calls.
    public init(
        seed: UInt64 = 1, microphone: Audio = .tone(440), guardsMemory: Bool = false,
        callbackQueue: DispatchQueue = .main
    ) {
        world = EmulatedWorld("agora", callbackQueue: callbackQueue)
        (self.seed, self.guardsMemory) = (seed, guardsMemory)
        setMicrophone(microphone)
    }

    /// The emulated meeting behind the channel.
    public var meeting: Meeting { world.meeting }

    // MARK: Users

    /// A remote user joins.
    ///
    /// - Returns: the user's ID.
    @discardableResult
    public func addUser(_ name: String = "User", audio: Audio = .tone(600)) -> UInt {
        let user = world.addUser(name)
        world.play(audio, of: user)
        return UInt(user.rawValue)
    }

    /// A remote user leaves.
    public func removeUser(_ uid: UInt) { world.removeUser(UserID(rawValue: UInt32(truncatingIfNeeded: uid))) }

    /// Replaces what the local microphone picks up.
    public func setMicrophone(_ audio: Audio) { world.play(audio) }

    // MARK: Time

    /// Advances the clock, and delivers each callback at its own time. Must not be called inside a callback; one that does
    /// not return within 10 s of real time ends the program.
    public func advance(seconds: Double) { world.advance(seconds: seconds) }

    /// The asynchronous form: the caller's actor is free meanwhile, so that tasks of the client proceed.
    public func advance(seconds: Double) async { await world.advance(seconds: seconds) }

    // MARK: Recordings

    /// What was heard at a tap so far, since the channel was joined: 48 kHz stereo, interleaved.
    public func samples(at tap: Tap) -> [Int16] { recordings.withLock { $0[tap.native] ?? [] } }

    /// Forgets the recordings.
    public func clearRecordings() { recordings.set([:]) }

    func receive(_ samples: UnsafeBufferPointer<Int16>, at tap: RawAudioTap) {
        recordings.withLock { $0[tap, default: []] += samples }
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
