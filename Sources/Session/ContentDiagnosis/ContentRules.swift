public import StudioCore

// What accepted media looks like when a client made a mistake. Media is accepted nevertheless: these are warnings.
extension Rule {
    /// A header inside samples.
    public static let contentFileHeader = Rule(
        "CONTENT-AUDIO-001", .success, .own,
        "Audio contains no RIFF header.",
        source: "The header before the samples of a WAV file, 44 bytes in most, is heard as a click. A listener's test "
            + "would decide.")
    /// Samples of another type.
    public static let contentFloatSamples = Rule(
        "CONTENT-AUDIO-002", .success, .own,
        "Samples are integers of 16 bits, not floating-point numbers.",
        source: "psstudio's senders take 16 bits; floating-point numbers are heard as loud noise. A listener's test "
            + "would decide.")
    /// Two channels as one.
    public static let contentStereoAsMono = Rule(
        "CONTENT-AUDIO-003", .success, .own,
        "Mono audio is not interleaved stereo.",
        source: "Stereo declared as mono is slow and an octave too low. A listener's test would decide.")
    /// One channel as two.
    public static let contentMonoAsStereo = Rule(
        "CONTENT-AUDIO-004", .success, .own,
        "Stereo audio is not mono.",
        source: "Mono declared as stereo is fast and an octave too high. A listener's test would decide.")
    /// Another sample rate.
    public static let contentSampleRate = Rule(
        "CONTENT-AUDIO-005", .success, .own,
        "Audio has the declared sample rate, not another common one.",
        source: "44.1 kHz declared as 48 kHz is 1.5 semitones too high, with a gap of 8 %. A listener's test would "
            + "decide.")
    /// Another byte order.
    public static let contentByteOrder = Rule(
        "CONTENT-AUDIO-006", .success, .own,
        "Samples are little-endian.",
        source: "The senders of psstudio take little-endian samples, as ZoomVideoSDKAudioSender.h of Zoom's Video SDK "
            + "for iOS names them; swapped ones are heard as loud noise. A listener's test would decide.")
    /// All audio at once.
    public static let contentWholeFile = Rule(
        "CONTENT-AUDIO-007", .success, .own,
        "A block has at most two seconds of audio.",
        source: "A whole file in one block plays from the time of the call, ahead of the video. A client that has to "
            + "send longer blocks would decide.")

    /// A slow producer.
    public static let contentPace = Rule(
        "CONTENT-AUDIO-008", .success, .own,
        "Audio that is pushed into Agora, or into the microphone of Zoom's Video SDK, arrives at the pace of its "
            + "sample rate, to within 3 %.",
        source: "A producer that sleeps between blocks is late by the time of its own work; audio that is late has "
            + "gaps. A listener's test would decide.")

    /// Samples that were too large, and truncated.
    public static let contentWrappedSamples = Rule(
        "CONTENT-AUDIO-009", .success, .own,
        "Samples that are too large for 16 bits are limited, and do not wrap around.",
        source: "A value above 32767 whose upper bits are cut off is at the other end of the range, and is heard as a "
            + "loud crackle. A listener's test would decide.")
    /// Samples that were too large, and limited.
    public static let contentClippedSamples = Rule(
        "CONTENT-AUDIO-010", .success, .own,
        "Audio is not clipped for more than a twentieth of the time.",
        source: "A gain that is too high is heard as distortion; loud masters are clipped for less than a hundredth of "
            + "the time. A listener's test would decide.")

    /// A frame without chroma.
    public static let contentZeroChroma = Rule(
        "CONTENT-VIDEO-001", .success, .own,
        "The chroma planes are filled.",
        source: "Grey is 128; with 0 in both planes, the frame is green. A viewer's test would decide.")
    /// Interleaved chroma.
    public static let contentInterleavedChroma = Rule(
        "CONTENT-VIDEO-002", .success, .own,
        "Chroma is planar (I420), not interleaved (NV12).",
        source: "Both formats have the same length, so that only the picture distinguishes them: in both "
            + "planes, samples of U and V alternate. A viewer's test would decide.")
    /// Pixels of four bytes.
    public static let contentPackedPixels = Rule(
        "CONTENT-VIDEO-003", .success, .own,
        "Frames are I420, not BGRA or RGBA.",
        source: "The first 3/8 of a BGRA frame have the length of an I420 frame, so that only the picture "
            + "distinguishes them. A viewer's test would decide.")
    /// Wrong row length.
    public static let contentShearedRows = Rule(
        "CONTENT-VIDEO-004", .success, .own,
        "Rows have the declared width, without padding.",
        source: "Padding moves each row sideways against the previous one. A viewer's test would decide.")
    /// Rows of all planes as height.
    public static let contentMatrixHeight = Rule(
        "CONTENT-VIDEO-005", .success, .own,
        "The height is that of the frame, not of a matrix that holds its planes.",
        source: "OpenCV stores I420 in a matrix with 3/2 of the frame's rows, and its height is passed by mistake. A "
            + "viewer's test would decide.")
    /// Red and blue exchanged.
    public static let contentSwappedChroma = Rule(
        "CONTENT-VIDEO-006", .success, .own,
        "The planes U and V are in this order, not swapped (YV12).",
        source: "Both formats have the same length; red and blue are exchanged. It is found in psstudio's coded test "
            + "card and in colour bars only. A viewer's test would decide.")
    /// Rows from bottom to top.
    public static let contentUpsideDown = Rule(
        "CONTENT-VIDEO-007", .success, .own,
        "Rows are in order from top to bottom.",
        source: "Bitmaps and OpenGL store the bottom row first. It is found in psstudio's coded test card and in "
            + "colour bars only. A viewer's test would decide.")

    static let contentAudio: [Rule] = [
        .contentFileHeader, .contentFloatSamples, .contentStereoAsMono, .contentMonoAsStereo, .contentSampleRate,
        .contentByteOrder, .contentWholeFile, .contentPace, .contentWrappedSamples, .contentClippedSamples,
    ]
    static let contentVideo: [Rule] = [
        .contentZeroChroma, .contentInterleavedChroma, .contentPackedPixels, .contentShearedRows,
        .contentMatrixHeight, .contentSwappedChroma, .contentUpsideDown,
    ]
}

extension RuleCatalogue {
    /// The rules about the contents of accepted media.
    public static let contents = RuleCatalogue(
        interface: "contents", title: "Contents", rules: Rule.contentAudio + Rule.contentVideo)
}
