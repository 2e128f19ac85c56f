import StudioCore
import StudioMeeting
import StudioRuntime

/// Starts the audio thread.
typealias AudioThreadStarter = @Sendable (_ body: @escaping @Sendable () -> Void) throws -> Void

/// The shell of ``AudioGraph``: time, threads and registrations.
final class AudioEngineCore: Sendable {
    private struct State: Sendable {
        var observations: [AudioObservation] = []
        /// The local user's tracks; without observers, they have no inputs.
        var localTracks: [Track]
        var local: [TrackAudioInput] = []
        var subscription = AudioSubscription()
        var tracks: [TrackID: TrackAudioInput] = [:]
        var isStopped = false
        /// Whether a thread moves the audio now.
        var isMoving = false
        /// Raised when observers or tracks have changed: there may be an earlier deadline, or something to forget.
        var changes = 0
        /// With a manual clock: the earliest time at which the clock serves the engine.
        var timer: MediaTime?

        var inputs: [TrackAudioInput] { Array(tracks.values) + local }
        /// Whether audio is kept for observers.
        var isActive: Bool { !isStopped && !observations.isEmpty }

        init(_ microphone: Track) {
            localTracks = [microphone]
        }

        mutating func takeInputs() -> [TrackAudioInput] {
            defer { (tracks, local) = ([:], []) }
            return inputs
        }
    }

    private let meeting: Meeting
    private let clock: any StudioClock
    private let latency: MediaTime
    private let graph: GraphBox
    private let state: Monitor<State>
    private let late = Counter()
    /// Of inputs that were removed.
    private let earlierLateSamples = Counter()
    private let waits = Counter()
    private let startThread: AudioThreadStarter
    /// Held while the thread is started, so that no other observer relies on a thread that could not be started.
    private let hasThread = Lock(false)

    private static let lateness = MediaTime.milliseconds(10)

    init(_ meeting: Meeting, latency: MediaTime, _ startThread: @escaping AudioThreadStarter) {
        self.meeting = meeting
        self.startThread = startThread
        state = Monitor(State(meeting.localTracks.microphone))
        clock = meeting.clock
        self.latency = latency
        graph = GraphBox(AudioGraph(clock: meeting.clock, start: meeting.clock.now, latency: latency))
        meeting.onTrack { [weak self] track in self?.attach(track) }
    }

    var lateDeadlines: Int { late.value }

    var waitCount: Int { waits.value }

    var lateSamples: Int {
        state.withLock { $0.inputs }.reduce(earlierLateSamples.value) { $0 + $1.lateSamples }
    }

    // MARK: Registrations

    /// - Parameter start: the time of the first sample; now if nil.
    func add(
        _ point: AudioPoint, _ request: AudioRequest, from start: MediaTime? = nil, _ body: AudioObservation.Body
    ) throws(StudioError) -> AudioObservation {
        if let refusal = request.refusal(at: point) { throw refusal }
        let observation = AudioObservation(point, request, start: start ?? clock.now, body: body) { [weak self] in
            self?.removeCancelled()
            self?.wake()
        }
        let (isFirst, isOccupied, isStopped) = state.withLock { state in
            let others = state.observations.filter { !$0.isCancelled }
            let isOccupied = observation.isEditor && others.contains { $0.isEditor && $0.point == point }
            if !isOccupied, !state.isStopped { state.observations.append(observation) }
            return (others.isEmpty, isOccupied, state.isStopped)
        }
        if isStopped {
            observation.cancel()
            return observation
        }
        if isOccupied {
            throw StudioError(
                .receivingSecondEditor, "the point \(point) has an editor", hint: "cancel it first")
        }
        if isFirst { begin() }
        do {
            try arm()
        } catch {
            observation.cancel()
            throw StudioError(
                .receivingAudioThread, "\(error)",
                hint: "the point \(point) is not observed; end other threads, and try again")
        }
        return observation
    }

