import ZoomVideoRawData

// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

/// Gets audio instead of a speaker in the spelling of the guide. Adopt ``ZoomVideoSDKVirtualAudioSpeaker``.
public protocol ZoomVideoSDKVirtualAudioSpeakerReceiver: AnyObject {
    /// The audio of all other users, while anyone sounds.
    func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!)
    /// The audio of a remote user, while that user sounds.
    func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!)
    /// Shared audio, while it sounds.
    func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!)
}

/// Gets audio instead of a speaker in the spelling of the header. Adopt ``ZoomVideoSDKVirtualAudioSpeaker``.
public protocol ZoomVideoSDKOptionalVirtualAudioSpeakerReceiver: AnyObject {
    /// The audio of all other users, while anyone sounds.
    func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?)
    /// The audio of a remote user, while that user sounds.
    func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?)
    /// Shared audio, while it sounds.
    func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?)
}

/// Gets audio instead of a speaker in the plain spelling. Adopt ``ZoomVideoSDKVirtualAudioSpeaker``.
public protocol ZoomVideoSDKPlainVirtualAudioSpeakerReceiver: AnyObject {
    /// The audio of all other users, while anyone sounds.
    func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData)
    /// The audio of a remote user, while that user sounds.
    func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData, user: ZoomVideoSDKUser)
    /// Shared audio, while it sounds.
    func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData)
}

/// Gets what the local user would hear, instead of a speaker: the audio of the others. All members are optional, and called on
/// the audio thread.
public protocol ZoomVideoSDKVirtualAudioSpeaker: ZoomVideoSDKVirtualAudioSpeakerReceiver,
    ZoomVideoSDKOptionalVirtualAudioSpeakerReceiver, ZoomVideoSDKPlainVirtualAudioSpeakerReceiver
{}

extension ZoomVideoSDKVirtualAudioSpeakerReceiver {
    private var next: (any ZoomVideoSDKOptionalVirtualAudioSpeakerReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKVirtualAudioSpeaker).self) ?? self
            as? any ZoomVideoSDKOptionalVirtualAudioSpeakerReceiver
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        next?.onVirtualSpeakerMixedAudioReceived(
            rawData)
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        next?.onVirtualSpeakerOneWayAudioReceived(
            rawData, user: user)
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        next?.onVirtualSpeakerSharedAudioReceived(
            rawData)
    }
}

extension ZoomVideoSDKOptionalVirtualAudioSpeakerReceiver {
    private var next: (any ZoomVideoSDKPlainVirtualAudioSpeakerReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKVirtualAudioSpeaker).self) ?? self
            as? any ZoomVideoSDKPlainVirtualAudioSpeakerReceiver
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?) {
        guard let rawData else { return }
        next?.onVirtualSpeakerMixedAudioReceived(rawData)
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
        guard let rawData, let user else { return }
        next?.onVirtualSpeakerOneWayAudioReceived(
            rawData, user: user)
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?) {
        guard let rawData else { return }
        next?.onVirtualSpeakerSharedAudioReceived(rawData)
    }
}

extension ZoomVideoSDKPlainVirtualAudioSpeakerReceiver {
    /// Does nothing.
    public func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData) { CallbackCheck.missed(self) }

    /// Does nothing.
    public func onVirtualSpeakerOneWayAudioReceived(
        _ rawData: ZoomVideoSDKAudioRawData, user: ZoomVideoSDKUser
    ) { CallbackCheck.missed(self) }

    /// Does nothing.
    public func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData) { CallbackCheck.missed(self) }
}
