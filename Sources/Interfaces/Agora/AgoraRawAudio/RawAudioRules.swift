public import StudioCore

// The codes of the Agora interface; the facade assigns the numbers.
extension StudioError.Code {
    /// An argument is out of range.
    public static let rawAudioInvalidArgument = StudioError.Code(rawValue: "InvalidArgument")
    /// The engine was destroyed.
    public static let rawAudioNotInitialized = StudioError.Code(rawValue: "NotInitialized")
    /// A channel is joined already.
    public static let rawAudioJoinRejected = StudioError.Code(rawValue: "JoinChannelRejected")
    /// No channel is joined.
    public static let rawAudioLeaveRejected = StudioError.Code(rawValue: "LeaveChannelRejected")
    /// The app ID is empty.
    public static let rawAudioInvalidAppID = StudioError.Code(rawValue: "InvalidAppId")
    /// The channel name is empty, too long, or has another character than those of the list.
    public static let rawAudioInvalidChannelName = StudioError.Code(rawValue: "InvalidChannelName")
    /// The call is refused for now.
    public static let rawAudioRefused = StudioError.Code(rawValue: "Refused")
    /// The call needs a channel.
    public static let rawAudioNotInChannel = StudioError.Code(rawValue: "NotInChannel")
}

// The engine and its channel.
extension Rule {
    /// AG-ENGINE-001
    public static let rawAudioDestroyed = Rule(
        "AG-ENGINE-001", .rawAudioNotInitialized, .inferred, "A destroyed engine accepts no call.",
        source: "The list of error codes; which calls return it is not documented.")
    /// AG-ENGINE-002
    public static let rawAudioAppID = Rule(
        "AG-ENGINE-002", .rawAudioInvalidAppID, .chosen, "In strict mode, joining needs an app ID.",
        source: "The guide's engine has an empty configuration, so that only strict mode rejects it.")
    /// AG-ENGINE-003
    public static let rawAudioDestroyInCallback = Rule(
        "AG-ENGINE-003", .success, .documented, "An engine is not destroyed inside a callback.",
        source: "The description of destroy(): it waits for running callbacks, so that it never returns in one.")
    /// AG-ENGINE-004
    public static let rawAudioDestroyBeforeLeft = Rule(
        "AG-ENGINE-004", .success, .documented,
        "An engine that is destroyed after leaveChannel calls no block of it any more; wait for the block first.",
        source: "The description of leaveChannel: the call is interrupted, and its callback does not come.")
    /// AG-JOIN-001
    public static let rawAudioChannelName = Rule(
        "AG-JOIN-001", .rawAudioInvalidChannelName, .documented, "A channel name has 1 to 63 bytes.",
        source: "The parameter of the join call: fewer than 64 bytes.")
    /// AG-JOIN-002
    public static let rawAudioJoinedAlready = Rule(
        "AG-JOIN-002", .rawAudioJoinRejected, .documented, "A second join before leaving is rejected.",
        source: "The list of error codes.")
    /// AG-JOIN-003
    public static let rawAudioNotJoined = Rule(
        "AG-JOIN-003", .rawAudioLeaveRejected, .documented, "Leaving without a channel is rejected.",
        source: "The list of error codes.")
    /// AG-JOIN-004
    public static let rawAudioNeedsChannel = Rule(
        "AG-JOIN-004", .rawAudioNotInChannel, .inferred, "A change to a channel needs a joined channel.",
        source: "The list of error codes; which calls return it is not documented.")
    /// AG-JOIN-005
    public static let rawAudioUserID = Rule(
        "AG-JOIN-005", .rawAudioInvalidArgument, .documented, "A user ID has 32 bits; 0 lets the service choose.",
        source: "The parameter of the join call.")
    /// AG-JOIN-006
    public static let rawAudioChannelCharacters = Rule(
        "AG-JOIN-006", .rawAudioInvalidChannelName, .documented,
        "A channel name has letters, digits and spaces of ASCII, and !#$%&()+-:;<=.>?@[]^_{|}~, only.",
        source: "The parameter of the join call.")
}

