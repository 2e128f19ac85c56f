import Dispatch
import Logging
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// Publishes what the client sends: frames at once, and audio when it is due. Calls of one kind are serialised.
final class ClientSending: Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case camera
        case microphone
        case share
        case shareAudio = "share's audio"

        /// Those that may be queued.
        static let audio = [Kind.microphone, .shareAudio]
    }

    private struct State: Sendable {
        var publishers: [Kind: TrackPublisher] = [:]
        var contracts: [Kind: AudioContract] = [:]
        var queued: [Kind: AudioQueue] = [:]
        /// The kinds for which a timer is set.
        var awaited: Set<Kind> = []
        /// The kinds whose queue was reported since it was empty.
        var reported: Set<Kind> = []
    }

    /// A queue of this length is reported.
    private static let longQueue = MediaTime.seconds(1)

    private let clock: any StudioClock
    private let logger = Logger(label: "psstudio")
    private let queues = Dictionary(
        uniqueKeysWithValues: Kind.allCases.map { ($0, DispatchQueue(label: "psstudio.sending")) })
    private let state = Lock(State())

    /// - Parameter clock: that of the meeting.
    init(clock: any StudioClock) { self.clock = clock }

    /// Publishes in this meeting from now on.
    func begin(_ session: ClientSession) {
        let local = session.meeting.localTracks
        replace([
            .camera: TrackPublisher(session.camera), .microphone: TrackPublisher(session.microphone),
            .share: TrackPublisher(local.shareVideo), .shareAudio: TrackPublisher(local.shareAudio),
        ])
    }

    /// Publishes nothing any more.
    func end() { replace([:]) }

    private func replace(_ publishers: [Kind: TrackPublisher]) {
        let before = state.withLock { state in
            let before = state
            state = State(publishers: publishers, awaited: before.awaited)
            return before
        }
        withExtendedLifetime(before) {}
    }

    func check(
        _ kind: Kind, length: Int, sampleRate: Int32, channels: Int32, at now: MediaTime
    ) throws(StudioError) -> (format: AudioFormat, time: MediaTime) {
        try state.withLock { state throws(StudioError) in
            try state.contracts[kind, default: AudioContract(kind == .shareAudio ? .share : .microphone)].check(
                length: length, sampleRate: sampleRate, channels: channels, at: now)
        }
    }

    /// - Returns: false when memory is exhausted.
    func publish(_ kind: Kind, _ body: (TrackPublisher) -> Bool) -> Bool {
        guard let publisher = state.withLock({ $0.publishers[kind] }), let queue = queues[kind] else { return true }
        return queue.sync { body(publisher) }
    }

    // MARK: Audio

    /// Publishes audio that is due, and queues the rest.
    ///
    /// - Returns: false when memory is exhausted.
    func send(
        _ bytes: UnsafeRawBufferPointer, _ kind: Kind, _ format: AudioFormat, at time: MediaTime, _ now: MediaTime
    ) -> Bool {
        let end = time + MediaTime(count: Int64(bytes.count / format.frameBytes), rate: format.rate)
        return publish(kind) { publisher in
            let isDue = state.withLock { state in
                if state.queued[kind]?.isEmpty != false, AudioQueue.isDue(until: end, at: now) { return true }
                state.queued[kind, default: AudioQueue()].add(bytes, format, at: time)
                return false
            }
            if isDue { return publisher.publish(audio: bytes, format: format, time: time) }
            release(kind, to: publisher)
            reportQueue(of: kind)
            return true
        }
    }

    /// Publishes what is due, and sets the timer for the rest. Called on the queue of the kind.
    private func release(_ kind: Kind, to publisher: TrackPublisher) {
        assert(isOnQueue(of: kind))
        let now = clock.now
        while let piece = state.withLock({ $0.queued[kind]?.takeDue(at: now) }) {
            let isPublished = piece.bytes.withUnsafeBytes {
                publisher.publish(audio: $0, format: piece.format, time: piece.time)
            }
            if !isPublished { logger.error("no memory is left for \(piece.bytes.count) bytes of audio") }
        }
        let dueTime = state.withLock { state -> MediaTime? in
            guard let time = state.queued[kind]?.dueTime else {
                state.reported.remove(kind)
                return nil
            }
            return state.awaited.insert(kind).inserted ? time : nil
        }
        guard let dueTime else { return }
        clock.schedule(at: dueTime) { [weak self] in self?.releaseLater(kind) }
    }

    /// Traps on another queue. Only debug builds call it.
    private func isOnQueue(of kind: Kind) -> Bool {
        if let queue = queues[kind] { dispatchPrecondition(condition: .onQueue(queue)) }
        return true
    }

    private func releaseLater(_ kind: Kind) {
        state.withLock { _ = $0.awaited.remove(kind) }
        guard let publisher = state.withLock({ $0.publishers[kind] }), let queue = queues[kind] else { return }
        queue.sync { release(kind, to: publisher) }
    }

    private func reportQueue(of kind: Kind) {
        let duration = state.withLock { state -> MediaTime? in
            guard let duration = state.queued[kind]?.duration, duration >= Self.longQueue else { return nil }
            return state.reported.insert(kind).inserted ? duration : nil
        }
        guard let duration else { return }
        logger.warning(
            """
            note: \(NumberText.seconds(duration)) of audio are queued for the \(kind.rawValue): they are played in real \
            time, and a stop, muting or leaving discards them
            """)
    }

    /// Discards what is queued; the next audio is due at once.
    func discard(_ kind: Kind) {
        let duration = state.withLock { state -> MediaTime in
            defer {
                (state.contracts[kind], state.queued[kind]) = (nil, nil)
                state.reported.remove(kind)
            }
            return state.queued[kind]?.duration ?? .zero
        }
        guard duration > .zero else { return }
        logger.warning("note: \(NumberText.seconds(duration)) of queued audio of the \(kind.rawValue) are discarded")
    }

    func discardAll() { for kind in Kind.audio { discard(kind) } }

    /// How much audio is queued.
    func queued(_ kind: Kind) -> MediaTime { state.withLock { $0.queued[kind]?.duration ?? .zero } }
}
