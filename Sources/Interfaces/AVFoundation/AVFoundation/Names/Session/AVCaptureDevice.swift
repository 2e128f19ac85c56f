import CameraCapture
import StudioCore

/// A camera or a microphone.
///
/// All members may be used from any thread.
public final class AVCaptureDevice: NSObject, @unchecked Sendable {
    // Safety: all is immutable; the native camera has a lock.
    let native: CaptureDevice
    /// All formats of a camera: the source's size first, then the others from the largest on, each with `420v` and `420f`. One
    /// of a microphone.
    public let formats: [Format]

    init(_ native: CaptureDevice) {
        self.native = native
        formats =
            switch native {
            case .camera(let camera): camera.formats.map { Format($0) }
            case .microphone(let microphone): [Format(microphone.format)]
            }
        super.init()
    }

    private var camera: CaptureCamera? { native.camera }

    /// An identifier, unique while the program runs.
    public var uniqueID: String { camera.map { "psstudio.camera.\($0.user.rawValue)" } ?? "psstudio.microphone" }
    /// The name; of a camera in a scenario, that of the participant.
    public var localizedName: String { native.name }
    /// Where it is; unspecified for a microphone.
    public var position: Position { camera.map { Position($0.position) } ?? .unspecified }
    /// Always a wide-angle camera or the microphone.
    public var deviceType: DeviceType { camera == nil ? .microphone : .builtInWideAngleCamera }

    /// Whether it captures media of a kind.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == native.media.type }

    // MARK: Configuration

    /// Permits changes until ``unlockForConfiguration()``. Never throws.
    public func lockForConfiguration() throws { camera?.lock() }

    /// Ends the permission to change it.
    public func unlockForConfiguration() { camera?.unlock() }

    /// The format in which it captures. Setting it needs the lock; the next frame has it.
    public var activeFormat: Format {
        get {
            guard let active = camera?.activeFormat else { return formats[0] }
            return formats.first { $0.native == active } ?? Format(active)
        }
        set {
            CaptureEngine.shared.perform { () throws(StudioError) in
                if let camera, let format = newValue.native { return try camera.select(format) }
                guard newValue !== formats.first else { return }
                throw StudioError(
                    .captureForeignFormat, "'\(native.name)' has no such format: \(newValue)",
                    hint: "use one of its formats")
            }
        }
    }

    /// The shortest duration of a frame: the limit of the frame rate. Invalid for the format's default, and for a
    /// microphone. Setting it needs the lock.
    public var activeVideoMinFrameDuration: CMTime {
        get { camera.map { CMTime($0.shortestFrame) } ?? .invalid }
        set { setDuration(newValue) { (camera, time) throws(StudioError) in try camera.setShortestFrame(time) } }
    }

    /// The longest duration of a frame; recorded. Invalid for the format's default, and for a microphone. Setting it needs
    /// the lock.
    public var activeVideoMaxFrameDuration: CMTime {
        get { camera.map { CMTime($0.longestFrame) } ?? .invalid }
        set { setDuration(newValue) { (camera, time) throws(StudioError) in try camera.setLongestFrame(time) } }
    }

    private func setDuration(
        _ duration: CMTime, _ set: (CaptureCamera, MediaTime?) throws(StudioError) -> Void
    ) {
        CaptureEngine.shared.perform { () throws(StudioError) in
            guard let camera else {
                throw StudioError(
                    .captureFrameDuration, "'\(native.name)' has no frames", hint: "set frame durations of cameras only"
                )
            }
            // Zero for a time that is not the duration of a frame.
            try set(camera, duration.isValid ? duration.mediaTime ?? .zero : nil)
        }
    }

    /// Always 1: setting another one is reported once, and has no effect.
    public var videoZoomFactor: CGFloat {
        get { 1 }
        set { if newValue != 1 { CaptureEngine.shared.reportUnemulated("videoZoomFactor") } }
    }

