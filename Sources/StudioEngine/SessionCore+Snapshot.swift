import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore

/// What was dropped before the outputs, by reason.
struct SessionDrops: Hashable, Sendable {
    struct Count: Hashable, Sendable {
        var frames = 0
        var audioBlocks = 0
    }

    private(set) var counts: [SessionEvent.DropReason: Count] = [:]

    init() {}

    init(_ studio: StudioStatistics, _ encoder: ProgramEncoder.Statistics?) {
        counts[.reconnecting] = Count(frames: studio.video.dropped, audioBlocks: studio.audio.dropped)
        guard let encoder else { return }
        counts[.encoderOverload] = Count(frames: encoder.overloadedFrames, audioBlocks: encoder.overloadedBlocks)
        counts[.late] = Count(frames: encoder.lateFrames)
        counts[.formatMismatch] = Count(frames: encoder.mismatchedFrames)
    }

    subscript(_ reason: SessionEvent.DropReason) -> Count { counts[reason] ?? Count() }

    /// What was dropped since an earlier count, in the order of the reasons.
    func events(since earlier: SessionDrops) -> [SessionEvent.Kind] {
        SessionEvent.DropReason.allCases.compactMap { reason in
            let frames = self[reason].frames - earlier[reason].frames
            let blocks = self[reason].audioBlocks - earlier[reason].audioBlocks
            return frames + blocks > 0 ? .dropped(reason: reason, frames: frames, audioBlocks: blocks) : nil
        }
    }
}

extension SessionCore {
    /// Publishes what was dropped since the last time.
    func reportDrops() {
        let drops = SessionDrops(studio.statistics, state.withLock { $0.outputs }?.encoder?.statistics)
        let earlier = state.withLock { state in
            defer { state.reportedDrops = drops }
            return state.reportedDrops
        }
        for event in drops.events(since: earlier) { publish(event) }
    }

    /// How it is going; may be read at any time from any thread.
    var snapshot: SessionSnapshot {
        let state = state.withLock { $0 }
        let encoder = state.outputs?.encoder?.statistics
        var snapshot = SessionSnapshot()
        snapshot.sessionId = id
        snapshot.seed = configuration.seed
        snapshot.state = state.machine.state
        snapshot.stopReason = state.machine.state == .finished ? state.machine.reason : nil
        snapshot.error = state.failures.first.map { SessionSnapshot.Failure(rule: $0.rule, message: $0.message) }
        snapshot.delays = state.delays
        snapshot.audioPipeSilences = state.silences
        let (video, audio) = (studio.statistics.video, studio.statistics.audio)
        snapshot.video = .init(accepted: video.accepted, refused: video.refused, dropped: video.dropped)
        snapshot.audio = .init(accepted: audio.accepted, refused: audio.refused, dropped: audio.dropped)
        for (reason, count) in SessionDrops(studio.statistics, encoder).counts {
            snapshot.drops[reason.rawValue] = count.frames + count.audioBlocks
        }
        if let encoder {
            snapshot.video.dropped += encoder.overloadedFrames + encoder.lateFrames
            snapshot.audio.dropped += encoder.overloadedBlocks
            snapshot.cutMilliseconds = encoder.cutMilliseconds
            snapshot.repeatedFrames = encoder.repeatedFrames
            snapshot.silenceMilliseconds = encoder.silenceMilliseconds
        }
        snapshot.violations = studio.violations.all.map { violation in
            SessionSnapshot.Violation(
                rule: violation.error.rule.id.rawValue, code: violation.error.code.description,
                count: violation.count, message: violation.error.message)
        }
        snapshot.outputs = (state.outputs?.entries ?? []).map { entry in
            SessionOutput(entry.number, entry.output.address, entry.output.status)
        }
        return snapshot
    }
}
