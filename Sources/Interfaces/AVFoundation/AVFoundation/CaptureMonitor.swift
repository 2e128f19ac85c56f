import CameraCapture
import CoreVideo
import StudioCore

/// Reports misuses of captured buffers as violations of the capture interface.
struct CaptureMonitor: PixelBufferMonitor {
    func report(_ misuse: PixelBufferMisuse, _ form: String) {
        CaptureCore.shared.report(Self.error(misuse, form), isRefusal: false)
    }

    func line(_ misuse: PixelBufferMisuse, _ form: String) -> String { "psstudio: \(Self.error(misuse, form))" }

    private static func error(_ misuse: PixelBufferMisuse, _ form: String) -> StudioError {
        switch misuse {
        case .ignoredStride(let plane, let rowBytes, let stride):
            StudioError(
                .captureIgnoredStride,
                "plane \(plane) of a \(form) buffer was accessed; its rows have \(rowBytes) bytes, its stride is \(stride), "
                    + "and nobody asked for it",
                hint: "advance by CVPixelBufferGetBytesPerRowOfPlane; by CVPixelBufferGetBytesPerRow with one plane")
        case .unlockFlags(let isReadOnly):
            StudioError(
                .captureUnlockFlags,
                "a \(form) buffer was unlocked with \(isReadOnly ? ".readOnly" : "[]"), and locked with "
                    + (isReadOnly ? "[]" : ".readOnly"),
                hint: "pass the flags of the lock")
        case .outsideLock:
            StudioError(
                .captureUnlockedAccess, "the bytes of a \(form) buffer are accessed outside its lock",
                hint: "access them between CVPixelBufferLockBaseAddress and CVPixelBufferUnlockBaseAddress")
        case .writeWhileReading:
            StudioError(
                .captureReadOnlyWrite,
                "the bytes of a \(form) buffer are written, and it is locked with .readOnly",
                hint: "lock it with [] to write")
        case .afterRelease:
            StudioError(
                .captureUnlockedAccess, "the bytes of a \(form) buffer are accessed after its release",
                hint: "keep a reference to the sample buffer or its image, or copy the bytes")
        }
    }
}
