public import ProductionStudio
public import StudioCore
public import StudioMeeting
public import StudioRuntime

/// The single producer: reads the sources, waits for each unit's moment, and sends it through the sender.
public final class MediaProducer {
    /// How the units are timed.
    public enum Pace: Sendable {
        /// Each at its deadline on the run's clock.
        case realTime
        /// As fast as the outputs take them; turns the clock by the declared frame rate.
        case fast(ManualClock)
    }

    /// Why the producer ended.
    public enum Outcome: Sendable {
        /// The sources are over, or the duration is reached.
        case finished
        /// It was cancelled.
        case cancelled
        /// A source failed; what came before was sent.
        case sourceFailed(SourceError)
        /// The sender refused a unit.
        case refused(StudioError)
    }

    private enum Stop: Error {
        case cancelled
        case source(SourceError)
        case refused(StudioError)
    }

    private let sender: Sender
    private let fanout: MediaFanout
    private let clock: any StudioClock
    private let pace: Pace
    private let duration: MediaTime?
    private let cancellation: Cancellation
    private let pictures: PictureQueue
    private let sound: SoundQueue?
    private let onSilence: @Sendable (_ name: String) -> Void
    private var pacer = Pacer()
    /// The session's time at which position zero of the sources was due.
    private var origin: MediaTime?
    /// When the audio pipe was found silent; `nil` while it delivers.
    private var silentSince: MediaTime?

    /// How often the producer was late by more than 40 ms, so that the rest of the session was moved.
    public private(set) var delays = 0
    /// How often the audio pipe delivered nothing for so long that it was replaced by silence.
    public private(set) var silences = 0

    /// How long a wait for room lasts before the producer looks whether it was cancelled.
    private static let roomPatience = 0.25
    /// Milliseconds after which a wait for the audio pipe looks whether it is silent.
    private static let silenceInterval: Int32 = 50

    /// - Parameters:
    ///   - sources: what to send.
    ///   - sender: where to.
    ///   - meeting: whose clock and fan-out are used.
    ///   - pace: real time, or as fast as possible.
    ///   - duration: where to end, in the sources' time; `nil` for their own end.
    ///   - cancellation: ends it early.
    ///   - onSilence: called with the name of the audio pipe when it is replaced by silence for the first time, on the thread of
    ///     ``run()``.
    public init(
        _ sources: MediaSources, to sender: Sender, in meeting: Meeting, pace: Pace, duration: MediaTime?,
        cancellation: Cancellation, onSilence: @escaping @Sendable (_ name: String) -> Void = { _ in }
    ) {
        self.sender = sender
        fanout = meeting.fanout
        clock = meeting.clock
        self.pace = pace
        self.duration = duration
        self.cancellation = cancellation
        self.onSilence = onSilence
        pictures = PictureQueue(sources.video, sender: sender)
        sound = sources.audio.map { SoundQueue($0) }
    }

    /// Sends until something ends it; blocks this thread.
    public func run() -> Outcome {
        do {
            // Both first units in hand before the clock counts: drawing or reading one must not part them.
            if let sound { _ = try fetchAudio(sound) }
            _ = try fetch(pictures, beside: sound)
            while try sendNext() {}
            return .finished
        } catch {
            switch error {
            case .cancelled: return .cancelled
            case .source(let error): return .sourceFailed(error)
            case .refused(let error): return cancellation.isCancelled ? .cancelled : .refused(error)
            }
        }
    }

    /// Sends the unit whose time is next; audio before a frame of the same time. False when nothing is left.
    private func sendNext() throws(Stop) -> Bool {
        if silentSince != nil { try listen() }
        let frameTime = within(pictures.nextTime)
        let isAudioOver = silentSince != nil || pictures.isOver && sound?.endsWithPictures ?? true
        let audioTime = isAudioOver ? nil : within(sound?.nextTime)
        guard frameTime != nil || audioTime != nil else { return false }
        if let sound, let audioTime, audioTime <= frameTime ?? audioTime {
            guard try fetchAudio(sound) else { return true }
            guard try wait(for: audioTime) else { return true }
            let samples = sound.blockSamples(upTo: duration)
            do { try sound.send(samples, to: sender) } catch { throw .refused(error) }
            noteSent(audioTime, of: .audio)
        } else if let frameTime {
            guard try fetch(pictures, beside: sound) else { return true }
            guard try wait(for: frameTime) else { return true }
            do { try pictures.send(to: sender) } catch { throw .refused(error) }
            noteSent(frameTime, of: .video)
        }
        return true
    }

    private func within(_ time: MediaTime?) -> MediaTime? {
        guard let time, time < duration ?? time + .seconds(1) else { return nil }
        return time
    }

    // MARK: Reading

    /// Reads until `needed` has a unit; false when it is over. Meanwhile the other input is read ahead, because a program
    /// that writes both may be waiting for exactly that.
    private func fetch(_ needed: any SourceQueue, beside other: (any SourceQueue)?) throws(Stop) -> Bool {
        while !needed.hasUnit {
            if let failure = needed.failure { throw .source(failure) }
            if needed.isOver { return false }
            try nextReadable(needed, other).read()
        }
        if cancellation.isCancelled { throw .cancelled }
        return true
    }

