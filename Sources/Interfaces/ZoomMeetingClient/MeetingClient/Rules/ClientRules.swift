import ProductionStudio
public import StudioCore

// Entry.
extension Rule {
    /// ZM-ENTRY-001: Before init, calls about authentication, meetings and media are rejected.
    public static let clientUninitialised = Rule(
        "ZM-ENTRY-001", .uninitialised, .inferred,
        "Before init, calls about authentication, meetings and media are rejected.",
        source: "zoom_sdk_def.h: SDKERR_UNINITIALIZE, not initialized before the usage; which calls return it is not "
            + "documented. That it is checked first is psstudio's order.")
    /// ZM-ENTRY-002: Before an authentication succeeds, every call about meetings is rejected.
    public static let clientUnauthenticated = Rule(
        "ZM-ENTRY-002", .clientNotAuthenticated, .inferred,
        "Before an authentication succeeds, every call about meetings is rejected.",
        source: "zoom_sdk_def.h: SDKERR_UNAUTHENTICATION, not authorized before the usage; which calls return it is "
            + "not documented. That it is checked second is psstudio's order.")
    /// ZM-ENTRY-003: An authentication without a token, or with an empty one, is rejected at once, and has no result.
    public static let clientEmptyToken = Rule(
        "ZM-ENTRY-003", .invalidParameter, .observed,
        "An authentication without a token, or with an empty one, is rejected at once, and has no result.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: SDKAuth returns 3, also while another "
            + "authentication is not answered, and GetAuthResult stays AUTHRET_NONE.")
    /// ZM-ENTRY-004: Calls about the meeting need one, except leaving and unsubscribing. After its end, stopping raw
    /// recording, video and the share and disconnecting audio have the code, and are not violations.
    public static let clientOutside = Rule(
        "ZM-ENTRY-004", .notInMeeting, .chosen,
        "Calls about the meeting need one, except leaving and unsubscribing. After its end, stopping raw recording, "
            + "video and the share and disconnecting audio have the code, and are not violations.",
        source: "zoom_sdk_def.h: SDKERR_NOT_IN_MEETING; which calls return it is not documented. "
            + "zoom/meetingsdk-headless-linux-sample, src/Zoom.cpp: Zoom::clean unsubscribes without a meeting, and "
            + "Zoom::leave also leaves one that is over. iamfatness/CoreVideo, engine/src/main.cpp, "
            + "onMeetingStatusChanged: StopRawRecording at DISCONNECTING and at ENDED, on every leave. That the former "
            + "succeed, and which stops have a code, is chosen; that it is checked third is psstudio's order. A trace "
            + "of Leave, unSubscribe and StopRawRecording outside a meeting would decide.")
    /// ZM-ENTRY-005: Only a user in a breakout room returns from one.
    public static let clientBreakoutRoom = Rule(
        "ZM-ENTRY-005", .wrongUsage, .documented, "Only a user in a breakout room returns from one.",
        source: "meeting_breakout_rooms_interface_v2.h: IBOAttendee.LeaveBo, for an attendee who is in a "
            + "breakout room. It returns a Bool; the code is chosen.")
    /// ZM-ENTRY-006: Un-init is called outside callbacks.
    public static let clientUninitialisedInside = Rule(
        "ZM-ENTRY-006", .success, .documented, "Un-init is called outside callbacks.",
        source: "zoom_sdk.h: CleanUPSDK, which must not be called within any callback (Linux 6.6.10 and 6.7.5, Windows "
            + "headers of 2026; Linux of 2024 and Windows of 2025 do not say it). Serving it there, with a warning, "
            + "is psstudio's choice: a test does not hang.")
    /// ZM-ENTRY-007: The user name of a join is a text, in UTF-8 on Linux.
    public static let clientName = Rule(
        "ZM-ENTRY-007", .success, .inferred, "The user name of a join is a text, in UTF-8 on Linux.",
        source: "meeting_service_interface.h: JoinParam4WithoutLogin.userName, the name that others see. That null is "
            + "not one, and the encoding, are inferred. Serving it, with a warning, is psstudio's choice.")
    /// ZM-CALL-001: The event loop runs, and dispatches events.
    public static let clientUndispatched = Rule(
        "ZM-CALL-001", .success, .observed, "The event loop runs, and dispatches events.",
        source: "https://github.com/tanchunsiong/agent-skills/blob/2ba527d53e31d1727fa1dd55986ad2850e0aafa0/"
            + "zoom-meeting-sdk/linux/SKILL.md#L261: without the GLib loop no callback comes; for Windows, "
            + "zoom-meeting-sdk/windows/troubleshooting/windows-message-loop.md. "
            + "psstudio reports events that wait for two seconds; the number is chosen.")
    /// ZM-CALL-002: A callback for frames or audio returns while its receiver is removed; after two seconds the call
    /// returns.
    public static let clientBlockedCallback = Rule(
        "ZM-CALL-002", .success, .chosen,
        "A callback for frames or audio returns while its receiver is removed; after two seconds the call returns.",
        source: "Without a limit two threads could wait for each other for ever. A trace of the real SDK that "
            + "destroys a renderer whose callback blocks would decide.")
    /// ZM-CALL-003: Objects of the SDK are used until they are destroyed, each is destroyed once, and arguments are
    /// neither null nor out of range.
    public static let clientArgument = Rule(
        "ZM-CALL-003", .invalidParameter, .inferred,
        "Objects of the SDK are used until they are destroyed, each is destroyed once, and arguments are neither null nor "
            + "out of range.",
        source: "zoom_sdk_def.h: SDKERR_INVALID_PARAMETER; meeting_service_interface.h: DestroyMeetingService; "
            + "rawdata/zoom_rawdata_api.h: destroyRenderer. That an object does not exist after its end follows from the "
            + "name; which calls return which code is inferred.")
}

