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
    /// The channel name is too long, or has another character than those of the list.
    public static let rawAudioInvalidChannelName = StudioError.Code(rawValue: "InvalidChannelName")
    /// The call is refused: for now, or because the channel name is empty.
    public static let rawAudioRefused = StudioError.Code(rawValue: "Refused")
    /// The state of the engine does not permit the call.
    public static let rawAudioInvalidState = StudioError.Code(rawValue: "InvalidState")
    /// The call needs a channel.
    public static let rawAudioNotInChannel = StudioError.Code(rawValue: "NotInChannel")
}

// The engine and its channel.
extension Rule {
    /// AG-ENGINE-001: No method of an engine is used after destroy.
    public static let rawAudioDestroyed = Rule(
        "AG-ENGINE-001", .rawAudioNotInitialized, .documented, "No method of an engine is used after destroy.",
        source: "AgoraRtcEngineKit.h: destroy of 4.x: no method or callback can be used afterwards. The code is "
            + "inferred: AgoraErrorCodeNotInitialized, 7, is documented for a call before the initialization.")
    /// AG-ENGINE-002: In strict mode, joining needs an app ID.
    public static let rawAudioAppID = Rule(
        "AG-ENGINE-002", .rawAudioInvalidAppID, .inferred, "In strict mode, joining needs an app ID.",
        source: "AgoraEnumerates.h: AgoraErrorCodeInvalidAppId of 4.x, 101: an invalid app ID, to be corrected for "
            + "the next join. That an empty one is invalid is inferred. Only strict mode checks it, as the engine of "
            + "the guide has none.")
    /// AG-ENGINE-003: An engine is not destroyed inside a callback, which may deadlock.
    public static let rawAudioDestroyInCallback = Rule(
        "AG-ENGINE-003", .success, .documented, "An engine is not destroyed inside a callback, which may deadlock.",
        source: "AgoraRtcEngineKit.h: destroy of 4.x, not recommended in a callback: the SDK cannot release the "
            + "resources until it returns, which may deadlock. psstudio ends the engine, and reports the call.")
    /// AG-ENGINE-004: An engine that is destroyed right after leaveChannel does not call its block; wait for the block
    /// first.
    public static let rawAudioDestroyBeforeLeft = Rule(
        "AG-ENGINE-004", .success, .inferred,
        "An engine that is destroyed right after leaveChannel does not call its block; wait for the block first.",
        source: "AgoraRtcEngineKit.h: leaveChannel: of 4.x, when destroy is called immediately after it, "
            + "rtcEngine:didLeaveChannelWithStats: does not come. That the block is not called either is inferred.")
    /// AG-JOIN-001: A channel name has at most 63 bytes.
    public static let rawAudioChannelName = Rule(
        "AG-JOIN-001", .rawAudioInvalidChannelName, .documented, "A channel name has at most 63 bytes.",
        source: "AgoraRtcEngineKit.h: joinChannelByToken:channelId:info:uid:joinSuccess: of 4.x, channelId must be "
            + "less than 64 bytes; return value -102, the channel name is invalid")
    /// AG-JOIN-002: A second join before leaving is rejected.
    public static let rawAudioJoinedAlready = Rule(
        "AG-JOIN-002", .rawAudioJoinRejected, .documented, "A second join before leaving is rejected.",
        source: "AgoraRtcEngineKit.h: joinChannelByToken:channelId:info:uid:joinSuccess: of 4.x, return value -17, "
            + "whose typical cause is that the user is already in the channel")
    /// AG-JOIN-003: Leaving without a channel is rejected.
    public static let rawAudioNotJoined = Rule(
        "AG-JOIN-003", .rawAudioLeaveRejected, .documented, "Leaving without a channel is rejected.",
        source: "AgoraEnumerates.h: AgoraErrorCodeLeaveChannelRejected of 4.x, 18: leaving before joining, and "
            + "leaving twice. The return values of leaveChannel: do not list it.")
    /// AG-JOIN-004: The media options of a channel are updated after joining.
    public static let rawAudioNeedsChannel = Rule(
        "AG-JOIN-004", .rawAudioInvalidState, .documented, "The media options of a channel are updated after joining.",
        source: "AgoraRtcEngineKit.h: updateChannelWithMediaOptions: of 4.x, after joining; return value -8, whose "
            + "possible reason is that the user is not in the channel")
    /// AG-JOIN-005: A user ID has 32 bits; for 0, the SDK assigns one.
    public static let rawAudioUserID = Rule(
        "AG-JOIN-005", .rawAudioInvalidArgument, .documented, "A user ID has 32 bits; for 0, the SDK assigns one.",
        source: "AgoraRtcEngineKit.h: joinChannelByToken:channelId:info:uid:joinSuccess: of 4.x, uid, a 32-bit "
            + "unsigned integer; the SDK assigns one for 0. The code is inferred, as -2 and -121 are listed.")
    /// AG-JOIN-006: A channel name has letters, digits and spaces of ASCII, and !#$%&()+-:;<=.>?@[]^_{|}~, only.
    public static let rawAudioChannelCharacters = Rule(
        "AG-JOIN-006", .rawAudioInvalidChannelName, .documented,
        "A channel name has letters, digits and spaces of ASCII, and !#$%&()+-:;<=.>?@[]^_{|}~, only.",
        source: "AgoraRtcEngineKit.h: joinChannelByToken:channelId:info:uid:joinSuccess: of 4.x, channelId, 89 "
            + "characters: its list, and the space, which older headers name. Its code for an invalid name is -102; "
            + "AgoraErrorCodeInvalidArgument, 2, names illegal characters, too.")
    /// AG-JOIN-007: A channel name is not empty.
    public static let rawAudioEmptyChannelName = Rule(
        "AG-JOIN-007", .rawAudioRefused, .documented, "A channel name is not empty.",
        source: "AgoraEnumerates.h: AgoraErrorCodeRefused of 4.x, 5, among whose reasons is a join with an empty "
            + "string as the channel name")
    /// AG-JOIN-008: Audio and metadata are sent in a joined channel.
    public static let rawAudioSendNeedsChannel = Rule(
        "AG-JOIN-008", .rawAudioNotInChannel, .inferred, "Audio and metadata are sent in a joined channel.",
        source: "AgoraEnumerates.h: AgoraErrorCodeNotInChannel of 4.x, 113: the user is not in the channel when "
            + "sendStreamMessage is called. That audio and metadata are refused in the same way is inferred.")
}

