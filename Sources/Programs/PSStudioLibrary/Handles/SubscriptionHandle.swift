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

    let meeting: Meeting
    let subscriptions: TrackSubscriptions
    /// It has no thread before the first audio subscription.
    let audio: AudioEngine
    private let state = Lock(State())

    init(in meeting: Meeting) {
        self.meeting = meeting
        subscriptions = TrackSubscriptions(in: meeting)
        audio = AudioEngine(in: meeting)
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
        audio.stop()
        for gate in gates { close(gate) }
    }
}

/// The subscription behind a handle, to video or audio.
final class SubscriptionHandle: Sendable {
    private let subscribers: Subscribers
    private let gate: CallbackGate
    private let cancel: @Sendable () -> Void

    /// - Parameter subscribe: subscribes with callbacks that pass the gate, and returns what cancels the subscription.
    fileprivate init(
        _ subscribers: Subscribers, _ subscribe: (CallbackGate) throws(StudioError) -> @Sendable () -> Void
    ) throws(CallFailure) {
        let gate = subscribers.makeGate()
        self.subscribers = subscribers
        self.gate = gate
        do throws(StudioError) {
            cancel = try subscribe(gate)
        } catch {
            subscribers.close(gate)
            throw CallFailure(error)
        }
    }

    /// Ends the subscription, and waits for a running callback.
    func close() {
        cancel()
        subscribers.close(gate)
    }
}

// MARK: Video

extension SubscriptionHandle {
    /// - Throws: a ``CallFailure`` for an invalid request or an unknown participant.
    convenience init(video pointer: UnsafePointer<ps_video_request>?, _ subscribers: Subscribers) throws(CallFailure) {
        let request = try structure(pointer, "request")
        let receiver = FrameReceiver(callback: try required(request.on_frame, "on_frame"), user: request.user)
        let form = VideoRequest(
            size: request.height == 0 ? .native : .fit(height: Int(request.height)),
            strideAlignment: request.stride_alignment == 0 ? 1 : Int(request.stride_alignment))
        try self.init(subscribers) { gate throws(StudioError) in
            let subscription = try subscribers.subscriptions.video(
                request.is_share == 0 ? .camera : .shareVideo, of: UserID(rawValue: request.user_id),
                VideoSubscriptionOptions(form)
            ) { frame in
                gate.run { receiver.receive(frame) }
            }
            return { subscription.cancel() }
        }
    }
}

/// Passes frames to a callback of the host.
private struct FrameReceiver: @unchecked Sendable {
    // Safety: the host promises that both may be used from the library's threads, one call at a time.
    let callback: ps_frame_callback
    let user: UnsafeMutableRawPointer?

    func receive(_ frame: borrowing ReceivedFrame) {
        let description = frame.description
        _ = frame.withBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let received = ps_received_frame(UnsafeMutableRawPointer(mutating: base), description)
            withUnsafePointer(to: received) { callback(user, $0) }
        }
    }
}

extension ps_received_frame {
    /// A frame at this address.
    init(_ bytes: UnsafeMutableRawPointer, _ description: FrameDescription) {
        self.init()
        size = MemoryLayout<ps_received_frame>.size
        planes = ps_planes(bytes, description.layout)
        format = description.range.i420.number
        rotation = Int32(description.rotation.rawValue)
        (sequence, time) = (description.sequence, description.time.nanoseconds)
    }
}

extension ps_planes {
    /// The planes of a received I420 frame, at this address.
    init(_ bytes: UnsafeMutableRawPointer, _ layout: FrameLayout) {
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

// MARK: Audio

extension SubscriptionHandle {
    /// - Throws: a ``CallFailure`` for an invalid request, an unknown participant, or when there is no audio thread.
    convenience init(audio pointer: UnsafePointer<ps_audio_request>?, _ subscribers: Subscribers) throws(CallFailure) {
        let request = try structure(pointer, "request")
        let receiver = AudioReceiver(
            callback: try required(request.on_audio, "on_audio"), user: request.user,
            participant: Int(request.point) == PS_AUDIO_PARTICIPANT ? request.user_id : 0)
        let format = AudioFormat(
            sampleRate: request.sample_rate == 0 ? 48_000 : request.sample_rate,
            channels: request.channels == 0 ? 2 : request.channels)
        let samples = request.block_samples == 0 ? format.sampleRate / 100 : request.block_samples
        try self.init(subscribers) { gate throws(StudioError) in
            let observation = try subscribers.audio.observe(
                AudioPoint(request, in: subscribers.meeting), AudioRequest(format, blockSamples: Int(samples))
            ) { samples, block in
                gate.run { receiver.receive(samples, block) }
            }
            return { observation.cancel() }
        }
    }
}

extension AudioPoint {
    /// - Throws: a `StudioError` for an unknown point or participant.
    fileprivate init(_ request: ps_audio_request, in meeting: Meeting) throws(StudioError) {
        switch Int(request.point) {
        case 0, PS_AUDIO_MIXED: self = .mixed
        case PS_AUDIO_PLAYBACK: self = .playback
        case PS_AUDIO_LOCAL: self = .record
        case PS_AUDIO_PARTICIPANT:
            self = try AudioPoint(
                of: UserID(rawValue: request.user_id), TrackKind(isShare: request.is_share != 0), in: meeting)
        default:
            throw StudioError(
                .embeddingUnknownNumber, "there is no audio point \(request.point)", hint: "use PS_AUDIO_...")
        }
    }

    /// The audio of one participant, or of each if the ID is 0. The local user's audio is what the sender sends.
    private init(of user: UserID, _ kind: TrackKind, in meeting: Meeting) throws(StudioError) {
        guard user != .none else {
            self = .beforeMixing(nil, kind)
            return
        }
        guard let track = meeting.track(kind, of: user) else {
            throw StudioError(
                .receivingUnknownParticipant, "no participant has the ID \(user)",
                hint: "subscribe after participantJoined, and not after participantLeft")
        }
        guard track === meeting.localTracks[kind] else {
            self = .beforeMixing(user, kind)
            return
        }
        guard kind == .microphone else {
            throw StudioError(
                .receivingWrongKind, "the local user \(user) shares no audio", hint: "set is_share to 0")
        }
        self = .record
    }
}

extension TrackKind {
    fileprivate init(isShare: Bool) { self = isShare ? .shareAudio : .microphone }
}

/// Passes audio to a callback of the host.
private struct AudioReceiver: @unchecked Sendable {
    // Safety: the host promises that both may be used from the audio thread.
    let callback: ps_audio_callback
    let user: UnsafeMutableRawPointer?
    /// The participant of the request; 0 for each.
    let participant: UInt32

    func receive(_ samples: UnsafeBufferPointer<Int16>, _ description: AudioBlockDescription) {
        var received = ps_received_audio(samples, description.format, description.number, description.time)
        received.user_id = description.user?.rawValue ?? participant
        withUnsafePointer(to: received) { callback(user, $0) }
    }
}

extension ps_received_audio {
    /// A block of audio without its participant.
    init(_ samples: UnsafeBufferPointer<Int16>, _ format: AudioFormat, _ number: Int64, _ time: MediaTime) {
        self.init()
        size = MemoryLayout<ps_received_audio>.size
        self.samples = samples.baseAddress
        (sample_rate, channels) = (format.sampleRate, format.channels)
        sample_count = Int32(samples.count / Int(format.channels))
        (self.number, self.time) = (number, time.nanoseconds)
    }
}
