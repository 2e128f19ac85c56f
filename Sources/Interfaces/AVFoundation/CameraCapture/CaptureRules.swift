public import StudioCore

// The codes of the capture interface; the facade assigns what its vendor has for them.
extension StudioError.Code {
    /// The call is not permitted in this state, or with this argument.
    public static let captureInvalidUse = StudioError.Code(rawValue: "InvalidUse")
    /// The user has not permitted the use of cameras.
    public static let captureNotAuthorized = StudioError.Code(rawValue: "NotAuthorized")
}

// The session.
extension Rule {
    /// AV-SESSION-001
    public static let captureStartInConfiguration = Rule(
        "AV-SESSION-001", .captureInvalidUse, .documented,
        "A session is not started between beginConfiguration and commitConfiguration.",
        source: "The system throws an exception that states it.")
    /// AV-SESSION-002
    public static let captureCommitWithoutBegin = Rule(
        "AV-SESSION-002", .success, .chosen, "Each commitConfiguration has a beginConfiguration before it.",
        source: "Calls nest; one too many has no effect.")
    /// AV-SESSION-003
    public static let captureSecondInput = Rule(
        "AV-SESSION-003", .captureInvalidUse, .inferred,
        "A session has one camera and one microphone; another input is added when canAddInput returns true.",
        source: "The system throws an exception when canAddInput would be false.")
    /// AV-SESSION-004
    public static let captureSecondSession = Rule(
        "AV-SESSION-004", .captureInvalidUse, .inferred,
        "An output belongs to one session; it is added when canAddOutput returns true.",
        source: "The system throws an exception when canAddOutput would be false.")
    /// AV-SESSION-005
    public static let capturePreset = Rule(
        "AV-SESSION-005", .captureInvalidUse, .documented, "A preset is set when canSetSessionPreset returns true.",
        source: "The description of the presets.")
    /// AV-SESSION-006
    public static let captureStopInConfiguration = Rule(
        "AV-SESSION-006", .captureInvalidUse, .documented,
        "A session is not stopped between beginConfiguration and commitConfiguration.",
        source: "The system throws an exception that states it.")
    /// AV-SESSION-007
    public static let captureStartInInterruption = Rule(
        "AV-SESSION-007", .success, .documented,
        "A session whose camera the system has taken away is not started; it runs again by itself when the interruption ends.",
        source: "The description of the interruption notifications; a start that fails posts a runtime error.")
}

extension Rule {
    /// AV-SESSION-008
    public static let captureNoInput = Rule(
        "AV-SESSION-008", .success, .inferred,
        "A session that is started has an input for each output: a camera for video, a microphone for audio.",
        source: "An output without a connection delivers nothing, and the system reports nothing.")
}

// The camera and the microphone.
extension Rule {
    /// AV-DEVICE-001
    public static let captureUnlockedDevice = Rule(
        "AV-DEVICE-001", .captureInvalidUse, .documented,
        "A camera is configured between lockForConfiguration and unlockForConfiguration.",
        source: "The description of the active format and of the frame durations.")
    /// AV-DEVICE-002
    public static let captureForeignFormat = Rule(
        "AV-DEVICE-002", .captureInvalidUse, .documented, "The active format is one of the camera's formats.",
        source: "The description of the active format.")
    /// AV-DEVICE-003
    public static let captureFrameDuration = Rule(
        "AV-DEVICE-003", .captureInvalidUse, .documented,
        "A frame duration is in a supported range of frame rates of the active format, or invalid for the default.",
        source: "The description of the frame durations.")
    /// AV-DEVICE-004
    public static let captureNotPermitted = Rule(
        "AV-DEVICE-004", .captureNotAuthorized, .documented, "An input needs the user's permission.",
        source: "The error of an input that is created without permission.")
}

// The output and its settings.
extension Rule {
    /// AV-OUTPUT-001
    public static let captureDelegateWithoutQueue = Rule(
        "AV-OUTPUT-001", .captureInvalidUse, .documented, "A delegate needs a queue.",
        source: "The system throws an exception for a delegate with a nil queue.")
    /// AV-OUTPUT-002
    public static let capturePixelFormat = Rule(
        "AV-OUTPUT-002", .captureInvalidUse, .documented, "The pixel format is one of the output's available formats.",
        source: "The system throws an exception for another format.")
    /// AV-OUTPUT-003
    public static let captureOtherSettings = Rule(
        "AV-OUTPUT-003", .success, .documented, "Only the pixel format of the video settings has an effect.",
        source: "The description of the settings.")
    /// AV-OUTPUT-004
    public static let captureOrientation = Rule(
        "AV-OUTPUT-004", .captureInvalidUse, .documented,
        "Frames are rotated by an angle for which isVideoRotationAngleSupported returns true: 0, 90, 180 or 270 degrees.",
        source: "The description of the angle: another one throws an exception.")
    /// AV-OUTPUT-005
    public static let captureMinimumDuration = Rule(
        "AV-OUTPUT-005", .success, .inferred,
        "A minimum frame duration leaves out frames without drop notices: the gaps between the others are at least the minimum, "
            + "but for jitter. One of at most the camera's own frame duration leaves no frame out.",
        source: "Cameras jitter: measured exactly from frame to frame, a minimum of their own rate would halve it.")
}

