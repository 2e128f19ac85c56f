public import ProductionStudio
public import StudioCore
public import StudioMeeting
public import StudioRuntime

/// Reads the sources, waits until each unit is due, and sends it through the sender.
public final class MediaProducer {
    /// The timing of the units.
    public enum Pace: Sendable {
        /// Each unit at its deadline on the session's clock.
        case realTime
        /// As fast as the outputs accept them; advances the clock by the declared frame rate.
        case fast(ManualClock)
    }

    /// Why the producer ended.
    public enum Outcome: Sendable {
        /// The sources ended, or the duration was reached.
        case finished
        /// It was cancelled.
        case cancelled
        /// A source failed; its earlier media was sent.
        case sourceFailed(SourceError)
        /// The sender rejected a unit.
        case refused(StudioError)
    }

    private enum Stop: Error {
        case cancelled
        case source(SourceError)
        case refused(StudioError)
    }

    private let sender: Sender
    private let tracks: LocalTracks
    private let clock: any StudioClock
    private let pace: Pace
    private let duration: MediaTime?
    private let cancellation: Cancellation
    /// The meeting whose callbacks a fast producer lets be delivered; `nil` when it does not wait for them.
    private let settling: Meeting?
    private let video: VideoQueue
    private let audio: AudioQueue?
    private let onSilence: @Sendable (_ name: String) -> Void
    private var pacer = Pacer(unanchored: [])
    /// The session's time at which position zero of the sources was due.
    private var origin: MediaTime?
    /// The time of a fast session at which it began to send.
    private var fastOrigin: MediaTime?
    /// When the audio pipe became silent; `nil` while it delivers.
    private var silentSince: MediaTime?

    /// How often the producer was late by more than 40 ms, so that the rest of the session was delayed.
    public private(set) var delays = 0
    /// How often a silent audio pipe was replaced by silence.
    public private(set) var silences = 0

    /// The interval at which a wait for capacity checks for cancellation.
    private static let capacityTimeout = 0.25
    /// The interval in milliseconds at which a wait for the audio pipe checks whether it is silent.
    private static let silenceInterval: Int32 = 50

    /// - Parameters:
    ///   - sources: the media to send.
    ///   - sender: the sender.
    ///   - meeting: provides the clock and the fan-out.
    ///   - pace: real time, or as fast as possible.
    ///   - duration: the end, in the sources' time; `nil` for their own end.
    ///   - cancellation: ends it early.
    ///   - settlesCallbacks: whether a fast producer lets all due callbacks be delivered before it sends the next unit, so
    ///     that their order is fixed. ``run()`` must then not be called on the callback queue.
    ///   - onSilence: called with the name of the audio pipe when it is replaced by silence for the first time, on the
    ///     thread of ``run()``.
    public init(
        _ sources: MediaSources, to sender: Sender, in meeting: Meeting, pace: Pace, duration: MediaTime?,
        cancellation: Cancellation, settlesCallbacks: Bool = false,
        onSilence: @escaping @Sendable (_ name: String) -> Void = { _ in }
    ) {
        self.sender = sender
        tracks = meeting.localTracks
        clock = meeting.clock
        self.pace = pace
        self.duration = duration
        self.cancellation = cancellation
        settling = settlesCallbacks ? meeting : nil
        self.onSilence = onSilence
        video = VideoQueue(sources.video, sender: sender)
        audio = sources.audio.map { AudioQueue($0) }
    }

