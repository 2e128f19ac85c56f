import CameraCapture
import StudioCore

/// A source of a session.
public class AVCaptureInput: NSObject, @unchecked Sendable {
    // Safety: immutable after its creation.
    let native: CaptureInput

    init(_ native: CaptureInput) {
        self.native = native
        super.init()
    }

    /// One port, for video or audio.
    public var ports: [Port] { [Port(self)] }

    /// A stream of an input.
    public final class Port: NSObject, @unchecked Sendable {
        // Safety: immutable.
        /// The input.
        public let input: AVCaptureInput

        init(_ input: AVCaptureInput) {
            self.input = input
            super.init()
        }

        /// Video or audio.
        public var mediaType: AVMediaType { input.native.device.media.type }

        /// The form of the camera's frames, or of the microphone's audio.
        public var formatDescription: CMFormatDescription? {
            let format =
                switch input.native.device {
                case .camera(let camera): AVCaptureDevice.Format(camera.activeFormat)
                case .microphone(let microphone): AVCaptureDevice.Format(microphone.format)
                }
            return format.formatDescription
        }

        /// Ports of the same input are equal.
        public override func isEqual(_ object: Any?) -> Bool { (object as? Port)?.input === input }

        /// The hash of the input.
        public override var hash: Int { input.hash }
    }
}

/// A camera or microphone as the source of a session.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    // Safety: immutable.
    /// The camera or microphone.
    public let device: AVCaptureDevice

    /// Creates an input.
    ///
    /// - Throws: an ``AVError`` when the user has not permitted the use of the device.
    public init(device: AVCaptureDevice) throws {
        self.device = device
        do throws(StudioError) {
            super.init(try CaptureInput(device.native))
        } catch {
            CaptureEngine.shared.report(error, isRefusal: true)
            throw AVError(code: .applicationIsNotAuthorizedToUseDevice, description: "\(error)")
        }
    }
}
