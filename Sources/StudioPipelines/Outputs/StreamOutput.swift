import GStreamer
public import StudioCore
import StudioRuntime
import Synchronization

/// Sends the programme to a file, a server or standard output; a thread of its own supervises it.
public final class StreamOutput: Output {
    private struct State: Sendable {
        var machine: OutputStateMachine
        var connection: OutputConnection?
        var mustFinish = false
        var hasOpened = false
        /// Bytes of earlier connections.
        var earlierBytes: UInt64 = 0
        var position = MediaTime.zero
        var onStateChange: (@Sendable (OutputStatus) -> Void)?
    }

    /// How often bytes are counted and deadlines looked at, in seconds.
    private static let interval = 0.1
    /// How long the cause of a failed connect is looked for, in seconds.
    private static let probePatience = 2.0
    /// How long a pipeline may take to stop, in seconds.
    private static let stopPatience = 2.0

    /// Where it writes to.
    public let destination: Destination
    private let media: OutputMedia
    private let options: OutputOptions
    private let requestKeyFrame: @Sendable () -> Void
    private let onRoom: @Sendable () -> Void
    private let clock = SystemClock()
    private let state: Monitor<State>
    /// Apart from the state: GStreamer reports deliveries with its own locks held, so that nothing may be called under this one.
    private let ledger = Lock(DeliveryLedger())
    private let hasBegun = Atomic(false)

    /// - Parameters:
    ///   - media: what the programme consists of.
    ///   - options: how it is opened and ended.
    ///   - requestKeyFrame: asks the encoder for a key frame to join at.
    ///   - onRoom: called when there is room again.
    init(
        _ destination: Destination, media: OutputMedia, options: OutputOptions = OutputOptions(),
        requestKeyFrame: @escaping @Sendable () -> Void, onRoom: @escaping @Sendable () -> Void
    ) {
        self.destination = destination
        self.media = media
        self.options = options
        self.requestKeyFrame = requestKeyFrame
        self.onRoom = onRoom
        let policy = OutputStateMachine.Policy(
            isServer: destination.kind == .rtmp, finishTimeout: options.finishTimeout)
        state = Monitor(State(machine: OutputStateMachine(policy: policy)))
    }

    /// How it is going.
    public var status: OutputStatus {
        let state = state.withLock { $0 }
        let ledger = ledger.withLock { $0 }
        var status = OutputStatus(state.machine.state.public)
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

    /// What is to be complete holds up a session that is faster than real time; a server does only while it takes media.
    public var hasRoom: Bool {
        let (connection, isLive) = state.withLock { state in
            if case .live = state.machine.state { (state.connection, true) } else { (state.connection, false) }
        }
        guard let connection, isLive || destination.kind != .rtmp else { return true }
        return connection.hasRoom
    }

    /// Calls `body` on a thread of the output whenever its state changes.
    public func onStateChange(_ body: @escaping @Sendable (OutputStatus) -> Void) {
        let before = state.withLock { state in
            defer { state.onStateChange = body }
            return state.onStateChange
        }
        _ = before  // Released outside the lock: it may own anything.
    }

    /// Opens it, on a thread of its own.
    public func begin() {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
        do {
            _ = try Worker("output") { [self] in supervise() }
        } catch {
            fail(OutputFailure(.pipeline, "\(error)"))
        }
    }

    /// Waits until it takes media or has failed, at most `seconds`.
    public func waitUntilReady(seconds: Double) {
        _ = state.wait(seconds: seconds) { $0.hasOpened || $0.machine.state.public.isOver ? true : nil }
    }

    /// Asks it to write its end.
    public func finish() {
        let pipeline = state.update { state in
            state.mustFinish = true
            return state.connection?.pipeline
        }
        pipeline?.wake()
    }

    /// Waits until it is over, at most `seconds`; false when it is not.
    public func waitUntilOver(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0.machine.state.public.isOver && $0.connection == nil ? true : nil } ?? false
    }

    // MARK: On the encoders' threads

    func receive(_ unit: EncodedUnit) {
        ledger.withLock { $0.offer(unit.track) }
        if let connection = state.withLock({ $0.connection }) {
            connection.receive(unit)
        } else {
            ledger.withLock { $0.lose(unit.track, by: $0.connection) }
        }
    }

    /// What a connection reports about the units that it gets.
    private func observer() -> OutputConnection.Observer {
        let id = ledger.withLock { $0.connection }
        return OutputConnection.Observer(
            onTaken: { [ledger] track in ledger.withLock { $0.take(track, by: id) } },
            onDropped: { [ledger] track in ledger.withLock { $0.lose(track, by: id) } },
            onBroken: { [ledger] in ledger.withLock { $0.endConnection(id) } },
            onCapacity: onRoom)
    }

    // MARK: On the supervisor's thread

    private func supervise() {
        step { $0.begin(now: $1) }
        while !state.withLock({ $0.machine.state.public.isOver }) {
            if let connection = state.withLock({ $0.connection }) {
                watch(connection)
            } else {
                _ = state.wait(seconds: Self.interval) { $0.mustFinish ? true : nil }
            }
            if state.withLock({ $0.mustFinish }) { step { $0.finish(now: $1) } }
            step { $0.tick(now: $1) }
        }
        state.update { _ in }
    }

