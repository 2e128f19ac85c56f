import StudioCore
import StudioMeeting
import StudioRuntime

/// Reports the size of a track's first frame, and each other size after it, on the publisher's thread.
final class FrameSizeWatcher: MediaReceiver {
    private let size = Lock<TrackControls.Size?>(nil)
    private let report: @Sendable (TrackControls.Size) -> Void

    init(_ report: @escaping @Sendable (TrackControls.Size) -> Void) {
        self.report = report
    }

    var hasCapacity: Bool { true }

    func receive(_ block: borrowing AudioBlock) {}

    func receive(_ frame: borrowing VideoFrame) {
        let new = TrackControls.Size(width: frame.layout.width, height: frame.layout.height)
        if size.exchange(new) != new { report(new) }
    }
}

/// The watcher of one track at a time.
final class WatchedTrack: Sendable {
    private struct State: Sendable {
        var track: Track?
        var watcher: FrameSizeWatcher?
        var isOver = false
    }

    private let report: @Sendable (TrackControls.Size) -> Void
    private let state = Lock(State())

    init(_ report: @escaping @Sendable (TrackControls.Size) -> Void) {
        self.report = report
    }

    /// Watches a track instead of an earlier one; `nil` for none.
    ///
    /// - Returns: whether it is another track.
    @discardableResult
    func attach(_ track: Track?) -> Bool {
        let fresh = FrameSizeWatcher(report)
        let (before, isNew) = state.withLock { state -> (State, Bool) in
            let before = state
            guard !state.isOver, state.track !== track else { return (before, false) }
            state.track = track
            state.watcher = track.map { _ in fresh }
            return (before, true)
        }
        guard isNew else { return false }
        if let watcher = before.watcher { before.track?.fanout.remove(watcher) }
        track?.fanout.add(fresh)
        // It was ended meanwhile, and that end did not find the watcher.
        if state.withLock({ $0.isOver }) { track?.fanout.remove(fresh) }
        return true
    }

    func end() {
        let before = state.withLock { state in
            defer { state = State(isOver: true) }
            return state
        }
        if let watcher = before.watcher { before.track?.fanout.remove(watcher) }
    }
}
