public import StudioCore

// The codes of the Zoom Video SDK; the facade assigns the numbers.
extension StudioError.Code {
    /// The call does not fit the state.
    public static let rawDataWrongUsage = StudioError.Code(rawValue: "Wrong_Usage")
    /// The SDK was not initialised.
    public static let rawDataUninitialized = StudioError.Code(rawValue: "Uninitialize")
    /// An argument is missing or out of range.
    public static let rawDataInvalidParameter = StudioError.Code(rawValue: "Invalid_Parameter")
    /// The session has no name.
    public static let rawDataNoSessionName = StudioError.Code(rawValue: "JoinSession_NoSessionName")
    /// The token is missing.
    public static let rawDataNoSessionToken = StudioError.Code(rawValue: "JoinSession_NoSessionToken")
    /// A session is joined already.
    public static let rawDataAlreadyInSession = StudioError.Code(rawValue: "Session_Already_In_Progress")
    /// No session is joined.
    public static let rawDataNotStarted = StudioError.Code(rawValue: "Session_Not_Started")
    /// Raw data needs a joined session.
    public static let rawDataNotInSession = StudioError.Code(rawValue: "Not_In_Session")
    /// The user has no video.
    public static let rawDataNoVideo = StudioError.Code(rawValue: "No_Video_Data")
    /// The user has no share.
    public static let rawDataNoShare = StudioError.Code(rawValue: "No_Share_Data")
    /// The machine lacks what audio needs.
    public static let rawDataAudioModule = StudioError.Code(rawValue: "Audio_Module_Error")
    /// The camera cannot be opened.
    public static let rawDataVideoModule = StudioError.Code(rawValue: "Video_Module_Error")
    /// One call sent too much.
    public static let rawDataTooMuch = StudioError.Code(rawValue: "Rawdata_Send_Too_Much_Data_In_Single_Time")
    /// The calls are too frequent.
    public static let rawDataTooFrequent = StudioError.Code(rawValue: "Rawdata_Send_Too_Frequently")
    /// The feature is not emulated.
    public static let rawDataUnsupported = StudioError.Code(rawValue: "Dont_Support_Feature")
    /// The SDK failed.
    public static let rawDataInternalError = StudioError.Code(rawValue: "Rawdata_Internal_Error")
    /// The virtual microphone has ended.
    public static let rawDataMicrophoneEnded = StudioError.Code(rawValue: "Rawdata_Virtual_Mic_Is_Terminate")
}

// The session.
extension Rule {
    /// ZV-JOIN-001
    public static let rawDataInitialize = Rule(
        "ZV-JOIN-001", .rawDataUninitialized, .inferred, "Joining needs an initialised SDK.",
        source: "The order of the guide's steps, and the list of error codes.")
    /// ZV-JOIN-002
    public static let rawDataSessionName = Rule(
        "ZV-JOIN-002", .rawDataNoSessionName, .inferred, "A session has a name.", source: "The list of error codes.")
    /// ZV-JOIN-003
    public static let rawDataToken = Rule(
        "ZV-JOIN-003", .rawDataNoSessionToken, .chosen, "In strict mode, joining needs a token.",
        source: "The contents of a token are not checked, so that tests need none.")
    /// ZV-JOIN-004
    public static let rawDataJoinedAlready = Rule(
        "ZV-JOIN-004", .rawDataAlreadyInSession, .inferred, "A second join before leaving is rejected.",
        source: "The list of error codes.")
    /// ZV-JOIN-005
    public static let rawDataNotJoined = Rule(
        "ZV-JOIN-005", .rawDataNotStarted, .inferred, "Leaving needs a session.", source: "The list of error codes.")
    /// ZV-JOIN-006
    public static let rawDataLateInitialize = Rule(
        "ZV-JOIN-006", .rawDataWrongUsage, .chosen, "The SDK is initialised outside a session; the last call wins.",
        source: "The memory modes of a session do not change.")
}

