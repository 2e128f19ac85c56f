package import SessionProtocol
package import StudioCore

// What the session reports.
extension Show {
    /// Applies a snapshot.
    ///
    /// - Parameters:
    ///   - now: when it came.
    ///   - isComplete: whether it decides the states of the outputs, after missed events. The first one always does.
    /// - Returns: the events that follow.
    package mutating func apply(
        _ snapshot: SessionSnapshot, at now: MediaTime, isComplete: Bool = false
    ) -> [OBSEvent] {
        let (video, repeated) = (snapshot.video, snapshot.repeatedFrames)
        count(Frames(accepted: video.accepted, dropped: video.dropped, repeated: repeated), at: now)
        let isFirst = !isReady
        isReady = true
        var events = apply(snapshot.program)
        for output in snapshot.outputs { apply(output, decides: isFirst || isComplete) }
        guard isFirst || isComplete else { return events }
        let audio = snapshot.programAudio
        events += setAudio(volume: audio.volumeFactor, isMuted: audio.isMuted)
        events += setSlate(snapshot.isSlateOnAir)
        events += outputEvents()
        if snapshot.state == .finished { events += end() }
        return isFirst ? [] : events
    }

    /// Applies the form of the program, which is known from its start.
    private mutating func apply(_ program: SessionSnapshot.Program?) -> [OBSEvent] {
        guard let program else { return [] }
        let rate = program.frameRate.flatMap { Rate(nearest: $0) }
        video = Video(width: program.width, height: program.height, rate: rate)
        hasAudio = program.hasAudio
        guard program.hasSlate != hasSlate else { return [] }
        hasSlate = program.hasSlate
        return [.sceneList(scenes)]
    }

    private mutating func apply(_ output: SessionOutput, decides: Bool) {
        let isNew = !outputs.contains { $0.number == output.output }
        let state = output.phase ?? .waiting
        if isNew { outputs.append(ShowOutput(output.output, output.destination, state)) }
        let rate = video?.rate?.perSecond ?? measuredRate ?? 0
        update(output.output) { entry in
            if isNew, output.part > 1 { entry.forgetCounts() }
            if isNew || decides {
                entry.address = output.destination
                entry.change(to: state, cause: output.cause, message: output.message)
                entry.isRemoved = output.isRemoved
            } else if !state.isRunning, state != .finishing {
                entry.noteFailedStart()
            }
            entry.congestion = output.outputCongestion.isFinite ? output.outputCongestion : 0
            entry.count(ShowOutput.Counts(output), rate: rate > 0 ? rate : 30)
        }
    }

    /// Applies an event. Those before the first snapshot are part of it.
    ///
    /// - Returns: the events that follow, in the order of OBS, the vendor's last.
    package mutating func apply(_ event: SessionEvent) -> [OBSEvent] {
        guard isReady, !hasEnded else { return [] }
        let vendor = [OBSEvent(event)]
        // After ExitStarted there are no more events.
        if case .stopped = event.event { return vendor + end() }
        return changes(event.event) + vendor
    }

