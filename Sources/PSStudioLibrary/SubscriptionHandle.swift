import CPSStudio
import EmbeddingRules
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// The subscriptions of a session or studio, with the gates of their callbacks.
final class Subscribers: Sendable {
    private struct State: Sendable {
        var isClosed = false
        var gates: [ObjectIdentifier: CallbackGate] = [:]
    }

    let subscriptions: TrackSubscriptions
    private let state = Lock(State())

    init(in meeting: Meeting) {
        subscriptions = TrackSubscriptions(in: meeting)
    }

    /// A gate that ``close()`` closes; it is closed already after that.
    func makeGate() -> CallbackGate {
        let gate = CallbackGate()
        let isClosed = state.withLock { state in
            if !state.isClosed { state.gates[ObjectIdentifier(gate)] = gate }
            return state.isClosed
        }
        if isClosed { gate.close() }
        return gate
    }

    /// Closes a gate; waits for the callback that runs.
    func close(_ gate: CallbackGate) {
        gate.close()
        _ = state.withLock { $0.gates.removeValue(forKey: ObjectIdentifier(gate)) }
    }

    /// Cancels all subscriptions, and waits for the callbacks that run. None follows.
    func close() {
        let gates = state.withLock { state in
            state.isClosed = true
            return Array(state.gates.values)
        }
        subscriptions.cancelAll()
        for gate in gates { close(gate) }
    }
}

/// The video subscription behind a handle.
final class SubscriptionHandle: Sendable {
    private let subscription: VideoSubscription
    private let subscribers: Subscribers
    private let gate: CallbackGate

    /// - Throws: a ``CallFailure`` for an invalid request or an unknown participant.
    init(
        _ pointer: UnsafePointer<ps_video_request>?, _ subscribers: Subscribers
    ) throws(CallFailure) {
        let pointer = try required(pointer, "request")
        try requireSize(pointer.pointee.size, MemoryLayout<ps_video_request>.size, "ps_video_request")
        let request = pointer.pointee
        let receiver = FrameReceiver(callback: try required(request.on_frame, "on_frame"), user: request.user)
        let gate = subscribers.makeGate()
        self.subscribers = subscribers
        self.gate = gate
        let form = VideoRequest(
            size: request.height == 0 ? .native : .fit(height: Int(request.height)),
            strideAlignment: max(1, Int(request.stride_alignment)))
        do throws(StudioError) {
            subscription = try subscribers.subscriptions.video(
                request.is_share == 0 ? .camera : .shareVideo, of: UserID(rawValue: request.user_id),
                VideoSubscriptionOptions(form)
            ) { frame in
                gate.run { receiver.receive(frame) }
            }
        } catch {
            subscribers.close(gate)
            throw CallFailure(error)
        }
    }

    /// Ends the subscription, and waits for a running callback.
    func close() {
        subscription.cancel()
        subscribers.close(gate)
    }
}

/// Passes frames to a callback of the host.
private struct FrameReceiver: @unchecked Sendable {
    // Safety: the host promises that both may be used from the subscription's thread.
    let callback: ps_frame_callback
    let user: UnsafeMutableRawPointer?

    func receive(_ frame: borrowing ReceivedFrame) {
        let description = frame.description
        _ = frame.withBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var received = ps_received_frame()
            received.size = MemoryLayout<ps_received_frame>.size
            received.planes = ps_planes(UnsafeMutableRawPointer(mutating: base), description.layout)
            received.format = description.range.i420.number
            received.rotation = Int32(description.rotation.rawValue)
            received.sequence = description.sequence
            received.time = description.time.nanoseconds
            withUnsafePointer(to: received) { callback(user, $0) }
        }
    }
}

extension ps_planes {
    /// The planes of a received I420 frame, at this address.
    fileprivate init(_ bytes: UnsafeMutableRawPointer, _ layout: FrameLayout) {
        self.init()
        width = Int32(layout.width)
        height = Int32(layout.height)
        let planes = layout.planes
        func address(_ index: Int) -> UnsafeMutablePointer<UInt8> {
            (bytes + planes[index].offset).assumingMemoryBound(to: UInt8.self)
        }
        data = (address(0), address(1), address(2))
        stride = (Int32(planes[0].stride), Int32(planes[1].stride), Int32(planes[2].stride))
    }
}
