import AgoraRawAudio
import FacadeSupport
import MediaReceiving
import StudioCore

/// Gets and edits the audio at the points of the engine: the observer of 3.4.5 to 3.7. All members are required, and called
/// on the audio thread. The returned Boolean values have no effect.
///
/// The first one has two spellings. The vendor's header gives it no Swift name, so that Swift imports it as `onRecord(_:)`;
/// clients write both.
public protocol AgoraAudioDataFrameProtocol: AnyObject {
    /// The local microphone, as the header spells it.
    @discardableResult
    func onRecordAudioFrame(_ frame: AgoraAudioFrame) -> Bool
    /// The local microphone, as Swift imports it.
    @discardableResult
    func onRecord(_ frame: AgoraAudioFrame) -> Bool
    /// All remote users.
    @discardableResult
    func onPlaybackAudioFrame(_ frame: AgoraAudioFrame) -> Bool
    /// The microphone and all remote users.
    @discardableResult
    func onMixedAudioFrame(_ frame: AgoraAudioFrame) -> Bool
    /// One remote user.
    @discardableResult
    func onPlaybackAudioFrame(beforeMixing frame: AgoraAudioFrame, uid: UInt) -> Bool
    /// The wanted callbacks; asked again while running.
    func getObservedAudioFramePosition() -> AgoraAudioFramePosition
    /// The format of the record callback.
    func getRecordAudioParams() -> AgoraAudioParam
    /// The format of the playback callback.
    func getPlaybackAudioParams() -> AgoraAudioParam
    /// The format of the mixed callback.
    func getMixedAudioParams() -> AgoraAudioParam
}

extension AgoraAudioDataFrameProtocol {
    /// Calls the spelling that Swift imports.
    public func onRecordAudioFrame(_ frame: AgoraAudioFrame) -> Bool { onRecord(frame) }
    /// Leaves the audio unchanged.
    public func onRecord(_ frame: AgoraAudioFrame) -> Bool {
        frame.isUnreached = true
        return true
    }
}

/// The spelling of 3.4.5 to 3.7.
public typealias AgoraAudioParam = AgoraAudioParams

extension AgoraRtcEngineKit {
    /// Sets the observer of 3.4.5 to 3.7 in place of an earlier one, of whatever kind; `nil` removes it. It is not retained.
    ///
    /// - Returns: false after ``destroy()``.
    @discardableResult
    public func setAudioDataFrame(_ delegate: (any AgoraAudioDataFrameProtocol)?) -> Bool {
        result { () throws(StudioError) in
            try native.setObserver(delegate.map { DataFrameObserver($0) }, mayBeLate: true)
        } == 0
    }
}

/// Connects an observer of 3.4.5 to the engine.
private final class DataFrameObserver: RawAudioObserver {
    private let delegate: WeakReference<any AgoraAudioDataFrameProtocol>
    private let isolation = IsolationCheck<any AgoraAudioDataFrameProtocol>()

    init(_ delegate: any AgoraAudioDataFrameProtocol) {
        self.delegate = WeakReference(delegate)
    }

    func wantedPoints() -> RawAudioPoints? {
        delegate.object.map { RawAudioPoints($0.getObservedAudioFramePosition()) }
    }

    func parameters(at point: RawAudioPoints) -> RawAudioParameters? {
        guard let delegate = delegate.object else { return nil }
        switch point {
        case .record: return delegate.getRecordAudioParams().native
        case .playback: return delegate.getPlaybackAudioParams().native
        case .mixed: return delegate.getMixedAudioParams().native
        default: return nil
        }
    }

    func receive(_ block: RawAudioBlock) -> RawAudioResult {
        let frame = AgoraAudioFrame(block)
        guard let delegate = delegate.object else { return .unreached(block.shape) }
        switch block.point {
        case .record: delegate.onRecordAudioFrame(frame)
        case .playback: delegate.onPlaybackAudioFrame(frame)
        case .mixed: delegate.onMixedAudioFrame(frame)
        default: delegate.onPlaybackAudioFrame(beforeMixing: frame, uid: UInt(block.user?.rawValue ?? 0))
        }
        if !frame.isUnreached {
            isolation.check(delegate) { AgoraEngine.shared.process.report($0, isRefusal: false) }
        }
        var result = frame.result
        result.isReached = !frame.isUnreached
        return result
    }
}
