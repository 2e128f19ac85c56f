import CameraCapture
import FacadeSupport
import StudioCore
import StudioRuntime

/// A destination of a session.
public class AVCaptureOutput: NSObject, @unchecked Sendable {
    // Safety: the state has a lock, the rest is immutable.
    /// Why data was dropped; of other kinds of outputs.
    public enum DataDroppedReason: Int, Hashable, Sendable {
        /// It was not dropped.
        case none = 0
        /// It was late.
        case lateData = 1
        /// The pool of buffers was empty.
        case outOfBuffers = 2
        /// Data of the source is missing.
        case discontinuity = 3
    }

    private struct State: Sendable {
        var connections: [AVCaptureConnection] = []
        /// Frames pass it until the end of the configuration that removes it.
        var last: AVCaptureConnection?
    }

    let native: CaptureOutput
    private let state = Lock(State())

    init(_ native: CaptureOutput) {
        self.native = native
        super.init()
    }

    /// One connection as long as its session has a camera; none otherwise.
    public var connections: [AVCaptureConnection] { state.withLock { $0.connections } }

    /// The connection for a kind of media; `nil` when there is none.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        mediaType == .video ? connections.first : nil
    }

    /// The connection of the frames that arrive.
    var deliveringConnection: AVCaptureConnection? { state.withLock { $0.connections.first ?? $0.last } }

    /// Connects it with an input, or with nothing. An existing connection stays.
    func connect(_ input: AVCaptureInput?) {
        let (before, fresh) = state.withLock { state -> (State, AVCaptureConnection?) in
            let before = state
            guard before.connections.first?.inputPorts.first?.input !== input else { return (before, nil) }
            let fresh = input.map { AVCaptureConnection($0, to: self) }
            state = State(connections: fresh.map { [$0] } ?? [], last: before.connections.first)
            return (before, fresh)
        }
        withExtendedLifetime(before) {}
        // A new connection is enabled and has no limit.
        fresh?.reset()
    }

    /// The frame durations of output and connection have changed.
    func updateMinimumDuration() {}
}

/// The way from an input to an output.
///
/// All members may be used from any thread.
public final class AVCaptureConnection: NSObject, @unchecked Sendable {
    // Safety: the state has a lock, the references are weak or immutable.
    private struct State: Sendable {
        var isEnabled = true
        var minimumDuration = CMTime.invalid
        var orientation = AVCaptureVideoOrientation.landscapeRight
        var isMirrored = false
        var angle = 0.0
    }

    /// The port of the input.
    public let inputPorts: [AVCaptureInput.Port]
    private let target: WeakReference<AVCaptureOutput>
    private let native: CaptureOutput
    private let state = Lock(State())

    init(_ input: AVCaptureInput, to output: AVCaptureOutput) {
        inputPorts = input.ports
        target = WeakReference(output)
        native = output.native
        super.init()
    }

    func reset() {
        native.update { $0.isEnabled = true }
        target.object?.updateMinimumDuration()
    }

    /// The output; `nil` after its end.
    public var output: AVCaptureOutput? { target.object }

    /// Whether frames pass. Without, the delegate gets no calls at all. Recorded, when the output has another connection.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            state.withLock { $0.isEnabled = newValue }
            if isActive { native.update { $0.isEnabled = newValue } }
        }
    }

    /// Whether a session with a camera has it.
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

    /// False: frames are not rotated.
    public var isVideoOrientationSupported: Bool { false }

    /// Recorded, and reported: frames are not rotated.
    public var videoOrientation: AVCaptureVideoOrientation {
        get { state.withLock { $0.orientation } }
        set {
            state.withLock { $0.orientation = newValue }
            if newValue != .landscapeRight { warn("videoOrientation", "isVideoOrientationSupported") }
        }
    }

    /// False: frames are not mirrored.
    public var isVideoMirroringSupported: Bool { false }

    /// Recorded, and reported: frames are not mirrored.
    public var isVideoMirrored: Bool {
        get { state.withLock { $0.isMirrored } }
        set {
            state.withLock { $0.isMirrored = newValue }
            if newValue { warn("isVideoMirrored", "isVideoMirroringSupported") }
        }
    }

    /// Whether frames can be rotated by an angle: only by 0 degrees.
    public func isVideoRotationAngleSupported(_ angle: Double) -> Bool { angle == 0 }

    /// Recorded, and reported: frames are not rotated.
    public var videoRotationAngle: Double {
        get { state.withLock { $0.angle } }
        set {
            state.withLock { $0.angle = newValue }
            if newValue != 0 { warn("videoRotationAngle", "isVideoRotationAngleSupported") }
        }
    }

    private func warn(_ property: String, _ question: String) {
        CaptureCore.shared.report(
            StudioError(
                .captureOrientation, "\(property) was set and has no effect", hint: "set it only if \(question) agrees"),
            isRefusal: false)
    }
}
