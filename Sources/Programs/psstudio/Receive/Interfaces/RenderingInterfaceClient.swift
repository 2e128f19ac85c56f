import MediaInputs
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// A client of custom video rendering: renders the preview of a test pattern and each stream.
final class RenderingInterfaceClient: InterfaceClient {
    private let context: InterfaceContext
    private let engine: CustomRenderingEngine
    private let service: Service
    private let renderer: Renderer
    private var sources = [RenderSource.captured(channel: 0)]

    private final class Renderer: CustomRenderingObserver {
        let counts: CallbackCounts
        let kept: Lock<[RenderSource: KeptFrames]> = Lock([:])
        let limit: Int

        init(_ counts: CallbackCounts, keeping limit: Int) {
            (self.counts, self.limit) = (counts, limit)
        }

        func receive(_ frame: borrowing ReceivedFrame, _ rendered: RenderedFrame) -> RenderReception {
            let text = rendered.frame.argumentText
            switch rendered.source {
            case .captured:
                let flip = rendered.flip == .horizontal ? ".X" : ".none"
                counts.note(
                    "onCapturedVideoFrameRawData(_:dataLength:param:flipMode:channel:)", "preview",
                    "\(text), flipMode \(flip)")
            case .remote(let stream):
                counts.note("onRemoteVideoFrameRawData(_:dataLength:param:streamID:)", stream, text)
            }
            if limit > 0 {
                let kept = kept.withLock { entries -> KeptFrames in
                    let kept = entries[rendered.source] ?? KeptFrames(limit: limit)
                    entries[rendered.source] = kept
                    return kept
                }
                kept.append(frame.keep())
            }
            return .reached
        }
    }

    private final class Service: CustomRenderingService {
        let directory = StreamDirectory()
        let meeting: Meeting
        let seed: UInt64

        init(_ meeting: Meeting, seed: UInt64) {
            (self.meeting, self.seed) = (meeting, seed)
        }

        func startCamera(_ settings: CaptureSettings, to track: Track) throws(StudioError) -> @Sendable () -> Void {
            var source = ParticipantSource(seed: seed, isExact: true)
            source.size = TrackControls.Size(width: settings.width, height: settings.height)
            source.rate = Rate(Int64(settings.framesPerSecond))
            do {
                let feed = try ParticipantFeed(source, to: track, clock: meeting.clock)
                return { feed.stop() }
            } catch {
                throw StudioError(.renderingCamera, "the camera cannot be opened: \(error)")
            }
        }

        func meeting(of room: String) -> Meeting { meeting }
        func leave(_ meeting: Meeting) {}
    }

    init(_ context: InterfaceContext) {
        self.context = context
        service = Service(context.meeting, seed: context.seed)
        renderer = Renderer(context.counts, keeping: context.options.hold)
        var options = CustomRenderingEngine.Options()
        options.occupancy = context.options.busy?.time ?? .zero
        let (counts, report) = (context.counts, context.report)
        engine = CustomRenderingEngine(
            on: context.meeting, service: service, options, report: { error, _ in report(error) },
            onEvent: { $0.count(in: counts) })
    }

    var drops: [InterfaceReport.Drop] {
        sources.flatMap { source in
            engine.statistics(of: source).dropped.map { reason, count in
                InterfaceReport.Drop(source: source.name, reason: reason.rawValue, count: count)
            }
        }
    }

    func begin(_ participants: [InterfaceParticipant]) throws {
        try engine.enable(RenderConfiguration(.raw, isYUV: true))
        try engine.setObserver(renderer)
        try engine.login("room", user: "psstudio")
        try engine.startPreview(channel: 0)
        for entry in participants {
            guard let participant = context.meeting.present(entry.user),
                let stream = service.directory.stream(of: participant)
            else { continue }
            sources.append(.remote(stream: stream.id))
            try engine.startPlaying(stream.id)
        }
    }

    func end() {
        engine.destroy()
        renderer.kept.set([:])
    }
}

extension RenderSource {
    fileprivate var name: String {
        switch self {
        case .captured: "preview"
        case .remote(let stream): stream
        }
    }
}

extension CustomRenderingEvent {
    /// Counts the event under the name of its callback.
    fileprivate func count(in counts: CallbackCounts) {
        switch self {
        case .engine(let isRunning):
            counts.note("onEngineStateUpdate(_:)", "engine", isRunning ? ".start" : ".stop")
        case .connection(let connection, _, let room):
            counts.note("onRoomStateUpdate(_:errorCode:extendedData:roomID:)", room, ".\(connection)")
        case .refusedLogin(let code, let room):
            counts.note("onRoomStateUpdate(_:errorCode:extendedData:roomID:)", room, "\(code)")
        case .streams(let streams, let isAdded, let room):
            let names = streams.map(\.id).joined(separator: ", ")
            counts.note(
                "onRoomStreamUpdate(_:streamList:extendedData:roomID:)", room,
                "\(isAdded ? ".add" : ".delete") \(names)")
        case .users(let users, let isAdded, let room):
            let names = users.map(\.name).joined(separator: ", ")
            counts.note("onRoomUserUpdate(_:userList:roomID:)", room, "\(isAdded ? ".add" : ".delete") \(names)")
        case .publisher(let stream, let flow):
            counts.note("onPublisherStateUpdate(_:errorCode:extendedData:streamID:)", stream, "\(flow)")
        case .player(let stream, let flow):
            counts.note("onPlayerStateUpdate(_:errorCode:extendedData:streamID:)", stream, "\(flow)")
        case .capturedSize(_, let size):
            counts.note("onPublisherVideoSizeChanged(_:channel:)", "preview", "\(size.width)x\(size.height)")
        case .playedSize(let stream, let size):
            counts.note("onPlayerVideoSizeChanged(_:streamID:)", stream, "\(size.width)x\(size.height)")
        }
    }
}
