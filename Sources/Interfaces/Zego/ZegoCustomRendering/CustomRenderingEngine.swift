package import MediaReceiving
package import StudioCore
package import StudioMeeting
package import StudioRuntime

/// Gets the frames of an engine.
package protocol CustomRenderingObserver: AnyObject, Sendable {
    /// Called on the serial queue of the frame's source; nothing of the frame may be used afterwards, unless it is kept.
    func receive(_ frame: borrowing ReceivedFrame, _ rendered: RenderedFrame) -> RenderReception
}

/// An engine of the ZEGO interface: the shell of ``CustomRenderingStateMachine``.
///
/// All members may be used from any thread, also inside callbacks. No call waits for a callback. Calls throw the error
/// that the client must be notified of; they report nothing themselves.
package final class CustomRenderingEngine: Sendable {
    /// How the engine differs from its default.
    package struct Options: Hashable, Sendable {
        /// Whether the engine counts as stopped only when its event was delivered.
        package var stopsWithEvent = false
        /// Each stride is a multiple of this number of bytes.
        package var strideAlignment = 64
        /// Whether each frame is delivered in memory that faults when it is used after its callback.
        package var isGuarded = false
        /// How long each callback takes in the session's time, at least.
        package var occupancy = MediaTime.zero
        /// Whether the engine accepts no call from the beginning.
        package var isDestroyed = false

        package init() {}
    }

    struct State: Sendable {
        var machine: CustomRenderingStateMachine
        var settings: [Int: CaptureSettings] = [:]
        var mirrors: [Int: MirrorMode] = [:]
        var backCameras: Set<Int> = []
        var isHardwareDecoding = false
        var observer: (any CustomRenderingObserver)?
        /// Whether a callback of the observer got a frame, and what is reported about it.
        var missingCallbacks = MissingRenderCallbacks()
        var outbox = EventOutbox()
        var room: RenderRoom?
        /// How many rooms were entered so far.
        var logins = 0
        var channels: [Int: CaptureChannel] = [:]
        var played: [String: PlayedStream] = [:]
        /// How many streams were played so far.
        var plays = 0
        var rendered: [RenderSource: RenderSubscription] = [:]
        /// The sources that were rendered so far.
        var renderQueues: [RenderSource: RenderQueue] = [:]
    }

    let device: Meeting
    let service: any CustomRenderingService
    let options: Options
    let state: Lock<State>
    private let report: @Sendable (StudioError, _ isRefusal: Bool) -> Void
    private let onEvent: @Sendable (CustomRenderingEvent) -> Void

    /// - Parameters:
    ///   - device: its clock is that of the cameras; its callback queue delivers the events of the engine.
    ///   - report: gets each warning about what happens without a call, on the thread that caused it.
    ///   - onEvent: gets each event, on a callback queue.
    package init(
        on device: Meeting, service: any CustomRenderingService, _ options: Options = Options(),
        report: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void,
        onEvent: @escaping @Sendable (CustomRenderingEvent) -> Void
    ) {
        (self.device, self.service, self.options) = (device, service, options)
        (self.report, self.onEvent) = (report, onEvent)
        let machine = CustomRenderingStateMachine(
            stopsWithEvent: options.stopsWithEvent, isDestroyed: options.isDestroyed)
        state = Lock(State(machine: machine))
    }

    deinit {
        finish()
    }

    /// The current state.
    package var machine: CustomRenderingStateMachine { state.withLock { $0.machine } }

    /// Where the events of the engine are delivered.
    package var callbackQueue: CallbackQueue { device.callbackQueue }

    /// The meeting of the entered room.
    package var meeting: Meeting? { state.withLock { $0.room }?.meeting }

    /// The counts of a source since the engine was created.
    package func statistics(of source: RenderSource) -> RenderStatistics {
        state.withLock { $0.renderQueues[source] }?.statistics ?? RenderStatistics()
    }

    // MARK: Life

    /// Rejects a call without an engine.
    package func requireEngine() throws(StudioError) {
        try apply { machine throws(StudioError) in try machine.requireEngine() }
    }

    /// Ends the engine: everything stops at once, and nothing is notified.
    package func destroy() { finish() }

    private func finish() {
        let before = state.withLock { state in
            state.machine.destroy()
            let before = state
            state = State(machine: state.machine)
            state.renderQueues = before.renderQueues
            return before
        }
        var missingCallbacks = before.missingCallbacks
        if let error = missingCallbacks.end() { report(error, false) }
        for rendered in before.rendered.values { rendered.end() }
        for played in before.played.values { played.end() }
        for channel in before.channels.values {
            channel.stop()
            channel.endPublication()
        }
        if let room = before.room { service.leave(room.meeting) }
    }

    func apply<Result>(
        _ body: (inout CustomRenderingStateMachine) throws(StudioError) -> Result
    ) throws(StudioError) -> Result {
        try state.withLock { state throws(StudioError) in try body(&state.machine) }
    }

    func warn(_ error: StudioError) { report(error, false) }

    // MARK: Events

    /// An event for the engine's callback queue.
    func outgoing(_ event: CustomRenderingEvent) -> EventOutbox.Event {
        EventOutbox.Event(queue: device.callbackQueue) { [weak self] in self?.deliver(event) }
    }

    /// Enqueues events behind those of earlier calls.
    ///
    /// - Returns: events to be released without a lock.
    func send(_ events: [EventOutbox.Event], _ state: inout State) -> [EventOutbox.Event] {
        _ = state.outbox.append(events, isReady: true)
        return state.outbox.flush()
    }

    /// Enqueues an event on the engine's callback queue.
    func notify(_ event: CustomRenderingEvent) {
        let sent = state.withLock { send([outgoing(event)], &$0) }
        withExtendedLifetime(sent) {}
    }

    /// Delivers an event on a callback queue, unless the engine was destroyed.
    func deliver(_ event: CustomRenderingEvent) {
        if event == .engine(isRunning: false) { state.withLock { $0.machine.stopDelivered() } }
        guard !machine.isDestroyed else { return }
        onEvent(event)
    }

    // MARK: Frames

    /// Sets the handler, which gets the frames from the next one on; `nil` removes it.
    package func setObserver(_ observer: (any CustomRenderingObserver)?) throws(StudioError) {
        let (before, error) = try state.withLock { state throws(StudioError) in
            try state.machine.requireEngine()
            defer { (state.observer, state.missingCallbacks) = (observer, MissingRenderCallbacks()) }
            return (state.observer, state.missingCallbacks.end())
        }
        withExtendedLifetime(before) {}
        if let error { report(error, false) }
    }

    func makeSubscription(
        _ source: RenderSource, _ configuration: RenderConfiguration, on renderQueue: RenderQueue,
        isHardwareDecoded: Bool
    ) -> RenderSubscription {
        var subscription = VideoSubscriptionOptions(
            configuration.request(alignment: options.strideAlignment, isHardwareDecoded: isHardwareDecoded),
            policy: .newestOnly, budget: RenderQueue.budget)
        subscription.isGuarded = options.isGuarded
        return RenderSubscription(source, subscription, on: renderQueue) { [weak self] frame, source in
            self?.receive(frame, source, configuration.bufferType)
        }
    }

    private func receive(
        _ frame: borrowing ReceivedFrame, _ source: RenderSource, _ bufferType: RenderConfiguration.BufferType
    ) -> RenderReception? {
        let (observer, flip) = state.withLock { ($0.observer, $0.flip(source)) }
        guard let observer else { return nil }
        let rendered = RenderedFrame(source: source, bufferType: bufferType, frame: frame.description, flip: flip)
        let reception = observer.receive(frame, rendered)
        let (error, isGone) = state.withLock { state -> (StudioError?, Bool) in
            guard state.observer === observer else { return (nil, false) }
            if reception == .gone {
                state.observer = nil
                return (nil, true)
            }
            return (state.missingCallbacks.note(reception, source, bufferType), false)
        }
        if isGone {
            warn(
                StudioError(
                    .renderingHandlerGone, "the render handler is gone",
                    hint: "keep a reference to it, or set nil first"))
        }
        if let error { warn(error) }
        return reception
    }
}

