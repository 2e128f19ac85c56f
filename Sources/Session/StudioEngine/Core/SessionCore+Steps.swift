import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime

// The steps of a session up to the end of sending, on its own thread. The others are in `SessionCore+Stop.swift`.
extension SessionCore {
    /// The interval in seconds at which encoder, outputs and drops are checked while media is sent.
    private static let interval = 0.25
    /// How long the end of the studio may follow the first rejected frame, in seconds.
    private static let closingTimeout = 1.0

    /// Conducts a session that has begun.
    func conduct(_ actions: [SessionStateMachine.Action]) {
        owner.claim()
        var sources: MediaSources?
        var slates: SlateSource?
        // Not before the control socket and the trace are open.
        var next = apply { _ in actions }
        while let step = next {
            switch step {
            case .idle: return
            case .opening:
                enterMeeting()
                sources = mustStop ? nil : openInputs()
                if let opened = sources { (sources, slates) = open(configuration.program.slate, for: opened) }
            case .starting: start(sources)
            case .connecting: connect(sources)
            case .sending: send(sources, slates)
            case .stopping: stopStudio()
            case .finishing: finishOutputs()
            case .finished: return close()
            }
            // On a manual clock, the callbacks of the step are delivered first, so that events have a fixed order.
            if configuration.isFast { meeting.settle() }
            next = apply { $0.completed(step) }
        }
    }

    /// Whether a stop was requested.
    var mustStop: Bool { state.withLock { $0.machine.isStopping } }

    // MARK: Opening

    /// The contract checks the role before the size, so the role is checked before the inputs are opened.
    private func openInputs() -> MediaSources? {
        guard case .inputs(var video, let audio, let duration) = configuration.source else { return nil }
        guard meeting.localUser.role.maySend else {
            apply { $0.inputsFailed(StudioError.withoutPermission) }
            return nil
        }
        video.codedIdentity = codedIdentity
        video.reopensFIFOs = configuration.reopensFIFOs
        do {
            let sources = try MediaSources(video: video, audio: audio, cancellation: cancellation, waits: makeWaits())
            // Whether a file is a still image is known only now.
            if configuration.isFast, sources.isEndless || configuration.program.atEnd != .stop, duration == nil {
                let message = "--fast with a source that never ends needs --duration"
                apply { $0.fail(SessionFailure(.usage, "usage", message)) }
                return nil
            }
            publish(
                .inputsOpened(
                    width: sources.capability.width, height: sources.capability.height,
                    frameRate: sources.description.rate.perSecond, hasAudio: sources.hasAudio))
            for note in sources.notes { publish(.note(message: note)) }
            sources.onNote { [weak self] in self?.publish(.note(message: $0)) }
            if sources.hasAudio, !drivers.contains(where: { $0.traits.carriesAudio }) {
                let isY4M = drivers.contains { $0.traits.usesStandardOutput }
                publish(.note(message: isY4M ? "y4m has no audio; mkv:- has" : "no output takes the audio"))
            }
            return sources
        } catch {
            apply { $0.inputsFailed(error) }
            return nil
        }
    }

    /// Waits for pipes are reported, and part of the snapshot.
    private func makeWaits() -> PipeWaits {
        let waits = PipeWaits { [weak self] in self?.publish(.note(message: "\($0)")) }
        state.update { $0.waits = waits }
        return waits
    }

    /// The identity of coded sources without one of their own.
    var codedIdentity: UInt32 { UInt32(id.suffix(8), radix: 16) ?? 0 }

    /// Opens the slate.
    ///
    /// - Returns: nothing when it cannot be used.
    private func open(_ slate: Slate, for sources: MediaSources) -> (MediaSources?, SlateSource?) {
        do {
            return (sources, try SlateSource(slate, for: sources, cancellation: cancellation))
        } catch {
            apply { $0.inputsFailed(error) }
            return (nil, nil)
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
        let form = SessionSnapshot.Program(
            width: capability.width, height: capability.height, frameRate: frameRate?.perSecond,
            hasAudio: sources?.hasAudio ?? configuration.hasAudio, hasSlate: hasChangeableSource)
        state.update { ($0.frameRate, $0.form) = (frameRate, form) }
        studio.setFrameRate(frameRate)
        studio.delegate = self
        // The order of calls that the guide asks for. A start that is impossible is rejected with its rule.
        _ = studio.isSupported && studio.canStart
        do {
            try studio.start(capability)
        } catch {
            return rejected(error)
        }
        wait(for: .sender, within: startLimit)
    }

    /// Reports a call that was rejected.
    func rejected(_ error: StudioError) {
        if configuration.isFast { meeting.settle() }
        apply { $0.fail(SessionFailure(error)) }
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
            guard EncoderSettings.videoBitrates.contains(bitrate) else {
                apply { $0.fail(.invalid(videoBitrate: bitrate)) }
                return
            }
            settings.videoBitrate = bitrate
        }
        if drivers.contains(where: { $0.traits.input != .raw }) {
            let (width, height) = (Int(capability.width), Int(capability.height))
            let warning = EncoderSettings.warning(videoBitrate: settings.videoBitrate, width: width, height: height)
            if let warning { publish(.note(message: warning)) }
            for note in configuration.pipelineNotes { publish(.note(message: note)) }
        }
        var options = configuration.outputOptions
        options.seed = configuration.seed
        do {
            let outputs = try OutputGroup(
                of: meeting, capability: capability, frameRate: frameRate, settings: settings, drivers: drivers,
                options: options,
                onChange: { [weak self] change in self?.report(change) },
                onSplit: { [weak self] number, output in
                    self?.publish(.outputSplit(output: number, address: output.address.description))
                },
                onWarning: { [weak self] output, message in
                    self?.publish(.note(message: "warning: \(output.address): \(message)"))
                })
            for member in outputs.members {
                publish(.outputAdded(output: member.number, address: member.output.address.description))
            }
            state.update { $0.outputs = outputs }
            outputs.begin()
        } catch {
            apply { $0.fail(SessionFailure(.output, "encoder", "\(error)")) }
        }
    }

