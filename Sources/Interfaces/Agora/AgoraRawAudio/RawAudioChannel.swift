import Dispatch
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives the blocks of a channel.
package protocol RawAudioObserver: AnyObject, Sendable {
    /// The points that it wants now. Asked when it is set, every 10 ms, and before each block.
    ///
    /// - Returns: `nil` when the client's delegate is gone.
    func wantedPoints() -> RawAudioPoints?
    /// The format that it asks for; `nil` for none.
    func parameters(at point: RawAudioPoints) -> RawAudioParameters?
    /// Called on the audio thread with a block that is valid inside the call.
    func receive(_ block: RawAudioBlock) -> RawAudioResult
}

/// Where audio is tapped.
package enum RawAudioTap: Hashable, Sendable, CaseIterable {
    /// What the other users hear: the edited audio of the local user; silence while it is muted.
    case channel
    /// What is heard locally: playback after its edits.
    case speaker
    /// The mix after its edits.
    case mix
}

/// A joined channel: connects the observer of an engine to the audio of a meeting.
final class RawAudioChannel: Sendable {
    private struct State: Sendable {
        var observer: (any RawAudioObserver)?
        /// Raised with each observer.
        var generation = 0
        var observations: [Int: AudioObservation] = [:]
        /// Points that are being opened.
        var opening: Set<Int> = []
        var modes: [Int: RawAudioMode] = [:]
        var memories: [Int: RawAudioMemory] = [:]
        /// What is reported once in a channel.
        var reported: Set<String> = []
        var isOver = false
    }

    let meeting: Meeting
    /// The number of the channel among those of its engine, from 1.
    let number: Int
    private let name: String
    private let formats: RawAudioFormats
    private let engine: AudioEngine
    private let owner: RawAudioEngine.Shared
    private let start: MediaTime
    private let state = Lock(State())
    /// Two threads may change the sources at the same time; the last change wins.
    private let following = DispatchQueue(label: "psstudio.sources")

    /// The form of taps, and the interval at which the observer is asked for its points.
    static let tick = AudioRequest(.program, blockSamples: 480)
    private static let longestBacklog = MediaTime.seconds(1)

    init(_ name: String, in meeting: Meeting, formats: RawAudioFormats, owner: RawAudioEngine.Shared) {
        (self.name, self.meeting, self.formats, self.owner) = (name, meeting, formats, owner)
        number = owner.countChannel()
        engine = AudioEngine(in: meeting)
        start = meeting.clock.now
    }

    // MARK: Life

    /// Begins with the taps, which pass the audio on unchanged.
    func begin() throws(StudioError) {
        followSources()
        try engine.observe(.record, Self.tick) { [weak self] samples, _ in
            guard let self else { return }
            owner.deliver(samples, to: .channel)
            update()
        }
        try engine.observe(.playback, Self.tick) { [owner] samples, _ in owner.deliver(samples, to: .speaker) }
        try engine.observe(.mixed, Self.tick) { [owner] samples, _ in owner.deliver(samples, to: .mix) }
    }

    /// Mixes the sources of the local user's audio that exist and are published now.
    func followSources() {
        following.sync { engine.setLocalTracks(owner.sources.tracks(meeting.localTracks.microphone)) }
    }

    /// Sets the observer. A running call of the previous one finishes, none follows.
    func setObserver(_ observer: (any RawAudioObserver)?) {
        let before = state.withLock { state in
            defer {
                state.observer = observer
                state.generation += 1
                state.observations = [:]
                state.opening = []
            }
            return (state.observer, state.observations)
        }
        for observation in before.1.values { observation.cancel() }
        withExtendedLifetime(before) {}
        update()
    }

    /// Ends without waiting: a running call finishes, none follows.
    func end() {
        state.withLock { $0.isOver = true }
        setObserver(nil)
        engine.stop()
    }

    // MARK: Points

    /// Opens the points that the observer wants, and closes the others.
    private func update() {
        let (observer, generation) = state.withLock { ($0.isOver ? nil : $0.observer, $0.generation) }
        guard let observer else { return }
        guard let wanted = observer.wantedPoints() else { return forget(observer, generation) }
        for point in RawAudioPoints.inOrder {
            if wanted.contains(point) { open(point, observer, generation) } else { close(point, generation) }
        }
    }

    private func open(_ point: RawAudioPoints, _ observer: any RawAudioObserver, _ generation: Int) {
        let mustOpen = state.withLock { state in
            guard state.generation == generation, state.observations[point.rawValue] == nil else { return false }
            return state.opening.insert(point.rawValue).inserted
        }
        guard mustOpen else { return }
        let (parameters, notes) = formats.resolve(point, asked: observer.parameters(at: point))
        for note in notes { reportOnce(note, at: point) }
        let byteCount = parameters.blockSamples * parameters.channels * RawAudioShape.sampleBytes
        state.withLock { state in
            state.modes[point.rawValue] = parameters.mode
            state.memories[point.rawValue] = RawAudioMemory(byteCount: byteCount)
        }
        do throws(StudioError) {
            let observation = try observe(point, parameters, generation)
            let isCurrent = state.withLock { state in
                guard state.generation == generation, !state.isOver else { return false }
                state.opening.remove(point.rawValue)
                state.observations[point.rawValue] = observation
                return true
            }
            if !isCurrent { observation.cancel() }
        } catch {
            state.withLock { _ = $0.opening.remove(point.rawValue) }
            // The editor of a previous observer is being opened on another thread; the next tick tries again.
            if error.rule != .receivingSecondEditor { reportOnce(error, at: point) }
        }
    }

