import Dispatch
import Glibc
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioPipelines
import StudioRuntime

/// One run of `psstudio start`: opens, sends, finishes, and tells why it ended.
final class Run {
    private let plan: RunPlan
    private let console: Console
    private let cancellation = Cancellation()
    private let events: RunEvents
    private let runID = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    private var reasons: [ExitReason] = []
    private var stopReason = "eos"
    private var failure: Summary.Failure?
    private var studio: StudioController?
    private var broadcast: Broadcast?
    private var hasWarnedOfOverload = false

    init(_ plan: RunPlan) {
        self.plan = plan
        console = Console(level: plan.options.quiet ? .error : plan.options.verbose ? .detail : .note)
        events = RunEvents(cancellation: cancellation)
    }

    func perform() -> ExitReason {
        Signals.watch { [events] in events.signalled($0) }
        conduct()
        if let signal = events.snapshot.signal {
            reasons.append(signal == SIGINT ? .interrupted : .terminated)
            if failure == nil { stopReason = "stopped" }
        }
        let reason = ExitReason.first(of: reasons)
        if plan.options.json { summary(reason).print() }
        return reason
    }

    // MARK: The run from beginning to end

    private func conduct() {
        guard let sources = openSources() else { return }
        let meeting = makeMeeting()
        let studio = makeStudio(in: meeting, cadence: sources.description.rate)
        self.studio = studio
        guard let sender = start(studio, sources.capability) else { return }
        if let broadcast = makeBroadcast(of: meeting, sources) {
            self.broadcast = broadcast
            observe(broadcast)
            broadcast.begin()
            produce(sources, to: sender, in: meeting)
            watch(studio, broadcast, sources)
        }
        stop(studio)
        finish()
    }

    private func openSources() -> MediaSources? {
        do {
            let sources = try MediaSources(video: plan.video, audio: plan.audio, cancellation: cancellation)
            for note in sources.notes { console.say(.note, note) }
            return sources
        } catch {
            if events.snapshot.signal == nil { fail(with: error) }
            return nil
        }
    }

    private func makeMeeting() -> Meeting {
        let clock: any StudioClock = plan.isFast ? ManualClock() : SystemClock()
        let queue = DispatchQueue(label: "psstudio.callbacks")
        return Meeting(role: plan.options.role.role, clock: clock, callbackQueue: queue)
    }

    private func makeStudio(in meeting: Meeting, cadence: Rate) -> StudioController {
        // The manual clock stands still until something is sent: nothing may wait for it before.
        let responses: StudioResponses = plan.isFast ? .immediate : StudioResponses()
        let options = StudioController.Options(cadence: cadence, isStrict: plan.options.strict)
        let studio = StudioController(in: meeting, options: options, responses: responses)
        studio.delegate = events
        studio.violations.onFirst { [console] violation in
            console.say(violation.isRefusal ? .error : .note, "\(violation.error)")
        }
        return studio
    }

    private func start(_ studio: StudioController, _ capability: VideoCapability) -> Sender? {
        console.say(.detail, "starting Production Studio with \(capability)")
        do {
            try studio.start(capability)
        } catch {
            record(error)
            return nil
        }
        let sender =
            events.wait { state -> Sender?? in
                if let sender = state.sender { return .some(sender) }
                return state.answer == false || state.signal != nil || state.hasStopped ? .some(nil) : nil
            } ?? nil
        if sender == nil, events.snapshot.signal == nil {
            let answer = events.snapshot.answer == false ? "the start was answered with false" : "no sender was given"
            fail(.refused, "refused", answer)
        }
        return sender
    }

