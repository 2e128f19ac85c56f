public import StudioCore

extension StudioError.Code {
    /// An argument is out of range.
    public static let receivingInvalidArgument = StudioError.Code(rawValue: "InvalidArgument")
    /// There is no such participant.
    public static let receivingNotFound = StudioError.Code(rawValue: "NotFound")
    /// Another client has it.
    public static let receivingOccupied = StudioError.Code(rawValue: "Occupied")
    /// The machine lacks threads.
    public static let receivingNoResources = StudioError.Code(rawValue: "NoResources")
}

extension Rule {
    /// RX-TRACK-001: A subscription needs a participant who is in the meeting.
    public static let receivingUnknownParticipant = Rule(
        "RX-TRACK-001", .receivingNotFound, .own, "A subscription needs a participant who is in the meeting.",
        source: "Tracks appear and vanish with their participants. An interface that keeps the subscriptions of "
            + "absent users would decide.")
    /// RX-TRACK-002: Frames come from cameras and shared screens, audio from microphones and shared audio.
    public static let receivingWrongKind = Rule(
        "RX-TRACK-002", .receivingInvalidArgument, .own,
        "Frames come from cameras and shared screens, audio from microphones and shared audio.",
        source: "The kind determines the units. An interface with a track of both would decide.")
    /// RX-VIDEO-001: The requested height is 2 to 4320 pixels.
    public static let receivingHeight = Rule(
        "RX-VIDEO-001", .receivingInvalidArgument, .own, "The requested height is 2 to 4320 pixels.",
        source: "Twice the height of UHD, so that mistakes are found. An interface with larger pictures would "
            + "decide.")
    /// RX-VIDEO-002: The stride alignment is a power of 2 from 1 to 4096.
    public static let receivingAlignment = Rule(
        "RX-VIDEO-002", .receivingInvalidArgument, .own, "The stride alignment is a power of 2 from 1 to 4096.",
        source: "A page of memory on x86-64. Hardware that needs more would decide.")
    /// RX-VIDEO-003: A subscriber may hold at least one frame.
    public static let receivingBudget = Rule(
        "RX-VIDEO-003", .receivingInvalidArgument, .own, "A subscriber may hold at least one frame.",
        source: "A callback holds the frame that it delivers. An interface that delivers no frames would decide.")
    /// RX-AUDIO-001: Observed audio has 8000, 16000, 32000, 44100 or 48000 Hz, or 1000 to 192000 Hz if the interface
    /// rejects no rate, and 1 or 2 channels.
    public static let receivingAudioFormat = Rule(
        "RX-AUDIO-001", .receivingInvalidArgument, .own,
        "Observed audio has 8000, 16000, 32000, 44100 or 48000 Hz, or 1000 to 192000 Hz if the interface rejects no "
            + "rate, and 1 or 2 channels.",
        source: "The rates and channels of Agora's AgoraAudioParams, RTC 4.x for macOS: "
            + "https://docs.agora.io/cn/video-call-4.x/API%20Reference/mac_ng/API/class_audioparams.html. The limits "
            + "1000 and 192000 are psstudio's. An interface that rejects others would decide.")
    /// RX-AUDIO-002: An observed block lasts 1 ms to 1 s.
    public static let receivingBlockLength = Rule(
        "RX-AUDIO-002", .receivingInvalidArgument, .own, "An observed block lasts 1 ms to 1 s.",
        source: "A shorter block costs more than its audio; a longer one is a recording. An interface with other "
            + "blocks would decide.")
    /// RX-AUDIO-003: A point has at most one editor.
    public static let receivingSecondEditor = Rule(
        "RX-AUDIO-003", .receivingOccupied, .own, "A point has at most one editor.",
        source: "The order of several edits would be undefined. An interface with an order of editors would "
            + "decide.")
    /// RX-AUDIO-004: An observer needs the audio thread, which must be startable, unless the clock is manual.
    public static let receivingAudioThread = Rule(
        "RX-AUDIO-004", .receivingNoResources, .own,
        "An observer needs the audio thread, which must be startable, unless the clock is manual.",
        source: "Without the thread there would be no callback, and nothing would show it. A client that can do "
            + "without audio would decide.")
}

