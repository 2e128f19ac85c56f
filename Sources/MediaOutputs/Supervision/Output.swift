import GStreamer
public import ProgramEncoding
public import StudioCore
public import StudioMeeting
package import StudioRuntime
import Synchronization

/// One place that media goes to, with its own queue; a thread of its own supervises it.
///
/// Its driver knows what kind of place that is. Members may be used from any thread.
public final class Output: Sendable {
    private struct State: Sendable {
        var machine: OutputStateMachine
        var connection: (any OutputConnection)?
        var mustFinish = false
        var hasOpened = false
        /// Nothing more happens: the connection is closed, and every observer has seen the last state.
        var hasEnded = false
        /// Bytes of earlier connections.
        var earlierBytes: UInt64 = 0
        var position = MediaTime.zero
        var observers: [@Sendable (OutputStatus) -> Void] = []
    }

    /// How often bytes are counted and deadlines looked at, in seconds.
    private static let interval = 0.1
    /// How long a connection may take to close, in seconds.
    private static let closePatience = 2.0

    package let driver: any OutputDriver
    private let media: OutputMedia
    private let options: OutputOptions
    private let clock: any StudioClock
    private let backpressure: Backpressure
    private let requestKeyFrame: @Sendable () -> Void
    private let state: Monitor<State>
    /// Apart from the state: GStreamer reports deliveries with its own locks held, so that nothing may be called under this one.
    private let ledger = Lock(DeliveryLedger())
    private let hasBegun = Atomic(false)

    /// - Parameters:
    ///   - driver: what kind of output it is, and where it sends to.
    ///   - media: what it is given.
    ///   - options: how it is opened and ended.
    ///   - clock: what its deadlines are counted on.
    ///   - backpressure: where it reports that it has capacity again.
    ///   - requestKeyFrame: asks the encoder for a key frame to start at.
    package init(
        _ driver: any OutputDriver, media: OutputMedia, options: OutputOptions = OutputOptions(),
        clock: any StudioClock = SystemClock(), backpressure: Backpressure,
        requestKeyFrame: @escaping @Sendable () -> Void = {}
    ) {
        self.driver = driver
        self.media = media
        self.options = options
        self.clock = clock
        self.backpressure = backpressure
        self.requestKeyFrame = requestKeyFrame
        var policy = driver.policy
        policy.finishTimeout = options.finishTimeout
        state = Monitor(State(machine: OutputStateMachine(policy: policy)))
    }

    /// Where it sends to; prints without its secrets.
    public var address: OutputAddress { driver.address }

    /// How it is going.
    public var status: OutputStatus {
        let state = state.withLock { $0 }
        let ledger = ledger.withLock { $0 }
        var status = OutputStatus(state.machine.state)
        status.bytes = state.earlierBytes + (state.connection?.bytesTaken ?? 0)
        status.totalFrames = ledger.video.offered
        status.skippedFrames = ledger.video.lost
        status.totalAudioBlocks = ledger.audio.offered
        status.skippedAudioBlocks = ledger.audio.lost
        status.reconnects = state.machine.reconnects
        status.congestion = state.connection?.congestion ?? 0
        status.position = state.connection?.position ?? state.position
        return status
    }

    /// Calls `body` on a thread of the output whenever its state changes, beside others that were given before.
    public func onStateChange(_ body: @escaping @Sendable (OutputStatus) -> Void) {
        state.withLock { $0.observers.append(body) }
    }

    /// Opens it, on a thread of its own.
    package func begin() {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
        do {
            _ = try Worker("output") { [self] in supervise() }
        } catch {
            fail(OutputFailure(.pipeline, "\(error)"))
            end()
        }
    }

    /// Waits until it takes media or has failed, at most `seconds`.
    package func waitUntilReady(seconds: Double) {
        _ = state.wait(seconds: seconds) { $0.hasOpened || $0.machine.state.isOver ? true : nil }
    }

    /// Asks it to write its end. One that was not begun is over with that.
    package func finish() {
        if !hasBegun.exchange(true, ordering: .relaxed) {
            step { $0.finish(now: $1) }
            return end()
        }
        let connection = state.update { state in
            state.mustFinish = true
            return state.connection
        }
        connection?.wake()
    }

