import Dispatch
import MediaReceiving
import StudioCore
import StudioRuntime

/// A received participant, or a shared screen, and its files. A participant who rejoins is received again.
final class Receiver: Sendable {
    private struct State: Sendable {
        var user = UserID.none
        var video: [VideoSubscription] = []
        var audio: [AudioObservation] = []
    }

    let name: String
    let isShare: Bool
    let y4m: Y4MRecorder?
    let wav: WAVRecorder?
    let kept: KeptFrames
    /// Frames of one subscription after the other, so that those of an earlier one are written first.
    let queue = DispatchQueue(label: "psstudio.receiver")
    private let state = Lock(State())

    init(_ name: String, isShare: Bool, y4m: Y4MRecorder?, wav: WAVRecorder?, kept: KeptFrames) {
        (self.name, self.isShare, self.y4m, self.wav, self.kept) = (name, isShare, y4m, wav, kept)
    }

    var videoKind: TrackKind { isShare ? .shareVideo : .camera }
    var audioKind: TrackKind { isShare ? .shareAudio : .microphone }

    /// The last ID of the participant; 0 before the first.
    var user: UserID { state.withLock { $0.user } }

    var video: [VideoSubscription] { state.withLock { $0.video } }

    var audio: [AudioObservation] { state.withLock { $0.audio } }

    /// Ends what receives the participant; the counts stay. A running callback finishes, none follows.
    func cancel() {
        for subscription in video { subscription.cancel() }
        for observation in audio { observation.cancel() }
    }

    /// Notes what receives the participant now.
    func add(_ video: VideoSubscription, _ audio: AudioObservation, of user: UserID) {
        state.withLock { state in
            state.user = user
            state.video.append(video)
            state.audio.append(audio)
        }
    }
}