// Audio and video of the local user.
extension Rule {
    /// ZM-AUDIO-001: Muting the local user, unmuting and receiving audio need connected audio.
    public static let clientAudioConnection = Rule(
        "ZM-AUDIO-001", .clientNotJoinedAudio, .inferred,
        "Muting the local user, unmuting and receiving audio need connected audio.",
        source: "Zoom docs, Meeting SDK for Linux, Manage in-meeting audio settings, Connect to meeting audio: for "
            + "sending and receiving. Error 32: the thread that "
            + "https://github.com/noah-duncan/py-zoom-meeting-sdk/pull/47 names. For muting and unmuting it is "
            + "inferred.")
    /// ZM-AUDIO-002: Hosts and co-hosts mute others, one or all; unmuting others is rejected.
    public static let clientMuteRole = Rule(
        "ZM-AUDIO-002", .noPermission, .chosen,
        "Hosts and co-hosts mute others, one or all; unmuting others is rejected.",
        source: "https://support.zoom.com/hc/en/article?id=zm_kb&sysparm_article=KB0066716, of the Zoom app: hosts and "
            + "co-hosts mute others, and all; the host cannot unmute them without their consent. Consent is not "
            + "emulated: that unmuting others is always rejected is chosen, the code, too. So is that who mutes all "
            + "stays unmuted: meeting_audio_interface.h: IMeetingAudioController.MuteAudio says that 0 mutes all the "
            + "participants. A trace of a host who mutes all, then unmutes another user, would decide.")
    /// ZM-AUDIO-003: Only a user in the meeting can be muted.
    public static let clientMuteUser = Rule(
        "ZM-AUDIO-003", .invalidParameter, .chosen, "Only a user in the meeting can be muted.",
        source: "meeting_audio_interface.h: IMeetingAudioController.MuteAudio names no code for a user who is not in "
            + "the meeting. A trace of MuteAudio with the ID of a user who left would decide.")
    /// ZM-VIDEO-001: Starting video needs a virtual camera: there is no other one.
    public static let clientNoCamera = Rule(
        "ZM-VIDEO-001", .noVideoDevice, .chosen, "Starting video needs a virtual camera: there is no other one.",
        source: "zoom_sdk_def.h: SDKERR_NO_VIDEODEVICE_ISFOUND; no call is documented to return it. That there is no "
            + "other camera is chosen: a server has none. A client for Windows that uses a real camera, and needs it "
            + "in tests, would decide.")
}

