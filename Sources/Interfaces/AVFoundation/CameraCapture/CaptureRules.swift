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
        source: "AVCaptureSession.h: beginConfiguration of newer SDKs, which needs commitConfiguration before "
            + "startRunning, or NSGenericException is thrown")
    /// AV-SESSION-002
    public static let captureCommitWithoutBegin = Rule(
        "AV-SESSION-002", .success, .chosen, "Each commitConfiguration has a beginConfiguration before it.",
        source: "AVCaptureSession.h says that pairs nest, and nothing about one commit too many; a lost begin "
            + "becomes visible. A trace on a device would decide.")
    /// AV-SESSION-003
    public static let captureSecondInput = Rule(
        "AV-SESSION-003", .captureInvalidUse, .inferred,
        "A session has one camera and one microphone; another input is added when canAddInput returns true.",
        source: "AVCaptureSession.h: addInput: only where canAddInput: returns YES; AVCaptureMultiCamSession is for "
            + "several inputs of a media type. That a second input of a kind is refused is inferred.")
    /// AV-SESSION-004
    public static let captureSecondSession = Rule(
        "AV-SESSION-004", .captureInvalidUse, .inferred,
        "An output belongs to one session; it is added when canAddOutput returns true.",
        source: "AVCaptureSession.h: addOutput: only where canAddOutput: returns YES. That the output of another "
            + "session is refused is inferred.")
    /// AV-SESSION-005
    public static let capturePreset = Rule(
        "AV-SESSION-005", .captureInvalidUse, .documented, "A preset is set when canSetSessionPreset returns true.",
        source: "AVCaptureSession.h: canSetSessionPreset:")
    /// AV-SESSION-006
    public static let captureStopInConfiguration = Rule(
        "AV-SESSION-006", .captureInvalidUse, .documented,
        "A session is not stopped between beginConfiguration and commitConfiguration.",
        source: "AVCaptureSession.h: beginConfiguration of newer SDKs, which needs commitConfiguration before "
            + "stopRunning, or NSGenericException is thrown")
    /// AV-SESSION-007
    public static let captureStartInInterruption = Rule(
        "AV-SESSION-007", .success, .inferred,
        "A session whose camera the system has taken away is not started; it runs again by itself when the interruption ends.",
        source: "AVCaptureSession.h: AVCaptureSessionInterruptionEndedNotification, the session restarts by itself; "
            + "AVCaptureSessionInterruptionReasonVideoDeviceNotAvailableInBackground, a start in the background "
            + "waits for it. That a start in another interruption fails is inferred.")
}

extension Rule {
    /// AV-SESSION-008
    public static let captureNoInput = Rule(
        "AV-SESSION-008", .success, .inferred,
        "A session that is started has an input for each output: a camera for video, a microphone for audio.",
        source: "AVCaptureSession.h: AVCaptureConnection joins an input to an output; an output without one gets "
            + "nothing, and no error is documented.")
}

// The camera and the microphone.
extension Rule {
    /// AV-DEVICE-001
    public static let captureUnlockedDevice = Rule(
        "AV-DEVICE-001", .captureInvalidUse, .documented,
        "A camera is configured between lockForConfiguration and unlockForConfiguration.",
        source: "AVCaptureDevice.h: activeFormat and activeVideoMinFrameDuration, which throw NSGenericException "
            + "without lockForConfiguration:")
    /// AV-DEVICE-002
    public static let captureForeignFormat = Rule(
        "AV-DEVICE-002", .captureInvalidUse, .documented, "The active format is one of the camera's formats.",
        source: "AVCaptureDevice.h: activeFormat, which throws NSInvalidArgumentException for another format")
    /// AV-DEVICE-003
    public static let captureFrameDuration = Rule(
        "AV-DEVICE-003", .captureInvalidUse, .documented,
        "A frame duration is in a supported range of frame rates of the active format, or invalid for the default.",
        source: "AVCaptureDevice.h: activeVideoMinFrameDuration, which throws NSInvalidArgumentException for an "
            + "unsupported value")
    /// AV-DEVICE-004
    public static let captureNotPermitted = Rule(
        "AV-DEVICE-004", .captureNotAuthorized, .documented, "An input needs the user's permission.",
        source: "AVError.h: AVErrorApplicationIsNotAuthorizedToUseDevice, by Apple's page the user's denial; "
            + "AVCaptureDevice.h: requestAccessForMediaType:completionHandler:, a new input asks for the permission")
}

// The output and its settings.
extension Rule {
    /// AV-OUTPUT-001
    public static let captureDelegateWithoutQueue = Rule(
        "AV-OUTPUT-001", .captureInvalidUse, .documented, "A delegate needs a queue.",
        source: "AVCaptureVideoDataOutput.h: setSampleBufferDelegate:queue:, whose queue may be nil only where "
            + "the delegate is")
    /// AV-OUTPUT-002
    public static let capturePixelFormat = Rule(
        "AV-OUTPUT-002", .captureInvalidUse, .documented, "The pixel format is one of the output's available formats.",
        source: "AVCaptureVideoDataOutput.h: videoSettings, the supported pixel formats; "
            + "availableVideoCVPixelFormatTypes")
    /// AV-OUTPUT-003
    public static let captureOtherSettings = Rule(
        "AV-OUTPUT-003", .success, .own, "Only the pixel format of the video settings has an effect.",
        source: "psstudio emulates no other key. AVCaptureVideoDataOutput.h: videoSettings has this one only before "
            + "iOS 16, and then also the width and the height.")
    /// AV-OUTPUT-004
    public static let captureOrientation = Rule(
        "AV-OUTPUT-004", .captureInvalidUse, .documented,
        "Frames are rotated by an angle for which isVideoRotationAngleSupported returns true: 0, 90, 180 or 270 degrees.",
        source: "AVCaptureSession.h: AVCaptureConnection.isVideoRotationAngleSupported:, only 0, 90, 180 and 270 "
            + "degrees; videoRotationAngle, which throws NSInvalidArgumentException for another angle")
    /// AV-OUTPUT-005
    public static let captureMinimumDuration = Rule(
        "AV-OUTPUT-005", .success, .inferred,
        "A minimum frame duration leaves out frames without drop notices: the gaps between the others are at least the minimum, "
            + "but for jitter. One of at most the camera's own frame duration leaves no frame out.",
        source: "AVCaptureVideoDataOutput.h: minFrameDuration. Cameras jitter: measured exactly from frame to "
            + "frame, a minimum of their own rate would halve it.")
}

