package import StudioCore
import StudioMeeting
import StudioRuntime

// The calls of a client.
extension CustomRenderingEngine {
    /// Rejects a call without an engine.
    package func requireEngine() throws(StudioError) { try changeSettings { _ in } }

    /// Changes what starts nothing and stops nothing.
    private func changeSettings(_ body: (inout CustomRenderingState) -> Void) throws(StudioError) {
        try funnel.withState { state throws(StudioError) in
            try state.machine.requireEngine()
            body(&state)
        }
    }

    /// Changes the published media of channels.
    private func changeGates(_ body: (inout CustomRenderingState) -> Void) throws(StudioError) {
        try apply { state throws(StudioError) in
            try state.machine.requireEngine()
            body(&state)
            return [state.setGates]
        }
    }

    // MARK: Custom rendering, which is switched while nothing runs

    /// Sets the handler, which gets the frames from the next one on; `nil` removes it.
    package func setObserver(_ observer: (any CustomRenderingObserver)?) throws(StudioError) {
        var before: (any CustomRenderingObserver)?
        try apply { state throws(StudioError) in
            try state.machine.requireEngine()
            before = state.observer
            defer { (state.observer, state.missingCallbacks) = (observer, MissingRenderCallbacks()) }
            return state.missingCallbacks.end().map { [.warn($0)] } ?? []
        }
        // Released without a lock.
        withExtendedLifetime(before) {}
    }

    /// Enables custom rendering.
    package func enable(_ configuration: RenderConfiguration?) throws(StudioError) {
        try funnel.withState { state throws(StudioError) in try state.machine.enable(configuration) }
    }

    /// Disables custom rendering.
    package func disable() throws(StudioError) {
        try funnel.withState { state throws(StudioError) in try state.machine.disable() }
    }

    /// Switches custom capture of a channel.
    ///
    /// - Parameter type: what the client will send.
    package func setCustomCapture(
        _ isOn: Bool, _ type: CaptureType = .pixelBuffer, channel: Int
    ) throws(StudioError) {
        try apply { state throws(StudioError) in
            try state.machine.setCustomCapture(isOn, type, channel: channel)
            return [state.setGates]
        }
    }

    /// Switches the rendering of a source, also while it is running.
    package func setRendered(_ isOn: Bool, _ source: RenderSource) throws(StudioError) {
        try act { state throws(StudioError) in
            guard try !state.machine.setRendered(isOn, source) else { return [] }
            return .warning(
                .renderingSourceSwitch, "'\(source)' was switched while custom rendering is disabled",
                hint: "call enableCustomVideoRender first")
        }
    }

    // MARK: Cameras

    /// The settings of a channel's camera.
    package func settings(of channel: Int) -> CaptureSettings {
        funnel.withState { $0.settings[channel] } ?? .standard
    }

    /// Changes the settings of a channel's camera. A running camera keeps its capture size.
    package func setSettings(_ settings: CaptureSettings, channel: Int) throws(StudioError) {
        try apply { state throws(StudioError) in
            try state.machine.requireEngine()
            try settings.validate()
            let before = state.settings[channel] ?? .standard
            let change = state.changeFrames { $0.settings[channel] = settings }
            guard state.media.cameraNumber(of: channel) != nil, !settings.hasCapture(like: before) else {
                return change
            }
            return change
                + .warning(
                    .renderingLateSize, "the capture size of a running camera was set",
                    hint: "call setVideoConfig before startPreview and startPublishingStream")
        }
    }

    /// Sets how the video of a channel is mirrored, from the next frame on.
    package func setMirrorMode(_ mode: MirrorMode, channel: Int) throws(StudioError) {
        try changeGates { $0.mirrors[channel] = mode }
    }

    /// Chooses the front or the back camera of a channel, from the next frame on.
    package func useFrontCamera(_ isFront: Bool, channel: Int) throws(StudioError) {
        try changeGates { state in
            if isFront { state.backCameras.remove(channel) } else { state.backCameras.insert(channel) }
        }
    }

    /// Whether streams that are played from now on are delivered as a hardware decoder does: raw YUV frames as NV12.
    package func setHardwareDecoding(_ isOn: Bool) throws(StudioError) {
        try changeSettings { $0.isHardwareDecoding = isOn }
    }

    /// Switches the camera of a channel.
    package func setCamera(_ isOn: Bool, channel: Int) throws(StudioError) {
        try act { state throws(StudioError) in
            try state.machine.setCamera(isOn, channel: channel)
            return []
        }
    }

    package func startPreview(channel: Int) throws(StudioError) {
        try act { state throws(StudioError) in
            let started = [CustomRenderingAction].notice(try state.machine.startPreview(channel))
            let isRendered = state.machine.configuration?.deliversCaptured == true
            guard isRendered, state.machine.customCapture.contains(channel) else { return started }
            return started
                + .warning(
                    .renderingCustomCapture, "the channel \(channel) has custom capture, and no captured frames",
                    hint: "render the frames that the app captures itself")
        }
    }

