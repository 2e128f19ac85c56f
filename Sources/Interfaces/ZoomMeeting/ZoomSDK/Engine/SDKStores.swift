import ProductionStudio
import StudioCore
import StudioRuntime

/// The values of settings and configuration, for the lifetime of the process.
final class ValueStore: Sendable {
    private struct State: Sendable {
        var flags: [String: Bool] = [:]
        var modes: [String: UInt32] = [:]
        var cameras = [ZoomSDK.Emulation.Device(id: "emulated-camera", name: "Emulated camera")]
        var selectedCamera = "emulated-camera"
        var users: [UserID: ZoomSDK.Emulation.UserDetails] = [:]
    }

    private let state = Lock(State())

    /// A setting; false by default.
    func flag(_ name: String) -> Bool { state.withLock { $0.flags[name] ?? false } }

    func setFlag(_ name: String, _ isOn: Bool) { state.withLock { $0.flags[name] = isOn } }

    func removeFlags(withPrefix prefix: String) {
        state.withLock { state in state.flags = state.flags.filter { !$0.key.hasPrefix(prefix) } }
    }

    /// A numeric setting; 0 by default.
    func mode(_ name: String) -> UInt32 { state.withLock { $0.modes[name] ?? 0 } }

    func setMode(_ name: String, _ value: UInt32) { state.withLock { $0.modes[name] = value } }

    var cameras: [ZoomSDK.Emulation.Device] {
        get { state.withLock { $0.cameras } }
        set {
            state.withLock { state in
                state.cameras = newValue
                if !newValue.contains(where: { $0.id == state.selectedCamera }) {
                    state.selectedCamera = newValue.first?.id ?? ""
                }
            }
        }
    }

    var selectedCamera: String { state.withLock { $0.selectedCamera } }

    /// Returns false for an unknown camera.
    func selectCamera(_ id: String) -> Bool {
        state.withLock { state in
            guard state.cameras.contains(where: { $0.id == id }) else { return false }
            state.selectedCamera = id
            return true
        }
    }

    func details(of user: UserID) -> ZoomSDK.Emulation.UserDetails { state.withLock { $0.users[user] ?? .init() } }

    func setDetails(_ details: ZoomSDK.Emulation.UserDetails, of user: UserID) {
        state.withLock { $0.users[user] = details }
    }

    func reset() { state.set(State()) }
}