// Pipes.
extension Rule {
    /// ZV-PIPE-001
    public static let rawDataPipeSession = Rule(
        "ZV-PIPE-001", .rawDataNotInSession, .inferred, "Subscribing needs a joined session; this is checked first.",
        source: "The list of error codes.")
    /// ZV-PIPE-002
    public static let rawDataPipeDelegate = Rule(
        "ZV-PIPE-002", .rawDataInvalidParameter, .inferred, "Subscribing and unsubscribing need a delegate.",
        source: "Pipes are subscribed per delegate.")
    /// ZV-PIPE-003
    public static let rawDataPipeResolution = Rule(
        "ZV-PIPE-003", .rawDataInvalidParameter, .documented, "A subscription has a concrete resolution, not Auto.",
        source: "The parameter of the call; the code is not documented.")
    /// ZV-PIPE-004
    public static let rawDataPipeUser = Rule(
        "ZV-PIPE-004", .rawDataNoVideo, .chosen,
        "The pipe of a user who left cannot be subscribed; for a share the code is No_Share_Data.",
        source: "The list of error codes.")
    /// ZV-PIPE-005
    public static let rawDataPipeReleasing = Rule(
        "ZV-PIPE-005", .rawDataWrongUsage, .inferred,
        "On request, a pipe is released slowly, and cannot be subscribed until then.",
        source: "Observed in a related SDK: subscribing right after unsubscribing is refused.")
    /// ZV-PIPE-006
    public static let rawDataPipeUnsubscribed = Rule(
        "ZV-PIPE-006", .rawDataWrongUsage, .chosen, "Only a subscribed delegate can be unsubscribed.",
        source: "A missing subscription is harmless, and becomes visible.")
    /// ZV-PIPE-007
    public static let rawDataPipeHD = Rule(
        "ZV-PIPE-007", .success, .documented, "At most two videos are received with 720 lines; more are reported.",
        source: "The guide's limit of HD subscriptions.")
    /// ZV-PIPE-008
    public static let rawDataPipeDelegateGone = Rule(
        "ZV-PIPE-008", .success, .documented,
        "A delegate exists as long as it is subscribed; it is not retained. It is unsubscribed before it goes away.",
        source: "Guide: otherwise the SDK keeps invoking the delegate.")
    /// ZV-PIPE-009
    public static let rawDataPipeUnreached = Rule(
        "ZV-PIPE-009", .success, .chosen, "A pipe's delegate implements a callback for frames.",
        source: "Neither the compiler nor the SDK reports an optional method with a similar name.")
}

// Memory and references.
extension Rule {
    /// ZV-REF-001
    public static let rawDataStale = Rule(
        "ZV-REF-001", .success, .documented,
        "Data is valid during its callback, and while it is referenced; otherwise it has no buffers.",
        source: "Guide: the buffers may be recycled afterwards.")
    /// ZV-REF-002
    public static let rawDataStackReference = Rule(
        "ZV-REF-002", .success, .documented, "Data in stack memory cannot be referenced: addRef returns false.",
        source: "The description of the memory modes; canAddRef returns false.")
    /// ZV-REF-003
    public static let rawDataAudioMode = Rule(
        "ZV-REF-003", .success, .documented,
        "Without a memory mode, audio is in stack memory, unlike video and share.",
        source: "Guide; the header gives all three the same default.")
    /// ZV-REF-004
    public static let rawDataLateReference = Rule(
        "ZV-REF-004", .success, .documented, "The first reference is taken inside the callback.",
        source: "Guide: the buffers may be recycled afterwards.")
    /// ZV-REF-005
    public static let rawDataOverRelease = Rule(
        "ZV-REF-005", .success, .chosen,
        "Each releaseRef follows an addRef; otherwise it returns 0. Strict mode traps.",
        source: "Unbalanced references are errors.")
    /// ZV-REF-006
    public static let rawDataExhausted = Rule(
        "ZV-REF-006", .success, .documented,
        "References are released: unbalanced ones tie up the buffers of the pool, and new data is dropped.",
        source: "Guide: unbalanced references leak buffers. The size of the pool is chosen.")
    /// ZV-REF-007
    public static let rawDataLeak = Rule(
        "ZV-REF-007", .success, .documented, "Each reference is released before its object is deallocated.",
        source: "Guide: unbalanced references leak buffers. Reported when the session is left.")
    /// ZV-REF-008
    public static let rawDataHeld = Rule(
        "ZV-REF-008", .success, .chosen,
        "Data that is held when the session is left stays valid until it is released, and is reported once.",
        source: "Not documented; a writer may finish after leaving.")
}

// Audio and callbacks.
extension Rule {
    /// ZV-AUDIO-001
    public static let rawDataAudioSession = Rule(
        "ZV-AUDIO-001", .rawDataNotInSession, .inferred, "Audio needs a joined session.",
        source: "The list of error codes.")
    /// ZV-AUDIO-002
    public static let rawDataAudioUnsubscribed = Rule(
        "ZV-AUDIO-002", .rawDataWrongUsage, .chosen, "Only subscribed audio can be unsubscribed.",
        source: "As for pipes.")
    /// ZV-AUDIO-003
    public static let rawDataAudioThread = Rule(
        "ZV-AUDIO-003", .rawDataAudioModule, .chosen, "Audio needs a thread, which must be startable.",
        source: "Without it there would be no callback.")
    /// ZV-AUDIO-004
    public static let rawDataAudioUnreached = Rule(
        "ZV-AUDIO-004", .success, .chosen, "A delegate that subscribes to audio implements a callback for it.",
        source: "Neither the compiler nor the SDK reports an optional method with a similar name.")
    /// ZV-AUDIO-005
    public static let rawDataAudioUser = Rule(
        "ZV-AUDIO-005", .rawDataInvalidParameter, .chosen, "Only a user in the session can be muted or unmuted.",
        source: "The list of error codes.")
    /// ZV-AUDIO-006
    public static let rawDataAudioDisconnected = Rule(
        "ZV-AUDIO-006", .success, .inferred,
        "Audio is received while the local user's audio is connected; audio that is missed for a second is reported.",
        source: "The option connect, startAudio and stopAudio join and leave the session's audio.")
    /// ZV-AUDIO-007
    public static let rawDataAudioEarly = Rule(
        "ZV-AUDIO-007", .success, .inferred, "On request, audio of a user precedes onUserJoin with that user.",
        source: "Observed in a related SDK: media and users are reported by different servers.")
    /// ZV-VIDEO-001
    public static let rawDataCamera = Rule(
        "ZV-VIDEO-001", .rawDataVideoModule, .chosen, "The local camera can be opened.",
        source: "Its frames need a thread.")
    /// ZV-CALL-001
    public static let rawDataDelegateGone = Rule(
        "ZV-CALL-001", .success, .documented,
        "A delegate of the SDK or of the session context exists during the session; it is not retained.",
        source: "The properties are weak.")
    /// ZV-CALL-002
    public static let rawDataBlockedCallback = Rule(
        "ZV-CALL-002", .success, .chosen, "Callbacks return; a test waits ten seconds for them.",
        source: "A blocked callback blocks its delegate forever.")
}

