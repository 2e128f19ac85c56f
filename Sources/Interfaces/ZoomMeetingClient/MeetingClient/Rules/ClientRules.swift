import ProductionStudio
public import StudioCore

// Entry.
extension Rule {
    /// ZM-ENTRY-001
    public static let clientUninitialised = Rule(
        "ZM-ENTRY-001", .uninitialised, .chosen, "Before init, every call is rejected; this is checked first.",
        source: "The list of error codes.")
    /// ZM-ENTRY-002
    public static let clientUnauthenticated = Rule(
        "ZM-ENTRY-002", .clientNotAuthenticated, .chosen,
        "Before an authentication succeeds, every call about meetings is rejected; this is checked second.",
        source: "The list of error codes.")
    /// ZM-ENTRY-003
    public static let clientEmptyToken = Rule(
        "ZM-ENTRY-003", .success, .chosen,
        "An empty token is accepted, and answered with the result that the key is empty; a valid identity stays.",
        source: "The result has a name of its own.")
    /// ZM-ENTRY-004
    public static let clientOutside = Rule(
        "ZM-ENTRY-004", .notInMeeting, .chosen, "Calls about the meeting need one; this is checked third.",
        source: "The list of error codes.")
    /// ZM-ENTRY-005
    public static let clientBreakoutRoom = Rule(
        "ZM-ENTRY-005", .wrongUsage, .chosen, "Only a user in a breakout room returns from one.",
        source: "The call would do nothing.")
    /// ZM-CALL-001
    public static let clientUndispatched = Rule(
        "ZM-CALL-001", .success, .inferred, "The event loop runs: events are dispatched within two seconds.",
        source: "Observed: without a main loop no callback ever comes.")
    /// ZM-CALL-002
    public static let clientBlockedCallback = Rule(
        "ZM-CALL-002", .success, .chosen,
        "A callback for frames or audio returns while its receiver is removed; after two seconds the call returns.",
        source: "Otherwise two threads could wait for each other.")
}

// Audio and video of the local user.
extension Rule {
    /// ZM-AUDIO-001
    public static let clientAudioConnection = Rule(
        "ZM-AUDIO-001", .clientNotJoinedAudio, .inferred,
        "Muting the local user, unmuting and receiving audio need connected audio.",
        source: "Observed: since 6.3.5, subscribing to audio before joining it is rejected.")
    /// ZM-AUDIO-002
    public static let clientMuteRole = Rule(
        "ZM-AUDIO-002", .noPermission, .documented, "Hosts and co-hosts mute others; nobody unmutes others.",
        source: "The descriptions of the calls.")
    /// ZM-AUDIO-003
    public static let clientMuteUser = Rule(
        "ZM-AUDIO-003", .invalidParameter, .chosen, "Only a user in the meeting can be muted.",
        source: "The list of error codes.")
    /// ZM-VIDEO-001
    public static let clientNoCamera = Rule(
        "ZM-VIDEO-001", .noVideoDevice, .chosen, "Starting video needs a virtual camera: there is no other one.",
        source: "A server has no camera.")
}

// Raw recording.
extension Rule {
    /// ZM-REC-001
    public static let recordingPermission = Rule(
        "ZM-REC-001", .noPermission, .documented,
        "Raw recording needs the role host or co-host, an app privilege token, or the host's permission.",
        source: "Guide: raw data needs the permission to record.")
    /// ZM-REC-002
    public static let recordingConfirmation = Rule(
        "ZM-REC-002", .clientNeedsConfirmation, .inferred,
        "Raw recording waits until a reminder about recording is accepted.", source: "The name of the error code.")
    /// ZM-REC-003
    public static let recordingNotStarted = Rule(
        "ZM-REC-003", .wrongUsage, .chosen, "Only raw recording that was started is stopped.",
        source: "The call would do nothing.")
    /// ZM-REC-004
    public static let recordingStoppedTwice = Rule(
        "ZM-REC-004", .tooFrequentCall, .inferred, "Raw recording is not stopped twice within a second.",
        source: "Observed: the second call is rejected.")
    /// ZM-REC-005
    public static let recordingUnsupported = Rule(
        "ZM-REC-005", .unsupportedFeature, .documented, "A host whose client cannot be asked cannot be asked.",
        source: "The description of the query.")
    /// ZM-REC-006
    public static let recordingRequested = Rule(
        "ZM-REC-006", .tooFrequentCall, .chosen, "The permission is not requested again before the answer.",
        source: "One request is shown to the host.")
    /// ZM-REC-007
    public static let recordingAllowed = Rule(
        "ZM-REC-007", .wrongUsage, .chosen, "A user who may record does not ask for it.",
        source: "The host would see nothing.")
    /// ZM-REC-008
    public static let recordingEnds = Rule(
        "ZM-REC-008", .success, .inferred,
        "Raw recording ends when the permission or the role is lost, and in the waiting room; it is started again "
            + "by the client.",
        source: "Observed: bots have to start it again after they were moved.")
    /// ZM-REC-009
    public static let recordingRequired = Rule(
        "ZM-REC-009", .noPermission, .inferred, "Raw data is received only while raw recording is started.",
        source: "Observed: subscribing before that is rejected.")
}

