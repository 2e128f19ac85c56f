public import ProductionStudio
public import StudioCore
public import StudioMeeting
public import StudioRuntime

/// Reads the sources, waits until each unit is due, and sends it through the sender.
///
/// Frames and samples are numbered in the program, which goes on when its source changes; see ``ProgramSwitch``.
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

    enum Stop: Error {
        case cancelled
        case source(SourceError)
        case refused(StudioError)
    }

    let sender: Sender
    private let tracks: LocalTracks
    let clock: any StudioClock
    let pace: Pace
    let duration: MediaTime?
    let cancellation: Cancellation
    /// The meeting whose callbacks a fast producer lets be delivered; `nil` when it does not wait for them.
    private let settling: Meeting?
    let onSilence: @Sendable (_ name: String) -> Void
    private var pacer = Pacer(unanchored: [])
    /// The session's time at which position zero of the program was due.
    private(set) var origin: MediaTime?
    /// The time of a fast session at which it began to send.
    private(set) var fastOrigin: MediaTime?
    /// When the audio pipe became silent; `nil` while it delivers.
    var silentSince: MediaTime?

    // MARK: The program

    let program: ProgramSwitch
    let slates: SlateSource
    /// The source on air, or the one that a slate replaces.
    var source: OpenedSource
    var video: VideoQueue
    /// `nil` while neither this source nor an earlier one has audio.
    var audio: AudioQueue?
    /// The next change of the program.
    var cut: ProgramCut?
    /// The end of the next audio block at the latest: that of the duration, or the cut.
    var audioEnd: MediaTime?
    /// The frames on air instead of the source's.
    var slate: VideoQueue?
    /// Whether the audio pipe stopped together with the video, so that both go on together.
    var isAudioPaused = false
    /// Whether the source has no more units.
    var isSourceOver = false
    /// Whether the next unit may follow a gap.
    var mayFollowGap = false
    /// Whether the next unit follows a wait for a live source.
    var hasWaited = false
    /// The time by which waits for live sources have delayed the program.
    private var standstill = MediaTime.zero
    /// Whether the duration has passed during such a wait.
    var isDurationOver = false

    /// How often the producer was late by more than 40 ms, so that the rest of the session was delayed.
    public private(set) var delays = 0
    /// How often a silent audio pipe was replaced by silence.
    public internal(set) var silences = 0

    /// The interval at which a wait for capacity checks for cancellation.
    private static let capacityTimeout = 0.25

    /// - Parameters:
    ///   - sources: the media to send.
    ///   - sender: the sender.
    ///   - meeting: provides the clock and the fan-out.
    ///   - pace: real time, or as fast as possible.
    ///   - duration: the end, in the program's time; `nil` for the end of the program.
    ///   - cancellation: ends it early.
    ///   - program: changes what is sent.
    ///   - slates: the frames of its slates.
    ///   - settlesCallbacks: whether a fast producer lets all due callbacks be delivered before it sends the next unit, so
    ///     that their order is fixed. ``run()`` must then not be called on the callback queue.
    ///   - onSilence: called with the name of the audio pipe when it is replaced by silence for the first time, on the
    ///     thread of ``run()``.
    public init(
        _ sources: MediaSources, to sender: Sender, in meeting: Meeting, pace: Pace, duration: MediaTime?,
        cancellation: Cancellation, program: ProgramSwitch = ProgramSwitch(), slates: SlateSource? = nil,
        settlesCallbacks: Bool = false, onSilence: @escaping @Sendable (_ name: String) -> Void = { _ in }
    ) {
        self.sender = sender
        tracks = meeting.localTracks
        clock = meeting.clock
        self.pace = pace
        self.duration = duration
        self.cancellation = cancellation
        self.program = program
        self.slates = slates ?? SlateSource(sources.description)
        settling = settlesCallbacks ? meeting : nil
        self.onSilence = onSilence
        // It is read until the session is cancelled.
        source = OpenedSource(sources.request, sources, to: sender, keepsLast: program.options.keepsLast)
        (video, audio) = (source.video, source.audio)
        audioEnd = duration
        program.begin(
            ProgramContext(
                sender: sender, description: sources.declared, keepsLast: program.options.keepsLast,
                waits: sources.waits),
            source)
    }

    /// Sends until the end, a failure or cancellation. Blocks the calling thread.
    public func run() -> Outcome {
        program.producer.claim()
        defer { program.close() }
        do {
            // Both first units are read before the clock starts, so that drawing or reading one does not delay it
            // against the other.
            if let audio { _ = try fetchAudio(audio) }
            _ = try fetch(video, beside: audio)
            while try sendOrGoOn() {}
            return .finished
        } catch {
            switch error {
            case .cancelled: return .cancelled
            case .source(let error): return .sourceFailed(error)
            case .refused(let error): return cancellation.isCancelled ? .cancelled : .refused(error)
            }
        }
    }

    /// Sends the next unit in time order; audio precedes a frame of the same time. Returns false at the end of the source or
    /// of the duration.
    func sendNext() throws(Stop) -> Bool {
        if program.signal.isSet {
            if program.isOver {
                if cancellation.isCancelled { throw .cancelled }
                return false
            }
            planCut()
        }
        if let cut, hasReached(cut) { try make(cut) }
        if let slate { return try sendNext(under: slate) }
        if silentSince != nil { try listen() }
        // Audio does not go on alone when the video may.
        if video.isOver, mayReturn(video) { return false }
        if let audio, audio.isOver, mayReturn(audio) { reopen(audio) }
        let frameTime = within(video.nextTime)
        let isAudioOver = silentSince != nil || video.isOver && audio?.endsWithVideo ?? true
        let audioTime = isAudioOver ? nil : within(audio?.nextTime)
        guard frameTime != nil || audioTime != nil else { return false }
        if let audio, let audioTime, audioTime <= frameTime ?? audioTime {
            guard try fetchAudio(audio), try wait(for: audioTime), !program.signal.isSet else { return true }
            let samples = audio.blockSamples(upTo: audioEnd)
            try send { () throws(StudioError) in try audio.send(samples, to: sender) }
            noteSent(audioTime, of: .audio)
        } else if let frameTime {
            guard try fetch(video, beside: audio), try wait(for: frameTime), !program.signal.isSet else {
                return true
            }
            try send { () throws(StudioError) in try video.send(to: sender) }
            noteSent(frameTime, of: .video)
        }
        return true
    }

    /// A unit whose send fails on request is lost; the next one follows when the studio has started again.
    func send(_ body: () throws(StudioError) -> Void) throws(Stop) {
        do { try body() } catch {
            guard error.rule == .firstSendFails, sender.waitUntilOpen() else { throw .refused(error) }
        }
    }

    func within(_ time: MediaTime?) -> MediaTime? {
        guard let time, !isDurationOver, time < end ?? time + .seconds(1) else { return nil }
        return time
    }

    /// The end of the program in its count of frames and samples: time in which the video stood still is part of the
    /// duration.
    var end: MediaTime? { duration.map { max(.zero, $0 - standstill) } }

    // MARK: Timing

    /// When a unit of the program is due on the session's clock; `nil` before the first one.
    func dueTime(_ time: MediaTime) -> MediaTime? {
        switch pace {
        case .realTime: origin.map { $0 + time }
        case .fast: fastOrigin.map { $0 + time }
        }
    }

    /// Waits until the unit at `time` is due; false when another unit may be due before it by now.
    func wait(for time: MediaTime) throws(Stop) -> Bool {
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
                return within(time) != nil
            }
            guard silentSince == nil else { return try waitListening(rest) }
            if cancellation.wait(seconds: rest.seconds) { throw .cancelled }
        }
    }

    /// Waits for the deadline or for the silent pipe, whichever comes first; the next unit is then chosen again.
    private func waitListening(_ rest: MediaTime) throws(Stop) -> Bool {
        let milliseconds = Int32(min(1000, (rest.nanoseconds + 999_999) / 1_000_000))
        let readable = audio?.bytes?.waitUntilReadable(
            beside: nil, or: cancellation, milliseconds: milliseconds)
        if readable == .cancelled {
            throw .cancelled
        }
        return false
    }

    func noteSent(_ time: MediaTime, of track: Pacer.Track) {
        guard case .realTime = pace else { return }
        publishOrigin(deadline(pacer.sent(time, of: track, now: clock.now)) - time)
        hasWaited = false
    }

    private func deadline(_ verdict: Pacer.Verdict) -> MediaTime {
        if case .moved(let distance, _) = verdict {
            delays += 1
            if hasWaited { standStill(for: distance) }
        }
        return verdict.deadline
    }

    /// The duration ends by this earlier in the count of frames and samples.
    private func standStill(for time: MediaTime) {
        standstill += time
        limitAudio(to: cut?.time)
    }

    /// No audio block reaches over the next cut, or over the end of the duration.
    func limitAudio(to cut: MediaTime?) {
        audioEnd = [cut, end].compactMap(\.self).min()
    }

    /// Passes the time at which the first frame was due to the video input, if it changed.
    private func publishOrigin(_ origin: MediaTime) {
        guard origin != self.origin else { return }
        if self.origin == nil {
            sender.begin(videoAt: origin + video.time, audioAt: origin + (audio?.time ?? .zero))
        }
        self.origin = origin
        video.setOrigin(.now + (origin - clock.now))
        if mayFollowGap { resumeTimes() }
    }
}
