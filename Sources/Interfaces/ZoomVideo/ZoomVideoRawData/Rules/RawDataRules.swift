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
    /// ZV-JOIN-001: Joining needs an initialised SDK.
    public static let rawDataInitialize = Rule(
        "ZV-JOIN-001", .rawDataUninitialized, .documented, "Joining needs an initialised SDK.",
        source: "ZoomVideoSDK.h: initialize:, needed before the following steps; ZoomVideoSDKConstants.h: "
            + "Errors_Uninitialize. joinSession: returns no code; that onError has it is inferred.")
    /// ZV-JOIN-002: A session has a name.
    public static let rawDataSessionName = Rule(
        "ZV-JOIN-002", .rawDataNoSessionName, .documented, "A session has a name.",
        source: "ZoomVideoSDK.h: ZoomVideoSDKSessionContext.sessionName, required; ZoomVideoSDKConstants.h: "
            + "Errors_JoinSession_NoSessionName. That onError has the code is inferred.")
    /// ZV-JOIN-003: In strict mode, joining needs a token.
    public static let rawDataToken = Rule(
        "ZV-JOIN-003", .rawDataNoSessionToken, .documented, "In strict mode, joining needs a token.",
        source: "ZoomVideoSDK.h: ZoomVideoSDKSessionContext.token, required; ZoomVideoSDKConstants.h: "
            + "Errors_JoinSession_NoSessionToken. That onError has the code is inferred. Outside strict mode psstudio "
            + "does without, so that tests need none.")
    /// ZV-JOIN-004: A second join before leaving is rejected.
    public static let rawDataJoinedAlready = Rule(
        "ZV-JOIN-004", .rawDataAlreadyInSession, .inferred, "A second join before leaving is rejected.",
        source: "ZoomVideoSDKConstants.h: Errors_Session_Already_In_Progress; no call is documented to return it.")
    /// ZV-JOIN-005: Leaving needs a session.
    public static let rawDataNotJoined = Rule(
        "ZV-JOIN-005", .rawDataNotStarted, .inferred, "Leaving needs a session.",
        source: "ZoomVideoSDK.h: leaveSession: leaves a session previously joined, and names no code; "
            + "ZoomVideoSDKConstants.h: Errors_Session_Not_Started.")
    /// ZV-JOIN-006: The SDK is initialised outside a session; the last call wins.
    public static let rawDataLateInitialize = Rule(
        "ZV-JOIN-006", .rawDataWrongUsage, .chosen, "The SDK is initialised outside a session; the last call wins.",
        source: "A session keeps the memory modes with which it began. A trace that initialises twice, outside and "
            + "inside a session, would decide; with React Native on iOS, a second call gave Wrong_Usage: "
            + "https://github.com/zoom/videosdk-reactnative-quickstart/issues/4.")
}