    package func stopPreview(channel: Int) throws(StudioError) {
        try act { state throws(StudioError) in .notice(try state.machine.stopPreview(channel)) }
    }

    // MARK: Streams

    /// Publishes a channel. A stream that somebody publishes already, and a second stream of a channel, are refused by an
    /// event.
    package func startPublishing(_ stream: String, channel: Int) throws(StudioError) {
        // Asked without a lock.
        let isTaken = meeting.map { service.directory.user(of: stream, in: $0) != nil } ?? false
        do throws(StudioError) {
            try publish(stream, channel, isTaken)
        } catch {
            // The service knows who publishes a stream, so that it is asked; a channel knows its own stream.
            let isAsked = error.rule == .renderingStreamTaken
            guard isAsked || error.rule == .renderingSecondPublish else { throw error }
            apply { _ in
                [.report(error)] + (isAsked ? [.notify(.publisher(stream: stream, .requesting))] : [])
                    + [.notify(.refusedPublisher(error.code, stream: stream))]
            }
        }
    }

    private func publish(_ stream: String, _ channel: Int, _ isTaken: Bool) throws(StudioError) {
        try act { state throws(StudioError) in
            let change = try state.machine.startPublishing(stream, channel: channel, isTaken: isTaken)
            return .notice(change) + [
                .notify(.publisher(stream: stream, .requesting)), .notify(.publisher(stream: stream, .active)),
            ]
        }
        device.clock.schedule(at: device.clock.now + Self.previewDelay) { [weak self] in
            self?.checkPreview(channel, of: stream)
        }
    }

    /// How long a handler gets no frame before that is explained.
    private static let previewDelay = MediaTime.seconds(1)

    /// Names a handler that has got no frame, because the published channel has no preview.
    private func checkPreview(_ channel: Int, of stream: String) {
        guard renderQueues.withLock({ Array($0.values) }).allSatisfy({ $0.statistics.delivered == 0 }) else { return }
        let mustReport = funnel.withState { state in
            guard state.observer != nil, state.machine.lacksPreview(channel, of: stream) else { return false }
            return !exchange(&state.hasReportedPreview, with: true)
        }
        guard mustReport else { return }
        warn(
            .renderingNoPreview,
            "the render handler gets no frame: channel \(channel) publishes '\(stream)', and startPreview was not called",
            hint: "call startPreview, with a nil canvas if the app renders itself")
    }

    package func stopPublishing(channel: Int) throws(StudioError) {
        try act { state throws(StudioError) in
            let (change, stream) = try state.machine.stopPublishing(channel: channel)
            return (stream.map { [.notify(.publisher(stream: $0, .idle))] } ?? []) + .notice(change)
        }
    }

    /// Switches the video of what a channel publishes.
    package func setMuted(_ isOn: Bool, channel: Int) throws(StudioError) {
        try apply { state throws(StudioError) in
            try state.machine.setMuted(isOn, channel: channel)
            return [state.setGates]
        }
    }

    package func startPlaying(_ stream: String) throws(StudioError) {
        try act { state throws(StudioError) in
            let (change, isNew) = try state.machine.startPlaying(stream)
            return .notice(change) + (isNew ? [.notify(.player(stream: stream, .requesting))] : [])
        }
    }

    package func stopPlaying(_ stream: String) throws(StudioError) {
        try act { state throws(StudioError) in
            let (change, wasPlayed) = try state.machine.stopPlaying(stream)
            return (wasPlayed ? [.notify(.player(stream: stream, .idle))] : []) + .notice(change)
        }
    }

    // MARK: Rooms

    /// Enters a room: the meeting that the service provides.
    package func login(_ room: String, user: String) throws(StudioError) {
        do throws(StudioError) {
            try act { state throws(StudioError) in state.enter(try state.machine.login(room, user: user)) }
        } catch {
            // A client in a room keeps it.
            if error.rule != .renderingSecondRoom {
                apply { _ in [.notify(.refusedLogin(error.code, room: room))] }
            }
            throw error
        }
    }

    /// Leaves the room.
    ///
    /// - Parameter room: the room; `nil` for the entered one, if any.
    package func logout(_ room: String? = nil) throws(StudioError) {
        try act { state throws(StudioError) in
            guard let left = try state.machine.logout(room) else { return [] }
            return state.leave(left, nil)
        }
    }
}

extension [CustomRenderingAction] {
    fileprivate static func warning(_ rule: Rule, _ message: String, hint: String) -> [CustomRenderingAction] {
        [.warn(StudioError(rule, message, hint: hint))]
    }
}
