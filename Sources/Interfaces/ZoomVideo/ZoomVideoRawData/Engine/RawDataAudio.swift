import Dispatch
package import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives audio. Connects a delegate, which it does not retain.
package protocol RawDataAudioReceiver: AnyObject, Sendable {
    /// Called on the audio thread.
    ///
    /// - Returns: whether the delegate implements a callback for this content.
    func receive(_ block: ReceivedBlock) -> Bool
}

/// The audio of a session from subscribing to unsubscribing.
final class RawDataAudio: Sendable {
    /// Who receives what.
    struct Receivers: Sendable {
        /// Gets the mix of all users, or of all others.
        let delegate: any RawDataAudioReceiver
        let includesLocalUser: Bool
        /// Gets what would be heard: the others.
        let speaker: (any RawDataAudioReceiver)?
        let connection: Connection
    }

    /// The serial queue of the callbacks.
    struct SerialQueue: Sendable {
        let queue: DispatchQueue
        /// How long to wait for a callback, in seconds.
        let timeout: Double
    }

    /// Whether the local user's audio is connected: without that, the client hears nothing.
    final class Connection: Sendable {
        private let state: Lock<Bool>

        init(isConnected: Bool) {
            state = Lock(isConnected)
        }

        var isConnected: Bool {
            get { state.withLock { $0 } }
            set { state.set(newValue) }
        }
    }

    private struct State: Sendable {
        /// Since when audio is due and withheld, because it is not connected.
        var withheldSince: MediaTime?
        var isDisconnectionReported = false
        var tried: Set<Int> = []
        var isReached = false
        var isReported = false
        var dropped = 0
        var isOver = false
    }

    private let engine: AudioEngine
    private let meeting: Meeting
    private let receivers: Receivers
    private let pool: RawDataPool
    private let permission: References.Permission
    private let isGuarded: Bool
    private let budget: FrameBudget
    /// The queue of the callbacks; the audio thread without it.
    private let queue: SerialQueue?
    /// A callback did not return in time.
    private let onBlocked: @Sendable (RawDataAudio) -> Void
    private let state = Lock(State())

    /// A client that leaves disconnects its audio first; one that waits longer misses it.
    private static let longestWithholding = MediaTime.seconds(1)

    init(
        in meeting: Meeting, _ receivers: Receivers, _ pool: RawDataPool, _ permission: References.Permission,
        isGuarded: Bool, budget: FrameBudget, queue: SerialQueue?,
        onBlocked: @escaping @Sendable (RawDataAudio) -> Void
    ) {
        engine = AudioEngine(in: meeting)
        (self.meeting, self.receivers, self.pool, self.permission) = (meeting, receivers, pool, permission)
        (self.isGuarded, self.budget, self.queue, self.onBlocked) = (isGuarded, budget, queue, onBlocked)
    }

    /// Blocks that were dropped because the client holds too many.
    var dropped: Int { state.withLock { $0.dropped } }

    func begin(_ format: AudioFormat) throws(StudioError) {
        var request = AudioRequest.blocks(format, isSparse: true)
        request.deliversLateAudio = true
        let (delegate, speaker) = (receivers.delegate, receivers.speaker)
        let both = [delegate] + (speaker.map { [$0] } ?? [])
        try observe(.beforeMixing(nil), request, both) { .oneWay($0 ?? .none) }
        try observe(.beforeMixing(nil, .shareAudio), request, both) { .share($0 ?? .none) }
        let others = (receivers.includesLocalUser ? [] : [delegate]) + (speaker.map { [$0] } ?? [])
        if !others.isEmpty { try observe(.playback, request, others) { _ in .mixed } }
        if receivers.includesLocalUser { try observe(.mixed, request, [delegate]) { _ in .mixed } }
    }

    /// Ends without waiting: a running call finishes, none follows.
    func end() {
        state.withLock { $0.isOver = true }
        engine.stop()
        reportUnreached()
    }

    private func observe(
        _ point: AudioPoint, _ request: AudioRequest, _ receivers: [any RawDataAudioReceiver],
        _ content: @escaping @Sendable (UserID?) -> AudioContent
    ) throws(StudioError) {
        do throws(StudioError) {
            try engine.observe(point, request) { [weak self] samples, description in
                guard let self, isConnected(at: description), !isWithheld(samples, description) else { return }
                let reached = receivers.filter {
                    deliver(samples, description, content(description.user), to: $0)
                }
                if !reached.isEmpty { meeting.received.audioBlocks.increment() }
            }
        } catch {
            throw StudioError(.rawDataAudioThread, "\(error)", hint: "end other threads, and subscribe again")
        }
    }

