import FacadeSupport
import MediaInputs
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import ZoomVideoRawData

/// The state behind the facade; one per process.
final class SessionHost: Sendable {
    static let shared = SessionHost()
    /// Held by a test with exclusive use of the SDK.
    static let access = ExclusiveAccess()

    /// The joined session.
    struct Joined: Sendable {
        let session: ZoomVideoSDKSession
        let meeting: Meeting
        let userName: String
        let media: LocalMedia
        let microphone: VirtualMicrophone?
        /// Of a session without a test.
        let studio: StudioController?
        /// What the outputs of such a session get.
        let publication: ClientPublication?
        var audio: LocalAudio
        /// Whether the users were reported.
        var hasRoster = false
        /// When each remote user was last heard.
        var heard: [UserID: MediaTime] = [:]

        /// Ends the local user's media and their outputs.
        func end() {
            media.stop()
            publication?.finish()
        }
    }

    /// How the local user's audio is connected.
    struct LocalAudio: Hashable, Sendable {
        var isConnected: Bool
        var isMuted: Bool

        var isOn: Bool { isConnected && !isMuted }
    }

    private struct State: Sendable {
        var native: RawDataSession?
        var emulated: EmulatedSession?
        var violations = ViolationLog(clock: SystemClock())
        var joined: Joined?
        var startDate = Date(timeIntervalSince1970: 0)
    }

    let calls = CallLog()
    let delegate = DelegateReference<any ZoomVideoSDKDelegate>("ZoomVideoSDK.delegate")
    private let state = Lock(State())

    var emulated: EmulatedSession? { state.withLock { $0.emulated } }
    var violations: ViolationLog { state.withLock { $0.violations } }
    /// The date of zero on the session's clock.
    var startDate: Date { state.withLock { $0.startDate } }
    var joined: Joined? { state.withLock { $0.joined } }
    var session: ZoomVideoSDKSession? { joined?.session }
    var hasRoster: Bool { joined?.hasRoster ?? false }
    var userName: String? { joined?.userName }

    /// The native session; made at the first use.
    var native: RawDataSession {
        if let native = state.withLock({ $0.native }) { return native }
        let fresh = newSession(emulated, isStrict: false)
        return state.withLock { state in
            let native = state.native ?? fresh
            state.native = native
            return native
        }
    }

    private func newSession(_ emulated: EmulatedSession?, isStrict: Bool) -> RawDataSession {
        var options = emulated?.options ?? RawDataSession.Options()
        options.machine.isStrict = isStrict
        return RawDataSession(options) { [weak self] error, isRefusal in self?.report(error, isRefusal: isRefusal) }
    }

    func report(_ error: StudioError, isRefusal: Bool) {
        if isRefusal { violations.report(error) } else { violations.warn(error) }
    }

    // MARK: Joining

    func join(_ context: ZoomVideoSDKSessionContext) -> ZoomVideoSDKSession? {
        let name = context.sessionName ?? ""
        calls.record("joinSession(_:)", [name, context.userName ?? ""])
        let speaker = context.virtualAudioSpeakerDelegate.map { SpeakerAudio($0) }
        let microphone = context.virtualAudioMicDelegate
        let (entrance, isSource) = (Lock<Entrance?>(nil), context.externalVideoSourceDelegate != nil)
        do throws(StudioError) {
            let meeting = try native.join(
                name: name, token: context.token ?? "", delegate: DelegateAudio(),
                includesLocalUser: context.audioOption?.isMyVoiceInMix ?? true, speaker: speaker
            ) {
                let fresh = Entrance(emulated, violations)
                entrance.set(fresh)
                return fresh.meeting
            }
            if isSource || context.preProcessorDelegate != nil { reportUnusedDelegate() }
            guard let entrance = entrance.withLock({ $0 }) else { return nil }
            let joined = Joined(
                session: ZoomVideoSDKSession(name), meeting: meeting,
                userName: context.userName ?? meeting.localUser.name,
                media: LocalMedia(
                    in: meeting, camera: entrance.camera, voice: microphone == nil ? entrance.voice : nil),
                microphone: microphone.map { VirtualMicrophone($0, in: meeting) }, studio: entrance.studio,
                publication: entrance.publish(),
                audio: LocalAudio(
                    isConnected: context.audioOption?.connect ?? true, isMuted: context.audioOption?.mute ?? false))
            begin(joined, date: entrance.startDate, hasVideo: context.videoOption?.localVideoOn ?? true)
            return joined.session
        } catch {
            // The delegate of this call, not of a later one.
            let (code, target) = (error.code.vendor, WeakReference(delegate.target))
            let call: @Sendable () -> Void = { target.object?.onError(code, detail: 0) }
            if let emulated {
                emulated.errors.enqueue(call)
            } else {
                DispatchQueue.main.async(execute: call)
            }
            return nil
        }
    }

