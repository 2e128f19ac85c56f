public import StudioCore

// Active speakers and captions.
extension Rule {
    /// PS-SPEECH-001: onUserActiveAudioChange has all other users whose microphones publish audio that is neither muted
    /// nor silenced; the first of them, who began last, is the active speaker.
    public static let speakers = Rule(
        "PS-SPEECH-001", .success, .chosen,
        "onUserActiveAudioChange has all other users whose microphones publish audio that is neither muted nor "
            + "silenced; the first of them, who began last, is the active speaker.",
        source:
            "ZoomSDKMeetingActionController.h: onUserActiveAudioChange:, the active speakers; it names no order. "
            + "Clients take the first as the speaker, on macOS https://github.com/LetsDoVideo/feeds/blob/"
            + "01c884ecac86385577ba8327967f4f974f5343c1/engine/mac/feeds-engine-mac.mm, in C++ "
            + "https://github.com/LetsDoVideo/feeds/blob/5e8975e3444d1e74e74dbf898633c858e64d1aa3/engine/"
            + "engine-meeting.cpp#L202. That each audible microphone counts, that the own user is left out, that the "
            + "first began last, and the order of the rest, newest first, are chosen. A trace of two speakers and of "
            + "the own voice would decide.")

    /// PS-CAPTION-001: Live transcription is started and stopped inside a meeting.
    public static let captionsOutsideMeeting = Rule(
        "PS-CAPTION-001", .notInMeeting, .inferred,
        "Live transcription is started and stopped inside a meeting.",
        source: "ZoomSDKErrors.h: ZoomSDKError_NotInMeeting; which calls return it is not documented. A client "
            + "expects it while it reconnects: https://github.com/rishabreddy0809/Anchor_MacOS/blob/"
            + "e7d8e1149117f5406d5f0112f967ecb1bec2d81a/Anchor/Services/ZoomMeetingSDKBridge.swift#L293.")

    /// PS-CAPTION-002: Live transcription is started while it is stopped, and stopped while it runs.
    public static let captionsState = Rule(
        "PS-CAPTION-002", .wrongUsage, .chosen,
        "Live transcription is started while it is stopped, and stopped while it runs.",
        source: "The second call would change nothing, and the code makes it visible. The header has a status to ask "
            + "for, and names no code for these two calls. A trace that starts twice would decide.")

    /// PS-CAPTION-003: The status Start precedes the first caption, also when another user has started the
    /// transcription. After stopLiveTranscription no caption is delivered until it is started again.
    public static let captionsOrder = Rule(
        "PS-CAPTION-003", .success, .chosen,
        "The status Start precedes the first caption, also when another user has started the transcription. After "
            + "stopLiveTranscription no caption is delivered until it is started again.",
        source: "A client prepares its view at the status, and clears it after the stop. The header does not describe "
            + "the order, nor which status the start by another user has. A trace of a meeting with captions would "
            + "decide.")
}

extension RuleCatalogue {
    static let captions: [Rule] = [.speakers, .captionsOutsideMeeting, .captionsState, .captionsOrder]
}
