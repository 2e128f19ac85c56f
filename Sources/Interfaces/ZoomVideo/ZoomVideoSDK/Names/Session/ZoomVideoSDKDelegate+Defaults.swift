import ZoomVideoRawData

// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

extension ZoomVideoSDKDelegateReceiver {
    private var next: (any ZoomVideoSDKOptionalDelegateReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKDelegate).self) ?? self as? any ZoomVideoSDKOptionalDelegateReceiver
    }

    /// Calls the next spelling.
    public func onUserJoin(_ helper: ZoomVideoSDKUserHelper!, users userArray: [ZoomVideoSDKUser]!) {
        next?.onUserJoin(
            helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserLeave(_ helper: ZoomVideoSDKUserHelper!, users userArray: [ZoomVideoSDKUser]!) {
        next?.onUserLeave(
            helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper!, user userArray: [ZoomVideoSDKUser]!) {
        next?.onUserVideoStatusChanged(
            helper, user: userArray)
    }

    /// Calls the next spelling.
    public func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper!, user userArray: [ZoomVideoSDKUser]!) {
        next?.onUserAudioStatusChanged(
            helper, user: userArray)
    }

    /// Calls the next spelling.
    public func onUserShareStatusChanged(
        _ helper: ZoomVideoSDKShareHelper!, user: ZoomVideoSDKUser!, shareAction: ZoomVideoSDKShareAction!
    ) {
        next?.onUserShareStatusChanged(
            helper, user: user, shareAction: shareAction)
    }

    /// Calls the next spelling.
    public func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper!, users userArray: [ZoomVideoSDKUser]!) {
        next?.onUserActiveAudioChanged(
            helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper!, users user: ZoomVideoSDKUser!) {
        next?.onUserHostChanged(
            helper, users: user)
    }

    /// Calls the next spelling.
    public func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        next?.onMixedAudioRawDataReceived(rawData)
    }

    /// Calls the next spelling.
    public func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        next?.onOneWayAudioRawDataReceived(
            rawData, user: user)
    }

    /// Calls the next spelling.
    public func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        next?.onSharedAudioRawDataReceived(rawData)
    }
}

extension ZoomVideoSDKOptionalDelegateReceiver {
    private var next: (any ZoomVideoSDKPlainDelegateReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKDelegate).self) ?? self as? any ZoomVideoSDKPlainDelegateReceiver
    }

    /// Calls the next spelling.
    public func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        next?.onUserJoin(helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        next?.onUserLeave(helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper?, user userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        next?.onUserVideoStatusChanged(helper, user: userArray)
    }

    /// Calls the next spelling.
    public func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper?, user userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        next?.onUserAudioStatusChanged(helper, user: userArray)
    }

    /// Calls the next spelling.
    public func onUserShareStatusChanged(
        _ helper: ZoomVideoSDKShareHelper?, user: ZoomVideoSDKUser?, shareAction: ZoomVideoSDKShareAction?
    ) {
        guard let helper, let user, let shareAction else { return }
        next?.onUserShareStatusChanged(
            helper, user: user, shareAction: shareAction)
    }

    /// Calls the next spelling.
    public func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        next?.onUserActiveAudioChanged(helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper?, users user: ZoomVideoSDKUser?) {
        guard let helper, let user else { return }
        next?.onUserHostChanged(helper, users: user)
    }

    /// Calls the next spelling.
    public func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) {
        guard let rawData else { return }
        next?.onMixedAudioRawDataReceived(rawData)
    }

    /// Calls the next spelling.
    public func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
        guard let rawData, let user else { return }
        next?.onOneWayAudioRawDataReceived(rawData, user: user)
    }

    /// Calls the next spelling.
    public func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) {
        guard let rawData else { return }
        next?.onSharedAudioRawDataReceived(rawData)
    }
}

extension ZoomVideoSDKPlainDelegateReceiver {
    /// Does nothing.
    public func onUserJoin(_ helper: ZoomVideoSDKUserHelper, users userArray: [ZoomVideoSDKUser]) {
        CallbackCheck.missed(self)
    }

    /// Does nothing.
    public func onUserLeave(_ helper: ZoomVideoSDKUserHelper, users userArray: [ZoomVideoSDKUser]) {
        CallbackCheck.missed(self)
    }

    /// Does nothing.
    public func onUserVideoStatusChanged(
        _ helper: ZoomVideoSDKVideoHelper, user userArray: [ZoomVideoSDKUser]
    ) { CallbackCheck.missed(self) }

    /// Does nothing.
    public func onUserAudioStatusChanged(
        _ helper: ZoomVideoSDKAudioHelper, user userArray: [ZoomVideoSDKUser]
    ) { CallbackCheck.missed(self) }

    /// Does nothing.
    public func onUserShareStatusChanged(
        _ helper: ZoomVideoSDKShareHelper, user: ZoomVideoSDKUser, shareAction: ZoomVideoSDKShareAction
    ) { CallbackCheck.missed(self) }

    /// Does nothing.
    public func onUserActiveAudioChanged(
        _ helper: ZoomVideoSDKUserHelper, users userArray: [ZoomVideoSDKUser]
    ) { CallbackCheck.missed(self) }

    /// Does nothing.
    public func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper, users user: ZoomVideoSDKUser) {
        CallbackCheck.missed(self)
    }

    /// Does nothing.
    public func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData) { CallbackCheck.missed(self) }

    /// Does nothing.
    public func onOneWayAudioRawDataReceived(
        _ rawData: ZoomVideoSDKAudioRawData, user: ZoomVideoSDKUser
    ) { CallbackCheck.missed(self) }

    /// Does nothing.
    public func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData) { CallbackCheck.missed(self) }
}
