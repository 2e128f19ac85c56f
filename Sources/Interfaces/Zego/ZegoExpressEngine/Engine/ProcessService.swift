import FacadeEnvironment
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import ZegoCustomRendering

/// The service of a process without a test: the test pattern as the camera, and meetings of `PSSTUDIO_SCENARIO` as rooms.
final class ProcessService: CustomRenderingService {
    let directory = StreamDirectory()
    private let clock: any StudioClock
    private let environment: ClientEnvironment
    private let violations: ViolationLog
    /// The rooms by their meetings. There are two while a client leaves one room and enters the next one.
    private let rooms = Lock<[ObjectIdentifier: JoinedSession<Void>]>([:])

    init(_ clock: any StudioClock, _ environment: ClientEnvironment, _ violations: ViolationLog) {
        (self.clock, self.environment, self.violations) = (clock, environment, violations)
    }

    func startCamera(_ settings: CaptureSettings, to track: Track) throws(StudioError) -> @Sendable () -> Void {
        try EmulatedVideo.pattern().startCamera(settings, to: track, clock: clock, seed: environment.seed)
    }

    /// Publishes the main channel to the outputs of the environment, in the size in which it is encoded. Of two channels
    /// that publish at the same time, a server accepts one.
    func publish(_ camera: Track, _ settings: CaptureSettings, channel: Int) -> (@Sendable () -> Void)? {
        guard channel == ZegoPublishChannel.main.native else { return nil }
        let form = ClientPublication.Form(
            width: settings.encodedWidth, height: settings.encodedHeight,
            rate: Rate(Int64(settings.framesPerSecond)) ?? .thirty, hasAudio: false)
        guard let publication = environment.publish(form, clock: clock) else { return nil }
        publication.setCamera(camera)
        return { publication.finish() }
    }

    func meeting(of room: String) -> Meeting {
        let session = JoinedSession<Void>(ProcessEnvironment(environment), .customRendering, violations, clock: clock) {
            _ in
        }
        rooms.withLock { $0[ObjectIdentifier(session.meeting)] = session }
        return session.meeting
    }

    func leave(_ meeting: Meeting) { rooms.withLock { $0.removeValue(forKey: ObjectIdentifier(meeting)) }?.end() }
}
