import CameraCapture
import CoreVideo
import StudioCore

extension PixelBufferRules {
    /// Misuses of captured buffers are violations of the capture interface.
    static let capture = PixelBufferRules(
        stride: .captureIgnoredStride, flags: .captureUnlockFlags, access: .captureUnlockedAccess,
        writing: .captureReadOnlyWrite, address: .captureUnlockedAddress, balance: .captureMissingUnlock,
        report: { CaptureEngine.shared.report($0, isRefusal: false) })
}
