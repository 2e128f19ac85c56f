public import StudioCore

// The delegate and the buffers.
extension Rule {
    /// AV-CALL-001: A delegate implements didOutput in a spelling that is called.
    public static let captureNobodyReached = Rule(
        "AV-CALL-001", .success, .observed, "A delegate implements didOutput in a spelling that is called.",
        source: "https://github.com/BradLarson/GPUImage2/issues/206: after the conversion to Swift 4 the camera did "
            + "not work; the reply, with thanks: the name of the method had changed. That an older name is called in "
            + "older code is psstudio's choice.")
    /// AV-CALL-002: The delegate exists as long as it is set; it is not retained.
    public static let captureDelegateGone = Rule(
        "AV-CALL-002", .success, .inferred, "The delegate exists as long as it is set; it is not retained.",
        source: "AVCaptureVideoDataOutput.h and AVCaptureAudioDataOutput.h: sampleBufferDelegate does not say how it "
            + "is held. Apple's Cocoa Core Competencies, Delegation: a delegating object keeps a weak reference. That "
            + "these outputs do, too, is inferred.")
    /// AV-CALL-003: With alwaysDiscardsLateVideoFrames set to false, a delegate is done with frames before the pool is
    /// empty, and with audio before it is late; no other work blocks its queue for longer.
    public static let captureSlowDelegate = Rule(
        "AV-CALL-003", .success, .documented,
        "With alwaysDiscardsLateVideoFrames set to false, a delegate is done with frames before the pool is empty, and "
            + "with audio before it is late; no other work blocks its queue for longer.",
        source: "AVCaptureVideoDataOutput.h: alwaysDiscardsLateVideoFrames, setSampleBufferDelegate:queue:; "
            + "AVCaptureAudioDataOutput.h: setSampleBufferDelegate:queue:, sufficiently late audio is dropped. "
            + "psstudio reports audio that waits for 1 s, and drops it at 512 buffers: the numbers are chosen. It "
            + "subtracts the time for which threads of the system's pool were late.")
    /// AV-BUFFER-001: A delegate keeps fewer buffers than the pool has.
    public static let captureKeptBuffers = Rule(
        "AV-BUFFER-001", .success, .inferred, "A delegate keeps fewer buffers than the pool has.",
        source: "AVCaptureVideoDataOutput.h: captureOutput:didOutputSampleBuffer:fromConnection:, kept buffers of a "
            + "pool make inputs drop new ones. That audio has a pool, too, is inferred. The numbers, 15 frames and "
            + "512 audio buffers, are chosen.")
    /// AV-BUFFER-002: The rows of a plane are read with its stride, which may exceed its width.
    public static let captureIgnoredStride = Rule(
        "AV-BUFFER-002", .success, .documented,
        "The rows of a plane are read with its stride, which may exceed its width.",
        source: "https://developer.apple.com/library/ios/qa/qa1829/_index.html, Understanding the bytes per row "
            + "value: code accounts for any padding. CVPixelBuffer.h: CVPixelBufferGetBytesPerRowOfPlane.")
    /// AV-BUFFER-003: A buffer is unlocked with the flags with which it was locked.
    public static let captureUnlockFlags = Rule(
        "AV-BUFFER-003", .success, .documented, "A buffer is unlocked with the flags with which it was locked.",
        source: "CVPixelBuffer.h: CVPixelBufferLockFlags, kCVPixelBufferLock_ReadOnly is passed to both functions; "
            + "other use is undefined behavior")
    /// AV-BUFFER-004: The bytes of a buffer are accessed between lock and unlock, and as long as it is referenced.
    public static let captureUnlockedAccess = Rule(
        "AV-BUFFER-004", .success, .documented,
        "The bytes of a buffer are accessed between lock and unlock, and as long as it is referenced.",
        source: "CVPixelBuffer.h: CVPixelBufferGetBaseAddress, which needs the lock; AVCaptureVideoDataOutput.h: "
            + "captureOutput:didOutputSampleBuffer:fromConnection:, which needs CFRetain outside of the method, as "
            + "for audio. A guarded world ends the program.")
    /// AV-BUFFER-005: The bytes of a buffer that is locked for reading are not written.
    public static let captureReadOnlyWrite = Rule(
        "AV-BUFFER-005", .success, .inferred, "The bytes of a buffer that is locked for reading are not written.",
        source: "CVPixelBuffer.h: kCVPixelBufferLock_ReadOnly, for data that is not modified under the lock, so that "
            + "caches stay valid. That such data is then not written is inferred. A guarded world ends the program.")
    /// AV-BUFFER-006: Each lock of a buffer ends before the buffer is released.
    public static let captureMissingUnlock = Rule(
        "AV-BUFFER-006", .success, .documented, "Each lock of a buffer ends before the buffer is released.",
        source: "CVPixelBuffer.h: CVPixelBufferLockBaseAddress, whose lock CVPixelBufferUnlockBaseAddress ends; the "
            + "calls are balanced")
    /// AV-BUFFER-007: The address of the bytes of a buffer is asked for between lock and unlock.
    public static let captureUnlockedAddress = Rule(
        "AV-BUFFER-007", .success, .documented,
        "The address of the bytes of a buffer is asked for between lock and unlock.",
        source: "CVPixelBuffer.h: CVPixelBufferGetBaseAddress and CVPixelBufferGetBaseAddressOfPlane, which need "
            + "CVPixelBufferLockBaseAddress first. Without a lock, psstudio returns nil.")
    /// AV-LAYER-001: A display layer is given sample buffers with an image.
    public static let captureLayerBuffer = Rule(
        "AV-LAYER-001", .success, .own, "A display layer is given sample buffers with an image.",
        source: "psstudio decodes nothing, and has no markers. AVSampleBufferDisplayLayer.h: enqueueSampleBuffer: "
            + "decodes samples, and takes a marker without samples to remove images; the buffer of a dropped frame "
            + "is neither.")
}

