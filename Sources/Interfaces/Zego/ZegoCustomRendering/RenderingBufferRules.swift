public import StudioCore

// Pixel buffers.
extension Rule {
    /// ZG-BUFFER-002
    public static let renderingIgnoredStride = Rule(
        "ZG-BUFFER-002", .success, .documented,
        "The rows of a plane of a pixel buffer are read with its stride, which is not its width.",
        source: "CVPixelBuffer.h: CVPixelBufferGetBytesPerRowOfPlane; Apple, Technical Q&A QA1829, about padded "
            + "rows")
    /// ZG-BUFFER-003
    public static let renderingUnlockFlags = Rule(
        "ZG-BUFFER-003", .success, .documented, "A pixel buffer is unlocked with the flags with which it was locked.",
        source: "CVPixelBuffer.h: CVPixelBufferLockFlags; unlocking with other flags is undefined")
    /// ZG-BUFFER-004
    public static let renderingUnlockedAccess = Rule(
        "ZG-BUFFER-004", .success, .documented,
        "The bytes of a pixel buffer are accessed between lock and unlock, and as long as it is referenced.",
        source: "CVPixelBuffer.h: CVPixelBufferGetBaseAddress, which needs the lock; CVPixelBufferRelease, like "
            + "CFRelease. A guarded world ends the program.")
    /// ZG-BUFFER-005
    public static let renderingReadOnlyWrite = Rule(
        "ZG-BUFFER-005", .success, .documented,
        "The bytes of a pixel buffer that is locked for reading are not written.",
        source: "CVPixelBuffer.h: kCVPixelBufferLock_ReadOnly, for data that is not modified. A guarded world "
            + "ends the program.")
}
