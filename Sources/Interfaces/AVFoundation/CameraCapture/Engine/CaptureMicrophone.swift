import MediaReceiving
package import StudioCore
import StudioMeeting
import StudioRuntime

/// The microphone of a machine: the local user's audio in its meeting.
///
/// All members may be used from any thread.
package final class CaptureMicrophone: Sendable {
    package let host: CaptureHost
    package let name: String
    /// The form in which it captures: 16 bits, channels interleaved.
    package let format: AudioFormat
    let engine: AudioEngine
    /// The sessions that had it as their input.
    let sessions = CaptureSessionList()
    /// The participants whose interruption is that another app has the microphone.
    private let users = Lock<Set<UserID>>([])
    private let onFirstUse: Lock<(@Sendable () -> Void)?>

    /// The samples of a block, of each channel (observed on devices).
    package static let blockSamples = 1024

    init(_ name: String, _ format: AudioFormat, in host: CaptureHost, onFirstUse: @escaping @Sendable () -> Void) {
        (self.host, self.name, self.format) = (host, name, format)
        engine = AudioEngine(in: host.meeting)
        self.onFirstUse = Lock(onFirstUse)
    }

    /// What it picks up is generated from now on.
    func begin() { onFirstUse.exchange(nil)?() }

    /// Why the system has taken it away; `nil` while it captures.
    var interruption: CameraInterruption? { users.withLock { $0.isEmpty } ? nil : .microphoneInUse }

    /// Called on the meeting's callback queue.
    func follow(isInUse: Bool, by user: UserID) {
        let hasChanged = users.withLock { users in
            isInUse ? users.insert(user).inserted : users.remove(user) != nil
        }
        guard hasChanged else { return }
        for session in sessions.all { session.follow(.microphone(self)) }
    }

    /// Somebody else decides what it picks up.
    package func replaceFirstUse() { onFirstUse.set(nil) }
}