// The formats of the callbacks.
extension Rule {
    /// AG-FORMAT-001: A setter accepts 8000, 16000, 32000, 44100 and 48000 Hz.
    public static let rawAudioRate = Rule(
        "AG-FORMAT-001", .rawAudioInvalidArgument, .documented,
        "A setter accepts 8000, 16000, 32000, 44100 and 48000 Hz.",
        source: "Agora API reference, RTC for iOS, setRecordingAudioFrameParametersWithSampleRate, sampleRate; the "
            + "other setters have the same list. The code is inferred.")
    /// AG-FORMAT-002: A setter accepts 1 or 2 channels.
    public static let rawAudioChannels = Rule(
        "AG-FORMAT-002", .rawAudioInvalidArgument, .documented, "A setter accepts 1 or 2 channels.",
        source: "Agora API reference, RTC for iOS, setRecordingAudioFrameParametersWithSampleRate, channel; the other "
            + "setters of 4.x have the same. The code is inferred.")
    /// AG-FORMAT-003: The interval, samplesPerCall / (rate × channels), is at least 10 ms.
    public static let rawAudioShortInterval = Rule(
        "AG-FORMAT-003", .rawAudioInvalidArgument, .documented,
        "The interval, samplesPerCall / (rate × channels), is at least 10 ms.",
        source: "Agora API reference, RTC for iOS, setRecordingAudioFrameParametersWithSampleRate: the sample "
            + "interval is at least 0.01 s, as at the playback and mixed setters. The code is inferred.")
    /// AG-FORMAT-004: The interval is at most 1 s.
    public static let rawAudioLongInterval = Rule(
        "AG-FORMAT-004", .rawAudioInvalidArgument, .chosen, "The interval is at most 1 s.",
        source: "A longer block is a recording, and delays what it edits. A trace with a samplesPerCall of more "
            + "than a second would decide.")
    /// AG-FORMAT-005: In strict mode, samplesPerCall is a multiple of the channels; otherwise it is rounded down.
    public static let rawAudioOddInterval = Rule(
        "AG-FORMAT-005", .rawAudioInvalidArgument, .chosen,
        "In strict mode, samplesPerCall is a multiple of the channels; otherwise it is rounded down.",
        source: "A block has whole samples, and the formula counts all channels. A trace in stereo with an odd "
            + "samplesPerCall would decide.")
    /// AG-FORMAT-006: Parameters with another sample rate are reported; the audio is resampled to it.
    public static let rawAudioParameterRate = Rule(
        "AG-FORMAT-006", .success, .chosen,
        "Parameters with another sample rate are reported; the audio is resampled to it.",
        source: "Agora API reference, RTC for iOS, AgoraAudioParams, sampleRate: five rates. The method that returns "
            + "parameters has no result to refuse with. psstudio resamples to 1000 to 192000 Hz; parameters with other "
            + "rates are unusable (AG-FORMAT-007). A trace with another rate would decide.")
    /// AG-FORMAT-007: Unusable parameters are reported, and 10 ms blocks of 48000 Hz stereo are served.
    public static let rawAudioUnusableParameters = Rule(
        "AG-FORMAT-007", .success, .chosen,
        "Unusable parameters are reported, and 10 ms blocks of 48000 Hz stereo are served.",
        source: "Agora API reference, RTC for iOS, AgoraAudioParams, 1 or 2 channels, and getRecordAudioParams, at "
            + "least 0.01 s. The method that returns parameters has no result to refuse with. A trace whose "
            + "parameters have 0 channels would decide.")
    /// AG-FORMAT-008: A setter overrides returned parameters.
    public static let rawAudioSetterWins = Rule(
        "AG-FORMAT-008", .success, .documented, "A setter overrides returned parameters.",
        source: "AgoraAudioFrameDelegate.h: onRecordAudioFrame:channelId: of 4.x, the setting of method 2, the "
            + "parameters, is invalid when method 1, the setter, is used. psstudio reports a difference.")
    /// AG-FORMAT-009: A setter inside a channel succeeds, and applies to the next channel.
    public static let rawAudioLateFormat = Rule(
        "AG-FORMAT-009", .success, .chosen, "A setter inside a channel succeeds, and applies to the next channel.",
        source: "The reference asks for the call before joining, without a code. That the blocks of a channel "
            + "keep their length is chosen. A trace that sets a format inside a channel would decide.")
}