// Pipes.
extension Rule {
    /// ZV-PIPE-001: Pipes and canvases need a joined session; the own video needs only that joinSession returned.
    public static let rawDataPipeSession = Rule(
        "ZV-PIPE-001", .rawDataNotInSession, .inferred,
        "Pipes and canvases need a joined session; the own video needs only that joinSession returned.",
        source: "ZoomVideoSDKRawDataPipe.h: subscribeWithDelegate:resolution:, with the own video just after "
            + "joinSession:; the vendor's ZoomVideoSample does so in OpenGLViewController, and with the own canvas in "
            + "CanvasViewController. ZoomVideoSDKConstants.h: Errors_Not_In_Session, among the errors of raw data. "
            + "That the others wait for onSessionJoin is inferred; that it is checked first is psstudio's order.")
    /// ZV-PIPE-002: Subscribing and unsubscribing need a delegate.
    public static let rawDataPipeDelegate = Rule(
        "ZV-PIPE-002", .rawDataInvalidParameter, .inferred, "Subscribing and unsubscribing need a delegate.",
        source: "ZoomVideoSDKRawDataPipe.h: subscribeWithDelegate:resolution: and unSubscribeWithDelegate:, whose "
            + "delegate gets the frames; its type permits nil. The code is inferred.")
    /// ZV-PIPE-003: A pipe is subscribed with a concrete resolution, not Auto.
    public static let rawDataPipeResolution = Rule(
        "ZV-PIPE-003", .rawDataInvalidParameter, .documented,
        "A pipe is subscribed with a concrete resolution, not Auto.",
        source: "ZoomVideoSDKRawDataPipe.h: subscribeWithDelegate:resolution:, the warning about "
            + "ZoomVideoSDKVideoResolution_Auto. The code is chosen.")
    /// ZV-PIPE-004: The pipe of a user who left cannot be subscribed; for a share the code is No_Share_Data.
    public static let rawDataPipeUser = Rule(
        "ZV-PIPE-004", .rawDataNoVideo, .inferred,
        "The pipe of a user who left cannot be subscribed; for a share the code is No_Share_Data.",
        source: "ZoomVideoSDKConstants.h: Errors_No_Video_Data and Errors_No_Share_Data; which calls return them is "
            + "not documented. psstudio refuses canvases too.")
    /// ZV-PIPE-005: On request, a pipe is released slowly, and cannot be subscribed until then.
    public static let rawDataPipeReleasing = Rule(
        "ZV-PIPE-005", .rawDataWrongUsage, .inferred,
        "On request, a pipe is released slowly, and cannot be subscribed until then.",
        source: "The Meeting SDK does so: https://github.com/iamfatness/CoreVideo/pull/204, where a renderer "
            + "that followed another one of the same participant at once was refused with WRONG_USAGE.")
    /// ZV-PIPE-006: Only a subscribed delegate can be unsubscribed.
    public static let rawDataPipeUnsubscribed = Rule(
        "ZV-PIPE-006", .rawDataWrongUsage, .inferred, "Only a subscribed delegate can be unsubscribed.",
        source: "ZoomVideoSDKRawDataPipe.h: unSubscribeWithDelegate:, whose delegate was passed in "
            + "subscribeWithDelegate:resolution:. What another one returns is not documented; the code is chosen. It is "
            + "not a violation when the delegate was unsubscribed before, or no delegate of the pipe is subscribed.")
    /// ZV-PIPE-007: At most two videos of other users are received with 720 lines.
    public static let rawDataPipeHD = Rule(
        "ZV-PIPE-007", .success, .inferred, "At most two videos of other users are received with 720 lines.",
        source: "https://developers.zoom.us/blog/concurrent-video-streaming-limits-desktop-sdks/, Subscription rules "
            + "by resolution: two with a desktop SDK, the own video not counted. For iOS, ZoomVideoSDKConstants.h has "
            + "HasSubscribe1080POr720P, which names one. psstudio warns of more, and delivers them.")
    /// ZV-PIPE-008: A delegate exists as long as it is subscribed; it is not retained. It is unsubscribed before it
    /// goes away.
    public static let rawDataPipeDelegateGone = Rule(
        "ZV-PIPE-008", .success, .inferred,
        "A delegate exists as long as it is subscribed; it is not retained. It is unsubscribed before it goes away.",
        source: "Zoom docs, Video SDK for iOS, Receive raw data: a delegate is unsubscribed first, or the SDK goes on "
            + "calling it when its context is deallocated. That the pipe does not retain it follows; that a call then "
            + "reaches nothing is psstudio's, since weak is safe.")
    /// ZV-PIPE-009: A pipe's delegate implements a callback for frames.
    public static let rawDataPipeUnreached = Rule(
        "ZV-PIPE-009", .success, .inferred, "A pipe's delegate implements a callback for frames.",
        source: "ZoomVideoSDKDelegate.h: ZoomVideoSDKRawDataPipeDelegate has optional methods only, so that an "
            + "object without a method for frames is accepted.")
    /// ZV-QUALITY-001: A pipe's delegate implements one callback for frames, not both.
    public static let rawDataPipeBothCallbacks = Rule(
        "ZV-QUALITY-001", .success, .documented, "A pipe's delegate implements one callback for frames, not both.",
        source:
            "Zoom docs, Video SDK for iOS, Receive raw data: not both, as each frame is converted twice then. psstudio "
            + "delivers both, planes first, and reports it once for each subscription as a finding of quality.")
}