    private func makeBroadcast(of meeting: Meeting, _ sources: MediaSources) -> Broadcast? {
        let capability = sources.capability
        var settings = ProgramSettings(width: Int(capability.width), height: Int(capability.height))
        settings.preset = plan.options.preset
        settings.range = plan.options.range
        settings.isReproducible = plan.isFast
        settings.hasAudio = !plan.options.noAudio
        if let bitrate = plan.options.bitrate { settings.videoBitrate = bitrate.bitsPerSecond }
        do {
            return try Broadcast(
                of: meeting, capability: capability, cadence: sources.description.rate, settings: settings,
                to: plan.destinations)
        } catch {
            fail(.output, "encoder", "\(error)")
            return nil
        }
    }

    private func produce(_ sources: MediaSources, to sender: Sender, in meeting: Meeting) {
        let pace: MediaProducer.Pace = (meeting.clock as? ManualClock).map { .fast($0) } ?? .realTime
        // Used by the producer's thread alone from here on.
        nonisolated(unsafe) let producer = MediaProducer(
            sources, to: sender, in: meeting, pace: pace, duration: plan.duration, cancellation: cancellation)
        _ = Worker("producer") { [events] in
            let outcome = producer.run()
            events.produced(outcome, delays: producer.delays)
        }
    }

    /// Watches over the run until there is nothing more to send.
    private func watch(_ studio: StudioController, _ broadcast: Broadcast, _ sources: MediaSources) {
        let reporter = StatusReporter(
            studio: studio, broadcast: broadcast, rate: sources.description.rate, console: console,
            progress: plan.progress)
        while true {
            let outcome = events.wait(seconds: StatusReporter.interval) { $0.outcome }
            reporter.report(isLast: outcome != nil)
            if let outcome {
                conclude(outcome)
                return
            }
            warnOfOverload(broadcast)
            let outputs = broadcast.outputs
            if outputs.allSatisfy({ if case .failed = $0.status.state { true } else { false } }) {
                cancellation.cancel()
            }
            if let error = broadcast.program?.failure {
                fail(.bug, "encoder", "\(error)")
                cancellation.cancel()
            }
        }
    }

    private func conclude(_ outcome: MediaProducer.Outcome) {
        switch outcome {
        case .finished:
            break
        case .cancelled:
            if events.snapshot.signal == nil, events.snapshot.hasStopped {
                fail(.refused, "roleLost", "the right to send was lost")
                stopReason = "roleLost"
            }
        case .sourceFailed(let error):
            fail(with: error)
        case .refused(let error):
            record(error)
        }
        let delays = events.snapshot.delays
        if delays > 0 {
            console.say(.note, "the source or this machine was late \(delays)x by more than 40 ms; sync was kept")
        }
    }

    private func stop(_ studio: StudioController) {
        do {
            try studio.stop()
        } catch {
            return  // It has stopped already; the callback came.
        }
        _ = events.wait(seconds: 10) { $0.hasStopped ? true : nil }
    }

    private func finish() {
        guard let broadcast else { return }
        if let error = broadcast.finish() { fail(.bug, "encoder", "\(error)") }
        console.endStatus()
        for output in broadcast.outputs {
            if let failure = output.status.failure {
                fail(.output, failure.cause.rawValue, "\(output.destination): \(failure)", isTold: true)
            }
        }
        report(broadcast)
    }

    // MARK: What went wrong

    private func fail(with error: any Error) {
        switch error {
        case let error as StudioError:
            console.say(.error, "\(error)")
            record(error)
        case let error as SourceError: fail(.source, "source", "\(error)")
        default: fail(.bug, "internal", "\(error)")
        }
    }

    /// A refusal of the studio; the violation log has told it already.
    private func record(_ error: StudioError) {
        let refusals: [StudioError.Code] = [.noPermission, .unsupportedFeature, .notInMeeting, .serviceFailed, .failed]
        reasons.append(refusals.contains(error.code) ? .refused : .contract)
        remember(error.code.description, Summary.Failure(rule: error.rule.rawValue, message: error.description))
    }

