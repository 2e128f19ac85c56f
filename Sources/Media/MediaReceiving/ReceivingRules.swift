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
    /// RX-TRACK-001
    public static let receivingUnknownParticipant = Rule(
        "RX-TRACK-001", .receivingNotFound, .chosen, "A subscription needs a participant who is in the meeting.",
        source: "Tracks appear and vanish with their participants.")
    /// RX-TRACK-002
    public static let receivingWrongKind = Rule(
        "RX-TRACK-002", .receivingInvalidArgument, .chosen,
        "Frames come from cameras and shared screens, audio from microphones and shared audio.",
        source: "The kind determines the units.")
    /// RX-VIDEO-001
    public static let receivingHeight = Rule(
        "RX-VIDEO-001", .receivingInvalidArgument, .chosen, "The requested height is 2 to 4320 pixels.",
        source: "Twice the height of UHD.")
    /// RX-VIDEO-002
    public static let receivingAlignment = Rule(
        "RX-VIDEO-002", .receivingInvalidArgument, .chosen, "The stride alignment is a power of 2 from 1 to 4096.",
        source: "A page of memory is the largest alignment in use.")
    /// RX-VIDEO-003
    public static let receivingBudget = Rule(
        "RX-VIDEO-003", .receivingInvalidArgument, .chosen, "A subscriber may hold at least one frame.",
        source: "A callback holds the frame that it delivers.")
    /// RX-AUDIO-001
    public static let receivingAudioFormat = Rule(
        "RX-AUDIO-001", .receivingInvalidArgument, .chosen,
        "Observed audio has 8000, 16000, 32000, 44100 or 48000 Hz, and 1 or 2 channels.",
        source: "The rates that meeting services offer.")
    /// RX-AUDIO-002
    public static let receivingBlockLength = Rule(
        "RX-AUDIO-002", .receivingInvalidArgument, .chosen, "An observed block lasts 1 ms to 1 s.",
        source: "A shorter block costs more than its audio; a longer one is a recording.")
    /// RX-AUDIO-003
    public static let receivingSecondEditor = Rule(
        "RX-AUDIO-003", .receivingOccupied, .chosen, "A point has at most one editor.",
        source: "The order of several edits would be undefined.")
    /// RX-AUDIO-004
    public static let receivingAudioThread = Rule(
        "RX-AUDIO-004", .receivingNoResources, .chosen, "An observer needs the audio thread, which must be startable.",
        source: "Without the thread there would be no callback, and nothing would show it.")
}

// Delivery.
extension Rule {
    /// RX-TRACK-003
    public static let receivingVaryingRate = Rule(
        "RX-TRACK-003", .success, .inferred,
        "Received video has 15 to 25 frames per second, which drift, unless the source is exact.",
        source: "Observed in raw video of meeting services.")
    /// RX-TRACK-004
    public static let receivingStall = Rule(
        "RX-TRACK-004", .success, .chosen,
        "A stall withholds the last second of media; its end delivers that at once, or loses it.",
        source: "Bursts after delays of up to 1 s were observed.")
    /// RX-TRACK-005
    public static let receivingDiscontinuity = Rule(
        "RX-TRACK-005", .success, .chosen,
        "Frames that are published and do not arrive are one drop, counted from the first frame after the subscription began.",
        source: "One notice reports the same as one per frame.")
    /// RX-VIDEO-004
    public static let receivingSmallerFirstFrames = Rule(
        "RX-VIDEO-004", .success, .inferred,
        "The first frames of a subscription, and those after an unmute, are one step smaller than requested.",
        source: "Services send each video in several sizes, and begin with a small one.")
    /// RX-VIDEO-005
    public static let receivingSmallerDuration = Rule(
        "RX-VIDEO-005", .success, .chosen, "Frames are smaller for 500 ms, which is 7 to 13 frames.",
        source: "Long enough to be seen, short enough for tests.")
    /// RX-VIDEO-006
    public static let receivingFit = Rule(
        "RX-VIDEO-006", .success, .chosen,
        "A requested height is a 16:9 rectangle into which frames are scaled with their aspect ratio, never enlarged.",
        source: "Heights stand for resolutions such as 1280x720.")
    /// RX-VIDEO-007
    public static let receivingShareSize = Rule(
        "RX-VIDEO-007", .success, .inferred, "Shared screens are never scaled.",
        source: "Text must stay readable; interfaces ignore the requested resolution of a share.")
    /// RX-VIDEO-008
    public static let receivingBGRA = Rule(
        "RX-VIDEO-008", .success, .chosen, "BGRA has full range and an alpha of 255.",
        source: "RGB is shown without another conversion.")
    /// RX-VIDEO-009
    public static let receivingBusyConversion = Rule(
        "RX-VIDEO-009", .success, .chosen,
        "A busy conversion keeps the newest frame; one that it replaces is an overflow of all its subscribers.",
        source: "Delayed video is worse than a lower frame rate.")
    /// RX-VIDEO-010
    public static let receivingNotices = Rule(
        "RX-VIDEO-010", .success, .chosen,
        "At most 256 notices of drops wait for a subscriber; further drops are counted as unreported.",
        source: "More of them wait only behind a callback that does not return.")
    /// RX-AUDIO-005
    public static let receivingStoppedEngine = Rule(
        "RX-AUDIO-005", .success, .chosen, "An observation of a stopped engine is cancelled.",
        source: "As if the engine had been stopped right after.")
    /// RX-AUDIO-006
    public static let receivingPointOrder = Rule(
        "RX-AUDIO-006", .success, .chosen,
        "At one instant, the points are served in the order record, before mixing by ascending user, playback, mixed.",
        source: "The order in which samples pass the points; the IDs make it repeatable.")
    /// RX-AUDIO-007
    public static let receivingEditorDelay = Rule(
        "RX-AUDIO-007", .success, .chosen,
        "An editor delays its point by one block; edits of playback and of the mix reach only the readers of that point.",
        source: "A block is complete when its last sample is due.")
    /// RX-AUDIO-008
    public static let receivingSparseAudio = Rule(
        "RX-AUDIO-008", .success, .inferred,
        "Sparse delivery ends with a hang-over of exact zeros, 300 ms by default; then nothing is delivered.",
        source: "Observed in per-user audio of meeting services.")
    /// RX-AUDIO-009
    public static let receivingLateAudio = Rule(
        "RX-AUDIO-009", .success, .chosen,
        "Audio may be late by the engine's latency, 20 ms by default; later samples are lost and counted.",
        source: "The length of one block of a microphone.")
    /// RX-AUDIO-010
    public static let receivingMix = Rule(
        "RX-AUDIO-010", .success, .chosen, "A mix is the sum of all tracks, limited to 16 bits.",
        source: "A limiter would change samples that are in range.")
    /// RX-AUDIO-011
    public static let receivingLateDeadline = Rule(
        "RX-AUDIO-011", .success, .chosen, "A deadline that is served more than 10 ms late is counted as late.",
        source: "The shortest block that interfaces offer by default.")
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
        ])
}
