package import StudioCore

/// The rules of an interface about its pixel buffers: its monitor, which has the texts.
package struct PixelBufferRules: PixelBufferMonitor {
    private let stride: Rule
    private let flags: Rule
    private let access: Rule
    private let writing: Rule
    private let address: Rule
    private let balance: Rule
    private let report: @Sendable (StudioError) -> Void

    /// - Parameters:
    ///   - stride: rows are read with the stride.
    ///   - flags: a buffer is unlocked with the flags of its lock.
    ///   - access: bytes are accessed inside a lock.
    ///   - writing: bytes are not written under a lock for reading.
    ///   - address: the address of the bytes is asked for inside a lock.
    ///   - balance: each lock ends before the buffer is released.
    ///   - report: gets a violation.
    package init(
        stride: Rule, flags: Rule, access: Rule, writing: Rule, address: Rule, balance: Rule,
        report: @escaping @Sendable (StudioError) -> Void
    ) {
        (self.stride, self.flags, self.access, self.writing) = (stride, flags, access, writing)
        (self.address, self.balance) = (address, balance)
        self.report = report
    }

    package func report(_ misuse: PixelBufferMisuse, _ form: String) { report(error(misuse, form)) }

    package func line(_ misuse: PixelBufferMisuse, _ form: String) -> String { "psstudio: \(error(misuse, form))" }

    private func error(_ misuse: PixelBufferMisuse, _ form: String) -> StudioError {
        switch misuse {
        case .ignoredStride(let plane, let rowBytes, let bytesPerRow):
            StudioError(
                stride,
                "plane \(plane) of a \(form) buffer was accessed; its rows have \(rowBytes) bytes, its stride is "
                    + "\(bytesPerRow), and nobody asked for it",
                hint: "advance by CVPixelBufferGetBytesPerRowOfPlane; by CVPixelBufferGetBytesPerRow with one plane")
        case .addressWithoutLock(let plane):
            StudioError(
                address, "the address of plane \(plane) of a \(form) buffer was asked for without a lock, and is nil",
                hint: "call CVPixelBufferLockBaseAddress first, and use the address before the unlock")
        case .missingUnlock:
            StudioError(
                balance, "a \(form) buffer was released, and is locked",
                hint: "call CVPixelBufferUnlockBaseAddress for each lock, for example with defer")
        case .unlockFlags(let isReadOnly):
            StudioError(
                flags,
                "a \(form) buffer was unlocked with \(isReadOnly ? ".readOnly" : "[]"), and locked with "
                    + (isReadOnly ? "[]" : ".readOnly"),
                hint: "pass the flags of the lock")
        case .outsideLock:
            StudioError(
                access, "the bytes of a \(form) buffer are accessed outside its lock",
                hint: "access them between CVPixelBufferLockBaseAddress and CVPixelBufferUnlockBaseAddress")
        case .writeWhileReading:
            StudioError(
                writing, "the bytes of a \(form) buffer are written, and it is locked with .readOnly",
                hint: "lock it with [] to write")
        case .afterRelease:
            StudioError(
                access, "the bytes of a \(form) buffer are accessed after its release",
                hint: "keep a reference to the sample buffer or its image, or copy the bytes")
        }
    }
}