// Raw recording.
extension Rule {
    /// ZM-REC-001: Raw recording needs the role host or co-host, an app privilege token, or the host's permission.
    public static let recordingPermission = Rule(
        "ZM-REC-001", .noPermission, .observed,
        "Raw recording needs the role host or co-host, an app privilege token, or the host's permission.",
        source: "https://www.recall.ai/blog/how-to-access-raw-data-in-the-zoom-meeting-sdk: on Windows and macOS, a "
            + "host, a co-host, or the host's permission, else code 12. The token: "
            + "https://docs.recall.ai/docs/zoom-recording-consent, join tokens for local recording; a client joins "
            + "with one as app_privilege_token: https://github.com/attendee-labs/attendee/blob/"
            + "77e990edd8b55b34e25834ad417bb1eac0f229c9/bots/zoom_oauth_connections_utils.py#L334.")
    /// ZM-REC-002: Raw recording waits until a reminder about recording is accepted.
    public static let recordingConfirmation = Rule(
        "ZM-REC-002", .clientNeedsConfirmation, .inferred,
        "Raw recording waits until a reminder about recording is accepted.",
        source: "zoom_sdk_def.h: SDKERR_NEED_USER_CONFIRM_RECORD_DISCLAIMER; meeting_reminder_ctrl_interface.h: "
            + "TYPE_RECORD_DISCLAIMER. That raw recording waits for it is inferred.")
    /// ZM-REC-003: Only raw recording that was started is stopped. The first stop after others have ended it, and each
    /// one after the permission is lost, has the code, and is not a violation.
    public static let recordingNotStarted = Rule(
        "ZM-REC-003", .wrongUsage, .chosen,
        "Only raw recording that was started is stopped. The first stop after others have ended it, and each one after "
            + "the permission is lost, has the code, and is not a violation.",
        source: "The call would do nothing, and the code makes it visible. noah-duncan/py-zoom-meeting-sdk, "
            + "sample_program/meeting_bot.py: onRecordPrivilegeChanged stops when the permission is lost. A trace of "
            + "the real SDK would decide, also whether the code is SDKERR_NORECORDINGINPROCESS.")
    /// ZM-REC-004: Raw recording that was stopped is not stopped again at once.
    public static let recordingStoppedTwice = Rule(
        "ZM-REC-004", .tooFrequentCall, .observed, "Raw recording that was stopped is not stopped again at once.",
        source: "https://github.com/attendee-labs/attendee/blob/77e990edd8b55b34e25834ad417bb1eac0f229c9/bots/"
            + "zoom_bot_adapter/zoom_bot_adapter.py#L916: a second call soon after the first is refused as too "
            + "frequent. psstudio refuses one within a second; the number is chosen.")
    /// ZM-REC-005: The permission is not requested from a host whose client shows no requests.
    public static let recordingUnsupported = Rule(
        "ZM-REC-005", .unsupportedFeature, .inferred,
        "The permission is not requested from a host whose client shows no requests.",
        source: "https://github.com/attendee-labs/attendee/blob/77e990edd8b55b34e25834ad417bb1eac0f229c9/bots/"
            + "zoom_bot_adapter/zoom_bot_adapter.py#L698: with hosts in Zoom Rooms, "
            + "IsSupportRequestLocalRecordingPrivilege has this code. That a request fails, too, is inferred.")
    /// ZM-REC-006: The permission is not requested again before the answer, unless a host has joined since.
    public static let recordingRequested = Rule(
        "ZM-REC-006", .tooFrequentCall, .chosen,
        "The permission is not requested again before the answer, unless a host has joined since.",
        source: "The same host has seen the first request, and a second would change nothing. A host who joins later "
            + "has not: there a client asks again, https://github.com/attendee-labs/attendee/blob/"
            + "77e990edd8b55b34e25834ad417bb1eac0f229c9/bots/zoom_bot_adapter/zoom_bot_adapter.py#L244. A trace that "
            + "requests twice before the answer would decide.")
    /// ZM-REC-007: A user who may record does not ask for it.
    public static let recordingAllowed = Rule(
        "ZM-REC-007", .wrongUsage, .chosen, "A user who may record does not ask for it.",
        source: "The host would see nothing to answer. A trace of a host who requests the permission would "
            + "decide.")
    /// ZM-REC-008: Raw recording ends when the permission or the role is lost, in the waiting room, and with a move to
    /// a breakout room or back, which also ends the host's permission; it is started again by the client.
    public static let recordingEnds = Rule(
        "ZM-REC-008", .success, .chosen,
        "Raw recording ends when the permission or the role is lost, in the waiting room, and with a move to a "
            + "breakout room or back, which also ends the host's permission; it is started again by the client.",
        source:
            "https://github.com/iamfatness/CoreVideo/blob/9e8ce33400df195dc678610555a95b6c13f9090d/CHANGELOG.md#L206: "
            + "on Windows a breakout room and the way back end the permission, and subscribing fails until recording "
            + "is started again. The role and the waiting room are inferred. That the loss is reported, and that the "
            + "role or a token still permits recording, is chosen. A trace of a co-host who moves to a breakout room "
            + "would decide.")
    /// ZM-REC-009: Raw data is received only while raw recording is started.
    public static let recordingRequired = Rule(
        "ZM-REC-009", .noPermission, .inferred, "Raw data is received only while raw recording is started.",
        source: "https://github.com/Vexa-ai/vexa/issues/150: on Linux with 6.7.2, subscribing to audio before "
            + "StartRawRecording returns SDKERR_NO_PERMISSION. That createRenderer and a renderer's subscribe do the "
            + "same is inferred.")
}

