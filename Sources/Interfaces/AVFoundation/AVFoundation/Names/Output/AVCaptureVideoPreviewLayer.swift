import StudioRuntime

/// A layer that would show a session's frames. It keeps what is set, and shows nothing.
public final class AVCaptureVideoPreviewLayer: NSObject, @unchecked Sendable {
    // Safety: the state has a lock.
    private struct State: Sendable {
        var session: AVCaptureSession?
        var gravity = AVLayerVideoGravity.resizeAspect
        var frame = CGRect.zero
    }

    private let state: Lock<State>

    /// Creates a layer of a session.
    public init(session: AVCaptureSession) {
        state = Lock(State(session: session))
        super.init()
    }

    /// The session.
    public var session: AVCaptureSession? {
        get { state.withLock { $0.session } }
        set {
            withExtendedLifetime(state.withLock { exchange(&$0.session, with: newValue) }) {}
        }
    }

    /// How frames would fill the layer.
    public var videoGravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set { state.withLock { $0.gravity = newValue } }
    }

    /// The place of the layer.
    public var frame: CGRect {
        get { state.withLock { $0.frame } }
        set { state.withLock { $0.frame = newValue } }
    }

    /// Always `nil`: no frames are shown.
    public var connection: AVCaptureConnection? { nil }
}