    /// Whether the client hears a block; audio that it misses for a while is reported.
    private func isConnected(at description: AudioBlockDescription) -> Bool {
        let isConnected = receivers.connection.isConnected
        let mustReport = state.withLock { state in
            let since = isConnected ? nil : state.withheldSince ?? description.time
            state.withheldSince = since
            guard let since, description.time - since >= Self.longestWithholding else { return false }
            return !exchange(&state.isDisconnectionReported, with: true) && !state.isOver
        }
        guard mustReport else { return isConnected }
        pool.reporter.warn(
            .rawDataAudioDisconnected,
            "audio is subscribed and due, and the local user's audio is not connected: no callback is called",
            hint: "set connect of the audio option or call startAudio(); otherwise call unSubscribe()")
        return isConnected
    }

    /// Whether a block is the silence of a user whose audio is due and does not arrive; it comes later, with its own times.
    private func isWithheld(_ samples: UnsafeBufferPointer<Int16>, _ description: AudioBlockDescription) -> Bool {
        guard case .beforeMixing(_, let kind) = description.point, let user = description.user,
            meeting.track(kind, of: user)?.controls.isStalled == true
        else { return false }
        // The end of a conversion reaches into the next block. A block that sounds longer has been delivered.
        return samples.dropFirst(samples.count / 4).allSatisfy { $0 == 0 }
    }

    /// - Returns: whether a callback of the receiver got the block.
    private func deliver(
        _ samples: UnsafeBufferPointer<Int16>, _ description: AudioBlockDescription, _ content: AudioContent,
        to receiver: any RawDataAudioReceiver
    ) -> Bool {
        guard !state.withLock({ $0.isOver }) else { return false }
        // All points are late by the engine's latency.
        let time = max(.zero, description.time - AudioEngine.defaultLatency)
        guard budget.free > 0 else {
            state.withLock { $0.dropped += 1 }
            pool.reportExhaustion(.block(content, number: description.number, time: time))
            return false
        }
        let block = ReceivedBlock(
            copying: samples, content, description, at: time, permission, pool.units, isGuarded: isGuarded,
            FrameCredit(budget, clock: meeting.clock))
        guard let queue else { return call(receiver, block) }
        // A callback that does not return has got the block.
        let isReached = Lock(true)
        let end = DispatchSemaphore(value: 0)
        queue.queue.async { [self] in
            isReached.set(call(receiver, block))
            end.signal()
        }
        if end.wait(timeout: .now() + queue.timeout) == .timedOut { endBlocked(block.unit.name, queue.timeout) }
        return isReached.withLock { $0 }
    }

    private func call(_ receiver: any RawDataAudioReceiver, _ block: ReceivedBlock) -> Bool {
        let isReached = receiver.receive(block)
        block.unit.callbackReturned()
        note(block.content, isReached: isReached)
        return isReached
    }

    /// Whether a callback is implemented is not known as long as it runs.
    private func endBlocked(_ name: ReceivedUnit.Name, _ timeout: Double) {
        state.withLock { ($0.isOver, $0.isReported) = (true, true) }
        pool.reporter.report(
            .rawDataBlockedCallback,
            "the queue has not returned from the callback of \(name) for \(timeout) seconds",
            hint: "do not wait inside callbacks")
        onBlocked(self)
    }

    // MARK: Reports

    private func note(_ content: AudioContent, isReached: Bool) {
        let kind =
            switch content {
            case .oneWay: 0
            case .mixed: 1
            case .share: 2
            }
        let isLast = state.withLock { state in
            state.tried.insert(kind)
            if isReached { state.isReached = true }
            return state.tried.count == 3
        }
        if isLast { reportUnreached() }
    }

    /// Audio was called for, and nobody implements any callback.
    private func reportUnreached() {
        let mustReport = state.withLock { state in
            guard !state.tried.isEmpty, !state.isReached, !state.isReported else { return false }
            state.isReported = true
            return true
        }
        guard mustReport else { return }
        pool.reporter.warn(
            .rawDataAudioUnreached, "audio was subscribed, and no callback for it is implemented",
            hint: "implement onMixedAudioRawDataReceived(_:) or onOneWayAudioRawDataReceived(_:user:)")
    }
}