    private func report(_ change: OutputGroup.Change) {
        let (address, status) = (change.output.address.description, change.status)
        let state = SessionEvent.OutputChange(status.state, delay: status.retryDelay)
        if change.isPresent {
            publish(.outputChanged(output: change.number, address: address, change: state))
        } else if status.state.isOver {
            publish(.outputPartEnded(output: change.number, address: address, change: state))
        }
        if case .failed(let failure) = status.state { apply { $0.outputFailed(address, failure) } }
    }

    // MARK: Sending

    private func send(_ sources: MediaSources?, _ slates: SlateSource?) {
        if let sources, !produce(sources, slates) { return }
        var isOver = false
        while !isOver {
            isOver =
                state.wait(seconds: Self.interval) { state in
                    state.production != nil || sources == nil && state.machine.isInterrupted ? true : nil
                } ?? false
            // On a manual clock, drops are reported once, at the end: this thread's interval is real time.
            if !configuration.isFast { reportDrops() }
            if !isOver { checkOutputs() }
        }
        endSending(state.withLock { $0.production }?.outcome)
    }

    private func checkOutputs() {
        guard let outputs = state.withLock({ $0.outputs }) else { return }
        if let error = outputs.encoder?.failure {
            if outputs.hasOwnEncoder { outputs.abortEncoded(error) } else { apply { $0.encoderFailed("\(error)") } }
        }
        let members = outputs.members
        let count = members.count { !$0.isRemoved }
        // An empty recording that a command has ended can be started again.
        let haveFailed = members.allSatisfy { member in
            member.isRemoved || member.life.state != .stopped && member.output.status.state.isFailed
        }
        apply { $0.outputsChecked(count: count, haveFailed: haveFailed) }
    }

    /// - Returns: false when nothing is sent.
    private func produce(_ sources: MediaSources, _ slates: SlateSource?) -> Bool {
        guard case .inputs(_, _, let duration) = configuration.source, let sender = state.withLock({ $0.sender })
        else { return false }
        let pace: MediaProducer.Pace = (meeting.clock as? ManualClock).map { .fast($0) } ?? .realTime
        let program = makeProgram()
        // Used only by the producer's thread from here on.
        nonisolated(unsafe) let producer = MediaProducer(
            sources, to: sender, in: meeting, pace: pace, duration: duration, cancellation: cancellation,
            program: program, slates: slates, settlesCallbacks: configuration.scenario != nil,
            onSilence: { [weak self] name in self?.publish(.audioPipeSilent(name: name)) })
        state.update { $0.program = program }
        do {
            _ = try Worker("producer") { [state] in
                let outcome = producer.run()
                let production = Production(outcome: outcome, delays: producer.delays, silences: producer.silences)
                state.update { $0.production = production }
            }
            return true
        } catch {
            apply { $0.fail(SessionFailure(.source, "source", "cannot read the sources: \(error)")) }
            return false
        }
    }

    private func endSending(_ outcome: MediaProducer.Outcome?) {
        owner.assertIsCurrent("session")
        if state.withLock({ $0.machine.expectsInterruption(after: outcome) }) {
            _ = state.wait(seconds: Self.closingTimeout) { $0.machine.callbacks.hasStudioStopped ? true : nil }
            // The meeting's end is reported after the studio's end.
            _ = meeting.callbackQueue.waitUntilEmpty(seconds: 1)
        }
        if configuration.isFast { meeting.settle() }
        let facts = MeetingFacts(meeting)
        apply { $0.sendingEnded(outcome, in: facts) }
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
