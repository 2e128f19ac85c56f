import AgoraRawAudio
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// The state behind the facade; one per process.
final class AgoraCore: Sendable {
    static let shared = AgoraCore()
    /// Held by a test with exclusive use of the engine.
    static let access = ExclusiveAccess()

    private struct State: Sendable {
        var engine: AgoraRtcEngineKit?
        var emulated: EmulatedChannel?
        var isStrict = false
        var violations = ViolationLog(clock: SystemClock())
        var media = Media()
        /// The number of meetings that were entered or abandoned.
        var entries = 0
    }

    /// What belongs to a meeting without a test.
    private struct Media: Sendable {
        var studio: StudioController?
        var microphone: ToneFeed?
        /// What the outputs get: what the channel hears.
        var publication: ClientPublication?

        func end() {
            microphone?.stop()
            publication?.finish()
            studio?.meeting.leave()
        }
    }

    let calls = CallLog()
    private let state = Lock(State())

    var emulated: EmulatedChannel? { state.withLock { $0.emulated } }
    var violations: ViolationLog { state.withLock { $0.violations } }

    /// Whether there is a meeting without a test, with its microphone.
    var hasMedia: Bool { state.withLock { $0.media.studio != nil } }

    var joinedMeeting: Meeting? { state.withLock { $0.engine }?.native.meeting }

    // MARK: Engine

    func engine(appID: String, delegate: (any AgoraRtcEngineDelegate)?) -> AgoraRtcEngineKit {
        if let engine = state.withLock({ $0.engine }) {
            if let delegate { engine.delegate = delegate }
            return engine
        }
        let (isStrict, emulated) = state.withLock { ($0.isStrict, $0.emulated) }
        let seed = emulated?.seed ?? ClientEnvironment.process.seed
        var options = RawAudioEngine.Options(seed: seed ?? .random(in: .min ... .max))
        options.isStrict = isStrict
        let fresh = AgoraRtcEngineKit(appID: appID, delegate: delegate, options: options)
        return state.withLock { state in
            if state.engine == nil { state.engine = fresh }
            return state.engine ?? fresh
        }
    }

    func destroy() {
        let engine = state.withLock { state in
            defer { state.engine = nil }
            return state.engine
        }
        let meeting = engine?.native.meeting
        engine?.native.destroy()
        if let meeting { endMeeting(meeting) } else { abandonMeeting() }
    }

    // MARK: Meeting

    /// The meeting of a channel that is being joined: the test's, or one of the environment.
    func enterMeeting() -> Meeting {
        if let emulated { return emulated.meeting }
        // A server accepts one publication: the earlier one ends first.
        let entry = replaceMedia()
        let studio = ClientEnvironment.process.enterAsReceiver(.rawAudio, violations)
        let meeting = studio.meeting
        let publication = ClientEnvironment.process.publish(.audio, clock: meeting.clock)
        let media = Media(
            studio: studio, microphone: ToneFeed(.voice, to: meeting.localTracks.microphone, clock: meeting.clock),
            publication: publication)
        let isCurrent = state.withLock { state in
            guard state.entries == entry else { return false }
            state.media = media
            return true
        }
        // Left while the outputs were opened.
        if !isCurrent { media.end() }
        return meeting
    }

    /// Ends the media of the current meeting, and of one that is being entered.
    ///
    /// - Returns: the number of the entry that may begin now.
    @discardableResult
    private func replaceMedia() -> Int {
        let (media, entry) = state.withLock { state in
            defer { state.media = Media() }
            state.entries += 1
            return (state.media, state.entries)
        }
        media.end()
        return entry
    }

    /// The channel was left before its join has returned.
    func abandonMeeting() { replaceMedia() }

    /// Receives the audio of a tap.
    func receive(_ samples: UnsafeBufferPointer<Int16>, at tap: RawAudioTap) {
        let (emulated, publication) = state.withLock { ($0.emulated, $0.media.publication) }
        emulated?.receive(samples, at: tap)
        if tap == .channel { publication?.append(samples) }
    }

    func leaveMeeting(
        _ meeting: Meeting, _ engine: AgoraRtcEngineKit, _ stats: AgoraChannelStats, _ block: LeaveBlock
    ) {
        meeting.callbackQueue.enqueue { [weak engine] in
            if let body = block.body { return body(stats) }
            if let engine { engine.delegate?.rtcEngine(engine, didLeaveChannelWith: stats) }
        }
        endMeeting(meeting)
    }

    func endMeeting(_ meeting: Meeting) {
        guard emulated?.meeting !== meeting else { return }
        // The client may have entered another channel meanwhile.
        let media = state.withLock { state in
            guard state.media.studio?.meeting === meeting else { return Media() }
            defer { state.media = Media() }
            return state.media
        }
        media.end()
    }

    // MARK: Tests

    func prepare(_ channel: EmulatedChannel?, isStrict: Bool) {
        destroy()
        var fresh = State()
        (fresh.emulated, fresh.isStrict) = (channel, isStrict)
        if let channel { fresh.violations = ViolationLog(clock: channel.clock) }
        state.set(fresh)
        calls.reset()
    }
}

extension Tone {
    /// The local user's voice.
    static let voice = Tone(frequency: 440, level: 0.2)
}
