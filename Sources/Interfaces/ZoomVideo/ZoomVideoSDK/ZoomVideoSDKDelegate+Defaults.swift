import ZoomVideoRawData

// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

extension ZoomVideoSDKDelegateReceiver {
    /// Calls the next spelling.
    public func onUserJoin(_ helper: ZoomVideoSDKUserHelper!, users userArray: [ZoomVideoSDKUser]!) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onUserJoin(
            helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserLeave(_ helper: ZoomVideoSDKUserHelper!, users userArray: [ZoomVideoSDKUser]!) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onUserLeave(
            helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper!, user userArray: [ZoomVideoSDKUser]!) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onUserVideoStatusChanged(
            helper, user: userArray)
    }

    /// Calls the next spelling.
    public func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper!, user userArray: [ZoomVideoSDKUser]!) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onUserAudioStatusChanged(
            helper, user: userArray)
    }

    /// Calls the next spelling.
    public func onUserShareStatusChanged(
        _ helper: ZoomVideoSDKShareHelper!, user: ZoomVideoSDKUser!, shareAction: ZoomVideoSDKShareAction!
    ) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onUserShareStatusChanged(
            helper, user: user, shareAction: shareAction)
    }

    /// Calls the next spelling.
    public func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper!, users userArray: [ZoomVideoSDKUser]!) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onUserActiveAudioChanged(
            helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper!, users user: ZoomVideoSDKUser!) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onUserHostChanged(
            helper, users: user)
    }

    /// Calls the next spelling.
    public func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onMixedAudioRawDataReceived(rawData)
    }

    /// Calls the next spelling.
    public func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onOneWayAudioRawDataReceived(
            rawData, user: user)
    }

    /// Calls the next spelling.
    public func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        (self as? any ZoomVideoSDKOptionalDelegateReceiver)?.onSharedAudioRawDataReceived(rawData)
    }
}

extension ZoomVideoSDKOptionalDelegateReceiver {
    /// Calls the next spelling.
    public func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onUserJoin(helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onUserLeave(helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper?, user userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onUserVideoStatusChanged(helper, user: userArray)
    }

    /// Calls the next spelling.
    public func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper?, user userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onUserAudioStatusChanged(helper, user: userArray)
    }

    /// Calls the next spelling.
    public func onUserShareStatusChanged(
        _ helper: ZoomVideoSDKShareHelper?, user: ZoomVideoSDKUser?, shareAction: ZoomVideoSDKShareAction?
    ) {
        guard let helper, let user, let shareAction else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onUserShareStatusChanged(
            helper, user: user, shareAction: shareAction)
    }

    /// Calls the next spelling.
    public func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        guard let helper, let userArray else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onUserActiveAudioChanged(helper, users: userArray)
    }

    /// Calls the next spelling.
    public func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper?, users user: ZoomVideoSDKUser?) {
        guard let helper, let user else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onUserHostChanged(helper, users: user)
    }

    /// Calls the next spelling.
    public func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) {
        guard let rawData else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onMixedAudioRawDataReceived(rawData)
    }

    /// Calls the next spelling.
    public func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
        guard let rawData, let user else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onOneWayAudioRawDataReceived(rawData, user: user)
    }

    /// Calls the next spelling.
    public func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) {
        guard let rawData else { return }
        (self as? any ZoomVideoSDKPlainDelegateReceiver)?.onSharedAudioRawDataReceived(rawData)
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
