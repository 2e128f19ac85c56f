public import MediaOutputs
public import ProductionStudio
public import StudioCore
public import StudioMeeting
public import StudioRuntime
import TraceRecording

/// A session from joining to finishing: meeting, studio, inputs, encoder and outputs.
///
/// ``perform(_:)`` executes commands, ``subscribe(limit:)`` delivers events, ``snapshot`` returns the state. Members do
/// not block unless stated; long operations run on a thread of the session. A released session stops by itself.
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

    /// Creates a session. ``begin()`` starts it.
    ///
    /// - Throws: an `AddressError` for an output that no driver accepts.
    public convenience init(_ configuration: SessionConfiguration) throws(AddressError) {
        self.init(
            configuration,
            drivers: try OutputRegistry.standard.drivers(for: configuration.outputs) + configuration.pipelineOutputs)
    }

    /// Creates a session that performs a scenario.
    ///
    /// - Parameters:
    ///   - configuration: the configuration; its scenario is replaced.
    ///   - scenario: the path of a scenario file, or the name of a ready one.
    /// - Throws: a `ScenarioError`, or an `AddressError` for an output that no driver accepts.
    public convenience init(_ configuration: SessionConfiguration, scenario: String) throws {
        var configuration = configuration
        configuration.scenario = try Scenario(scenario)
        try self.init(configuration)
    }

    package init(_ configuration: SessionConfiguration, drivers: [any OutputDriver]) {
        core = SessionCore(configuration, drivers: drivers)
    }

    deinit {
        core.stop(.stopped)
    }

    /// The configuration.
    public var configuration: SessionConfiguration { core.configuration }
    /// A unique identifier.
    public var id: String { core.id }
    /// The local user's meeting.
    public var meeting: Meeting { core.meeting }
    /// The local user's studio.
    public var studio: StudioController { core.studio }
    /// The outputs, of each the latest part, with the latest hundred of the removed ones; empty before they are opened.
    public var outputs: [Output] { core.state.withLock { $0.outputs }?.outputs ?? [] }
    /// The parts of all outputs that may not have ended.
    package var parts: [Output] { core.state.withLock { $0.outputs }?.members.flatMap(\.parts) ?? [] }
    /// The path of the session's trace; `nil` without one.
    public var tracePath: String? { core.state.withLock { $0.trace }?.path }
    /// The path of the control socket; `nil` without one.
    package var controlPath: String? { core.stage.controlPath }
    package var frameRate: Rate? { core.state.withLock { $0.frameRate } }
    package var outputGroup: OutputGroup? { core.state.withLock { $0.outputs } }
    /// The current state; may be read at any time from any thread.
    public var snapshot: SessionSnapshot { core.snapshot }
    /// Whether the session has ended.
    public var isOver: Bool { core.isOver }
    /// All failures, in order.
    public var failures: [SessionFailure] { core.failures }

    /// Publishes what became of the server that the program has started for this session.
    package func reportServer(_ state: SessionServerState, _ message: String) {
        guard !isOver else { return }
        core.publish(.serverChanged(state: state, message: message))
    }

    /// Starts the session.
    public func begin() { core.begin() }

    /// Requests a stop: the studio stops, then the outputs are finished. The first reason wins.
    public func stop(_ reason: StopReason = .stopped) { core.stop(reason) }

    /// Performs a command after all earlier ones. Its effects are reported as events.
    ///
    /// `changeSource` waits until the source is on air, while commands of other threads are performed; do not call it on the
    /// thread that advances a manual clock.
    ///
    /// - Throws: a ``SessionCommandError`` for an output that does not exist or cannot be added, and for a source that does not
    ///   come on air. A command that does not fit the current state of the meeting has no effect.
    @discardableResult
    public func perform(_ command: SessionCommand) throws(SessionCommandError) -> SessionReply {
        let result = Monitor<Result<Void, SessionCommandError>?>(nil)
        let outcome = try core.stage.perform(command, of: nil) { failure in
            result.update { $0 = failure.map { .failure($0) } ?? .success(()) }
        }
        if outcome.isPending, let result = result.wait(until: { $0 }) { try result.get() }
        return outcome.reply
    }

    /// Subscribes to all events from now on.
    ///
    /// - Parameter limit: the queue capacity; older events are dropped and counted.
    public func subscribe(limit: Int = 1024) -> EventSubscription<SessionEvent> { core.subscribe(limit: limit) }

    /// Requests a stop and waits for the end without blocking a thread.
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

    /// Blocks the calling thread until the session has ended, at most `seconds`; returns false after that.
    @discardableResult
    public func waitUntilOver(seconds: Double = .infinity) -> Bool {
        core.waitUntilOver(seconds: seconds)
    }
}
