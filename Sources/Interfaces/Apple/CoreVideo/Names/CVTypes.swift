// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A result of a function of this module.
public typealias CVReturn = Int32
/// The call succeeded.
public let kCVReturnSuccess: CVReturn = 0
/// An unlock without a lock, or a buffer that cannot be mapped for this access.
public let kCVReturnError: CVReturn = -6660
/// An argument has an unusable value.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// Memory is exhausted.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The pixel format is not one of this module.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// Width or height is not 1 to 16384.
public let kCVReturnInvalidSize: CVReturn = -6681
/// An attribute has an unusable value.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682

/// Bits of options.
public typealias CVOptionFlags = UInt64

/// How a buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: CVOptionFlags

    /// Creates a set from bits; 0 for reading and writing.
    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// The bytes are only read.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

// MARK: Pixel formats

/// `BGRA`: one plane of blue, green, red and alpha.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// 32: one plane of alpha, red, green and blue. Outputs do not deliver it.
public let kCVPixelFormatType_32ARGB: OSType = 32
/// `RGBA`: one plane of red, green, blue and alpha. Outputs do not deliver it.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// 24: one plane of red, green and blue. Outputs do not deliver it.
public let kCVPixelFormatType_24RGB: OSType = 24
/// `24BG`: one plane of blue, green and red. Outputs do not deliver it.
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// `420v`: two planes, Y, then Cb and Cr interleaved; limited range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// `420f`: two planes, Y, then Cb and Cr interleaved; full range. 875704422.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// `y420`: three planes, Y, Cb and Cr; limited range.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// `f420`: three planes, Y, Cb and Cr; full range.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230

// MARK: Attributes

/// The pixel format, an ``OSType``.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The width in pixels.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The height in pixels.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The number of bytes of which each stride is a multiple: a power of 2, 1 to 4096.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Accepted without an effect: memory that graphics processors share.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// Accepted without an effect: compatibility with images.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Accepted without an effect: compatibility with bitmap contexts.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Accepted without an effect: compatibility with Metal.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
