import MediaReceiving
package import StudioCore
import StudioRuntime

// Audio.
extension RawDataSession {
    /// Subscribes to audio; a second call changes nothing.
    package func subscribeAudio() throws(StudioError) {
        let audio = try reporter.reporting { () throws(StudioError) -> RawDataAudio? in
            try state.withLock { state throws(StudioError) -> RawDataAudio? in
                guard try state.machine.subscribeAudio(), let joined = state.joined else { return nil }
                let audio = RawDataAudio(
                    in: joined.meeting, joined.receivers, joined.pool, state.machine.modes.referencing(.audio),
                    isGuarded: options.isGuarded, budget: state.budgets.audio,
                    queue: options.queue.map { RawDataAudio.SerialQueue(queue: $0, timeout: options.callbackTimeout) },
                    onBlocked: { [weak self] in self?.revokeAudio($0) })
                state.audio = audio
                return audio
            }
        }
        guard let audio else { return }
        try reporter.reporting { () throws(StudioError) in
            do throws(StudioError) {
                try audio.begin(options.audioFormat)
            } catch {
                state.withLock { state in
                    guard state.audio === audio else { return }
                    state.machine.audioEnded()
                    state.audio = nil
                }
                finish(audio)
                throw error
            }
        }
    }

    /// The local user's audio was connected or disconnected: without it, audio is not received.
    package func setAudioConnected(_ isConnected: Bool) {
        state.withLock { $0.joined }?.receivers.connection.isConnected = isConnected
    }

    /// Unsubscribes from audio: a running callback finishes, none follows.
    package func unsubscribeAudio() throws(StudioError) {
        let audio = try reporter.reporting { () throws(StudioError) -> RawDataAudio? in
            try state.withLock { state throws(StudioError) -> RawDataAudio? in
                try state.machine.unsubscribeAudio()
                return state.audio.take()
            }
        }
        if let audio { finish(audio) }
    }

    /// Audio ends without a callback, until it is subscribed again.
    ///
    /// - Parameter blocked: the only one that is ended; any without it.
    func revokeAudio(_ blocked: RawDataAudio? = nil) {
        let audio = state.withLock { state -> RawDataAudio? in
            guard blocked == nil || state.audio === blocked else { return nil }
            state.machine.audioRevoked()
            return state.audio.take()
        }
        if let audio { finish(audio) }
    }

    /// Rejects and reports a call about audio outside a session.
    package func requireAudio() throws(StudioError) {
        try reporter.reporting { () throws(StudioError) in
            try state.withLock { state throws(StudioError) in try state.machine.requireAudio() }
        }
    }
}
