import MediaReceiving
import StudioCore
import ZegoCustomRendering

/// What custom rendering delivers. Read by the call; later changes have no effect.
public class ZegoCustomVideoRenderConfig: NSObject {
    /// The kind of buffer; unknown by default, which is not supported.
    public var bufferType = ZegoVideoBufferType.unknown
    /// The family of formats.
    public var frameFormatSeries = ZegoVideoFrameFormatSeries.RGB
    /// Whether the engine renders too. Nothing is rendered on Linux.
    public var enableEngineRender = false

    /// Creates a config with an unknown buffer type.
    public override init() {
        super.init()
    }

    var native: RenderConfiguration {
        let type: RenderConfiguration.BufferType =
            switch bufferType {
            case .rawData: .raw
            case .cvPixelBuffer: .pixelBuffer
            case .encodedData: .encoded
            case .unknown, .glTexture2D, .nv12CVPixelBuffer: .unsupported(name: "\(bufferType)")
            }
        return RenderConfiguration(type, isYUV: frameFormatSeries == .YUV)
    }
}

/// What custom capture provides. Read by the call; later changes have no effect.
public class ZegoCustomVideoCaptureConfig: NSObject {
    /// The kind of buffer: pixel buffers, encoded data, or unknown, for which pixel buffers are taken.
    public var bufferType = ZegoVideoBufferType.unknown

    /// Creates a config.
    public override init() {
        super.init()
    }

    var native: CaptureType {
        switch bufferType {
        case .unknown, .cvPixelBuffer: .pixelBuffer
        case .encodedData: .encoded
        case .rawData, .glTexture2D, .nv12CVPixelBuffer: .unsupported(name: "\(bufferType)")
        }
    }
}

/// The form of a frame.
public class ZegoVideoFrameParam: NSObject {
    /// The arrangement of the samples.
    public var format = ZegoVideoFrameFormat.unknown
    /// The bytes from one row to the next of each plane: four elements, 0 for a plane that does not exist. Readable as long
    /// as this object.
    public let strides: UnsafeMutablePointer<Int32>
    /// The size in pixels.
    public var size = CGSize.zero
    /// How far the frame must be rotated clockwise to be upright, in degrees.
    public var rotation: Int32 = 0
    /// Whether the last default was called, so that no method of the client was.
    var isUnreached = false

    /// Creates a param without a frame.
    public override init() {
        strides = .allocate(capacity: RawPlanes.slots)
        strides.initialize(repeating: 0, count: RawPlanes.slots)
        super.init()
    }

    /// The form of a delivered frame.
    convenience init(_ frame: FrameDescription) {
        self.init()
        format =
            switch frame.layout.format {
            case .i420: .I420
            case .nv12: .NV12
            case .bgra: .BGRA32
            }
        for (slot, plane) in frame.layout.planes.enumerated() { strides[slot] = Int32(plane.stride) }
        size = CGSize(width: frame.layout.width, height: frame.layout.height)
        rotation = Int32(frame.rotation.rawValue)
    }

    deinit {
        strides.deallocate()
    }
}

/// The form of an encoded frame.
public class ZegoVideoEncodedFrameParam: NSObject {
    /// The coding.
    public var format = ZegoVideoEncodedFrameFormat.AVCC
    /// Whether decoding can start here.
    public var isKeyFrame = false
    /// How far the frame must be rotated counter-clockwise to be upright, in degrees.
    public var rotation: Int32 = 0
    /// The size in pixels.
    public var size = CGSize.zero
    /// Supplemental information. Has no effect, and is never delivered.
    public var SEIData: Data?
    /// Whether the time is that of an external clock. Has no effect: the time is that of the call.
    public var isExternalClock = false
    /// Whether the default was called, so that no method of the client was.
    var isUnreached = false

    /// Creates a param without a frame.
    public override init() {
        super.init()
    }

    /// The form of a delivered frame.
    convenience init(_ encoded: EncodedFrame, _ frame: FrameDescription) {
        self.init()
        (format, isKeyFrame) = (.annexB, encoded.isKeyFrame)
        rotation = Int32((360 - frame.rotation.rawValue) % 360)
        size = CGSize(width: frame.layout.width, height: frame.layout.height)
    }

    /// What a client says about a frame that it sends. A size that is not a whole number is invalid for any frame.
    var native: EncodedFrameForm {
        EncodedFrameForm(
            format.native, isKeyFrame: isKeyFrame, rotation: Int(rotation),
            width: Int(exactly: Double(size.width)) ?? -1, height: Int(exactly: Double(size.height)) ?? -1)
    }
}