// Quality: nothing that the contract forbids.
extension Rule {
    /// AV-QUALITY-001: With alwaysDiscardsLateVideoFrames set to true, a delegate is done with a frame before the next
    /// one is captured, and no other work blocks its queue for longer; otherwise it misses frames, as it asks for.
    public static let captureLateFrames = Rule(
        "AV-QUALITY-001", .success, .documented,
        "With alwaysDiscardsLateVideoFrames set to true, a delegate is done with a frame before the next one is "
            + "captured, and no other work blocks its queue for longer; otherwise it misses frames, as it asks for.",
        source: "AVCaptureVideoDataOutput.h: alwaysDiscardsLateVideoFrames, frames that are captured while the queue "
            + "is blocked are discarded at once. psstudio counts them when the session stops, and does not count those "
            + "that only the machine delayed: it subtracts the time for which the thread of the call, or the threads "
            + "of the system's pool, waited for a processor.")
    /// AV-QUALITY-002: An app with a run loop does not start a session on its main thread.
    public static let captureMainThread = Rule(
        "AV-QUALITY-002", .success, .documented, "An app with a run loop does not start a session on its main thread.",
        source: "AVCaptureSession.h: startRunning, a blocking call that can take some time, to be called on a serial "
            + "queue so that the main queue is not blocked")
    /// AV-QUALITY-003: Sessions are started at most five times in a second.
    public static let captureFrequentStarts = Rule(
        "AV-QUALITY-003", .success, .chosen, "Sessions are started at most five times in a second.",
        source: "A start takes some hundred milliseconds on devices; an app that starts more often starts in a loop, "
            + "or for each frame. The number is chosen; traces of apps that switch cameras fast would decide.")

    /// AV-QUALITY-004: Each commitConfiguration has a beginConfiguration before it.
    public static let captureCommitWithoutBegin = Rule(
        "AV-QUALITY-004", .success, .chosen, "Each commitConfiguration has a beginConfiguration before it.",
        source: "A commit too many changes nothing by itself, AV-SESSION-002; it makes a lost begin visible, without "
            + "which each change applies alone. A device that throws an exception there would decide for a violation.")

    static let captureQuality: [Rule] = [
        .captureLateFrames, .captureMainThread, .captureFrequentStarts, .captureCommitWithoutBegin,
    ]
}
