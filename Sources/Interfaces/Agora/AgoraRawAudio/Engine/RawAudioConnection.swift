import Glibc
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

/// Connects an observer to the audio of a channel, until it is ended: opens the points that it wants, and calls it.
final class RawAudioConnection: Sendable {
    /// The audio of a channel, which outlasts its observers.
    final class Audio: Sendable {
        let channel: String
        let meeting: Meeting
        let engine: AudioEngine
        let formats: RawAudioFormats
        /// When the channel was joined.
        let start: MediaTime
        /// The findings that are reported once per channel.
        private let reported = Lock<Set<String>>([])

        init(
            channel: String, meeting: Meeting, engine: AudioEngine, formats: RawAudioFormats, start: MediaTime
        ) {
            (self.channel, self.meeting, self.engine) = (channel, meeting, engine)
            (self.formats, self.start) = (formats, start)
        }

        func isFirst(_ rule: Rule, at point: RawAudioPoints) -> Bool {
            reported.withLock { $0.insert("\(rule.id) \(point.rawValue)").inserted }
        }

        /// The points at which an edit without effect was reported.
        let editedPoints = Lock(RawAudioPoints())
    }

    private struct State: Sendable {
        var observations: [Int: AudioObservation] = [:]
        /// Points that are being opened.
        var opening: Set<Int> = []
        var isOver = false
        /// The time in callbacks since the last block that was on time.
        var busy = MediaTime.zero
    }

    private let observer: any RawAudioObserver
    private let audio: Audio
    private let owner: RawAudioEngine.Shared
    private let state = Lock(State())

    private static let longestBacklog = MediaTime.seconds(1)
    /// A block that is late by less is on time.
    private static let punctual = MediaTime.milliseconds(20)

