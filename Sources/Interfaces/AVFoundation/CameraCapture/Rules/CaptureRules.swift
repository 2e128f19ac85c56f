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
    /// AV-SESSION-001: A session is not started between beginConfiguration and commitConfiguration.
    public static let captureStartInConfiguration = Rule(
        "AV-SESSION-001", .captureInvalidUse, .documented,
        "A session is not started between beginConfiguration and commitConfiguration.",
        source: "AVCaptureSession.h: beginConfiguration of newer SDKs, which needs commitConfiguration before "
            + "startRunning, or NSGenericException is thrown")
    /// AV-SESSION-002: A commitConfiguration without a beginConfiguration changes nothing.
    public static let captureUnmatchedCommit = Rule(
        "AV-SESSION-002", .success, .chosen, "A commitConfiguration without a beginConfiguration changes nothing.",
        source: "AVCaptureSession.h: beginConfiguration and commitConfiguration, whose pairs nest; it has exceptions "
            + "for startRunning and stopRunning between them, and none for one commit too many. Awalz/SwiftyCam, "
            + "SwiftyCamViewController.swift, addVideoInput, commits when canAddInput returns false, and its caller "
            + "commits again. AV-QUALITY-004 names such a commit. A trace on a device would decide.")
    /// AV-SESSION-003: A session has one camera and one microphone; another input is added when canAddInput returns
    /// true.
    public static let captureSecondInput = Rule(
        "AV-SESSION-003", .captureInvalidUse, .chosen,
        "A session has one camera and one microphone; another input is added when canAddInput returns true.",
        source: "AVCaptureSession.h: addInput: only where canAddInput: returns YES. "
            + "https://asciiwwdc.com/2019/sessions/249: iOS limits clients to one active camera, but for "
            + "AVCaptureMultiCamSession; the Mac has supported several since Lion, and HaishinKit, "
            + "CaptureSession.swift, attachCapture, adds two there when canAddInput returns true. That a second camera "
            + "is refused as on iOS, and a second microphone anywhere, is chosen: psstudio does not know for which "
            + "system code was written, and on iOS a camera that is added before the old one is removed is a common "
            + "fault. Code for macOS that asks is told, and captures one camera. A trace with two microphones on iOS, "
            + "and a client that needs two cameras in tests, would decide.")
    /// AV-SESSION-004: An output belongs to one session; it is added when canAddOutput returns true.
    public static let captureSecondSession = Rule(
        "AV-SESSION-004", .captureInvalidUse, .inferred,
        "An output belongs to one session; it is added when canAddOutput returns true.",
        source: "AVCaptureSession.h: addOutput: only where canAddOutput: returns YES. That the output of another "
            + "session is refused is inferred.")
    /// AV-SESSION-005: A preset is set when canSetSessionPreset returns true.
    public static let capturePreset = Rule(
        "AV-SESSION-005", .captureInvalidUse, .documented, "A preset is set when canSetSessionPreset returns true.",
        source: "AVCaptureSession.h: canSetSessionPreset:, the preset may only be set if it returns YES")
    /// AV-SESSION-006: A session is not stopped between beginConfiguration and commitConfiguration.
    public static let captureStopInConfiguration = Rule(
        "AV-SESSION-006", .captureInvalidUse, .documented,
        "A session is not stopped between beginConfiguration and commitConfiguration.",
        source: "AVCaptureSession.h: beginConfiguration of newer SDKs, which needs commitConfiguration before "
            + "stopRunning, or NSGenericException is thrown")
    /// AV-SESSION-007: A session whose camera or microphone the system has taken away is not started; it runs again by
    /// itself when the interruption ends.
    public static let captureStartInInterruption = Rule(
        "AV-SESSION-007", .success, .inferred,
        "A session whose camera or microphone the system has taken away is not started; it runs again by itself when "
            + "the interruption ends.",
        source: "AVCaptureSession.h: AVCaptureSessionInterruptionEndedNotification, when appropriate the session "
            + "restarts by itself; AVCaptureSessionInterruptionReasonVideoDeviceNotAvailableInBackground, a start in "
            + "the background waits for it; psstudio reports it all the same. That a start in another interruption "
            + "fails, also after a stop, and that a call takes the microphone from sessions without a camera, is "
            + "inferred.")
}