extension Rule {
    /// AV-OUTPUT-006
    public static let captureAudioSettings = Rule(
        "AV-OUTPUT-006", .captureInvalidUse, .own,
        "Audio settings are nil, or linear PCM: 16-bit integers or 32-bit floating point, little-endian and interleaved, 1 or 2 "
            + "channels at 8000, 16000, 32000, 44100 or 48000 Hz.",
        source: "psstudio emulates these formats. AVCaptureAudioDataOutput.h: audioSettings takes the keys of "
            + "AVAudioSettings.h, on macOS only; its outputs may be compressed.")
    /// AV-OUTPUT-007
    public static let captureVideoOfAudio = Rule(
        "AV-OUTPUT-007", .captureInvalidUse, .documented,
        "Orientation and mirroring are set for connections of video.",
        source: "AVCaptureSession.h: AVCaptureConnection.videoOrientation and videoMirrored, set only where they "
            + "are supported, for connections of video")
}

// What is not emulated.
extension Rule {
    /// AV-OTHER-001
    public static let captureUnemulated = Rule(
        "AV-OTHER-001", .success, .own,
        "A member that is not emulated has no effect, and is reported at its first use.",
        source: "The vendor documents what such a member does. Code that uses it compiles, and its author learns "
            + "that nothing happens.")
}

// The delegate and the buffers.
extension Rule {
    /// AV-CALL-001
    public static let captureNobodyReached = Rule(
        "AV-CALL-001", .success, .observed, "A delegate implements didOutput, in one of its spellings.",
        source: "https://github.com/BradLarson/GPUImage2/issues/206: after the conversion to Swift 4 the camera did "
            + "not work, because the method still had its older name.")
    /// AV-CALL-002
    public static let captureDelegateGone = Rule(
        "AV-CALL-002", .success, .inferred, "The delegate exists as long as it is set; it is not retained.",
        source: "AVCaptureVideoDataOutput.h and AVCaptureAudioDataOutput.h: sampleBufferDelegate does not say how it "
            + "is held; delegates of Apple's classes are not retained.")
    /// AV-CALL-003
    public static let captureSlowDelegate = Rule(
        "AV-CALL-003", .success, .documented,
        "A delegate returns within the duration of a frame or of an audio buffer, and no other work blocks its queue for longer.",
        source: "AVCaptureVideoDataOutput.h: alwaysDiscardsLateVideoFrames; there and in AVCaptureAudioDataOutput.h: "
            + "setSampleBufferDelegate:queue:, a blocked queue loses data; "
            + "captureOutput:didOutputSampleBuffer:fromConnection:, which must be efficient")
    /// AV-BUFFER-001
    public static let captureKeptBuffers = Rule(
        "AV-BUFFER-001", .success, .inferred,
        "A delegate keeps fewer buffers than the pool has: 15 frames, 512 audio buffers.",
        source: "AVCaptureVideoDataOutput.h: captureOutput:didOutputSampleBuffer:fromConnection:, whose buffers "
            + "belong to a pool that stops when they are kept. That audio has one too is inferred; the numbers are "
            + "chosen.")
    /// AV-BUFFER-002
    public static let captureIgnoredStride = Rule(
        "AV-BUFFER-002", .success, .documented, "The rows of a plane are read with its stride, which is not its width.",
        source: "CVPixelBuffer.h: CVPixelBufferGetBytesPerRowOfPlane; Apple, Technical Q&A QA1829, about padded "
            + "rows")
    /// AV-BUFFER-003
    public static let captureUnlockFlags = Rule(
        "AV-BUFFER-003", .success, .documented, "A buffer is unlocked with the flags with which it was locked.",
        source: "CVPixelBuffer.h: CVPixelBufferLockFlags; unlocking with other flags is undefined")
    /// AV-BUFFER-004
    public static let captureUnlockedAccess = Rule(
        "AV-BUFFER-004", .success, .documented,
        "The bytes of a buffer are accessed between lock and unlock, and as long as it is referenced.",
        source: "CVPixelBuffer.h: CVPixelBufferGetBaseAddress, which needs the lock; CVPixelBufferRelease, like "
            + "CFRelease. A guarded world ends the program.")
    /// AV-BUFFER-005
    public static let captureReadOnlyWrite = Rule(
        "AV-BUFFER-005", .success, .documented, "The bytes of a buffer that is locked for reading are not written.",
        source: "CVPixelBuffer.h: kCVPixelBufferLock_ReadOnly, for data that is not modified. A guarded world "
            + "ends the program.")
    /// AV-LAYER-001
    public static let captureLayerBuffer = Rule(
        "AV-LAYER-001", .success, .inferred, "A display layer is given sample buffers with an image.",
        source: "AVSampleBufferDisplayLayer.h: enqueueSampleBuffer: shows the image of a buffer; that of a "
            + "dropped frame has none.")
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
