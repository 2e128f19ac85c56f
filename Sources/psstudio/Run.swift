import Dispatch
import Glibc
import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// One run of `psstudio start`: opens, sends, finishes, and tells why it ended.
final class Run {
    let plan: RunPlan
    let console: Console
    private let cancellation = Cancellation()
    let events: RunEvents
    let runID = Summary.makeRunID()
    var reasons: [ExitReason] = []
    var stopReason = "eos"
    var failure: Summary.Failure?
    var studio: StudioController?
    var outputGroup: OutputGroup?
    var hasWarnedOfOverload = false
    private var hasCancelled = false
    private var reporter: StatusReporter?

    init(_ plan: RunPlan) {
        self.plan = plan
        console = Console(level: plan.options.quiet ? .error : plan.options.verbose ? .detail : .note)
        events = RunEvents(cancellation: cancellation)
    }

    func perform() -> ExitReason {
        Signals.onFirst { [events] in events.signalled($0) }
        if let shortage = SystemLimits.shortage(outputs: plan.drivers.count) {
            fail(.output, "limits", shortage)
        } else {
            conduct()
        }
        plan.removeUnusedFiles()
        endProgress()
        if let signal = events.snapshot.signal {
            reasons.append(signal == SIGINT ? .interrupted : .terminated)
            if failure == nil { stopReason = "stopped" }
        }
        let reason = ExitReason.first(of: reasons)
        if plan.options.json, !summary(reason).print() { return ExitReason.first(of: [reason, .output]) }
        return reason
    }

    private func endProgress() {
        if let reporter {
            reporter.end()
        } else {
            plan.progress?.write("frame=0\nprogress=end\n", patience: 1000)
        }
        if plan.progress?.isIntact == false { fail(.output, "progress", "the progress could not be written") }
    }

    // MARK: The run from beginning to end

    private func conduct() {
        let meeting = makeMeeting()
        guard mayStart(in: meeting), let sources = openSources() else { return }
        let studio = makeStudio(in: meeting, frameRate: sources.description.rate)
        self.studio = studio
        guard let sender = start(studio, sources.capability) else {
            stop(studio)
            return
        }
        if let outputGroup = makeOutputGroup(of: meeting, sources) {
            self.outputGroup = outputGroup
            observe(outputGroup)
            outputGroup.begin()
            if produce(sources, to: sender, in: meeting) { watch(studio, outputGroup, sources) }
        }
        stop(studio)
        finish()
    }

    /// The contract asks for the role before it looks at the size, so it is asked before the sources are opened.
    private func mayStart(in meeting: Meeting) -> Bool {
        if meeting.localUser.role.maySend { return true }
        fail(with: StudioError.withoutPermission)
        return false
    }