extension Rule {
    /// AV-SESSION-008: A session that is started has an input for each output: a camera for video, a microphone for
    /// audio.
    public static let captureNoInput = Rule(
        "AV-SESSION-008", .success, .inferred,
        "A session that is started has an input for each output: a camera for video, a microphone for audio.",
        source: "AVCaptureSession.h: AVCaptureConnection, formed between compatible inputs and outputs. That an "
            + "output without one gets nothing is inferred, and no error is documented.")
    /// AV-SESSION-009: The app keeps a session as long as it captures.
    public static let captureReleasedSession = Rule(
        "AV-SESSION-009", .success, .inferred, "The app keeps a session as long as it captures.",
        source: "AVCaptureSession.h does not say that a running session retains itself; that it ends with its last "
            + "reference is inferred. psstudio reports one that is released within 100 ms of its start; the number is "
            + "chosen.")
    /// AV-SESSION-010: Each beginConfiguration is followed by commitConfiguration.
    public static let captureUncommitted = Rule(
        "AV-SESSION-010", .success, .inferred, "Each beginConfiguration is followed by commitConfiguration.",
        source: "AVCaptureSession.h: beginConfiguration and commitConfiguration, a pair; changes apply at the commit. "
            + "That an app whose changes do not apply has forgotten it is inferred. psstudio reports changes of a "
            + "running session that are not committed within a second; the second is chosen.")
    /// AV-SESSION-011: A camera has one running session: the start of another one interrupts the first, until the other
    /// one stops.
    public static let captureSharedCamera = Rule(
        "AV-SESSION-011", .success, .inferred,
        "A camera has one running session: the start of another one interrupts the first, until the other one stops.",
        source: "AVCaptureSession.h: AVCaptureSessionInterruptionReasonVideoDeviceInUseByAnotherClient, which on iOS "
            + "also another session of the app causes; AVError.h: AVErrorDeviceAlreadyUsedByAnotherSession. That the "
            + "later start wins, also on macOS, is inferred.")
}

// The camera and the microphone.
extension Rule {
    /// AV-DEVICE-001: A camera is configured between lockForConfiguration and unlockForConfiguration.
    public static let captureUnlockedDevice = Rule(
        "AV-DEVICE-001", .captureInvalidUse, .documented,
        "A camera is configured between lockForConfiguration and unlockForConfiguration.",
        source: "AVCaptureDevice.h: activeFormat and activeVideoMinFrameDuration, which throw NSGenericException "
            + "without lockForConfiguration:")
    /// AV-DEVICE-002: The active format is one of the camera's formats.
    public static let captureForeignFormat = Rule(
        "AV-DEVICE-002", .captureInvalidUse, .documented, "The active format is one of the camera's formats.",
        source: "AVCaptureDevice.h: activeFormat, which throws NSInvalidArgumentException for a format that is not "
            + "present in formats")
    /// AV-DEVICE-003: A frame duration is in a supported range of frame rates of the active format, or invalid for the
    /// default.
    public static let captureFrameDuration = Rule(
        "AV-DEVICE-003", .captureInvalidUse, .documented,
        "A frame duration is in a supported range of frame rates of the active format, or invalid for the default.",
        source: "AVCaptureDevice.h: activeVideoMinFrameDuration and activeVideoMaxFrameDuration, a value of "
            + "videoSupportedFrameRateRanges of the active format, or kCMTimeInvalid for the default; both throw "
            + "NSInvalidArgumentException for an unsupported value")
    /// AV-DEVICE-004: Capturing needs the user's permission.
    public static let captureNotPermitted = Rule(
        "AV-DEVICE-004", .captureNotAuthorized, .documented, "Capturing needs the user's permission.",
        source: "Apple's documentation, AVCaptureDevice.requestAccess: capturing media requires explicit permission "
            + "from the user. AVError.h: AVErrorApplicationIsNotAuthorizedToUseDevice, by Apple's page the user's "
            + "denial. That a new input fails with it is inferred.")
    /// AV-DEVICE-005: Frame durations are set after the input was added, and the preset or the active format was set:
    /// these reset them.
    public static let captureLostDuration = Rule(
        "AV-DEVICE-005", .success, .documented,
        "Frame durations are set after the input was added, and the preset or the active format was set: these reset "
            + "them.",
        source: "AVCaptureDevice.h: activeVideoMinFrameDuration and activeVideoMaxFrameDuration, on iOS reset to the "
            + "default when activeFormat or the session's preset changes, or the input is added to a session. psstudio "
            + "reports durations that were reset within 100 ms, and not set again within a second; the numbers are "
            + "chosen.")
}

