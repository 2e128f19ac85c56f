import Glibc

extension Invariant {
    /// What controllers see.
    static let controlling = [
        Invariant(name: "every request of a controller is answered") { record in record.controllers.faults },
        Invariant(name: "a controller is told of the end, unless the session is killed") { record in
            guard !record.endsAbruptly else { return [] }
            return record.controllers.lost.map { "\($0) was not told" }
        },
        Invariant(name: "a session removes its socket, unless it is killed") { record in
            let isLeft = access(record.path(TorturePlan.socketName), F_OK) == 0
            return isLeft && !record.endsAbruptly ? ["it is left"] : []
        },
    ]
}

extension SessionRecord {
    /// Whether a signal ends the program at once: it cannot be caught, or it is the second one.
    var endsAbruptly: Bool {
        deliveredSignals.count > 1 || endings.contains { $0.wasKilled || $0.hang != nil }
    }
}