    /// Without observers, no audio is converted and kept.
    private func removeCancelled() {
        let (inputs, before) = state.withLock { state in
            let before = state.observations
            state.changes += 1
            state.observations.removeAll { $0.isCancelled }
            return (state.observations.isEmpty ? state.takeInputs() : [], before)
        }
        withExtendedLifetime(before) {}
        detach(inputs)
    }

    private func detach(_ inputs: [TrackAudioInput]) {
        for input in inputs {
            input.track.fanout.remove(input)
            earlierLateSamples.increment(by: input.lateSamples)
        }
    }

    func stop() {
        let (observations, inputs) = state.update { state in
            defer {
                state.isStopped = true
                state.observations = []
            }
            return (state.observations, state.takeInputs())
        }
        for observation in observations { observation.cancel() }
        detach(inputs)
    }

    // MARK: Tracks

    /// The first observer: audio before it is not kept.
    private func begin() {
        guard let before = state.withLock({ $0.isStopped ? nil : $0.takeInputs() }) else { return }
        detach(before)
        attachLocal()
        for track in meeting.remoteTracks { attach(track) }
    }

    func setLocalTracks(_ tracks: [Track]) {
        let isActive = state.update { state in
            state.localTracks = tracks
            return state.isActive
        }
        if isActive { attachLocal() }
    }

    /// Creates the inputs of the local user's tracks, and removes those of others.
    private func attachLocal() {
        // An input has memory for two seconds.
        let missing = state.withLock { state in
            state.localTracks.filter { track in !state.local.contains { $0.track === track } }
        }
        let fresh = missing.map { newInput($0, keepsLate: false) }
        let (added, removed) = state.withLock { state -> ([TrackAudioInput], [TrackAudioInput]) in
            guard state.isActive else { return ([], []) }
            let before = state.local
            state.changes += 1
            state.local = state.localTracks.compactMap { track in
                before.first { $0.track === track } ?? fresh.first { $0.track === track }
            }
            let after = state.local
            return (
                after.filter { new in !before.contains { $0 === new } },
                before.filter { old in !after.contains { $0 === old } }
            )
        }
        for input in removed { input.track.fanout.remove(input) }
        for input in added { connect(input) }
    }

    /// Another thread may replace the input meanwhile, or stop the engine, and then remove it before it is added.
    private func connect(_ input: TrackAudioInput) {
        input.track.fanout.add(input)
        let isCurrent = state.withLock { $0.inputs.contains { $0 === input } }
        if !isCurrent { input.track.fanout.remove(input) }
    }

    func setSubscription(_ subscription: AudioSubscription) {
        let (removed, isActive) = state.update { state in
            state.subscription = subscription
            let removed = state.tracks.filter { !subscription.hears($0.key.participant) }
            for track in removed.keys { state.tracks[track] = nil }
            return (Array(removed.values), state.isActive)
        }
        detach(removed)
        guard isActive else { return }
        for track in meeting.remoteTracks { attach(track) }
        wake()
    }

    private func attach(_ track: Track) {
        let user = track.id.participant
        guard !track.id.kind.isVideo, state.withLock({ $0.isActive && $0.subscription.hears(user) }) else { return }
        let input = newInput(track, keepsLate: true)
        let isNew = state.withLock { state in
            guard state.isActive, state.subscription.hears(user), state.tracks[track.id] == nil else { return false }
            state.tracks[track.id] = input
            return true
        }
        guard isNew else { return }
        connect(input)
        // An observer of this participant has a deadline from now on.
        wake()
    }

    /// Late audio has readers before mixing only.
    private func newInput(_ track: Track, keepsLate: Bool) -> TrackAudioInput {
        TrackAudioInput(
            track, position: (clock.now - latency).count(at: BlockStream.inner.rate), keepsLate: keepsLate)
    }

    // MARK: Time