// Sending.
extension Rule {
    /// ZM-SEND-001: Media is sent between the callbacks that sending starts and stops.
    public static let sendStopped = Rule(
        "ZM-SEND-001", .wrongUsage, .inferred, "Media is sent between the callbacks that sending starts and stops.",
        source: "rawdata_audio_helper_interface.h: onMicStartSend and onMicStopSend; "
            + "rawdata_share_source_helper_interface.h: onStartSend and onStopSend, onStartSendAudio and "
            + "onStopSendAudio. For a camera, whose callbacks have no comment, it is inferred. A send that is rejected until the "
            + "callback has returned, and 50 ms longer, is not reported: no client can avoid it; the number is chosen. The "
            + "code is that of a camera's first send: https://github.com/attendee-labs/attendee/blob/"
            + "77e990edd8b55b34e25834ad417bb1eac0f229c9/bots/zoom_bot_adapter/zoom_bot_adapter.py#L732")
    /// ZM-SEND-002: Frames have an even width and height, at most 4096x4096.
    public static let sendFrameSize = Rule(
        "ZM-SEND-002", .invalidParameter, .chosen, "Frames have an even width and height, at most 4096x4096.",
        source: "rawdata_video_source_helper_interface.h: sendVideoFrame takes a FrameDataFormat, I420, whose chroma "
            + "has half the width and height: that both are even is inferred. The limit is chosen, as none is "
            + "documented. A trace that sends 8192x4320 would decide.")
    /// ZM-SEND-003: The length of a frame is width * height * 3 / 2.
    public static let sendFrameLength = Rule(
        "ZM-SEND-003", .invalidParameter, .inferred, "The length of a frame is width * height * 3 / 2.",
        source: "zoom/meetingsdk-linux-raw-recording-sample, demo/ZoomSDKVideoSource.cpp, onPropertyChange: the "
            + "vendor's sample calculates it so for the camera; the headers do not say it. For a share it is inferred.")
    /// ZM-SEND-004: The format is I420 in limited or full range, the rotation 0, 90, 180 or 270.
    public static let sendFrameFormat = Rule(
        "ZM-SEND-004", .invalidParameter, .inferred,
        "The format is I420 in limited or full range, the rotation 0, 90, 180 or 270.",
        source: "zoom_sdk_def.h: FrameDataFormat has these two. The rotations are those of Android: "
            + "https://zoom.github.io/zoom-sdk-android/us/zoom/sdk/ZoomSDKVideoSender.html. The code is inferred.")
    /// ZM-SEND-005: Audio has whole 16-bit samples of all channels, at least one.
    public static let sendAudioLength = Rule(
        "ZM-SEND-005", .invalidParameter, .inferred, "Audio has whole 16-bit samples of all channels, at least one.",
        source: "rawdata_audio_helper_interface.h: IZoomSDKAudioRawDataSender.send, and "
            + "rawdata_share_source_helper_interface.h: IZoomSDKShareAudioSender.sendShareAudio, an even length of "
            + "16-bit samples. Whole pairs in stereo, at least one sample, and the code are inferred.")
    /// ZM-SEND-006: The rate of a microphone is 8000, 11025, 16000, 32000, 44100, 48000, 50000, 50400, 96000, 192000 or
    /// 2822400; not 11025 and 2822400 in stereo. A share's audio also lacks 2822400, and 192000 in stereo.
    public static let sendAudioRate = Rule(
        "ZM-SEND-006", .invalidParameter, .documented,
        "The rate of a microphone is 8000, 11025, 16000, 32000, 44100, 48000, 50000, 50400, 96000, 192000 or 2822400; "
            + "not 11025 and 2822400 in stereo. A share's audio also lacks 2822400, and 192000 in stereo.",
        source: "rawdata_audio_helper_interface.h: IZoomSDKAudioRawDataSender.send, and "
            + "rawdata_share_source_helper_interface.h: IZoomSDKShareAudioSender.sendShareAudio, the supported sample "
            + "rates of mono and of stereo. The code is inferred.")
    /// ZM-SEND-007: At most a minute of audio is sent ahead of time. It is played in real time; the stop of the
    /// microphone or share, muting and leaving discard what is queued.
    public static let sendAudioAmount = Rule(
        "ZM-SEND-007", .tooFrequentCall, .chosen,
        "At most a minute of audio is sent ahead of time. It is played in real time; the stop of the microphone or share, "
            + "muting and leaving discard what is queued.",
        source: "https://github.com/zoom/meetingsdk-linux-raw-recording-sample/blob/"
            + "4080dc8b1943c43c647600de84998d0b46d4b31a/demo/ZoomSDKVirtualAudioMicEvent.cpp: the vendor's sample sends a "
            + "whole file in one call, so that a queue exists. That it ends at a minute, and with the stop, is chosen; the header has the code, without a number. A "
            + "trace that sends two minutes in one call would decide.")
    /// ZM-SEND-008: A client with a virtual microphone connects audio: onMicStartSend waits for it.
    public static let sendAudioUnconnected = Rule(
        "ZM-SEND-008", .success, .chosen,
        "A client with a virtual microphone connects audio: onMicStartSend waits for it.",
        source: "rawdata_audio_helper_interface.h: onMicStartSend; Zoom docs, Meeting SDK for Linux, Manage in-meeting "
            + "audio settings, Connect to meeting audio: for sending and receiving. That JoinVoip is missing after ten "
            + "seconds is chosen. A microphone that starts without JoinVoip in a trace of the real SDK would decide.")
    /// ZM-SHARE-001: One participant shares at a time. A second source of the local user replaces the first one.
    public static let shareBusy = Rule(
        "ZM-SHARE-001", .wrongUsage, .chosen,
        "One participant shares at a time. A second source of the local user replaces the first one.",
        source: "meeting_sharing_interface.h: ShareSettingType_HOST_GRAB, one share at a time, which the host can "
            + "grab; ShareSettingType_MULTI_SHARE, several. That psstudio has the first, and grabs nothing, is chosen, "
            + "the code too. noah-duncan/py-zoom-meeting-sdk, sample_program/meeting_bot.py, start_raw_recording: "
            + "setExternalShareSource at each grant of the permission, also while the bot shares. That the new source "
            + "gets onStartSend, and the former one nothing, is chosen. A client that shares beside others, or grabs a "
            + "share, and needs it in tests, would decide, and a trace that sets a second source.")
    /// ZM-SHARE-002: Only a share that was started is stopped.
    public static let shareIdle = Rule(
        "ZM-SHARE-002", .wrongUsage, .chosen, "Only a share that was started is stopped.",
        source: "The call would do nothing, and the code makes it visible. A trace of the real SDK would decide, "
            + "also whether the code is SDKERR_MEETING_NOT_SHARE_SENDER or SDKERR_MEETING_YOU_HAVE_NO_SHARE.")
    /// ZM-SHARE-003: While sharing is locked, frames and audio are accepted, and nobody sees or hears them, except
    /// those of hosts and co-hosts.
    public static let shareUnseen = Rule(
        "ZM-SHARE-003", .success, .inferred,
        "While sharing is locked, frames and audio are accepted, and nobody sees or hears them, except those of "
            + "hosts and co-hosts.",
        source: "https://www.recall.ai/blog/why-cant-i-send-shared-screen-frames: all calls succeed, the share is "
            + "announced, and nothing is shown; first to be checked is CanStartShare. That the lock is the cause, that "
            + "the share begins nevertheless, and that it is so for audio, is inferred. meeting_sharing_interface.h: "
            + "ShareSettingType_LOCK_SHARE, only the host; LockShare, which co-hosts may call: that they are seen, "
            + "too, is inferred from it.")
}