// Delivery.
extension Rule {
    /// RX-TRACK-003: Received video has 15 to 25 frames per second by default, which drift, unless the source is exact.
    public static let receivingVaryingRate = Rule(
        "RX-TRACK-003", .success, .chosen,
        "Received video has 15 to 25 frames per second by default, which drift, unless the source is exact.",
        source: "In the raw video of Zoom's Meeting SDK, roughly 10 to 60 fps, and 16 to 18 in a meeting for "
            + "verification: "
            + "https://github.com/iamfatness/CoreVideo/blob/9e8ce33400df195dc678610555a95b6c13f9090d/"
            + "CHANGELOG.md#L42. The bounds, which lie between, and the drift each second are chosen. A trace of a "
            + "client of the real SDK would decide.")
    /// RX-TRACK-004: A stall withholds the last second of media; its end delivers that at once, or loses it.
    public static let receivingStall = Rule(
        "RX-TRACK-004", .success, .chosen,
        "A stall withholds the last second of media; its end delivers that at once, or loses it.",
        source: "A second bounds the memory of a stall, and is long enough to be seen. A trace of a real "
            + "receiver whose network stalls would decide.")
    /// RX-TRACK-005: Frames that are published and do not arrive are one drop, counted from the first frame after the
    /// subscription began.
    public static let receivingDiscontinuity = Rule(
        "RX-TRACK-005", .success, .chosen,
        "Frames that are published and do not arrive are one drop, counted from the first frame after the subscription "
            + "began.",
        source: "One notice reports the same as one per frame, and its end is known. A trace of a real receiver "
            + "with a gap would decide.")
    /// RX-VIDEO-004: The first frames of a subscription, and those after an unmute, are one step smaller than
    /// requested, unless the source is exact.
    public static let receivingSmallerFirstFrames = Rule(
        "RX-VIDEO-004", .success, .chosen,
        "The first frames of a subscription, and those after an unmute, are one step smaller than requested, unless "
            + "the source is exact.",
        source: "Zoom's Meeting SDK raises the size of a video in mid-meeting: "
            + "https://github.com/iamfatness/CoreVideo/blob/9e8ce33400df195dc678610555a95b6c13f9090d/"
            + "CHANGELOG.md#L596. That it does so after a subscription and after an unmute is inferred; the step is "
            + "chosen. A trace of the sizes after both would decide.")
    /// RX-VIDEO-005: Frames are smaller for 500 ms, which is 7 to 13 frames at 15 to 25 per second.
    public static let receivingSmallerDuration = Rule(
        "RX-VIDEO-005", .success, .chosen,
        "Frames are smaller for 500 ms, which is 7 to 13 frames at 15 to 25 per second.",
        source: "Long enough to be seen, short enough for tests. A trace of the sizes after a subscription to "
            + "the real SDK would decide.")
    /// RX-VIDEO-006: A requested height is a 16:9 rectangle into which frames are scaled with their aspect ratio, never
    /// enlarged.
    public static let receivingFit = Rule(
        "RX-VIDEO-006", .success, .chosen,
        "A requested height is a 16:9 rectangle into which frames are scaled with their aspect ratio, never enlarged.",
        source: "Heights stand for resolutions such as 1280x720, and enlarging adds nothing. A trace of a 4:3 "
            + "camera in the real SDK would decide.")
    /// RX-VIDEO-007: Shared screens are never scaled.
    public static let receivingShareSize = Rule(
        "RX-VIDEO-007", .success, .inferred, "Shared screens are never scaled.",
        source: "ZoomVideoSDKRawDataPipe.h of Zoom's Video SDK for iOS: subscribeWithDelegate:resolution:, whose "
            + "resolution is valid only for video. That a share is never scaled is inferred, there and for other "
            + "interfaces.")
    /// RX-VIDEO-008: BGRA has full range and an alpha of 255.
    public static let receivingBGRA = Rule(
        "RX-VIDEO-008", .success, .chosen, "BGRA has full range and an alpha of 255.",
        source: "RGB is shown without another conversion, and a picture without transparency has an alpha of 255. A "
            + "trace of the vendors' BGRA frames with black and white would decide.")
    /// RX-VIDEO-009: A busy conversion keeps the newest frame; one that it replaces is an overflow of all its
    /// subscribers.
    public static let receivingBusyConversion = Rule(
        "RX-VIDEO-009", .success, .chosen,
        "A busy conversion keeps the newest frame; one that it replaces is an overflow of all its subscribers.",
        source: "Delayed video is worse than a lower frame rate. A trace of a real receiver under load would "
            + "decide.")
    /// RX-VIDEO-010: At most 256 notices of drops wait for a subscriber, 65536 for AVCaptureVideoDataOutput; further
    /// drops are counted as unreported.
    public static let receivingNotices = Rule(
        "RX-VIDEO-010", .success, .own,
        "At most 256 notices of drops wait for a subscriber, 65536 for AVCaptureVideoDataOutput; further drops are "
            + "counted as unreported.",
        source: "More notices wait only behind a callback that does not return. A capture output reports each drop: "
            + "65536 are half an hour at 30 fps. A client that counts them late would decide.")
    /// RX-AUDIO-005: An observation of a stopped engine is cancelled.
    public static let receivingStoppedEngine = Rule(
        "RX-AUDIO-005", .success, .own, "An observation of a stopped engine is cancelled.",
        source: "As if the engine had been stopped right after. A client that observes after the end would "
            + "decide.")
    /// RX-AUDIO-006: At one instant, the points are served in the order record, before mixing by ascending user,
    /// playback, mixed.
    public static let receivingPointOrder = Rule(
        "RX-AUDIO-006", .success, .chosen,
        "At one instant, the points are served in the order record, before mixing by ascending user, playback, mixed.",
        source: "The order in which samples pass the points; the IDs make it repeatable. A trace of the times of "
            + "all four callbacks would decide.")
    /// RX-AUDIO-007: An editor delays its point by one block; edits of playback and of the mix reach only the readers
    /// of that point.
    public static let receivingEditorDelay = Rule(
        "RX-AUDIO-007", .success, .chosen,
        "An editor delays its point by one block; edits of playback and of the mix reach only the readers of that "
            + "point.",
        source: "A block is complete when its last sample is due. A trace that edits a click and measures its "
            + "delay would decide.")
    /// RX-AUDIO-008: Sparse delivery ends with a hang-over of exact zeros, 300 ms by default; then nothing is
    /// delivered.
    public static let receivingSparseAudio = Rule(
        "RX-AUDIO-008", .success, .chosen,
        "Sparse delivery ends with a hang-over of exact zeros, 300 ms by default; then nothing is delivered.",
        source: "Seen with Zoom's Meeting SDK: "
            + "https://github.com/iamfatness/CoreVideo/blob/9e8ce33400df195dc678610555a95b6c13f9090d/"
            + "CHANGELOG.md#L94, 190 to 650 ms of exact zeros between turns, which its author ascribes to the sender; "
            + "#L61, no callback while a user is silent. That zeros come first, and then nothing, is chosen, and so "
            + "is 300 ms. A trace of the zeros after many turns would decide.")
    /// RX-AUDIO-009: Audio may be late by the engine's latency, 20 ms by default; later samples are missing in mixes,
    /// and counted.
    public static let receivingLateAudio = Rule(
        "RX-AUDIO-009", .success, .chosen,
        "Audio may be late by the engine's latency, 20 ms by default; later samples are missing in mixes, and counted.",
        source: "The length of one block of a participant's microphone here. A trace with late senders would decide "
            + "how long a real receiver waits.")
    /// RX-AUDIO-010: A mix is the sum of the tracks that are heard, clipped to 16 bits.
    public static let receivingMix = Rule(
        "RX-AUDIO-010", .success, .chosen, "A mix is the sum of the tracks that are heard, clipped to 16 bits.",
        source: "A limiter would change samples that are in range. A trace of the mix of two loud users would "
            + "decide.")
    /// RX-AUDIO-011: A deadline that is served more than 10 ms late is counted as late.
    public static let receivingLateDeadline = Rule(
        "RX-AUDIO-011", .success, .own, "A deadline that is served more than 10 ms late is counted as late.",
        source: "The shortest block that interfaces offer by default. A client that needs less jitter would "
            + "decide.")
    /// RX-CALL-001: A conformance that is isolated to the main actor gets no media on other threads.
    public static let receivingIsolatedConformance = Rule(
        "RX-CALL-001", .success, .inferred,
        "A conformance that is isolated to the main actor gets no media on other threads.",
        source: "https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md: it "
            + "can only be used on its actor; 0423-dynamic-actor-isolation.md: a method of an actor that Objective-C "
            + "calls elsewhere ends the app. That an SDK which delivers media on its own threads does so is inferred. Reported once "
            + "for each delegate; psstudio calls it nevertheless.")
}

extension RuleCatalogue {
    /// The rules of the native receiving side.
    public static let receiving = RuleCatalogue(
        interface: "receiving", title: "Receiving",
        rules: [
            .receivingUnknownParticipant, .receivingWrongKind, .receivingVaryingRate, .receivingStall,
            .receivingDiscontinuity, .receivingHeight, .receivingAlignment, .receivingBudget,
            .receivingSmallerFirstFrames, .receivingSmallerDuration, .receivingFit, .receivingShareSize, .receivingBGRA,
            .receivingBusyConversion, .receivingNotices, .receivingAudioFormat, .receivingBlockLength,
            .receivingSecondEditor, .receivingAudioThread, .receivingStoppedEngine, .receivingPointOrder,
            .receivingEditorDelay, .receivingSparseAudio, .receivingLateAudio, .receivingMix, .receivingLateDeadline,
            .receivingIsolatedConformance,
        ])
}
