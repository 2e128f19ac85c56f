package import MediaReceiving
package import PipelineFiles
package import StudioCore
package import StudioMeeting
package import StudioRuntime

/// Gets the frames of an engine.
package protocol CustomRenderingObserver: AnyObject, Sendable {
    /// Called on the serial queue of the frame's source; nothing of the frame may be used afterwards, unless it is kept.
    func receive(_ frame: borrowing ReceivedFrame, _ rendered: RenderedFrame) -> RenderReception
    /// Called instead with the encoded frame, if the configuration says so.
    func receive(_ frame: EncodedFrame, _ rendered: RenderedFrame) -> RenderReception
}

/// An engine of the ZEGO interface: the shell of ``CustomRenderingStateMachine``.
///
/// All members may be used from any thread, also inside callbacks. No call waits for a callback or for another thread. Calls
/// throw the error that the client must be notified of; they report nothing themselves.
package final class CustomRenderingEngine: Sendable {
    /// How the engine differs from its default.
    package struct Options: Hashable, Sendable {
        /// Whether the engine counts as stopped only when its event was delivered.
        package var stopsWithEvent = false
        /// How rows are padded.
        package var rows = RowPadding.uneven
        /// Each padded stride is a multiple of this number of bytes.
        package var strideAlignment = 64
        /// Whether each frame is delivered in memory that faults when it is used after its callback.
        package var isGuarded = false
        /// How long each callback takes in the session's time, at least.
        package var occupancy = MediaTime.zero
        /// Whether the engine accepts no call from the beginning.
        package var isDestroyed = false
        /// The pipelines of encoders.
        package var pipelines = PipelineSet.ready
        /// How long an encoder may take for a frame, in seconds of real time. A test ends when a callback takes 10 s.
        package var encoderPatience = 5.0

        package init() {}
    }

    let device: Meeting
    let service: any CustomRenderingService
    let options: Options
    let reporter: Reporter
    let funnel: Funnel<CustomRenderingState, CustomRenderingAction, RunningObjects>
    /// The sources that were rendered so far.
    let renderQueues = Lock<[RenderSource: RenderQueue]>([:])
    /// The channels of custom capture that were opened so far.
    let customCaptures = Lock<[Int: CustomCapture]>([:])
    private let onEvent: @Sendable (CustomRenderingEvent) -> Void

    /// - Parameters:
    ///   - device: its clock is that of the cameras; its callback queue delivers the events of the engine.
    ///   - report: gets each warning about what happens without a call, on any thread.
    ///   - onEvent: gets each event, on a callback queue.
    package init(
        on device: Meeting, service: any CustomRenderingService, _ options: Options = Options(),
        report: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void,
        onEvent: @escaping @Sendable (CustomRenderingEvent) -> Void
    ) {
        (self.device, self.service, self.options) = (device, service, options)
        (reporter, self.onEvent) = (Reporter(report), onEvent)
        let machine = CustomRenderingStateMachine(
            stopsWithEvent: options.stopsWithEvent, isDestroyed: options.isDestroyed)
        funnel = Funnel(CustomRenderingState(machine), RunningObjects())
        service.onUplink { [weak self] share in self?.uplinkChanged(to: share) }
    }

    deinit {
        destroy()
    }

    /// The current state.
    package var machine: CustomRenderingStateMachine { funnel.withState { $0.machine } }

    /// Where the events of the engine are delivered.
    package var callbackQueue: CallbackQueue { device.callbackQueue }

    /// The meeting of the entered room.
    package var meeting: Meeting? { funnel.withState { $0.room?.meeting } }

    /// The counts of a source since the engine was created.
    package func statistics(of source: RenderSource) -> RenderStatistics {
        renderQueues.withLock { $0[source] }?.statistics ?? RenderStatistics()
    }

    /// Ends the engine: everything stops at once, and nothing is notified.
    package func destroy() {
        var before: CustomRenderingState?
        apply { state in
            before = state
            return state.destroy()
        }
        // Released without a lock.
        withExtendedLifetime(before) {}
    }

    // MARK: Inputs

    /// Takes an input, and performs what it decides.
    func apply<Failure: Error>(
        _ input: (inout CustomRenderingState) throws(Failure) -> [CustomRenderingAction]
    ) throws(Failure) {
        try funnel.apply(input) { action, objects in perform(action, &objects) }
    }

    /// Changes the wanted media, starts and stops accordingly, then performs what `decide` returns.
    func act<Failure: Error>(
        _ decide: (inout CustomRenderingState) throws(Failure) -> [CustomRenderingAction]
    ) throws(Failure) {
        try apply { state throws(Failure) in try state.act(decide) }
    }

    func warn(_ error: StudioError) { apply { _ in [.warn(error)] } }

    func warn(_ rule: Rule, _ message: String, hint: String) { warn(StudioError(rule, message, hint: hint)) }

    // MARK: Callbacks

    /// Delivers an event on a callback queue, unless the engine was destroyed.
    func deliver(_ event: CustomRenderingEvent) {
        let isDestroyed = funnel.withState { state in
            if event == .engine(isRunning: false) { state.machine.stopDelivered() }
            return state.machine.isDestroyed
        }
        if !isDestroyed { onEvent(event) }
    }

    /// Delivers a frame to the handler, unless its rendering was ended or replaced.
    ///
    /// - Parameter encoder: encodes the frame before; `nil` for none.
    func receive(
        _ frame: borrowing ReceivedFrame, _ source: RenderSource, number: Int,
        _ bufferType: RenderConfiguration.BufferType, _ encoder: StreamEncoder?
    ) -> RenderReception? {
        let (isCurrent, observer, flip) = funnel.withState { state in
            (state.media.isRendering(number), state.observer, state.flip(source))
        }
        guard isCurrent else { return .late }
        guard let observer else { return nil }
        let rendered = RenderedFrame(source: source, bufferType: bufferType, frame: frame.description, flip: flip)
        let reception: RenderReception
        if let encoder {
            guard let unit = encode(frame, with: encoder) else { return .unmapped }
            reception = observer.receive(unit, rendered)
        } else {
            reception = observer.receive(frame, rendered)
        }
        let error = funnel.withState { state -> StudioError? in
            guard state.observer === observer else { return nil }
            guard reception == .gone else { return state.missingCallbacks.note(reception, source, bufferType) }
            state.observer = nil
            return StudioError(
                .renderingHandlerGone, "the render handler is gone",
                hint: "keep a reference to it, or set nil first")
        }
        if let error { warn(error) }
        return reception
    }

    private func encode(_ frame: borrowing ReceivedFrame, with encoder: StreamEncoder) -> EncodedFrame? {
        do throws(StudioError) {
            return try encoder.encode(frame)
        } catch {
            warn(error)
            return nil
        }
    }
}