    private func openSources() -> MediaSources? {
        do {
            var video = plan.video
            video.codedIdentity = UInt32(runID.suffix(8), radix: 16) ?? video.codedIdentity
            let sources = try MediaSources(video: video, audio: plan.audio, cancellation: cancellation)
            // Whether a picture file is a still shows only now.
            if plan.isFast, sources.isEndless, plan.duration == nil {
                fail(.usage, "usage", RunPlan.endlessNeedsDuration)
                return nil
            }
            for note in sources.notes { console.say(.note, note) }
            if sources.hasSound, !plan.drivers.contains(where: { $0.traits.carriesAudio }) {
                console.say(.note, "y4m carries no sound; mkv:- does")
            }
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

    private func makeStudio(in meeting: Meeting, frameRate: Rate) -> StudioController {
        // The manual clock stands still until something is sent: nothing may wait for it before.
        let responses: StudioResponses = plan.isFast ? .immediate : StudioResponses()
        let options = StudioController.Options(frameRate: frameRate, isStrict: plan.options.strict)
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

    private func makeOutputGroup(of meeting: Meeting, _ sources: MediaSources) -> OutputGroup? {
        let capability = sources.capability
        var settings = EncoderSettings(width: Int(capability.width), height: Int(capability.height))
        settings.preset = plan.options.preset
        settings.range = plan.options.range
        settings.isReproducible = plan.isFast
        settings.hasAudio = !plan.options.noAudio
        if let bitrate = plan.options.bitrate { settings.videoBitrate = bitrate.bitsPerSecond }
        do {
            return try OutputGroup(
                of: meeting, capability: capability, frameRate: sources.description.rate, settings: settings,
                drivers: plan.drivers, options: plan.outputs)
        } catch {
            fail(.output, "encoder", "\(error)")
            return nil
        }
    }

    /// - Returns: false when nothing will be sent.
    private func produce(_ sources: MediaSources, to sender: Sender, in meeting: Meeting) -> Bool {
        let pace: MediaProducer.Pace = (meeting.clock as? ManualClock).map { .fast($0) } ?? .realTime
        // Used by the producer's thread alone from here on.
        nonisolated(unsafe) let producer = MediaProducer(
            sources, to: sender, in: meeting, pace: pace, duration: plan.duration, cancellation: cancellation,
            onSilence: { [console] name in
                console.say(.note, "\(name) delivers no audio; silence takes its place until it does")
            })
        do {
            _ = try Worker("producer") { [events] in
                let outcome = producer.run()
                events.produced(outcome, delays: producer.delays, silences: producer.silences)
            }
            return true
        } catch {
            fail(.source, "source", "the sources cannot be read: \(error)")
            return false
        }
    }

    /// Watches over the run until there is nothing more to send.
    private func watch(_ studio: StudioController, _ outputGroup: OutputGroup, _ sources: MediaSources) {
        let reporter = StatusReporter(
            studio: studio, outputGroup: outputGroup, rate: sources.description.rate, console: console,
            progress: plan.progress)
        self.reporter = reporter
        while true {
            let outcome = events.wait(seconds: StatusReporter.interval) { $0.outcome }
            reporter.report(isLast: outcome != nil)
            if let outcome {
                conclude(outcome)
                return
            }
            warnOfOverload(outputGroup)
            let outputs = outputGroup.outputs
            if outputs.allSatisfy({ if case .failed = $0.status.state { true } else { false } }) {
                cancel()
            } else if let error = outputGroup.encoder?.failure, !hasCancelled {
                fail(.bug, "encoder", "\(error)")
                cancel()
            }
        }
    }

    private func cancel() {
        hasCancelled = true
        cancellation.cancel()
    }

    private func conclude(_ outcome: MediaProducer.Outcome) {
        switch outcome {
        case .finished:
            break
        case .cancelled:
            if events.snapshot.signal == nil, events.snapshot.hasStopped {
                fail(.refused, "roleLost", "the right to send was lost")
                stopReason = "roleLost"
            } else if events.snapshot.signal == nil, !hasCancelled {
                fail(.bug, "cancelled", "the run was cancelled without a reason")
            }
        case .sourceFailed(let error):
            fail(with: error)
        case .refused(let error):
            record(error)
        }
        let delays = events.snapshot.delays
        if delays > 0 {
            console.say(.note, "the source or this machine was late \(delays)x; sync was kept")
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
        guard let outputGroup else { return }
        if let error = outputGroup.finish() { fail(.bug, "encoder", "\(error)") }
        console.endStatus()
        for output in outputGroup.outputs {
            let status = output.status
            if let failure = status.failure {
                fail(.output, failure.cause.rawValue, "\(output.address): \(failure)", isTold: true)
            } else if status.state != .finished {
                fail(.output, "finishTimedOut", "\(output.address): did not come to its end")
            }
        }
        report(outputGroup)
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
        let reason: ExitReason = error.code == .outOfMemory ? .bug : .contract
        reasons.append(refusals.contains(error.code) ? .refused : reason)
        remember(error.code.description, Summary.Failure(rule: error.rule.id.rawValue, message: error.description))
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
}
