package import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// Received audio from subscribing to unsubscribing.
package final class ClientSound: Sendable {
    /// The identity of a client's delegate.
    package struct Delegate: Hashable, Sendable {
        private let parts: [UInt]

        package init(_ parts: UInt...) { self.parts = parts }
    }

    package typealias Receiver = @Sendable (ReceivedBlock) -> Void

    private let engine: AudioEngine
    private let session: ClientSession
    private let gate = ReceiverGate()
    let delegate: Delegate?
    private let receiver: Receiver
    private let isOn = Lock(true)

    init(in session: ClientSession, _ delegate: Delegate?, _ receiver: @escaping Receiver) {
        (self.session, self.delegate, self.receiver) = (session, delegate, receiver)
        engine = AudioEngine(in: session.meeting)
        engine.setLocalTracks([session.meeting.localTracks.microphone, session.microphone])
    }

    func begin(_ format: AudioFormat, includesLocalUser: Bool) throws(StudioError) {
        let sparse = AudioRequest.blocks(format, isSparse: true)
        // All blocks are due at the same moments.
        let start = session.meeting.clock.now
        try observe(.beforeMixing(nil), sparse, from: start) { .oneWay($0 ?? .none) }
        try observe(.beforeMixing(nil, .shareAudio), sparse, from: start) { .share($0 ?? .none) }
        let mix: AudioPoint = includesLocalUser ? .mixed : .playback
        try observe(mix, .blocks(format, isSparse: false), from: start) { _ in .mixed }
    }

    private func observe(
        _ point: AudioPoint, _ request: AudioRequest, from start: MediaTime,
        _ content: @escaping @Sendable (UserID?) -> AudioContent
    ) throws(StudioError) {
        do throws(StudioError) {
            _ = try engine.observe(point, request, from: start) { [weak self] samples, description in
                self?.deliver(samples, content(description.user), description)
            }
        } catch {
            engine.stop()
            throw StudioError(.soundThread, "\(error)", hint: "end other threads, and subscribe again")
        }
    }

    private func deliver(
        _ samples: UnsafeBufferPointer<Int16>, _ content: AudioContent, _ description: AudioBlockDescription
    ) {
        let ticket = gate.ticket
        guard isOn.withLock({ $0 }), session.units.hasBlock else { return }
        let block = ReceivedBlock(
            copying: samples, content, description, at: description.time,
            session.memory.withLock { $0.referencing(.audio) }, session.units.pool)
        if gate.run(ticket, { receiver(block) }) { session.meeting.received.audioBlocks.increment() }
        block.unit.callbackReturned()
    }

    /// Whether the client receives: raw recording is started, and audio is connected.
    func setOn(_ isOn: Bool) { self.isOn.set(isOn) }

    /// Waits for a running callback, except inside it.
    ///
    /// - Returns: false when it did not return in time.
    func end() -> Bool {
        engine.stop()
        return gate.close()
    }
}
