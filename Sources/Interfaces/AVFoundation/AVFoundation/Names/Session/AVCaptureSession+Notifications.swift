// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CameraCapture
import StudioCore

/// The key of the reason of an interruption: a number, an ``AVCaptureSession/InterruptionReason``.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
/// The key of the error of a session, an ``AVError``.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

extension AVCaptureSession {
    /// Posted when a session is started again while the system has taken its camera or microphone away, unless the app is in the
    /// background; the error is under ``AVCaptureSessionErrorKey``. A start inside of it posts no other one.
    public static let runtimeErrorNotification = Notification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// Posted when the system takes the camera or microphone of a session that was started away, and when a session is started in
    /// the background, once in an interruption; the reason is under ``AVCaptureSessionInterruptionReasonKey``.
    public static let wasInterruptedNotification = Notification.Name("AVCaptureSessionWasInterruptedNotification")
    /// Posted when the session runs again after an interruption.
    public static let interruptionEndedNotification = Notification.Name(
        "AVCaptureSessionInterruptionEndedNotification")

    /// Why the system takes the camera of a session away.
    public enum InterruptionReason: Int, Hashable, Sendable {
        /// The app is in the background.
        case videoDeviceNotAvailableInBackground = 1
        /// Another app uses the microphone.
        case audioDeviceInUseByAnotherClient = 2
        /// Another app uses the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// Several apps are visible.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The system is too hot, or has too little power.
        case videoDeviceNotAvailableDueToSystemPressure = 5

        init(_ native: CameraInterruption) {
            switch native {
            case .background: self = .videoDeviceNotAvailableInBackground
            case .microphoneInUse: self = .audioDeviceInUseByAnotherClient
            case .cameraInUse: self = .videoDeviceInUseByAnotherClient
            case .severalApps: self = .videoDeviceNotAvailableWithMultipleForegroundApps
            case .systemPressure: self = .videoDeviceNotAvailableDueToSystemPressure
            }
        }

        var native: CameraInterruption {
            switch self {
            case .videoDeviceNotAvailableInBackground: .background
            case .audioDeviceInUseByAnotherClient: .microphoneInUse
            case .videoDeviceInUseByAnotherClient: .cameraInUse
            case .videoDeviceNotAvailableWithMultipleForegroundApps: .severalApps
            case .videoDeviceNotAvailableDueToSystemPressure: .systemPressure
            }
        }
    }

    /// Posts a notification on the thread that causes it, as the system does on one of its own.
    func post(_ event: CaptureSessionEvent) {
        switch event {
        case .interrupted(let reason):
            let number = NSNumber(value: InterruptionReason(reason).rawValue)
            post(Self.wasInterruptedNotification, [AVCaptureSessionInterruptionReasonKey: number])
        case .interruptionEnded: post(Self.interruptionEndedNotification, nil)
        case .startFailed(let reason):
            let error = AVError(
                code: .sessionWasInterrupted, description: "the session is interrupted: \(reason.rawValue)")
            post(Self.runtimeErrorNotification, [AVCaptureSessionErrorKey: error])
        }
    }

    private func post(_ name: Notification.Name, _ values: [String: Any]?) {
        NotificationCenter.default.post(name: name, object: self, userInfo: values)
    }
}

extension Notification.Name {
    /// Posted when a session cannot run.
    public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
    /// Posted when the system takes the camera of a session away.
    public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
    /// Posted when a session runs again after an interruption.
    public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