// The output and its settings.
extension Rule {
    /// AV-OUTPUT-001: A delegate needs a queue.
    public static let captureDelegateWithoutQueue = Rule(
        "AV-OUTPUT-001", .captureInvalidUse, .documented, "A delegate needs a queue.",
        source: "AVCaptureVideoDataOutput.h and AVCaptureAudioDataOutput.h: setSampleBufferDelegate:queue:, whose "
            + "queue may be nil only where the delegate is")
    /// AV-OUTPUT-002: The pixel format is one of the output's available formats.
    public static let capturePixelFormat = Rule(
        "AV-OUTPUT-002", .captureInvalidUse, .documented, "The pixel format is one of the output's available formats.",
        source: "AVCaptureVideoDataOutput.h: videoSettings, the supported pixel formats; "
            + "availableVideoCVPixelFormatTypes")
    /// AV-OUTPUT-003: Only the pixel format of the video settings has an effect.
    public static let captureOtherSettings = Rule(
        "AV-OUTPUT-003", .success, .own, "Only the pixel format of the video settings has an effect.",
        source: "psstudio emulates no other key. AVCaptureVideoDataOutput.h: videoSettings, on iOS, has this one only "
            + "before iOS 16, and then also the width and the height.")
    /// AV-OUTPUT-004: Frames are rotated by an angle for which isVideoRotationAngleSupported returns true: 0, 90, 180
    /// or 270 degrees.
    public static let captureOrientation = Rule(
        "AV-OUTPUT-004", .captureInvalidUse, .documented,
        "Frames are rotated by an angle for which isVideoRotationAngleSupported returns true: 0, 90, 180 or 270 "
            + "degrees.",
        source: "AVCaptureSession.h: AVCaptureConnection.isVideoRotationAngleSupported: of iOS 17, only 0, 90, 180 "
            + "and 270 degrees; videoRotationAngle, which throws NSInvalidArgumentException for an unsupported value")
    /// AV-OUTPUT-005: A minimum frame duration leaves out frames without drop notices: the gaps between the others are
    /// at least the minimum, but for jitter. One of at most the camera's own frame duration leaves no frame out.
    public static let captureMinimumDuration = Rule(
        "AV-OUTPUT-005", .success, .inferred,
        "A minimum frame duration leaves out frames without drop notices: the gaps between the others are at least "
            + "the minimum, but for jitter. One of at most the camera's own frame duration leaves no frame out.",
        source: "AVCaptureVideoDataOutput.h: minFrameDuration, a lower bound of the time between frames. That frames "
            + "left out are not drops, and that jitter is allowed for, is inferred: measured exactly from frame to "
            + "frame, a minimum of the camera's own rate would halve it.")
}

