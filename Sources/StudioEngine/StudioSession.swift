public import MediaOutputs
public import ProductionStudio
public import StudioCore
public import StudioMeeting
public import StudioRuntime

/// One session from join to finish: meeting, studio, inputs, encoder and outputs.
///
/// ``perform(_:)`` commands it, ``subscribe(limit:)`` follows it, ``snapshot`` tells how it is going. No member waits but those that
/// say so; a thread of its own does what takes long. A session that nobody keeps stops by itself.
///
/// ```swift
/// var configuration = try SessionConfiguration(.inputs(video: .init(), audio: .init(), duration: .seconds(10)))
/// configuration.outputs = ["show.mp4"]
/// let session = try StudioSession(configuration)
/// session.begin()
/// for await event in session.subscribe() { print(event) }
/// ```
public final class StudioSession: Sendable {
    let core: SessionCore

    /// Makes a session; it does nothing before ``begin()``.
    ///
    /// - Throws: an `AddressError` for an output that no driver takes.
    public convenience init(_ configuration: SessionConfiguration) throws(AddressError) {
        var drivers: [any OutputDriver] = []
        for address in configuration.outputs { drivers.append(try OutputRegistry.standard.driver(for: address)) }
        self.init(configuration, drivers: drivers)
    }

    package init(_ configuration: SessionConfiguration, drivers: [any OutputDriver]) {
        core = SessionCore(configuration, drivers: drivers)
    }

    deinit {
        core.stop(.stopped)
    }

    /// What it was made with.
    public var configuration: SessionConfiguration { core.configuration }
    /// A number that no other session has.
    public var id: String { core.id }
    /// The meeting that the local user is in.
    public var meeting: Meeting { core.meeting }
    /// The studio of the local user.
    public var studio: StudioController { core.studio }
    /// The outputs, removed ones included; empty before they are opened.
    public var outputs: [Output] { core.state.withLock { $0.outputs }?.outputs ?? [] }
    package var frameRate: Rate? { core.state.withLock { $0.frameRate } }
    package var outputGroup: OutputGroup? { core.state.withLock { $0.outputs } }
    /// How it is going; may be read at any time from any thread.
    public var snapshot: SessionSnapshot { core.snapshot }
    /// Whether it is over.
    public var isOver: Bool { core.state.withLock { $0.isOver } }
    /// Everything that went wrong, in order.
    public var failures: [SessionFailure] { core.state.withLock { $0.failures } }

    /// Begins it.
    public func begin() { core.begin() }

    /// Asks it to stop: the studio stops, the outputs write their end. The first reason wins.
    public func stop(_ reason: StopReason = .stopped) { core.stop(reason) }

    /// Performs a command, after those that were given before. What it causes comes as events.
    ///
    /// - Throws: a ``SessionCommandError`` for an output that does not exist or cannot be added. A command that does not fit the
    ///   present state of the meeting changes nothing.
    @discardableResult
    public func perform(_ command: SessionCommand) throws(SessionCommandError) -> SessionReply {
        try core.perform(command)
    }

    /// Events from now on.
    ///
    /// - Parameter limit: how many may wait; older ones are missed and counted.
    public func subscribe(limit: Int = 1024) -> EventSubscription<SessionEvent> { core.subscribe(limit: limit) }

    /// Asks it to stop, and waits for its end without blocking a thread.
    ///
    /// - Returns: the last snapshot.
    public func finish() async -> SessionSnapshot {
        let events = subscribe()
        stop()
        if !isOver {
            for await event in events {
                if case .stopped = event.event { break }
            }
        }
        return snapshot
    }

    /// Waits on this thread until it is over, at most `seconds`; false when it is not.
    @discardableResult
    public func waitUntilOver(seconds: Double = .infinity) -> Bool {
        core.state.wait(seconds: seconds) { $0.isOver ? true : nil } ?? false
    }
}
