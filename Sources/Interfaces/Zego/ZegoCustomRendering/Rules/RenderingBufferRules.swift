public import StudioCore

// Pixel buffers.
extension Rule {
    /// ZG-BUFFER-002: The rows of a plane of a pixel buffer are read with its stride, which can exceed its width.
    public static let renderingIgnoredStride = Rule(
        "ZG-BUFFER-002", .success, .documented,
        "The rows of a plane of a pixel buffer are read with its stride, which can exceed its width.",
        source: "Apple, Technical Q&A QA1829: bytes per row are not always the width, and padding is to be accounted "
            + "for; CVPixelBuffer.h: CVPixelBufferGetBytesPerRowOfPlane")
    /// ZG-BUFFER-003: A pixel buffer is unlocked with the flags with which it was locked.
    public static let renderingUnlockFlags = Rule(
        "ZG-BUFFER-003", .success, .documented, "A pixel buffer is unlocked with the flags with which it was locked.",
        source: "CVPixelBuffer.h: CVPixelBufferLockFlags, the read-only flag, which is passed to both functions; "
            + "otherwise the behaviour is undefined")
    /// ZG-BUFFER-004: The bytes of a pixel buffer are accessed between lock and unlock, and as long as it is
    /// referenced.
    public static let renderingUnlockedAccess = Rule(
        "ZG-BUFFER-004", .success, .documented,
        "The bytes of a pixel buffer are accessed between lock and unlock, and as long as it is referenced.",
        source: "Apple, CVPixelBufferLockBaseAddress: lock before the CPU accesses pixel data, and unlock afterward; "
            + "Memory Management Programming Guide for Core Foundation, Ownership Policy. A guarded world ends the "
            + "program.")
    /// ZG-BUFFER-005: The bytes of a pixel buffer that is locked for reading are not written.
    public static let renderingReadOnlyWrite = Rule(
        "ZG-BUFFER-005", .success, .inferred, "The bytes of a pixel buffer that is locked for reading are not written.",
        source: "CVPixelBuffer.h: kCVPixelBufferLock_ReadOnly, to be set when data is not modified; that nothing is "
            + "written under it follows. A guarded world ends the program.")
    /// ZG-BUFFER-006: Each lock of a pixel buffer ends before the buffer is released.
    public static let renderingMissingUnlock = Rule(
        "ZG-BUFFER-006", .success, .documented, "Each lock of a pixel buffer ends before the buffer is released.",
        source: "CVPixelBuffer.h: CVPixelBufferLockBaseAddress, whose lock CVPixelBufferUnlockBaseAddress ends; the "
            + "calls are balanced")
    /// ZG-BUFFER-007: The address of the bytes of a pixel buffer is asked for between lock and unlock.
    public static let renderingUnlockedAddress = Rule(
        "ZG-BUFFER-007", .success, .documented,
        "The address of the bytes of a pixel buffer is asked for between lock and unlock.",
        source: "CVPixelBuffer.h: CVPixelBufferGetBaseAddress and CVPixelBufferGetBaseAddressOfPlane, which need "
            + "CVPixelBufferLockBaseAddress first. Without a lock, psstudio returns nil.")
}
