package import StudioCore
import StudioMeeting
import StudioRuntime

// The calls of a client about what is captured, published, played and rendered.
extension CustomRenderingEngine {
    // MARK: Custom rendering

    /// Enables custom rendering.
    package func enable(_ configuration: RenderConfiguration?) throws(StudioError) {
        try apply { machine throws(StudioError) in try machine.enable(configuration) }
        guard configuration?.bufferType == .encoded else { return }
        warn(
            StudioError(
                .renderingEncoded, "no frames are delivered with the encoded buffer type",
                hint: "use rawData or cvPixelBuffer"))
    }

    /// Disables custom rendering.
    package func disable() throws(StudioError) {
        try apply { machine throws(StudioError) in try machine.disable() }
    }

    /// Switches custom capture of a channel.
    package func setCustomCapture(_ isOn: Bool, channel: Int) throws(StudioError) {
        try apply { machine throws(StudioError) in try machine.setCustomCapture(isOn, channel: channel) }
    }

    /// Switches the rendering of a source, also while it is running.
    package func setRendered(_ isOn: Bool, _ source: RenderSource) throws(StudioError) {
        let isEnabled = try act { state throws(StudioError) in try state.machine.setRendered(isOn, source) }
        guard !isEnabled else { return }
        warn(
            StudioError(
                .renderingSourceSwitch, "'\(source)' was switched while custom rendering is disabled",
                hint: "call enableCustomVideoRender first"))
    }

    // MARK: Cameras

    /// The settings of a channel's camera.
    package func settings(of channel: Int) -> CaptureSettings {
        state.withLock { $0.settings[channel] } ?? .standard
    }

    /// Changes the settings of a channel's camera. A running camera keeps its size and rate.
    package func setSettings(_ settings: CaptureSettings, channel: Int) throws(StudioError) {
        let isLate = try state.withLock { state throws(StudioError) in
            try state.machine.requireEngine()
            try settings.validate()
            let before = state.settings[channel] ?? .standard
            state.settings[channel] = settings
            let isOn = state.channels[channel]?.isOn ?? false
            return isOn && (before.width, before.height) != (settings.width, settings.height)
        }
        guard isLate else { return }
        warn(
            StudioError(
                .renderingLateSize, "the capture size of a running camera was set",
                hint: "call setVideoConfig before startPreview and startPublishingStream"))
    }

    /// Sets how the video of a channel is mirrored, from the next frame on.
    package func setMirrorMode(_ mode: MirrorMode, channel: Int) throws(StudioError) {
        try changeSettings { $0.mirrors[channel] = mode }
    }

    /// Chooses the front or the back camera of a channel, from the next frame on.
    package func useFrontCamera(_ isFront: Bool, channel: Int) throws(StudioError) {
        try changeSettings { state in
            if isFront { state.backCameras.remove(channel) } else { state.backCameras.insert(channel) }
        }
    }

    /// Whether streams that are played from now on are delivered as a hardware decoder does: raw YUV frames as NV12.
    package func setHardwareDecoding(_ isOn: Bool) throws(StudioError) {
        try changeSettings { $0.isHardwareDecoding = isOn }
    }

    private func changeSettings(_ body: (inout State) -> Void) throws(StudioError) {
        try state.withLock { state throws(StudioError) in
            try state.machine.requireEngine()
            body(&state)
        }
    }

    /// Switches the camera of a channel.
    package func setCamera(_ isOn: Bool, channel: Int) throws(StudioError) {
        try act { state throws(StudioError) in try state.machine.setCamera(isOn, channel: channel) }
    }

    package func startPreview(channel: Int) throws(StudioError) {
        _ = try act { state throws(StudioError) in
            try state.machine.startPreview(channel)
        } then: { change in
            events(of: change)
        }
        let (machine, isRendered) = state.withLock { ($0.machine, $0.machine.configuration?.delivers == true) }
        guard isRendered, machine.customCapture.contains(channel) else { return }
        warn(
            StudioError(
                .renderingCustomCapture, "the channel \(channel) has custom capture, and no captured frames",
                hint: "render the frames that the app captures itself"))
    }

    package func stopPreview(channel: Int) throws(StudioError) {
        _ = try act { state throws(StudioError) in
            try state.machine.stopPreview(channel)
        } then: { change in
            events(of: change)
        }
    }

    // MARK: Streams

