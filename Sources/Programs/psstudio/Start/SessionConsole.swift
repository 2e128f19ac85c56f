import MediaInputs
import MediaOutputs
import ProgramConsole
import StudioCore
import StudioEngine

/// Prints the events of a session.
final class SessionConsole {
    private let console: Console
    /// Outputs that were disconnected and are not live again.
    private var lost: Set<Int> = []
    private var overload = OverloadEpisode()

    init(_ console: Console) {
        self.console = console
    }

    func print(_ event: SessionEvent) {
        switch event.event {
        case .note(let message): console.report(.note, message)
        case .startCalled(let width, let height, _):
            console.report(.detail, "starting Production Studio with \(width)x\(height)")
        case .violation(_, _, let message, let isRefusal): console.report(isRefusal ? .error : .note, message)
        // A rejected call is also a violation, which was printed already.
        case .failed(let failure): if failure.rule == nil { console.report(.error, failure.message) }
        case .audioPipeSilent(let name):
            console.report(.note, "\(name) delivers no audio and is replaced by silence")
        case .sourceChanged(let source, let time):
            console.report(.note, "\(source) is on air from \(MediaTime.seconds(time).timecode) on")
        case .slateShown(let reason, let time):
            console.report(
                .note, "the slate is on air from \(MediaTime.seconds(time).timecode) on: \(Self.cause(reason))")
        case .slateEnded(let time):
            console.report(.note, "the source is on air again from \(MediaTime.seconds(time).timecode) on")
        case .dropped(let reason, let frames, let blocks):
            if reason == .encoderOverload { overload.drop(frames: frames, audioBlocks: blocks, at: event.time) }
        case .outputChanged(let number, let address, let change): print(number, address, change)
        case .outputSplit(_, let address): console.report(.detail, "\(address): split")
        case .outputPartEnded(_, let address, let change):
            if change.phase != .failed { console.report(.detail, "\(address): \(change.state)") }
        // Its supervision has printed the line.
        case .serverChanged: break
        case .sessionChanged, .commandPerformed, .stopped, .authenticated, .identityExpired, .meetingStatusChanged,
            .participantJoined, .participantLeft, .roleChanged, .hostChanged, .coHostChanged, .studioUserChanged,
            .videoChanged, .trackStateChanged, .trackMuted, .trackFormatChanged, .subscriptionChanged, .stopCalled,
            .startAnswered, .sendingStarted, .sendingStopped, .inputsOpened, .programAudioChanged, .outputAdded,
            .outputRemoved:
            break
        }
    }

    private static func cause(_ reason: SlateReason) -> String {
        switch reason {
        case .command: "requested"
        case .stalled: "the source delivers no frame"
        case .writerGone: "the writer of the source has gone"
        case .ended: "the source has ended"
        case .failed: "the source has failed"
        }
    }

    /// Reports an overload that has ended.
    func reportOverload(at now: MediaTime) { report(overload.summary(at: now)) }

    private func report(_ overload: OverloadEpisode.Summary?) {
        guard let overload else { return }
        console.report(
            .note,
            "the encoder did not keep up: \(Self.units(overload)) dropped within "
                + "\(NumberText.tenths(overload.duration.seconds)) s; use a faster --preset or a smaller size")
    }

    private static func units(_ overload: OverloadEpisode.Summary) -> String {
        let blocks = overload.audioBlocks == 1 ? "1 audio block" : "\(overload.audioBlocks) audio blocks"
        if overload.audioBlocks == 0 { return frames(overload.frames) }
        return overload.frames == 0 ? blocks : "\(frames(overload.frames)) and \(blocks)"
    }

    /// What a viewer notices of delays: each one is filled.
    private static func delays(_ snapshot: SessionSnapshot) -> String {
        let repeated = snapshot.repeatedFrames > 0 ? ["\(frames(snapshot.repeatedFrames)) repeated"] : []
        let silence = snapshot.silenceMilliseconds > 0 ? ["\(snapshot.silenceMilliseconds) ms of silence inserted"] : []
        let effects = (repeated + silence).joined(separator: ", ")
        return "the source or this machine was late \(snapshot.delays)x" + (effects.isEmpty ? "" : "; \(effects)")
    }

    private func print(_ number: Int, _ address: String, _ change: SessionEvent.OutputChange) {
        switch change.phase {
        case .retrying:
            lost.insert(number)
            let attempt = change.attempt.map { "; attempt \($0) in \(TimeText.seconds(change.delay ?? 0)) s" } ?? ""
            console.report(.note, "\(address): \(change.message ?? "lost")\(attempt)")
        case .live:
            let isBack = lost.remove(number) != nil
            console.report(isBack ? .note : .detail, "\(address): live\(isBack ? " again" : "")")
        case .stalled: console.report(.note, "\(address): no data taken for 2 s")
        case .failed: break  // The failure is a separate event.
        case .waiting, .connecting, .awaitingReader, .listening, .finishing, .finished, .stopped:
            console.report(.detail, "\(address): \(change.state)")
        }
    }

    private static func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }

    /// Prints the results of all outputs.
    func report(_ snapshot: SessionSnapshot) {
        report(overload.end())
        if snapshot.delays > 0 { console.report(.note, Self.delays(snapshot)) }
        for output in snapshot.outputs where ["finished", "stopped"].contains(output.state) {
            guard output.outputBytes > 0 else {
                console.report(.note, "nothing was written to \(output.destination)")
                continue
            }
            let (before, lost) = (output.framesBeforeStart, output.lostFrames)
            let late = before > 0 ? ", \(before) of them before it started" : ""
            let losses = late + (lost > 0 ? ", \(lost) of them lost" : "")
            let frames = Self.frames(output.outputTotalFrames)
            let packets = (output.packetsLost ?? 0) > 0 ? ", \(output.packetsLost ?? 0) packets lost" : ""
            console.report(
                .note,
                "\(frames)\(losses), \(TimeText.bytes(output.outputBytes))\(packets) to \(output.destination)")
        }
    }
}
