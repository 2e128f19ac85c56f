import Glibc
import ProgramConsole
import StudioCore
import StudioEngine
import StudioRuntime

/// Reports a session to the service manager that has started the program.
final class ServiceReporter: Sendable {
    private let notifier: ServiceNotifier
    private let report: Lock<ServiceReport>
    private let clock = SystemClock()

    /// How often ``update(_:)`` is to be called, in seconds.
    let interval: Double

    /// The reporter; `nil` when no manager waits for messages. One that cannot be reached is reported, and the session goes on.
    static func ofProcess(_ console: Console) -> ServiceReporter? {
        do throws(SystemError) {
            return try ServiceNotifier.ofProcess().map(ServiceReporter.init)
        } catch {
            console.report(.error, "cannot reach the service manager at NOTIFY_SOCKET: \(error)")
            return nil
        }
    }

    private init(_ notifier: ServiceNotifier) {
        self.notifier = notifier
        let watchdog = notifier.watchdogMicroseconds.map { MediaTime.seconds(Double($0) / 1e6) }
        report = Lock(ServiceReport(watchdog: watchdog))
        // A message that is due is then late by half of its interval at most.
        interval = min(StatusReporter.interval, (watchdog?.seconds ?? .infinity) / 2)
    }

    /// Sends what is due.
    ///
    /// - Parameter server: what became of the server of the session; `nil` while it runs, or when there is none.
    func update(_ snapshot: SessionSnapshot, server: SessionServerState?) {
        let outputs = snapshot.outputs.map { (destination: $0.destination, state: $0.state) }
        let sight = ServiceReport.Sight(
            state: snapshot.state, frames: snapshot.video.accepted, outputs: outputs, server: server)
        send { $0.assignments(sight, at: clock.now) }
    }

    /// The session is to end; any thread.
    func stop() { send { $0.stop(at: clock.now) } }

    /// Messages are sent in the order of the report.
    private func send(_ assignments: (inout ServiceReport) -> [String]) {
        report.withLock { report in
            let due = assignments(&report)
            // A watchdog, a status and an extension are repeated.
            if !due.isEmpty { notifier.send(due, waits: due.contains { $0 == "READY=1" || $0 == "STOPPING=1" }) }
        }
    }
}