// Memory and references.
extension Rule {
    /// ZV-REF-001: Data is valid during its callback, and while it is referenced.
    public static let rawDataStale = Rule(
        "ZV-REF-001", .success, .documented, "Data is valid during its callback, and while it is referenced.",
        source: "ZoomVideoSDKVideoRawData.h and ZoomVideoSDKAudioRawData.h: addRef, which keeps the buffer; Zoom "
            + "docs, Video SDK for iOS, Receive raw data: without it, the buffer may be used again after the "
            + "callback. That there are no buffers then is chosen; that it goes for a pre-processor is inferred.")
    /// ZV-REF-002: Data in stack memory cannot be referenced: addRef returns false.
    public static let rawDataStackReference = Rule(
        "ZV-REF-002", .success, .inferred, "Data in stack memory cannot be referenced: addRef returns false.",
        source: "ZoomVideoSDKVideoRawData.h and ZoomVideoSDKAudioRawData.h: canAddRef; Zoom docs, Video SDK for iOS, "
            + "Raw data, Stack-based memory: variables are deallocated after the data leaves scope. What canAddRef "
            + "and addRef return then is not documented.")
    /// ZV-REF-003: Without a memory mode, audio is in stack memory, unlike video and share.
    public static let rawDataAudioMode = Rule(
        "ZV-REF-003", .success, .inferred,
        "Without a memory mode, audio is in stack memory, unlike video and share.",
        source: "Zoom docs, Video SDK for iOS, Receive raw data, the remark on the memory mode of audio, which names "
            + "video as different. That share is like video is inferred; ZoomVideoSDK.h has stack as the default of "
            + "all three.")
    /// ZV-REF-004: The first reference is taken inside the callback.
    public static let rawDataLateReference = Rule(
        "ZV-REF-004", .success, .inferred, "The first reference is taken inside the callback.",
        source: "ZoomVideoSDKVideoRawData.h and ZoomVideoSDKAudioRawData.h: addRef, which keeps the buffer; Zoom "
            + "docs, Video SDK for iOS, Receive raw data: without it, the buffer may be used again after the "
            + "callback. What a later call returns is not documented.")
    /// ZV-REF-005: Each releaseRef follows an addRef.
    public static let rawDataOverRelease = Rule(
        "ZV-REF-005", .success, .inferred, "Each releaseRef follows an addRef.",
        source: "ZoomVideoSDKVideoRawData.h and ZoomVideoSDKAudioRawData.h: releaseRef takes one addRef back; what "
            + "one too many does is not documented. That it returns 0, and traps in strict mode, is chosen.")
    /// ZV-REF-006: References are released: unbalanced ones tie up the buffers of the pool, and new data is dropped.
    public static let rawDataExhausted = Rule(
        "ZV-REF-006", .success, .inferred,
        "References are released: unbalanced ones tie up the buffers of the pool, and new data is dropped.",
        source: "ZoomVideoSDKVideoRawData.h and ZoomVideoSDKAudioRawData.h: addRef holds the buffer until the count "
            + "is 0; Zoom docs, Video SDK for iOS, Receive raw data: unbalanced references leak buffers of the pool. "
            + "That new data is dropped then is inferred; the size of the pool is chosen.")
    /// ZV-REF-007: Each addRef is followed by a releaseRef.
    public static let rawDataLeak = Rule(
        "ZV-REF-007", .success, .documented, "Each addRef is followed by a releaseRef.",
        source: "ZoomVideoSDKVideoRawData.h and ZoomVideoSDKAudioRawData.h: addRef, after which releaseRef must be "
            + "called. psstudio reports objects that were deallocated without it, when the session is left.")
    /// ZV-REF-008: Data that is held when the session is left stays valid until it is released, and is reported once.
    public static let rawDataHeld = Rule(
        "ZV-REF-008", .success, .chosen,
        "Data that is held when the session is left stays valid until it is released, and is reported once.",
        source: "ZoomVideoSDKVideoRawData.h and ZoomVideoSDKAudioRawData.h: addRef holds the buffer until the count "
            + "is 0, and nothing is said of leaving. A writer may finish after it: what is held a second later is "
            + "reported. A trace of the real SDK that reads "
            + "held data after leaveSession would decide.")
    /// ZV-REF-009: canAddRef is asked before addRef, in every memory mode.
    public static let rawDataUnaskedReference = Rule(
        "ZV-REF-009", .success, .documented, "canAddRef is asked before addRef, in every memory mode.",
        source:
            "Zoom docs, Video SDK for iOS, Receive raw data, the example that retains a frame: canAddRef, then addRef; "
            + "ZoomVideoSDKVideoRawData.h and ZoomVideoSDKAudioRawData.h: canAddRef. psstudio takes the reference where "
            + "it can, and reports the call.")
}

