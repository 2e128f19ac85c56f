import ArgumentParser
import ProgramConsole
import SessionControl
import SessionProtocol
import StudioCore
import StudioEngine

/// Prints the state of a session and its outputs once.
struct ControlStatus {
    private let arguments: ControlArguments

    init(_ arguments: ControlArguments) throws {
        try arguments.checkPlain()
        self.arguments = arguments
    }

    func run() throws {
        let connection = try ControlSessions.connect(arguments)
        let (reply, line) = try connection.call(.snapshot)
        guard case .snapshot(let snapshot, let participants) = reply else { throw ControlConnection.gone }
        var lines = [line]
        if !arguments.json {
            let greeting = connection.greeting
            lines = ["session \(greeting.sessionId), \(greeting.program), pid \(greeting.pid)"]
            lines += snapshot.rows
            lines += participants.map { participant in
                "  \(participant.user) \(participant.name), \(participant.role.rawValue)\(participant.isMyself ? ", local user" : "")"
            }
        }
        StandardOutput.write(lines.map { "\($0)\n" }.joined())
    }
}

extension SessionSnapshot {
    /// The session, then each output, for people.
    var rows: [String] {
        var rows = [
            "\(state.rawValue)  \(video.accepted) frames, \(audio.accepted) audio blocks  dropped \(video.dropped)"
                + "  refused \(video.refused)"
        ]
        if let error { rows.append("  error: \(error.message)") }
        return rows + outputs.map(\.row)
    }
}

extension SessionOutput {
    /// One line for people.
    fileprivate var row: String {
        let bitrate = outputBitrate > 0 ? ", \(outputBitrate) kbit/s" : ""
        let losses = lostFrames > 0 ? ", \(lostFrames) frames lost" : ""
        let reason = message.map { ": \($0)" } ?? ""
        return
            "  output \(output)  \(destination)  \(TimeText.bytes(outputBytes))\(bitrate)\(losses)  \(state)\(reason)"
    }
}
