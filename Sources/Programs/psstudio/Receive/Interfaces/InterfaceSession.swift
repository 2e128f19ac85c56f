import MediaInputs
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// A participant whose media is shown.
struct InterfaceParticipant {
    let name: String
    let user: UserID
    let source: ParticipantSource
}

/// A client of an interface, as a command sees it.
protocol InterfaceClient: AnyObject {
    /// Gets the media of participants who are in the meeting.
    ///
    /// - Throws: an error of the native parts.
    func begin(_ participants: [InterfaceParticipant]) throws
    /// Ends: no callback follows.
    func end()
    /// What was dropped so far.
    var drops: [InterfaceReport.Drop] { get }
}

/// A meeting whose participants are received as a client of an interface receives them.
final class InterfaceSession {
    private let options: ReceiveCommand
    private let interface: InterfaceArgument
    private let player: MeetingPlayer
    private let counts: CallbackCounts
    private let client: any InterfaceClient
    private let reports: Lock<[String]>

    /// - Throws: the error of a source that cannot be opened, or of the native parts.
    init(_ options: ReceiveCommand, as interface: InterfaceArgument) throws {
        (self.options, self.interface) = (options, interface)
        player = MeetingPlayer(seed: options.seed, isFast: options.fast)
        let counts = CallbackCounts(player.meeting.clock)
        let reports = Lock<[String]>([])
        (self.counts, self.reports) = (counts, reports)
        let context = InterfaceContext(
            meeting: player.meeting, counts: counts, options: options, seed: player.seed,
            report: { error in
                reports.withLock { lines in
                    if !lines.contains("\(error)") { lines.append("\(error)") }
                }
            })
        client =
            switch interface {
            case .zoom: RawDataInterfaceClient(context)
            case .avcapture: CaptureInterfaceClient(context)
            case .agora: AudioInterfaceClient(context)
            case .zego: RenderingInterfaceClient(context)
            }
        var participants: [InterfaceParticipant] = []
        for argument in options.participants {
            let user = player.meeting.add(argument.name).id
            let source = Self.source(argument, options, interface, seed: player.seed &+ UInt64(participants.count))
            participants.append(InterfaceParticipant(name: argument.name, user: user, source: source))
        }
        for participant in participants {
            try player.publish(participant.source, of: participant.user, as: participant.name)
        }
        try client.begin(participants.filter { options.users.isEmpty || options.users.contains($0.name) })
    }

    /// A remote participant's media; with a capture output, the media of a camera.
    private static func source(
        _ argument: ParticipantArgument, _ options: ReceiveCommand, _ interface: InterfaceArgument, seed: UInt64
    ) -> ParticipantSource {
        if interface == .avcapture, !options.exact {
            return .camera(argument.source, loops: options.loop, seed: seed)
        }
        var source = ParticipantSource(seed: seed, isExact: options.exact)
        (source.path, source.loops) = (argument.source, options.loop)
        return source
    }

    /// Receives until the end of all sources, the duration, or a signal.
    func run() -> InterfaceReport {
        player.run(until: options.duration?.time)
        let duration = player.meeting.clock.now
        let drops = client.drops
        client.end()
        _ = player.meeting.waitUntilAtRest(seconds: 10)
        return InterfaceReport(
            interface, player, duration: duration, callbacks: counts.rows, drops: drops,
            reports: reports.withLock { $0 })
    }
}

/// What a client of an interface needs.
struct InterfaceContext {
    let meeting: Meeting
    let counts: CallbackCounts
    let options: ReceiveCommand
    let seed: UInt64
    /// Gets violations and warnings.
    let report: @Sendable (StudioError) -> Void
}

extension FrameDescription {
    /// `I420 640x360, strides 640 320 320`.
    var argumentText: String {
        let strides = layout.planes.map { "\($0.stride)" }.joined(separator: " ")
        return "\(layout.format.rawValue) \(layout.width)x\(layout.height), strides \(strides)"
    }
}
