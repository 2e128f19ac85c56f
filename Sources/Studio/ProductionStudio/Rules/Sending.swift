public import StudioCore

// Sending video, and rules for all send calls.
extension Rule {
    /// PS-SEND-001: Sending is allowed only between onStartSend and onStopSend.
    public static let sendNotStarted = Rule(
        "PS-SEND-001", .wrongUsage, .documented,
        "Sending is allowed only between onStartSend and onStopSend.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 5: only while onStartSend is "
            + "active. The code is inferred: the first send of the camera in C++ failed "
            + "with it on Linux (PS-SEND-014).")

    /// PS-SEND-002: The frame's address must not be null.
    public static let videoBufferMissing = Rule(
        "PS-SEND-002", .invalidParameter, .inferred,
        "The frame's address must not be null.",
        source: "ZoomSDKMeetingProductionStudioController.h: sendVideoFrame:width:height:frameLength:format:, whose "
            + "pointer is non-null. The code is inferred.")

    /// PS-SEND-003: The frame must contain at least one byte.
    public static let videoBufferEmpty = Rule(
        "PS-SEND-003", .invalidParameter, .inferred,
        "The frame must contain at least one byte.",
        source: "A frame without bytes has not the length of its format, PS-SEND-006. The code is that of other "
            + "arguments, ZoomSDKErrors.h: ZoomSDKError_InvalidParameter.")

    /// PS-SEND-004: The frame's format must be the declared one.
    public static let videoFormatDiffers = Rule(
        "PS-SEND-004", .invalidParameter, .documented,
        "The frame's format must be the declared one.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 3: width, height and format are "
            + "the contract of all frames; on Windows meeting_production_studio_ctrl_interface.h: "
            + "IZoomSDKPSSender.sendVideoFrame. The code, which the macOS header has for the size, is inferred.")

    /// PS-SEND-005: The frame's width and height must be the declared ones.
    public static let videoSizeDiffers = Rule(
        "PS-SEND-005", .invalidParameter, .documented,
        "The frame's width and height must be the declared ones.",
        source: "ZoomSDKMeetingProductionStudioController.h: sendVideoFrame:width:height:frameLength:format:, with "
            + "ZoomSDKError_InvalidParameter for another size")

    /// PS-SEND-006: A frame must have width x height x 3 / 2 bytes: tight Y, U and V planes.
    public static let videoLengthWrong = Rule(
        "PS-SEND-006", .invalidParameter, .documented,
        "A frame must have width x height x 3 / 2 bytes: tight Y, U and V planes.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Send video and audio: the length of an "
            + "I420 frame. The code is inferred.")

    /// PS-SEND-007: One producer sends: calls do not overlap.
    public static let sendsOverlap = Rule(
        "PS-SEND-007", .wrongUsage, .inferred,
        "One producer sends: calls do not overlap.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Send video and audio: one thread sends. "
            + "That its calls must not overlap follows; the code is inferred. That an overlapping call waits, is counted "
            + "and is refused in strict mode only is psstudio's own.")

    /// PS-SEND-008: In strict mode, frames must not exceed the declared frame rate.
    public static let videoTooFrequent = Rule(
        "PS-SEND-008", .tooFrequentCall, .own,
        "In strict mode, frames must not exceed the declared frame rate.",
        source: "ZoomSDKErrors.h: ZoomSDKError_TooFrequentCall does not say for which calls, and the real call has no "
            + "frame rate. No vendor decides this: strict mode is psstudio's own design.")

    /// PS-SEND-009: The caller may reuse its buffer when the call returns.
    public static let sendCopies = Rule(
        "PS-SEND-009", .success, .chosen,
        "The caller may reuse its buffer when the call returns.",
        source: "A client that fills one buffer again and again must not tear its frames; copying is safe. A trace "
            + "that overwrites the buffer after the call would decide.")

    /// PS-SEND-010: While the meeting reconnects, sends succeed, and the media is dropped and counted.
    public static let sendWhileReconnecting = Rule(
        "PS-SEND-010", .success, .chosen,
        "While the meeting reconnects, sends succeed, and the media is dropped and counted.",
        source: "The studio is kept, and a loop of frames should not end for a lost packet. A trace of a lost network "
            + "while sending would decide.")

    /// PS-SEND-011: A frame is rejected when no memory can be allocated for it.
    public static let sendOutOfMemory = Rule(
        "PS-SEND-011", .outOfMemory, .inferred,
        "A frame is rejected when no memory can be allocated for it.",
        source: "ZoomSDKErrors.h: ZoomSDKError_Malloc_Failed; which calls return it is not documented.")

    /// PS-SEND-013: A source that declares a frame rate must have the requested one.
    public static let videoRateDiffers = Rule(
        "PS-SEND-013", .invalidParameter, .own,
        "A source that declares a frame rate must have the requested one.",
        source: "Otherwise frames would arrive too fast or too slowly. The real call has no frame rate. No vendor "
            + "decides this: it is psstudio's own design.")

    /// PS-SEND-012: A send call inside another send call of the same thread is rejected.
    public static let sendFromInside = Rule(
        "PS-SEND-012", .wrongUsage, .own,
        "A send call inside another send call of the same thread is rejected.",
        source: "It would deadlock, and sends of one thread follow each other. No vendor decides this: it is "
            + "psstudio's own design.")

    /// PS-SEND-014: On request, the first send after a start fails, and onStartSend follows again.
    public static let firstSendFails = Rule(
        "PS-SEND-014", .wrongUsage, .inferred,
        "On request, the first send after a start fails, and onStartSend follows again.",
        source: "Seen with the camera of the C++ interface on Linux: https://github.com/attendee-labs/attendee/blob/"
            + "77e990edd8b55b34e25834ad417bb1eac0f229c9/bots/zoom_bot_adapter/zoom_bot_adapter.py#L732: the first "
            + "send fails, and onStartSend comes again. That the studio can is inferred.")
}

extension RuleCatalogue {
    static let sending: [Rule] = [
        .sendNotStarted, .videoBufferMissing, .videoBufferEmpty, .videoFormatDiffers, .videoSizeDiffers,
        .videoLengthWrong, .sendsOverlap, .videoTooFrequent, .sendCopies, .sendWhileReconnecting, .sendOutOfMemory,
        .videoRateDiffers, .sendFromInside, .firstSendFails,
    ]
}