    package func startPublishing(_ stream: String, channel: Int) throws(StudioError) {
        let started = try act { state throws(StudioError) in
            try state.machine.startPublishing(stream, channel: channel)
        } then: { started in
            events(of: started.change) + (started.replaced.map { [.publisher(stream: $0, .idle)] } ?? [])
                + [.publisher(stream: stream, .requesting), .publisher(stream: stream, .active)]
        }
        guard let replaced = started.replaced else { return }
        warn(
            StudioError(
                .renderingSecondPublish, "the channel \(channel) published '\(replaced)' before '\(stream)'",
                hint: "call stopPublishingStream first"))
    }

    package func stopPublishing(channel: Int) throws(StudioError) {
        _ = try act { state throws(StudioError) in
            try state.machine.stopPublishing(channel: channel)
        } then: { stopped in
            (stopped.stream.map { [.publisher(stream: $0, .idle)] } ?? []) + events(of: stopped.change)
        }
    }

    package func startPlaying(_ stream: String) throws(StudioError) {
        _ = try act { state throws(StudioError) in
            try state.machine.startPlaying(stream)
        } then: { started in
            events(of: started.change) + (started.isNew ? [.player(stream: stream, .requesting)] : [])
        }
    }

    package func stopPlaying(_ stream: String) throws(StudioError) {
        _ = try act { state throws(StudioError) in
            try state.machine.stopPlaying(stream)
        } then: { stopped in
            (stopped.wasPlayed ? [.player(stream: stream, .idle)] : []) + events(of: stopped.change)
        }
    }
}

// What follows from a call.
extension CustomRenderingEngine {
    private struct Plan {
        /// Sources that are rendered for the first time.
        var renderQueues: [RenderQueue] = []
        var ended: [RenderSubscription] = []
        var unplayed: [PlayedStream] = []
        var channels: [(number: Int, channel: CaptureChannel)] = []
        /// The engine stopped, and its handler got no frame.
        var unreached: StudioError?
    }

    /// Performs a call. Under one lock, it decides, plans what follows, and takes its place in the order of the events. Then it
    /// starts and stops what was planned, and its events are enqueued.
    ///
    /// - Parameters:
    ///   - events: what the client is notified of; it must not use the state.
    ///   - finish: what else is done before that.
    func act<Result, Failure: Error>(
        _ decide: (inout State) throws(Failure) -> Result,
        then events: (Result) -> [CustomRenderingEvent] = { _ in [] }, finish: (Result) -> Void = { _ in }
    ) throws(Failure) -> Result {
        let (result, plan, number) = try state.withLock { state throws(Failure) -> (Result, Plan, Int) in
            let wasActive = state.machine.isActive
            let result = try decide(&state)
            var plan = makePlan(&state)
            if wasActive, !state.machine.isActive { plan.unreached = state.missingCallbacks.end() }
            return (result, plan, state.outbox.append(events(result).map(outgoing), isReady: false))
        }
        perform(plan)
        finish(result)
        let sent = state.withLock { state in
            state.outbox.finish(number)
            return state.outbox.flush()
        }
        withExtendedLifetime(sent) {}
        return result
    }

    /// The events of a change of the engine's state.
    func events(of change: CustomRenderingStateMachine.Change?) -> [CustomRenderingEvent] {
        change.map { [.engine(isRunning: $0 == .started)] } ?? []
    }

    /// Starts and stops cameras, played streams and subscriptions.
    private func perform(_ plan: Plan) {
        for renderQueue in plan.renderQueues { device.register(renderQueue.queue) }
        for subscription in plan.ended { subscription.end() }
        for played in plan.unplayed { played.end() }
        // A camera starts when what it captures is attached, and stops before.
        for (number, channel) in plan.channels where wantedCamera(number) == nil { follow(channel, number) }
        attach()
        for (number, channel) in plan.channels {
            followPublication(channel, number)
            follow(channel, number)
        }
        if let error = plan.unreached { warn(error) }
    }

    /// The settings of a channel whose camera must capture; `nil` when it must not.
    private func wantedCamera(_ channel: Int) -> CaptureSettings? {
        state.withLock { state in
            state.machine.cameras.contains(channel) ? state.settings[channel] ?? .standard : nil
        }
    }

    /// Starts or stops a camera. Another thread may have changed what is wanted meanwhile, and be done already; then it is
    /// followed again.
    private func follow(_ channel: CaptureChannel, _ number: Int) {
        while true {
            let wanted = wantedCamera(number)
            if let wanted {
                if let error = channel.start(wanted, of: service) { return warn(error) }
            } else {
                channel.stop()
            }
            if (wantedCamera(number) == nil) == (wanted == nil) { return }
        }
    }

