import CProcess
import Glibc
import ProgramConsole
import ServerAccess
import ServerArguments
import SessionProtocol
import StudioCore
import StudioRuntime

/// The server of a session or of a command: a process that ends with it, and is started again when it dies before. It has its own process
/// group, so that Ctrl-C ends the session first.
final class ServerProcess: Sendable {
    private struct State {
        var process: pid_t?
        /// Whether what it serves was told to end.
        var isStopping = false
        /// Whether nothing is started any more.
        var isEnding = false
    }

    /// A process that was started.
    private struct Launch {
        let process: pid_t
        /// The descriptor of its reports.
        let reports: Int32
    }

    private let program: SiblingProgram
    private let secrets: [String: String]
    private let console: Console
    private let subject: String
    private let onChange: @Sendable (SessionServerState, String) -> Void
    private let state = Monitor(State())
    private let worker = Lock<Worker?>(nil)
    private let clock = SystemClock()

    /// How long the news may take that the session ends, too, when its server has ended in order. A service manager tells both at once.
    private static let orderlyTime = 1.0
    private static let longestReport = 1024

    /// Starts it.
    ///
    /// - Parameters:
    ///   - line: its command line.
    ///   - secrets: variables with secrets, which no list of processes shows.
    ///   - console: gets a line when the server dies.
    ///   - subject: what it serves, for that line.
    ///   - onChange: called when it has died, answers again, or stays down, with one line.
    /// - Throws: a `SystemError`.
    init(
        _ server: InstalledServer, _ line: ServerCommandLine, secrets: [String: String], _ console: Console,
        of subject: String, onChange: @escaping @Sendable (SessionServerState, String) -> Void
    ) throws(SystemError) {
        server.reportVersions(console)
        (program, self.console, self.subject, self.onChange) = (server.program, console, subject, onChange)
        self.secrets = Self.completed(secrets, line)
        guard let first = try launch(line) else { return }
        do throws(WorkerError) {
            worker.set(try Worker("server") { [self] in supervise(line, first) })
        } catch {
            kill(first.process, SIGTERM)
            close(first.reports)
            throw SystemError(error.code)
        }
    }

    /// Adds what the user has not chosen, so that a later server has the same.
    private static func completed(_ secrets: [String: String], _ line: ServerCommandLine) -> [String: String] {
        var secrets = secrets
        secrets[SupervisedServer.reports] = "1"
        if secrets[ServeOptions.variable] == nil { secrets[SupervisedServer.token] = AccessToken().text }
        if secrets[ServeOptions.readVariable] == nil { secrets[SupervisedServer.readToken] = AccessToken().text }
        if line.obs != nil, secrets[ControllerOptions.variable] == nil {
            secrets[SupervisedServer.password] = ControllerPassword.random()
        }
        return secrets
    }

    /// What it serves was told to end: a server that ends now is not started again.
    func noteStop() { state.update { $0.isStopping = true } }

    /// What it serves has ended. The server ends by itself.
    func release() { state.update { $0.isEnding = true } }

    /// Ends the server, within two seconds, when its clients have got what is left.
    func end() {
        state.update { state in
            state.isEnding = true
            if let process = state.process { kill(process, SIGTERM) }
        }
        worker.withLock { $0 }?.join()
    }

    // MARK: Supervision

    /// Starts a process, unless nothing is started any more.
    private func launch(_ line: ServerCommandLine) throws(SystemError) -> Launch? {
        var ends: [Int32] = [-1, -1]
        let error = psprocess_pipe(&ends)
        guard error == 0 else { throw SystemError(-error) }
        defer { close(ends[1]) }
        let result = state.withLock { state -> Result<pid_t, SystemError>? in
            if state.isEnding { return nil }
            let result = Result { () throws(SystemError) in
                try program.start(line.words, secrets: secrets, output: ends[1])
            }
            if case .success(let process) = result { state.process = process }
            return result
        }
        switch result {
        case .success(let process)?: return Launch(process: process, reports: ends[0])
        case .failure(let error)?:
            close(ends[0])
            throw error
        case nil:
            close(ends[0])
            return nil
        }
    }

    /// Follows the server, and starts it again, until it stays down or nothing is started any more.
    private func supervise(_ line: ServerCommandLine, _ first: Launch) {
        var (line, supervision) = (line, ServerSupervision(of: subject))
        var end = follow(first, &line, &supervision, isFirst: true)
        while let delay = decide(end, &supervision) {
            if state.wait(seconds: delay.seconds, until: { $0.isEnding ? true : nil }) != nil { return }
            end = startAgain(&line, &supervision)
        }
    }

    /// - Returns: the time until the next start; `nil` for no start.
    private func decide(_ end: ServerSupervision.End, _ supervision: inout ServerSupervision) -> MediaTime? {
        let isOver = state.wait(seconds: end.isOrderly ? Self.orderlyTime : 0) {
            $0.isEnding || $0.isStopping ? $0 : nil
        }
        if isOver?.isEnding == true { return nil }
        let decision = supervision.ended(end, at: clock.now, isStopping: isOver != nil)
        if let line = decision.line {
            console.report(.error, line)
            if let state = decision.state { onChange(state, line) }
        }
        guard case .start(let delay) = decision.action else { return nil }
        return delay
    }

    private func startAgain(
        _ line: inout ServerCommandLine, _ supervision: inout ServerSupervision
    ) -> ServerSupervision.End {
        if let obstacle = line.obstacle { return .taken(obstacle) }
        do throws(SystemError) {
            guard let launch = try launch(line) else { return .exited(0) }
            return follow(launch, &line, &supervision, isFirst: false)
        } catch {
            return .notStarted("\(error)")
        }
    }

    /// Reads the reports of a server, and waits for its end.
    private func follow(
        _ launch: Launch, _ line: inout ServerCommandLine, _ supervision: inout ServerSupervision, isFirst: Bool
    ) -> ServerSupervision.End {
        var (splitter, taken) = (LineSplitter(limit: Self.longestReport), String?.none)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(launch.reports, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            let items = buffer.withUnsafeBytes { splitter.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            for case .line(let text) in items {
                guard let report = ServerReport(text) else { continue }
                line.apply(report)
                taken = report.taken ?? taken
                guard report.http != nil else { continue }
                supervision.listens()
                if !isFirst { onChange(.running, "\(ServeArguments.program) answers again") }
            }
        }
        close(launch.reports)
        let end = wait(for: launch.process)
        return taken.map { .taken($0) } ?? end
    }

    /// Waits for the end of the process. It is not signalled any more when another process may get its number.
    private func wait(for process: pid_t) -> ServerSupervision.End {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return state.withLock { state in
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0 {
                guard errno == EINTR else { break }
            }
            state.process = nil
            return ServerSupervision.End(status: status)
        }
    }
}