    // MARK: Devices

    /// The first camera, or the microphone; `nil` without one, and for other media.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        let list = CaptureEngine.shared.cameras
        return mediaType == .video ? list.devices.first : mediaType == .audio ? list.microphone : nil
    }

    /// The first camera at a position, or the microphone; `nil` for types other than a wide-angle camera and a microphone.
    public class func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// Whether the user permits the use of cameras or microphones: yes, unless a test says otherwise.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        isAuthorized(mediaType) ? .authorized : .denied
    }

    private class func isAuthorized(_ mediaType: AVMediaType) -> Bool {
        let host = CaptureEngine.shared.host
        return mediaType == .audio ? host.isMicrophoneAuthorized : host.isAuthorized
    }

    /// Asks the user, who answers at once. The handler is called on a queue of the system.
    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let isAuthorized = isAuthorized(mediaType)
        DispatchQueue.global().async { handler(isAuthorized) }
    }

    /// Asks the user, who answers at once.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool { isAuthorized(mediaType) }
}

extension AVCaptureDevice {
    /// A kind of camera or microphone.
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
        /// The microphone of the emulator.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// The older name of ``microphone``.
        public static let builtInMicrophone = microphone
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

    /// A form in which a camera or microphone captures.
    public final class Format: NSObject, Sendable {
        /// `nil` for audio.
        let native: CaptureFormat?
        /// Pixel format and size, or the form of audio.
        public let formatDescription: CMFormatDescription
        /// One range: 1 frame per second to the source's rate as a whole number, or to 60, 120 or 240, or a rate that cannot be
        /// changed. None for audio.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]

        init(_ native: CaptureFormat) {
            self.native = native
            formatDescription = CMFormatDescription(
                PixelFormat.nv12.code(native.range), width: native.width, height: native.height)
            videoSupportedFrameRateRanges = [AVFrameRateRange(native.minimumRate, native.maximumRate)]
            super.init()
        }

        init(_ audio: AudioFormat) {
            native = nil
            formatDescription = CMFormatDescription(AudioStreamBasicDescription(CaptureAudioForm(audio)))
            videoSupportedFrameRateRanges = []
            super.init()
        }

        /// Video or audio.
        public var mediaType: AVMediaType { native == nil ? .audio : .video }

        /// False: frames are not stabilised.
        public func isVideoStabilizationModeSupported(_ videoStabilizationMode: AVCaptureVideoStabilizationMode) -> Bool
        {
            videoStabilizationMode == .off
        }

        /// Always 1: frames are not cropped.
        public var videoMaxZoomFactor: CGFloat { 1 }

        /// `420f 1280x720, 1.0 to 30.0 frames per second`, `lpcm 44100 Hz, 1 channel`.
        public override var description: String {
            guard let native else { return "\(formatDescription)" }
            return "\(formatDescription), \(native.minimumRate) to \(native.maximumRate) frames per second"
        }
    }

    /// The cameras and microphones of some kinds.
    public final class DiscoverySession: NSObject, @unchecked Sendable {
        // Safety: immutable.
        /// The cameras, in the order of the system, then the microphone.
        public let devices: [AVCaptureDevice]

        /// Finds devices.
        ///
        /// - Parameters:
        ///   - deviceTypes: the kinds; only wide-angle cameras and a microphone exist.
        ///   - mediaType: video or audio, or `nil` for any.
        ///   - position: where they are, or unspecified for anywhere.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            let list = CaptureEngine.shared.cameras
            let all = list.devices + (list.microphone.map { [$0] } ?? [])
            devices = all.filter { device in
                deviceTypes.contains(device.deviceType) && mediaType.map { device.hasMediaType($0) } ?? true
                    && (position == .unspecified || device.position == position)
            }
            super.init()
        }
    }
}

extension CaptureMedia {
    var type: AVMediaType {
        switch self {
        case .video: .video
        case .audio: .audio
        }
    }
}
