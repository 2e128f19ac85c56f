import MediaInputs
import MediaReceiving
import ProgramConsole
import SessionProtocol
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioScenario

/// A meeting whose participants are received and recorded.
final class ReceiveSession {
    private let options: ReceiveCommand
    private let player: MeetingPlayer
    private let reception: Reception
    /// The participants of the options, in order.
    private var users: [UserID] = []
    private var mix: (audio: AudioObservation, wav: WAVRecorder?)?
    private let log: CallbackLog?
    private let events = Lock<[SessionEvent]>([])
    /// Keep recordings from overwriting the sources, which are opened later.
    private let claims: [FileClaim]

    /// Audio that arrives up to this much late is not lost; its recordings are aligned with the video again.
    private static let latency = MediaTime.milliseconds(40)

    /// - Throws: a ``CommandFailure`` for a file that cannot be written, the error of a source that cannot be opened.
    init(_ options: ReceiveCommand, _ scenario: Scenario?, _ files: RecordingFiles?) throws {
        self.options = options
        let sources = (options.participants + options.shares).compactMap(\.source)
        claims = sources.compactMap { try? FileClaim.reading($0) }
        player = MeetingPlayer(seed: options.meeting.seed, isFast: options.fast, scenario: scenario)
        let meeting = player.meeting
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
        let origin = meeting.clock.now
        let names = scenario?.names ?? options.participants.map(\.name)
        let sharing = scenario?.sharing ?? options.shares.map(\.name)
        var receivers: [Receiver] = []
        for name in names where options.users.isEmpty || options.users.contains(name) {
            receivers.append(try Self.receiver(name, isShare: false, options, files, origin))
            guard sharing.contains(name) else { continue }
            receivers.append(try Self.receiver(name, isShare: true, options, files, origin))
        }
        reception = Reception(receivers, in: meeting, latency: Self.latency, options, log)
        if scenario != nil {
            meeting.onEvent { [reception] event in
                if case .joined(let participant) = event { reception.participantJoined(participant) }
            }
        } else {
            try addParticipants(to: meeting)
        }
        if options.mixed {
            let wav = try files.map { try Self.wav($0.open("mixed.wav"), origin) }
            mix = (try reception.observeMix(to: wav), wav)
        }
        try publish()
    }

    /// Adds the participants of the options, and receives them.
    private func addParticipants(to meeting: Meeting) throws {
        users = options.participants.map { meeting.add($0.name).id }
        for (argument, user) in zip(options.participants, users) { try reception.begin(argument.name, user) }
    }

    /// Publishes the media of the options, or begins the scenario.
    private func publish() throws {
        player.begin()
        for (index, (argument, user)) in zip(options.participants, users).enumerated() {
            try publish(argument, of: user, isShare: false, seed: player.seed &+ UInt64(index))
            guard let share = options.shares.first(where: { $0.name == argument.name }) else { continue }
            try publish(share, of: user, isShare: true, seed: player.seed &+ UInt64(index + users.count))
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
        WAVRecorder(writer, Reception.audioRequest.format, origin: origin, latency: latency)
    }

    /// The files of a participant, or of a shared screen.
    private static func receiver(
        _ name: String, isShare: Bool, _ options: ReceiveCommand, _ files: RecordingFiles?, _ origin: MediaTime
    ) throws -> Receiver {
        let file = isShare ? "\(name).share" : name
        let isRecorded = options.format == .i420
        let y4m =
            try isRecorded
            ? files.map {
                Y4MRecorder(try $0.open("\(file).y4m"), rate: options.fps, origin: origin)
            } : nil
        let wav = try files.map { try Self.wav($0.open("\(file).wav"), origin) }
        return Receiver(name, isShare: isShare, y4m: y4m, wav: wav, kept: KeptFrames(limit: options.hold))
    }

    // MARK: The session

    /// Receives until the end of all sources, the duration, or a signal.
    func run() -> ReceiveReport {
        player.run(until: options.duration)
        let time = player.meeting.clock.now
        reception.end()
        _ = player.meeting.waitUntilAtRest(seconds: 10)
        var report = ReceiveReport(seed: player.seed, duration: time, events: events.withLock { $0 })
        report.messages += player.scenarioNotes
        // After a signal it might still have joined.
        if player.interruption == nil, let failure = player.joinFailure { report.fail(failure, .refused) }
        for failure in reception.failures { report.fail(failure, .bug) }
        for receiver in reception.receivers {
            let errors = [receiver.y4m?.finish(at: time) ?? 0, receiver.wav?.finish(at: time) ?? 0]
            report.add(errors, of: receiver.name)
            let video = ReceiveReport.Video(
                receiver.video, budget: options.budget, receiver.y4m?.statistics)
            let audio = ReceiveReport.Audio(receiver.audio.map(\.statistics))
            if receiver.isShare {
                report.users[report.users.count - 1].share = ReceiveReport.Share(video: video, audio: audio)
            } else {
                report.users.append(
                    ReceiveReport.User(
                        name: receiver.name, user: receiver.user, video: video, audio: audio))
            }
            for leak in receiver.video.compactMap(\.budget.leakReport) {
                report.messages.append("\(receiver.name): \(leak)")
            }
            receiver.kept.removeAll()
        }
        if let mix {
            report.add([mix.wav?.finish(at: time) ?? 0], of: "mixed")
            report.mixed = ReceiveReport.Audio([mix.audio.statistics])
        }
        if let log { report.add([log.finish()], of: "--log") }
        for failure in player.failures { report.fail(failure, .source) }
        if let reason = player.interruption { report.interrupt(reason) }
        return report
    }
}
