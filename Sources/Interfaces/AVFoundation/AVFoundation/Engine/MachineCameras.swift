import CameraCapture
import FacadeSupport
import Logging
import MediaInputs
import ProductionStudio
import SessionProtocol
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// The devices of a process without a test. The cameras are the participants of the scenario, or two with the test pattern;
/// the microphone picks up a voice.
final class MachineCameras: Sendable {
    let list: CameraList
    var host: CaptureHost { list.host }
    private let environment: ClientEnvironment
    private let studio: StudioController
    private let feeds = TrackFeeds()

    init(
        _ environment: ClientEnvironment, _ violations: ViolationLog, clock: any StudioClock,
        report: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void
    ) {
        self.environment = environment
        // Sources that the scenario also publishes are cameras of the client's machine.
        environment.feeds.areCameras = true
        studio = environment.enterAsReceiver(
            .capture, violations, clock: clock, queue: DispatchQueue(label: "psstudio.capture"), isCapture: true)
        let meeting = studio.meeting
        list = CameraList(
            CaptureHost(
                in: meeting, rows: .process, onLate: { environment.recordLate(frames: $0, of: .capture) },
                report: report))
        environment.onFinish { [host = list.host] in host.reportLoads() }
        var participants = meeting.serverParticipants.filter { !$0.isMyself }
        if participants.isEmpty {
            participants = ["Back Camera", "Front Camera"].map { meeting.add($0) }
        }
        list.host.addMicrophone("Microphone", AudioFormat(sampleRate: 44_100, channels: 1)) { [feeds] in
            feeds.set(
                ToneFeed(.voice, to: meeting.localTracks.microphone, clock: clock),
                TrackID(participant: .none, kind: .microphone))
        }
        let positions = [CapturePosition.back, .front]
        for (index, participant) in participants.enumerated() {
            let published = environment.firstSource(of: participant.name)
            let position = index < positions.count ? positions[index] : .unspecified
            let source = ParticipantSource.camera(
                published?.path, loops: published?.loops ?? false, seed: environment.seed &+ UInt64(index))
            add(participant, source, position, isPublished: published != nil)
        }
    }

    /// - Parameter isPublished: whether the scenario publishes the source, when it is time.
    private func add(
        _ participant: Participant, _ source: ParticipantSource, _ position: CapturePosition, isPublished: Bool
    ) {
        do {
            let video = try source.videoDescription()
            _ = host.add(
                CaptureSource(
                    participant.name, position, width: Int(video.width), height: Int(video.height), rate: video.rate),
                of: participant.id)
            if !isPublished { try environment.feeds.begin(source, of: participant.id, in: host.meeting) }
        } catch {
            Logger(label: "psstudio").warning("\(participant.name): no camera: \(error)")
        }
    }

    /// Publishes what a camera captures to the outputs, in the size and at the rate of now.
    ///
    /// - Returns: `nil` without outputs, and when another interface of the process uses them.
    func publish(_ camera: CaptureCamera) -> ClientPublication? {
        let format = camera.activeFormat
        let publication = environment.publish(
            ClientPublication.Form(width: format.width, height: format.height, rate: camera.rate, hasAudio: false),
            clock: host.meeting.clock, isCamera: true)
        publication?.setCamera(host.meeting.track(.camera, of: camera.user))
        return publication
    }
}
