import CameraCapture
import Dispatch
import StudioEngine
import StudioRuntime

/// Writes what the camera of a running session captures to the outputs of the environment. Another camera of the session
/// begins other outputs.
final class CameraRecording: Sendable {
    private struct State: Sendable {
        var camera: CaptureCamera?
        var publication: ClientPublication?
    }

    private let state = Lock(State())
    /// Serialises openings, so that the state of the last call wins. It runs no code of the client.
    private let queue = DispatchQueue(label: "psstudio.capture.outputs")

    /// Records a camera from now on, or none; a session of a test is not recorded.
    func follow(_ running: () -> CaptureCamera?) {
        queue.sync {
            let camera = running()
            guard state.withLock({ $0.camera }) !== camera else { return }
            end()
            let publication = camera.flatMap { CaptureEngine.shared.publish($0) }
            state.withLock { ($0.camera, $0.publication) = (camera, publication) }
        }
    }

    /// Finishes the outputs, without waiting for them.
    func end() {
        let before = state.withLock { exchange(&$0, with: State()) }
        before.publication?.finish()
    }
}