    private func fail(_ reason: ExitReason, _ code: String, _ message: String, isTold: Bool = false) {
        if !isTold { console.say(.error, message) }
        reasons.append(reason)
        remember(code, Summary.Failure(rule: nil, message: message))
    }

    /// The first failure is the one that the summary tells.
    private func remember(_ code: String, _ failure: Summary.Failure) {
        guard self.failure == nil else { return }
        self.failure = failure
        stopReason = "error:\(code)"
    }

    // MARK: What is told

    private func observe(_ broadcast: Broadcast) {
        for output in broadcast.outputs {
            let name = output.destination.description
            let wasLost = Lock(false)
            output.onStateChange { [console] status in
                switch status.state {
                case .retrying(let attempt, _, let failure):
                    wasLost.withLock { $0 = true }
                    let delay = OutputPolicy.delay(beforeAttempt: attempt)
                    console.say(.note, "\(name): \(failure.message); attempt \(attempt) in \(Int(delay)) s")
                case .live:
                    let isBack = wasLost.withLock { wasLost in
                        defer { wasLost = false }
                        return wasLost
                    }
                    console.say(isBack ? .note : .detail, "\(name): live\(isBack ? " again" : "")")
                case .stalled: console.say(.note, "\(name): takes nothing for 2 s")
                case .failed(let failure): console.say(.error, "\(name): \(failure)")
                case .waiting, .connecting, .finishing, .finished: console.say(.detail, "\(name): \(status.state.name)")
                }
            }
        }
    }

    private func report(_ broadcast: Broadcast) {
        for output in broadcast.outputs where output.status.state == .finished {
            let status = output.status
            guard status.bytes > 0 else {
                console.say(.note, "nothing was written to \(output.destination)")
                continue
            }
            let losses = status.skippedFrames > 0 ? ", \(status.skippedFrames) of them lost" : ""
            let pictures = status.totalFrames == 1 ? "1 picture" : "\(status.totalFrames) pictures"
            console.say(.note, "\(pictures)\(losses), \(TimeText.bytes(status.bytes)) to \(output.destination)")
        }
        if let dropped = broadcast.program?.statistics.overloadedFrames, dropped > 0 {
            console.say(.note, "\(dropped) pictures were dropped because the encoder did not keep up")
        }
    }

    /// Said once, when it begins.
    private func warnOfOverload(_ broadcast: Broadcast) {
        guard !hasWarnedOfOverload, broadcast.program?.statistics.overloadedFrames ?? 0 > 0 else { return }
        hasWarnedOfOverload = true
        console.say(.note, "the encoder does not keep up and drops pictures; try a faster --preset or a smaller size")
    }

    private func summary(_ reason: ExitReason) -> Summary {
        var summary = Summary()
        summary.runId = runID
        summary.exitCode = reason.rawValue
        summary.stopReason = stopReason
        summary.error = failure
        if let studio {
            let (video, audio) = (studio.statistics.video, studio.statistics.audio)
            summary.video = Summary.Media(accepted: video.accepted, refused: video.refused, dropped: video.dropped)
            summary.audio = Summary.Media(accepted: audio.accepted, refused: audio.refused, dropped: audio.dropped)
            summary.drops["reconnecting"] = video.dropped + audio.dropped
            summary.violations = studio.violations.all.map {
                Summary.Violation(
                    rule: $0.error.rule.rawValue, code: $0.error.code.description, count: $0.count,
                    message: $0.error.message)
            }
        }
        if let broadcast {
            summary.outputs = broadcast.outputs.map { Summary.Output($0) }
            if let statistics = broadcast.program?.statistics {
                summary.video.dropped += statistics.overloadedFrames
                summary.audio.dropped += statistics.overloadedBlocks
                summary.drops["encoderOverload"] = statistics.overloadedFrames + statistics.overloadedBlocks
                summary.repeatedFrames = statistics.repeatedFrames
                summary.silenceMilliseconds = statistics.silenceMilliseconds
            }
        }
        return summary
    }
}
