import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime

// A session from its beginning to its end, on its own thread.
extension SessionCore {
    /// Seconds between two looks at encoder, outputs and drops while media is sent.
    private static let interval = 0.25
    /// Seconds that callbacks may take between two steps on a manual clock.
    private static let settlePatience = 1.0
    /// Seconds that a stop of the studio may take.
    private static let stopPatience = 10.0

    func conduct() {
        var sources: MediaSources?
        var action = step { $0.begin() }
        while true {
            switch action {
            case .open:
                sources = openInputs()
                action = next { $0.opened() }
            case .start:
                start(sources)
                action = next { $0.started() }
            case .connect:
                connect(sources)
                action = next { $0.connected() }
            case .send:
                send(sources)
                action = next { $0.sent() }
            case .stop:
                stopStudio()
                action = next { $0.stopped() }
            case .finish:
                finishOutputs()
                action = next { $0.outputsFinished() }
            case .conclude:
                return conclude()
            case .none, .interrupt:
                return
            }
        }
    }

    /// The end of a step. On a manual clock what the step has caused is delivered before, so that events have one order.
    private func next(
        _ input: (inout SessionStateMachine) -> SessionStateMachine.Action
    ) -> SessionStateMachine.Action {
        if configuration.isFast { _ = meeting.callbackQueue.waitUntilAtRest(seconds: Self.settlePatience) }
        return step(input)
    }

    /// Whether it was asked to stop, or the studio has.
    var mustStop: Bool { state.withLock { $0.machine.isStopping } }

    // MARK: Opening

    /// The contract asks for the role before it looks at the size, so it is asked before the inputs are opened.
    private func openInputs() -> MediaSources? {
        guard case .inputs(var video, let audio, let duration) = configuration.source else { return nil }
        guard meeting.localUser.role.maySend else {
            fail(with: StudioError.withoutPermission)
            return nil
        }
        video.codedIdentity = UInt32(id.suffix(8), radix: 16) ?? video.codedIdentity
        do {
            let sources = try MediaSources(video: video, audio: audio, cancellation: cancellation)
            // Whether a file is a still shows only now.
            if configuration.isFast, sources.isEndless, duration == nil {
                fail(SessionFailure(.usage, "usage", "--fast with a source that never ends needs --duration"))
                return nil
            }
            publish(
                .inputsOpened(
                    width: sources.capability.width, height: sources.capability.height,
                    frameRate: sources.description.rate.perSecond, hasAudio: sources.hasSound))
            for note in sources.notes { publish(.note(message: note)) }
            if sources.hasSound, !drivers.contains(where: { $0.traits.carriesAudio }) {
                publish(.note(message: "y4m carries no sound; mkv:- does"))
            }
            return sources
        } catch {
            if !mustStop { fail(with: error) }
            return nil
        }
    }

    // MARK: Starting

    private func contract(_ sources: MediaSources?) -> (VideoCapability, Rate?) {
        switch (configuration.source, sources) {
        case (.app(let capability, let frameRate), _): (capability, frameRate)
        case (.inputs, let sources?): (sources.capability, sources.description.rate)
        case (.inputs, nil): preconditionFailure("a session starts with open inputs")
        }
    }

    private func start(_ sources: MediaSources?) {
        let (capability, frameRate) = contract(sources)
        state.update { $0.frameRate = frameRate }
        studio.setFrameRate(frameRate)
        studio.delegate = delegate
        do {
            try studio.start(capability)
        } catch {
            return record(error)
        }
        let isAnswered = state.wait { state -> Bool? in
            state.sender != nil || state.isAccepted == false || state.machine.isStopping || state.hasStudioStopped
                ? true : nil
        }
        let (hasSender, isAccepted) = state.withLock { ($0.sender != nil, $0.isAccepted) }
        guard isAnswered == true, !hasSender, !mustStop else { return }
        let answer = isAccepted == false ? "the start was answered with false" : "no sender was given"
        fail(SessionFailure(.refused, "refused", answer))
    }

    // MARK: Connecting

    private func connect(_ sources: MediaSources?) {
        let (capability, frameRate) = contract(sources)
        var settings = EncoderSettings(width: Int(capability.width), height: Int(capability.height))
        settings.preset = configuration.preset
        settings.range = configuration.range
        settings.isReproducible = configuration.isFast
        settings.hasAudio = configuration.hasAudio
        if let bitrate = configuration.videoBitrate { settings.videoBitrate = bitrate }
        do {
            let outputs = try OutputGroup(
                of: meeting, capability: capability, frameRate: frameRate, settings: settings, drivers: drivers,
                options: configuration.outputOptions
            ) { [weak self] number, output, status in self?.report(number, output, status) }
            for entry in outputs.entries {
                publish(.outputAdded(output: entry.number, address: entry.output.address.description))
            }
            state.update { $0.outputs = outputs }
            outputs.begin()
        } catch {
            fail(SessionFailure(.output, "encoder", "\(error)"))
        }
    }