// The observer and its blocks.
extension Rule {
    /// AG-CALL-001: A delegate exists as long as it is set; it is not retained.
    public static let rawAudioObserverGone = Rule(
        "AG-CALL-001", .success, .inferred, "A delegate exists as long as it is set; it is not retained.",
        source: "AgoraRtcEngineKit.h: delegate of 4.x is weak, as is audioDelegate of the vendor's sample "
            + "AgoraMediaDataPlugin. How setAudioFrameDelegate: holds its delegate is not documented; the reference "
            + "says that nil releases it.")
    /// AG-CALL-002: A requested callback is implemented under its current name.
    public static let rawAudioNobodyReached = Rule(
        "AG-CALL-002", .success, .inferred, "A requested callback is implemented under its current name.",
        source: "AgoraAudioFrameDelegate.h: AgoraAudioFrameDelegate of 4.x, all methods are optional, so that one "
            + "with a similar name is accepted. That it is never called is inferred.")
    /// AG-CALL-003: An engine has one observer: the last one that was set.
    public static let rawAudioObserverReplaced = Rule(
        "AG-CALL-003", .success, .inferred, "An engine has one observer: the last one that was set.",
        source: "Agora API reference, RTC for iOS, setAudioFrameDelegate: it takes one delegate, and nil releases it. "
            + "That a second one replaces the first one is inferred.")
    /// AG-CALL-004: A block that is more than 1 s late is not delivered.
    public static let rawAudioBacklog = Rule(
        "AG-CALL-004", .success, .chosen, "A block that is more than 1 s late is not delivered.",
        source: "A live app does not want older audio, and memory is limited. A trace whose callback blocks for "
            + "seconds would decide.")
    /// AG-QUALITY-001: The machine delivers blocks within a second.
    public static let rawAudioSlowMachine = Rule(
        "AG-QUALITY-001", .success, .own, "The machine delivers blocks within a second.",
        source: "A machine that is too busy delays the thread of the callbacks. Callbacks that took less than half of "
            + "the delay have not caused it; otherwise it is AG-CALL-004.")
    /// AG-CALL-006: The first observer or plug-in of a channel is registered before the join; setAudioDataFrame of 3.x
    /// may be called later.
    public static let rawAudioLateObserver = Rule(
        "AG-CALL-006", .success, .documented,
        "The first observer or plug-in of a channel is registered before the join; setAudioDataFrame of 3.x may be called "
            + "later.",
        source:
            "https://docs.agora.io/en/realtime-media/rtc/build/customize-audio-processing/stream-raw-audio/ios, the "
            + "observer is registered before joining a channel; https://docs.agora.io/cn/Video/raw_data_audio_apple, "
            + "setAudioDataFrame, before or after it. psstudio calls a later observer from the next block on. One that "
            + "replaces an observer of the channel is not reported.")
    /// AG-BUFFER-001: The observer writes no byte past the end of its block.
    public static let rawAudioOverrun = Rule(
        "AG-BUFFER-001", .success, .inferred, "The observer writes no byte past the end of its block.",
        source: "Agora API reference, RTC for iOS, AgoraAudioFrame, buffer: its size is samples × channels × "
            + "bytesPerSample. That nothing is written past it is inferred.")
    /// AG-BUFFER-002: Changes to the samples, channels or rate of a block are ignored.
    public static let rawAudioChangedFormat = Rule(
        "AG-BUFFER-002", .success, .chosen, "Changes to the samples, channels or rate of a block are ignored.",
        source: "A format cannot be renegotiated per block, and more samples would overrun the buffer; the vendor's "
            + "sample passes changed numbers on. A trace that changes the samples of a frame would decide.")
    /// AG-BUFFER-003: A returned buffer of another length is ignored.
    public static let rawAudioOtherLength = Rule(
        "AG-BUFFER-003", .success, .chosen, "A returned buffer of another length is ignored.",
        source: "The vendor's sample AgoraMediaDataPlugin copies no returned buffer back. That one of equal length "
            + "is meant as the result, so that only another length is ignored, is chosen. A trace that returns another "
            + "buffer would decide.")
    /// AG-BUFFER-004: A block is valid during its callback; copy samples that are used later.
    public static let rawAudioStaleBlock = Rule(
        "AG-BUFFER-004", .success, .inferred, "A block is valid during its callback; copy samples that are used later.",
        source: "AgoraObjects.h: AgoraAudioFrame.buffer of 4.x, an assigned pointer, which the frame does not own; "
            + "neither its owner nor its life is documented. That it ends with the callback is inferred.")
    /// AG-BUFFER-005: A block in the mode readOnly is not edited.
    public static let rawAudioReadOnlyEdit = Rule(
        "AG-BUFFER-005", .success, .inferred, "A block in the mode readOnly is not edited.",
        source: "AgoraConstants.h: AgoraAudioRawFrameOperationModeReadOnly of 4.x, in which users only read the data. "
            + "That edits have no effect follows. psstudio reports the first one of each point of a channel.")
}