// Reminders and chat.
extension Rule {
    /// ZM-REMIND-001: Each reminder is answered once.
    public static let reminderUnknown = Rule(
        "ZM-REMIND-001", .wrongUsage, .chosen, "Each reminder is answered once.",
        source: "A handler is used up by its answer. A trace of the real SDK that answers twice would decide.")
    /// ZM-REMIND-002: Who declines that the meeting is recorded leaves it.
    public static let reminderDeclined = Rule(
        "ZM-REMIND-002", .success, .inferred, "Who declines that the meeting is recorded leaves it.",
        source: "meeting_reminder_ctrl_interface.h: IsBlocking, whether the reminder keeps the user out of the "
            + "meeting; what Decline does is not documented.")
    /// ZM-CHAT-001: The receiver of a message is in the meeting.
    public static let chatReceiver = Rule(
        "ZM-CHAT-001", .invalidParameter, .chosen, "The receiver of a message is in the meeting.",
        source: "meeting_chat_interface.h: IChatMsgInfoBuilder.SetReceiver takes a user ID, 0 for all, and names no "
            + "code for one who is not there. A trace that writes to a user who left would decide.")
    /// ZM-CHAT-002: At most 20 chat messages are sent within a second.
    public static let chatTooFrequent = Rule(
        "ZM-CHAT-002", .tooFrequentCall, .chosen, "At most 20 chat messages are sent within a second.",
        source: "https://github.com/attendee-labs/attendee/pull/1027: consecutive messages can be rejected with "
            + "SDKERR_TOO_FREQUENT_CALL; the number is not known. 20 is chosen: only a loop sends as many. A trace that "
            + "sends messages in a loop would decide.")
}