    private func watch(_ connection: OutputConnection) {
        switch connection.pipeline.nextMessage(seconds: Self.interval) {
        case .error(let error)?:
            // A server may take media and die between two looks: it was live then.
            if connection.hasDelivered { noteProgress(of: connection) }
            fail(connection.failure ?? cause(of: error))
        case .end?: connection.noteEnd()
        case .warning?, .wake?, nil: break
        }
        if connection.hasMedia { step { $0.offered(now: $1) } }
        noteProgress(of: connection)
        // A muxer may take a failed write for the end of the stream.
        if let failure = connection.failure { fail(failure) }
        if connection.isDrained { conclude() }
    }

    private func noteProgress(of connection: OutputConnection) {
        step { [bytes = connection.bytesTaken, hasBacklog = connection.hasBacklog] in
            $0.progress(bytes: bytes, hasBacklog: hasBacklog, now: $1)
        }
    }

    /// A server that accepts and hangs up before it took any media has rejected the stream. The end may have been asked for
    /// before it has answered at all.
    private func cause(of error: GStreamerError) -> OutputFailure {
        let wasLive = state.withLock { $0.machine.state.isLive && $0.machine.wasLive }
        let unreachable = wasLive ? nil : ServerProbe.failure(at: destination, seconds: Self.probePatience)
        return unreachable ?? OutputFailure(error, at: destination, wasLive: wasLive)
    }

    /// Gives the machine an input and performs its action; reports a change of state.
    private func step(_ input: (inout OutputStateMachine, MediaTime) -> OutputStateMachine.Action) {
        let now = clock.now
        let (action, isChanged) = state.update { state in
            let before = state.machine.state.public
            let action = input(&state.machine, now)
            return (action, before.name != state.machine.state.public.name)
        }
        // Reported before the action, which may bring the next change.
        if isChanged, let observer = state.withLock({ $0.onStateChange }) { observer(status) }
        switch action {
        case .none: break
        case .open: open()
        case .sendEnd: sendEnd()
        case .close: close()
        }
    }

    private func fail(_ failure: OutputFailure) {
        step { $0.fail(failure, now: $1) }
    }

    private func open() {
        do {
            try media.check(destination)
            var writer: ByteWriter?
            if destination.kind != .rtmp {
                writer = try openWriter()
                if writer == nil { return step { $0.withoutReader(now: $1) } }
            }
            let connection = try makeConnection(writer)
            // Joined before it opens, so that nothing of the programme is missed; sockets come after.
            state.update { $0.connection = connection }
            try start(connection)
            requestKeyFrame()
            step { $0.opened(now: $1) }
            state.update { $0.hasOpened = true }
        } catch {
            fail(error)
        }
    }

    /// `nil` for a FIFO that no program reads yet.
    private func openWriter() throws(OutputFailure) -> ByteWriter? {
        guard let path = destination.path else { return ByteWriter(sharing: 1) }
        return try OutputFile.open(path, overwrites: options.mayOverwrite(path))
    }

    private func makeConnection(_ writer: ByteWriter?) throws(OutputFailure) -> OutputConnection {
        do {
            return try OutputConnection(
                to: destination, writer: writer, hasAudio: media.hasAudio, observer: observer())
        } catch {
            throw OutputFailure(error, at: destination, wasLive: false)
        }
    }

    private func start(_ connection: OutputConnection) throws(OutputFailure) {
        do {
            try connection.open()
        } catch {
            throw OutputFailure(error, at: destination, wasLive: false)
        }
    }

    private func sendEnd() {
        if state.withLock({ $0.connection })?.end() == true { return }
        if ledger.withLock({ $0.video.offered }) == 0 {
            step { machine, _ in machine.drained() }
            if let path = destination.path { OutputFile.removeIfEmpty(path) }
        } else {
            step { $0.nothingTaken(now: $1) }
        }
    }

    /// Everything has been written: what the file system says when it is closed decides.
    private func conclude() {
        if let failure = takeDown(isComplete: true) { return fail(failure) }
        step { machine, _ in machine.drained() }
    }

    private func close() {
        _ = takeDown(isComplete: false)
    }

    /// Takes the connection away from the encoders first, then stops it.
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
        let failure = connection.close(seconds: Self.stopPatience)
        ledger.withLock { failure == nil ? $0.completeConnection(id) : $0.endConnection(id) }
        onRoom()
        state.update { _ in }
        return failure
    }
}

extension OutputStateMachine.State {
    fileprivate var isLive: Bool {
        switch self {
        case .live, .stalled, .draining: true
        case .waiting, .connecting, .awaitingReader, .retrying, .finished, .failed: false
        }
    }

    /// What users see of it.
    fileprivate var `public`: OutputStatus.State {
        switch self {
        case .waiting: .waiting
        case .connecting, .awaitingReader: .connecting
        case .live: .live
        case .stalled: .stalled
        case .retrying(let attempt, let time, let failure): .retrying(attempt: attempt, at: time, failure)
        case .draining: .finishing
        case .finished: .finished
        case .failed(let failure): .failed(failure)
        }
    }
}
