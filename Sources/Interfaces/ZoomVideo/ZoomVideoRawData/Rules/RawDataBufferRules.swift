public import StudioCore

// Pixel buffers.
extension Rule {
    /// ZV-BUFFER-001: The rows of a plane of a pixel buffer are read with its stride, which can exceed its width.
    public static let rawDataIgnoredStride = Rule(
        "ZV-BUFFER-001", .success, .documented,
        "The rows of a plane of a pixel buffer are read with its stride, which can exceed its width.",
        source: "Apple, Technical Q&A QA1829: bytes per row are not always the width, and padding is to be accounted "
            + "for; CVPixelBuffer.h: CVPixelBufferGetBytesPerRowOfPlane")
    /// ZV-BUFFER-002: A pixel buffer is unlocked with the flags with which it was locked.
    public static let rawDataUnlockFlags = Rule(
        "ZV-BUFFER-002", .success, .documented, "A pixel buffer is unlocked with the flags with which it was locked.",
        source: "CVPixelBuffer.h: CVPixelBufferLockFlags, the read-only flag, which is passed to both functions; "
            + "otherwise the behaviour is undefined")
    /// ZV-BUFFER-003: The bytes of a pixel buffer are accessed between lock and unlock, and as long as it is
    /// referenced.
    public static let rawDataUnlockedAccess = Rule(
        "ZV-BUFFER-003", .success, .documented,
        "The bytes of a pixel buffer are accessed between lock and unlock, and as long as it is referenced.",
        source: "Apple, CVPixelBufferLockBaseAddress: lock before the CPU accesses pixel data, and unlock afterward; "
            + "Memory Management Programming Guide for Core Foundation, Ownership Policy. A guarded world ends the "
            + "program.")
    /// ZV-BUFFER-004: The bytes of a pixel buffer that is locked for reading are not written.
    public static let rawDataReadOnlyWrite = Rule(
        "ZV-BUFFER-004", .success, .inferred,
        "The bytes of a pixel buffer that is locked for reading are not written.",
        source: "CVPixelBuffer.h: kCVPixelBufferLock_ReadOnly, to be set when data is not modified; that nothing is "
            + "written under it follows. A guarded world ends the program.")
    /// ZV-BUFFER-005: Each lock of a pixel buffer ends before the buffer is released.
    public static let rawDataMissingUnlock = Rule(
        "ZV-BUFFER-005", .success, .documented, "Each lock of a pixel buffer ends before the buffer is released.",
        source: "CVPixelBuffer.h: CVPixelBufferLockBaseAddress, whose lock CVPixelBufferUnlockBaseAddress ends; the "
            + "calls are balanced")
    /// ZV-BUFFER-006: The address of the bytes of a pixel buffer is asked for between lock and unlock.
    public static let rawDataUnlockedAddress = Rule(
        "ZV-BUFFER-006", .success, .documented,
        "The address of the bytes of a pixel buffer is asked for between lock and unlock.",
        source: "CVPixelBuffer.h: CVPixelBufferGetBaseAddress and CVPixelBufferGetBaseAddressOfPlane, which need "
            + "CVPixelBufferLockBaseAddress first. Without a lock, psstudio returns nil.")
}
