package import SessionProtocol
package import StudioCore

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
    /// Answers with counts wait for a snapshot when the latest one is older.
    private static let longestAge = MediaTime.milliseconds(500)
    /// How long the session may leave a request for the snapshot unanswered.
    private static let silence = MediaTime.milliseconds(2500)
    /// How long a client may take to identify itself.
    private static let identifyTime = MediaTime.seconds(20)
    /// The requests of clients that are gone: batches that sleep would gather otherwise.
    private static let maximumUnheardRequests = 1024

    package internal(set) var show: Show
    /// What the owner measures of the process and the system.
    package var facts: ServerFacts
    private var authentication: Authentication?

    var connections: [ConnectionID: ServerConnection] = [:]
    var jobs: [Int: ServerJob] = [:]
    /// Commands that the session performs, with their jobs, which may be gone.
    var commands: [Int: (job: Int, command: SessionCommand)] = [:]
    private var lastNumber = 0
    /// Connections that are closed after a delay, in the order of their times.
    private var rejections: [(at: MediaTime, connection: ConnectionID)] = []
    /// Connections that have not identified themselves, in the order of the times at which they are closed.
    private var strangers: [(at: MediaTime, connection: ConnectionID)] = []

    private var nextMeter: MediaTime?
    private var nextSnapshot: MediaTime?
    /// The snapshot that was requested.
    private var pendingSnapshot: Int?
    /// When the latest snapshot came.
    private var snapshotTime: MediaTime?
    /// Since when the session has been asked for a snapshot and has not said anything.
    private var unansweredSince: MediaTime?
    /// The number of the first snapshot that decides the states of outputs, after missed events.
    private var completeSnapshot: Int?

    package init(show: Show, facts: ServerFacts, authentication: Authentication?) {
        (self.show, self.facts, self.authentication) = (show, facts, authentication)
    }

    /// Whether a client has identified itself.
    package func isIdentified(_ id: ConnectionID) -> Bool { connections[id]?.isIdentified ?? false }

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
        _ id: ConnectionID, _ encoding: Encoding, challenge: String, at now: MediaTime
    ) -> [ServerAction] {
        connections[id] = ServerConnection(encoding: encoding, phase: .hello(challenge: challenge))
        strangers.append((now + Self.identifyTime, id))
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
            case .rejected, .gone: return []
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
            strangers.removeAll { $0.connection == id }
            rejections.append((now + .milliseconds(Authentication.delay), id))
            return []
        } catch {
            return close(id, error)
        }
    }

    private mutating func subscribe(_ id: ConnectionID, _ mask: EventMask, at now: MediaTime) -> [ServerAction] {
        connections[id]?.phase = .identified(mask)
        strangers.removeAll { $0.connection == id }
        let actions = send(id, ["op": 2, "d": ["negotiatedRpcVersion": .number(ServerFacts.rpcVersion)]])
        if nextSnapshot == nil, !show.hasEnded { nextSnapshot = now + Self.snapshotInterval }
        // Without clients there were none.
        return actions + updateMeters(at: now) + (isOld(at: now) ? requestSnapshot(ifNonePends: true, at: now) : [])
    }

    private mutating func close(_ id: ConnectionID, _ closing: Closing) -> [ServerAction] {
        [.close(id, closing)] + closed(id)
    }

    /// A connection is gone. What its client has asked for is performed, as in OBS: many scripts send a command and leave.
    package mutating func closed(_ id: ConnectionID) -> [ServerAction] {
        guard let connection = connections[id], connection.isOpen else { return [] }
        connections[id]?.phase = .gone
        connections[id]?.resultBytes = 0
        for number in jobs.keys where jobs[number]?.connection == id { jobs[number]?.forgetClient() }
        forgetIfDone(id)
        limitUnheardRequests()
        rejections.removeAll { $0.connection == id }
        strangers.removeAll { $0.connection == id }
        if !needsSnapshots { nextSnapshot = nil }
        return updateMeters(at: nil)
    }

    /// Forgets a client that is gone when all is performed.
    mutating func forgetIfDone(_ id: ConnectionID) {
        guard let connection = connections[id], !connection.isOpen, connection.requests == 0 else { return }
        connections[id] = nil
    }

    /// Drops the requests of those that are gone for the longest time.
    private mutating func limitUnheardRequests() {
        let gone = connections.filter { !$0.value.isOpen }
        var count = gone.values.reduce(0) { $0 + $1.requests }
        for (id, connection) in gone.sorted(by: { $0.key < $1.key }) where count > Self.maximumUnheardRequests {
            count -= connection.requests
            connections[id] = nil
            jobs = jobs.filter { $0.value.connection != id }
        }
    }

    /// From now on, clients need another password. All connections are closed: each has the former challenge, or has passed it. What their
    /// clients have asked for is performed.
    package mutating func change(_ authentication: Authentication) -> [ServerAction] {
        self.authentication = authentication
        let open = connections.filter { $0.value.isOpen }.keys.sorted()
        return open.flatMap { close($0, .passwordChanged) }
    }

    /// The server ends: all connections are closed, and nothing more is performed.
    package mutating func end() -> [ServerAction] {
        let open = connections.filter { $0.value.isOpen }.keys.sorted()
        (connections, jobs, rejections, strangers) = ([:], [:], [], [])
        (nextMeter, nextSnapshot) = (nil, nil)
        return open.map { .close($0, .goingAway) }
    }

    // MARK: Sending

    mutating func send(_ id: ConnectionID, _ message: JSON) -> [ServerAction] {
        guard let connection = connections[id], connection.isOpen else { return [] }
        let encoding = connection.encoding
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

    /// Whether answers with counts wait for a snapshot.
    func isOld(at now: MediaTime) -> Bool {
        guard show.isReady, !show.hasEnded, let snapshotTime else { return false }
        return now - snapshotTime > Self.longestAge
    }

    /// Whether snapshots are requested again and again: for clients, and to hear when the session goes on.
    private var needsSnapshots: Bool {
        connections.values.contains(where: \.isIdentified) || show.needsCounts || show.isSilent
    }

    /// - Parameter now: `nil` where it does not matter when the session answers.
    mutating func requestSnapshot(ifNonePends: Bool = false, at now: MediaTime? = nil) -> [ServerAction] {
        unansweredSince = unansweredSince ?? now
        if ifNonePends, pendingSnapshot != nil { return [] }
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
        (snapshotTime, unansweredSince) = (now, nil)
        let actions = publish(show.apply(snapshot, at: now, isComplete: isComplete) + show.endSilence())
        if show.needsCounts, nextSnapshot == nil { nextSnapshot = now + Self.snapshotInterval }
        return actions + settleSnapshots(at: now) + settleScenes(at: now) + settleFiles(at: now)
    }

    /// The session has not answered a request for a snapshot in time. The next one is asked for when it is due.
    package mutating func unanswered(_ number: Int) {
        if pendingSnapshot == number { pendingSnapshot = nil }
    }

    /// An event of the session has come.
    package mutating func received(_ event: SessionEvent, at now: MediaTime) -> [ServerAction] {
        noteSign(at: now)
        let actions = publish(show.endSilence() + show.apply(event)) + settleScenes(at: now) + settleFiles(at: now)
        // What was taken since a start is counted from there.
        return actions + (show.needsCounts ? requestSnapshot(ifNonePends: true, at: now) : [])
    }

    /// The session has said something, so it is not silent.
    private mutating func noteSign(at now: MediaTime) { if unansweredSince != nil { unansweredSince = now } }

    /// Events were missed. The next snapshot tells what has become of the outputs.
    package mutating func missedEvents() -> [ServerAction] {
        let actions = requestSnapshot()
        completeSnapshot = pendingSnapshot
        return actions
    }

    /// Levels have come.
    package mutating func received(_ levels: ControlLevels, at now: MediaTime) {
        noteSign(at: now)
        (show.levels, show.levelsAt) = (levels, now)
    }

    // MARK: Time

    /// When ``advance(to:)`` has something to do; `nil` for never.
    package var nextWake: MediaTime? {
        let waits = jobs.values.compactMap { $0.wait?.end }
        let times = [rejections.first?.at, strangers.first?.at, nextMeter, nextSnapshot, silenceTime]
        return (times.compactMap { $0 } + waits).min()
    }

    /// When the session is silent, if it says nothing until then; `nil` when it is, or does not have to.
    private var silenceTime: MediaTime? {
        guard show.isReady, !show.hasEnded, !show.isSilent, let unansweredSince else { return nil }
        return unansweredSince + Self.silence
    }

    /// Does what is due.
    package mutating func advance(to now: MediaTime) -> [ServerAction] {
        var actions: [ServerAction] = []
        while let first = rejections.first, first.at <= now { actions += close(first.connection, .wrongPassword) }
        while let first = strangers.first, first.at <= now { actions += close(first.connection, .notInTime) }
        if let time = silenceTime, time <= now { actions += publish(show.beginSilence()) + giveUpWaiting(at: now) }
        actions += wake(at: now)
        if let time = nextSnapshot, time <= now {
            // A session that has ended has no more snapshots.
            nextSnapshot = needsSnapshots && !show.hasEnded ? now + Self.snapshotInterval : nil
            if nextSnapshot != nil { actions += requestSnapshot(ifNonePends: true, at: now) }
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
