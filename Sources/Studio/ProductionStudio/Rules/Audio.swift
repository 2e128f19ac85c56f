public import StudioCore

// Sending audio.
extension Rule {
    /// PS-AUDIO-001: The block's address must not be null.
    public static let audioBufferMissing = Rule(
        "PS-AUDIO-001", .invalidParameter, .inferred,
        "The block's address must not be null.",
        source: "ZoomSDKMeetingProductionStudioController.h: sendAudio:dataLength:sampleRate:channel:, whose pointer "
            + "is non-null. The code is inferred.")

    /// PS-AUDIO-002: The block must contain at least one sample.
    public static let audioBufferEmpty = Rule(
        "PS-AUDIO-002", .invalidParameter, .chosen,
        "The block must contain at least one sample.",
        source: "A block without samples has nothing to send. The header asks for an even length only, and 0 is even. "
            + "A trace that sends 0 bytes would decide.")

    /// PS-AUDIO-003: The block's length must be even; samples have 16 bits.
    public static let audioLengthOdd = Rule(
        "PS-AUDIO-003", .invalidParameter, .documented,
        "The block's length must be even; samples have 16 bits.",
        source: "ZoomSDKMeetingProductionStudioController.h: sendAudio:dataLength:sampleRate:channel:, an even length; "
            + "Zoom docs, Meeting SDK for macOS, Use production studio mode, Send video and audio: PCM of 16 bits. "
            + "The code is inferred.")

    /// PS-AUDIO-004: The sample rate must be 32000 or 48000 Hz.
    public static let audioRateUnknown = Rule(
        "PS-AUDIO-004", .invalidParameter, .documented,
        "The sample rate must be 32000 or 48000 Hz.",
        source: "meeting_production_studio_ctrl_interface.h: IZoomSDKPSSender.sendAudio, 32k and 48k; Zoom docs, "
            + "Meeting SDK for macOS, Use production studio mode, Send video and audio. The code is inferred.")

    /// PS-AUDIO-005: The channel layout must be mono or stereo.
    public static let audioChannelUnknown = Rule(
        "PS-AUDIO-005", .invalidParameter, .inferred,
        "The channel layout must be mono or stereo.",
        source: "ZoomSDKErrors.h: ZoomSDKAudioChannel, which has these two. That others are refused, and the code, are "
            + "inferred.")

    /// PS-AUDIO-006: A stereo block's length must be a multiple of 4.
    public static let audioPairIncomplete = Rule(
        "PS-AUDIO-006", .invalidParameter, .chosen,
        "A stereo block's length must be a multiple of 4.",
        source: "Half a pair of samples is useless, and would exchange the channels of all later blocks. The header "
            + "asks for an even length only. A trace that sends 2 bytes of stereo would decide.")

    /// PS-AUDIO-007: Rate and channels may change from one block to the next.
    public static let audioFormatMayChange = Rule(
        "PS-AUDIO-007", .success, .inferred,
        "Rate and channels may change from one block to the next.",
        source: "ZoomSDKMeetingProductionStudioController.h: sendAudio:dataLength:sampleRate:channel: takes both with "
            + "each block, and no capability declares them beforehand.")

    /// PS-AUDIO-008: A block of more than one second is accepted; strict mode reports it.
    public static let audioBlockLong = Rule(
        "PS-AUDIO-008", .success, .chosen,
        "A block of more than one second is accepted; strict mode reports it.",
        source: "No limit is documented, and a long block is not an error of the format. A trace that sends growing "
            + "blocks would decide.")

    /// PS-AUDIO-009: Samples are signed 16-bit little-endian; stereo is interleaved left, right.
    public static let audioLayout = Rule(
        "PS-AUDIO-009", .success, .inferred,
        "Samples are signed 16-bit little-endian; stereo is interleaved left, right.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Send video and audio: PCM of 16 bits. "
            + "Little-endian: rawdata_share_source_helper_interface.h: sendShareAudio, for the audio of shares. "
            + "Signed, interleaved, and left before right, are inferred.")
}

extension RuleCatalogue {
    static let audio: [Rule] = [
        .audioBufferMissing, .audioBufferEmpty, .audioLengthOdd, .audioRateUnknown, .audioChannelUnknown,
        .audioPairIncomplete, .audioFormatMayChange, .audioBlockLong, .audioLayout,
    ]
}
