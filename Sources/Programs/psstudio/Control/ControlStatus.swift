import ArgumentParser
import ProgramConsole
import SessionClient
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
        let client = try ControlSessions.connect(arguments)
        let (reply, line) = try client.snapshot()
        var lines = [String(decoding: line, as: UTF8.self)]
        if !arguments.json {
            let greeting = client.greeting
            lines = ["session \(greeting.sessionId), \(greeting.program), pid \(greeting.pid)"]
            lines += reply.snapshot.rows
            lines += reply.participants.map { participant in
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
