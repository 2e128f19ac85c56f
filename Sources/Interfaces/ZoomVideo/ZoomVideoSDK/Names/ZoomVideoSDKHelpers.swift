import StudioCore
import ZoomVideoRawData

/// Connects, mutes and subscribes to audio.
public final class ZoomVideoSDKAudioHelper: NSObject, @unchecked Sendable {
    // Safety: no state.
    static let shared = ZoomVideoSDKAudioHelper()

    private override init() {
        super.init()
    }

    /// Connects the local user's audio.
    ///
    /// - Returns: `Errors_Not_In_Session` outside a session.
    @discardableResult
    public func startAudio() -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.changeAudio { $0.isConnected = true } }
    }

    /// Disconnects the local user's audio.
    ///
    /// - Returns: `Errors_Not_In_Session` outside a session.
    @discardableResult
    public func stopAudio() -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.changeAudio { $0.isConnected = false } }
    }

    /// Mutes a user; the local one without an argument. Only a host or a manager mutes others.
    ///
    /// - Returns: `Errors_Not_In_Session` outside a session, `Errors_Wrong_Usage` when the role does not permit it,
    ///   `Errors_Invalid_Parameter` after the user left.
    @discardableResult
    public func muteAudio(_ user: ZoomVideoSDKUser?) -> ZoomVideoSDKError { setMuted(true, user) }

    /// Unmutes the local user, also without an argument. Another user is asked to unmute, by a host or a manager, and
    /// decides.
    ///
    /// - Returns: `Errors_Not_In_Session` outside a session, `Errors_Wrong_Usage` when the role does not permit it,
    ///   `Errors_Invalid_Parameter` after the user left.
    @discardableResult
    public func unmuteAudio(_ user: ZoomVideoSDKUser?) -> ZoomVideoSDKError { setMuted(false, user) }

    private func setMuted(_ isMuted: Bool, _ user: ZoomVideoSDKUser?) -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.setMuted(isMuted, user?.id ?? .none) }
    }

    /// Begins the audio callbacks; a second call changes nothing.
    ///
    /// - Returns: `Errors_Not_In_Session` outside a session.
    @discardableResult
    public func subscribe() -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.native.subscribeAudio() }
    }

    /// Ends the audio callbacks: a running one finishes, none follows. Without a subscription, nothing changes.
    ///
    /// - Returns: `Errors_Not_In_Session` outside a session.
    @discardableResult
    public func unSubscribe() -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.native.unsubscribeAudio() }
    }
}

/// Switches the local user's camera.
public final class ZoomVideoSDKVideoHelper: NSObject, @unchecked Sendable {
    // Safety: no state.
    static let shared = ZoomVideoSDKVideoHelper()

    private override init() {
        super.init()
    }

    /// Switches the camera on.
    ///
    /// - Returns: `Errors_Not_In_Session` outside a session, `Errors_Video_Module_Error` without a camera.
    @discardableResult
    public func startVideo() -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.setVideo(isOn: true) }
    }

    /// Switches the camera off.
    ///
    /// - Returns: `Errors_Not_In_Session` outside a session.
    @discardableResult
    public func stopVideo() -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.setVideo(isOn: false) }
    }
}

/// An argument of events.
public final class ZoomVideoSDKUserHelper: NSObject, @unchecked Sendable {
    // Safety: no state.
    static let shared = ZoomVideoSDKUserHelper()

    private override init() {
        super.init()
    }
}

/// Has no members: chat is not emulated.
public final class ZoomVideoSDKChatHelper: NSObject, @unchecked Sendable {
    // Safety: no state.
    static let shared = ZoomVideoSDKChatHelper()

    private override init() {
        super.init()
    }
}
