import MediaReceiving
import StudioCore

/// Is told when frames of custom capture are wanted. All members are optional; called where the events of the engine are.
public protocol ZegoCustomVideoCaptureHandler: AnyObject {
    /// Frames of the channel are published from now on.
    func onStart(_ channel: ZegoPublishChannel)
    /// No more frames of the channel are published.
    func onStop(_ channel: ZegoPublishChannel)
}

extension ZegoCustomVideoCaptureHandler {
    /// Does nothing.
    public func onStart(_ channel: ZegoPublishChannel) {}
    /// Does nothing.
    public func onStop(_ channel: ZegoPublishChannel) {}
}

extension CVPixelBuffer {
    /// The form of a frame that can be published; `nil` for another one.
    var captured: (FrameLayout, VideoRange)? {
        let form: (PixelFormat, VideoRange)? =
            switch CVPixelBufferGetPixelFormatType(self) {
            case kCVPixelFormatType_32BGRA: (.bgra, .full)
            case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (.nv12, .full)
            case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: (.nv12, .limited)
            case kCVPixelFormatType_420YpCbCr8PlanarFullRange: (.i420, .full)
            case kCVPixelFormatType_420YpCbCr8Planar: (.i420, .limited)
            default: nil
            }
        guard let (format, range) = form else { return nil }
        let layout = FrameLayout(
            format, width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self), alignment: 4)
        return layout.map { ($0, range) }
    }

    /// Copies the planes.
    ///
    /// - Returns: whether the buffer can be read.
    func copy(to target: UnsafeMutableRawBufferPointer, _ layout: FrameLayout) -> Bool {
        guard CVPixelBufferLockBaseAddress(self, .readOnly) == kCVReturnSuccess, let start = target.baseAddress else {
            return false
        }
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        for (index, plane) in layout.planes.enumerated() {
            guard let source = CVPixelBufferGetBaseAddressOfPlane(self, index) else { return false }
            let stride = CVPixelBufferGetBytesPerRowOfPlane(self, index)
            for row in 0..<plane.rows {
                (start + plane.offset + row * plane.stride).copyMemory(
                    from: source + row * stride, byteCount: plane.rowBytes)
            }
        }
        return true
    }
}
