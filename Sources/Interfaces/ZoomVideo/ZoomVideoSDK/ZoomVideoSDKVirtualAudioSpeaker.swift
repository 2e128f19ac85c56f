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
    /// Calls the next spelling.
    public func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        (self as? any ZoomVideoSDKOptionalVirtualAudioSpeakerReceiver)?.onVirtualSpeakerMixedAudioReceived(
            rawData)
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        (self as? any ZoomVideoSDKOptionalVirtualAudioSpeakerReceiver)?.onVirtualSpeakerOneWayAudioReceived(
            rawData, user: user)
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) {
        (self as? any ZoomVideoSDKOptionalVirtualAudioSpeakerReceiver)?.onVirtualSpeakerSharedAudioReceived(
            rawData)
    }
}

extension ZoomVideoSDKOptionalVirtualAudioSpeakerReceiver {
    /// Calls the next spelling.
    public func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?) {
        guard let rawData else { return }
        (self as? any ZoomVideoSDKPlainVirtualAudioSpeakerReceiver)?.onVirtualSpeakerMixedAudioReceived(rawData)
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
        guard let rawData, let user else { return }
        (self as? any ZoomVideoSDKPlainVirtualAudioSpeakerReceiver)?.onVirtualSpeakerOneWayAudioReceived(
            rawData, user: user)
    }

    /// Calls the next spelling.
    public func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?) {
        guard let rawData else { return }
        (self as? any ZoomVideoSDKPlainVirtualAudioSpeakerReceiver)?.onVirtualSpeakerSharedAudioReceived(rawData)
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
