public import StudioCore

// Sending video, and rules for all send calls.
extension Rule {
    /// PS-SEND-001.
    public static let sendNotStarted = Rule(
        "PS-SEND-001", .wrongUsage, .documented,
        "Sending is allowed only between onStartSend and onStopSend.",
        source: "Guide: send video and audio; the code is inferred from the raw video sender")

    /// PS-SEND-002.
    public static let videoBufferMissing = Rule(
        "PS-SEND-002", .invalidParameter, .chosen,
        "The frame's address must not be null.",
        source: "Code InvalidParameter")

    /// PS-SEND-003.
    public static let videoBufferEmpty = Rule(
        "PS-SEND-003", .invalidParameter, .chosen,
        "The frame must contain at least one byte.",
        source: "Code InvalidParameter")

    /// PS-SEND-004.
    public static let videoFormatDiffers = Rule(
        "PS-SEND-004", .invalidParameter, .documented,
        "The frame's format must be the declared one.",
        source: "Guide: capability contract")

    /// PS-SEND-005.
    public static let videoSizeDiffers = Rule(
        "PS-SEND-005", .invalidParameter, .documented,
        "The frame's width and height must be the declared ones.",
        source: "Guide: capability contract")

    /// PS-SEND-006.
    public static let videoLengthWrong = Rule(
        "PS-SEND-006", .invalidParameter, .documented,
        "A frame must have width x height x 3 / 2 bytes: tight Y, U and V planes.",
        source: "Guide and header: I420 length")

    /// PS-SEND-007.
    public static let sendsOverlap = Rule(
        "PS-SEND-007", .wrongUsage, .documented,
        "One producer sends; overlapping calls are serialised, and rejected in strict mode.",
        source: "Guide: single producer thread; other behaviour is chosen")

    /// PS-SEND-008.
    public static let videoTooFrequent = Rule(
        "PS-SEND-008", .tooFrequentCall, .chosen,
        "In strict mode, frames must not exceed the declared frame rate.",
        source: "No frame rate is documented")

    /// PS-SEND-009.
    public static let sendCopies = Rule(
        "PS-SEND-009", .success, .chosen,
        "The caller may reuse its buffer when the call returns.",
        source: "Copied inside the call")

    /// PS-SEND-010.
    public static let sendWhileReconnecting = Rule(
        "PS-SEND-010", .success, .chosen,
        "While the meeting reconnects, sends succeed, and the media is dropped and counted.",
        source: "The state of the studio is kept")

    /// PS-SEND-011.
    public static let sendOutOfMemory = Rule(
        "PS-SEND-011", .outOfMemory, .chosen,
        "A frame is rejected when no memory can be allocated for it.",
        source: "Code Malloc_Failed")

    /// PS-SEND-013.
    public static let videoRateDiffers = Rule(
        "PS-SEND-013", .invalidParameter, .chosen,
        "A source that declares a frame rate must have the requested one.",
        source: "Otherwise frames would arrive too fast or too slowly")

    /// PS-SEND-012.
    public static let sendFromInside = Rule(
        "PS-SEND-012", .wrongUsage, .chosen,
        "A send call inside another send call of the same thread is rejected.",
        source: "It would deadlock")

    /// PS-SEND-014.
    public static let firstSendFails = Rule(
        "PS-SEND-014", .wrongUsage, .inferred,
        "On request, the first send after a start fails, and onStartSend follows again.",
        source: "Observed with the camera of the C++ interface: the first send fails, and onStartSend comes again")
}

extension RuleCatalogue {
    static let sending: [Rule] = [
        .sendNotStarted, .videoBufferMissing, .videoBufferEmpty, .videoFormatDiffers, .videoSizeDiffers,
        .videoLengthWrong, .sendsOverlap, .videoTooFrequent, .sendCopies, .sendWhileReconnecting, .sendOutOfMemory,
        .videoRateDiffers, .sendFromInside, .firstSendFails,
    ]
}
