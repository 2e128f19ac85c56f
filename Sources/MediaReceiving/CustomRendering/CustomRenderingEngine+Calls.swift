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
        let isEnabled = try apply { machine throws(StudioError) in try machine.setRendered(isOn, source) }
        update()
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
        try apply { machine throws(StudioError) in try machine.setCamera(isOn, channel: channel) }
        update()
    }

    package func startPreview(channel: Int) throws(StudioError) {
        let change = try apply { machine throws(StudioError) in try machine.startPreview(channel) }
        notify(change)
        update()
        let (machine, isRendered) = state.withLock { ($0.machine, $0.machine.configuration?.delivers == true) }
        guard isRendered, machine.customCapture.contains(channel) else { return }
        warn(
            StudioError(
                .renderingCustomCapture, "the channel \(channel) has custom capture, and no captured frames",
                hint: "render the frames that the app captures itself"))
    }

    package func stopPreview(channel: Int) throws(StudioError) {
        let change = try apply { machine throws(StudioError) in try machine.stopPreview(channel) }
        update()
        notify(change)
    }

    // MARK: Streams

    package func startPublishing(_ stream: String, channel: Int) throws(StudioError) {
        let (change, replaced) = try apply { machine throws(StudioError) in
            try machine.startPublishing(stream, channel: channel)
        }
        notify(change)
        update()
        if let replaced {
            notify(.publisher(stream: replaced, .idle))
            warn(
                StudioError(
                    .renderingSecondPublish, "the channel \(channel) published '\(replaced)' before '\(stream)'",
                    hint: "call stopPublishingStream first"))
        }
        notify(.publisher(stream: stream, .requesting))
        notify(.publisher(stream: stream, .active))
    }

    package func stopPublishing(channel: Int) throws(StudioError) {
        let (change, stream) = try apply { machine throws(StudioError) in
            try machine.stopPublishing(channel: channel)
        }
        update()
        if let stream { notify(.publisher(stream: stream, .idle)) }
        notify(change)
    }

    package func startPlaying(_ stream: String) throws(StudioError) {
        let (change, isNew) = try apply { machine throws(StudioError) in try machine.startPlaying(stream) }
        notify(change)
        if isNew { notify(.player(stream: stream, .requesting)) }
        update()
    }

    package func stopPlaying(_ stream: String) throws(StudioError) {
        let (change, _) = try apply { machine throws(StudioError) in try machine.stopPlaying(stream) }
        update()
        notify(change)
    }
}

// What follows from a call.
extension CustomRenderingEngine {
    private struct Plan {
        /// Sources that are rendered for the first time.
        var lanes: [RenderLane] = []
        var ended: [RenderSubscription] = []
        var unplayed: [PlayedStream] = []
        var channels: [(number: Int, channel: CaptureChannel)] = []
    }

    /// Starts and stops cameras, played streams and subscriptions according to the state.
    func update() {
        let plan = state.withLock { makePlan(&$0) }
        for lane in plan.lanes { device.register(lane.queue) }
        for subscription in plan.ended { subscription.end() }
        for played in plan.unplayed { played.end() }
        // A camera starts when what it captures is attached, and stops before.
        for (number, channel) in plan.channels where wantedCamera(number) == nil { follow(channel, number) }
        attach()
        for (number, channel) in plan.channels { follow(channel, number) }
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
            state.played[id] = PlayedStream(id, isHardwareDecoded: state.isHardwareDecoding) { [weak self] event in
                self?.notify(event)
            }
        }
        for number in machine.cameras.union(machine.renderedChannels) where state.channels[number] == nil {
            state.channels[number] = CaptureChannel { [weak self] size in
                self?.notify(.capturedSize(channel: number, size))
            }
        }
        plan.channels = state.channels.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
        if let configuration = machine.configuration {
            for source in sources where state.rendered[source] == nil {
                let lane = state.lanes[source] ?? RenderLane(device.clock, occupancy: options.occupancy)
                if state.lanes.updateValue(lane, forKey: source) == nil { plan.lanes.append(lane) }
                state.rendered[source] = makeSubscription(
                    source, configuration, on: lane, isHardwareDecoded: state.isDecodedByHardware(source))
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
