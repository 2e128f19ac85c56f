import AgoraRawAudio
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// The engine. All members may be called from any thread, also inside callbacks.
///
/// Results are 0 or a negated error code; the rules are those of `psstudio rules --interface agora-raw-audio`.
public final class AgoraRtcEngineKit: NSObject, @unchecked Sendable {
    // Safety: the native engine, its sessions and the weak reference have locks; the rest is immutable.
    let native: RawAudioEngine
    let sessions: JoinedSessions<ChannelDetails>
    private let appID: String
    let listener: DelegateReference<any AgoraRtcEngineDelegate>
    private let external = Lock(ExternalFormat())
    let departures = ChannelDepartures()
    let contents = PushedContents()

    init(appID: String, delegate: (any AgoraRtcEngineDelegate)?, options: RawAudioEngine.Options) {
        let process = AgoraEngine.shared.process
        self.appID = appID
        listener = DelegateReference(delegate) {
            process.report(
                StudioError(
                    .rawAudioObserverGone, "the delegate of the engine is gone, and an event was due",
                    hint: "keep a reference to it, the engine does not; or leave the channel first"),
                isRefusal: false)
        }
        var options = options
        options.isGuarded = process.service?.guardsMemory ?? false
        let native = RawAudioEngine(options, spelling: { Spelling.of($0) }) { error, isRefusal in
            process.report(error, isRefusal: isRefusal)
        }
        self.native = native
        let sessions = JoinedSessions<ChannelDetails> { [weak native] in native?.meeting }
        self.sessions = sessions
        super.init()
        native.onTap { tap, samples in
            process.service?.receive(samples, at: tap)
            // The first samples come before the join has returned.
            let session = tap == .channel ? sessions.current ?? sessions.latest : nil
            session?.details.publication?.append(samples)
        }
    }

    /// Returns the engine of the process; creates it after ``destroy()``.
    public class func sharedEngine(
        with config: AgoraRtcEngineConfig, delegate: (any AgoraRtcEngineDelegate)?
    ) -> AgoraRtcEngineKit {
        let isNew = AgoraEngine.shared.process.engine == nil
        let engine = AgoraEngine.shared.engine(appID: config.appId ?? "", delegate: delegate)
        if isNew { engine.native.publish { $0.isBroadcast = config.channelProfile == .liveBroadcasting } }
        return engine
    }

    /// Returns the engine of the process; creates it after ``destroy()``.
    public class func sharedEngine(
        withAppId appId: String, delegate: (any AgoraRtcEngineDelegate)?
    ) -> AgoraRtcEngineKit {
        AgoraEngine.shared.engine(appID: appId, delegate: delegate)
    }

    /// Removes the observer, leaves the channel and ends the engine; its calls then return −7. No event follows, also none
    /// of an earlier ``leaveChannel(_:)``. A call inside a callback is reported: the vendor's SDK may never return.
    public class func destroy() {
        AgoraEngine.shared.process.removeEngine()?.end()
    }

    func end() {
        sessions.leave { native.destroy() }
        if departures.cancel() { native.reportInterruptedLeave() }
    }

    /// Gets the events; not retained.
    public var delegate: (any AgoraRtcEngineDelegate)? {
        get { listener.object }
        set { listener.object = newValue }
    }

    /// An address that identifies the engine; `nil` after ``destroy()``.
    public func getNativeHandle() -> UnsafeMutableRawPointer? {
        native.machineState == .destroyed ? nil : Unmanaged.passUnretained(native).toOpaque()
    }

    // MARK: Channel

    /// Joins a channel. The block is called once, on the callback queue, after this call returned.
    @discardableResult
    public func joinChannel(
        byToken token: String?, channelId: String, info: String?, uid: UInt,
        joinSuccess: ((String, UInt, Int) -> Void)? = nil
    ) -> Int32 {
        join(channelId, uid, nil, joinSuccess)
    }

    /// Joins a channel. The block is called once, on the callback queue, after this call returned.
    @discardableResult
    public func joinChannel(
        byToken token: String?, channelId: String, uid: UInt, mediaOptions: AgoraRtcChannelMediaOptions,
        joinSuccess: ((String, UInt, Int) -> Void)? = nil
    ) -> Int32 {
        join(channelId, uid, mediaOptions, joinSuccess)
    }

    private func join(
        _ name: String, _ uid: UInt, _ options: AgoraRtcChannelMediaOptions?, _ block: ((String, UInt, Int) -> Void)?
    ) -> Int32 {
        result { () throws(StudioError) in
            let entered = Lock<ChannelSession?>(nil)
            sessions.waitUntilLeft()
            let channel = try native.join(name, user: uid, appID: appID) {
                apply(options ?? AgoraRtcChannelMediaOptions(), subscribes: options != nil)
                let session = sessions.enter { .enter() }
                entered.set(session)
                return session.meeting
            }
            guard let session = entered.exchange(nil), sessions.settle(session) else { return }
            ChannelEvents.begin(self, channel, session, JoinBlock(block))
        }
    }

