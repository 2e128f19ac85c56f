import ProductionStudio
import StudioCore
import StudioRuntime

// Reading of the source on air, and audio pipes that deliver nothing.
extension MediaProducer {
    /// The interval in milliseconds at which a wait for the audio pipe checks whether it is silent.
    private static let silenceInterval: Int32 = 50
    /// The end of the first silence is reported, and of each one that lasts this long.
    private static let reportedSilence = MediaTime.seconds(2)

    // MARK: Reading

    /// Reads until `needed` has a unit; returns false at its end, and when the program changes instead. The other input is
    /// read ahead meanwhile, because a program that writes both may be blocked on it.
    func fetch(_ needed: any SourceQueue, beside other: (any SourceQueue)?) throws(Stop) -> Bool {
        let since = needed.hasUnit ? nil : beginPatience(with: needed)
        while !needed.hasUnit {
            if let failure = needed.failure { throw .source(failure) }
            if needed.isOver { return false }
            guard let queue = try nextReadable(needed, other, since) else { return false }
            queue.read()
        }
        if cancellation.isCancelled { throw .cancelled }
        return true
    }

    /// - Parameter since: when the wait for a live source began.
    /// - Returns: `nil` when the program changes.
    private func nextReadable(
        _ needed: any SourceQueue, _ other: (any SourceQueue)?, _ since: MediaTime?
    ) throws(Stop) -> (any SourceQueue)? {
        guard let input = needed.bytes, !input.isRegularFile, !input.hasPushedBack else {
            if cancellation.isCancelled { throw .cancelled }
            return needed
        }
        if video.isLive { hasWaited = true }
        let ahead = other.flatMap { $0.mayReadAhead ? $0.bytes : nil }
        let readable = input.waitUntilReadable(
            beside: ahead, or: cancellation, wake: program.signal.descriptor,
            milliseconds: Self.shorter(patience(since), restOfDuration))
        switch readable {
        case .this: return needed
        case .other: return other ?? needed
        case .woken:
            program.signal.drain()
            return nil
        case .none:
            isDurationOver = restOfDuration == 0
            if !isDurationOver { try endPatience(since) }
            return nil
        case .cancelled: throw .cancelled
        }
    }

    /// The time in milliseconds until a wait for a live source has lasted beyond the duration; -1 without a duration, and before
    /// the first unit. A source that is late by what the pacer accepts is not beyond it.
    private var restOfDuration: Int32 {
        guard case .realTime = pace, video.isLive, let end = dueTime(end ?? .zero), duration != nil else { return -1 }
        let rest = end + TimeStamps.tolerance + Pacer.minimumMove - clock.now
        return Int32(min(10_000, max(0, rest.nanoseconds / 1_000_000 + 1)))
    }

    /// The shorter of two waits in milliseconds, of which -1 has no limit.
    private static func shorter(_ one: Int32, _ other: Int32) -> Int32 {
        one < 0 || other < 0 ? max(one, other) : min(one, other)
    }

    // MARK: Patience with live sources

    /// When the wait for a unit of a live source begins; `nil` when it has no limit.
    private func beginPatience(with queue: any SourceQueue) -> MediaTime? {
        guard queue.bytes.map({ !$0.isRegularFile }) ?? false else { return nil }
        // Without a cut, nothing replaces the source.
        guard cut != nil || program.options.slateAfter != nil, case .realTime = pace else {
            return cut == nil ? nil : .zero
        }
        return max(clock.now, queue.nextTime.flatMap { dueTime($0) } ?? .zero)
    }

    /// How long a source may deliver nothing: until its unit is due when another source is ready.
    private var limit: MediaTime? { cut == nil ? program.options.slateAfter : .zero }

    /// The rest of it in milliseconds; -1 without a limit.
    private func patience(_ since: MediaTime?) -> Int32 {
        guard let since, let limit else { return -1 }
        return Int32(min(10_000, max(0, (since + limit - clock.now).nanoseconds / 1_000_000 + 1)))
    }

    private func isOutOfPatience(_ since: MediaTime) -> Bool {
        guard let limit, video.isLive, case .realTime = pace else { return false }
        return clock.now - since >= limit
    }

    /// Puts the next source or the slate on air when the source delivers nothing.
    private func endPatience(_ since: MediaTime?) throws(Stop) {
        if let cut { return try make(cut) }
        guard let since, isOutOfPatience(since) else { return }
        try beginStall()
    }

    // MARK: Silent audio pipes

    /// Fetches audio; false at its end, when its pipe is silent in real time, and when the program changes instead.
    func fetchAudio(_ audio: AudioQueue) throws(Stop) -> Bool {
        guard case .realTime = pace, let input = audio.bytes, !input.isRegularFile else {
            return try fetch(audio, beside: video)
        }
        let due = audio.nextTime.flatMap { dueTime($0) }
        let since = max(clock.now, due ?? .zero)
        var rule = SilentPipeRule(since: since, hasDelivered: audio.hasDelivered)
        while !audio.hasUnit, audio.failure == nil, !audio.isOver {
            if video.isLive { hasWaited = true }
            let ahead = video.mayReadAhead ? video.bytes : nil
            // Generated video never waits for another program, ended video has no sync to lose, and a full queue is
            // sufficient.
            if video.isLocal || video.isOver || ahead == nil { rule.videoCame(at: clock.now) }
            let readable =
                input.hasPushedBack
                ? .this
                : input.waitUntilReadable(
                    beside: ahead, or: cancellation, wake: program.signal.descriptor,
                    milliseconds: Self.silenceInterval)
            switch readable {
            case .this: audio.read()
            case .other:
                video.read()
                rule.videoCame(at: clock.now)
            case .cancelled: throw .cancelled
            case .woken:
                program.signal.drain()
                return false
            case .none: break
            }
            if rule.isSilent(at: clock.now), !audio.hasUnit {
                beginSilence(of: input)
                return false
            }
            isDurationOver = restOfDuration == 0
            if isDurationOver { return false }
            if isOutOfPatience(since), !audio.hasUnit {
                // The slate is for the video.
                if video.hasUnit { beginSilence(of: input) } else { try endPatience(since) }
                return false
            }
        }
        // It is opened again.
        if audio.isOver, mayReturn(audio) { return false }
        return try fetch(audio, beside: video)
    }

    func beginSilence(of input: ByteInput) {
        silentSince = clock.now
        silences += 1
        if silences == 1 { onSilence(input.name) }
    }

    /// Checks whether the silent pipe delivers again; its data belongs to the current time.
    func listen() throws(Stop) {
        guard let audio, let input = audio.bytes, silentSince != nil else { return }
        while !audio.hasUnit, !audio.isOver, audio.failure == nil {
            switch input.waitUntilReadable(beside: nil, or: cancellation, milliseconds: 0) {
            case .this: audio.read()
            case .cancelled: throw .cancelled
            case .other, .none, .woken: return
            }
        }
        endSilence(of: audio, input)
    }

    /// The pipe delivers again. Its writer may have been blocked, so that what it delivers is late.
    private func endSilence(of audio: AudioQueue, _ input: ByteInput) {
        guard let since = silentSince else { return }
        silentSince = nil
        guard let origin else { return }
        let missed = audio.resume(at: clock.now - origin)
        guard audio.hasUnit, silences == 1 || clock.now - since >= Self.reportedSilence else { return }
        let seconds = (missed.seconds * 10).rounded() / 10
        program.report(
            .note(
                "\(input.name) delivers audio again, after \(seconds) s of silence; if its writer was blocked, its audio is late by that"
            ))
    }
}
