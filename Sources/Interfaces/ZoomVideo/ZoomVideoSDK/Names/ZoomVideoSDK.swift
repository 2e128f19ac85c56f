// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import FacadeSupport
import StudioCore
import StudioRuntime
import ZoomVideoRawData

/// The SDK. All members may be called from any thread, also inside callbacks; no call waits for a callback.
///
/// The rules are those of `psstudio rules --interface zoom-video-sdk-raw-data`.
public final class ZoomVideoSDK: NSObject, @unchecked Sendable {
    // Safety: the state is that of the host, which has a lock.
    private static let instance = ZoomVideoSDK()

    private override init() {
        super.init()
    }

    /// The SDK of the process.
    public class func shareInstance() -> ZoomVideoSDK? { instance }

    /// Gets events and audio; not retained.
    public var delegate: (any ZoomVideoSDKDelegate)? {
        get { VideoSDKEngine.shared.delegate.object }
        set { VideoSDKEngine.shared.delegate.object = newValue }
    }

    /// Stores the memory modes of the next session.
    ///
    /// - Returns: `Errors_Wrong_Usage` inside a session.
    @discardableResult
    public func initialize(_ params: ZoomVideoSDKInitParams) -> ZoomVideoSDKError {
        VideoSDKEngine.shared.process.calls.record("initialize(_:)", [params.domain ?? "", "\(params.enableLog)"])
        return result { () throws(StudioError) in try VideoSDKEngine.shared.native.initialize(params.native) }
    }

    /// Joins a session; `onSessionJoin` follows.
    ///
    /// - Returns: `nil` when the SDK was not initialised, a session is joined, or the context has no session name;
    ///   `onError` follows.
    @discardableResult
    public func joinSession(_ context: ZoomVideoSDKSessionContext) -> ZoomVideoSDKSession? {
        VideoSDKEngine.shared.join(context)
    }

    /// Leaves the session; `onSessionLeave` follows. A running callback finishes, no further data follows.
    ///
    /// - Parameter end: recorded.
    /// - Returns: `Errors_Session_Not_Started` without a session.
    @discardableResult
    public func leaveSession(_ end: Bool) -> ZoomVideoSDKError {
        VideoSDKEngine.shared.process.calls.record("leaveSession(_:)", ["\(end)"])
        return result { () throws(StudioError) in try VideoSDKEngine.shared.leave() }
    }

    /// The session; `nil` before it is joined and after it was left.
    public func getSession() -> ZoomVideoSDKSession? { VideoSDKEngine.shared.session }

    /// Whether `onSessionJoin` was called, and the session was not left.
    public func isInSession() -> Bool { VideoSDKEngine.shared.native.machineState == .joined }

    /// Connects, mutes and subscribes to audio.
    public func getAudioHelper() -> ZoomVideoSDKAudioHelper! { ZoomVideoSDKAudioHelper.shared }

    /// Switches the camera.
    public func getVideoHelper() -> ZoomVideoSDKVideoHelper! { ZoomVideoSDKVideoHelper.shared }

    /// Shares of others.
    public func getShareHelper() -> ZoomVideoSDKShareHelper! { ZoomVideoSDKShareHelper.shared }

    /// Has no members.
    public func getChatHelper() -> ZoomVideoSDKChatHelper! { ZoomVideoSDKChatHelper.shared }
}

/// A joined session.
public final class ZoomVideoSDKSession: NSObject, @unchecked Sendable {
    // Safety: immutable; the meeting has a lock.
    private let name: String

    init(_ name: String) {
        self.name = name
        super.init()
    }

    /// The name.
    public func getName() -> String? { name }

    /// The local user; `nil` after the session was left.
    public func getMySelf() -> ZoomVideoSDKUser? { VideoSDKEngine.shared.localUser }

    /// All other users; `nil` after the session was left.
    public func getRemoteUsers() -> [ZoomVideoSDKUser]? { VideoSDKEngine.shared.remoteUsers }
}
