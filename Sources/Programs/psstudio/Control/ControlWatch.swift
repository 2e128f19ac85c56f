import ArgumentParser
import ProgramConsole
import SessionControl
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
        let connection = try ControlSessions.connect(arguments)
        _ = try connection.call(.subscribe(ControlSubscription(events: true)))
        guard try arguments.json ? printLines(connection) : follow(connection) else { return .output }
        guard connection.hasGoodbye else { throw ControlConnection.killed }
        return .success
    }

    /// Prints events, one a line, as they are.
    ///
    /// - Returns: false when they cannot be printed.
    private func printLines(_ connection: ControlConnection) throws -> Bool {
        while let line = try connection.nextLine() {
            guard StandardOutput.write(String(decoding: line, as: UTF8.self) + "\n") else { return false }
        }
        return true
    }

    private func follow(_ connection: ControlConnection) throws -> Bool {
        let lines = SessionConsole(console)
        let interval = console.isTerminal ? Self.intervals.0 : Self.intervals.1
        var next = MediaTime.zero
        while !connection.hasEnded {
            if let event = try connection.nextEvent(seconds: max(0, (next - clock.now).seconds)) { show(event, lines) }
            guard clock.now >= next, !connection.hasEnded else { continue }
            next = clock.now + .seconds(interval)
            guard let snapshot = try? connection.snapshot().snapshot else { continue }
            console.status(snapshot.rows)
        }
        console.endStatus()
        return true
    }

    private func show(_ event: SessionEvent, _ lines: SessionConsole) {
        switch event.event {
        case .commandPerformed(let command): console.report(.detail, "command: \(command.entry.name)")
        case .outputAdded(let output, let address): console.report(.detail, "output \(output) added: \(address)")
        case .outputRemoved(let output): console.report(.detail, "output \(output) removed")
        case .outputChanged(let output, let address, let change):
            guard change.state == "failed" else { return lines.print(event) }
            console.report(.error, "output \(output), \(address): \(change.message ?? "failed")")
        case .stopped(let reason): console.report(.note, "the session has ended: \(reason.description)")
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
