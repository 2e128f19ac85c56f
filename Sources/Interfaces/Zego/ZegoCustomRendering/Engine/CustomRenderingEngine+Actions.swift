import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// What the actions of an engine use.
struct RunningObjects {
    /// A publish channel.
    struct Channel {
        /// The captured frames.
        let track: Track
        /// Their publications.
        let gate: PublicationGate
        var watched: WatchedTrack
        var endCamera: (@Sendable () -> Void)?
        var endPublication: (@Sendable () -> Void)?
    }

    struct PlayedStream {
        let number: Int
        let isHardwareDecoded: Bool
        var watched: WatchedTrack
    }

    var channels: [Int: Channel] = [:]
    var played: [String: PlayedStream] = [:]
    var rendered: [RenderSource: RenderSubscription] = [:]
    /// The meeting of the entered room.
    var meeting: Meeting?

    func isDecodedByHardware(_ source: RenderSource) -> Bool {
        if case .remote(let stream) = source { played[stream]?.isHardwareDecoded ?? false } else { false }
    }
}

// What follows from calls and events. No lock is held here, and one action is performed at a time.
extension CustomRenderingEngine {
    func perform(_ action: CustomRenderingAction, _ objects: inout RunningObjects) {
        switch action {
        case .open(let channel):
            let opened = makeChannel(channel)
            customCaptures.withLock { $0[channel] = CustomCapture(to: opened.track) }
            objects.channels[channel] = opened
        case .startCamera(let channel, let number, let settings):
            startCamera(channel, number, settings, &objects)
        case .changeCamera(let channel, let number, let settings):
            let endCamera = objects.channels[channel]?.endCamera.take()
            endCamera?()
            runCamera(channel, number, settings, &objects)
        case .stopCamera(let channel):
            objects.channels[channel]?.watched.attach(nil)
            let endCamera = objects.channels[channel]?.endCamera.take()
            endCamera?()
        case .publish(let channel, let settings):
            guard let gate = objects.channels[channel]?.gate else { return }
            objects.channels[channel]?.endPublication = service.publish(gate.track, settings, channel: channel)
        case .endPublication(let channel):
            let endPublication = objects.channels[channel]?.endPublication.take()
            endPublication?()
        case .setGates(let muted, let mirrored):
            for (number, channel) in objects.channels {
                channel.gate.set(isMuted: muted.contains(number), isMirrored: mirrored.contains(number))
            }
        case .play(let stream, let number, let isHardwareDecoded):
            let watched = WatchedTrack { [weak self] size in
                self?.notify(.playedSize(stream: stream, size), ofPlay: number)
            }
            objects.played[stream] = RunningObjects.PlayedStream(
                number: number, isHardwareDecoded: isHardwareDecoded, watched: watched)
        case .endPlaying(let stream):
            objects.played[stream]?.watched.attach(nil)
            objects.played[stream] = nil
        case .render(let source, let number, let configuration):
            objects.rendered[source] = makeSubscription(
                source, number, configuration, isHardwareDecoded: objects.isDecodedByHardware(source))
        case .endRendering(let source): objects.rendered.removeValue(forKey: source)?.end()
        case .attach(let published): attach(published, &objects)
        case .enter(let room, let number): objects.meeting = enter(room, number)
        case .leave:
            guard let meeting = objects.meeting else { return }
            objects.meeting = nil
            service.leave(meeting)
        case .report(let error): reporter.report(error)
        case .warn(let error): reporter.warn(error)
        case .notify(let event):
            if case .capture(let channel, true) = event {
                customCaptures.withLock { $0[channel] }?.beginStream()
            }
            device.callbackQueue.enqueue(after: event.delay) { [weak self] in self?.deliver(event) }
        }
    }

    // MARK: Cameras

    private func makeChannel(_ channel: Int) -> RunningObjects.Channel {
        let watched = WatchedTrack { [weak self] size in
            self?.apply { state in
                state.media.isCapturing(channel) ? [.notify(.capturedSize(channel: channel, size))] : []
            }
        }
        let track = Track(TrackID(participant: .none, kind: .camera))
        let gate = PublicationGate()
        let (muted, mirrored) = funnel.withState { ($0.machine.mutedChannels, $0.mirroredChannels) }
        gate.set(isMuted: muted.contains(channel), isMirrored: mirrored.contains(channel))
        track.fanout.add(gate)
        return RunningObjects.Channel(track: track, gate: gate, watched: watched)
    }

