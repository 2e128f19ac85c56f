import CDispatchQueue
import Glibc
import GStreamer
package import ProductionStudio
package import SessionProtocol
import StudioCore
package import StudioMeeting
package import StudioRuntime
package import StudioTrace

/// Records the events of one session in a trace file.
///
/// Every member may be called from any thread. A thread of the recorder hashes media and writes.
package final class TraceRecorder: Sendable {
    private struct State: Sendable {
        var hasBegun = false
        /// Whether the writer has ended.
        var isOver = false
        var failure: String?
        /// Of the meeting that is observed.
        var received: ReceivedMedia?
    }

    private let queue: TraceQueue
    private let header: TraceHeader
    private let open: @Sendable () throws(TraceFile.OpenError) -> TraceFile
    private let state = Monitor(State())
    private let isPatient: Bool
    private let stops: StopDelivery
    private let delays: SenderDelays

    /// Creates the recorder of a session whose file exists already.
    package convenience init(_ file: TraceFile, _ header: TraceHeader, clock: any StudioClock) {
        self.init(header, clock: clock, isPatient: false) { () throws(TraceFile.OpenError) in file }
    }

    /// - Parameters:
    ///   - header: the first line.
    ///   - clock: the clock of the session. Under a manual clock, callers wait for the writer, so that no hash is missing.
    ///   - isPatient: whether the file is opened only when the app calls the studio. Otherwise, it is opened for the
    ///     first event.
    ///   - open: opens the file, on the thread of the recorder.
    package init(
        _ header: TraceHeader, clock: any StudioClock, isPatient: Bool,
        open: @escaping @Sendable () throws(TraceFile.OpenError) -> TraceFile
    ) {
        self.header = header
        self.open = open
        self.isPatient = isPatient
        stops = StopDelivery(of: clock)
        delays = SenderDelays(clock: clock)
        queue = TraceQueue(clock is ManualClock ? .wait : .neverWait, clock: clock)
    }

    /// Whether it is the trace of a client, in the folder or file of the environment, and not ended.
    package var isClientTrace: Bool { isPatient && queue.isOpen }

    /// Records an event of the session with the current time.
    package func record(_ event: SessionEvent.Kind) { record(ObservedEvent(event: event)) }

    /// Records a call of the app with the current time.
    package func record(_ call: TraceCall) {
        begin()
        queue.append(.call(call))
    }

    /// Records dropped media with the current time.
    package func record(_ drop: TraceDrop) {
        begin()
        queue.append(.drop(drop))
    }

    private func record(_ event: ObservedEvent) {
        begin()
        queue.append(.event(event))
    }

    /// Starts the writer. If no thread can be started, the trace fails, and the session continues without it.
    private func begin() {
        let isFirst = state.withLock { !exchange(&$0.hasBegun, with: true) }
        guard isFirst else { return }
        delays.begin()
        do {
            _ = try Worker("trace", policy: .batch) { [queue, header, open, isPatient, state] in
                var writer = TraceWriter(queue, header, isPatient: isPatient, open: open)
                let failure = writer.run()
                state.update { ($0.isOver, $0.failure) = (true, failure) }
            }
        } catch {
            queue.close()
            state.update { ($0.isOver, $0.failure) = (true, "cannot write the trace: \(error)") }
        }
    }

    /// Ends the trace and waits until it is written.
    ///
    /// - Returns: the failure in one line, for example of a full disk; `nil` when everything was written.
    @discardableResult
    package func finish() -> String? {
        delays.end()
        queue.close(state.withLock { $0.received })
        return state.wait { !$0.hasBegun || $0.isOver ? .some($0.failure) : nil } ?? nil
    }

    // MARK: Observing

    /// Records the calls, callbacks, violations and media of a studio and its meeting from now on.
    package func observe(_ studio: StudioController) {
        observe(studio.meeting)
        studio.onEvent { [self, weak studio] event in
            stops.begin(event)
            if event == .startedSending(hasSender: true) { delays.noteStart() }
            record(ObservedEvent(event: .init(event), isReceived: studio.map { $0.isReceived(event) } ?? false))
        }
        studio.onCall { [self] call in
            var observed = ObservedEvent(event: .init(call))
            if case .start(let capability, _) = call { observed.format = capability.format }
            record(observed)
        }
        studio.addObserver(self)
        studio.violations.onEach { [self] error, isRefusal in
            record(ObservedEvent(event: .init(error, isRefusal: isRefusal), isRace: stops.isRace))
        }
    }

    /// Records the callbacks about a meeting from now on.
    package func observe(_ meeting: Meeting) {
        state.update { $0.received = meeting.received }
        meeting.onEvent { [self] event in
            // The studio reports its users itself.
            if case .studioUser = event { return }
            record(.init(event))
        }
    }
}

extension TraceRecorder: StudioObserver {
    package func studioWasQueried(_ query: StudioQuery, answer: Bool) {
        record(TraceCall(query.rawValue, result: .flag(answer)))
    }

    package func studioEntryAdvanced(_ step: EntryStep) {
        switch step {
        case .initialised(let code): record(TraceCall("initialise", result: .text(code.description)))
        case .authenticationRequested(let code):
            record(TraceCall("authenticate", result: .text(code.description)))
        case .authenticated(let result): record(.authenticated(result: result))
        case .identityExpired: record(.identityExpired)
        case .joinRequested(let code): record(TraceCall("join", result: .text(code.description)))
        case .refused(let error): record(.init(error, isRefusal: true))
        case .warned(let error): record(.init(error, isRefusal: false))
        }
    }

    package func studioDelegateChanged(isSet: Bool) {
        record(TraceCall("setDelegate", ["isSet": .flag(isSet)]))
    }

    package func studioSenderReleased() {
        begin()
        queue.append(.state(TraceState("sender", "released")))
    }

    package func studioNoticed(_ error: StudioError) { record(.init(error, isRefusal: false)) }

    package func studioNotified(_ event: StudioEvent) { stops.end(event) }

    package func studioTestEnded() {
        begin()
        queue.append(.state(.testEnded))
    }

    package func studioAccepted(_ frame: borrowing VideoFrame, isDropped: Bool) {
        begin()
        queue.append(
            AcceptedUnit(
                format: .video(frame.layout, frame.format), stamp: frame.time, isDropped: isDropped,
                thread: Self.thread, isOnQueue: Self.isOnQueue, machineDelay: delays.sinceLastUnit()),
            frame.buffer)
    }

    package func studioAccepted(_ block: borrowing AudioBlock, isDropped: Bool) {
        begin()
        queue.append(
            AcceptedUnit(
                format: .audio(block.format, samples: block.sampleCount), stamp: block.time, isDropped: isDropped,
                thread: Self.thread, isOnQueue: Self.isOnQueue, machineDelay: delays.sinceLastUnit()),
            block.buffer)
    }

    private static var thread: UInt { UInt(pthread_self()) }

    private static var isOnQueue: Bool { psdispatch_is_on_queue() }
}

extension TraceHeader {
    /// The header of a session in a meeting.
    package init(
        _ meeting: Meeting, interface: String = "production-studio", session: String, seed: UInt64, isFast: Bool = false
    ) {
        self.init(
            writer: "psstudio", interface: interface, clock: meeting.clock is ManualClock ? .manual : .system,
            session: session, seed: seed, isFast: isFast ? true : nil)
    }
}
