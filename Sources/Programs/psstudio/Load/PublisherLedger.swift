import StudioCore
import StudioEngine

/// What the publishers have gone through, from the events of their outputs. A pure value.
struct PublisherLedger {
    /// A publisher.
    fileprivate struct Publisher {
        /// When the first attempt to connect began.
        var attempt: MediaTime?
        /// When it was live at first.
        var firstLive: MediaTime?
        /// When its last connection was lost; `nil` while it is live, and before.
        var lost: MediaTime?
        /// The time over all connections, up to ``since``.
        var connected = MediaTime.zero
        /// Since when it is connected.
        var since: MediaTime?
        var phase: OutputPhase?
    }

    private var publishers: [Int: Publisher] = [:]
    /// How many publishers are in each phase.
    private var counts: [OutputPhase: Int] = [:]
    /// How many have been connected.
    private(set) var connected = 0
    /// When the stop was requested. From then on only failures count: the rest is no fault of the server.
    private(set) var stopTime: MediaTime?
    /// From the first attempt of each publisher until the server had taken its first media.
    private(set) var firstMedia: [MediaTime] = []
    /// From losing a connection until the server has taken media again.
    private(set) var outages: [MediaTime] = []
    /// How often each cause ended an attempt or a connection.
    private(set) var causes: [String: Int] = [:]
    /// When the first publisher was connected.
    private(set) var firstConnection: MediaTime?

    /// The stop was requested.
    mutating func stop(at time: MediaTime) { stopTime = stopTime ?? time }

    /// Applies an event of an output.
    mutating func apply(_ event: SessionEvent) {
        guard case .outputChanged(let number, _, let change) = event.event else { return }
        guard stopTime == nil || change.phase == .failed else { return }
        var publisher = publishers[number, default: Publisher()]
        defer { publishers[number] = publisher }
        // The failure of an attempt that was counted is repeated when the stop ends the retries.
        let isRepeated = stopTime != nil && publisher.phase == .retrying
        if let cause = change.cause, change.phase == .retrying || change.phase == .failed, !isRepeated {
            causes[cause, default: 0] += 1
        }
        if let phase = publisher.phase { counts[phase, default: 0] -= 1 }
        counts[change.phase, default: 0] += 1
        publisher.phase = change.phase
        switch change.phase {
        case .connecting: publisher.attempt = publisher.attempt ?? event.time
        case .live:
            goLive(&publisher, at: event.time)
        case .retrying:
            publisher.end(at: event.time)
            if publisher.firstLive != nil { publisher.lost = publisher.lost ?? event.time }
        case .failed, .finished, .stopped: publisher.end(at: min(event.time, stopTime ?? event.time))
        case .waiting, .awaitingReader, .listening, .stalled, .finishing: break
        }
    }

    private mutating func goLive(_ publisher: inout Publisher, at time: MediaTime) {
        publisher.since = publisher.since ?? time
        firstConnection = firstConnection ?? time
        if publisher.firstLive == nil {
            publisher.firstLive = time
            connected += 1
            firstMedia.append(time - (publisher.attempt ?? time))
        }
        if let lost = publisher.lost { outages.append(time - lost) }
        publisher.lost = nil
    }

    /// How many publishers are in one of these phases.
    func count(_ phases: OutputPhase...) -> Int { phases.reduce(0) { $0 + counts[$1, default: 0] } }

    /// How long a publisher was connected.
    func connectedTime(of number: Int, at now: MediaTime) -> MediaTime {
        guard let publisher = publishers[number] else { return .zero }
        return publisher.connected + (publisher.since.map { now - $0 } ?? .zero)
    }
}

extension PublisherLedger.Publisher {
    fileprivate mutating func end(at time: MediaTime) {
        if let since { connected = connected + (time - since) }
        since = nil
    }
}