    private func nextReadable(
        _ needed: any SourceQueue, _ other: (any SourceQueue)?
    ) throws(Stop) -> any SourceQueue {
        guard let input = needed.bytes, !input.isRegularFile, !input.hasPushedBack else {
            if cancellation.isCancelled { throw .cancelled }
            return needed
        }
        let ahead = other.flatMap { $0.mayReadAhead ? $0.bytes : nil }
        switch input.waitUntilReadable(beside: ahead, or: cancellation) {
        case .this: return needed
        case .other: return other ?? needed
        case .cancelled, .none: throw .cancelled
        }
    }

    // MARK: Silent audio pipes

    /// Fetches audio; false when it is over, or when its pipe is silent in real time.
    private func fetchAudio(_ sound: SoundQueue) throws(Stop) -> Bool {
        guard case .realTime = pace, let input = sound.bytes, !input.isRegularFile else {
            return try fetch(sound, beside: pictures)
        }
        let due = origin.flatMap { origin in sound.nextTime.map { origin + $0 } }
        var rule = SilentPipeRule(since: max(clock.now, due ?? .zero), hasDelivered: sound.hasDelivered)
        while !sound.hasUnit, sound.failure == nil, !sound.isOver {
            let ahead = pictures.mayReadAhead ? pictures.bytes : nil
            // Video that is made here never waits for anybody, video that is over has no sync to lose, and a full queue is enough.
            if pictures.isLocal || pictures.isOver || ahead == nil { rule.videoCame(at: clock.now) }
            let readable =
                input.hasPushedBack
                ? .this : input.waitUntilReadable(beside: ahead, or: cancellation, milliseconds: Self.silenceInterval)
            switch readable {
            case .this: sound.read()
            case .other:
                pictures.read()
                rule.videoCame(at: clock.now)
            case .cancelled: throw .cancelled
            case .none: break
            }
            if rule.isSilent(at: clock.now), !sound.hasUnit {
                beginSilence(of: input)
                return false
            }
        }
        return try fetch(sound, beside: pictures)
    }

    private func beginSilence(of input: ByteInput) {
        silentSince = clock.now
        silences += 1
        if silences == 1 { onSilence(input.name) }
    }

    /// Looks whether the silent pipe delivers again; what it delivers is of this moment.
    private func listen() throws(Stop) {
        guard let sound, let input = sound.bytes, silentSince != nil else { return }
        while !sound.hasUnit, !sound.isOver, sound.failure == nil {
            switch input.waitUntilReadable(beside: nil, or: cancellation, milliseconds: 0) {
            case .this: sound.read()
            case .cancelled: throw .cancelled
            case .other, .none: return
            }
        }
        silentSince = nil
        if let origin { sound.resume(at: clock.now - origin) }
    }

    // MARK: Timing

    /// Waits until the unit at `time` is due; false when something else may be due before it by now.
    private func wait(for time: MediaTime) throws(Stop) -> Bool {
        switch pace {
        case .realTime: return try waitForDeadline(time)
        case .fast(let clock):
            while !fanout.waitForCapacity(seconds: Self.roomPatience) {
                if cancellation.isCancelled { throw .cancelled }
            }
            clock.advance(to: time)
            return true
        }
    }

    /// Asks the pacer again after each wait: whoever waited may have been stopped meanwhile.
    private func waitForDeadline(_ time: MediaTime) throws(Stop) -> Bool {
        while true {
            let deadline = deadline(pacer.due(time, now: clock.now))
            tellOrigin(deadline - time)
            let rest = deadline - clock.now
            if rest <= .zero {
                if cancellation.isCancelled { throw .cancelled }
                return true
            }
            guard silentSince == nil else { return try waitListening(rest) }
            if cancellation.wait(seconds: rest.seconds) { throw .cancelled }
        }
    }

    /// Waits for the deadline or for the silent pipe, whichever comes first, and has the next unit chosen anew.
    private func waitListening(_ rest: MediaTime) throws(Stop) -> Bool {
        let milliseconds = Int32(min(1000, (rest.nanoseconds + 999_999) / 1_000_000))
        if sound?.bytes?.waitUntilReadable(beside: nil, or: cancellation, milliseconds: milliseconds) == .cancelled {
            throw .cancelled
        }
        return false
    }

    private func noteSent(_ time: MediaTime, of track: Pacer.Track) {
        guard case .realTime = pace else { return }
        tellOrigin(deadline(pacer.sent(time, of: track, now: clock.now)) - time)
    }

    private func deadline(_ verdict: Pacer.Verdict) -> MediaTime {
        if case .moved = verdict { delays += 1 }
        return verdict.deadline
    }

    /// Tells the pictures when the first of them was due, when that is new.
    private func tellOrigin(_ origin: MediaTime) {
        guard origin != self.origin else { return }
        self.origin = origin
        pictures.setOrigin(.now + (origin - clock.now))
    }
}
