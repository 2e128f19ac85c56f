import CameraCapture
import StudioCore
import StudioRuntime

/// A layer that would show sample buffers. It counts them, and shows nothing.
open class AVSampleBufferDisplayLayer: NSObject, @unchecked Sendable {
    // Safety: the state has a lock.
    private struct State: Sendable {
        var gravity = AVLayerVideoGravity.resizeAspect
        var frame = CGRect.zero
        var bounds = CGRect.zero
        var enqueued = 0
        var rejected = 0
        var flushes = 0
        var last: CMSampleBuffer?
    }

    private let state = Lock(State())

    /// Creates a layer.
    public override init() {
        super.init()
    }

    /// Gives the layer a buffer. One without an image is counted as rejected, and reported.
    open func enqueue(_ sampleBuffer: CMSampleBuffer) {
        let hasImage = sampleBuffer.imageBuffer != nil
        let before = state.withLock { state -> CMSampleBuffer? in
            if !hasImage { state.rejected += 1 }
            guard hasImage else { return nil }
            state.enqueued += 1
            return exchange(&state.last, with: sampleBuffer)
        }
        withExtendedLifetime(before) {}
        guard !hasImage else { return }
        CaptureEngine.shared.report(
            StudioError(
                .captureLayerBuffer, "a sample buffer without an image was enqueued",
                hint: "enqueue the buffers of didOutput; those of didDrop have no image"),
            isRefusal: false)
    }

    /// Discards what waits; nothing does.
    open func flush() { state.withLock { $0.flushes += 1 } }

    /// Discards what waits and what is shown.
    open func flushAndRemoveImage() {
        let before = state.withLock { state in
            defer { state.last = nil }
            state.flushes += 1
            return state.last
        }
        withExtendedLifetime(before) {}
    }

    /// Always true.
    open var isReadyForMoreMediaData: Bool { true }

    /// `rendering` once a buffer was enqueued.
    open var status: AVQueuedSampleBufferRenderingStatus { state.withLock { $0.enqueued > 0 } ? .rendering : .unknown }

    /// Always `nil`.
    open var error: (any Error)? { nil }

    /// Calls `block` once on the queue: the layer is always ready.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }

    /// Does nothing: no call of a block is pending.
    open func stopRequestingMediaData() {}

    /// How frames would fill the layer.
    open var videoGravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set { state.withLock { $0.gravity = newValue } }
    }

    /// The place of the layer.
    open var frame: CGRect {
        get { state.withLock { $0.frame } }
        set { state.withLock { $0.frame = newValue } }
    }

    /// The size of the layer.
    open var bounds: CGRect {
        get { state.withLock { $0.bounds } }
        set { state.withLock { $0.bounds = newValue } }
    }

    var counts: AVCaptureSession.LayerStatistics {
        state.withLock {
            AVCaptureSession.LayerStatistics(
                enqueued: $0.enqueued, rejected: $0.rejected, flushes: $0.flushes, last: $0.last)
        }
    }
}

extension AVCaptureSession {
    /// What a display layer was given.
    public struct LayerStatistics: Sendable {
        /// Buffers with an image.
        public let enqueued: Int
        /// Buffers without one.
        public let rejected: Int
        /// How often it was flushed.
        public let flushes: Int
        /// What it would show.
        public let last: CMSampleBuffer?
    }
}

extension AVCaptureSession.Emulation {
    /// What a display layer was given since it was created.
    public func statistics(of layer: AVSampleBufferDisplayLayer) -> AVCaptureSession.LayerStatistics { layer.counts }
}
