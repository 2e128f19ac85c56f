package import Dispatch
package import StudioCore

extension RawDataSession {
    /// How the emulation differs from its default.
    package struct Options: Sendable {
        package var machine = RawDataStateMachine.Options()
        /// The format of audio blocks of 10 ms.
        package var audioFormat = AudioFormat(sampleRate: 32_000, channels: 1)
        /// Whether memory becomes inaccessible when it is given back.
        package var isGuarded = false
        /// The frames that a delegate of a pipe may hold.
        package var videoBudget = 32
        /// The audio blocks that may be held.
        package var audioBudget = 512
        /// The serial queue of all callbacks; a queue for each subscription, and the audio thread, without it.
        package var queue: DispatchQueue?
        /// How long audio waits for a callback on this queue, in seconds.
        package var callbackTimeout = 10.0
        /// How long each callback of a frame takes in the session's time, at least.
        package var occupancy = MediaTime.zero

        package init() {}
    }
}
