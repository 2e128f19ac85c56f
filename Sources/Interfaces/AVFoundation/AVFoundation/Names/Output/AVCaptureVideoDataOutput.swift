import CameraCapture
public import StudioCore
import StudioRuntime

/// Delivers the frames of a camera to a delegate.
///
/// All members may be used from any thread, also inside callbacks. No call waits for a callback; a running callback
/// finishes, and none of the previous delegate follows. The rules are those of `psstudio rules --interface av-capture`.
open class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    // Safety: the state has a lock; the native output has one of its own.
    private struct State: @unchecked Sendable {
        // Safety: accessed under the lock; the client's settings are values.
        var settings: [String: Any]?
        var observer: SampleObserver?
        var queue: DispatchQueue?
        var minimumDuration = CMTime.invalid
        var configuresDimensions = true
        var deliversPreviews = false
    }

    let video: CaptureOutput
    private let state = Lock(State())

    /// Creates an output. Frames have the most efficient format, `420f`, until `videoSettings` is set.
    public init() {
        video = CaptureOutput()
        super.init(video)
    }

    deinit {
        CaptureEngine.shared.perform { [video] () throws(StudioError) in try video.setObserver(nil, on: nil) }
    }

    // MARK: Delegate

    /// Sets the delegate, which is not retained, and the serial queue of its calls. A concurrent queue is reported; calls do
    /// not overlap on it, either. A `nil` delegate ends the calls at once.
    ///
    /// A delegate without a queue ends the program, as an exception does on the vendor's systems; see
    /// ``trySetSampleBufferDelegate(_:queue:)``.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        CaptureEngine.shared.perform { () throws(StudioError) in
            try set(sampleBufferDelegate, sampleBufferCallbackQueue)
        }
    }

    /// As ``setSampleBufferDelegate(_:queue:)``, for tests. Not part of the vendor's framework.
    ///
    /// - Throws: an error for a delegate without a queue.
    public func trySetSampleBufferDelegate(
        _ delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
    ) throws(StudioError) {
        try set(delegate, queue)
    }

    private func set(
        _ delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, _ queue: DispatchQueue?
    ) throws(StudioError) {
        let observer = delegate.map { SampleObserver($0, of: self) }
        try video.setObserver(observer, on: queue)
        let before = state.withLock { state in
            defer { (state.observer, state.queue) = (observer, delegate == nil ? nil : queue) }
            return (state.observer, state.queue)
        }
        withExtendedLifetime(before) {}
    }

    /// The delegate; `nil` when it is gone.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
        state.withLock { $0.observer }?.object
    }

    /// The queue of the delegate's calls.
    public var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    // MARK: Settings

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The pixel format under `kCVPixelBufferPixelFormatTypeKey`; an empty dictionary or `nil` for the most efficient
    /// one. Applies to the next frame. A format that is not available ends the program; other keys are reported and have
    /// no effect.
    public var videoSettings: [String: Any]! {
        get {
            let settings = video.settings
            let format = settings.format.code(settings.range)
            return state.withLock { $0.settings } ?? [kCVPixelBufferPixelFormatTypeKey: format]
        }
        set { CaptureEngine.shared.perform { () throws(StudioError) in try setVideoSettings(newValue) } }
    }

    private func setVideoSettings(_ settings: [String: Any]?) throws(StudioError) {
        var format = VideoPixelFormat.biPlanarFull
        if let value = settings?[kCVPixelBufferPixelFormatTypeKey] {
            guard let known = wholeNumber(value).flatMap({ VideoPixelFormat($0) }) else {
                throw StudioError(
                    .capturePixelFormat, "the pixel format is \(value)", hint: "use availableVideoPixelFormatTypes")
            }
            format = known
        }
        let others = (settings ?? [:]).keys.filter { $0 != kCVPixelBufferPixelFormatTypeKey }.sorted()
        if !others.isEmpty {
            CaptureEngine.shared.report(
                StudioError(
                    .captureOtherSettings, "no effect: \(others.joined(separator: ", "))",
                    hint: "choose the size with the session preset or the camera's active format"),
                isRefusal: false)
        }
        // Given values are returned as they were given, whatever their type.
        state.withLock { $0.settings = settings?.isEmpty == false ? settings : nil }
        video.update { ($0.format, $0.range) = format.native }
    }

    /// `420f`, `420v`, `y420`, `BGRA`: the most efficient first.
    public var availableVideoPixelFormatTypes: [OSType] { VideoPixelFormat.allCases.map(\.code) }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The older name of ``availableVideoPixelFormatTypes``.
    public var availableVideoCVPixelFormatTypes: [NSNumber]! {
        availableVideoPixelFormatTypes.map { NSNumber(value: $0) }
    }

    /// Empty: frames are delivered uncompressed.
    public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

    /// Whether a frame is dropped at once when an earlier call has not returned, or the queue is blocked; true by default.
    /// Otherwise frames wait, as many as the pool has.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { video.settings.discardsLateFrames }
        set { video.update { $0.discardsLateFrames = newValue } }
    }

    /// The shortest time from frame to frame, on average; invalid or zero for no limit, and none when it is at most the
    /// camera's own frame duration. Deprecated by the vendor: use the connection's or the camera's. Frames that are left out
    /// are not dropped frames.
    public var minFrameDuration: CMTime {
        get { state.withLock { $0.minimumDuration } }
        set {
            state.withLock { $0.minimumDuration = newValue }
            updateMinimumDuration()
        }
    }

    override func updateMinimumDuration() {
        let own = minFrameDuration.mediaTime ?? .zero
        let connection = connections.first?.videoMinFrameDuration.mediaTime ?? .zero
        video.update { $0.minimumDuration = max(.zero, max(own, connection)) }
    }

    /// Recorded.
    public var automaticallyConfiguresOutputBufferDimensions: Bool {
        get { state.withLock { $0.configuresDimensions } }
        set { state.withLock { $0.configuresDimensions = newValue } }
    }

    /// Recorded, unless `automaticallyConfiguresOutputBufferDimensions` is true.
    public var deliversPreviewSizedOutputBuffers: Bool {
        get { state.withLock { $0.deliversPreviews } }
        set { state.withLock { if !$0.configuresDimensions { $0.deliversPreviews = newValue } } }
    }
}