    /// Leaves the channel. The block is called on the callback queue, before anything of the next channel, and not after
    /// ``destroy()``.
    @discardableResult
    public func leaveChannel(_ leaveChannelBlock: ((AgoraChannelStats) -> Void)? = nil) -> Int32 {
        let block = ClientBlock(leaveChannelBlock)
        let session = sessions.current ?? sessions.latest
        return result { () throws(StudioError) in
            try sessions.leave { () throws(StudioError) in
                try native.leave()
                guard let session else { return }
                departures.add(session, block)
            }
            session?.meeting.callbackQueue.enqueue(after: ChannelDepartures.delay) { [departures, weak self] in
                departures.deliver(from: self)
            }
        }
    }

    /// Changes which media is published.
    ///
    /// - Returns: 0; −8 outside a channel.
    @discardableResult
    public func updateChannel(with mediaOptions: AgoraRtcChannelMediaOptions) -> Int32 {
        result { () throws(StudioError) in
            try native.requireChannel("updateChannel(with:)", .rawAudioNeedsChannel)
            apply(mediaOptions, subscribes: false)
        }
    }

    /// The format of audio that is pushed without one.
    var externalFormat: ExternalFormat {
        get { external.withLock { $0 } }
        set { external.set(newValue) }
    }

    // MARK: Observers

    func setObserver(_ observer: (any RawAudioObserver)?) {
        _ = result { () throws(StudioError) in try native.setObserver(observer) }
    }

    /// Sets the delegate of 4.x in place of an earlier one or a plug-in; `nil` removes it. It is not retained.
    ///
    /// - Returns: false after ``destroy()``.
    @discardableResult
    public func setAudioFrameDelegate(_ delegate: (any AgoraAudioFrameDelegate)?) -> Bool {
        result { () throws(StudioError) in try native.setObserver(delegate.map { FrameObserver($0) }) } == 0
    }

    /// The format of the record callback.
    @discardableResult
    public func setRecordingAudioFrameParametersWithSampleRate(
        _ sampleRate: Int, channel: Int, mode: AgoraAudioRawFrameOperationMode, samplesPerCall: Int
    ) -> Int32 {
        setFormat(.record, sampleRate, channel, mode, samplesPerCall)
    }

    /// The format of the playback callback.
    @discardableResult
    public func setPlaybackAudioFrameParametersWithSampleRate(
        _ sampleRate: Int, channel: Int, mode: AgoraAudioRawFrameOperationMode, samplesPerCall: Int
    ) -> Int32 {
        setFormat(.playback, sampleRate, channel, mode, samplesPerCall)
    }

    /// The format of the mixed callback, in mono.
    @discardableResult
    public func setMixedAudioFrameParametersWithSampleRate(_ sampleRate: Int, samplesPerCall: Int) -> Int32 {
        setFormat(.mixed, sampleRate, 1, .readWrite, samplesPerCall)
    }

    /// The format of the mixed callback.
    @discardableResult
    public func setMixedAudioFrameParametersWithSampleRate(
        _ sampleRate: Int, channel: Int, samplesPerCall: Int
    ) -> Int32 {
        setFormat(.mixed, sampleRate, channel, .readWrite, samplesPerCall)
    }

    /// The format of the callback before mixing, in blocks of 10 ms.
    @discardableResult
    public func setPlaybackAudioFrameBeforeMixingParametersWithSampleRate(_ sampleRate: Int, channel: Int) -> Int32 {
        setFormat(.beforeMixing, sampleRate, channel, .readWrite, nil)
    }

    private func setFormat(
        _ point: RawAudioPoints, _ sampleRate: Int, _ channels: Int, _ mode: AgoraAudioRawFrameOperationMode,
        _ samplesPerCall: Int?
    ) -> Int32 {
        result { () throws(StudioError) in
            try native.setFormat(
                RawAudioParameters(
                    sampleRate: sampleRate, channels: channels, mode: mode.native, samplesPerCall: samplesPerCall),
                at: point)
        }
    }
}

/// How the callbacks are spelled, for messages.
private enum Spelling {
    static func of(_ point: RawAudioPoints) -> String {
        switch point {
        case .record: "implement onRecordAudioFrame(_:channelId:), or mediaDataPlugin(_:didRecord:) with a plug-in"
        case .playback:
            """
            implement onPlaybackAudioFrame(_:channelId:), \
            or mediaDataPlugin(_:willPlaybackAudioRawData:) with a plug-in
            """
        case .mixed:
            "implement onMixedAudioFrame(_:channelId:), or mediaDataPlugin(_:didMixedAudioRawData:) with a plug-in"
        default:
            """
            implement onPlaybackAudioFrame(beforeMixing:channelId:uid:), \
            or mediaDataPlugin(_:willPlaybackBeforeMixing:ofUid:) with a plug-in
            """
        }
    }
}
