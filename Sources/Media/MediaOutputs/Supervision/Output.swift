import GStreamer
package import ProgramEncoding
public import StudioCore
import StudioMeeting
package import StudioRuntime
import Synchronization

/// An output with its own queue, supervised by a thread of its own.
///
/// The driver implements the kind of output. All members may be used from any thread.
public final class Output: Sendable {
    /// Why an output ends.
    package enum Ending: Sendable {
        /// The session ends, or the output is removed.
        case finish
        /// A command stops it.
        case stop
    }

    struct State: Sendable {
        var machine: OutputStateMachine
        var connection: (any OutputConnection)?
        /// The first request to end.
        var ending: Ending?
        /// The failure of what it depends on.
        var abortion: OutputFailure?
        /// Why it writes its end before that of the session: its disk is nearly full.
        var shortage: OutputFailure?
        /// Where it records; `nil` before it has been live, and for an output that does not write a regular file.
        var disk: DiskPlace?
        /// What was free there when it was asked last.
        var freeBytes: UInt64?
        var hasOpened = false
        /// Whether it has ended: the connection is closed, and every observer has received the last state.
        var hasEnded = false
        /// The bytes of earlier connections.
        var earlierBytes: UInt64 = 0
        /// What was lost before the first key frame; `nil` before that.
        var lostBeforeStart: (frames: Int, audioBlocks: Int)?
        /// How long the server took to accept the first connection.
        var connectTime: MediaTime?
        /// The network statistics of earlier connections.
        var earlierNetwork: NetworkStatistics?
        var bitrate = BitrateMeter()
        var position = MediaTime.zero
        /// The completed share of the last step, while it runs.
        var finalization: Double?
        var observers: [@Sendable (OutputStatus) -> Void] = []
        var warningObservers: [@Sendable (String) -> Void] = []
    }

    /// The interval in seconds at which progress and deadlines are checked.
    private static let interval = 0.1
    /// The interval while the peer has not answered yet, so that the time of connecting is known to this precision.
    private static let connectingInterval = 0.02
    /// The interval while it is live. A failure and the end of the session do not wait for it, and a stall lasts seconds.
    private static let liveInterval = 0.5
    /// The time limit for closing a connection, in seconds.
    private static let closeTimeout = 2.0

    package let driver: any OutputDriver
    let media: OutputMedia
    let options: OutputOptions
    let clock: any StudioClock
    let backpressure: Backpressure
    let files: SessionFiles
    weak let keyFrames: (any KeyFrameSource)?
    let state: Monitor<State>
    /// Performs the decided effects in the order of the decisions. The supervisor decides, or a thread that ends the output
    /// before it begins. A call of another thread would wait while a connection is opened or closed.
    let actions = ActionQueue<Effect>(.waiting)
    /// Separate from the state: GStreamer reports deliveries while it holds its own locks, so no call may be made under
    /// this lock.
    let ledger = Lock(DeliveryLedger())
    /// The units that come while a file is opened. Held while they pass to its connection, so that later ones follow them.
    let hold = Lock(StartHold<EncodedUnit>())
    /// Whether units are held, for those who must not wait while they pass.
    let isHolding = Atomic(false)
    private let hasBegun = Atomic(false)
    private let supervisor = OwnerThread()
    /// The chapters of its recording.
    let chapters = MovieChapters()
    /// Whether it takes units of these tracks.
    let carries: (video: Bool, audio: Bool)

    /// - Parameters:
    ///   - driver: the kind of output and its address.
    ///   - media: the format of the media.
    ///   - options: how it is opened and finished.
    ///   - clock: the clock of its deadlines.
    ///   - backpressure: receives reports of regained capacity.
    ///   - files: the files of the session.
    ///   - keyFrames: what encodes the key frame with which it starts, if it requests one.
    package init(
        _ driver: any OutputDriver, media: OutputMedia, options: OutputOptions = OutputOptions(),
        clock: any StudioClock = SystemClock(), backpressure: Backpressure, files: SessionFiles = SessionFiles(),
        keyFrames: (any KeyFrameSource)? = nil
    ) {
        self.driver = driver
        self.media = media
        self.options = options
        self.clock = clock
        (self.backpressure, self.files) = (backpressure, files)
        self.keyFrames = keyFrames
        carries = (driver.traits.carriesVideo, driver.traits.carriesAudio)
        var policy = driver.policy
        policy.finishTimeout = options.finishTimeout
        if policy.retries, let retry = options.retry { policy.retry = retry }
        state = Monitor(State(machine: OutputStateMachine(policy: policy, seed: options.seed)))
    }

    /// The address; its description omits secrets.
    public var address: OutputAddress { driver.address }

    /// The counts of its units.
    package var deliveries: DeliveryLedger { ledger.withLock { $0 } }

