import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioMeeting

/// Media dropped before the outputs, by reason. Counting does not allocate: a session counts four times a second.
struct SessionDrops: Hashable, Sendable {
    struct Count: Hashable, Sendable {
        var frames = 0
        var audioBlocks = 0
    }

    private var reconnecting = Count()
    private var encoderOverload = Count()
    private var late = Count()
    private var formatMismatch = Count()

    init() {}

    init(_ studio: StudioStatistics, _ encoder: ProgramEncoder.Statistics?) {
        reconnecting = Count(frames: studio.video.dropped, audioBlocks: studio.audio.dropped)
        guard let encoder else { return }
        encoderOverload = Count(frames: encoder.overloadedFrames, audioBlocks: encoder.overloadedBlocks)
        late = Count(frames: encoder.lateFrames, audioBlocks: encoder.lateBlocks)
        formatMismatch = Count(frames: encoder.mismatchedFrames)
    }

    subscript(_ reason: SessionEvent.DropReason) -> Count {
        switch reason {
        case .reconnecting: reconnecting
        case .encoderOverload: encoderOverload
        case .late: late
        case .formatMismatch: formatMismatch
        }
    }

    /// The sum of all reasons.
    var total: Count {
        SessionEvent.DropReason.allCases.reduce(into: Count()) { sum, reason in
            sum.frames += self[reason].frames
            sum.audioBlocks += self[reason].audioBlocks
        }
    }

    /// The drops since an earlier count, in the order of the reasons.
    func events(since earlier: SessionDrops) -> [SessionEvent.Kind] {
        SessionEvent.DropReason.allCases.compactMap { reason in
            let frames = self[reason].frames - earlier[reason].frames
            let blocks = self[reason].audioBlocks - earlier[reason].audioBlocks
            return frames + blocks > 0 ? .dropped(reason: reason, frames: frames, audioBlocks: blocks) : nil
        }
    }
}

extension SessionSnapshot.Wait {
    init(_ wait: PipeWait) {
        self.init(media: wait.media.rawValue, name: wait.name, seconds: wait.duration.seconds)
    }
}

extension SessionSnapshot.Media {
    /// - Parameters:
    ///   - dropped: what was dropped before the outputs, for any reason.
    ///   - now: the time on the clock of the studio.
    init(_ counts: StudioStatistics.Media, dropped: Int, now: MediaTime) {
        self.init()
        (accepted, refused, self.dropped) = (counts.accepted, counts.refused, dropped)
        secondsSinceLast = counts.lastArrival.map { max(0, (now - $0).seconds) }
    }
}

extension SessionCore {
    /// Publishes the drops since the last report.
    func reportDrops() {
        let drops = SessionDrops(studio.statistics, state.withLock { $0.outputs }?.encoder?.statistics)
        let earlier = state.withLock { exchange(&$0.reportedDrops, with: drops) }
        guard drops != earlier else { return }
        for event in drops.events(since: earlier) { publish(event) }
    }

    /// The current state; may be read at any time from any thread.
    var snapshot: SessionSnapshot {
        let state = state.withLock { $0 }
        let encoder = state.outputs?.encoder?.statistics
        var snapshot = SessionSnapshot()
        snapshot.sessionId = id
        snapshot.seed = configuration.seed
        snapshot.state = state.machine.state
        snapshot.stopReason = state.machine.state == .finished ? state.machine.reason : nil
        let failure = state.machine.failures.first
        snapshot.error = failure.map { SessionSnapshot.Failure(rule: $0.rule, message: $0.message) }
        snapshot.delays = state.production?.delays ?? 0
        snapshot.audioPipeSilences = state.production?.silences ?? 0
        snapshot.waitingFor = (state.waits?.current ?? []).map { SessionSnapshot.Wait($0) }
        if let counts = state.program?.counts {
            (snapshot.sourceChanges, snapshot.slates) = (counts.sourceChanges, counts.slates)
            (snapshot.slateFrames, snapshot.isSlateOnAir) = (counts.slateFrames, counts.isSlateOnAir)
            snapshot.skippedSourceFrames = counts.skippedSourceFrames
            snapshot.repeatedSourceFrames = counts.repeatedSourceFrames
        }
        snapshot.slateReason = state.program?.slateReason?.rawValue
        snapshot.describe(studio.meeting)
        let (video, audio) = (studio.statistics.video, studio.statistics.audio)
        let drops = SessionDrops(studio.statistics, encoder)
        let dropped = drops.total
        let now = studio.meeting.clock.now
        snapshot.video = .init(video, dropped: dropped.frames, now: now)
        snapshot.audio = .init(audio, dropped: dropped.audioBlocks, now: now)
        for reason in SessionEvent.DropReason.allCases where reason == .reconnecting || encoder != nil {
            snapshot.drops[reason.rawValue] = drops[reason].frames + drops[reason].audioBlocks
        }
        if let encoder {
            snapshot.encodedFrames = encoder.encodedFrames
            snapshot.trimmedMilliseconds = encoder.trimmedMilliseconds
            snapshot.repeatedFrames = encoder.repeatedFrames
            snapshot.omittedRepeats = encoder.omittedRepeats
            snapshot.silenceMilliseconds = encoder.silenceMilliseconds
        }
        snapshot.program = state.form
        let volume = state.outputs?.volume ?? ProgramVolume()
        snapshot.programAudio = .init(volumeFactor: volume.factor, isMuted: volume.isMuted)
        snapshot.violations = studio.violations.all.map { SessionSnapshot.Violation($0) }
        snapshot.outputs = outputs(state.outputs?.members ?? [])
        return snapshot
    }

    private func outputs(_ members: [OutputGroup.Member]) -> [SessionOutput] {
        // Each is asked once: the disk of one is that of others.
        let statuses = members.map(\.status)
        let forecast = DiskForecast(statuses, reserve: configuration.outputOptions.reserve)
        return zip(members, statuses).map { member, status in
            SessionOutput(
                member.number, member.output.address, status, part: member.life.part, isRemoved: member.isRemoved,
                forecast: forecast)
        }
    }
}

extension SessionSnapshot {
    /// What a meeting is and permits.
    mutating func describe(_ meeting: Meeting) {
        (meetingStatus, isInBreakoutRoom) = (meeting.status.rawValue, meeting.isInBreakoutRoom)
        isShareLocked = meeting.features.isShareLocked
        isRecordingPermitted = meeting.features.isRecordingPermitted
    }
}
