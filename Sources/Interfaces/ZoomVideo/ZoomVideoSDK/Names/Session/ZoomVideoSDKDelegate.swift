import ZoomVideoRawData

// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

// The three spellings of each parameter, as in ZoomVideoSDKRawDataPipeDelegate.swift. The parameters of a method are spelled
// alike: a method with one `T?` and one `T` is not called.

/// Gets events and audio in the spelling of the guide. Adopt ``ZoomVideoSDKDelegate``.
public protocol ZoomVideoSDKDelegateReceiver: AnyObject {
    /// Users joined, or were present; the local user first.
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper!, users userArray: [ZoomVideoSDKUser]!)
    /// Users left.
    func onUserLeave(_ helper: ZoomVideoSDKUserHelper!, users userArray: [ZoomVideoSDKUser]!)
    /// Users switched their video on or off.
    func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper!, user userArray: [ZoomVideoSDKUser]!)
    /// Users connected, muted or unmuted their audio.
    func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper!, user userArray: [ZoomVideoSDKUser]!)
    /// A user began or stopped to share.
    func onUserShareStatusChanged(
        _ helper: ZoomVideoSDKShareHelper!, user: ZoomVideoSDKUser!, shareAction: ZoomVideoSDKShareAction!)
    /// Users began to speak; known while audio is subscribed.
    func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper!, users userArray: [ZoomVideoSDKUser]!)
    /// The host changed.
    func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper!, users user: ZoomVideoSDKUser!)
    /// The audio of the whole session, while anyone sounds; on the audio thread.
    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!)
    /// The audio of a remote user, while that user sounds; on the audio thread.
    func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!)
    /// Shared audio, while it sounds; on the audio thread.
    func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!)
}

/// Gets events and audio in the spelling of the header. Adopt ``ZoomVideoSDKDelegate``.
public protocol ZoomVideoSDKOptionalDelegateReceiver: AnyObject {
    /// Users joined, or were present; the local user first.
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?)
    /// Users left.
    func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?)
    /// Users switched their video on or off.
    func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper?, user userArray: [ZoomVideoSDKUser]?)
    /// Users connected, muted or unmuted their audio.
    func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper?, user userArray: [ZoomVideoSDKUser]?)
    /// A user began or stopped to share.
    func onUserShareStatusChanged(
        _ helper: ZoomVideoSDKShareHelper?, user: ZoomVideoSDKUser?, shareAction: ZoomVideoSDKShareAction?)
    /// Users began to speak; known while audio is subscribed.
    func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?)
    /// The host changed.
    func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper?, users user: ZoomVideoSDKUser?)
    /// The audio of the whole session, while anyone sounds; on the audio thread.
    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?)
    /// The audio of a remote user, while that user sounds; on the audio thread.
    func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?)
    /// Shared audio, while it sounds; on the audio thread.
    func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?)
}

/// Gets events and audio in the plain spelling. Adopt ``ZoomVideoSDKDelegate``.
public protocol ZoomVideoSDKPlainDelegateReceiver: AnyObject {
    /// Users joined, or were present; the local user first.
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper, users userArray: [ZoomVideoSDKUser])
    /// Users left.
    func onUserLeave(_ helper: ZoomVideoSDKUserHelper, users userArray: [ZoomVideoSDKUser])
    /// Users switched their video on or off.
    func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper, user userArray: [ZoomVideoSDKUser])
    /// Users connected, muted or unmuted their audio.
    func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper, user userArray: [ZoomVideoSDKUser])
    /// A user began or stopped to share.
    func onUserShareStatusChanged(
        _ helper: ZoomVideoSDKShareHelper, user: ZoomVideoSDKUser, shareAction: ZoomVideoSDKShareAction)
    /// Users began to speak; known while audio is subscribed.
    func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper, users userArray: [ZoomVideoSDKUser])
    /// The host changed.
    func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper, users user: ZoomVideoSDKUser)
    /// The audio of the whole session, while anyone sounds; on the audio thread.
    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData)
    /// The audio of a remote user, while that user sounds; on the audio thread.
    func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData, user: ZoomVideoSDKUser)
    /// Shared audio, while it sounds; on the audio thread.
    func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData)
}

/// Gets the events and the audio of a session. All members are optional; events are called on the main queue, and with an
/// emulated session on its queue.
public protocol ZoomVideoSDKDelegate: ZoomVideoSDKDelegateReceiver, ZoomVideoSDKOptionalDelegateReceiver,
    ZoomVideoSDKPlainDelegateReceiver
{
    /// A call failed, the session is reconnecting, or it ended.
    func onError(_ ErrorType: ZoomVideoSDKError, detail details: Int)
    /// The session was joined.
    func onSessionJoin()
    /// The session was left, or ended.
    func onSessionLeave(_ reason: ZoomVideoSDKSessionLeaveReason)
    /// The same in the deprecated form; called unless the other one is implemented.
    func onSessionLeave()
    /// A host or a manager asks the local user to unmute, who decides.
    func onHostAskUnmute()
}

extension ZoomVideoSDKDelegate {
    /// Does nothing.
    public func onError(_ ErrorType: ZoomVideoSDKError, detail details: Int) {}
    /// Does nothing.
    public func onSessionJoin() {}
    /// Calls the deprecated form.
    public func onSessionLeave(_ reason: ZoomVideoSDKSessionLeaveReason) { onSessionLeave() }
    /// Does nothing.
    public func onSessionLeave() {}
    /// Does nothing.
    public func onHostAskUnmute() {}
}
