import Foundation
import Glibc
import SessionControl
import SessionProtocol
import StudioCore
import StudioRuntime
import StudioTestSupport

/// A session of a test with a control socket: it records commands, and has a snapshot of its own.
final class ServedSession: ControlledSession {
    let id: String
    let participants: [ControlParticipant] = []
    let commands = Lock<[SessionCommand]>([])
    /// The folders of the commands.
    let folders = Lock<[String?]>([])
    let origins = Lock<[CommandOrigin]>([])
    private let sequence = Lock(0)
    private let endpoint = Lock<ControlEndpoint?>(nil)

    struct Output: Encodable {
        let output: Int
        let outputBitrate: Int
    }

    private struct Snapshot: Encodable {
        let outputs = [Output(output: 1, outputBitrate: 2000), Output(output: 2, outputBitrate: 0)]
        let state: String
    }

    private let state: String

    init(_ id: String, in folder: String, state: String = "sending") throws {
        (self.id, self.state) = (id, state)
        let endpoint = try ControlEndpoint(.path("\(folder)/\(id).sock"), of: self)
        self.endpoint.set(endpoint)
    }

    func end() { endpoint.exchange(nil)?.close() }

    /// Publishes notes, whose numbers follow each other.
    ///
    /// - Parameter size: the number of characters behind the text.
    func publish(_ count: Int = 1, size: Int = 0) {
        let more = String(repeating: ".", count: size)
        for _ in 0..<count {
            sequence.withLock { sequence in
                sequence += 1
                let event = SessionEvent.Kind.note(message: "note \(sequence)\(more)")
                endpoint.withLock { $0 }?.publish(SessionEvent(sequence: sequence, time: .zero, event: event))
            }
        }
    }

    var lastSequence: Int { sequence.withLock { $0 } }

    func snapshot() -> any Encodable & Sendable { Snapshot(state: state) }

    func perform(
        _ command: SessionCommand, below folder: RestrictedFolder?, origin: CommandOrigin, reply: @escaping ControlReply
    ) {
        folders.withLock { $0.append(folder?.path) }
        origins.withLock { $0.append(origin) }
        commands.withLock { $0.append(command) }
        switch command {
        case .addOutput, .restartOutput: reply(.success(.output(output: 3)))
        case .removeOutput(let output) where output > 2:
            reply(.failure(ControlError(.notFound, "unknown output \(output); the snapshot lists all outputs")))
        case .admit: reply(.failure(ControlError(.rejected, "admit does not fit the current state")))
        default: reply(.success(.done))
        }
    }

    func monitor(
        _ subscription: ControlSubscription, _ sink: @escaping @Sendable (ControlMeasurement) -> Void
    ) throws(ControlError) -> (any ControlMonitor)? { nil }
}

/// `psstudio serve` with a folder of sessions.
struct ServeProgram {
    let program: StudioProgram
    let port: UInt16
    let token: String
    let folder: TestFolder

    /// The folder of control sockets and tokens.
    static func sockets(in folder: TestFolder) throws -> String {
        let path = folder.file("psstudio")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        chmod(path, 0o700)
        return path
    }

    /// - Parameter shell: commands that run before the program.
    init(_ folder: TestFolder, _ arguments: [String] = [], after shell: String? = nil) throws {
        self.folder = folder
        program = try StudioProgram(
            ["serve", "--listen", "127.0.0.1:0"] + arguments, environment: ["XDG_RUNTIME_DIR": folder.path],
            in: folder.path, after: shell)
        try program.waitForError("control page: http://127.0.0.1:")
        let line = program.errorsSoFar.components(separatedBy: "control page: http://127.0.0.1:")[1]
        guard let number = UInt16(line.prefix { $0.isNumber }) else { throw TestFailure("no port in '\(line)'") }
        port = number
        let path = folder.file("psstudio/server-\(number).token")
        token = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    /// The head of a request with everything that it needs.
    func head(_ method: String, _ path: String, _ fields: [String] = []) -> String {
        let all = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Authorization: Bearer \(token)"] + fields
        return all.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Sends a request as it is, and reads to the end of the connection.
    func exchange(_ text: String) throws -> HTTPAnswer {
        let connection = try HTTPConnection(port: port)
        connection.send(text)
        return try HTTPAnswer(try connection.readAll())
    }

    /// A request with the token.
    func call(_ method: String, _ path: String, body: String? = nil, _ fields: [String] = []) throws -> HTTPAnswer {
        let content = body.map { ["Content-Type: application/json", "Content-Length: \($0.utf8.count)"] } ?? []
        return try exchange(head(method, path, ["Connection: close"] + content + fields) + (body ?? ""))
    }

    func finish() throws -> StudioProgram.Outcome {
        program.process.signal(SIGTERM)
        return try program.finish()
    }
}
