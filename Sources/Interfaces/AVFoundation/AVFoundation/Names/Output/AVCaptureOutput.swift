import CameraCapture
import FacadeSupport
import StudioRuntime

/// A destination of a session.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
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

    let native: any CaptureDestination
    private let state = Lock(State())

    init(_ native: any CaptureDestination) {
        self.native = native
        super.init()
        CaptureEngine.shared.process.begin()
    }

    /// One connection as long as its session has a camera or microphone for it; none otherwise.
    public var connections: [AVCaptureConnection] { state.withLock { $0.connections } }

    /// The connection for a kind of media; `nil` when there is none.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        mediaType == native.media.type ? connections.first : nil
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