// The formats of the callbacks.
extension Rule {
    /// AG-FORMAT-001
    public static let rawAudioRate = Rule(
        "AG-FORMAT-001", .rawAudioInvalidArgument, .documented,
        "A setter accepts 8000, 16000, 32000, 44100 and 48000 Hz.", source: "The parameters of the setters.")
    /// AG-FORMAT-002
    public static let rawAudioChannels = Rule(
        "AG-FORMAT-002", .rawAudioInvalidArgument, .documented, "A setter accepts 1 or 2 channels.",
        source: "The parameters of the setters.")
    /// AG-FORMAT-003
    public static let rawAudioShortInterval = Rule(
        "AG-FORMAT-003", .rawAudioInvalidArgument, .documented,
        "The interval, samplesPerCall / (rate × channels), is at least 10 ms.",
        source: "The setters of 3.x; an older header omits the channels.")
    /// AG-FORMAT-004
    public static let rawAudioLongInterval = Rule(
        "AG-FORMAT-004", .rawAudioInvalidArgument, .chosen, "The interval is at most 1 s.",
        source: "A longer block is a recording.")
    /// AG-FORMAT-005
    public static let rawAudioOddInterval = Rule(
        "AG-FORMAT-005", .rawAudioInvalidArgument, .chosen,
        "In strict mode, samplesPerCall is a multiple of the channels; otherwise it is rounded down.",
        source: "A block has whole samples.")
    /// AG-FORMAT-006
    public static let rawAudioParameterRate = Rule(
        "AG-FORMAT-006", .success, .chosen,
        "Parameters with another sample rate are reported; the audio is resampled to it.",
        source: "The method that returns parameters has no result; a public client asks for 24000 Hz.")
    /// AG-FORMAT-007
    public static let rawAudioUnusableParameters = Rule(
        "AG-FORMAT-007", .success, .chosen, "Unusable parameters are reported, and the default format is served.",
        source: "The method that returns parameters has no result.")
    /// AG-FORMAT-008
    public static let rawAudioSetterWins = Rule(
        "AG-FORMAT-008", .success, .documented, "A setter overrides returned parameters; a difference is reported.",
        source: "The description of the methods that return parameters.")
    /// AG-FORMAT-009
    public static let rawAudioLateFormat = Rule(
        "AG-FORMAT-009", .success, .chosen, "A setter inside a channel succeeds, and applies to the next channel.",
        source: "The setters are documented for the time before joining, without a code.")
}

// The observer and its blocks.
extension Rule {
    /// AG-CALL-001
    public static let rawAudioObserverGone = Rule(
        "AG-CALL-001", .success, .inferred, "A delegate exists as long as it is set; it is not retained.",
        source: "The sample's delegate property is weak.")
    /// AG-CALL-002
    public static let rawAudioNobodyReached = Rule(
        "AG-CALL-002", .success, .chosen, "A requested callback is implemented under its current name.",
        source: "Neither the compiler nor the SDK reports an optional method with a similar name.")
    /// AG-CALL-003
    public static let rawAudioObserverReplaced = Rule(
        "AG-CALL-003", .success, .inferred, "An engine has one observer: the last one that was set.",
        source: "The sample has one native observer; registering another one replaces it.")
    /// AG-CALL-004
    public static let rawAudioBacklog = Rule(
        "AG-CALL-004", .success, .chosen, "A block that is more than 1 s late is not delivered.",
        source: "The header asks for callbacks shorter than the interval.")
    /// AG-BUFFER-001
    public static let rawAudioOverrun = Rule(
        "AG-BUFFER-001", .success, .documented, "The observer writes no byte past the end of its block.",
        source: "The size rule of the frame: samples × channels × bytes per sample.")
    /// AG-BUFFER-002
    public static let rawAudioChangedFormat = Rule(
        "AG-BUFFER-002", .success, .chosen, "Changes to the samples, channels or rate of a block are ignored.",
        source: "A format cannot be renegotiated per block; more samples would overrun the buffer.")
    /// AG-BUFFER-003
    public static let rawAudioOtherLength = Rule(
        "AG-BUFFER-003", .success, .chosen, "A returned buffer of another length is ignored.",
        source: "The sample ignores every other buffer; one of equal length is meant as the result.")
    /// AG-BUFFER-004
    public static let rawAudioStaleBlock = Rule(
        "AG-BUFFER-004", .success, .documented,
        "A block is valid during its callback; copy samples that are used later.",
        source: "The SDK owns the buffer.")
}