    init(_ observer: any RawAudioObserver, _ audio: Audio, _ owner: RawAudioEngine.Shared) {
        (self.observer, self.audio, self.owner) = (observer, audio, owner)
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    /// Ends without waiting: a running call finishes, none follows.
    func end() {
        let observations = state.withLock { state in
            state.isOver = true
            return state.observations.values
        }
        for observation in observations { observation.cancel() }
    }

    // MARK: Points

    /// Opens the points that the observer wants, and closes the others.
    func update() {
        guard !isOver else { return }
        guard let wanted = inClient({ observer.wantedPoints() }) else { return reportGone() }
        for point in RawAudioPoints.inOrder {
            if wanted.contains(point) { open(point) } else { close(point) }
        }
    }

    private func open(_ point: RawAudioPoints) {
        let mustOpen = state.withLock { state in
            guard !state.isOver, state.observations[point.rawValue] == nil else { return false }
            return state.opening.insert(point.rawValue).inserted
        }
        guard mustOpen else { return }
        let asked = RawAudioCallback.mark.perform { observer.parameters(at: point) }
        let (parameters, notes) = audio.formats.resolve(point, asked: asked)
        for note in notes { reportOnce(note, at: point) }
        do throws(StudioError) {
            let observation = try observe(point, parameters)
            let isOver = state.withLock { state in
                state.opening.remove(point.rawValue)
                if !state.isOver { state.observations[point.rawValue] = observation }
                return state.isOver
            }
            if isOver { observation.cancel() }
        } catch {
            state.withLock { _ = $0.opening.remove(point.rawValue) }
            // The editor of a previous observer is being opened on another thread; the next tick tries again.
            if error.rule != .receivingSecondEditor { reportOnce(error, at: point) }
        }
    }

    private func observe(
        _ point: RawAudioPoints, _ parameters: RawAudioParameters
    ) throws(StudioError) -> AudioObservation {
        let (request, mode) = (parameters.request, parameters.mode)
        let memory = RawAudioMemory(
            byteCount: parameters.blockSamples * parameters.channels * RawAudioShape.sampleBytes,
            isGuarded: owner.isGuarded)
        if mode == .readOnly {
            return try audio.engine.observe(point.engine, request) { [weak self] samples, description in
                self?.deliver(point, UnsafeRawBufferPointer(samples), description, memory, mode) { _ in }
            }
        }
        return try audio.engine.edit(point.engine, request) { [weak self] samples, description in
            let target = UnsafeMutableRawBufferPointer(samples)
            self?.deliver(point, UnsafeRawBufferPointer(target), description, memory, mode) { edited in
                target.copyMemory(from: edited)
            }
        }
    }

    private func close(_ point: RawAudioPoints) {
        state.withLock { $0.observations.removeValue(forKey: point.rawValue) }?.cancel()
    }

    /// The client's delegate is gone. The engine removes the observer, unless another one was set meanwhile.
    private func reportGone() {
        guard !isOver else { return }
        owner.reporter.report(
            .rawAudioObserverGone, "the delegate of the audio observer is gone",
            hint: "keep a reference to it; the engine does not")
        owner.forget(observer)
    }

    // MARK: Blocks

    /// Calls the observer.
    ///
    /// - Parameter write: gets the bytes that continue, unless they are those of `samples`.
    private func deliver(
        _ point: RawAudioPoints, _ samples: UnsafeRawBufferPointer, _ description: AudioBlockDescription,
        _ memory: RawAudioMemory, _ mode: RawAudioMode, _ write: (UnsafeRawBufferPointer) -> Void
    ) {
        let channels = Int(description.format.channels)
        let count = samples.count / RawAudioShape.sampleBytes / channels
        let duration = MediaTime(count: Int64(count), rate: description.format.rate)
        guard !isOver, isTimely(description, duration, point) else { return }
        guard let wanted = RawAudioCallback.mark.perform({ observer.wantedPoints() }) else { return reportGone() }
        guard wanted.contains(point) else { return }
        let shape = RawAudioShape(
            samples: count, channels: channels, sampleRate: Int(description.format.sampleRate))
        memory.fill(mode == .writeOnly ? nil : samples)
        let block = RawAudioBlock(
            point, user: description.user, shape: shape, time: description.time - audio.start,
            channel: audio.channel, memory: memory
        ) { [owner] point in
            owner.reporter.report(
                .rawAudioStaleBlock, "a block of the point \(point.name) is used after its callback",
                hint: "copy its bytes inside the callback")
        }
        let result = inClient { observer.receive(block) }
        if mode != .writeOnly, result.isReached { audio.meeting.received.audioBlocks.increment() }
        block.end()
        if point == .record, mode != .readOnly { noteAudience(samples, memory, result) }
        if mode == .readOnly { noteEdit(samples, memory, result, at: point) }
        finish(block, memory, mode, result, write)
        memory.end()
    }

    /// Calls the client, and adds the time that it takes.
    private func inClient<Result>(_ body: () -> Result) -> Result {
        let begin = audio.meeting.clock.now
        defer { state.withLock { $0.busy += audio.meeting.clock.now - begin } }
        return RawAudioCallback.mark.perform(body)
    }

    /// Reports edits that reach no listener.
    private func noteAudience(_ samples: UnsafeRawBufferPointer, _ memory: RawAudioMemory, _ result: RawAudioResult) {
        let publication = owner.sources.publication
        guard publication.isAudience else { return }
        let edited = result.replacement ?? UnsafeRawBufferPointer(start: memory.start, count: memory.byteCount)
        if !edited.elementsEqual(samples) { reportOnce(publication.audience("recorded audio was edited"), at: .record) }
    }

    /// Reports the first edit that has no effect.
    private func noteEdit(
        _ samples: UnsafeRawBufferPointer, _ memory: RawAudioMemory, _ result: RawAudioResult, at point: RawAudioPoints
    ) {
        guard !audio.editedPoints.withLock({ $0.contains(point) }), let original = samples.baseAddress else { return }
        let replaced = result.replacement.map { $0.count == samples.count ? $0.baseAddress : nil } ?? nil
        let isEdited = [UnsafeRawPointer(memory.start), replaced].compactMap(\.self).contains {
            memcmp($0, original, samples.count) != 0
        }
        guard isEdited, audio.editedPoints.withLock({ $0.insert(point).inserted }) else { return }
        owner.reporter.warn(
            .rawAudioReadOnlyEdit,
            "a block of the point \(point.name) was edited in the mode readOnly; nobody hears the edit",
            hint: "set the mode readWrite, by the setter or the parameters of the point")
    }

    private func finish(
        _ block: RawAudioBlock, _ memory: RawAudioMemory, _ mode: RawAudioMode, _ result: RawAudioResult,
        _ write: (UnsafeRawBufferPointer) -> Void
    ) {
        let point = block.point
        let overrun = memory.takeOverrun()
        if overrun > 0 {
            owner.reporter.report(
                .rawAudioOverrun,
                "\(overrun) bytes behind the block of \(memory.byteCount) bytes were written "
                    + "at the point \(point.name)",
                hint: "copy at most the size of the block")
        }
        if !result.isReached, result.isRequested {
            reportOnce(
                StudioError(
                    .rawAudioNobodyReached, "the point \(point.name) was asked for and has no implementation",
                    hint: owner.spelling(point)), at: point)
        }
        let writeBack = RawAudioWriteBack(
            mode: mode, shape: block.shape, returned: result.shape, replacement: result.replacement?.count)
        for rule in writeBack.rules {
            owner.reporter.warn(rule, "at the point \(point.name): \(rule.statement)")
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
        let delay = audio.meeting.clock.now - description.time - duration
        let busy = state.withLock { state in
            if delay <= Self.punctual { state.busy = .zero }
            return state.busy
        }
        guard delay > Self.longestBacklog else { return true }
        let message = "a block of the point \(point.name) is more than 1 s late and was dropped"
        // Callbacks that took less than half of the delay have not caused it.
        if busy.nanoseconds >= delay.nanoseconds / 2 {
            owner.reporter.warn(
                .rawAudioBacklog, message, hint: "return from the callback within the interval")
        } else {
            owner.reporter.warn(
                .rawAudioSlowMachine, "\(message): the machine is busy, and callbacks took \(busy.seconds) s",
                hint: "run fewer programs beside the app")
        }
        return false
    }

    private func reportOnce(_ error: StudioError, at point: RawAudioPoints) {
        if audio.isFirst(error.rule, at: point) { owner.reporter.warn(error) }
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
