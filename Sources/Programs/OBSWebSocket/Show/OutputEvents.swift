/// What OBS reports of its stream or its recording: the state of a group of outputs, as events in the order of OBS.
///
/// Whatever the outputs do, clients receive STARTING before STARTED, and STOPPED before the next STARTING.
struct OutputEvents: Hashable, Sendable {
    /// What all outputs of a group do together.
    enum Phase: Hashable, Sendable, CaseIterable {
        /// None runs.
        case idle
        /// Some connect, none is live.
        case starting
        /// Some are live.
        case active
        /// Those that were live wait for the next attempt.
        case reconnecting
        /// Some write their end, none is live.
        case stopping
    }

    /// The words of the events.
    enum State: String, Hashable, Sendable, CaseIterable {
        case starting = "STARTING"
        case started = "STARTED"
        case stopping = "STOPPING"
        case stopped = "STOPPED"
        case reconnecting = "RECONNECTING"
        case reconnected = "RECONNECTED"

        var word: String { "OBS_WEBSOCKET_OUTPUT_" + rawValue }

        /// Whether the output is active, as OBS counts.
        var isActive: Bool { self == .started || self == .reconnected }
    }

    private(set) var phase = Phase.idle

    /// Moves on to what the outputs do now.
    ///
    /// - Returns: the events, in order.
    mutating func move(to next: Phase) -> [State] {
        let old = phase
        phase = next
        switch (old, next) {
        case (.idle, .idle), (.starting, .starting), (.active, .active), (.reconnecting, .reconnecting),
            (.stopping, .stopping):
            return []
        case (.idle, .starting): return [.starting]
        case (.idle, .active): return [.starting, .started]
        // It has never been live.
        case (.idle, .reconnecting), (.starting, .reconnecting):
            phase = .starting
            return old == .idle ? [.starting] : []
        // Its end was reported already.
        case (.idle, .stopping):
            phase = .idle
            return []
        case (.starting, .active): return [.started]
        case (.active, .reconnecting): return [.reconnecting]
        case (.reconnecting, .active): return [.reconnected]
        case (.starting, .stopping), (.active, .stopping), (.reconnecting, .stopping): return [.stopping]
        case (.starting, .idle), (.active, .idle), (.reconnecting, .idle), (.stopping, .idle): return [.stopped]
        case (.active, .starting), (.reconnecting, .starting), (.stopping, .starting): return [.stopped, .starting]
        case (.stopping, .active): return [.stopped, .starting, .started]
        case (.stopping, .reconnecting):
            phase = .starting
            return [.stopped, .starting]
        }
    }
}
