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
        var state = ""
    }

    private var publishers: [Int: Publisher] = [:]
    /// When the stop was requested. From then on only failures count: the rest is no fault of the server.
    private(set) var stopTime: MediaTime?
    /// What the output of a publisher tells when it becomes live.
    struct Observation {
        /// How long the server took to accept the connection; `nil` for one that does not answer.
        var connectTime: MediaTime?
        /// The units that it did not send before: it begins at a key frame.
        var framesBefore = 0
        var audioBlocksBefore = 0
    }

    /// How long the server took to accept each first connection, in order of the events.
    private(set) var connects: [MediaTime] = []
    /// From adding each publisher until the server had taken its first media.
    private(set) var firstMedia: [MediaTime] = []
    /// The units that were due before publishers began at a key frame: they are not lost.
    private(set) var before: [Int: Observation] = [:]
    /// From losing a connection until the server has taken media again.
    private(set) var outages: [MediaTime] = []
    /// How often each cause ended an attempt or a connection.
    private(set) var causes: [String: Int] = [:]
    /// When the first publisher was connected.
    private(set) var firstConnection: MediaTime?

    /// The stop was requested.
    mutating func stop(at time: MediaTime) { stopTime = stopTime ?? time }

    /// Applies an event of an output.
    ///
    /// - Parameter observe: reads the output; called when it becomes live for the first time.
    mutating func apply(_ event: SessionEvent, observe: (_ number: Int) -> Observation) {
        guard case .outputChanged(let number, _, let change) = event.event else { return }
        guard stopTime == nil || change.state == "failed" else { return }
        var publisher = publishers[number, default: Publisher()]
        defer { publishers[number] = publisher }
        publisher.state = change.state
        if let cause = change.cause, change.state == "retrying" || change.state == "failed" {
            causes[cause, default: 0] += 1
        }
        switch change.state {
        case "connecting": publisher.attempt = publisher.attempt ?? event.time
        case "live":
            if publisher.firstLive == nil {
                begin(number, observe(number), publisher.attempt ?? event.time, at: event.time)
            }
            goLive(&publisher, at: event.time)
        case "retrying":
            publisher.end(at: event.time)
            if publisher.firstLive != nil { publisher.lost = publisher.lost ?? event.time }
        case "failed", "finished": publisher.end(at: min(event.time, stopTime ?? event.time))
        default: break
        }
    }

    private mutating func begin(_ number: Int, _ observation: Observation, _ attempt: MediaTime, at time: MediaTime) {
        before[number] = observation
        firstMedia.append(time - attempt)
        if let connectTime = observation.connectTime { connects.append(connectTime) }
    }

    private mutating func goLive(_ publisher: inout Publisher, at time: MediaTime) {
        publisher.since = publisher.since ?? time
        firstConnection = firstConnection ?? time
        publisher.firstLive = publisher.firstLive ?? time
        if let lost = publisher.lost { outages.append(time - lost) }
        publisher.lost = nil
    }

    /// How many publishers are in one of these states.
    func count(_ states: String...) -> Int { publishers.values.count { states.contains($0.state) } }

    /// How many have been connected.
    var connected: Int { publishers.values.count { $0.firstLive != nil } }

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
