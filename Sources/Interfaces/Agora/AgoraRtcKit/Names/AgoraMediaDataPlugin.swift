import AgoraRawAudio
import FacadeSupport
import MediaReceiving
import StudioCore
import StudioRuntime

/// Gets and edits the audio of an ``AgoraMediaDataPlugin``. All members are optional, and called on the audio thread.
///
/// Each has two spellings: the current one, and the one of the guide, whose first argument has a label. The current one
/// is called; by default it calls the guide's one, which by default returns its argument.
public protocol AgoraMediaDataPluginAudioDelegate: AnyObject {
    /// The local microphone.
    @discardableResult
    func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, didRecord audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData
    /// All remote users.
    @discardableResult
    func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData
    /// One remote user.
    @discardableResult
    func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackBeforeMixing audioRawData: AgoraAudioRawData,
        ofUid uid: uint
    ) -> AgoraAudioRawData
    /// The microphone and all remote users.
    @discardableResult
    func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, didMixedAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData

    /// The local microphone, as the guide spells it.
    @discardableResult
    func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, didRecord audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData
    /// All remote users, as the guide spells it.
    @discardableResult
    func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData
    /// One remote user, as the guide spells it.
    @discardableResult
    func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackBeforeMixing audioRawData: AgoraAudioRawData,
        ofUid uid: uint
    ) -> AgoraAudioRawData
    /// The microphone and all remote users, as the guide spells it.
    @discardableResult
    func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, didMixedAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData
}

extension AgoraMediaDataPluginAudioDelegate {
    /// Calls the guide's spelling.
    public func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, didRecord audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData {
        self.mediaDataPlugin(_mediaDataPlugin: mediaDataPlugin, didRecord: audioRawData)
    }

    /// Calls the guide's spelling.
    public func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData {
        self.mediaDataPlugin(_mediaDataPlugin: mediaDataPlugin, willPlaybackAudioRawData: audioRawData)
    }

    /// Calls the guide's spelling.
    public func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackBeforeMixing audioRawData: AgoraAudioRawData,
        ofUid uid: uint
    ) -> AgoraAudioRawData {
        self.mediaDataPlugin(_mediaDataPlugin: mediaDataPlugin, willPlaybackBeforeMixing: audioRawData, ofUid: uid)
    }

    /// Calls the guide's spelling.
    public func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, didMixedAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData {
        self.mediaDataPlugin(_mediaDataPlugin: mediaDataPlugin, didMixedAudioRawData: audioRawData)
    }

    /// Returns the audio unchanged.
    public func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, didRecord audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData { audioRawData.passUnreached() }

    /// Returns the audio unchanged.
    public func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData { audioRawData.passUnreached() }

    /// Returns the audio unchanged.
    public func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackBeforeMixing audioRawData: AgoraAudioRawData,
        ofUid uid: uint
    ) -> AgoraAudioRawData { audioRawData.passUnreached() }

    /// Returns the audio unchanged.
    public func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, didMixedAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData { audioRawData.passUnreached() }
}

extension AgoraAudioRawData {
    fileprivate func passUnreached() -> AgoraAudioRawData {
        isUnreached = true
        return self
    }
}

/// Registers a delegate for the audio of an engine: the wrapper of the vendor's sample for 3.x.
public final class AgoraMediaDataPlugin: NSObject, @unchecked Sendable {
    // Safety: the state is accessed only under its lock.
    private struct State: Sendable {
        var flags: ObserverAudioType = []
        var hasDelegate = false
    }

    private let agoraKit: AgoraRtcEngineKit
    private let delegate = WeakReference<any AgoraMediaDataPluginAudioDelegate>()
    private let isolation = IsolationCheck<any AgoraMediaDataPluginAudioDelegate>()
    private let state = Lock(State())
    private let observer: PluginObserver

    /// Creates a plug-in for an engine.
    public init(agoraKit: AgoraRtcEngineKit) {
        self.agoraKit = agoraKit
        observer = PluginObserver()
        super.init()
        observer.plugin.object = self
    }

    /// Gets the callbacks; not retained.
    public var audioDelegate: (any AgoraMediaDataPluginAudioDelegate)? {
        get { delegate.object }
        set {
            delegate.object = newValue
            state.withLock { $0.hasDelegate = newValue != nil }
        }
    }

    /// Adds callbacks. The first one registers the observer with the engine, in place of an earlier one.
    public func registerAudioRawDataObserver(_ observerType: ObserverAudioType) {
        let isFirst = state.withLock { state in
            defer { state.flags.formUnion(observerType) }
            return state.flags.isEmpty && !observerType.isEmpty
        }
        if isFirst { agoraKit.setObserver(observer) }
    }

    /// Removes callbacks. A running call finishes, none follows.
    public func deregisterAudioRawDataObserver(_ observerType: ObserverAudioType) {
        let isLast = state.withLock { state in
            state.flags.subtract(observerType)
            return state.flags.isEmpty
        }
        if isLast { agoraKit.native.removeObserver(observer) }
    }

    /// The wanted points; `nil` when the delegate was set and is gone.
    fileprivate func wantedPoints() -> RawAudioPoints? {
        let delegate = delegate.object
        let state = state.withLock { $0 }
        guard delegate != nil else { return state.hasDelegate ? nil : [] }
        var points: RawAudioPoints = []
        if state.flags.contains(.recordAudio) { points.insert(.record) }
        if state.flags.contains(.playbackAudio) { points.insert(.playback) }
        if state.flags.contains(.playbackAudioFrameBeforeMixing) { points.insert(.beforeMixing) }
        if state.flags.contains(.mixedAudio) { points.insert(.mixed) }
        return points
    }

    fileprivate func receive(_ block: RawAudioBlock) -> RawAudioResult {
        let data = AgoraAudioRawData(block)
        guard let delegate = delegate.object else { return .unreached(block.shape) }
        let returned =
            switch block.point {
            case .record: delegate.mediaDataPlugin(self, didRecord: data)
            case .playback: delegate.mediaDataPlugin(self, willPlaybackAudioRawData: data)
            case .mixed: delegate.mediaDataPlugin(self, didMixedAudioRawData: data)
            default:
                delegate.mediaDataPlugin(
                    self, willPlaybackBeforeMixing: data, ofUid: uint(block.user?.rawValue ?? 0))
            }
        if !data.isUnreached {
            isolation.check(delegate) { AgoraEngine.shared.process.report($0, isRefusal: false) }
        }
        var result = returned.result(for: block)
        result.isReached = !data.isUnreached
        return result
    }
}

/// Connects a plug-in to the engine, without retaining it.
private final class PluginObserver: RawAudioObserver {
    let plugin = WeakReference<AgoraMediaDataPlugin>()

    func wantedPoints() -> RawAudioPoints? { plugin.object?.wantedPoints() }
    func parameters(at point: RawAudioPoints) -> RawAudioParameters? { nil }

    func receive(_ block: RawAudioBlock) -> RawAudioResult {
        plugin.object?.receive(block) ?? .unreached(block.shape)
    }
}