    /// Sends until the end, a failure or cancellation. Blocks the calling thread.
    public func run() -> Outcome {
        do {
            // Both first units are read before the clock starts, so that drawing or reading one does not delay it
            // against the other.
            if let audio { _ = try fetchAudio(audio) }
            _ = try fetch(video, beside: audio)
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

    /// Sends the next unit in time order; audio precedes a frame of the same time. Returns false at the end.
    private func sendNext() throws(Stop) -> Bool {
        if silentSince != nil { try listen() }
        let frameTime = within(video.nextTime)
        let isAudioOver = silentSince != nil || video.isOver && audio?.endsWithVideo ?? true
        let audioTime = isAudioOver ? nil : within(audio?.nextTime)
        guard frameTime != nil || audioTime != nil else { return false }
        if let audio, let audioTime, audioTime <= frameTime ?? audioTime {
            guard try fetchAudio(audio) else { return true }
            guard try wait(for: audioTime) else { return true }
            let samples = audio.blockSamples(upTo: duration)
            try send { () throws(StudioError) in try audio.send(samples, to: sender) }
            noteSent(audioTime, of: .audio)
        } else if let frameTime {
            guard try fetch(video, beside: audio) else { return true }
            guard try wait(for: frameTime) else { return true }
            try send { () throws(StudioError) in try video.send(to: sender) }
            noteSent(frameTime, of: .video)
        }
        return true
    }

    /// A unit whose send fails on request is lost; the next one follows when the studio has started again.
    private func send(_ body: () throws(StudioError) -> Void) throws(Stop) {
        do { try body() } catch {
            guard error.rule == .firstSendFails, sender.waitUntilOpen() else { throw .refused(error) }
        }
    }

    private func within(_ time: MediaTime?) -> MediaTime? {
        guard let time, time < duration ?? time + .seconds(1) else { return nil }
        return time
    }

    // MARK: Reading

    /// Reads until `needed` has a unit; returns false at its end. The other input is read ahead meanwhile, because a
    /// program that writes both may be blocked on it.
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

    /// Fetches audio; false at its end, or when its pipe is silent in real time.
    private func fetchAudio(_ audio: AudioQueue) throws(Stop) -> Bool {
        guard case .realTime = pace, let input = audio.bytes, !input.isRegularFile else {
            return try fetch(audio, beside: video)
        }
        let due = origin.flatMap { origin in audio.nextTime.map { origin + $0 } }
        var rule = SilentPipeRule(since: max(clock.now, due ?? .zero), hasDelivered: audio.hasDelivered)
        while !audio.hasUnit, audio.failure == nil, !audio.isOver {
            let ahead = video.mayReadAhead ? video.bytes : nil
            // Generated video never waits for another program, ended video has no sync to lose, and a full queue is
            // sufficient.
            if video.isLocal || video.isOver || ahead == nil { rule.videoCame(at: clock.now) }
            let readable =
                input.hasPushedBack
                ? .this : input.waitUntilReadable(beside: ahead, or: cancellation, milliseconds: Self.silenceInterval)
            switch readable {
            case .this: audio.read()
            case .other:
                video.read()
                rule.videoCame(at: clock.now)
            case .cancelled: throw .cancelled
            case .none: break
            }
            if rule.isSilent(at: clock.now), !audio.hasUnit {
                beginSilence(of: input)
                return false
            }
        }
        return try fetch(audio, beside: video)
    }

    private func beginSilence(of input: ByteInput) {
        silentSince = clock.now
        silences += 1
        if silences == 1 { onSilence(input.name) }
    }

    /// Checks whether the silent pipe delivers again; its data belongs to the current time.
    private func listen() throws(Stop) {
        guard let audio, let input = audio.bytes, silentSince != nil else { return }
        while !audio.hasUnit, !audio.isOver, audio.failure == nil {
            switch input.waitUntilReadable(beside: nil, or: cancellation, milliseconds: 0) {
            case .this: audio.read()
            case .cancelled: throw .cancelled
            case .other, .none: return
            }
        }
        silentSince = nil
        if let origin { audio.resume(at: clock.now - origin) }
    }

    // MARK: Timing

    /// Waits until the unit at `time` is due; false when another unit may be due before it by now.
    private func wait(for time: MediaTime) throws(Stop) -> Bool {
        switch pace {
        case .realTime: return try waitForDeadline(time)
        case .fast(let clock):
            while !tracks.waitForCapacity(seconds: Self.capacityTimeout) {
                if cancellation.isCancelled { throw .cancelled }
            }
            // The session may have waited for callbacks before.
            let origin = fastOrigin ?? clock.now
            fastOrigin = origin
            if let settling { settling.advance(clock, to: origin + time) } else { clock.advance(to: origin + time) }
            if cancellation.isCancelled { throw .cancelled }
            return true
        }
    }

    /// Asks the pacer again after each wait, because the process may have been suspended meanwhile.
    private func waitForDeadline(_ time: MediaTime) throws(Stop) -> Bool {
        while true {
            let deadline = deadline(pacer.due(time, now: clock.now))
            publishOrigin(deadline - time)
            let rest = deadline - clock.now
            if rest <= .zero {
                if cancellation.isCancelled { throw .cancelled }
                return true
            }
            guard silentSince == nil else { return try waitListening(rest) }
            if cancellation.wait(seconds: rest.seconds) { throw .cancelled }
        }
    }

    /// Waits for the deadline or for the silent pipe, whichever comes first; the next unit is then chosen again.
    private func waitListening(_ rest: MediaTime) throws(Stop) -> Bool {
        let milliseconds = Int32(min(1000, (rest.nanoseconds + 999_999) / 1_000_000))
        if audio?.bytes?.waitUntilReadable(beside: nil, or: cancellation, milliseconds: milliseconds) == .cancelled {
            throw .cancelled
        }
        return false
    }

    private func noteSent(_ time: MediaTime, of track: Pacer.Track) {
        guard case .realTime = pace else { return }
        publishOrigin(deadline(pacer.sent(time, of: track, now: clock.now)) - time)
    }

    private func deadline(_ verdict: Pacer.Verdict) -> MediaTime {
        if case .moved = verdict { delays += 1 }
        return verdict.deadline
    }

    /// Passes the time at which the first frame was due to the video input, if it changed.
    private func publishOrigin(_ origin: MediaTime) {
        guard origin != self.origin else { return }
        if self.origin == nil {
            let audioTime = audio?.nextTime ?? .zero
            sender.begin(videoAt: origin + (video.nextTime ?? .zero), audioAt: origin + audioTime)
        }
        self.origin = origin
        video.setOrigin(.now + (origin - clock.now))
    }
}
