public import StudioCore
import StudioRuntime

/// Media of one kind that one participant publishes.
///
/// A track exists as long as its participant is in the meeting, whether or not media is published.
public final class Track: Sendable {
    /// The participant and the kind of media.
    public let id: TrackID
    /// Distributes the published media. Receivers are called on the publisher's thread.
    public let fanout: MediaFanout
    private struct Publication: Sendable {
        var state = TrackState.off
        var count = 0

        mutating func set(_ new: TrackState) {
            guard state != .ended else { return }
            if state == .off, new == .on || new == .stalled { count += 1 }
            state = new
        }
    }

    private let publication = Lock(Publication())
    private let control = Lock(TrackControls())
    private let beginsSmaller = Lock(false)

    init(_ id: TrackID, backpressure: Backpressure) {
        self.id = id
        fanout = MediaFanout(backpressure: backpressure)
    }

    /// Whether media is published now.
    public var state: TrackState { publication.withLock { $0.state } }

    /// How often publishing has begun: at first, and after each mute.
    package var publicationCount: Int { publication.withLock { $0.count } }

    /// How the track is published; its source follows them.
    public var controls: TrackControls { control.withLock { $0 } }

    /// Whether a subscription gets its first frames one step smaller than requested, as over a network.
    package var beginsWithSmallerFrames: Bool {
        get { beginsSmaller.withLock { $0 } }
        set { beginsSmaller.set(newValue) }
    }

    func change(_ change: TrackChange) throws(TrackChangeError) {
        try control.withLock { controls throws(TrackChangeError) in try controls.apply(change, to: id.kind) }
    }

    /// Sets the state; nothing changes ``TrackState/ended``.
    package func setState(_ state: TrackState) { publication.withLock { $0.set(state) } }
}
