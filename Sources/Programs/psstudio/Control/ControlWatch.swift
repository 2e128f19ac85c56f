import ArgumentParser
import ProgramConsole
import SessionClient
import SessionProtocol
import StudioCore
import StudioEngine
import StudioRuntime

/// Prints the status and the events of a session until it ends, as `psstudio start` does for its own.
final class ControlWatch {
    private let arguments: ControlArguments
    private let console = Console(level: .detail)
    private let clock = SystemClock()

    /// The interval between two status lines, in seconds: on a terminal, and otherwise.
    private static let intervals = (0.25, 5.0)

    init(_ arguments: ControlArguments) throws {
        try arguments.checkPlain()
        self.arguments = arguments
    }

    func run() throws -> ExitReason {
        let client = try ControlSessions.connect(arguments)
        try client.subscribe(ControlSubscription(events: true))
        guard arguments.json ? printLines(client) : follow(client) else { return .output }
        guard client.ending == .ended else { throw SessionClientError.killed }
        return .success
    }

    /// Prints events, one a line, as they are.
    ///
    /// - Returns: false when they cannot be printed.
    private func printLines(_ client: SessionClient) -> Bool {
        while let line = client.next()?.line {
            guard StandardOutput.write(String(decoding: line, as: UTF8.self) + "\n") else { return false }
        }
        return true
    }

    private func follow(_ client: SessionClient) -> Bool {
        let lines = SessionConsole(console)
        let interval = console.isTerminal ? Self.intervals.0 : Self.intervals.1
        var next = MediaTime.zero
        while client.ending == nil {
            if let event = client.nextEvent(seconds: max(0, (next - clock.now).seconds)) { show(event, lines) }
            guard clock.now >= next, client.ending == nil else { continue }
            next = clock.now + .seconds(interval)
            guard let snapshot = try? client.snapshot().reply.snapshot else { continue }
            console.status(snapshot.rows)
        }
        console.endStatus()
        return true
    }

    private func show(_ event: SessionEvent, _ lines: SessionConsole) {
        switch event.event {
        case .commandPerformed(let command, let origin):
            let giver = origin.map { ", by \($0.rawValue)" } ?? ""
            console.report(.detail, "command: \(command.row.name)\(giver)")
        case .outputAdded(let output, let address): console.report(.detail, "output \(output) added: \(address)")
        case .outputRemoved(let output): console.report(.detail, "output \(output) removed")
        case .outputChanged(let output, let address, let change):
            guard change.phase == .failed else { return lines.print(event) }
            console.report(.error, "output \(output), \(address): \(change.message ?? "failed")")
        case .stopped(let reason): console.report(.note, "the session has ended: \(reason.description)")
        case .serverChanged(let state, let message):
            console.report(state == .failed ? .error : .note, "server \(state.rawValue): \(message)")
        case .sessionChanged, .failed, .note, .authenticated, .identityExpired, .meetingStatusChanged,
            .participantJoined, .participantLeft, .roleChanged, .hostChanged, .coHostChanged, .studioUserChanged,
            .videoChanged, .trackStateChanged, .trackMuted, .trackFormatChanged, .subscriptionChanged,
            .startCalled, .stopCalled, .startAnswered, .sendingStarted, .sendingStopped, .violation, .inputsOpened,
            .audioPipeSilent, .sourceChanged, .slateShown, .slateEnded, .dropped, .programAudioChanged,
            .outputSplit, .outputPartEnded:
            lines.print(event)
        }
    }
}
