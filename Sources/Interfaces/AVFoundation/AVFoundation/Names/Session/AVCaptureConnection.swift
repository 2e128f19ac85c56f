import CameraCapture
import FacadeSupport
import StudioCore
import StudioRuntime

/// The way from an input to an output.
///
/// All members may be used from any thread.
public final class AVCaptureConnection: NSObject, @unchecked Sendable {
    // Safety: the state has a lock, the references are weak or immutable.
    private struct State: Sendable {
        var isEnabled = true
        var minimumDuration = CMTime.invalid
        var rotation = FrameRotation.none
        var isMirrored = false
        var adjustsMirroring = false
        var stabilization = AVCaptureVideoStabilizationMode.off
        var cropFactor: CGFloat = 1
    }

    /// The port of the input.
    public let inputPorts: [AVCaptureInput.Port]
    private let target: WeakReference<AVCaptureOutput>
    private let native: any CaptureDestination
    private let state = Lock(State())

    init(_ input: AVCaptureInput, to output: AVCaptureOutput) {
        inputPorts = input.ports
        target = WeakReference(output)
        native = output.native
        super.init()
    }

    /// `nil` for audio.
    private var video: CaptureOutput? { native as? CaptureOutput }

    func reset() {
        native.setEnabled(true)
        video?.update { ($0.rotation, $0.isMirrored) = (.none, false) }
        target.object?.updateMinimumDuration()
    }

    /// The output; `nil` after its end.
    public var output: AVCaptureOutput? { target.object }

    /// Whether frames pass. Without, the delegate gets no calls at all. Recorded, when the output has another connection.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            state.withLock { $0.isEnabled = newValue }
            if isActive { native.setEnabled(newValue) }
        }
    }

    /// Whether a session with a camera or microphone has it.
    public var isActive: Bool { output?.connections.first === self }

    /// The shortest time from frame to frame, on average; invalid for no limit, and none when it is at most the camera's
    /// own frame duration. Frames that are left out are not dropped frames.
    public var videoMinFrameDuration: CMTime {
        get { state.withLock { $0.minimumDuration } }
        set {
            state.withLock { $0.minimumDuration = newValue }
            output?.updateMinimumDuration()
        }
    }

    // MARK: Orientation

    private var rotation: FrameRotation {
        get { state.withLock { $0.rotation } }
        set {
            state.withLock { $0.rotation = newValue }
            if isActive { video?.update { $0.rotation = newValue } }
        }
    }

    /// True for video.
    public var isVideoOrientationSupported: Bool { video != nil }

    /// The orientation of the frames: as the camera captures them by default; those of `portrait` are rotated by 90 degrees.
    /// It is ``videoRotationAngle`` under its older name. Setting it for audio ends the program.
    public var videoOrientation: AVCaptureVideoOrientation {
        get { AVCaptureVideoOrientation(rotation) }
        set { changeVideo("videoOrientation") { () throws(StudioError) in rotation = newValue.rotation } }
    }

    /// Performs a change that connections of audio do not have.
    private func changeVideo(_ member: String, _ body: () throws(StudioError) -> Void) {
        CaptureEngine.shared.perform { () throws(StudioError) in
            guard video != nil else {
                throw StudioError(
                    .captureVideoOfAudio, "\(member) of a connection of audio was set",
                    hint: "set it for connection(with: .video)")
            }
            try body()
        }
    }

    /// Whether frames can be rotated by an angle: 0, 90, 180 or 270 degrees.
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        video != nil && FrameRotation(angle: videoRotationAngle) != nil
    }

    /// How far frames are rotated clockwise, in degrees. An unsupported angle ends the program, as an exception does on the
    /// vendor's systems.
    public var videoRotationAngle: CGFloat {
        get { CGFloat(rotation.rawValue) }
        set {
            changeVideo("videoRotationAngle") { () throws(StudioError) in
                guard let rotation = FrameRotation(angle: newValue) else {
                    throw StudioError(
                        .captureOrientation, "videoRotationAngle is \(newValue)",
                        hint: "set it only if isVideoRotationAngleSupported agrees")
                }
                self.rotation = rotation
            }
        }
    }

    /// True for video.
    public var isVideoMirroringSupported: Bool { video != nil }

    /// Whether left and right of the frames are exchanged, after their rotation. Setting it ends the program while
    /// ``automaticallyAdjustsVideoMirroring`` is true.
    public var isVideoMirrored: Bool {
        get { state.withLock { $0.isMirrored } }
        set {
            changeVideo("isVideoMirrored") { () throws(StudioError) in
                guard !automaticallyAdjustsVideoMirroring else {
                    throw StudioError(
                        .captureAutomaticMirroring,
                        "isVideoMirrored was set while automaticallyAdjustsVideoMirroring is true",
                        hint: "set automaticallyAdjustsVideoMirroring to false first")
                }
                state.withLock { $0.isMirrored = newValue }
                if isActive { video?.update { $0.isMirrored = newValue } }
            }
        }
    }

    /// Recorded; false by default. The emulator mirrors no frames by itself.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { state.withLock { $0.adjustsMirroring } }
        set { state.withLock { $0.adjustsMirroring = newValue } }
    }

    // MARK: Not emulated

    /// False: frames are not stabilised.
    public var isVideoStabilizationSupported: Bool { false }

    /// Recorded, and reported once: frames are not stabilised.
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { state.withLock { $0.stabilization } }
        set {
            state.withLock { $0.stabilization = newValue }
            if newValue != .off { CaptureEngine.shared.reportUnemulated("preferredVideoStabilizationMode") }
        }
    }

    /// Always off.
    public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }

    /// Always 1: frames are not cropped.
    public var videoMaxScaleAndCropFactor: CGFloat { 1 }

    /// Recorded, and reported once: frames are not cropped.
    public var videoScaleAndCropFactor: CGFloat {
        get { state.withLock { $0.cropFactor } }
        set {
            state.withLock { $0.cropFactor = newValue }
            if newValue != 1 { CaptureEngine.shared.reportUnemulated("videoScaleAndCropFactor") }
        }
    }
}

extension FrameRotation {
    fileprivate init?(angle: CGFloat) {
        guard let whole = Int(exactly: angle), let rotation = FrameRotation(rawValue: whole) else { return nil }
        self = rotation
    }
}

extension AVCaptureVideoOrientation {
    fileprivate init(_ rotation: FrameRotation) {
        switch rotation {
        case .none: self = .landscapeRight
        case .quarter: self = .portrait
        case .half: self = .landscapeLeft
        case .threeQuarters: self = .portraitUpsideDown
        }
    }

    fileprivate var rotation: FrameRotation {
        switch self {
        case .landscapeRight: .none
        case .portrait: .quarter
        case .landscapeLeft: .half
        case .portraitUpsideDown: .threeQuarters
        }
    }
}
