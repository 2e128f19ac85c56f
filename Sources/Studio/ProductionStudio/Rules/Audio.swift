public import StudioCore

// Sending audio.
extension Rule {
    /// PS-AUDIO-001.
    public static let audioBufferMissing = Rule(
        "PS-AUDIO-001", .invalidParameter, .chosen,
        "The block's address must not be null.",
        source: "Code InvalidParameter")

    /// PS-AUDIO-002.
    public static let audioBufferEmpty = Rule(
        "PS-AUDIO-002", .invalidParameter, .chosen,
        "The block must contain at least one sample.",
        source: "Code InvalidParameter")

    /// PS-AUDIO-003.
    public static let audioLengthOdd = Rule(
        "PS-AUDIO-003", .invalidParameter, .documented,
        "The block's length must be even, because samples have 16 bits.",
        source: "Guide and header")

    /// PS-AUDIO-004.
    public static let audioRateUnknown = Rule(
        "PS-AUDIO-004", .invalidParameter, .documented,
        "The sample rate must be 32000 or 48000 Hz.",
        source: "Guide: two rates")

    /// PS-AUDIO-005.
    public static let audioChannelUnknown = Rule(
        "PS-AUDIO-005", .invalidParameter, .inferred,
        "The channel layout must be mono or stereo.",
        source: "Header: two layouts")

    /// PS-AUDIO-006.
    public static let audioPairIncomplete = Rule(
        "PS-AUDIO-006", .invalidParameter, .chosen,
        "A stereo block's length must be a multiple of 4.",
        source: "Half a sample pair is useless")

    /// PS-AUDIO-007.
    public static let audioFormatMayChange = Rule(
        "PS-AUDIO-007", .success, .chosen,
        "Rate and channels may change from one block to the next.",
        source: "Not forbidden")

    /// PS-AUDIO-008.
    public static let audioBlockLong = Rule(
        "PS-AUDIO-008", .success, .chosen,
        "A block of more than one second is accepted; strict mode reports it.",
        source: "No limit is documented")

    /// PS-AUDIO-009.
    public static let audioLayout = Rule(
        "PS-AUDIO-009", .success, .inferred,
        "Samples are signed 16-bit little-endian; stereo is interleaved left, right.",
        source: "Reported by users of the SDK")
}

extension RuleCatalogue {
    static let audio: [Rule] = [
        .audioBufferMissing, .audioBufferEmpty, .audioLengthOdd, .audioRateUnknown, .audioChannelUnknown,
        .audioPairIncomplete, .audioFormatMayChange, .audioBlockLong, .audioLayout,
    ]
}
