import Glibc
import ProgramConsole
import ServerArguments
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// Runs the session of `psstudio start`, prints its events and status, and determines the exit code.
final class SessionRunner {
    private let plan: SessionPlan
    private let session: StudioSession
    private let console: Console
    private let signal = Lock<Int32?>(nil)
    private let reporter: StatusReporter
    /// `nil` unless a service manager has started the program.
    private let service: ServiceReporter?
    private let server = Lock<ServerProcess?>(nil)

    /// The number of events that may be queued while standard error is slow.
    private static let eventLimit = 4096

    init(_ plan: SessionPlan) {
        self.plan = plan
        session = StudioSession(plan.configuration, drivers: plan.drivers)
        console = Console(level: plan.options.quiet ? .error : plan.options.verbose ? .detail : .note)
        reporter = StatusReporter(session, console: console, progress: plan.progress)
        service = ServiceReporter.ofProcess(console)
    }

    func run() -> ExitReason {
        // Before a signal can end the session: a later subscription would miss its end.
        let events = session.subscribe(limit: Self.eventLimit)
        Signals.onFirst { [signal, service, server, weak session] number in
            signal.set(number)
            service?.stop()
            server.withLock { $0 }?.noteStop()
            session?.stop(.stopped)
        }
        Signals.onAbort { [weak session, console] in
            for output in session?.parts ?? [] where output.status.finalization != nil {
                console.report(
                    .note, "warning: \(output.address): the file is complete but stays fragmented: interrupted")
            }
        }
        session.begin()
        startServer()
        follow(events)
        server.withLock { $0 }?.release()
        plan.removeUnusedFiles()
        return reportResult()
    }

    /// Starts the server of the session, if one is wanted. Without it, the session goes on.
    private func startServer() {
        let options = plan.options
        guard let server = plan.server, let socket = session.controlPath else { return }
        let line = ServerCommandLine(
            place: socket, listen: options.serve?.address, obs: options.controllers.obsWebsocket,
            options: options.access.words + options.controllers.words + ["--parent", "\(getpid())"],
            isQuiet: options.quiet)
        do throws(SystemError) {
            let process = try ServerProcess(server, line, secrets: plan.serverSecrets, console, of: "the session") {
                [weak session] in session?.reportServer($0, $1)
            }
            self.server.set(process)
            // A signal may have come before.
            if signal.withLock({ $0 }) != nil { process.noteStop() }
        } catch {
            console.report(.error, "cannot start the server: \(error)")
        }
    }

    /// Prints events and the status until the session ends.
    private func follow(_ events: EventSubscription<SessionEvent>) {
        let (clock, lines) = (SystemClock(), SessionConsole(console))
        let interval = service?.interval ?? StatusReporter.interval
        var next = MediaTime.zero
        var server: SessionServerState?
        while !events.hasEnded {
            if let event = events.next(seconds: max(0, (next - clock.now).seconds)) {
                if case .sessionChanged(.finishing) = event.event { console.endStatus() }
                if case .sessionChanged(.stopping) = event.event { reporter.report(isLast: true) }
                if case .serverChanged(let state, _) = event.event {
                    server = state == .running ? nil : state
                    next = clock.now
                }
                lines.print(event)
            }
            guard clock.now >= next else { continue }
            next = clock.now + .seconds(interval)
            lines.reportOverload(at: session.meeting.clock.now)
            let snapshot = session.snapshot
            service?.update(snapshot, server: server)
            reporter.server = server
            switch snapshot.state {
            case .sending: reporter.report(isLast: false)
            case .finishing: reporter.reportFinalization()
            default: break
            }
        }
        console.endStatus()
        let snapshot = session.snapshot
        service?.update(snapshot, server: server)
        lines.report(snapshot)
    }

    /// Completes the reports, and determines the exit code.
    private func reportResult() -> ExitReason {
        var snapshot = session.snapshot
        var reasons = session.failures.map { ExitReason($0.category) }
        reporter.end()
        if let failure = plan.progress?.failure {
            let message = "cannot write the progress: \(failure)"
            console.report(.error, message)
            reasons.append(.output)
            if snapshot.error == nil {
                snapshot.error = SessionSnapshot.Failure(rule: nil, message: message)
                snapshot.stopReason = .error(code: "progress")
            }
        }
        if let signal = signal.withLock({ $0 }) { reasons.append(ExitReason(signal: signal)) }
        let reason = ExitReason.first(of: reasons)
        if plan.options.traceOnFailure != nil, reason == .success, let path = session.tracePath,
            FileID.isRegularFile(path)
        {
            unlink(path)
        }
        if plan.options.json { CommandDocument(snapshot, reason).print() }
        return reason
    }
}

extension ExitReason {
    /// The reason of a failure.
    init(_ category: SessionFailure.Category) {
        self =
            switch category {
            case .usage: .usage
            case .contract: .contract
            case .refused: .refused
            case .source: .source
            case .output: .output
            case .internal: .bug
            }
    }
}