// Whom others hear, and who is heard.
extension Rule {
    /// AG-ROLE-001
    public static let rawAudioAudience = Rule(
        "AG-ROLE-001", .success, .documented,
        "In a live broadcast, only broadcasters are heard; audio that an audience member pushes or edits is reported once.",
        source: "The description of the roles; without a choice, the role is audience.")
    /// AG-AUDIO-001
    public static let rawAudioDisabled = Rule(
        "AG-AUDIO-001", .success, .documented,
        "After disableAudio, nothing is sent and nobody is heard; audio that is pushed then is reported once.",
        source: "The description of disableAudio.")
    /// AG-AUDIO-002
    public static let rawAudioVolumeInterval = Rule(
        "AG-AUDIO-002", .success, .documented, "The interval of the volume indication is at least 10 ms.",
        source: "The parameter of the call: with a shorter one, the event does not come.")
    /// AG-CALL-005
    public static let rawAudioNotEmulated = Rule(
        "AG-CALL-005", .success, .chosen, "The first call whose effect is not emulated is reported.",
        source: "Such calls succeed, so that the rest of a client can be tested.")
}

// Audio that a client pushes.
extension Rule {
    /// AG-PUSH-001
    public static let rawAudioPushedFormat = Rule(
        "AG-PUSH-001", .rawAudioInvalidArgument, .chosen,
        "Pushed audio has 8000 to 48000 Hz, 1 or 2 channels, and at most one second per call.",
        source: "The parameters of the call, without a list of values.")
    /// AG-PUSH-002
    public static let rawAudioUnknownTrack = Rule(
        "AG-PUSH-002", .rawAudioInvalidArgument, .inferred,
        "A custom track exists from its creation to its destruction.",
        source: "The ID is the result of the call that creates the track.")
    /// AG-PUSH-003
    public static let rawAudioUnpublishedTrack = Rule(
        "AG-PUSH-003", .success, .inferred,
        "The audio of a custom track is heard while the media options publish the track.",
        source: "The media options of the channel; a call without effect is reported once.")
    /// AG-PUSH-004
    public static let rawAudioPushedPace = Rule(
        "AG-PUSH-004", .rawAudioRefused, .chosen, "Pushed audio ends at most 1.5 s after the time of its call.",
        source: "Public clients push 10 ms every 10 ms.")
    /// AG-PUSH-005
    public static let rawAudioNoExternalSource = Rule(
        "AG-PUSH-005", .success, .documented,
        "Audio is pushed without a custom track after enableExternalAudioSource; it replaces the microphone then.",
        source:
            "The guide of custom capture; without the call, it is mixed here with the microphone, and reported once.")
}

extension RuleCatalogue {
    /// The rules of the Agora raw-audio interface.
    public static let rawAudio = RuleCatalogue(
        interface: "agora-raw-audio", title: "Agora raw audio",
        rules: [
            .rawAudioDestroyed, .rawAudioAppID, .rawAudioDestroyInCallback, .rawAudioDestroyBeforeLeft,
            .rawAudioChannelName, .rawAudioJoinedAlready, .rawAudioNotJoined, .rawAudioNeedsChannel, .rawAudioUserID,
            .rawAudioChannelCharacters, .rawAudioRate, .rawAudioChannels, .rawAudioShortInterval,
            .rawAudioLongInterval, .rawAudioOddInterval, .rawAudioParameterRate, .rawAudioUnusableParameters,
            .rawAudioSetterWins, .rawAudioLateFormat, .rawAudioObserverGone, .rawAudioNobodyReached,
            .rawAudioObserverReplaced, .rawAudioBacklog, .rawAudioOverrun, .rawAudioChangedFormat,
            .rawAudioOtherLength, .rawAudioStaleBlock, .rawAudioPushedFormat, .rawAudioUnknownTrack,
            .rawAudioUnpublishedTrack, .rawAudioPushedPace, .rawAudioNoExternalSource, .rawAudioAudience,
            .rawAudioDisabled, .rawAudioVolumeInterval, .rawAudioNotEmulated,
        ])
}
