import StudioCore
import StudioRuntime

/// One meeting of the entry.
struct EntrySession: Sendable {
    let studio: StudioController
    let record = EntryRecord()

    init(_ studio: StudioController) {
        self.studio = studio
    }
}

/// The entry's record of one meeting. It does not reference the meeting, because the meeting's observer references it.
final class EntryRecord: Sendable {
    private struct State: Sendable {
        var request: JoinRequest?
        var hasArrived = false
        var isForgotten = false
    }

    private let state = Lock(State())

    /// The arguments of the join call; `nil` when the client did not join through the entry.
    var request: JoinRequest? { state.withLock { $0.request } }

    func setRequest(_ request: JoinRequest) {
        state.withLock { $0.request = request }
    }

    /// The request, when the local user arrives for the first time.
    func takeArrival() -> JoinRequest? {
        state.withLock { state in
            guard !state.hasArrived, let request = state.request else { return nil }
            state.hasArrived = true
            return request
        }
    }

    /// Set when its last events must no longer be delivered.
    var isForgotten: Bool { state.withLock { $0.isForgotten } }

    func forget() {
        state.withLock { $0.isForgotten = true }
    }
}
