import AgoraRawAudio
import FacadeSupport
import MediaReceiving
import StudioCore

/// Gets and edits the audio at the points of the engine: the observer of 4.x. All members are optional, and called on
/// the audio thread. The returned values have no effect.
public protocol AgoraAudioFrameDelegate: AnyObject {
    /// The local microphone.
    @discardableResult
    func onRecordAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool
    /// All remote users.
    @discardableResult
    func onPlaybackAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool
    /// The microphone and all remote users.
    @discardableResult
    func onMixedAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool
    /// Never called.
    @discardableResult
    func onEarMonitoringAudioFrame(_ frame: AgoraAudioFrame) -> Bool
    /// One remote user.
    @discardableResult
    func onPlaybackAudioFrame(beforeMixing frame: AgoraAudioFrame, channelId: String, uid: UInt) -> Bool
    /// The wanted callbacks; asked again while running.
    func getObservedAudioFramePosition() -> AgoraAudioFramePosition
    /// The format of the record callback.
    func getRecordAudioParams() -> AgoraAudioParams
    /// The format of the playback callback.
    func getPlaybackAudioParams() -> AgoraAudioParams
    /// The format of the mixed callback.
    func getMixedAudioParams() -> AgoraAudioParams
    /// Never called.
    func getEarMonitoringAudioParams() -> AgoraAudioParams
}

extension AgoraAudioFrameDelegate {
    /// Leaves the audio unchanged.
    public func onRecordAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool { frame.passUnreached() }
    /// Leaves the audio unchanged.
    public func onPlaybackAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool { frame.passUnreached() }
    /// Leaves the audio unchanged.
    public func onMixedAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool { frame.passUnreached() }
    /// Leaves the audio unchanged.
    public func onEarMonitoringAudioFrame(_ frame: AgoraAudioFrame) -> Bool { frame.passUnreached() }
    /// Leaves the audio unchanged.
    public func onPlaybackAudioFrame(beforeMixing frame: AgoraAudioFrame, channelId: String, uid: UInt) -> Bool {
        frame.passUnreached()
    }
    /// Playback and record.
    public func getObservedAudioFramePosition() -> AgoraAudioFramePosition { [.playback, .record, .unspecified] }
    /// Asks for no format.
    public func getRecordAudioParams() -> AgoraAudioParams { UnspecifiedAudioParams() }
    /// Asks for no format.
    public func getPlaybackAudioParams() -> AgoraAudioParams { UnspecifiedAudioParams() }
    /// Asks for no format.
    public func getMixedAudioParams() -> AgoraAudioParams { UnspecifiedAudioParams() }
    /// Asks for no format.
    public func getEarMonitoringAudioParams() -> AgoraAudioParams { UnspecifiedAudioParams() }
}

extension AgoraAudioFrame {
    fileprivate func passUnreached() -> Bool {
        isUnreached = true
        return true
    }
}

/// Connects a delegate to the engine.
final class FrameObserver: RawAudioObserver {
    private let delegate: WeakReference<any AgoraAudioFrameDelegate>
    private let isolation = IsolationCheck<any AgoraAudioFrameDelegate>()

    init(_ delegate: any AgoraAudioFrameDelegate) {
        self.delegate = WeakReference(delegate)
    }

    func wantedPoints() -> RawAudioPoints? {
        delegate.object.map { RawAudioPoints($0.getObservedAudioFramePosition()) }
    }

    func parameters(at point: RawAudioPoints) -> RawAudioParameters? {
        guard let delegate = delegate.object else { return nil }
        let asked: AgoraAudioParams? =
            switch point {
            case .record: delegate.getRecordAudioParams()
            case .playback: delegate.getPlaybackAudioParams()
            case .mixed: delegate.getMixedAudioParams()
            default: nil
            }
        return asked is UnspecifiedAudioParams ? nil : asked?.native
    }

    func receive(_ block: RawAudioBlock) -> RawAudioResult {
        let frame = AgoraAudioFrame(block)
        guard let delegate = delegate.object else { return .unreached(block.shape) }
        switch block.point {
        case .record: _ = delegate.onRecordAudioFrame(frame, channelId: block.channel)
        case .playback: _ = delegate.onPlaybackAudioFrame(frame, channelId: block.channel)
        case .mixed: _ = delegate.onMixedAudioFrame(frame, channelId: block.channel)
        default:
            _ = delegate.onPlaybackAudioFrame(
                beforeMixing: frame, channelId: block.channel, uid: UInt(block.user?.rawValue ?? 0))
        }
        if !frame.isUnreached {
            isolation.check(delegate) { AgoraEngine.shared.process.report($0, isRefusal: false) }
        }
        var result = frame.result
        result.isReached = !frame.isUnreached
        // Without getObservedAudioFramePosition, this point was not requested.
        result.isRequested = !delegate.getObservedAudioFramePosition().contains(.unspecified)
        return result
    }
}

extension RawAudioPoints {
    init(_ position: AgoraAudioFramePosition) {
        self = []
        if position.contains(.record) { insert(.record) }
        if position.contains(.playback) { insert(.playback) }
        if position.contains(.mixed) { insert(.mixed) }
        if position.contains(.beforeMixing) { insert(.beforeMixing) }
    }
}