// Audio and callbacks.
extension Rule {
    /// ZV-AUDIO-001: Audio needs a joined session.
    public static let rawDataAudioSession = Rule(
        "ZV-AUDIO-001", .rawDataNotInSession, .inferred, "Audio needs a joined session.",
        source: "ZoomVideoSDKConstants.h: Errors_Not_In_Session, among the errors of raw data; the calls name no "
            + "code. For startAudio, stopAudio, muteAudio: and unmuteAudio:, which are not of raw data, it is inferred "
            + "from its name.")
    /// ZV-AUDIO-002: Unsubscribing from audio without a subscription succeeds and changes nothing.
    public static let rawDataAudioUnsubscribed = Rule(
        "ZV-AUDIO-002", .success, .chosen,
        "Unsubscribing from audio without a subscription succeeds and changes nothing.",
        source: "As for the view of a canvas, ZV-CANVAS-002, which programs that work unsubscribe more often than "
            + "they subscribe it; the header says nothing of either. A trace of the real SDK that unsubscribes from "
            + "audio twice would decide.")
    /// ZV-AUDIO-003: Audio needs a thread, which must be startable.
    public static let rawDataAudioThread = Rule(
        "ZV-AUDIO-003", .rawDataAudioModule, .own, "Audio needs a thread, which must be startable.",
        source: "Without its thread there would be no callback, and nothing would show it. The thread is psstudio's "
            + "own; the code is chosen. A trace on a machine that starts no thread would decide the code.")
    /// ZV-AUDIO-004: A client that subscribes to audio implements a callback for it.
    public static let rawDataAudioUnreached = Rule(
        "ZV-AUDIO-004", .success, .inferred, "A client that subscribes to audio implements a callback for it.",
        source: "ZoomVideoSDKDelegate.h: the methods for audio are optional, so that a delegate without them is "
            + "accepted.")
    /// ZV-AUDIO-005: Only a user in the session can be muted or unmuted.
    public static let rawDataAudioUser = Rule(
        "ZV-AUDIO-005", .rawDataInvalidParameter, .chosen, "Only a user in the session can be muted or unmuted.",
        source: "The header names no code for a user who is not in the session. A trace of muteAudio: with a "
            + "user who left would decide.")
    /// ZV-AUDIO-006: Audio is received while the local user's audio is connected.
    public static let rawDataAudioDisconnected = Rule(
        "ZV-AUDIO-006", .success, .inferred, "Audio is received while the local user's audio is connected.",
        source: "https://developers.zoom.us/docs/video-sdk/ios/audio/, Connect to audio: startAudio connects; "
            + "ZoomVideoSDK.h: ZoomVideoSDKAudioOptions.connect. That raw data needs the connection is inferred. "
            + "psstudio reports audio that is missed for a second; the second is chosen.")
    /// ZV-AUDIO-007: On request, audio of a user precedes onUserJoin with that user.
    public static let rawDataAudioEarly = Rule(
        "ZV-AUDIO-007", .success, .inferred, "On request, audio of a user precedes onUserJoin with that user.",
        source: "A meeting bot in a browser, without this SDK, had to handle audio that precedes the user's arrival: "
            + "https://github.com/attendee-labs/attendee/pull/625.")
    /// ZV-AUDIO-008: Only a host or a manager mutes other users, or asks them to unmute.
    public static let rawDataAudioRole = Rule(
        "ZV-AUDIO-008", .rawDataWrongUsage, .documented,
        "Only a host or a manager mutes other users, or asks them to unmute.",
        source: "ZoomVideoSDKAudioHelper.h: muteAudio: and unmuteAudio:, the warnings; "
            + "https://developers.zoom.us/docs/video-sdk/ios/audio/host-controls/, Ask a single user to unmute, which "
            + "names the host only. The code is chosen.")
    /// ZV-VIDEO-001: The local camera can be opened.
    public static let rawDataCamera = Rule(
        "ZV-VIDEO-001", .rawDataVideoModule, .chosen, "The local camera can be opened.",
        source: "The camera's frames need a thread. The header has Errors_Video_device_error beside this code; a "
            + "trace with a camera that cannot be opened would decide.")
    /// ZV-VIDEO-002: Starting and stopping the local video need a joined session.
    public static let rawDataVideoSession = Rule(
        "ZV-VIDEO-002", .rawDataNotInSession, .inferred, "Starting and stopping the local video need a joined session.",
        source: "ZoomVideoSDKConstants.h: Errors_Not_In_Session, by its name; ZoomVideoSDKVideoHelper.h: startVideo "
            + "and stopVideo name no code.")
    /// ZV-CALL-001: A delegate of the SDK or of the session context exists during the session; it is not retained.
    public static let rawDataDelegateGone = Rule(
        "ZV-CALL-001", .success, .inferred,
        "A delegate of the SDK or of the session context exists during the session; it is not retained.",
        source: "ZoomVideoSDK.h: delegate, and the four delegates of ZoomVideoSDKSessionContext, which are weak. That "
            + "a client keeps them during the session follows: nothing is called otherwise.")
    /// ZV-CALL-002: Callbacks return; a test waits ten seconds for them.
    public static let rawDataBlockedCallback = Rule(
        "ZV-CALL-002", .success, .own, "Callbacks return; a test waits ten seconds for them.",
        source: "A blocked callback blocks its delegate for ever, and a test has to end. A test whose callbacks need "
            + "longer would decide.")
}