    /// Adds an observer that is called on a thread of the output whenever the state changes.
    public func onStateChange(_ body: @escaping @Sendable (OutputStatus) -> Void) {
        state.withLock { $0.observers.append(body) }
    }

    /// Adds an observer that is called on a thread of the output with one line about a problem that does not make the
    /// output fail.
    public func onWarning(_ body: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.warningObservers.append(body) }
    }

    /// Opens the output on a thread of its own.
    package func begin() {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
        beginHold()
        do {
            _ = try Worker("output") { [self] in supervise() }
        } catch {
            fail(OutputFailure(.pipeline, "\(error)"))
            end()
        }
    }

    /// Waits until the output takes media or has failed, at most `seconds`.
    package func waitUntilReady(seconds: Double) {
        _ = state.wait(seconds: seconds) { $0.hasOpened || $0.machine.state.isOver ? true : nil }
    }

    /// Requests the output to write its end. An output that was not started ends immediately.
    package func finish() { end(.finish) }

    /// Requests the output to write its end. One that is stopped while it waits for its peer ends immediately.
    package func end(_ ending: Ending) {
        let (connection, first) = state.update { state in
            state.ending = state.ending ?? ending
            return (state.connection, state.ending ?? ending)
        }
        if !hasBegun.exchange(true, ordering: .relaxed) {
            performAbortion()
            apply(first)
            return end()
        }
        connection?.wake()
    }

    /// Fails the output, because what it depends on has failed; it is not tried again. An output that was not started fails
    /// when it is started or finished.
    package func abort(_ failure: OutputFailure) {
        let connection = state.update { state in
            state.abortion = state.abortion ?? failure
            return state.connection
        }
        connection?.wake()
    }

    private func apply(_ ending: Ending) {
        switch ending {
        case .finish: step { $0.finish(now: $1) }
        case .stop: step { $0.stop(now: $1) }
        }
    }

    /// Whether its peer takes media, or will when it is open.
    package var takesMedia: Bool { hasBegun.load(ordering: .relaxed) && state.withLock { $0.machine.takesMedia } }

    /// Whether it has ended and every observer was notified.
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Waits until the output has ended and every observer was notified, at most `seconds`; returns false after that.
    package func waitUntilOver(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0.hasEnded ? true : nil } ?? false
    }

    // MARK: On the supervisor thread

    private func supervise() {
        supervisor.claim()
        performAbortion()
        step { $0.begin(now: $1) }
        while !state.withLock({ $0.machine.state.isOver }) {
            if let connection = state.withLock({ $0.connection }) {
                watch(connection)
            } else {
                _ = state.wait(seconds: Self.interval) { $0.ending != nil || $0.abortion != nil ? true : nil }
            }
            performAbortion()
            watchSpace()
            if let ending = state.withLock({ $0.ending }) { apply(ending) }
            step { $0.tick(now: $1) }
            measureBitrate()
        }
        end()
    }

    private func performAbortion() {
        if let abortion = state.withLock({ $0.abortion }) { step { machine, _ in machine.abort(abortion) } }
    }

    private func end() {
        endHold()
        state.update { $0.hasEnded = true }
    }

    private func watch(_ connection: any OutputConnection) {
        let seconds = state.withLock { state in
            switch state.machine.state {
            case .live where state.ending == nil: Self.liveInterval
            case .connecting: Self.connectingInterval
            default: Self.interval
            }
        }
        if let failure = connection.nextFailure(seconds: seconds) {
            // A server may take media and fail between two checks; the output was live then.
            if connection.peer.hasDelivered { noteProgress(of: connection) }
            fail(cause(of: failure))
        }
        if let peers = connection.peer.peers { step { $0.peers(peers, now: $1) } }
        if connection.hasMedia {
            noteStart(of: connection)
            step { $0.offered(now: $1) }
        }
        noteProgress(of: connection)
        if connection.isDrained { closeDrained() }
    }

    private func noteStart(of connection: any OutputConnection) {
        // Read outside the lock of the state, because ledger and sink have locks of their own.
        let (lost, connectTime) = (ledger.withLock { ($0.video.lost, $0.audio.lost) }, connection.peer.connectTime)
        state.withLock { state in
            state.lostBeforeStart = state.lostBeforeStart ?? lost
            state.connectTime = state.connectTime ?? connectTime
        }
    }

    private func noteProgress(of connection: any OutputConnection) {
        step { [bytes = connection.peer.bytesTaken, hasBacklog = connection.hasBacklog] in
            $0.progress(bytes: bytes, hasBacklog: hasBacklog, now: $1)
        }
    }

    private func measureBitrate() {
        let (connection, earlier) = state.withLock { ($0.connection, $0.earlierBytes) }
        // Read outside the lock, because the sink has locks of its own.
        let bytes = earlier + (connection?.peer.bytesTaken ?? 0)
        state.withLock { $0.bitrate.record(bytes, now: clock.now) }
    }

    func cause(of failure: ConnectionFailure) -> OutputFailure {
        switch failure {
        case .other(let failure): return failure
        case .pipeline(let error):
            // The end may have been requested before the server answered.
            let wasLive = state.withLock { $0.machine.isConnected && $0.machine.wasLive }
            return driver.failure(error, wasLive: wasLive)
        }
    }

    /// Passes an input to the state machine and performs its action; reports a state change.
    func step(_ input: (inout OutputStateMachine, MediaTime) -> OutputStateMachine.Action) {
        supervisor.assertIsCurrent("supervisor")
        perform(decide(input))
    }

    /// Reports, and performs the action.
    func perform(_ decision: ActionQueue<Effect>.Ticket) {
        actions.perform(decision) { effect in
            switch effect {
            case .report(let machine):
                let observers = state.withLock { $0.observers }
                guard !observers.isEmpty else { return }
                let status = status(machine)
                for observer in observers { observer(status) }
            case .perform(.none): break
            case .perform(.open): open()
            case .perform(.sendEnd): sendEnd()
            case .perform(.close): _ = takeDown(isComplete: false)
            }
        }
    }

    func fail(_ failure: OutputFailure) {
        if failure.cause == .removed { ledger.withLock { $0.loseTaken() } }
        step { $0.fail(failure, now: $1) }
    }

    private func sendEnd() {
        let (connection, ending) = state.withLock { ($0.connection, $0.ending) }
        if connection?.end() == true { return }
        // Before the output ends, because nothing waits for an output that has ended. A file that got no key frame is empty,
        // and no program can read it.
        driver.removeEmpty()
        let offered = ledger.withLock { $0.video.offered }
        // Nothing was sent to an output of the session's end. A recording that was asked for is missed.
        let isMissed = driver.isRecording && (offered > 0 || ending == .stop)
        let isComplete = state.withLock { $0.machine.wasLive } && !driver.policy.retries
        guard !isMissed, offered == 0 || isComplete else {
            return step { $0.nothingTaken(mustHaveMedia: isMissed, now: $1) }
        }
        if offered > 0 { warn("no key frame came before the end; the output is empty") }
        conclude()
    }

    /// Everything was written; the result of closing the file decides.
    private func closeDrained() {
        let connection = state.withLock { $0.connection }
        let (finalization, incompleteness) = (connection?.finalization, connection?.peer.incompleteness)
        finalization?.begin()
        var failure = takeDown(isComplete: true)
        if failure == nil {
            if let incompleteness { warn(incompleteness) }
            if let finalization, !finalize(finalization) { failure = .removed }
        }
        guard let failure else { return conclude() }
        fail(failure)
    }

    /// The file is complete already, so an error is a warning, unless the file was removed.
    ///
    /// - Returns: false when it was removed.
    private func finalize(_ finalization: any Finalization) -> Bool {
        state.update { $0.finalization = 0 }
        defer { state.update { $0.finalization = nil } }
        do {
            let bytes = try finalization.run { share in state.update { $0.finalization = share } }
            state.update { $0.earlierBytes = bytes }
        } catch {
            if error.isLost { return false }
            warn("\(error)")
        }
        return true
    }

    private func warn(_ message: String) {
        for observer in state.withLock({ $0.warningObservers }) { observer(message) }
    }

    /// Detaches the connection from the encoders, then closes it.
    ///
    /// - Parameter isComplete: whether the peer has taken everything; otherwise the remaining units are lost.
    /// - Returns: the error of closing the file, if any.
    private func takeDown(isComplete: Bool) -> OutputFailure? {
        guard let connection = state.withLock({ $0.connection }) else { return nil }
        // Read outside the lock, because the sink has locks of its own.
        let (bytes, network, position) = (connection.peer.bytesTaken, connection.peer.network, connection.position)
        state.withLock { state in
            state.connection = nil
            state.earlierBytes += bytes
            state.earlierNetwork = Self.sum(state.earlierNetwork, network)
            state.position = position
        }
        if !isComplete { ledger.withLock { $0.endConnection() } }
        let id = ledger.withLock { $0.connection }
        let failure = connection.close(seconds: Self.closeTimeout)
        // A sink may keep its last unit until it stops.
        let last = connection.peer.bytesTaken
        if isComplete, last > bytes { state.withLock { $0.earlierBytes += last - bytes } }
        ledger.withLock { failure == nil ? $0.completeConnection(id) : $0.endConnection(id) }
        backpressure.capacityChanged()
        return failure
    }
}