// The virtual microphone.
extension Rule {
    /// ZV-MIC-001
    public static let rawDataMicrophoneOver = Rule(
        "ZV-MIC-001", .rawDataMicrophoneEnded, .inferred, "After onMicUninitialized nothing can be sent.",
        source: "The list of error codes.")
    /// ZV-MIC-002
    public static let rawDataMicrophoneStopped = Rule(
        "ZV-MIC-002", .rawDataWrongUsage, .inferred, "Audio is sent between onMicStartSend and onMicStopSend.",
        source: "The descriptions of the callbacks; the code is chosen.")
    /// ZV-MIC-003
    public static let rawDataMicrophoneLength = Rule(
        "ZV-MIC-003", .rawDataInvalidParameter, .documented, "The length is even and not 0: 16-bit samples.",
        source: "The parameter of the call.")
    /// ZV-MIC-004
    public static let rawDataMicrophoneRate = Rule(
        "ZV-MIC-004", .rawDataInvalidParameter, .documented,
        "The sample rate is 8000, 11025, 32000, 44100, 48000, 50000, 50400, 96000, 192000 or 2822400.",
        source: "The parameter of the call.")
    /// ZV-MIC-005
    public static let rawDataMicrophoneAmount = Rule(
        "ZV-MIC-005", .rawDataTooMuch, .chosen, "A call sends at most one second.",
        source: "The list of error codes; the limit is not documented.")
    /// ZV-MIC-006
    public static let rawDataMicrophonePace = Rule(
        "ZV-MIC-006", .rawDataTooFrequent, .chosen, "At most one second is sent ahead of time.",
        source: "The list of error codes; the limit is not documented.")
    /// ZV-MIC-007
    public static let rawDataMicrophoneFirstSend = Rule(
        "ZV-MIC-007", .rawDataInternalError, .inferred,
        "On request, the first call fails, and onMicStopSend and a second onMicStartSend follow.",
        source: "Reports of clients that saw onMicStartSend twice; the code is chosen.")
    /// ZV-SEND-001
    public static let rawDataUnusedDelegate = Rule(
        "ZV-SEND-001", .success, .chosen,
        "An external video source is accepted, and never called.",
        source: "psstudio emulates receiving, the virtual microphone, and the pre-processor.")
}

extension RuleCatalogue {
    /// The rules of the Zoom Video SDK's raw data.
    public static let rawData = RuleCatalogue(
        interface: "zoom-video-sdk-raw-data", title: "Zoom Video SDK raw data",
        rules: [
            .rawDataInitialize, .rawDataSessionName, .rawDataToken, .rawDataJoinedAlready, .rawDataNotJoined,
            .rawDataLateInitialize, .rawDataPipeSession, .rawDataPipeDelegate, .rawDataPipeResolution,
            .rawDataPipeUser, .rawDataPipeReleasing, .rawDataPipeUnsubscribed, .rawDataPipeHD,
            .rawDataPipeDelegateGone, .rawDataPipeUnreached, .rawDataCanvasView, .rawDataCanvasUnsubscribed,
            .rawDataPreProcessLine, .rawDataSharing, .rawDataIgnoredStride, .rawDataUnlockFlags, .rawDataUnlockedAccess,
            .rawDataReadOnlyWrite, .rawDataStale, .rawDataStackReference, .rawDataAudioMode,
            .rawDataLateReference, .rawDataOverRelease, .rawDataExhausted, .rawDataLeak, .rawDataHeld,
            .rawDataAudioSession, .rawDataAudioUnsubscribed, .rawDataAudioThread, .rawDataAudioUnreached,
            .rawDataAudioUser, .rawDataAudioDisconnected, .rawDataAudioEarly, .rawDataCamera,
            .rawDataDelegateGone, .rawDataBlockedCallback, .rawDataMicrophoneOver, .rawDataMicrophoneStopped,
            .rawDataMicrophoneLength,
            .rawDataMicrophoneRate, .rawDataMicrophoneAmount, .rawDataMicrophonePace,
            .rawDataMicrophoneFirstSend, .rawDataUnusedDelegate,
        ])
}