// The virtual microphone.
extension Rule {
    /// ZV-MIC-001: After onMicUninitialized nothing can be sent.
    public static let rawDataMicrophoneOver = Rule(
        "ZV-MIC-001", .rawDataMicrophoneEnded, .documented, "After onMicUninitialized nothing can be sent.",
        source: "Zoom docs, Video SDK for iOS, Send raw data, step 5: at onMicUninitialized the SDK has torn the "
            + "sender down; ZoomVideoSDKConstants.h: Errors_Rawdata_Virtual_Mic_Is_Terminate. That a call returns "
            + "this code is inferred.")
    /// ZV-MIC-002: Audio is sent between onMicStartSend and onMicStopSend.
    public static let rawDataMicrophoneStopped = Rule(
        "ZV-MIC-002", .rawDataWrongUsage, .documented, "Audio is sent between onMicStartSend and onMicStopSend.",
        source: "Zoom docs, Video SDK for iOS, Send raw data, steps 2 and 4: sending starts at onMicStartSend and "
            + "stops at onMicStopSend; ZoomVideoSDKDelegate.h says the same. The code is chosen.")
    /// ZV-MIC-003: The length is even and not 0: 16-bit samples.
    public static let rawDataMicrophoneLength = Rule(
        "ZV-MIC-003", .rawDataInvalidParameter, .inferred, "The length is even and not 0: 16-bit samples.",
        source: "ZoomVideoSDKAudioSender.h: send:dataLength:sampleRate:, an even length of 16-bit samples. That 0 is "
            + "refused, and the code, are inferred.")
    /// ZV-MIC-004: The sample rate is 8000, 11025, 32000, 44100, 48000, 50000, 50400, 96000, 192000 or 2822400.
    public static let rawDataMicrophoneRate = Rule(
        "ZV-MIC-004", .rawDataInvalidParameter, .documented,
        "The sample rate is 8000, 11025, 32000, 44100, 48000, 50000, 50400, 96000, 192000 or 2822400.",
        source: "ZoomVideoSDKAudioSender.h: send:dataLength:sampleRate:, the supported sample rates. The code is "
            + "inferred.")
    /// ZV-MIC-005: A call sends at most one second.
    public static let rawDataMicrophoneAmount = Rule(
        "ZV-MIC-005", .rawDataTooMuch, .chosen, "A call sends at most one second.",
        source: "ZoomVideoSDKConstants.h has Errors_Rawdata_Send_Too_Much_Data_In_Single_Time, without a number; a "
            + "second is a hundred usual blocks. A trace with growing blocks would decide.")
    /// ZV-MIC-006: At most one second is sent ahead of time.
    public static let rawDataMicrophonePace = Rule(
        "ZV-MIC-006", .rawDataTooFrequent, .chosen, "At most one second is sent ahead of time.",
        source: "The header has the error, without a number; nobody would hear later audio in time. A trace that "
            + "sends faster than real time would decide.")
    /// ZV-MIC-007: On request, the first call fails, and onMicStopSend and a second onMicStartSend follow.
    public static let rawDataMicrophoneFirstSend = Rule(
        "ZV-MIC-007", .rawDataInternalError, .inferred,
        "On request, the first call fails, and onMicStopSend and a second onMicStartSend follow.",
        source: "With the virtual camera of the Meeting SDK, the first call is refused with WRONG_USAGE, and the "
            + "start comes again: "
            + "https://github.com/attendee-labs/attendee/blob/77e990edd8b55b34e25834ad417bb1eac0f229c9/bots/"
            + "zoom_bot_adapter/zoom_bot_adapter.py#L732. "
            + "The stop is inferred; the code is chosen.")
    /// ZV-MIC-008: A client whose first call failed sends again after the second onMicStartSend.
    public static let rawDataMicrophoneGivenUp = Rule(
        "ZV-MIC-008", .success, .inferred,
        "A client whose first call failed sends again after the second onMicStartSend.",
        source: "Zoom docs, Video SDK for iOS, Send raw data, step 2: sending starts at onMicStartSend. That it is so "
            + "after a failed call (ZV-MIC-007), too, is inferred: otherwise nothing is heard. psstudio reports a "
            + "client that sends nothing for a second; the second is chosen.")
    /// ZV-SEND-001: An external video source is accepted, and never called.
    public static let rawDataUnusedDelegate = Rule(
        "ZV-SEND-001", .success, .own,
        "An external video source is accepted, and never called.",
        source: "psstudio emulates receiving, the virtual microphone, and the pre-processor. The real SDK calls the "
            + "source: Zoom docs, Video SDK for iOS, Send raw data. A client that sends video by the Video SDK, and "
            + "needs it in tests, would decide.")
}

