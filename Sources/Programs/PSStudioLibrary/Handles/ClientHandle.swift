import CPSStudio
import Dispatch
import EmbeddingRules
import Glibc
import MediaOutputs
import MeetingClient
import ProductionStudio
import SessionProtocol
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// The client behind a handle.
final class ClientHandle: Sendable {
    let client: MeetingClient
    private let receiver: ClientReceiver
    private let executor: HostExecutor?
    private let clock: any StudioClock
    private let pending = CallbackGate()

    /// How long a callback may take while a clock is advanced, in seconds.
    private static let turnTimeout = 10.0

    /// - Throws: a ``CallFailure`` for an invalid configuration.
    init(_ options: ps_client_options) throws(CallFailure) {
        let variables = HostVariables(options.scenario, options.outputs, options.trace)
        let clock: any StudioClock = options.is_manual != 0 ? ManualClock() : SystemClock()
        let environment: ClientEnvironment
        do {
            environment = try ClientEnvironment(
                variable: { variables[$0] }, options: OutputOptions(overwrites: options.overwrites != 0), clock: clock
            ) { choices in
                if let name = text(options.role) { choices.role = try MeetingRole(named: name) }
                choices.isImmediate = options.is_immediate != 0
                choices.studio.isStrict = options.is_strict != 0
                if options.has_seed != 0 { choices.studio.seed = options.seed }
            }
        } catch {
            throw CallFailure(.embeddingUsage, "\(error)")
        }
        let receiver = ClientReceiver(callback: try required(options.on_event, "on_event"), user: options.user)
        let queue: CallbackQueue
        if let onPending = options.on_pending {
            let notice = PendingNotice(callback: onPending, user: options.user)
            let executor = HostExecutor { [pending] in pending.run { notice.give() } }
            self.executor = executor
            queue = CallbackQueue(clock: clock, executor: executor) { receiver.reportUndispatched() }
        } else {
            executor = nil
            queue = CallbackQueue(clock: clock, queue: DispatchQueue(label: "psstudio.callbacks"))
        }
        (self.receiver, self.clock) = (receiver, clock)
        client = MeetingClient(environment, queue: queue, clock: clock) { receiver.receive($0) }
        receiver.setClient(client)
        OpenClients.add(self)
        // Steps of the scenario at 0 s come before the first event.
        if let clock = clock as? ManualClock { clock.advance(to: clock.now) }
    }

    /// Delivers pending events.
    ///
    /// - Returns: whether more are pending.
    func dispatch(most: Int32) throws(CallFailure) -> Bool {
        guard let executor else {
            throw CallFailure(
                .embeddingDispatch, "the client delivers its events itself", hint: "set on_pending to dispatch them")
        }
        // What is enqueued while others are delivered waits for the next call: a callback that causes the next one would
        // never return to the loop.
        let pending = client.queue.eventCount - executor.deliveries
        return executor.dispatch(most: most > 0 ? Int(most) : max(1, pending))
    }

    /// The client un-initialises, or its process ends: nobody has dispatched an event, and nobody will.
    func checkDispatched() {
        guard let executor, executor.deliveries == 0, executor.isPending else { return }
        receiver.reportUndispatched("an event waits, and the program ends without having dispatched one")
    }

    /// Performs a command to the meeting, the client or a participant's media.
    func perform(_ command: SessionCommand) throws(CallFailure) -> SessionReply {
        try performed(command, on: "a client", client.perform)
    }

    /// Advances the manual clock.
    func turn(seconds: Double) throws(CallFailure) {
        guard let clock = clock as? ManualClock else {
            throw CallFailure(.embeddingDispatch, "the clock is not manual", hint: "set is_manual to 1")
        }
        guard seconds.isFinite, (0...86_400).contains(seconds) else {
            throw CallFailure(.embeddingDispatch, "the time is \(seconds) s", hint: "advance by 0 to 86400 seconds")
        }
        guard client.turn(clock, by: .seconds(seconds), seconds: Self.turnTimeout) else {
            throw CallFailure(
                .embeddingTimeout, "a callback did not return within ten seconds",
                hint: "dispatch events on another thread meanwhile")
        }
    }

    /// Ends everything; no callback follows.
    func close() {
        receiver.close()
        pending.close()
        executor?.detach()
        client.close()
        OpenClients.remove(self)
    }

    /// The process ends.
    fileprivate func finish() {
        checkDispatched()
        client.finish()
    }
}

/// The clients whose outputs and traces are finished at the end of the process.
private enum OpenClients {
    private static let clients = Lock<[ObjectIdentifier: ClientHandle]>([:])
    /// A child of fork() has neither the threads that write traces and outputs nor a right to finish them.
    private static let process = getpid()
    private static let atEnd: Void = {
        _ = process
        // What exit() interrupts in the handler of a signal may hold a lock.
        atexit { if getpid() == process, psc_is_inside_call() == 0 { finish() } }
    }()

    static func add(_ client: ClientHandle) {
        atEnd
        clients.withLock { $0[ObjectIdentifier(client)] = client }
    }

    static func remove(_ client: ClientHandle) {
        withExtendedLifetime(clients.withLock { $0.removeValue(forKey: ObjectIdentifier(client)) }) {}
    }

    private static func finish() {
        for client in clients.withLock({ $0 }).values { client.finish() }
    }
}

/// Tells the host that there are events to dispatch.
private struct PendingNotice: @unchecked Sendable {
    // Safety: the host promises that both may be used from any thread.
    let callback: ps_pending_callback
    let user: UnsafeMutableRawPointer?

    func give() { callback(user) }
}
