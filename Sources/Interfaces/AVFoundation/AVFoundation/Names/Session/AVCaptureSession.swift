// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CameraCapture
import FacadeSupport
import StudioCore
import StudioRuntime

/// Connects a camera and a microphone with outputs.
///
/// All members may be used from any thread. Starting and stopping return at once; with `PSSTUDIO_OUT`, starting returns when
/// the outputs are open. Frames are delivered before that; the outputs may lack these.
public final class AVCaptureSession: NSObject, @unchecked Sendable {
    // Safety: the state has a lock; the native session has one of its own.
    private struct State: Sendable {
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var preset = Preset.high
        var usesApplicationAudioSession = true
    }

    private let native = CaptureSession()
    private let state = Lock(State())
    private let recording = CameraRecording()

    /// Creates a session without inputs and outputs.
    public override init() {
        super.init()
        CaptureEngine.shared.process.begin()
        native.observe { [weak self] event in self?.post(event) }
    }

    deinit {
        // A session that outlives the world of its test says nothing to the next one.
        if let host = native.freshHost, host === CaptureEngine.shared.process.engine?.host {
            CaptureEngine.shared.report(
                StudioError(
                    .captureReleasedSession, "a session was released when it had just been started",
                    hint: "keep a reference to it as long as it captures, and call stopRunning then"),
                isRefusal: false)
        }
        recording.end()
    }

    // MARK: Configuration

    /// Begins changes that apply together. Calls nest.
    public func beginConfiguration() { native.beginConfiguration() }

    /// Applies the changes since the outermost ``beginConfiguration()``.
    ///
    /// Without one, nothing changes, and it is a finding of quality.
    public func commitConfiguration() {
        do throws(StudioError) {
            try native.commitConfiguration()
            follow()
        } catch {
            CaptureEngine.shared.report(error, isRefusal: false)
        }
    }

    /// Records the camera that captures now.
    private func follow() {
        recording.follow { native.startedCamera }
    }

    /// The inputs: at most one camera and one microphone.
    public var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
    /// The outputs in the order in which they were added.
    public var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
    /// The connections of all outputs.
    public var connections: [AVCaptureConnection] { outputs.flatMap(\.connections) }

    /// Whether the input can be added: the session has no device of its kind, and a camera has a format of the preset.
    ///
    /// A second camera is refused as on iOS, also to code for macOS, where Apple's session can have several.
    public func canAddInput(_ input: AVCaptureInput) -> Bool { native.canAdd(input.native) }

    /// Adds a camera or microphone. One that cannot be added ends the program, as an exception does on the vendor's systems.
    public func addInput(_ input: AVCaptureInput) {
        change { () throws(StudioError) in
            try native.add(input.native)
        } then: {
            $0.inputs.append(input)
        }
    }

    /// Removes a camera or microphone.
    public func removeInput(_ input: AVCaptureInput) {
        native.remove(input.native)
        change {
        } then: {
            $0.inputs.removeAll { $0 === input }
        }
    }

    /// Whether the output can be added: it is not in a session.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool { native.canAdd(output.native) }

    /// Adds an output. One that cannot be added ends the program, as an exception does on the vendor's systems.
    public func addOutput(_ output: AVCaptureOutput) {
        change { () throws(StudioError) in
            try native.add(output.native)
        } then: {
            $0.outputs.append(output)
        }
    }

    /// Removes an output. One that the session does not have is ignored.
    public func removeOutput(_ output: AVCaptureOutput) {
        native.remove(output.native)
        var wasAdded = false
        change {
        } then: { state in
            wasAdded = state.outputs.contains { $0 === output }
            state.outputs.removeAll { $0 === output }
        }
        if wasAdded { output.connect(nil) }
    }

    private func change(_ body: () throws(StudioError) -> Void, then update: (inout State) -> Void) {
        guard CaptureEngine.shared.perform(body) else { return }
        let (inputs, outputs) = state.withLock { state in
            update(&state)
            return (state.inputs, state.outputs)
        }
        for output in outputs {
            output.connect(inputs.first { $0.native.device.media == output.native.media })
        }
        follow()
    }

    // MARK: Presets

    /// The quality of the frames; `high` by default: the camera's first format. Setting it changes the camera's active
    /// format at once. A preset that cannot be set ends the program. Setting the camera's active format makes it
    /// `inputPriority`.
    public var sessionPreset: Preset {
        get { native.preset == .unchanged ? .inputPriority : state.withLock { $0.preset } }
        set {
            change { () throws(StudioError) in
                try setPreset(newValue)
            } then: {
                $0.preset = newValue
            }
        }
    }