// Receiving.
extension Rule {
    /// ZM-VIEW-001
    public static let rendererUser = Rule(
        "ZM-VIEW-001", .invalidParameter, .chosen, "Only a user in the meeting can be subscribed to.",
        source: "The list of error codes.")
    /// ZM-VIEW-002
    public static let rendererOwnShare = Rule(
        "ZM-VIEW-002", .clientOwnShare, .documented, "The share of the local user is not received.",
        source: "The name of the error code.")
    /// ZM-VIEW-003
    public static let rendererHeight = Rule(
        "ZM-VIEW-003", .invalidParameter, .documented, "The resolution is one of 90, 180, 360, 720 and 1080 lines.",
        source: "The constants of the header.")
    /// ZM-VIEW-004
    public static let rendererIdle = Rule(
        "ZM-VIEW-004", .wrongUsage, .chosen, "Only a renderer that is subscribed is unsubscribed.",
        source: "A missing subscription is harmless, and becomes visible.")
    /// ZM-VIEW-005
    public static let rendererOver = Rule(
        "ZM-VIEW-005", .notInMeeting, .inferred,
        "The end of the meeting ends all renderers: they are reported as destroyed, and reject calls.",
        source: "Observed: the SDK frees them when the host ends the meeting.")
    /// ZM-SOUND-001
    public static let soundSubscribed = Rule(
        "ZM-SOUND-001", .wrongUsage, .chosen, "Audio is subscribed to once.", source: "There is one receiver.")
    /// ZM-SOUND-002
    public static let soundIdle = Rule(
        "ZM-SOUND-002", .wrongUsage, .chosen, "Only subscribed audio is unsubscribed.", source: "As for renderers.")
    /// ZM-SOUND-003
    public static let soundThread = Rule(
        "ZM-SOUND-003", .clientNoResources, .chosen, "Audio needs a thread, which must be startable.",
        source: "Without it there would be no callback.")
    /// ZM-REF-001
    public static let referenceStack = Rule(
        "ZM-REF-001", .success, .documented, "Data in stack memory, the default, cannot be referenced.",
        source: "The description of the memory modes.")
    /// ZM-REF-002
    public static let referenceLate = Rule(
        "ZM-REF-002", .success, .documented, "The first reference is taken inside the callback.",
        source: "The buffers may be used again afterwards.")
    /// ZM-REF-003
    public static let referenceOverReleased = Rule(
        "ZM-REF-003", .success, .chosen, "Each release follows a reference.", source: "It would free memory in use.")
    /// ZM-REF-004
    public static let referenceLeaked = Rule(
        "ZM-REF-004", .success, .documented, "All references are released before the meeting is left.",
        source: "References that are kept use up the buffers.")
    /// ZM-REF-005
    public static let referenceExhausted = Rule(
        "ZM-REF-005", .success, .documented, "References are released in time: new data is dropped without buffers.",
        source: "The number of buffers is chosen.")
}

