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

/// A track whose frame sizes are reported.
struct WatchedTrack {
    private var track: Track?
    private var watcher: FrameSizeWatcher?
    private let report: @Sendable (TrackControls.Size) -> Void

    init(_ report: @escaping @Sendable (TrackControls.Size) -> Void) {
        self.report = report
    }

    /// Watches a track instead of an earlier one; `nil` for none.
    ///
    /// - Returns: whether it is another track.
    @discardableResult
    mutating func attach(_ track: Track?) -> Bool {
        guard self.track !== track else { return false }
        if let watcher { self.track?.fanout.remove(watcher) }
        self.track = track
        watcher = track.map { _ in FrameSizeWatcher(report) }
        if let watcher { track?.fanout.add(watcher) }
        return true
    }
}