    /// The settings of a channel that publishes; `nil` for others.
    private func wantedPublication(_ channel: Int) -> CaptureSettings? {
        state.withLock { state in
            state.machine.published[channel] == nil ? nil : state.settings[channel] ?? .standard
        }
    }

    /// Begins or ends the publication of a channel, as a camera is started or stopped.
    private func followPublication(_ channel: CaptureChannel, _ number: Int) {
        while true {
            let wanted = wantedPublication(number)
            if let wanted {
                channel.publish(wanted, channel: number, to: service)
            } else {
                channel.endPublication()
            }
            if (wantedPublication(number) == nil) == (wanted == nil) { return }
        }
    }

    /// Creates what is wanted, and removes what is not.
    private func makePlan(_ state: inout State) -> Plan {
        var plan = Plan()
        let machine = state.machine
        let sources = Set(
            machine.renderedChannels.map { RenderSource.captured(channel: $0) }
                + machine.renderedStreams.map { .remote(stream: $0) })
        for (source, subscription) in state.rendered where !sources.contains(source) {
            state.rendered[source] = nil
            plan.ended.append(subscription)
        }
        for (id, played) in state.played where !machine.played.contains(id) {
            state.played[id] = nil
            plan.unplayed.append(played)
        }
        for id in machine.played where state.played[id] == nil {
            state.plays += 1
            let number = state.plays
            state.played[id] = PlayedStream(
                id, number: number, isHardwareDecoded: state.isHardwareDecoding
            ) { [weak self] event in self?.report(event, of: id, number) }
        }
        for number in machine.cameras.union(machine.renderedChannels) where state.channels[number] == nil {
            state.channels[number] = CaptureChannel { [weak self] size in
                self?.notify(.capturedSize(channel: number, size))
            }
        }
        plan.channels = state.channels.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
        if let configuration = machine.configuration {
            for source in sources where state.rendered[source] == nil {
                let renderQueue = state.renderQueues[source] ?? RenderQueue(device.clock, occupancy: options.occupancy)
                if state.renderQueues.updateValue(renderQueue, forKey: source) == nil {
                    plan.renderQueues.append(renderQueue)
                }
                state.rendered[source] = makeSubscription(
                    source, configuration, on: renderQueue, isHardwareDecoded: state.isDecodedByHardware(source))
            }
        }
        return plan
    }

    /// Finds the tracks of all sources again, after streams appeared or vanished.
    func attach() {
        let (played, rendered) = state.withLock { (Array($0.played.values), Array($0.rendered.values)) }
        for stream in played { follow(.remote(stream: stream.id)) { stream.attach($0?.track) } }
        for subscription in rendered {
            follow(subscription.source) { found in
                if let error = subscription.attach(found?.track, in: found?.meeting ?? device) { warn(error) }
            }
        }
    }

    /// Enqueues an event of a played stream, unless it was stopped.
    private func report(_ event: CustomRenderingEvent, of stream: String, _ number: Int) {
        let sent = state.withLock { state in
            state.played[stream]?.number == number ? send([outgoing(event)], &state) : []
        }
        withExtendedLifetime(sent) {}
    }

    /// Attaches the track of a source, again if it changed meanwhile.
    private func follow(_ source: RenderSource, _ attach: ((track: Track, meeting: Meeting)?) -> Void) {
        var found = track(of: source)
        while true {
            attach(found)
            let next = track(of: source)
            if next?.track === found?.track { return }
            found = next
        }
    }

    /// The track that carries a source now.
    private func track(of source: RenderSource) -> (track: Track, meeting: Meeting)? {
        let (machine, channels, room) = state.withLock { ($0.machine, $0.channels, $0.room) }
        switch source {
        case .captured(let channel): return channels[channel].map { ($0.track, device) }
        case .remote(let stream):
            // A stream that this engine publishes is played back without a detour.
            if let channel = machine.published.filter({ $0.value == stream }).keys.min() {
                return channels[channel].map { ($0.track, device) }
            }
            guard let meeting = room?.meeting, let user = service.directory.user(of: stream, in: meeting),
                let track = meeting.track(.camera, of: user)
            else { return nil }
            return (track, meeting)
        }
    }
}

extension CustomRenderingEngine.State {
    fileprivate func isDecodedByHardware(_ source: RenderSource) -> Bool {
        if case .remote(let stream) = source { played[stream]?.isHardwareDecoded ?? false } else { false }
    }
}