    /// Waits until it is over and every observer knows, at most `seconds`; false when it is not.
    package func waitUntilOver(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0.hasEnded ? true : nil } ?? false
    }

    // MARK: On the supervisor's thread

    private func supervise() {
        step { $0.begin(now: $1) }
        while !state.withLock({ $0.machine.state.isOver }) {
            if let connection = state.withLock({ $0.connection }) {
                watch(connection)
            } else {
                _ = state.wait(seconds: Self.interval) { $0.mustFinish ? true : nil }
            }
            if state.withLock({ $0.mustFinish }) { step { $0.finish(now: $1) } }
            step { $0.tick(now: $1) }
        }
        end()
    }

    private func end() { state.update { $0.hasEnded = true } }

    private func watch(_ connection: any OutputConnection) {
        if let failure = connection.nextFailure(seconds: Self.interval) {
            // A server may take media and die between two looks: it was live then.
            if connection.hasDelivered { noteProgress(of: connection) }
            fail(cause(of: failure))
        }
        if connection.hasMedia { step { $0.offered(now: $1) } }
        noteProgress(of: connection)
        if connection.isDrained { conclude() }
    }

    private func noteProgress(of connection: any OutputConnection) {
        step { [bytes = connection.bytesTaken, hasBacklog = connection.hasBacklog] in
            $0.progress(bytes: bytes, hasBacklog: hasBacklog, now: $1)
        }
    }

    private func cause(of failure: ConnectionFailure) -> OutputFailure {
        switch failure {
        case .other(let failure): return failure
        case .pipeline(let error):
            // The end may have been asked for before a server has answered at all.
            let wasLive = state.withLock { $0.machine.isConnected && $0.machine.wasLive }
            return driver.failure(error, wasLive: wasLive)
        }
    }

    /// Gives the machine an input and performs its action; reports a change of state.
    private func step(_ input: (inout OutputStateMachine, MediaTime) -> OutputStateMachine.Action) {
        let now = clock.now
        let (action, observers) = state.update { state in
            let before = state.machine.state.name
            let action = input(&state.machine, now)
            return (action, before == state.machine.state.name ? [] : state.observers)
        }
        // Reported before the action, which may bring the next change.
        if !observers.isEmpty {
            let status = status
            for observer in observers { observer(status) }
        }
        switch action {
        case .none: break
        case .open: open()
        case .sendEnd: sendEnd()
        case .close: _ = takeDown(isComplete: false)
        }
    }

    private func fail(_ failure: OutputFailure) {
        step { $0.fail(failure, now: $1) }
    }

    private func open() {
        do {
            guard let connection = try driver.connect(context()) else { return step { $0.withoutReader(now: $1) } }
            // Receives before it is open, so that nothing of the program is missed.
            state.update { $0.connection = connection }
            start(connection)
        } catch {
            fail(error)
        }
    }

    private func start(_ connection: any OutputConnection) {
        do {
            try connection.open()
            requestKeyFrame()
            step { $0.opened(now: $1) }
            state.update { $0.hasOpened = true }
        } catch {
            fail(cause(of: error))
        }
    }

    private func context() -> ConnectionContext {
        let id = ledger.withLock { $0.connection }
        let delivery = DeliveryReport(
            taken: { [ledger] track in ledger.withLock { $0.take(track, by: id) } },
            dropped: { [ledger] track in ledger.withLock { $0.lose(track, by: id) } },
            broken: { [ledger] in ledger.withLock { $0.endConnection(id) } })
        return ConnectionContext(media: media, options: options, delivery: delivery, backpressure: backpressure)
    }

    private func sendEnd() {
        if state.withLock({ $0.connection })?.end() == true { return }
        if ledger.withLock({ $0.video.offered }) == 0 {
            // Before it is over: nobody waits for an output that is.
            driver.removeEmpty()
            step { machine, _ in machine.drained() }
        } else {
            step { $0.nothingTaken(now: $1) }
        }
    }

    /// Everything has been written: what the file system says when it is closed decides.
    private func conclude() {
        if let failure = takeDown(isComplete: true) { return fail(failure) }
        step { machine, _ in machine.drained() }
    }

    /// Takes the connection away from the encoders first, then closes it.
    ///
    /// - Parameter isComplete: whether the peer has taken everything; otherwise what is inside is lost.
    /// - Returns: what went wrong when the file was closed.
    private func takeDown(isComplete: Bool) -> OutputFailure? {
        guard let connection = state.withLock({ $0.connection }) else { return nil }
        // Asked outside the lock: the sink has locks of its own.
        let (bytes, position) = (connection.bytesTaken, connection.position)
        state.withLock { state in
            state.connection = nil
            state.earlierBytes += bytes
            state.position = position
        }
        if !isComplete { ledger.withLock { $0.endConnection() } }
        let id = ledger.withLock { $0.connection }
        let failure = connection.close(seconds: Self.closePatience)
        ledger.withLock { failure == nil ? $0.completeConnection(id) : $0.endConnection(id) }
        backpressure.capacityChanged()
        return failure
    }
}

// MARK: - On the threads of the producer and the encoders

extension Output: EncodedReceiver, MediaReceiver {
    /// What must be complete holds up a session that is faster than real time; a server does only while it takes media.
    public var hasCapacity: Bool {
        let (connection, machine) = state.withLock { ($0.connection, $0.machine) }
        guard let connection, machine.state == .live || machine.policy.mustBeComplete else { return true }
        return connection.hasCapacity
    }

    package func receive(_ unit: EncodedUnit) {
        guard let connection = offer(unit.track) else { return }
        connection.receive(unit)
    }

    /// Takes a frame where it takes raw media.
    public func receive(_ frame: borrowing VideoFrame) {
        guard let connection = offer(.video) else { return }
        connection.receive(frame)
    }

    /// Takes a block of audio where it takes raw media with audio.
    public func receive(_ block: borrowing AudioBlock) {
        guard driver.traits.carriesAudio, let connection = offer(.audio) else { return }
        connection.receive(block)
    }

    /// Counts a unit; one that no connection gets is lost.
    private func offer(_ track: DeliveryLedger.Track) -> (any OutputConnection)? {
        ledger.withLock { $0.offer(track) }
        let connection = state.withLock { $0.connection }
        if connection == nil { ledger.withLock { $0.lose(track, by: $0.connection) } }
        return connection
    }
}
