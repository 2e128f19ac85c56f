public import StudioCore
package import StudioRuntime

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
        var format: TrackFormat?

        /// - Returns: whether the state has changed.
        mutating func set(_ new: TrackState) -> Bool {
            guard state != .ended, state != new else { return false }
            if state == .off, new == .on || new == .stalled { count += 1 }
            state = new
            return true
        }
    }

    private let publication = Lock(Publication())
    private let control = Lock(TrackControls())
    private let beginsSmaller = Lock(false)

    private let events: TrackEvents?
    private let interruptionObservers = Lock<[@Sendable (CameraInterruption?) -> Void]>([])

    /// - Parameter events: receives changes; `nil` for the local user's tracks.
    package init(_ id: TrackID, backpressure: Backpressure = Backpressure(), events: TrackEvents? = nil) {
        self.id = id
        self.events = events
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

    /// Changes how it is published; its source follows with the next unit.
    package func change(_ change: TrackChange) throws(TrackChangeError) {
        let (before, after) = try control.withLock { controls throws(TrackChangeError) in
            let before = controls
            try controls.apply(change, to: id.kind)
            return (before, controls)
        }
        if before.isMuted != after.isMuted { events?.publish(id, .muted(after.isMuted)) }
        if before.interruption != after.interruption {
            events?.perform { [self] in
                for observer in interruptionObservers.withLock({ $0 }) { observer(after.interruption) }
            }
        }
        noteSpeech()
    }

    /// Adds an observer of the interruptions of a camera, which is called on the meeting's callback queue.
    package func onInterruption(_ body: @escaping @Sendable (CameraInterruption?) -> Void) {
        interruptionObservers.withLock { $0.append(body) }
    }

    /// Sets the state; nothing changes ``TrackState/ended``.
    package func setState(_ state: TrackState) {
        guard publication.withLock({ $0.set(state) }) else { return }
        events?.publish(id, .state(state))
        noteSpeech()
    }

    /// A participant speaks while the microphone publishes what it picks up.
    private func noteSpeech() {
        guard let events, id.kind == .microphone else { return }
        let controls = controls
        events.speech.setSpeaking(state == .on && !controls.isMuted && controls.isSpeaking, id.participant)
    }

    /// Notes a published unit; a track that was off is on.
    func notePublished(_ format: TrackFormat) {
        let (isNew, isOther) = publication.withLock { publication in
            let isNew = publication.state == .off && publication.set(.on)
            let isOther = publication.format != format
            if isOther { publication.format = format }
            return (isNew, isOther)
        }
        if isNew {
            events?.publish(id, .state(.on))
            noteSpeech()
        }
        if isOther { events?.publish(id, .format(format)) }
    }
}
