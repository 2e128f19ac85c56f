import CPSStudio
import MediaReceiving
import MeetingClient
import StudioCore
import StudioRuntime

/// The renderer behind a handle, with its client.
final class RendererHandle: Sendable {
    let renderer: Renderer
    let client: MeetingClient

    init(_ client: MeetingClient, _ callbacks: ps_renderer_callbacks) throws(CallFailure) {
        let onFrame = try required(callbacks.on_frame, "on_frame")
        let receiver = RendererReceiver(callbacks: callbacks, onFrame: onFrame)
        self.client = client
        renderer = try checked { () throws(StudioError) in
            try client.makeRenderer(
                Renderer.Receiver(
                    onFrame: { receiver.receive($0, $1) }, onStatus: { receiver.receive(isOn: $0) },
                    onDestroyed: { receiver.receiveEnd() }))
        }
    }
}

/// Passes the callbacks of a renderer to the host.
private struct RendererReceiver: @unchecked Sendable {
    // Safety: the host promises that they may be called from the library's threads, one call at a time.
    let callbacks: ps_renderer_callbacks
    let onFrame: ps_raw_frame_callback

    func receive(_ description: FrameDescription, _ unit: ReceivedUnit) {
        guard let bytes = unit.bytes?.baseAddress else { return }
        let frame = ps_received_frame(bytes, description)
        unit.lend { handle in
            withUnsafePointer(to: frame) { frame in insideCallback { onFrame(callbacks.user, frame, handle) } }
        }
    }

    func receive(isOn: Bool) {
        guard let callback = callbacks.on_status else { return }
        insideCallback { callback(callbacks.user, isOn ? 1 : 0) }
    }

    func receiveEnd() {
        guard let callback = callbacks.on_destroyed else { return }
        insideCallback { callback(callbacks.user) }
    }
}

/// Passes received audio to the host.
struct SoundReceiver: @unchecked Sendable {
    // Safety: the host promises that they may be called from the audio thread.
    let callbacks: ps_raw_audio_callbacks

    var identity: ClientSound.Delegate {
        ClientSound.Delegate(
            UInt(bitPattern: callbacks.user), unsafeBitCast(callbacks.on_mixed, to: UInt.self),
            unsafeBitCast(callbacks.on_one_way, to: UInt.self), unsafeBitCast(callbacks.on_share, to: UInt.self))
    }

    func receive(_ block: ReceivedBlock) {
        let (callback, user): (ps_raw_audio_callback?, UserID) =
            switch block.content {
            case .mixed: (callbacks.on_mixed, .none)
            case .oneWay(let user): (callbacks.on_one_way, user)
            case .share(let user): (callbacks.on_share, user)
            }
        guard let callback, let samples = block.unit.bytes?.bindMemory(to: Int16.self) else { return }
        var received = ps_received_audio(UnsafeBufferPointer(samples), block.format, block.number, block.time)
        received.user_id = user.rawValue
        block.unit.lend { handle in
            withUnsafePointer(to: received) { block in insideCallback { callback(callbacks.user, block, handle) } }
        }
    }
}

extension ReceivedUnit {
    /// Calls `body` with a handle, which is open as long as the memory is valid, and a little longer.
    fileprivate func lend(_ body: (OpaquePointer?) -> Void) {
        let handle = HandleTable.shared.insert(self)
        let bits = UInt(bitPattern: handle)
        onOver { SpentUnits.shared.add(bits) }
        body(handle)
    }
}

/// Units whose memory was given back. The handles of the latest ones stay open, so that a late or superfluous call is a
/// violation of its client.
private final class SpentUnits: Sendable {
    private struct State: Sendable {
        var handles: [UInt] = []
        var next = 0
    }

    static let shared = SpentUnits()
    private static let capacity = 256
    private let state = Lock(State())

    func add(_ handle: UInt) {
        let oldest = state.withLock { state -> UInt? in
            guard state.handles.count == Self.capacity else {
                state.handles.append(handle)
                return nil
            }
            defer { state.next = (state.next + 1) % Self.capacity }
            defer { state.handles[state.next] = handle }
            return state.handles[state.next]
        }
        guard let oldest = oldest.flatMap({ OpaquePointer(bitPattern: $0) }) else { return }
        _ = HandleTable.shared.remove(oldest, as: ReceivedUnit.self)
    }
}