    private func observe(
        _ point: RawAudioPoints, _ parameters: RawAudioParameters, _ generation: Int
    ) throws(StudioError) -> AudioObservation {
        let request = parameters.request
        if parameters.mode == .readOnly {
            return try engine.observe(point.engine, request) { [weak self] samples, description in
                self?.deliver(point, UnsafeRawBufferPointer(samples), description, generation) { _ in }
            }
        }
        return try engine.edit(point.engine, request) { [weak self] samples, description in
            let target = UnsafeMutableRawBufferPointer(samples)
            self?.deliver(point, UnsafeRawBufferPointer(target), description, generation) { edited in
                target.copyMemory(from: edited)
            }
        }
    }

    private func close(_ point: RawAudioPoints, _ generation: Int) {
        let observation = state.withLock { state in
            state.generation == generation ? state.observations.removeValue(forKey: point.rawValue) : nil
        }
        observation?.cancel()
    }

    /// The client's delegate is gone.
    private func forget(_ observer: any RawAudioObserver, _ generation: Int) {
        guard state.withLock({ $0.generation == generation && !$0.isOver }) else { return }
        owner.report(
            StudioError(
                .rawAudioObserverGone, "the delegate of the audio observer is gone",
                hint: "keep a reference to it; the engine does not"), isRefusal: true)
        // The engine removes it from this channel, unless another one was set meanwhile.
        owner.forget(observer)
    }

    // MARK: Blocks

    /// Calls the observer.
    ///
    /// - Parameter write: gets the bytes that continue, unless they are those of `samples`.
    private func deliver(
        _ point: RawAudioPoints, _ samples: UnsafeRawBufferPointer, _ description: AudioBlockDescription,
        _ generation: Int, _ write: (UnsafeRawBufferPointer) -> Void
    ) {
        let current = state.withLock { state -> (any RawAudioObserver, RawAudioMemory, RawAudioMode)? in
            guard state.generation == generation, let observer = state.observer,
                let memory = state.memories[point.rawValue], let mode = state.modes[point.rawValue]
            else { return nil }
            return (observer, memory, mode)
        }
        let channels = Int(description.format.channels)
        let count = samples.count / RawAudioShape.sampleBytes / channels
        let duration = MediaTime(count: Int64(count), rate: description.format.rate)
        guard let (observer, memory, mode) = current, isTimely(description, duration, point) else { return }
        guard let wanted = observer.wantedPoints() else { return forget(observer, generation) }
        guard wanted.contains(point) else { return }
        let shape = RawAudioShape(
            samples: count, channels: channels, sampleRate: Int(description.format.sampleRate))
        memory.fill(mode == .writeOnly ? nil : samples)
        let block = RawAudioBlock(
            point, user: description.user, shape: shape, time: description.time - start, channel: name, memory: memory
        ) { [owner] point in
            owner.report(
                StudioError(
                    .rawAudioStaleBlock, "a block of the point \(point.name) is used after its callback",
                    hint: "copy its bytes inside the callback"), isRefusal: true)
        }
        let result = observer.receive(block)
        block.end()
        finish(block, memory, mode, result, write)
    }

    private func finish(
        _ block: RawAudioBlock, _ memory: RawAudioMemory, _ mode: RawAudioMode, _ result: RawAudioResult,
        _ write: (UnsafeRawBufferPointer) -> Void
    ) {
        let point = block.point
        let overrun = memory.takeOverrun()
        if overrun > 0 {
            owner.report(
                StudioError(
                    .rawAudioOverrun,
                    "\(overrun) bytes behind the block of \(memory.byteCount) bytes were written "
                        + "at the point \(point.name)",
                    hint: "copy at most the size of the block"), isRefusal: true)
        }
        if !result.isReached {
            reportOnce(
                StudioError(
                    .rawAudioNobodyReached, "the point \(point.name) was asked for and has no implementation",
                    hint: owner.spelling(point)), at: point)
        }
        let writeBack = RawAudioWriteBack(
            mode: mode, shape: block.shape, returned: result.shape, replacement: result.replacement?.count)
        for rule in writeBack.rules {
            owner.report(StudioError(rule, "at the point \(point.name): \(rule.statement)"), isRefusal: false)
        }
        switch writeBack.source {
        case .original: break
        case .memory: write(UnsafeRawBufferPointer(start: memory.start, count: memory.byteCount))
        case .replacement: if let replacement = result.replacement { write(replacement) }
        }
    }

    /// Whether a block is delivered: after a slow callback, blocks queue up to one second.
    private func isTimely(
        _ description: AudioBlockDescription, _ duration: MediaTime, _ point: RawAudioPoints
    ) -> Bool {
        guard meeting.clock.now - description.time > duration + Self.longestBacklog else { return true }
        owner.report(
            StudioError(
                .rawAudioBacklog, "a block of the point \(point.name) is more than 1 s late and was dropped",
                hint: "return from the callback within the interval"), isRefusal: false)
        return false
    }

    private func reportOnce(_ error: StudioError, at point: RawAudioPoints) {
        let isNew = state.withLock { $0.reported.insert("\(error.rule.id) \(point.rawValue)").inserted }
        if isNew { owner.report(error, isRefusal: false) }
    }
}

extension RawAudioPoints {
    /// The point of the engine.
    fileprivate var engine: AudioPoint {
        switch self {
        case .record: .record
        case .beforeMixing: .beforeMixing(nil)
        case .playback: .playback
        default: .mixed
        }
    }
}