    private mutating func changes(_ event: SessionEvent.Kind) -> [OBSEvent] {
        switch event {
        case .outputAdded(let number, let address):
            if outputs.contains(where: { $0.number == number }) { return [] }
            outputs.append(ShowOutput(number, address))
        case .outputChanged(let number, let address, let change):
            update(number) { output in
                output.address = address
                output.change(to: change.phase, cause: change.cause, message: change.message)
            }
        case .outputSplit(let number, let address):
            update(number) { $0.split(into: address) }
            let events = outputEvents()
            guard outputs.contains(where: { $0.number == number && $0.group == .record }) else { return events }
            return events + [.recordFile(path(address))]
        case .outputPartEnded(let number, let address, let change):
            update(number) { output in
                output.endFormer(address, as: change.phase, cause: change.cause, message: change.message)
            }
        case .outputRemoved(let number): update(number) { $0.isRemoved = true }
        // Of another controller.
        case .commandPerformed(.startOutput(let number, _), _): update(number) { $0.noteStart() }
        case .programAudioChanged(let volume, let isMuted): return setAudio(volume: volume, isMuted: isMuted)
        case .slateShown: return setSlate(true)
        case .slateEnded: return setSlate(false)
        case .inputsOpened(let width, let height, let rate, let hasAudio):
            video = Video(width: width, height: height, rate: Rate(nearest: rate))
            self.hasAudio = hasAudio
        case .startCalled(let width, let height, _):
            // The app decides the rate.
            video = Video(width: width, height: height, rate: video?.rate)
        case .sessionChanged, .commandPerformed, .failed, .note, .stopped, .serverChanged, .authenticated,
            .identityExpired,
            .meetingStatusChanged, .participantJoined, .participantLeft, .roleChanged, .hostChanged,
            .coHostChanged, .studioUserChanged, .videoChanged, .trackStateChanged, .trackMuted,
            .trackFormatChanged, .subscriptionChanged, .stopCalled, .startAnswered, .sendingStarted,
            .sendingStopped, .violation, .audioPipeSilent, .sourceChanged, .dropped:
            break
        }
        return outputEvents()
    }

    private mutating func setAudio(volume: Double, isMuted: Bool) -> [OBSEvent] {
        defer { (self.volume, self.isMuted) = (volume, isMuted) }
        return (isMuted == self.isMuted ? [] : [.mute(isMuted)]) + (volume == self.volume ? [] : [.volume(volume)])
    }

    private mutating func setSlate(_ isOnAir: Bool) -> [OBSEvent] {
        let old = currentScene
        (isSlateOnAir, isSlateWanted) = (isOnAir, isOnAir)
        return old == currentScene ? [] : [.scene(currentScene)]
    }

    private mutating func end() -> [OBSEvent] {
        hasEnded = true
        return [.exitStarted]
    }

    /// Applies a command that the session has performed; its events may come later.
    ///
    /// - Returns: the events that follow.
    mutating func performed(_ command: SessionCommand, _ reply: SessionReply) -> [OBSEvent] {
        // The effect of all others is in the session's events.
        if case .startOutput(let number, _) = command {
            let address: String? = if case .address(let address) = reply { address } else { nil }
            update(number) { $0.noteStart(at: address) }
        }
        if case .stopOutput(let number) = command { update(number) { $0.noteStop() } }
        if command == .showSlate || command == .endSlate { isSlateWanted = command == .showSlate }
        return outputEvents()
    }
}

extension ShowOutput.Counts {
    init(_ output: SessionOutput) {
        self.init(
            position: output.outputDuration, bytes: output.outputBytes, skippedFrames: output.outputSkippedFrames,
            totalFrames: output.outputTotalFrames)
    }
}

extension Rate {
    /// The fraction of a decimal: `29.97` and `29.97002997` are 30000/1001.
    init?(nearest value: Double) {
        let ntsc = (value * 1001).rounded()
        if value.isFinite, value > 0, value < 1e6, value != value.rounded(), abs(ntsc / 1001 - value) < 1e-9 {
            self.init(Int64(ntsc), over: 1001)
        } else {
            self.init(parsing: "\(value)")
        }
    }
}

extension OBSEvent {
    /// A session event as that of the vendor. Addresses in it are redacted already.
    init(_ event: SessionEvent) {
        let json: JSON
        do {
            json = try JSON(decoding: try JSONLineEncoder().bytes(event))
        } catch {
            // A number that JSON cannot express is an error of psstudio.
            self = .vendor("note", [("message", .text("an event cannot be written as JSON: \(error)"))])
            return
        }
        let (name, fields) = json["event"]?.fields?.first ?? ("note", .null)
        let place = ["sequence", "time"].compactMap { key in json[key].map { (key, $0) } }
        self = .vendor(name, place + (fields.fields ?? []))
    }
}