extension Rule {
    /// AV-OUTPUT-006
    public static let captureAudioSettings = Rule(
        "AV-OUTPUT-006", .captureInvalidUse, .chosen,
        "Audio settings are nil, or linear PCM: 16-bit integers or 32-bit floating point, little-endian and interleaved, 1 or 2 "
            + "channels at 8000, 16000, 32000, 44100 or 48000 Hz.",
        source: "The system throws an exception for settings that it cannot serve; compressed audio is not emulated.")
    /// AV-OUTPUT-007
    public static let captureVideoOfAudio = Rule(
        "AV-OUTPUT-007", .captureInvalidUse, .documented,
        "Orientation and mirroring are set for connections of video.",
        source: "The description of the connection: where they are not supported, setting them throws an exception.")
}

// What is not emulated.
extension Rule {
    /// AV-OTHER-001
    public static let captureUnemulated = Rule(
        "AV-OTHER-001", .success, .chosen,
        "A member that is not emulated has no effect, and is reported at its first use.",
        source: "Code that uses it compiles, and its author learns that nothing happens.")
}

// The delegate and the buffers.
extension Rule {
    /// AV-CALL-001
    public static let captureNobodyReached = Rule(
        "AV-CALL-001", .success, .chosen, "A delegate implements didOutput, in one of its spellings.",
        source: "An optional method with a similar name is never called, and draws no warning.")
    /// AV-CALL-002
    public static let captureDelegateGone = Rule(
        "AV-CALL-002", .success, .documented, "The delegate exists as long as it is set; it is not retained.",
        source: "The description of the delegate.")
    /// AV-CALL-003
    public static let captureSlowDelegate = Rule(
        "AV-CALL-003", .success, .documented,
        "A delegate returns within the duration of a frame or of an audio buffer, and no other work blocks its queue for longer.",
        source: "The description of the callback: later frames are discarded; audio waits, and memory grows.")
    /// AV-BUFFER-001
    public static let captureKeptBuffers = Rule(
        "AV-BUFFER-001", .success, .documented,
        "A delegate keeps fewer buffers than the pool has: 15 frames, 512 audio buffers.",
        source: "The description of the callback: capture stops when buffers are not released.")
    /// AV-BUFFER-002
    public static let captureIgnoredStride = Rule(
        "AV-BUFFER-002", .success, .documented, "The rows of a plane are read with its stride, which is not its width.",
        source: "Technical Q&A QA1829 about padded rows.")
    /// AV-BUFFER-003
    public static let captureUnlockFlags = Rule(
        "AV-BUFFER-003", .success, .documented, "A buffer is unlocked with the flags with which it was locked.",
        source: "The description of the lock.")
    /// AV-BUFFER-004
    public static let captureUnlockedAccess = Rule(
        "AV-BUFFER-004", .success, .documented,
        "The bytes of a buffer are accessed between lock and unlock, and as long as it is referenced.",
        source: "The description of the lock. A guarded world ends the program.")
    /// AV-BUFFER-005
    public static let captureReadOnlyWrite = Rule(
        "AV-BUFFER-005", .success, .documented, "The bytes of a buffer that is locked for reading are not written.",
        source: "The description of the lock. A guarded world ends the program.")
    /// AV-LAYER-001
    public static let captureLayerBuffer = Rule(
        "AV-LAYER-001", .success, .inferred, "A display layer is given sample buffers with an image.",
        source: "A buffer without one, as of a dropped frame, shows nothing.")
}

extension RuleCatalogue {
    /// The rules of the capture interface.
    public static let capture = RuleCatalogue(
        interface: "av-capture", title: "AVCapture video and audio data output",
        rules: [
            .captureStartInConfiguration, .captureCommitWithoutBegin, .captureSecondInput, .captureSecondSession,
            .capturePreset, .captureStopInConfiguration, .captureStartInInterruption, .captureNoInput,
            .captureUnlockedDevice, .captureForeignFormat, .captureFrameDuration,
            .captureNotPermitted, .captureDelegateWithoutQueue, .capturePixelFormat, .captureOtherSettings,
            .captureOrientation, .captureMinimumDuration, .captureAudioSettings, .captureVideoOfAudio,
            .captureNobodyReached, .captureDelegateGone,
            .captureSlowDelegate, .captureKeptBuffers, .captureIgnoredStride, .captureUnlockFlags,
            .captureUnlockedAccess, .captureReadOnlyWrite, .captureLayerBuffer, .captureUnemulated,
        ])
}