// The audibility of local and remote users.
extension Rule {
    /// AG-ROLE-001: In a live broadcast, the default of 4.x, only broadcasters are heard; without a choice, the role is
    /// audience.
    public static let rawAudioAudience = Rule(
        "AG-ROLE-001", .success, .documented,
        "In a live broadcast, the default of 4.x, only broadcasters are heard; without a choice, the role is audience.",
        source: "AgoraRtcEngineKit.h: setClientRole: of 4.x, an audience member cannot publish audio, and the role "
            + "without a choice; setChannelProfile: has the default profile, live streaming. In 3.x it is "
            + "communication. psstudio reports once what an audience member pushes or edits.")
    /// AG-AUDIO-001: After disableAudio, nothing is sent and nobody is heard.
    public static let rawAudioDisabled = Rule(
        "AG-AUDIO-001", .success, .inferred, "After disableAudio, nothing is sent and nobody is heard.",
        source: "AgoraRtcEngineKit.h: disableAudio of 4.x, which disables the audio module. That nothing is sent and "
            + "nobody is heard then is inferred. psstudio reports once what is pushed then.")
    /// AG-AUDIO-002: The interval of the volume indication is greater than 10 ms; with 1 to 10 ms, no event comes.
    public static let rawAudioVolumeInterval = Rule(
        "AG-AUDIO-002", .success, .documented,
        "The interval of the volume indication is greater than 10 ms; with 1 to 10 ms, no event comes.",
        source: "AgoraRtcEngineKit.h: enableAudioVolumeIndication:smooth:reportVad: of 4.x, interval: greater than "
            + "10, or the callback does not come; 0 or less disables it. 3.x accepts 10 ms.")
    /// AG-CALL-005: The first call of each method whose effect is not emulated is reported.
    public static let rawAudioNotEmulated = Rule(
        "AG-CALL-005", .success, .own, "The first call of each method whose effect is not emulated is reported.",
        source: "The vendor documents what such calls do. They succeed without an effect, so that the rest of a "
            + "client can be tested.")
}

