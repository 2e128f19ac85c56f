/// A kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// The code.
    public let rawValue: String

    /// Creates a kind from its code.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Video.
    public static let video = AVMediaType(rawValue: "vide")
    /// Audio.
    public static let audio = AVMediaType(rawValue: "soun")
}

/// A coded format. The output delivers uncompressed frames only.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    /// The code.
    public let rawValue: String

    /// Creates a format from its code.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// H.264.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// H.265.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// JPEG.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
}

/// How a preview fills its frame. Without an effect.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a value from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The whole image is visible.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The image fills the frame.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// The image is stretched to the frame.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// A range of frame rates.
public final class AVFrameRateRange: NSObject, Sendable {
    /// The smallest number of frames per second.
    public let minFrameRate: Double
    /// The largest number of frames per second.
    public let maxFrameRate: Double

    init(_ minFrameRate: Double, _ maxFrameRate: Double) {
        (self.minFrameRate, self.maxFrameRate) = (minFrameRate, maxFrameRate)
        super.init()
    }

    /// The duration of a frame at the largest rate.
    public var minFrameDuration: CMTime { CMTime(seconds: 1 / maxFrameRate, preferredTimescale: 1_000_000_000) }
    /// The duration of a frame at the smallest rate.
    public var maxFrameDuration: CMTime { CMTime(seconds: 1 / minFrameRate, preferredTimescale: 1_000_000_000) }
}

/// An error of this module.
public struct AVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Int, Hashable, Sendable {
        /// Another error.
        case unknown = -11800
        /// The session does not run.
        case sessionNotRunning = -11803
        /// Another session uses the device.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// The device is gone.
        case deviceWasDisconnected = -11808
        /// The device is not connected.
        case deviceNotConnected = -11814
        /// Another app uses the device.
        case deviceInUseByAnotherApplication = -11815
        /// The session is interrupted.
        case sessionWasInterrupted = -11818
        /// The system's media services were started again.
        case mediaServicesWereReset = -11819
        /// The user has not permitted the use of the device.
        case applicationIsNotAuthorizedToUseDevice = -11852
    }

    /// What went wrong.
    public let code: Code
    /// The code as a number.
    public var errorCode: Int { code.rawValue }
    /// The rule, the diagnosis and what to do.
    public let description: String
    /// As `description`.
    public var localizedDescription: String { description }
}
