import GStreamer
public import StudioCore
import StudioRuntime

/// Sends the programme to a file, a server or standard output; a thread of its own supervises it.
public final class StreamOutput: Output {
    private struct State: Sendable {
        var machine: OutputStateMachine
        var connection: OutputConnection?
        var mustFinish = false
        var hasOpened = false
        /// Bytes of earlier connections.
        var earlierBytes: UInt64 = 0
        var totalFrames = 0
        var skippedFrames = 0
        var position = MediaTime.zero
        var onStateChange: (@Sendable (OutputStatus) -> Void)?
    }

    /// How often bytes are counted and deadlines looked at, in seconds.
    private static let interval = 0.1
    /// How long the cause of a failed connect is looked for, in seconds.
    private static let probePatience = 2.0
    /// A pipeline whose sink is stuck in a system call may take longer to stop; it is then left to itself.
    private static let stopPatience = 2.0

    /// Where it writes to.
    public let destination: Destination
    private let media: OutputMedia
    private let requestKeyFrame: @Sendable () -> Void
    private let onRoom: @Sendable () -> Void
    private let clock = SystemClock()
    private let state: Monitor<State>
    private let worker = Lock<Worker?>(nil)

    /// - Parameters:
    ///   - media: what the programme consists of.
    ///   - requestKeyFrame: asks the encoder for a key frame to join at.
    ///   - onRoom: called when there is room again.
    init(
        _ destination: Destination, media: OutputMedia, requestKeyFrame: @escaping @Sendable () -> Void,
        onRoom: @escaping @Sendable () -> Void
    ) {
        self.destination = destination
        self.media = media
        self.requestKeyFrame = requestKeyFrame
        self.onRoom = onRoom
        let machine = OutputStateMachine(policy: destination.policy)
        state = Monitor(State(machine: machine))
    }

    /// How it is going.
    public var status: OutputStatus {
        state.withLock { state in
            var status = OutputStatus(state.machine.state.public)
            status.bytes = state.earlierBytes + (state.connection?.bytesTaken ?? 0)
            status.totalFrames = state.totalFrames
            status.skippedFrames = state.skippedFrames
            status.reconnects = state.machine.reconnects
            status.congestion = state.connection?.congestion ?? 0
            status.position = state.connection?.position ?? state.position
            return status
        }
    }

    /// What is to be complete holds up a run that is faster than real time; a server does only while it takes media.
    public var hasRoom: Bool {
        state.withLock { state in
            guard let connection = state.connection else { return true }
            if case .live = state.machine.state { return connection.hasRoom }
            return destination.kind == .rtmp || connection.hasRoom
        }
    }

    /// Calls `body` on a thread of the output whenever its state changes.
    public func onStateChange(_ body: @escaping @Sendable (OutputStatus) -> Void) {
        state.withLock { $0.onStateChange = body }
    }

    /// Opens it, on a thread of its own.
    public func begin() {
        worker.withLock { worker in
            if worker == nil { worker = Worker("output") { [self] in supervise() } }
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
        let connection = state.withLock { state in
            if unit.track == .video { state.totalFrames += 1 }
            if unit.track == .video, state.connection == nil { state.skippedFrames += 1 }
            return state.connection
        }
        if case .skipped? = connection?.receive(unit), unit.track == .video {
            state.withLock { $0.skippedFrames += 1 }
        }
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
            // A server that says yes and hangs up before it took any media has refused the stream.
            // The end may have been asked for before a server has answered at all.
            let wasLive = state.withLock { $0.machine.state.isLive && $0.machine.wasLive }
            let unreachable = wasLive ? nil : ServerProbe.failure(at: destination, seconds: Self.probePatience)
            let failure = unreachable ?? OutputFailure(error, at: destination, wasLive: wasLive)
            step { $0.fail(failure, now: $1) }
        case .end?:
            step { machine, _ in machine.drained() }
        case .warning?, .wake?, nil:
            break
        }
        if connection.hasMedia { step { $0.offered(now: $1) } }
        step { [bytes = connection.bytesTaken, hasBacklog = connection.hasBacklog] in
            $0.progress(bytes: bytes, hasBacklog: hasBacklog, now: $1)
        }
    }

    /// Gives the machine an input and performs its action; tells a change of state.
    private func step(_ input: (inout OutputStateMachine, MediaTime) -> OutputStateMachine.Action) {
        let now = clock.now
        let (action, isChanged) = state.update { state in
            let before = state.machine.state.public
            let action = input(&state.machine, now)
            return (action, before.name != state.machine.state.public.name)
        }
        // Told before the action, which may bring the next change.
        if isChanged, let observer = state.withLock({ $0.onStateChange }) { observer(status) }
        switch action {
        case .none: break
        case .open: open()
        case .sendEnd: sendEnd()
        case .close: close()
        }
    }

    private func open() {
        do {
            try media.check(destination)
            try FileProbe.check(destination)
            let connection = try makeConnection()
            // Joined before it opens, so that nothing of the programme is missed; open files and sockets come after.
            state.update { $0.connection = connection }
            try start(connection)
            requestKeyFrame()
            step { $0.opened(now: $1) }
            state.update { $0.hasOpened = true }
        } catch {
            step { $0.fail(error, now: $1) }
        }
    }

    private func makeConnection() throws(OutputFailure) -> OutputConnection {
        do {
            return try OutputConnection(to: destination, hasAudio: media.hasAudio, onRoom: onRoom)
        } catch {
            throw OutputFailure(.pipeline, destination.scrub(error.description))
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
        let (connection, totalFrames) = state.withLock { ($0.connection, $0.totalFrames) }
        if connection?.end() == true { return }
        if totalFrames == 0 {
            step { machine, _ in machine.drained() }
            FileProbe.removeIfEmpty(destination)
        } else {
            step { $0.nothingTaken(now: $1) }
        }
    }

    /// Takes the connection away from the encoders first, then stops it; its last words were heard.
    private func close() {
        let connection = state.withLock { state in
            defer { state.connection = nil }
            state.earlierBytes += state.connection?.bytesTaken ?? 0
            state.position = state.connection?.position ?? state.position
            return state.connection
        }
        guard let connection else { return }
        let stopping = Worker("output-stop") { connection.pipeline.stop() }
        stopping.join(seconds: Self.stopPatience)
        onRoom()
        state.update { _ in }
    }
}

extension OutputStateMachine.State {
    fileprivate var isLive: Bool {
        switch self {
        case .live, .stalled, .draining: true
        case .waiting, .connecting, .retrying, .finished, .failed: false
        }
    }

    /// What users see of it.
    fileprivate var `public`: OutputStatus.State {
        switch self {
        case .waiting: .waiting
        case .connecting: .connecting
        case .live: .live
        case .stalled: .stalled
        case .retrying(let attempt, let time, let failure): .retrying(attempt: attempt, at: time, failure)
        case .draining: .finishing
        case .finished: .finished
        case .failed(let failure): .failed(failure)
        }
    }
}
