package import StudioCore

/// Which connections a server keeps when there are too many, as a pure value.
///
/// Everybody may connect, so strangers could occupy all places. A new connection always gets one: that of a connection that has not shown
/// the token. Those that have shown it are never closed for others.
package struct ConnectionPlaces<ID: Hashable & Sendable>: Sendable {
    /// What a connection does.
    private enum Phase {
        /// Its first request, or its handshake, has not arrived completely.
        case beginning(since: MediaTime)
        /// A request is answered.
        case busy
        /// It waits for the next request.
        case idle
    }

    private enum Trust: Int {
        case stranger
        /// It has shown the token, but so many others are protected that it is not.
        case known
        case protected
    }

    private struct Connection {
        var phase: Phase
        var trust = Trust.stranger
        /// The number of the last change of its phase: a lower one has lasted longer.
        var order: Int
    }

    /// How many connections there are at most.
    package let capacity: Int
    /// How many of them are never closed for others.
    private let protectedLimit: Int
    /// A connection whose first request is not complete after this time is closed first.
    private let patience: MediaTime
    private var connections: [ID: Connection] = [:]
    private var protectedCount = 0
    private var lastOrder = 0

    /// So many connections are never closed for others, if that leaves enough for the rest.
    package static var maximumProtected: Int { 64 }

    package init(capacity: Int, patience: MediaTime = .seconds(5)) {
        (self.capacity, self.patience) = (max(1, capacity), patience)
        // So one that is not protected is there whenever there are too many.
        protectedLimit = min(Self.maximumProtected, capacity / 2)
    }

    /// The number of connections.
    package var count: Int { connections.count }

    // MARK: Connections

    /// A connection is open.
    ///
    /// - Returns: the connection whose place it has, which is to be closed; `nil` for a place of its own.
    package mutating func open(_ id: ID, at now: MediaTime) -> ID? {
        let victim = connections.count >= capacity ? release(at: now) : nil
        connections[id] = Connection(phase: .beginning(since: now), order: nextOrder())
        return victim
    }

    /// How many places are given up at once when there are no descriptors.
    package static var reliefCount: Int { 16 }

    /// Gives up some places: there are no descriptors.
    ///
    /// - Returns: the connections that are to be closed. None has shown the token.
    package mutating func relieve(at now: MediaTime) -> [ID] {
        var victims: [ID] = []
        while victims.count < Self.reliefCount, connections.contains(where: { $0.value.trust == .stranger }),
            let victim = release(at: now)
        {
            victims.append(victim)
        }
        return victims
    }

    /// Gives up a place.
    ///
    /// - Returns: the connection that is to be closed; `nil` when all are protected.
    private mutating func release(at now: MediaTime) -> ID? {
        let candidates = connections.filter { $0.value.trust != .protected }
        let victim = candidates.min { rank($0.value, now) < rank($1.value, now) }?.key
        if let victim { close(victim) }
        return victim
    }

    /// The head of a request has arrived.
    package mutating func begin(_ id: ID) { change(id, to: .busy) }

    /// All requests of a connection are answered, or its handshake is.
    package mutating func finish(_ id: ID) { change(id, to: .idle) }

    /// A connection has shown the token. At the limit of protected ones, it is not closed before any stranger.
    package mutating func showToken(_ id: ID) {
        guard let connection = connections[id], connection.trust != .protected else { return }
        let isProtected = protectedCount < protectedLimit
        if isProtected { protectedCount += 1 }
        connections[id]?.trust = isProtected ? .protected : .known
    }

    /// A connection has ended.
    package mutating func close(_ id: ID) {
        if connections.removeValue(forKey: id)?.trust == .protected { protectedCount -= 1 }
    }

    /// The connections that have shown the token.
    package var known: [ID] { connections.filter { $0.value.trust != .stranger }.map(\.key) }

    // MARK: The order

    private mutating func nextOrder() -> Int {
        lastOrder += 1
        return lastOrder
    }

    private mutating func change(_ id: ID, to phase: Phase) {
        guard connections[id] != nil else { return }
        let order = nextOrder()
        connections[id]?.phase = phase
        connections[id]?.order = order
    }

    /// A connection with a lower rank is closed earlier: strangers first, of them those that are too slow, then idle ones, then those that
    /// may still become a request.
    private func rank(_ connection: Connection, _ now: MediaTime) -> (Int, Int, Int) {
        let use =
            switch connection.phase {
            case .beginning(let since): now - since >= patience ? 0 : 2
            case .idle: 1
            case .busy: 3
            }
        return (connection.trust.rawValue, use, connection.order)
    }
}

/// How many connections a server has at most: with fewer descriptors, fewer.
package struct ConnectionLimits: Hashable, Sendable {
    package let http: Int
    /// 0 without controllers.
    package let controllers: Int

    /// No server has more connections of a kind.
    package static let maximum = 1024
    /// The descriptors for sessions, and for the measurements that clients follow.
    private static let reserve = 256

    /// - Parameter descriptors: how many the process may have.
    package init(descriptors: Int, hasControllers: Bool) {
        let available = max(descriptors - Self.reserve, descriptors / 2)
        let limit = max(2, min(Self.maximum, hasControllers ? available / 2 : available))
        (http, controllers) = (limit, hasControllers ? limit : 0)
    }
}
