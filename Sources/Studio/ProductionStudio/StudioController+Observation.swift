package import StudioCore
import StudioRuntime

// What observers receive on the thread of the client's call.
extension StudioController {
    /// An act of the client that has changed something.
    enum Observation: Sendable {
        case query(StudioQuery, answer: Bool)
        case delegate(isSet: Bool)
    }

    /// Reports an act of the client that is served, and that only a strict judge of its trace reports.
    package func notice(_ error: StudioError) {
        for observer in observers { observer.studioNoticed(error) }
    }

    /// Adds an observer of the client's acts; of media, from the next start on. It is retained. Observers are called in
    /// the order in which they were added.
    package func addObserver(_ observer: any StudioObserver) {
        locked.withLock { $0.observers.append(observer) }
    }

    /// The test that uses the studio ends. Later calls are not the client's.
    package func endTest() { for observer in observers { observer.studioTestEnded() } }

    package var observers: [any StudioObserver] { locked.withLock { $0.observers } }

    /// Reports a changed answer to the observers.
    func answer(_ query: StudioQuery, _ answer: Bool) -> Bool {
        report(
            locked.withLock { state in
                guard !state.observers.isEmpty, !state.answers.contains(where: { $0 == (query, answer) }) else {
                    return observations.add([])
                }
                state.answers.removeAll { $0.query == query }
                state.answers.append((query, answer))
                return observations.add([.query(query, answer: answer)])
            })
        return answer
    }

    /// Reports an act, after those before it.
    func report(_ act: ActionQueue<Observation>.Ticket) {
        observations.perform(act) { observation in
            for observer in observers {
                switch observation {
                case .query(let query, let answer): observer.studioWasQueried(query, answer: answer)
                case .delegate(let isSet): observer.studioDelegateChanged(isSet: isSet)
                }
            }
        }
    }
}
