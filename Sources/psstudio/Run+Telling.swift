import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioEngine
import StudioRuntime

/// What a run tells people and programs.
extension Run {
    func observe(_ outputGroup: OutputGroup) {
        for output in outputGroup.outputs {
            let name = output.address.description
            let wasLost = Lock(false)
            output.onStateChange { [console] status in
                switch status.state {
                case .retrying(let attempt, _, let failure):
                    wasLost.withLock { $0 = true }
                    let delay = OutputStateMachine.delay(beforeAttempt: attempt).seconds
                    console.say(.note, "\(name): \(failure.message); attempt \(attempt) in \(Int(delay)) s")
                case .live:
                    let isBack = wasLost.withLock { wasLost in
                        defer { wasLost = false }
                        return wasLost
                    }
                    console.say(isBack ? .note : .detail, "\(name): live\(isBack ? " again" : "")")
                case .stalled: console.say(.note, "\(name): takes nothing for 2 s")
                case .failed(let failure): console.say(.error, "\(name): \(failure)")
                case .waiting, .connecting, .awaitingReader, .finishing, .finished:
                    console.say(.detail, "\(name): \(status.state.name)")
                }
            }
        }
    }

    func report(_ outputGroup: OutputGroup) {
        for output in outputGroup.outputs where output.status.state == .finished {
            let status = output.status
            guard status.bytes > 0 else {
                console.say(.note, "nothing was written to \(output.address)")
                continue
            }
            let losses = status.skippedFrames > 0 ? ", \(status.skippedFrames) of them lost" : ""
            let pictures = status.totalFrames == 1 ? "1 picture" : "\(status.totalFrames) pictures"
            console.say(.note, "\(pictures)\(losses), \(TimeText.bytes(status.bytes)) to \(output.address)")
        }
        if let dropped = outputGroup.encoder?.statistics.overloadedFrames, dropped > 0 {
            console.say(.note, "\(dropped) pictures were dropped because the encoder did not keep up")
        }
    }

    /// Said once, when it begins.
    func warnOfOverload(_ outputGroup: OutputGroup) {
        guard !hasWarnedOfOverload, outputGroup.encoder?.statistics.overloadedFrames ?? 0 > 0 else { return }
        hasWarnedOfOverload = true
        console.say(.note, "the encoder does not keep up and drops pictures; try a faster --preset or a smaller size")
    }

    func summary(_ reason: ExitReason) -> Summary {
        var summary = Summary()
        summary.runId = runID
        summary.exitCode = reason.rawValue
        summary.stopReason = stopReason
        summary.error = failure
        summary.delays = events.snapshot.delays
        summary.audioPipeSilences = events.snapshot.silences
        if let studio {
            let (video, audio) = (studio.statistics.video, studio.statistics.audio)
            summary.video = Summary.Media(accepted: video.accepted, refused: video.refused, dropped: video.dropped)
            summary.audio = Summary.Media(accepted: audio.accepted, refused: audio.refused, dropped: audio.dropped)
            summary.drops["reconnecting"] = video.dropped + audio.dropped
            summary.violations = studio.violations.all.map {
                Summary.Violation(
                    rule: $0.error.rule.id.rawValue, code: $0.error.code.description, count: $0.count,
                    message: $0.error.message)
            }
        }
        if let outputGroup {
            summary.outputs = outputGroup.outputs.map { Summary.Output($0) }
            if let statistics = outputGroup.encoder?.statistics {
                summary.video.dropped += statistics.overloadedFrames + statistics.lateFrames
                summary.audio.dropped += statistics.overloadedBlocks
                summary.drops["unlikeTheContract"] = statistics.mismatchedFrames
                summary.drops["late"] = statistics.lateFrames
                summary.cutMilliseconds = statistics.cutMilliseconds
                summary.drops["encoderOverload"] = statistics.overloadedFrames + statistics.overloadedBlocks
                summary.repeatedFrames = statistics.repeatedFrames
                summary.silenceMilliseconds = statistics.silenceMilliseconds
            }
        }
        return summary
    }
}