    func report(_ number: Int, _ output: Output, _ status: OutputStatus) {
        let address = output.address.description
        publish(.outputChanged(output: number, address: address, change: .init(status.state)))
        if case .failed(let failure) = status.state {
            note(SessionFailure(.output, failure.cause.rawValue, "\(address): \(failure)"))
        }
    }

    // MARK: Sending

    private func send(_ sources: MediaSources?) {
        if let sources, !produce(sources) { return }
        while true {
            let isOver = state.wait(seconds: Self.interval) { state -> Bool? in
                let isInterrupted = sources == nil && (state.machine.isStopping || state.hasStudioStopped)
                return state.outcome != nil || isInterrupted ? true : nil
            }
            reportDrops()
            if isOver == true { return conclude(state.withLock { $0.outcome }) }
            let outputs = state.withLock { $0.outputs }
            let entries = outputs?.entries ?? []
            if let error = outputs?.encoder?.failure, !mustStop {
                fail(SessionFailure(.internal, "encoder", "\(error)"))
            } else if entries.contains(where: { !$0.isRemoved }),
                entries.allSatisfy({ $0.isRemoved || $0.output.status.state.isFailed })
            {
                stop(.stopped)
            }
        }
    }

    /// - Returns: false when nothing will be sent.
    private func produce(_ sources: MediaSources) -> Bool {
        guard case .inputs(_, _, let duration) = configuration.source, let sender = state.withLock({ $0.sender })
        else { return false }
        let pace: MediaProducer.Pace = (meeting.clock as? ManualClock).map { .fast($0) } ?? .realTime
        // Used by the producer's thread alone from here on.
        nonisolated(unsafe) let producer = MediaProducer(
            sources, to: sender, in: meeting, pace: pace, duration: duration, cancellation: cancellation,
            onSilence: { [weak self] name in self?.publish(.audioPipeSilent(name: name)) })
        do {
            _ = try Worker("producer") { [state] in
                let outcome = producer.run()
                state.update { state in
                    state.outcome = outcome
                    state.delays = producer.delays
                    state.silences = producer.silences
                }
            }
            return true
        } catch {
            fail(SessionFailure(.source, "source", "the sources cannot be read: \(error)"))
            return false
        }
    }

    private func conclude(_ outcome: MediaProducer.Outcome?) {
        switch outcome {
        case .finished?: break
        case .cancelled?, nil: if state.withLock({ $0.hasStudioStopped }) { reportInterruption() }
        case .sourceFailed(let error)?: fail(with: error)
        case .refused(let error)?: record(error)
        }
    }

    /// The studio has stopped, and nobody has asked for it here.
    private func reportInterruption() {
        guard !mustStop else { return }
        // The meeting's own end is reported behind the end of the studio.
        _ = meeting.callbackQueue.waitUntilEmpty(seconds: 1)
        switch meeting.endReason {
        case .some(.none): stop(.left)
        case nil, .kickedByHost?:
            note(SessionFailure(.refused, "roleLost", "the right to send was lost"), reason: .roleLost)
            stop(.roleLost)
        default: stop(.meetingEnded)
        }
    }

    // MARK: Stopping

    private func stopStudio() {
        do {
            try studio.stop()
        } catch {
            return  // It has stopped already; the callback came.
        }
        _ = state.wait(seconds: Self.stopPatience) { $0.hasStudioStopped ? true : nil }
    }

    private func finishOutputs() {
        guard let outputs = state.withLock({ $0.outputs }) else { return }
        if let error = outputs.finish() { note(SessionFailure(.internal, "encoder", "\(error)")) }
        reportDrops()
        for entry in outputs.entries where !entry.output.status.state.isOver {
            let message = "\(entry.output.address): did not come to its end"
            note(SessionFailure(.output, "finishTimedOut", message))
        }
    }

    // MARK: What went wrong

    private func fail(with error: any Error) {
        switch error {
        case let error as StudioError:
            publish(
                .violation(
                    rule: error.rule.id.rawValue, code: error.code.description, message: error.description,
                    isRefusal: true))
            record(error)
        case let error as SourceError: fail(SessionFailure(.source, "source", "\(error)"))
        default: fail(SessionFailure(.internal, "internal", "\(error)"))
        }
    }

    /// A call that the studio rejected.
    private func record(_ error: StudioError) {
        let refusals: [StudioError.Code] = [.noPermission, .unsupportedFeature, .notInMeeting, .serviceFailed, .failed]
        let category: SessionFailure.Category = error.code == .outOfMemory ? .internal : .contract
        fail(
            SessionFailure(
                refusals.contains(error.code) ? .refused : category, error.code.description, error.description,
                rule: error.rule.id.rawValue))
    }
}

extension OutputState {
    fileprivate var isFailed: Bool { if case .failed = self { true } else { false } }
}
