package import SessionControl
package import StudioCore
package import StudioEngine
package import StudioScenario

/// The server of obs-websocket for one session: all of its decisions. It performs nothing: frames, replies, events and the
/// time come in, actions go out.
///
/// Requests of a connection are performed one after the other, so that their answers have their order and each sees the
/// effects of those before it. Batches, images and the requests of the vendor may take long and are performed beside them.
package struct OBSServerStateMachine: Sendable {
    /// The time between two meters.
    static let meterInterval = MediaTime.milliseconds(50)
    /// The time between two snapshots while clients are there.
    static let snapshotInterval = MediaTime.milliseconds(250)

    package internal(set) var show: Show
    /// What the owner measures of the process and the system.
    package var facts: ServerFacts
    private let authentication: Authentication?

    var connections: [ConnectionID: ServerConnection] = [:]
    var jobs: [Int: ServerJob] = [:]
    /// Commands that the session performs, with their jobs, which may be gone.
    var commands: [Int: (job: Int, command: SessionCommand)] = [:]
    private var lastNumber = 0
    /// Connections that are closed after a delay, in the order of their times.
    private var rejections: [(at: MediaTime, connection: ConnectionID)] = []

    private var nextMeter: MediaTime?
    private var nextSnapshot: MediaTime?
    /// The snapshot that was requested.
    private var pendingSnapshot: Int?
    /// The number of the first snapshot that decides the states of outputs, after missed events.
    private var completeSnapshot: Int?

    package init(show: Show, facts: ServerFacts, authentication: Authentication?) {
        (self.show, self.facts, self.authentication) = (show, facts, authentication)
    }

    mutating func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Requests the first snapshot. The owner has subscribed to events before.
    package mutating func begin() -> [ServerAction] { requestSnapshot() }

    // MARK: Connections

    /// A connection is open; the handshake has chosen the encoding.
    ///
    /// - Parameter challenge: random, new for every connection; used as text.
    package mutating func opened(
        _ id: ConnectionID, _ encoding: Encoding, challenge: String
    ) -> [ServerAction] {
        connections[id] = ServerConnection(encoding: encoding, phase: .hello(challenge: challenge))
        var data: JSON = [
            "obsStudioVersion": .text(ServerFacts.obsVersion),
            "obsWebSocketVersion": .text(ServerFacts.obsWebSocketVersion),
            "rpcVersion": .number(ServerFacts.rpcVersion),
        ]
        if let authentication {
            data.set("authentication", ["challenge": .text(challenge), "salt": .text(authentication.salt)])
        }
        return send(id, ["op": 0, "d": data])
    }

    /// A client has sent a message.
    package mutating func received(_ id: ConnectionID, _ frame: Frame, at now: MediaTime) -> [ServerAction] {
        guard let connection = connections[id] else { return [] }
        connections[id]?.incoming += 1
        do throws(Closing) {
            switch connection.phase {
            // Its end is near; what it says does not matter.
            case .rejected: return []
            case .hello(let challenge):
                let data = try ClientEnvelope.identify(frame, connection.encoding)
                let mask = try Authentication.identify(data, authentication, challenge: challenge)
                return subscribe(id, mask, at: now)
            case .identified(let mask):
                switch try ClientEnvelope.message(frame, connection.encoding) {
                case .reidentify(let new): return subscribe(id, new ?? mask, at: now)
                case .request(let request): return enqueue(request, of: id, at: now)
                case .batch(let batch): return perform(ServerJob(batch, of: id), at: now) + flow(id)
                }
            }
        } catch .wrongPassword {
            connections[id]?.phase = .rejected(.wrongPassword)
            rejections.append((now + .milliseconds(Authentication.delay), id))
            return []
        } catch {
            return close(id, error)
        }
    }

    private mutating func subscribe(_ id: ConnectionID, _ mask: EventMask, at now: MediaTime) -> [ServerAction] {
        connections[id]?.phase = .identified(mask)
        if nextSnapshot == nil { nextSnapshot = now + Self.snapshotInterval }
        return send(id, ["op": 2, "d": ["negotiatedRpcVersion": .number(ServerFacts.rpcVersion)]])
            + updateMeters(at: now)
    }

    /// Whether a client has said who it is.
    package func isIdentified(_ id: ConnectionID) -> Bool { connections[id]?.isIdentified ?? false }

    private mutating func close(_ id: ConnectionID, _ closing: Closing) -> [ServerAction] {
        [.close(id, closing)] + closed(id)
    }

    /// A connection is gone. Commands that the session performs go on.
    package mutating func closed(_ id: ConnectionID) -> [ServerAction] {
        guard connections.removeValue(forKey: id) != nil else { return [] }
        jobs = jobs.filter { $0.value.connection != id }
        rejections.removeAll { $0.connection == id }
        if !connections.values.contains(where: \.isIdentified) { nextSnapshot = nil }
        return updateMeters(at: nil)
    }

    /// The server ends: all connections are closed.
    package mutating func end() -> [ServerAction] {
        connections.keys.sorted().flatMap { close($0, .goingAway) }
    }

    // MARK: Sending

    mutating func send(_ id: ConnectionID, _ message: JSON) -> [ServerAction] {
        guard let encoding = connections[id]?.encoding else { return [] }
        connections[id]?.outgoing += 1
        return [.send(id, encoding.frame(message))]
    }

    /// Sends events to the clients that want them. Each is encoded once for each encoding.
    mutating func publish(_ events: [OBSEvent]) -> [ServerAction] {
        events.flatMap { event in
            Encoding.allCases.compactMap { encoding -> ServerAction? in
                let receivers = connections.filter { $0.value.encoding == encoding && $0.value.wants(event.intent) }
                guard !receivers.isEmpty else { return nil }
                for id in receivers.keys { connections[id]?.outgoing += 1 }
                return .publish(receivers.keys.sorted(), encoding.frame(event.message))
            }
        }
    }

    // MARK: The session

    private mutating func requestSnapshot() -> [ServerAction] {
        let number = number()
        pendingSnapshot = number
        return [.requestSnapshot(number)]
    }

    /// The snapshot of a request has come.
    package mutating func received(
        _ snapshot: SessionSnapshot, number: Int, at now: MediaTime
    ) -> [ServerAction] {
        if pendingSnapshot == number { pendingSnapshot = nil }
        let isComplete = completeSnapshot.map { number >= $0 } ?? false
        if isComplete { completeSnapshot = nil }
        return publish(show.apply(snapshot, at: now, isComplete: isComplete))
    }

    /// An event of the session has come.
    package mutating func received(_ event: SessionEvent) -> [ServerAction] { publish(show.apply(event)) }

    /// Events were missed. The next snapshot tells what has become of the outputs.
    package mutating func missedEvents() -> [ServerAction] {
        let actions = requestSnapshot()
        completeSnapshot = pendingSnapshot
        return actions
    }

    /// Levels have come.
    package mutating func received(_ levels: ControlLevels, at now: MediaTime) {
        (show.levels, show.levelsAt) = (levels, now)
    }

    // MARK: Time

    /// When ``advance(to:)`` has something to do; `nil` for never.
    package var nextWake: MediaTime? {
        let sleeps = jobs.values.compactMap { job -> MediaTime? in
            if case .sleep(let time) = job.wait { time } else { nil }
        }
        return ([rejections.first?.at, nextMeter, nextSnapshot].compactMap { $0 } + sleeps).min()
    }

    /// Does what is due.
    package mutating func advance(to now: MediaTime) -> [ServerAction] {
        var actions: [ServerAction] = []
        while let first = rejections.first, first.at <= now { actions += close(first.connection, .wrongPassword) }
        actions += wake(at: now)
        if let time = nextSnapshot, time <= now {
            // A session that has ended has no more snapshots.
            nextSnapshot = show.hasEnded ? nil : now + Self.snapshotInterval
            if pendingSnapshot == nil, !show.hasEnded { actions += requestSnapshot() }
        }
        if let time = nextMeter, time <= now {
            // Those that were missed are not sent late.
            let next = time + Self.meterInterval
            nextMeter = next > now ? next : now + Self.meterInterval
            if show.isReady, !show.hasEnded { actions += publish([.meters(show.meters(at: now))]) }
        }
        return actions
    }

    /// Measures levels while a client wants them.
    ///
    /// - Parameter now: `nil` when a client has gone.
    private mutating func updateMeters(at now: MediaTime?) -> [ServerAction] {
        let isWanted = connections.values.contains { $0.wants(.inputVolumeMeters) }
        guard isWanted != (nextMeter != nil) else { return [] }
        guard isWanted, let now else {
            nextMeter = nil
            show.levels = nil
            return [.measureLevels(false)]
        }
        nextMeter = now + Self.meterInterval
        return [.measureLevels(true)]
    }
}

extension ServerConnection {
    var isIdentified: Bool { if case .identified = phase { true } else { false } }

    func wants(_ intent: EventMask) -> Bool { !mask.isDisjoint(with: intent) }
}
