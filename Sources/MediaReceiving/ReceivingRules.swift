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

extension RuleCatalogue {
    /// The rules of the native receiving side.
    public static let receiving = RuleCatalogue(
        interface: "receiving", title: "Receiving",
        rules: [
            .receivingUnknownParticipant, .receivingWrongKind, .receivingHeight, .receivingAlignment, .receivingBudget,
            .receivingAudioFormat, .receivingBlockLength, .receivingSecondEditor, .receivingAudioThread,
        ])
}
