import MediaReceiving
package import StudioCore
import StudioRuntime

// Audio.
extension RawDataSession {
    /// Subscribes to audio; a second call changes nothing.
    package func subscribeAudio() throws(StudioError) {
        let failure = Failure()
        let change = try reporter.reporting(state) { state throws(StudioError) -> ActionQueue<Change>.Ticket? in
            guard try state.machine.subscribeAudio(), let joined = state.joined else { return nil }
            let audio = RawDataAudio(
                in: joined.meeting, joined.receivers, joined.pool, state.machine.modes.referencing(.audio),
                isGuarded: options.isGuarded, budget: state.budgets.audio,
                queue: options.queue.map { RawDataAudio.SerialQueue(queue: $0, timeout: options.callbackTimeout) },
                onBlocked: { [weak self] in self?.revokeAudio($0) })
            state.audio = audio
            return changes.add([.beginAudio(audio, failure)])
        }
        guard let change else { return }
        perform(change)
        try reporter.reporting { () throws(StudioError) in try failure.get() }
    }

    /// The local user's audio was connected or disconnected: without it, audio is not received.
    package func setAudioConnected(_ isConnected: Bool) {
        state.withLock { $0.joined }?.receivers.connection.isConnected = isConnected
    }

    /// Unsubscribes from audio: a running callback finishes, none follows. Without a subscription, nothing changes.
    package func unsubscribeAudio() throws(StudioError) {
        let change = try reporter.reporting(state) { state throws(StudioError) in
            try state.machine.unsubscribeAudio()
            return changes.add(state.audio.take().map { [.endAudio($0)] } ?? [])
        }
        perform(change)
    }

    /// Audio ends without a callback, until it is subscribed again.
    ///
    /// - Parameter blocked: the only one that is ended; any without it.
    func revokeAudio(_ blocked: RawDataAudio? = nil) {
        let change = state.withLock { state in
            guard blocked == nil || state.audio === blocked else { return changes.add([]) }
            state.machine.audioRevoked()
            return changes.add(state.audio.take().map { [.endAudio($0)] } ?? [])
        }
        perform(change)
    }

    /// Rejects and reports a call about audio outside a session.
    package func requireAudio() throws(StudioError) {
        try reporter.reporting(state) { state throws(StudioError) in try state.machine.requireAudio() }
    }
}