extension CustomRenderingEngine.State {
    /// How an app must flip the frames of a source.
    fileprivate func flip(_ source: RenderSource) -> FrameFlip {
        guard case .captured(let channel) = source, !backCameras.contains(channel) else { return .none }
        return (mirrors[channel] ?? .previewOnly).mirrorsPreview ? .horizontal : .none
    }
}

/// Reports a handler that implements no callback of what it asked for.
///
/// A handler may render only remote streams while a preview runs, or only the preview. Therefore only a handler that got
/// nothing at all is reported: at once for a played stream, for a preview when the engine stops.
struct MissingRenderCallbacks: Sendable {
    private var isReached = false
    private var isReported = false
    private var missed: RenderConfiguration.BufferType?

    /// - Returns: what is to be reported.
    mutating func note(
        _ reception: RenderReception, _ source: RenderSource, _ bufferType: RenderConfiguration.BufferType
    ) -> StudioError? {
        switch reception {
        case .gone, .unmapped: return nil
        case .reached:
            isReached = true
            return nil
        case .unreached:
            missed = bufferType
            if case .remote = source { return end() }
            return nil
        }
    }

    /// The engine stops.
    mutating func end() -> StudioError? {
        guard let missed, !isReached, !isReported else { return nil }
        isReported = true
        let name = missed == .raw ? "RawData(_:dataLength:param:" : "CVPixelBuffer(_:param:"
        return StudioError(
            .renderingNobodyReached, "the render handler has no callback for the frames that it asked for",
            hint: "implement onCapturedVideoFrame\(name)flipMode:channel:) or onRemoteVideoFrame\(name)streamID:)")
    }
}