    private func reportUnusedDelegate() {
        report(
            StudioError(
                .rawDataUnusedDelegate, "an external video source or a pre-processor is set",
                hint: "use the virtual microphone, or Production Studio to send video"), isRefusal: false)
    }

    private func begin(_ joined: Joined, date: Date, hasVideo: Bool) {
        let before = state.withLock { state in
            defer { (state.joined, state.startDate) = (joined, date) }
            return state.joined
        }
        before?.end()
        // Left while the outputs were opened. A leave that comes later finds the session.
        guard native.meeting === joined.meeting else { return end(joined) }
        if joined.audio.isOn { joined.media.setMicrophone(isOn: true) }
        if hasVideo, joined.media.hasCamera {
            do throws(StudioError) {
                try setVideo(isOn: true, joined)
            } catch {
                report(error, isRefusal: false)
            }
        }
        SessionEvents(joined.session, joined.meeting).begin()
    }

    // MARK: Leaving

    func leave() throws(StudioError) {
        let meeting = native.meeting
        try native.leave()
        // After the leave: a join that still waits for its outputs either is found here, or finds that it was left.
        guard let joined, joined.meeting === meeting else { return }
        end(joined)
    }

    private func end(_ joined: Joined) {
        close(joined)
        if joined.studio != nil { joined.meeting.leave() }
    }

    /// The session ended without a call of the client.
    func end(_ session: ZoomVideoSDKSession) {
        guard let joined, joined.session === session else { return }
        native.end()
        close(joined)
    }

    private func close(_ joined: Joined) {
        let isCurrent = state.withLock { state in
            guard state.joined?.session === joined.session else { return false }
            state.joined = nil
            return true
        }
        guard isCurrent else { return }
        joined.end()
        let native = native
        joined.meeting.callbackQueue.enqueue { [self] in
            joined.microphone?.finish()
            // The session of an earlier test is not reported to the delegate of a later one.
            if state.withLock({ $0.native === native }) { delegate.target?.onSessionLeave() }
        }
    }

    /// Changes the state of a session that is still joined.
    @discardableResult
    func update<Result: Sendable>(
        _ session: ZoomVideoSDKSession, _ body: (inout Joined) -> Result
    ) -> Result? {
        state.withLock { state in
            guard var joined = state.joined, joined.session === session else { return nil }
            let result = body(&joined)
            state.joined = joined
            return result
        }
    }

    func isCurrent(_ session: ZoomVideoSDKSession) -> Bool { self.session === session }

    // MARK: Tests

    func prepare(_ session: EmulatedSession?, isStrict: Bool) {
        let (native, joined) = state.withLock { ($0.native, $0.joined) }
        native?.end()
        joined?.end()
        delegate.object = nil
        var fresh = State()
        fresh.emulated = session
        if let session { fresh.violations = ViolationLog(clock: session.clock) }
        fresh.native = newSession(session, isStrict: isStrict)
        state.set(fresh)
        calls.reset()
    }
}

/// What a session that is being joined consists of: those of the test, or of the environment.
private struct Entrance: Sendable {
    let meeting: Meeting
    let camera: ParticipantSource?
    let voice: Tone?
    let startDate: Date
    var studio: StudioController?

    init(_ emulated: EmulatedSession?, _ violations: ViolationLog) {
        if let emulated {
            (meeting, startDate) = (emulated.meeting, emulated.startDate)
            (camera, voice) = (emulated.camera?.localSource(seed: emulated.seed), emulated.microphone.tone)
            return
        }
        let seed = ClientEnvironment.process.seed
        let studio = ClientEnvironment.process.enterAsReceiver(.rawData, violations)
        (self.studio, meeting) = (studio, studio.meeting)
        startDate = Date().addingTimeInterval(-meeting.clock.now.seconds)
        camera = EmulatedSession.Camera.pattern().localSource(seed: seed ?? .random(in: .min ... .max))
        voice = Tone(frequency: 440, level: 0.2)
    }

    /// Publishes the local user's camera and microphone to the outputs of the environment, before they are switched on.
    func publish() -> ClientPublication? {
        guard studio != nil else { return nil }
        let size = camera?.size ?? ParticipantSource.defaultSize
        let publication = ClientEnvironment.process.publish(
            ClientPublication.Form(width: size.width, height: size.height), clock: meeting.clock)
        publication?.setCamera(meeting.localTracks.camera)
        publication?.setMicrophone(meeting.localTracks.microphone)
        return publication
    }
}