extension RuleCatalogue {
    /// The rules of the Zoom Video SDK's raw data.
    public static let rawData = RuleCatalogue(
        interface: "zoom-video-sdk-raw-data", title: "Zoom Video SDK raw data",
        rules: [
            .rawDataInitialize, .rawDataSessionName, .rawDataToken, .rawDataJoinedAlready, .rawDataNotJoined,
            .rawDataLateInitialize, .rawDataPipeSession, .rawDataPipeDelegate, .rawDataPipeResolution,
            .rawDataPipeUser, .rawDataPipeReleasing, .rawDataPipeUnsubscribed, .rawDataPipeHD,
            .rawDataPipeDelegateGone, .rawDataPipeUnreached, .rawDataPipeBothCallbacks, .rawDataCanvasView,
            .rawDataCanvasUnsubscribed,
            .rawDataPreProcessLine, .rawDataSharing, .rawDataIgnoredStride, .rawDataUnlockFlags, .rawDataUnlockedAccess,
            .rawDataReadOnlyWrite, .rawDataMissingUnlock, .rawDataUnlockedAddress,
            .rawDataStale, .rawDataStackReference, .rawDataAudioMode,
            .rawDataLateReference, .rawDataOverRelease, .rawDataExhausted, .rawDataLeak, .rawDataHeld,
            .rawDataUnaskedReference,
            .rawDataAudioSession, .rawDataAudioUnsubscribed, .rawDataAudioThread, .rawDataAudioUnreached,
            .rawDataAudioUser, .rawDataAudioDisconnected, .rawDataAudioEarly, .rawDataAudioRole, .rawDataCamera,
            .rawDataVideoSession, .rawDataDelegateGone, .rawDataBlockedCallback, .rawDataMicrophoneOver,
            .rawDataMicrophoneStopped,
            .rawDataMicrophoneLength,
            .rawDataMicrophoneRate, .rawDataMicrophoneAmount, .rawDataMicrophonePace,
            .rawDataMicrophoneFirstSend, .rawDataMicrophoneGivenUp, .rawDataUnusedDelegate,
        ])
}
