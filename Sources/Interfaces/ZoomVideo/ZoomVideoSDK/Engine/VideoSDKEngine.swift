import FacadeEnvironment
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import ZoomVideoRawData

/// The engine of the process: the state behind the facade.
final class VideoSDKEngine: Sendable {
    static let shared = VideoSDKEngine()

    /// The native session is made at the first use. The option is whether it is strict.
    let process: ProcessEngine<EmulatedSession, Bool, RawDataSession>
    let sessions: JoinedSessions<SessionDetails>
    let delegate = DelegateReference<any ZoomVideoSDKDelegate>("ZoomVideoSDK.delegate")

    /// The joined session.
    var joined: Joined? { sessions.current }
    var session: ZoomVideoSDKSession? { joined?.details.session }
    var userName: String? { joined?.details.userName }
    var hasRoster: Bool { joined?.details.hasRoster ?? false }
    /// The date of zero on the clock of the last session.
    var startDate: Date { lastStartDate.withLock { $0 } }
    /// The pipes that the client asked for in this session.
    let pipes = Lock<[RawDataStateMachine.Pipe: ZoomVideoSDKRawDataPipe]>([:])
    private let lastStartDate = Lock(Date(timeIntervalSince1970: 0))

    private init() {
        let process = ProcessEngine<EmulatedSession, Bool, RawDataSession>(false, in: .process) { native, _ in
            VideoSDKEngine.shared.end(native)
        }
        self.process = process
        sessions = JoinedSessions { process.engine?.meeting }
    }

    var native: RawDataSession {
        process.engine {
            var options = process.service?.options ?? Self.processOptions
            options.machine.isStrict = process.options
            let session = RawDataSession(options) { [process] in process.report($0, isRefusal: $1) }
            if process.service == nil {
                ClientEnvironment.process.onFinish { [weak session] in session?.reportHeldData() }
            }
            return session
        }
    }

    private static var processOptions: RawDataSession.Options {
        var options = RawDataSession.Options()
        options.machine.rows = .process
        return options
    }

    func report(_ error: StudioError, isRefusal: Bool) { process.report(error, isRefusal: isRefusal) }

    // MARK: Joining

    func join(_ context: ZoomVideoSDKSessionContext) -> ZoomVideoSDKSession? {
        let name = context.sessionName ?? ""
        process.calls.record("joinSession(_:)", [name, context.userName ?? ""])
        let speaker = context.speaker.target.map { SpeakerAudio($0) }
        let (entered, native) = (Lock<Joined?>(nil), native)
        sessions.waitUntilLeft()
        native.reportHeldData()
        do throws(StudioError) {
            _ = try native.join(
                name: name, token: context.token ?? "", delegate: DelegateAudio(),
                includesLocalUser: context.audioOption?.isMyVoiceInMix ?? true, speaker: speaker,
                isAudioConnected: context.audioOption?.connect ?? true
            ) {
                let session = sessions.enter { enter(context, native) }
                entered.set(session)
                return session.meeting
            }
        } catch {
            reportFailure(error)
            return nil
        }
        if context.source.target != nil { reportUnusedDelegate() }
        guard let joined = entered.exchange(nil) else { return nil }
        publish(joined)
        if sessions.settle(joined) { begin(joined, hasVideo: context.videoOption?.localVideoOn ?? true) }
        return joined.details.session
    }

    /// Enters the meeting of a session: the test's, or one of the environment.
    private func enter(_ context: ZoomVideoSDKSessionContext, _ native: RawDataSession) -> Joined {
        let microphone = context.microphone.target
        let (camera, voice, seed) = localMedia
        let preProcessor = context.preProcessor.target.map { PreProcessorReference("preProcessorDelegate", $0) }
        pipes.set([:])
        let joined = process.enter(.rawData) { meeting in
            SessionDetails(
                session: ZoomVideoSDKSession(context.sessionName ?? ""),
                userName: context.userName ?? meeting.localUser.name,
                media: LocalMedia(
                    in: meeting, camera: camera, seed: seed, voice: microphone == nil ? voice : nil, preProcessor),
                microphone: microphone.map {
                    VirtualMicrophone($0, in: meeting, failsFirstSend: process.service?.failsFirstSend ?? false)
                },
                audio: LocalAudio(
                    isConnected: context.audioOption?.connect ?? true, isMuted: context.audioOption?.mute ?? false))
        }
        let zero = Date().addingTimeInterval(-joined.meeting.clock.now.seconds)
        lastStartDate.set(process.service?.startDate ?? zero)
        let (media, virtualMicrophone) = (joined.details.media, joined.details.microphone)
        joined.atEnd { [self, meeting = joined.meeting, weak joined] in
            media.stop()
            let reason = joined?.details.leaveReason ?? .unknown
            meeting.callbackQueue.enqueue { [self] in
                // The session of an earlier test is not reported to the delegate of a later one.
                guard process.engine === native else { return }
                virtualMicrophone?.finish()
                delegate.target?.onSessionLeave(reason)
            }
        }
        return joined
    }

