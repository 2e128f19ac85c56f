import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime

// The steps of a session, on its own thread.
extension SessionCore {
    /// The interval in seconds at which encoder, outputs and drops are checked while media is sent.
    private static let interval = 0.25
    /// How long the end of the studio may follow the first rejected frame, in seconds.
    private static let closingTimeout = 1.0

    /// Conducts a session that has begun.
    func conduct() {
        var sources: MediaSources?
        var action = SessionStateMachine.Action.open
        publish(.sessionChanged(state: .opening))
        while true {
            switch action {
            case .open:
                enterMeeting()
                sources = mustStop ? nil : openInputs()
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
                feeds.stopAll()
                return conclude()
            case .none, .interrupt:
                return
            }
        }
    }

    /// Ends a step. On a manual clock, the callbacks of the step are delivered first, so that events have a fixed
    /// order.
    private func next(
        _ input: (inout SessionStateMachine) -> SessionStateMachine.Action
    ) -> SessionStateMachine.Action {
        if configuration.isFast { meeting.settle() }
        return step(input)
    }

    /// Whether a stop was requested, or the studio has stopped.
    var mustStop: Bool { state.withLock { $0.machine.isStopping } }

    // MARK: Opening

    /// The contract checks the role before the size, so the role is checked before the inputs are opened.
    private func openInputs() -> MediaSources? {
        guard case .inputs(var video, let audio, let duration) = configuration.source else { return nil }
        guard meeting.localUser.role.maySend else {
            fail(with: StudioError.withoutPermission)
            return nil
        }
        video.codedIdentity = UInt32(id.suffix(8), radix: 16) ?? video.codedIdentity
        do {
            let sources = try MediaSources(video: video, audio: audio, cancellation: cancellation)
            // Whether a file is a still image is known only now.
            if configuration.isFast, sources.isEndless, duration == nil {
                fail(SessionFailure(.usage, "usage", "--fast with a source that never ends needs --duration"))
                return nil
            }
            publish(
                .inputsOpened(
                    width: sources.capability.width, height: sources.capability.height,
                    frameRate: sources.description.rate.perSecond, hasAudio: sources.hasAudio))
            for note in sources.notes { publish(.note(message: note)) }
            sources.onNote { [weak self] in self?.publish(.note(message: $0)) }
            if sources.hasAudio, !drivers.contains(where: { $0.traits.carriesAudio }) {
                publish(.note(message: "y4m has no audio; mkv:- has"))
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
        // The order of calls that the guide asks for. A start that is impossible is rejected with its rule.
        _ = studio.isSupported && studio.canStart
        do {
            try studio.start(capability)
        } catch {
            return record(error)
        }
        let limit = startLimit
        let isAnswered = waitForCallbacks(within: limit) {
            $0.sender != nil || $0.isAccepted == false || $0.lacksSender || $0.hasStudioStopped
        }
        let (hasSender, isAccepted) = state.withLock { ($0.sender != nil, $0.isAccepted) }
        guard !hasSender, !mustStop else { return }
        guard isAnswered else {
            let missing = isAccepted == nil ? "the result of the start" : "onStartSend"
            return fail(
                SessionFailure(.refused, "startTimedOut", "\(missing) was not delivered within \(limit.seconds) s"))
        }
        let answer = isAccepted == false ? "the start was rejected" : "no sender was provided"
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
        if let bitrate = configuration.videoBitrate {
            guard EncoderSettings.videoBitrates.contains(bitrate) else { return fail(.invalid(videoBitrate: bitrate)) }
            settings.videoBitrate = bitrate
        }
        var options = configuration.outputOptions
        options.seed = configuration.seed
        do {
            let outputs = try OutputGroup(
                of: meeting, capability: capability, frameRate: frameRate, settings: settings, drivers: drivers,
                options: options,
                onChange: { [weak self] number, output, status in self?.report(number, output, status) },
                onWarning: { [weak self] output, message in
                    self?.publish(.note(message: "warning: \(output.address): \(message)"))
                })
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
        publish(.outputChanged(output: number, address: address, change: .init(status.state, delay: status.retryDelay)))
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
            // On a manual clock, drops are reported once, at the end: this thread's interval is real time.
            if !configuration.isFast { reportDrops() }
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

    /// - Returns: false when nothing is sent.
    private func produce(_ sources: MediaSources) -> Bool {
        guard case .inputs(_, _, let duration) = configuration.source, let sender = state.withLock({ $0.sender })
        else { return false }
        let pace: MediaProducer.Pace = (meeting.clock as? ManualClock).map { .fast($0) } ?? .realTime
        // Used only by the producer's thread from here on.
        nonisolated(unsafe) let producer = MediaProducer(
            sources, to: sender, in: meeting, pace: pace, duration: duration, cancellation: cancellation,
            settlesCallbacks: configuration.scenario != nil,
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
            fail(SessionFailure(.source, "source", "cannot read the sources: \(error)"))
            return false
        }
    }

    private func conclude(_ outcome: MediaProducer.Outcome?) {
        switch outcome {
        case .finished?: break
        case .cancelled?, nil: if state.withLock({ $0.hasStudioStopped }) { reportInterruption() }
        case .sourceFailed(let error)?: fail(with: error)
        case .refused(let error)?:
            // The studio closes the sender just before it reports its end, and a frame may arrive in between.
            let isInterruption =
                error.rule == .sendNotStarted
                && state.wait(seconds: Self.closingTimeout) { $0.hasStudioStopped ? true : nil } == true
            if isInterruption { reportInterruption() } else { record(error) }
        }
    }

    /// The studio stopped without a request of the session.
    private func reportInterruption() {
        guard !mustStop else { return }
        // The meeting's end is reported after the studio's end.
        _ = meeting.callbackQueue.waitUntilEmpty(seconds: 1)
        switch meeting.endReason {
        case .some(.none): stop(.left)
        case nil, .kickedByHost?:
            let message =
                meeting.localUser.role.maySend ? "the meeting stopped the studio" : "the right to send was lost"
            note(SessionFailure(.refused, "roleLost", message), reason: .roleLost)
            stop(.roleLost)
        default: stop(.meetingEnded)
        }
    }

    // MARK: Stopping

    private func stopStudio() {
        defer { state.withLock { $0.scenarioRunner }?.stop() }
        guard !state.withLock({ $0.hasStudioStopped }), studio.state != .idle else { return }
        do {
            try studio.stop()
        } catch {
            // It stops already, or has just stopped.
            guard studio.state != .idle else { return }
        }
        waitForCallbacks(within: stopLimit, evenWhenStopping: true) { $0.hasStudioStopped }
    }

    private func finishOutputs() {
        guard let outputs = state.withLock({ $0.outputs }) else { return }
        if let error = outputs.finish() { note(SessionFailure(.internal, "encoder", "\(error)")) }
        reportDrops()
        for entry in outputs.entries where !entry.output.status.state.isOver {
            let message = "\(entry.output.address): did not finish"
            note(SessionFailure(.output, "finishTimedOut", message))
        }
    }

    // MARK: Failures

    func fail(with error: any Error) {
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

    /// Records a call that the studio rejected.
    func record(_ error: StudioError) {
        if configuration.isFast { meeting.settle() }
        let refusals: [StudioError.Code] = [.noPermission, .unsupportedFeature, .notInMeeting, .serviceFailed, .failed]
        let category: SessionFailure.Category = error.code == .outOfMemory ? .internal : .contract
        fail(
            SessionFailure(
                refusals.contains(error.code) ? .refused : category, error.code.description, error.description,
                rule: error.rule.id.rawValue))
    }
}

extension SessionFailure {
    fileprivate static func invalid(videoBitrate: Int) -> SessionFailure {
        let range = EncoderSettings.videoBitrates
        return SessionFailure(
            .usage, "bitrate",
            "the video bitrate is \(videoBitrate) bit/s, expected \(range.lowerBound) to \(range.upperBound)")
    }
}

extension OutputState {
    fileprivate var isFailed: Bool { if case .failed = self { true } else { false } }
}