extension RuleCatalogue {
    /// The rules of a meeting client that receives and sends raw data.
    public static let meetingClient = RuleCatalogue(
        interface: "zoom-meeting-sdk-client", title: "Zoom Meeting SDK client",
        rules: [
            .clientUninitialised, .clientUnauthenticated, .clientEmptyToken, .clientOutside, .clientBreakoutRoom,
            .clientUninitialisedInside, .clientName, .clientUndispatched, .clientBlockedCallback, .clientArgument,
            .clientAudioConnection,
            .clientMuteRole, .clientMuteUser, .clientNoCamera, .recordingPermission, .recordingConfirmation,
            .recordingNotStarted, .recordingStoppedTwice, .recordingUnsupported, .recordingRequested,
            .recordingAllowed, .recordingEnds, .recordingRequired, .rendererUser, .rendererOwnShare, .rendererHeight,
            .rendererIdle, .rendererOver, .rendererDestroyed, .rendererSlow, .clientSlowLoop,
            .soundSubscribed, .soundDelegate, .soundIdle, .soundThread,
            .referenceStack, .referenceLate, .referenceOverReleased, .referenceLeaked, .referenceExhausted,
            .referenceOver, .sendStopped, .sendFrameSize, .sendFrameLength, .sendFrameFormat, .sendAudioLength,
            .sendAudioRate, .sendAudioAmount, .sendAudioUnconnected, .shareBusy, .shareIdle, .shareUnseen,
            .reminderUnknown, .reminderDeclined, .chatReceiver, .chatTooFrequent,
        ] + Rule.beforeAuthentication)
}