// Sending.
extension Rule {
    /// ZM-SEND-001
    public static let sendStopped = Rule(
        "ZM-SEND-001", .wrongUsage, .inferred, "Media is sent between the callbacks that sending starts and stops.",
        source: "The descriptions of the callbacks; the code was observed.")
    /// ZM-SEND-002
    public static let sendFrameSize = Rule(
        "ZM-SEND-002", .invalidParameter, .inferred, "Frames have an even width and height, at most 4096x4096.",
        source: "I420 has chroma of half the size.")
    /// ZM-SEND-003
    public static let sendFrameLength = Rule(
        "ZM-SEND-003", .invalidParameter, .documented, "The length of a frame is width * height * 3 / 2.",
        source: "The parameter of the call; some apps pass the rows of an I420 matrix as the height.")
    /// ZM-SEND-004
    public static let sendFrameFormat = Rule(
        "ZM-SEND-004", .invalidParameter, .documented,
        "The format is I420 in limited or full range, the rotation 0, 90, 180 or 270.",
        source: "The parameters of the call.")
    /// ZM-SEND-005
    public static let sendAudioLength = Rule(
        "ZM-SEND-005", .invalidParameter, .documented, "Audio has whole 16-bit samples of all channels, at least one.",
        source: "The parameter of the call.")
    /// ZM-SEND-006
    public static let sendAudioRate = Rule(
        "ZM-SEND-006", .invalidParameter, .documented,
        "The sample rate is 8000, 11025, 16000, 32000, 44100, 48000, 50000, 50400, 96000, 192000 or 2822400; not "
            + "11025 and 2822400 in stereo.",
        source: "The parameter of the call.")
    /// ZM-SEND-007
    public static let sendAudioAmount = Rule(
        "ZM-SEND-007", .tooFrequentCall, .chosen,
        "A call sends at most a second, and at most a second is sent ahead of time.",
        source: "Nobody would hear it in time.")
    /// ZM-SHARE-001
    public static let shareBusy = Rule(
        "ZM-SHARE-001", .wrongUsage, .chosen, "One participant shares at a time.", source: "The default of meetings.")
    /// ZM-SHARE-002
    public static let shareIdle = Rule(
        "ZM-SHARE-002", .wrongUsage, .chosen, "Only a share that was started is stopped.",
        source: "The call would do nothing.")
}

// Reminders and chat.
extension Rule {
    /// ZM-REMIND-001
    public static let reminderUnknown = Rule(
        "ZM-REMIND-001", .wrongUsage, .chosen, "Each reminder is answered once.", source: "The handler is used up.")
    /// ZM-REMIND-002
    public static let reminderDeclined = Rule(
        "ZM-REMIND-002", .success, .documented, "Who declines that the meeting is recorded leaves it.",
        source: "The text of the reminder.")
    /// ZM-CHAT-001
    public static let chatReceiver = Rule(
        "ZM-CHAT-001", .invalidParameter, .chosen, "The receiver of a message is in the meeting.",
        source: "The list of error codes.")
}

extension RuleCatalogue {
    /// The rules of a meeting client that receives and sends raw data.
    public static let meetingClient = RuleCatalogue(
        interface: "zoom-meeting-sdk-client", title: "Zoom Meeting SDK client",
        rules: [
            .clientUninitialised, .clientUnauthenticated, .clientEmptyToken, .clientOutside, .clientBreakoutRoom,
            .clientUndispatched, .clientBlockedCallback, .clientAudioConnection, .clientMuteRole, .clientMuteUser,
            .clientNoCamera, .recordingPermission, .recordingConfirmation, .recordingNotStarted,
            .recordingStoppedTwice, .recordingUnsupported, .recordingRequested, .recordingAllowed, .recordingEnds,
            .recordingRequired, .rendererUser, .rendererOwnShare, .rendererHeight, .rendererIdle, .rendererOver,
            .soundSubscribed, .soundIdle, .soundThread, .referenceStack, .referenceLate, .referenceOverReleased,
            .referenceLeaked, .referenceExhausted, .sendStopped, .sendFrameSize, .sendFrameLength, .sendFrameFormat,
            .sendAudioLength, .sendAudioRate, .sendAudioAmount, .shareBusy, .shareIdle, .reminderUnknown,
            .reminderDeclined, .chatReceiver,
        ])
}
