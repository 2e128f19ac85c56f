import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives participants as they join: subscriptions, and observations of the audio engine.
final class Reception: Sendable {
    static let audioRequest = AudioRequest(.program, blockSamples: 960)
    private static let hangOver = MediaTime.milliseconds(300)

    /// The form and the delivery of all subscriptions.
    private struct Form: Sendable {
        let video: VideoSubscriptionOptions
        let audio: AudioRequest
    }

    let receivers: [Receiver]
    private let subscriptions: TrackSubscriptions
    private let engine: AudioEngine
    private let form: Form
    private let log: CallbackLog?
    private let errors = Lock<[String]>([])

    init(
        _ receivers: [Receiver], in meeting: Meeting, latency: MediaTime, _ options: ReceiveCommand, _ log: CallbackLog?
    ) {
        (self.receivers, self.log) = (receivers, log)
        subscriptions = TrackSubscriptions(in: meeting)
        engine = AudioEngine(in: meeting, latency: latency)
        let request = VideoRequest(size: options.size.size, format: options.format, range: options.range)
        let policy: DeliveryPolicy =
            switch options.policy {
            case .newest: .newestOnly
            case .late: .lateDiscard
            case .queue: .queue(limit: 4)
            }
        var audio = Self.audioRequest
        if options.sparse { audio.delivery = .sparse(hangOver: Self.hangOver) }
        form = Form(video: VideoSubscriptionOptions(request, policy: policy, budget: options.budget), audio: audio)
    }

    /// The errors of participants who joined and cannot be received.
    var failures: [String] { errors.withLock { $0 } }

    /// A participant of a scenario joined: it is received from now on.
    func participantJoined(_ participant: Participant) {
        guard !participant.isMyself, !participant.isStudioUser else { return }
        do {
            try begin(participant.name, participant.id)
        } catch {
            errors.withLock { $0.append("\(participant.name): \(error)") }
        }
    }

    /// Receives a participant with a name among those of the receivers. One who comes back with the same ID is received
    /// already.
    func begin(_ name: String, _ user: UserID) throws(StudioError) {
        for receiver in receivers where receiver.name == name && receiver.user != user {
            try begin(receiver, user)
        }
    }

    private func begin(_ receiver: Receiver, _ user: UserID) throws(StudioError) {
        let (log, y4m, kept) = (log, receiver.y4m, receiver.kept)
        let stream = "\(receiver.name) \(receiver.videoKind.rawValue)"
        // A participant who rejoins has new tracks; the files have one writer at a time.
        receiver.cancel()
        var options = form.video
        options.queue = receiver.queue
        let video = try subscriptions.video(
            receiver.videoKind, of: user, options, onDrop: { log?.record($0, as: stream) }
        ) { frame in
            log?.record(frame, as: stream)
            y4m?.record(frame)
            if kept.limit > 0 { kept.append(frame.keep()) }
        }
        let audio = try engine.observe(
            .beforeMixing(user, receiver.audioKind), form.audio,
            recording(to: receiver.wav, as: "\(receiver.name) \(receiver.audioKind.rawValue)"))
        receiver.add(video, audio, of: user)
    }

    /// Receives the mix of all participants.
    func observeMix(to wav: WAVRecorder?) throws(StudioError) -> AudioObservation {
        try engine.observe(.mixed, Self.audioRequest, recording(to: wav, as: "mixed"))
    }

    private func recording(
        to wav: WAVRecorder?, as stream: String
    ) -> @Sendable (UnsafeBufferPointer<Int16>, AudioBlockDescription) -> Void {
        let log = log
        return { samples, description in
            log?.record(samples, description, as: stream)
            wav?.record(samples, description)
        }
    }

    /// Ends all: no callback follows, except running ones.
    func end() {
        subscriptions.cancelAll()
        engine.stop()
    }
}
