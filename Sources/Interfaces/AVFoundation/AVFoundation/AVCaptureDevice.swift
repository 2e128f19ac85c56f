import CameraCapture
import StudioCore

/// A camera.
///
/// All members may be used from any thread.
public final class AVCaptureDevice: NSObject, @unchecked Sendable {
    // Safety: all is immutable; the native camera has a lock.
    let native: CaptureCamera
    /// All formats: the source's size first, then smaller ones, each with `420v` and `420f`.
    public let formats: [Format]

    init(_ native: CaptureCamera) {
        self.native = native
        formats = native.formats.map { Format($0) }
        super.init()
    }

    /// An identifier, unique while the program runs.
    public var uniqueID: String { "psstudio.camera.\(native.user.rawValue)" }
    /// The name; in a scenario, that of the participant.
    public var localizedName: String { native.name }
    /// Where it is.
    public var position: Position { Position(native.position) }
    /// Always a wide-angle camera.
    public var deviceType: DeviceType { .builtInWideAngleCamera }

    /// Whether it captures media of a kind.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

    // MARK: Configuration

    /// Permits changes until ``unlockForConfiguration()``. Never throws.
    public func lockForConfiguration() throws { native.lock() }

    /// Ends the permission to change it.
    public func unlockForConfiguration() { native.unlock() }

    /// The format in which it captures. Setting it needs the lock; the next frame has it.
    public var activeFormat: Format {
        get {
            let active = native.activeFormat
            return formats.first { $0.native == active } ?? Format(active)
        }
        set { CaptureCore.shared.perform { () throws(StudioError) in try native.select(newValue.native) } }
    }

    /// The shortest duration of a frame: the limit of the frame rate. Invalid for the format's default. Setting it needs
    /// the lock.
    public var activeVideoMinFrameDuration: CMTime {
        get { CMTime(native.shortestFrame) }
        set {
            CaptureCore.shared.perform { () throws(StudioError) in try native.setShortestFrame(duration(newValue)) }
        }
    }

    /// The longest duration of a frame; recorded. Invalid for the format's default. Setting it needs the lock.
    public var activeVideoMaxFrameDuration: CMTime {
        get { CMTime(native.longestFrame) }
        set {
            CaptureCore.shared.perform { () throws(StudioError) in try native.setLongestFrame(duration(newValue)) }
        }
    }

    /// Always 1: setting another one is reported once, and has no effect.
    public var videoZoomFactor: CGFloat {
        get { 1 }
        set { if newValue != 1 { CaptureCore.shared.reportUnemulated("videoZoomFactor") } }
    }

    /// `nil` for the default; zero for a time that is no duration of a frame.
    private func duration(_ time: CMTime) -> MediaTime? { time.isValid ? time.mediaTime ?? .zero : nil }

    // MARK: Devices

    /// The first camera; `nil` for other media.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        mediaType == .video ? CaptureCore.shared.cameras.devices.first : nil
    }

    /// The first camera at a position; `nil` for other media, or types other than a wide-angle camera.
    public class func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// Whether the user permits the use of cameras: yes, unless a test says otherwise.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        CaptureCore.shared.host.isAuthorized ? .authorized : .denied
    }

    /// Asks the user, who answers at once. The handler is called on a queue of the system.
    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let isAuthorized = CaptureCore.shared.host.isAuthorized
        DispatchQueue.global().async { handler(isAuthorized) }
    }

    /// Asks the user, who answers at once.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        CaptureCore.shared.host.isAuthorized
    }
}

extension AVCaptureDevice {
    /// A kind of camera.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// All cameras of the emulator.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// Not emulated.
        public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// Not emulated.
        public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// Not emulated.
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// Not emulated.
        public static let builtInDualWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        /// Not emulated.
        public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// Not emulated.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
    }

    /// Where a camera is.
    public enum Position: Int, Hashable, Sendable {
        /// Anywhere.
        case unspecified = 0
        /// On the back.
        case back = 1
        /// On the front.
        case front = 2

        init(_ native: CapturePosition) {
            switch native {
            case .unspecified: self = .unspecified
            case .back: self = .back
            case .front: self = .front
            }
        }

        var native: CapturePosition {
            switch self {
            case .unspecified: .unspecified
            case .back: .back
            case .front: .front
            }
        }
    }

    /// A form in which a camera captures.
    public final class Format: NSObject, Sendable {
        let native: CaptureFormat
        /// Pixel format and size.
        public let formatDescription: CMFormatDescription
        /// One range: 1 frame per second to the source's rate as a whole number, 1 to 60, or a rate that cannot be changed.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]

        init(_ native: CaptureFormat) {
            self.native = native
            formatDescription = CMFormatDescription(
                PixelFormat.nv12.code(native.range), width: native.width, height: native.height)
            videoSupportedFrameRateRanges = [AVFrameRateRange(native.minimumRate, native.maximumRate)]
            super.init()
        }

        /// Always video.
        public var mediaType: AVMediaType { .video }

        /// False: frames are not stabilised.
        public func isVideoStabilizationModeSupported(_ videoStabilizationMode: AVCaptureVideoStabilizationMode) -> Bool
        {
            videoStabilizationMode == .off
        }

        /// Always 1: frames are not cropped.
        public var videoMaxZoomFactor: CGFloat { 1 }

        /// `420f 1280x720, 1.0 to 30.0 frames per second`.
        public override var description: String {
            "\(formatDescription), \(native.minimumRate) to \(native.maximumRate) frames per second"
        }
    }

    /// The cameras of some kinds.
    public final class DiscoverySession: NSObject, @unchecked Sendable {
        // Safety: immutable.
        /// The cameras, in the order of the system.
        public let devices: [AVCaptureDevice]

        /// Finds cameras.
        ///
        /// - Parameters:
        ///   - deviceTypes: the kinds; only wide-angle cameras exist.
        ///   - mediaType: video, or `nil` for any.
        ///   - position: where they are, or unspecified for anywhere.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            let isPossible = deviceTypes.contains(.builtInWideAngleCamera) && (mediaType ?? .video) == .video
            devices = CaptureCore.shared.cameras.devices.filter {
                isPossible && (position == .unspecified || $0.position == position)
            }
            super.init()
        }
    }
}