    private func setPreset(_ preset: Preset) throws(StudioError) {
        guard let native = preset.native else {
            throw StudioError(
                .capturePreset, "no camera has the preset '\(preset.rawValue)'",
                hint: "set a preset only when canSetSessionPreset returns true, and another one otherwise")
        }
        try self.native.setPreset(native)
    }

    /// Whether the camera has a format of this preset.
    public func canSetSessionPreset(_ preset: Preset) -> Bool { preset.native.map { native.canSet($0) } ?? false }

    // MARK: Life

    /// Whether it delivers frames: it was started, and is not interrupted.
    public var isRunning: Bool { native.isRunning }

    /// Whether it was started, and the system has taken its camera away.
    public var isInterrupted: Bool { native.isInterrupted }

    /// Begins to deliver frames. Between ``beginConfiguration()`` and ``commitConfiguration()``, it ends the program.
    ///
    /// A call on the main thread of an app with a run loop is reported: on devices, it blocks.
    public func startRunning() {
        if MainThread.isCurrent, RunLoop.main.currentMode != nil {
            CaptureEngine.shared.report(
                StudioError(
                    .captureMainThread, "startRunning was called on the main thread, whose run loop waits meanwhile",
                    hint: "call startRunning and stopRunning on a serial queue of the app"),
                isRefusal: false)
        }
        guard CaptureEngine.shared.perform({ () throws(StudioError) in try native.start() }) else { return }
        for media in native.mediaWithoutInput {
            CaptureEngine.shared.report(
                StudioError(
                    .captureNoInput,
                    "startRunning with an output for \(media.type == .audio ? "audio" : "video") and no "
                        + "\(media.device)",
                    hint: "add an AVCaptureDeviceInput of the \(media.device); without, the delegate gets nothing"),
                isRefusal: false)
        }
        follow()
    }

    /// Ends the delivery: a running callback finishes, none follows. Between ``beginConfiguration()`` and
    /// ``commitConfiguration()``, it ends the program.
    public func stopRunning() {
        if CaptureEngine.shared.perform({ () throws(StudioError) in try native.stop() }) { follow() }
    }

    /// Recorded: there are no audio sessions.
    public var usesApplicationAudioSession: Bool {
        get { state.withLock { $0.usesApplicationAudioSession } }
        set { state.withLock { $0.usesApplicationAudioSession = newValue } }
    }

    /// The clock of the capture times: that of the host. `nil` without an input.
    public var synchronizationClock: CMClock? { native.hasInput ? .hostTimeClock : nil }
}

extension AVCaptureSession {
    /// The quality of the frames.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates a preset from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ name: String) {
            rawValue = "AVCaptureSessionPreset\(name)"
        }

        /// The camera's first format: the size and rate of its source, 1280x720 and 30 by default.
        public static let high = Preset("High")
        /// 480x360.
        public static let medium = Preset("Medium")
        /// 192x144.
        public static let low = Preset("Low")
        /// As ``high``.
        public static let photo = Preset("Photo")
        /// 640x480.
        public static let vga640x480 = Preset("640x480")
        /// 1280x720.
        public static let hd1280x720 = Preset("1280x720")
        /// 1920x1080.
        public static let hd1920x1080 = Preset("1920x1080")
        /// 3840x2160.
        public static let hd4K3840x2160 = Preset("3840x2160")
        /// 960x540.
        public static let iFrame960x540 = Preset("iFrame960x540")
        /// 1280x720.
        public static let iFrame1280x720 = Preset("iFrame1280x720")
        /// 352x288, which no camera has.
        public static let cif352x288 = Preset("352x288")
        /// 320x240, which no camera has.
        public static let qvga320x240 = Preset("320x240")
        /// The camera's active format.
        public static let inputPriority = Preset("InputPriority")

        /// `nil` for an unknown name.
        var native: CapturePreset? {
            switch self {
            case .high, .photo: .largest
            case .medium: .size(width: 480, height: 360)
            case .low: .size(width: 192, height: 144)
            case .vga640x480: .size(width: 640, height: 480)
            case .hd1280x720: .size(width: 1280, height: 720)
            case .hd1920x1080: .size(width: 1920, height: 1080)
            case .hd4K3840x2160: .size(width: 3840, height: 2160)
            case .iFrame960x540: .size(width: 960, height: 540)
            case .iFrame1280x720: .size(width: 1280, height: 720)
            case .cif352x288: .size(width: 352, height: 288)
            case .qvga320x240: .size(width: 320, height: 240)
            case .inputPriority: .unchanged
            default: nil
            }
        }
    }
}