    private func arm() throws {
        if !(clock is ManualClock) {
            try hasThread.withLock { hasThread in
                if !hasThread { try startThread { [self] in runThread() } }
                hasThread = true
            }
        }
        wake()
    }

    /// Lets the audio thread look at the observers and tracks again; with a manual clock, the thread that advances it.
    private func wake() {
        let isStopped = state.update { state in
            state.changes += 1
            return state.isStopped
        }
        if clock is ManualClock, !isStopped { schedule(at: clock.now) }
    }

    private func runThread() {
        while let deadline = waitForDeadline() {
            if clock.now - deadline > Self.lateness { late.increment() }
            graph.value.advance(to: deadline)
        }
    }

    /// Waits until a block is due; `nil` when the engine stops.
    private func waitForDeadline() -> MediaTime? {
        while true {
            // Read first: what changes afterwards ends the wait.
            let (isStopped, changes) = state.withLock { ($0.isStopped, $0.changes) }
            if isStopped { return nil }
            let deadline = nextDeadline(changes)
            let left = deadline.map { ($0 - clock.now).seconds } ?? .infinity
            if left <= 0 { return deadline }
            waits.increment()
            _ = state.wait(seconds: left) { $0.isStopped || $0.changes != changes ? true : nil }
        }
    }

    /// With a manual clock: serves everything that is due, then schedules the next deadline.
    private func runDue() {
        let isFree = state.withLock { state in
            if let timer = state.timer, timer <= clock.now { state.timer = nil }
            // The thread that moves the audio looks again.
            if state.isMoving { state.changes += 1 }
            return !exchange(&state.isMoving, with: true)
        }
        guard isFree else { return }
        var (next, isDone) = (MediaTime?.none, false)
        while !isDone {
            let changes = state.withLock { $0.changes }
            next = nextDeadline(changes)
            while let deadline = next, deadline <= clock.now {
                graph.value.advance(to: deadline)
                next = nextDeadline(state.withLock { $0.changes })
            }
            isDone = state.withLock { state in
                state.isMoving = state.changes != changes
                return !state.isMoving
            }
        }
        if let next { schedule(at: next) }
    }

    /// One timer is pending; an earlier one replaces it.
    private func schedule(at time: MediaTime) {
        let isEarlier = state.withLock { state in
            if let timer = state.timer, timer <= time { return false }
            state.timer = time
            return true
        }
        if isEarlier { clock.schedule(at: time) { [weak self] in self?.runDue() } }
    }

    /// - Parameter changes: a number that was read before.
    private func nextDeadline(_ changes: Int) -> MediaTime? {
        if graph.plannedChanges != changes || graph.value.hasEndedTrack {
            graph.plannedChanges = changes
            plan()
        }
        return graph.value.nextDeadline
    }

    /// The observers, and the remote tracks by ascending user; ended ones are forgotten.
    private func plan() {
        let (observations, local, tracks, ended, before) = state.withLock { state in
            let before = state.observations
            state.observations.removeAll { $0.isCancelled }
            let ended = state.tracks.filter { $0.value.track.state == .ended }
            for track in ended.keys { state.tracks[track] = nil }
            return (state.observations, state.local, Array(state.tracks.values), Array(ended.values), before)
        }
        withExtendedLifetime(before) {}
        // A track and its input refer to each other.
        detach(ended)
        let order = tracks.sorted {
            ($0.track.id.participant.rawValue, $0.track.id.kind.rawValue)
                < ($1.track.id.participant.rawValue, $1.track.id.kind.rawValue)
        }
        graph.value.change(observations, local: local, order)
    }
}

/// The graph in a box that other threads can refer to.
private final class GraphBox: @unchecked Sendable {
    // Safety: the audio thread alone uses the graph; with a manual clock, `isMoving` admits one thread.
    let value: AudioGraph
    /// The number of the changes that its plan contains.
    var plannedChanges = 0

    init(_ value: AudioGraph) {
        self.value = value
    }
}