    private func startCamera(
        _ channel: Int, _ number: Int, _ settings: CaptureSettings, _ objects: inout RunningObjects
    ) {
        guard let track = objects.channels[channel]?.track else { return }
        objects.channels[channel]?.watched.attach(track)
        runCamera(channel, number, settings, &objects)
    }

    private func runCamera(
        _ channel: Int, _ number: Int, _ settings: CaptureSettings, _ objects: inout RunningObjects
    ) {
        guard let track = objects.channels[channel]?.track else { return }
        do throws(StudioError) {
            let endCamera = try service.startCamera(settings, to: track)
            objects.channels[channel]?.endCamera = endCamera
        } catch {
            objects.channels[channel]?.watched.attach(nil)
            apply { state in
                state.media.cameraFailed(channel, number: number)
                return [.warn(error)]
            }
        }
    }

    // MARK: Sources

    /// Notifies the client of a played stream, unless it was stopped.
    private func notify(_ event: CustomRenderingEvent, ofPlay number: Int) {
        apply { state in state.media.isPlaying(number) ? [.notify(event)] : [] }
    }

    private func makeSubscription(
        _ source: RenderSource, _ number: Int, _ configuration: RenderConfiguration, isHardwareDecoded: Bool
    ) -> RenderSubscription {
        var subscription = VideoSubscriptionOptions(
            configuration.request(
                options.rows, alignment: options.strideAlignment, isHardwareDecoded: isHardwareDecoded),
            policy: .newestOnly, budget: RenderQueue.budget)
        subscription.isGuarded = options.isGuarded
        let encoder =
            configuration.bufferType == .encoded
            ? StreamEncoder(options.pipelines, patience: options.encoderPatience) : nil
        return RenderSubscription(
            subscription, on: renderQueue(of: source),
            onExhaustion: { [weak self] budget in self?.warnOfKept(budget, of: source) },
            receive: { [weak self] frame in
                self?.receive(frame, source, number: number, configuration.bufferType, encoder)
            })
    }

    /// A frame was dropped, because the client keeps too many.
    private func warnOfKept(_ budget: FrameBudget, of source: RenderSource) {
        // The buffer of a running call counts as kept.
        guard budget.kept > 1 else { return }
        let oldest = budget.holders.map(\.oldest).min().map { ", the oldest since \($0.timecode)" } ?? ""
        warn(
            .renderingKeptBuffers,
            "a frame of '\(source)' was dropped: \(budget.kept) of \(budget.limit) pixel buffers are kept\(oldest)",
            hint: "release each buffer when the next one is shown")
    }

    /// The queue of a source, which stays when the source is stopped.
    private func renderQueue(of source: RenderSource) -> RenderQueue {
        if let queue = renderQueues.withLock({ $0[source] }) { return queue }
        let queue = RenderQueue(device.clock, occupancy: options.occupancy)
        renderQueues.withLock { $0[source] = queue }
        device.register(queue.queue)
        return queue
    }

    private func attach(_ published: [Int: String], _ objects: inout RunningObjects) {
        for (stream, played) in objects.played {
            let track = track(of: .remote(stream: stream), published, objects)?.track
            guard objects.played[stream]?.watched.attach(track) == true else { continue }
            notify(.player(stream: stream, track == nil ? .requesting : .active), ofPlay: played.number)
        }
        for source in objects.rendered.keys {
            let found = track(of: source, published, objects)
            let error = objects.rendered[source]?.attach(found?.track, in: found?.meeting ?? device)
            if let error { warn(error) }
        }
    }

    /// The track that carries a source now.
    private func track(
        of source: RenderSource, _ published: [Int: String], _ objects: RunningObjects
    ) -> (track: Track, meeting: Meeting)? {
        switch source {
        case .captured(let channel): return objects.channels[channel].map { ($0.track, device) }
        case .remote(let stream):
            // A stream that this engine publishes is played back without a detour.
            if let channel = published.filter({ $0.value == stream }).keys.min() {
                return objects.channels[channel].map { ($0.gate.track, device) }
            }
            guard let meeting = objects.meeting, let user = service.directory.user(of: stream, in: meeting),
                let track = meeting.track(.camera, of: user)
            else { return nil }
            return (track, meeting)
        }
    }
}
