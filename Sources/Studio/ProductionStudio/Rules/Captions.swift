public import StudioCore

// Who speaks, and captions.
extension Rule {
    /// PS-SPEECH-001.
    public static let speakers = Rule(
        "PS-SPEECH-001", .success, .chosen,
        "onUserActiveAudioChange has all users whose microphones publish unmuted audio, in the order in which they "
            + "began; the last of them is the active speaker.",
        source: "The header names the callbacks; it does not describe when they are called")

    /// PS-CAPTION-001.
    public static let captionsOutsideMeeting = Rule(
        "PS-CAPTION-001", .notInMeeting, .chosen,
        "Live transcription is started and stopped inside a meeting.",
        source: "Code NotInMeeting")

    /// PS-CAPTION-002.
    public static let captionsState = Rule(
        "PS-CAPTION-002", .wrongUsage, .chosen,
        "Live transcription is started while it is stopped, and stopped while it runs.",
        source: "The header has a status to ask for; the code is not documented")

    /// PS-CAPTION-003.
    public static let captionsOrder = Rule(
        "PS-CAPTION-003", .success, .chosen,
        "The status Start precedes the first caption, also when another user has started the transcription. After "
            + "stopLiveTranscription no caption is delivered until it is started again.",
        source: "The header does not describe the order")
}

extension RuleCatalogue {
    static let captions: [Rule] = [.speakers, .captionsOutsideMeeting, .captionsState, .captionsOrder]
}
