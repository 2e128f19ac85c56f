import MediaInputs
import MediaReceiving
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// A meeting whose participants are received and recorded.
final class ReceiveSession {
    /// A received participant, or a shared screen.
    private struct Receiver {
        let name: String
        let user: UserID
        let isShare: Bool
        let video: VideoSubscription
        let audio: AudioObservation
        let y4m: Y4MRecorder?
        let wav: WAVRecorder?
        let kept: KeptFrames
    }

    private let options: ReceiveCommand
    private let player: MeetingPlayer
    private let subscriptions: TrackSubscriptions
    private let engine: AudioEngine
    private var receivers: [Receiver] = []
    private var mix: (audio: AudioObservation, wav: WAVRecorder?)?
    private let log: CallbackLog?
    private let events = Lock<[SessionEvent]>([])

    /// Audio that arrives up to this much late is not lost; its recordings are aligned with the video again.
    private static let latency = MediaTime.milliseconds(40)
    private static let audioRequest = AudioRequest(.program, blockSamples: 960)

    /// - Throws: a ``CommandFailure`` for a file that cannot be written, the error of a source that cannot be opened.
    init(_ options: ReceiveCommand, _ files: RecordingFiles?) throws {
        self.options = options
        player = MeetingPlayer(seed: options.seed, isFast: options.fast)
        let meeting = player.meeting
        subscriptions = TrackSubscriptions(in: meeting)
        engine = AudioEngine(in: meeting, latency: Self.latency)
        log =
            if let path = options.log {
                CallbackLog(try RecordingFiles.open(path, overwrites: options.force), of: meeting)
            } else {
                nil
            }
        meeting.onTrackEvent { [clock = meeting.clock, events] event in
            let time = clock.now
            events.withLock { $0.append(SessionEvent(sequence: $0.count + 1, time: time, event)) }
        }
        let participants = options.participants.map { ($0, meeting.add($0.name).id) }
        let origin = meeting.clock.now
        for (argument, user) in participants where options.users.isEmpty || options.users.contains(argument.name) {
            receivers.append(try receive(argument.name, user, isShare: false, files, origin))
            guard options.shares.contains(where: { $0.name == argument.name }) else { continue }
            receivers.append(try receive(argument.name, user, isShare: true, files, origin))
        }
        if options.mixed {
            let wav = try files.map { try Self.wav($0.open("mixed.wav"), origin) }
            mix = (try engine.observe(.mixed, Self.audioRequest, recording(to: wav, as: "mixed")), wav)
        }
        for (index, (argument, user)) in participants.enumerated() {
            try publish(argument, of: user, isShare: false, seed: player.seed &+ UInt64(index))
            guard let share = options.shares.first(where: { $0.name == argument.name }) else { continue }
            try publish(share, of: user, isShare: true, seed: player.seed &+ UInt64(index + participants.count))
        }
    }

    private func publish(_ argument: ParticipantArgument, of user: UserID, isShare: Bool, seed: UInt64) throws {
        var source = ParticipantSource(seed: seed, isExact: options.exact)
        source.path = argument.source
        source.loops = options.loop
        source.isShare = isShare
        try player.publish(source, of: user, as: argument.name)
    }

    private static func wav(_ writer: ByteWriter, _ origin: MediaTime) -> WAVRecorder {
        WAVRecorder(writer, audioRequest.format, origin: origin, latency: latency)
    }

    private func receive(
        _ name: String, _ user: UserID, isShare: Bool, _ files: RecordingFiles?, _ origin: MediaTime
    ) throws -> Receiver {
        let file = isShare ? "\(name).share" : name
        let (videoKind, audioKind) = isShare ? (TrackKind.shareVideo, .shareAudio) : (.camera, TrackKind.microphone)
        let isRecorded = options.format == .i420
        let y4m =
            try isRecorded
            ? files.map {
                Y4MRecorder(try $0.open("\(file).y4m"), rate: options.fps.rate, origin: origin)
            } : nil
        var audioRequest = Self.audioRequest
        if options.sparse { audioRequest.delivery = .sparse(hangOver: .milliseconds(300)) }
        let wav = try files.map { try Self.wav($0.open("\(file).wav"), origin) }
        let kept = KeptFrames(limit: options.hold)
        let request = VideoRequest(size: options.size.size, format: options.format, range: options.range)
        let (log, stream) = (log, "\(name) \(videoKind.rawValue)")
        let video = try subscriptions.video(
            videoKind, of: user, VideoSubscriptionOptions(request, policy: policy, budget: options.budget),
            onDrop: { log?.record($0, as: stream) }
        ) { frame in
            log?.record(frame, as: stream)
            y4m?.record(frame)
            if kept.limit > 0 { kept.append(frame.keep()) }
        }
        let audio = try engine.observe(
            .beforeMixing(user, audioKind), audioRequest, recording(to: wav, as: "\(name) \(audioKind.rawValue)"))
        return Receiver(
            name: name, user: user, isShare: isShare, video: video, audio: audio, y4m: y4m, wav: wav, kept: kept)
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

    private var policy: DeliveryPolicy {
        switch options.policy {
        case .newest: .newestOnly
        case .late: .lateDiscard
        case .queue: .queue(limit: 4)
        }
    }

    // MARK: The session

    /// Receives until the end of all sources, the duration, or a signal.
    func run() -> ReceiveReport {
        player.run(until: options.duration?.time)
        let time = player.meeting.clock.now
        subscriptions.cancelAll()
        engine.stop()
        _ = player.meeting.waitUntilAtRest(seconds: 10)
        var report = ReceiveReport(seed: player.seed, duration: time, events: events.withLock { $0 })
        for receiver in receivers {
            let errors = [receiver.y4m?.finish(at: time) ?? 0, receiver.wav?.finish(at: time) ?? 0]
            report.add(errors, of: receiver.name)
            let video = ReceiveReport.Video(receiver.video, receiver.y4m?.statistics)
            let audio = ReceiveReport.Audio(receiver.audio.statistics)
            if receiver.isShare {
                report.users[report.users.count - 1].share = ReceiveReport.Share(video: video, audio: audio)
            } else {
                report.users.append(
                    ReceiveReport.User(
                        name: receiver.name, user: receiver.user, video: video, audio: audio))
            }
            if let leak = receiver.video.budget.leakReport { report.messages.append("\(receiver.name): \(leak)") }
            receiver.kept.removeAll()
        }
        if let mix {
            report.add([mix.wav?.finish(at: time) ?? 0], of: "mixed")
            report.mixed = ReceiveReport.Audio(mix.audio.statistics)
        }
        if let log { report.add([log.finish()], of: "--log") }
        for failure in player.failures { report.fail(failure, .source) }
        if let reason = player.interruption { report.interrupt(reason) }
        return report
    }
}