extension Rule {
    /// AV-OUTPUT-006: Audio settings are nil, or linear PCM: 16-bit integers or 32-bit floating point, little-endian
    /// and interleaved, 1 or 2 channels at 8000, 16000, 32000, 44100 or 48000 Hz.
    public static let captureAudioSettings = Rule(
        "AV-OUTPUT-006", .captureInvalidUse, .own,
        "Audio settings are nil, or linear PCM: 16-bit integers or 32-bit floating point, little-endian and "
            + "interleaved, 1 or 2 channels at 8000, 16000, 32000, 44100 or 48000 Hz.",
        source: "psstudio emulates these formats. AVCaptureAudioDataOutput.h: audioSettings takes the keys of "
            + "AVAudioSettings.h, and does not exist on iOS; its outputs may be compressed.")
    /// AV-OUTPUT-007: Orientation and mirroring are set for connections of video.
    public static let captureVideoOfAudio = Rule(
        "AV-OUTPUT-007", .captureInvalidUse, .documented, "Orientation and mirroring are set for connections of video.",
        source: "AVCaptureSession.h: AVCaptureConnection.videoOrientation and videoMirrored, applicable to "
            + "connections of video only, and set only where they are supported")
    /// AV-OUTPUT-008: The queue of a delegate is serial.
    public static let captureConcurrentQueue = Rule(
        "AV-OUTPUT-008", .success, .documented, "The queue of a delegate is serial.",
        source: "AVCaptureVideoDataOutput.h and AVCaptureAudioDataOutput.h: setSampleBufferDelegate:queue:, a serial "
            + "queue must be used so that buffers are delivered in order. psstudio calls the delegate serially all the "
            + "same.")
    /// AV-OUTPUT-009: isVideoMirrored is set only while automaticallyAdjustsVideoMirroring is false.
    public static let captureAutomaticMirroring = Rule(
        "AV-OUTPUT-009", .captureInvalidUse, .documented,
        "isVideoMirrored is set only while automaticallyAdjustsVideoMirroring is false.",
        source: "AVCaptureSession.h: AVCaptureConnection.videoMirrored and automaticallyAdjustsVideoMirroring, whose "
            + "value YES makes the setter throw NSInvalidArgumentException")
}

// What is not emulated.
extension Rule {
    /// AV-OTHER-001: A member that is not emulated has no effect, and is reported at its first use.
    public static let captureUnemulated = Rule(
        "AV-OTHER-001", .success, .own,
        "A member that is not emulated has no effect, and is reported at its first use.",
        source: "The vendor documents what such a member does. Code that uses it compiles, and its author learns "
            + "that nothing happens.")
}

extension RuleCatalogue {
    /// The rules of the capture interface.
    public static let capture = RuleCatalogue(
        interface: "av-capture", title: "AVCapture video and audio data output",
        rules: [
            .captureStartInConfiguration, .captureUnmatchedCommit, .captureSecondInput, .captureSecondSession,
            .capturePreset, .captureStopInConfiguration, .captureStartInInterruption, .captureNoInput,
            .captureReleasedSession, .captureUncommitted, .captureSharedCamera,
            .captureUnlockedDevice, .captureForeignFormat, .captureFrameDuration,
            .captureNotPermitted, .captureLostDuration, .captureDelegateWithoutQueue, .capturePixelFormat,
            .captureOtherSettings,
            .captureOrientation, .captureMinimumDuration, .captureAudioSettings, .captureVideoOfAudio,
            .captureConcurrentQueue, .captureAutomaticMirroring,
            .captureNobodyReached, .captureDelegateGone,
            .captureSlowDelegate, .captureKeptBuffers, .captureIgnoredStride, .captureUnlockFlags,
            .captureUnlockedAccess, .captureReadOnlyWrite, .captureMissingUnlock, .captureUnlockedAddress,
            .captureLayerBuffer, .captureUnemulated,
        ] + Rule.captureQuality)
}