    /// The local camera and voice, and the seed of the camera. No network is between a client and its own camera.
    private var localMedia: (camera: EmulatedVideo?, voice: Tone?, seed: UInt64) {
        guard let service = process.service else {
            return (.pattern(isExact: true), .voice, ClientEnvironment.process.seed)
        }
        var camera = service.camera
        camera?.isExact = true
        return (camera, service.microphone.tone, service.seed)
    }

    /// Publishes the local user's camera and microphone to the outputs of the environment, before they are switched on.
    private func publish(_ joined: Joined) {
        guard process.service == nil else { return }
        let (size, tracks) = (joined.details.media.size, joined.meeting.localTracks)
        let form = ClientPublication.Form(width: size.width, height: size.height)
        guard let publication = ClientEnvironment.process.publish(form, clock: joined.meeting.clock) else { return }
        publication.setCamera(tracks.camera)
        publication.setMicrophone(tracks.microphone)
        joined.atEnd { publication.finish() }
    }

    private func begin(_ joined: Joined, hasVideo: Bool) {
        let (media, audio) = (joined.details.media, joined.details.audio)
        if audio.isOn { media.setMicrophone(isOn: true) }
        if hasVideo, media.hasCamera {
            do throws(StudioError) {
                try setVideo(isOn: true, joined)
            } catch {
                report(error, isRefusal: false)
            }
        }
        SessionEvents(joined).begin()
    }

    /// Calls a callback of the delegate, in whichever spelling it has.
    func notify(_ callback: (any ZoomVideoSDKDelegateReceiver) -> Void) {
        guard let delegate = delegate.target else { return }
        CallbackCheck.isImplemented(by: delegate) { callback($0) }
    }

    private func reportUnusedDelegate() {
        report(
            StudioError(
                .rawDataUnusedDelegate, "an external video source is set",
                hint: "video that is sent cannot be tested; audio can, by the virtual microphone"), isRefusal: false)
    }

    private func reportFailure(_ error: StudioError) {
        // The delegate of this call, not of a later one.
        let (code, target) = (error.code.vendor, WeakReference(delegate.target))
        let call: @Sendable () -> Void = { target.object?.onError(code, detail: 0) }
        if let service = process.service {
            service.errors.enqueue(call)
        } else {
            DispatchQueue.main.async(execute: call)
        }
    }

    // MARK: Leaving

    func leave() throws(StudioError) {
        try sessions.leave { () throws(StudioError) in try native.leave() }
    }

    /// The session ended without a call of the client.
    func end(_ joined: Joined, _ reason: ZoomVideoSDKSessionLeaveReason) {
        guard joined.update({ $0.leaveReason = reason }) != nil else { return }
        sessions.leave { native.end() }
    }

    /// A test begins or ends.
    private func end(_ native: RawDataSession?) {
        sessions.leave { native?.end() }
        delegate.object = nil
    }
}

/// A session that is joined.
typealias Joined = JoinedSession<SessionDetails>

struct SessionDetails: Sendable {
    let session: ZoomVideoSDKSession
    let userName: String
    let media: LocalMedia
    let microphone: VirtualMicrophone?
    var audio: LocalAudio
    /// Whether the users were reported.
    var hasRoster = false
    /// Why the session will have been left: the client's call, unless it ends earlier.
    var leaveReason = ZoomVideoSDKSessionLeaveReason.bySelf
    /// The remote users whose shares were reported.
    var sharing: Set<UserID> = []
    /// When each remote user was last heard.
    var heard: [UserID: MediaTime] = [:]
}

/// How the local user's audio is connected.
struct LocalAudio: Hashable, Sendable {
    var isConnected: Bool
    var isMuted: Bool

    var isOn: Bool { isConnected && !isMuted }
}