// Audio that a client pushes.
extension Rule {
    /// AG-PUSH-001: Pushed audio has 1000 to 192000 Hz, 1 or 2 channels, and at most one second per call.
    public static let rawAudioPushedFormat = Rule(
        "AG-PUSH-001", .rawAudioInvalidArgument, .own,
        "Pushed audio has 1000 to 192000 Hz, 1 or 2 channels, and at most one second per call.",
        source: "psstudio resamples these rates, and takes at most a second a call. Agora API reference, RTC for iOS, "
            + "pushExternalAudioFrameRawData: five rates, which AG-PUSH-006 has, 1 or 2 channels, and no limit of "
            + "the samples.")
    /// AG-PUSH-002: A custom track exists from its creation to its destruction.
    public static let rawAudioUnknownTrack = Rule(
        "AG-PUSH-002", .rawAudioInvalidArgument, .documented,
        "A custom track exists from its creation to its destruction.",
        source: "Agora API reference, RTC for iOS, pushExternalAudioFrameRawData, trackId: what "
            + "createCustomAudioTrack returned; destroyCustomAudioTrack takes it back. The code is chosen.")
    /// AG-PUSH-003: The audio of a custom track is published while the media options say so.
    public static let rawAudioUnpublishedTrack = Rule(
        "AG-PUSH-003", .success, .documented,
        "The audio of a custom track is published while the media options say so.",
        source: "Agora API reference, RTC for iOS, pushExternalAudioFrameRawData, call timing: "
            + "publishCustomAudioTrack and publishCustomAudioTrackId are set before. psstudio reports once what is "
            + "pushed to a track that is not published.")
    /// AG-PUSH-004: Pushed audio ends at most 1.5 s after the time of its call.
    public static let rawAudioPushedPace = Rule(
        "AG-PUSH-004", .rawAudioRefused, .chosen, "Pushed audio ends at most 1.5 s after the time of its call.",
        source:
            "The vendor's sample CustomPcmAudioSource has two versions. In Swift, it pushes 100 ms every 100 ms. In "
            + "Objective-C, AgoraPCMSourcePush.m keeps the due time in an integer of seconds, and pushes up to 1.0 s "
            + "at once, each second. What comes early has to be kept; 0.5 s are left for jitter. AgoraEnumerates.h has "
            + "a code for PCM that is sent too quickly, 201, without a method or a limit. A trace that pushes faster "
            + "than real time would decide.")
    /// AG-PUSH-005: Audio is pushed without a custom track after enableExternalAudioSource; it replaces the microphone
    /// then.
    public static let rawAudioNoExternalSource = Rule(
        "AG-PUSH-005", .success, .inferred,
        "Audio is pushed without a custom track after enableExternalAudioSource; it replaces the microphone then.",
        source: "https://docs-preprod.agora.io/en/live-streaming-premium-legacy/custom_audio_apple?platform=iOS, "
            + "custom audio source: the call notifies the SDK to use one. That it replaces the microphone is "
            + "inferred. Without the call, psstudio mixes the two, and reports it once.")
    /// AG-PUSH-006: Pushed audio has 8000, 16000, 32000, 44100 or 48000 Hz.
    public static let rawAudioPushedRate = Rule(
        "AG-PUSH-006", .success, .documented, "Pushed audio has 8000, 16000, 32000, 44100 or 48000 Hz.",
        source: "Agora API reference, RTC for iOS, pushExternalAudioFrameRawData, sampleRate. What the SDK does with "
            + "another rate is not documented; psstudio resamples those of AG-PUSH-001, and reports the first one.")
    /// AG-PUSH-007: The samples of pushed audio are counted over all channels, and are as many of each.
    public static let rawAudioPushedCount = Rule(
        "AG-PUSH-007", .rawAudioInvalidArgument, .inferred,
        "The samples of pushed audio are counted over all channels, and are as many of each.",
        source:
            "AgoraIO/API-Examples, CustomPcmAudioSource for iOS and CustomAudioSource for macOS: 441 × 10 × 2 samples "
            + "for a stereo buffer of 441 × 10 × 4 bytes. The reference does not say it, and a count per channel "
            + "would read past that buffer. That an odd number is refused, and the code, are chosen.")
    /// AG-PUSH-008: An external audio source is enabled, and a custom track created, before the join.
    public static let rawAudioLateSource = Rule(
        "AG-PUSH-008", .success, .documented,
        "An external audio source is enabled, and a custom track created, before the join.",
        source: "https://api-ref.agora.io/en/voice-sdk/android/4.x/API/api_imediaengine_createcustomaudiotrack.html, "
            + "to be called before joining a channel; https://docs.agora.io/en/realtime-media/voice/build/"
            + "customize-audio-processing/custom-audio/ios, an external source is configured before joining. What "
            + "follows a later call is not documented; psstudio serves it, and reports the first one of a channel.")
}

