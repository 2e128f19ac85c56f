import MediaReceiving
import StudioCore
import ZegoCustomRendering

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
    /// The form in which its frame is published. Pixels of 32ARGB are copied as BGRA.
    ///
    /// - Throws: an error that names a format or a size that is not emulated.
    var captured: (layout: FrameLayout, range: VideoRange) {
        get throws(StudioError) {
            let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
            guard let (format, range) = capturedForm else {
                throw Self.rejected("has the format \(CVPixelBufferGetPixelFormatType(self).name)")
            }
            guard let layout = FrameLayout(format, width: width, height: height, alignment: 4) else {
                throw Self.rejected("has the size \(width)x\(height)")
            }
            return (layout, range)
        }
    }

    private static func rejected(_ what: String) -> StudioError {
        StudioError(
            .renderingCaptureFrame, "a captured pixel buffer \(what), which is not emulated",
            hint: "send 32BGRA, 32ARGB, 420v, 420f, y420 or f420 of an even size")
    }

    private var capturedForm: (PixelFormat, VideoRange)? {
        switch CVPixelBufferGetPixelFormatType(self) {
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB: (.bgra, .full)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (.nv12, .full)
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: (.nv12, .limited)
        case kCVPixelFormatType_420YpCbCr8PlanarFullRange: (.i420, .full)
        case kCVPixelFormatType_420YpCbCr8Planar: (.i420, .limited)
        default: nil
        }
    }

    /// Copies the planes in the form of ``captured``.
    ///
    /// - Returns: whether the buffer can be read.
    func copy(to target: UnsafeMutableRawBufferPointer, _ layout: FrameLayout) -> Bool {
        guard CVPixelBufferLockBaseAddress(self, .readOnly) == kCVReturnSuccess, let start = target.baseAddress else {
            return false
        }
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        // ARGB is BGRA in the opposite order.
        let isReversed = CVPixelBufferGetPixelFormatType(self) == kCVPixelFormatType_32ARGB
        for (index, plane) in layout.planes.enumerated() {
            guard let source = CVPixelBufferGetBaseAddressOfPlane(self, index) else { return false }
            let stride = CVPixelBufferGetBytesPerRowOfPlane(self, index)
            for row in 0..<plane.rows {
                let (from, to) = (source + row * stride, start + plane.offset + row * plane.stride)
                to.copyMemory(from: from, byteCount: plane.rowBytes)
                if isReversed {
                    let pixels = to.assumingMemoryBound(to: UInt32.self)
                    for column in 0..<layout.width { pixels[column] = pixels[column].byteSwapped }
                }
            }
        }
        return true
    }
}

extension OSType {
    /// The four characters of a pixel format; its number for one without.
    fileprivate var name: String {
        let bytes = withUnsafeBytes(of: bigEndian) { Array($0) }
        return bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? String(decoding: bytes, as: UTF8.self) : "\(self)"
    }
}
