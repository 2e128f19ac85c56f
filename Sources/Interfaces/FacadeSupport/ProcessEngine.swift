package import ProductionStudio
package import StudioCore
package import StudioMeeting
package import StudioRuntime

/// The emulated service that a test provides, with the vendor's terms.
package protocol EmulatedService: AnyObject, Sendable {
    var world: EmulatedWorld { get }
}

/// The engine of a process: one at a time, in the environment of the process, or in the world of a test.
package final class ProcessEngine<Service: EmulatedService, Options: Sendable, Engine: AnyObject & Sendable>: Sendable {
    private struct State: Sendable {
        var service: Service?
        var options: Options
        var violations: ViolationLog
        var engine: Engine?
    }

    package let calls = CallLog()
    private let access = ExclusiveAccess()
    private let defaults: Options
    private let environment: ProcessEnvironment
    private let clock: any StudioClock
    private let onChange: @Sendable (Engine?, Service?) -> Void
    private let state: Lock<State>

    /// - Parameters:
    ///   - defaults: the options outside tests.
    ///   - environment: that of the process.
    ///   - clock: the clock of violations outside tests.
    ///   - onChange: ends the engine that the client has left, before another world begins.
    package init(
        _ defaults: Options, in environment: ProcessEnvironment, clock: any StudioClock = SystemClock(),
        onChange: @escaping @Sendable (Engine?, Service?) -> Void
    ) {
        (self.defaults, self.environment, self.clock, self.onChange) = (defaults, environment, clock, onChange)
        state = Lock(State(options: defaults, violations: ViolationLog(clock: clock)))
    }

    /// The service of the test; `nil` outside tests.
    package var service: Service? { state.withLock { $0.service } }
    package var options: Options { state.withLock { $0.options } }
    /// The violations of the client and the warnings.
    package var violations: ViolationLog { state.withLock { $0.violations } }

    package func report(_ error: StudioError, isRefusal: Bool) {
        if isRefusal { violations.report(error) } else { violations.warn(error) }
    }

    // MARK: Engine

    /// The engine; `nil` before it is made.
    package var engine: Engine? { state.withLock { $0.engine } }

    /// The engine; made when there is none that can be used.
    package func engine(where isUsable: (Engine) -> Bool = { _ in true }, _ make: () -> Engine) -> Engine {
        let before = engine
        if let before, isUsable(before) { return before }
        begin()
        let fresh = make()
        return state.withLock { state in
            // Another thread may have made one meanwhile.
            if state.engine === before { state.engine = fresh }
            return state.engine ?? fresh
        }
    }

    package func removeEngine() -> Engine? {
        let (engine, isInTest) = state.withLock { ($0.engine.take(), $0.service != nil) }
        if engine != nil, !isInTest { environment.endControl("\(Engine.self)") }
        return engine
    }

    /// The client uses the interface, and may make the engine later: the control socket is opened, unless it is open.
    package func begin() {
        if service == nil { environment.beginControl("\(Engine.self)") }
    }

    /// The client has ended the engine, and keeps it. The control socket ends with the last interface.
    package func finish() {
        if service == nil { environment.endControl("\(Engine.self)") }
    }

    /// Enters the meeting of the test, or one of the environment, which is left at the end.
    package func enter<Details: Sendable>(
        _ rules: RuleCatalogue, _ details: (Meeting) -> Details
    ) -> JoinedSession<Details> {
        guard let meeting = service?.world.meeting else {
            return JoinedSession(environment, rules, violations, details)
        }
        environment.traceTest(meeting, rules, violations)
        return JoinedSession(in: meeting, details(meeting))
    }

    // MARK: Tests

    /// Provides a service while `body` runs, with exclusive use of the engine; then the process is as it was before.
    package func withService<Result, Failure: Error>(
        _ service: Service, _ options: Options, _ body: (Service) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExclusiveUse { () throws(Failure) in
            change(service, options)
            return try body(service)
        }
    }

    /// The asynchronous form.
    ///
    /// - Parameter isolation: the actor of `body`: the caller's.
    package func withServiceAsync<Result, Failure: Error>(
        _ service: Service, _ options: Options, isolation: isolated (any Actor)? = #isolation,
        _ body: (Service) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        // Synchronous tests that wait for access may block all threads of the cooperative pool. The test that has access
        // must proceed, so code that the body awaits without an actor runs on a queue of its own.
        let executor = ExclusiveExecutor(access)
        return try await withTaskExecutorPreference(executor) { () async throws(Failure) -> Result in
            await executor.takeAccess(isolation: isolation)
            defer { access.release() }
            change(service, options)
            defer { change(nil, defaults) }
            return try await body(service)
        }
    }

    /// Runs `body` with exclusive use of the engine in the environment of the process.
    package func withExclusiveUse<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        access.take()
        defer { access.release() }
        defer { change(nil, defaults) }
        return try body()
    }

    private func change(_ service: Service?, _ options: Options) {
        onChange(removeEngine(), service)
        let violations = ViolationLog(clock: service?.world.clock ?? clock)
        state.set(State(service: service, options: options, violations: violations))
        calls.reset()
    }
}