extension RuleCatalogue {
    /// The rules of the Agora raw-audio interface.
    public static let rawAudio = RuleCatalogue(
        interface: "agora-raw-audio", title: "Agora raw audio",
        rules: [
            .rawAudioDestroyed, .rawAudioAppID, .rawAudioDestroyInCallback, .rawAudioDestroyBeforeLeft,
            .rawAudioChannelName, .rawAudioJoinedAlready, .rawAudioNotJoined, .rawAudioNeedsChannel, .rawAudioUserID,
            .rawAudioChannelCharacters, .rawAudioEmptyChannelName, .rawAudioSendNeedsChannel, .rawAudioRate,
            .rawAudioChannels, .rawAudioShortInterval,
            .rawAudioLongInterval, .rawAudioOddInterval, .rawAudioParameterRate, .rawAudioUnusableParameters,
            .rawAudioSetterWins, .rawAudioLateFormat, .rawAudioObserverGone, .rawAudioNobodyReached,
            .rawAudioObserverReplaced, .rawAudioBacklog, .rawAudioSlowMachine, .rawAudioOverrun, .rawAudioChangedFormat,
            .rawAudioOtherLength, .rawAudioStaleBlock, .rawAudioReadOnlyEdit, .rawAudioPushedFormat,
            .rawAudioUnknownTrack,
            .rawAudioUnpublishedTrack, .rawAudioPushedPace, .rawAudioNoExternalSource, .rawAudioPushedRate,
            .rawAudioPushedCount, .rawAudioLateSource, .rawAudioAudience,
            .rawAudioDisabled, .rawAudioVolumeInterval, .rawAudioNotEmulated, .rawAudioLateObserver,
        ])
}
