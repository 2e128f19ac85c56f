import CProcess
import Glibc
import MediaInputs
import MediaOutputs
import ProgramConsole
import StudioCore
import StudioRuntime
import StudioScenario
import StudioServer

/// Starts the sessions of `psstudio serve`. Each is a process with a process group of its own, which goes on when the server ends.
final class SessionFactory: SessionStarter {
    private let folder: RestrictedFolder
    /// The value of `--control`.
    private let control: String
    private let running = PermitCounter(limit: maximumSessions)

    /// How many sessions that one server has started run at the same time.
    static let maximumSessions = 16

    /// - Parameters:
    ///   - folder: the folder outside of which sessions use no file.
    ///   - control: the value of `--control` of each session.
    init(below folder: RestrictedFolder, control: String) {
        (self.folder, self.control) = (folder, control)
    }

    func start(_ body: [UInt8]) throws(Problem) -> any StartingSession {
        try check(body)
        guard let program = SiblingProgram("psstudio") else {
            throw Problem(.startFailed, "cannot find psstudio beside \(SiblingProgram.ownPath); install it")
        }
        guard let permit = running.permit() else {
            throw Problem(
                .tooManySessions, "\(Self.maximumSessions) sessions of this server run; stop one, then try again")
        }
        let words = ["start", "--control", control, "--files-below", folder.path, "--quiet", "--request"]
        do throws(SystemError) {
            return try SessionProcess(program, words, request: body, in: folder.path, permit)
        } catch {
            throw Problem(.internal, "cannot start a process: \(error)")
        }
    }

    /// Checks what the server decides: the keys that a client may set, and the files that they name. The session itself checks the values.
    private func check(_ body: [UInt8]) throws(Problem) {
        _ = try Problem.object(body)
        let file: ConfigurationFile
        do throws(ConfigurationError) {
            file = try ConfigurationFile(json: body, name: ConfigurationFile.requestName)
        } catch {
            throw Problem(.invalid, "\(error)")
        }
        for key in file.keys {
            guard key.isRemote else {
                throw Problem(
                    .notPermitted, "\(key.name) is not permitted by HTTP; start this session with psstudio start")
            }
            let values = file.texts(of: key)
            try checkSize(of: values, of: key.name)
            try check(values, of: key.name)
        }
    }

    /// What one request may open has limits.
    private func checkSize(of values: [String], of key: String) throws(Problem) {
        guard values.count <= Self.maximumValues else {
            throw Problem(.invalid, "\(key) has \(values.count) values; expected \(Self.maximumValues) at most")
        }
        guard values.allSatisfy({ $0.utf8.count <= Self.longestValue }) else {
            throw Problem(.invalid, "\(key): a value has more than \(Self.longestValue) bytes")
        }
    }

    private static let maximumValues = 64
    /// In bytes: the longest path.
    private static let longestValue = 4096

    /// Checks values that the session cannot get, and files, so that the problem says what they are. The session checks
    /// files again when it opens them.
    private func check(_ values: [String], of key: String) throws(Problem) {
        for value in values {
            switch key {
            case "out": try checkOutput(value)
            case "video", "audio": if !CodedName.isMeant(by: value) { try checkFile(value, of: key) }
            case "slate": if case .file = Slate(value) { try checkFile(value, of: key) }
            case "scenario": if value.contains("/") || value.contains(".") { try checkFile(value, of: key) }
            default: break
            }
        }
    }

    private func checkFile(_ path: String, of key: String) throws(Problem) {
        do throws(RestrictedFolder.Refusal) {
            _ = try folder.path(of: path)
        } catch {
            throw Problem(.outsideFolder, "\(key): \(error)")
        }
    }

    private func checkOutput(_ address: String) throws(Problem) {
        guard !address.contains(where: \.isNewline) else {
            throw Problem(.invalid, "out: an address has a line feed or a zero byte")
        }
        do throws(AddressError) {
            _ = try OutputRegistry.standard.driver(for: address, below: folder)
        } catch {
            switch error {
            case .outsideFolder: throw Problem(.outsideFolder, "out: \(error)")
            case .pipeline: throw Problem(.notPermitted, "out: \(error)")
            default: throw Problem(.invalid, "out: \(error)")
            }
        }
    }
}

/// The process of a session. What it says on standard error is passed on as long as this process runs.
private final class SessionProcess: StartingSession {
    let pid: Int32
    private let ending = Lock<StartingSessionEnd?>(nil)

    var end: StartingSessionEnd? { ending.withLock { $0 } }

    /// The rest of a longer message is not part of an answer.
    private static let longestMessage = 4096

    /// - Parameters:
    ///   - request: the JSON object that it reads. Its addresses may contain keys, which no list of processes shows.
    ///   - permit: released when the process has ended.
    init(
        _ program: SiblingProgram, _ words: [String], request: [UInt8], in folder: String, _ permit: Permit
    ) throws(SystemError) {
        let input = psprocess_file("request", request, request.count)
        guard input >= 0 else { throw SystemError(-input) }
        defer { close(input) }
        let (reading, writing) = try Self.pipe()
        defer { close(writing) }
        let pid: Int32
        do throws(SystemError) {
            pid = try program.start(words, in: folder.isEmpty ? nil : folder, input: input, errors: writing)
        } catch {
            close(reading)
            throw error
        }
        self.pid = pid
        do throws(WorkerError) {
            _ = try Worker("session-errors") { [self] in follow(reading, permit) }
        } catch {
            // Nobody would wait for its end.
            kill(pid, SIGTERM)
            close(reading)
            throw SystemError(error.code)
        }
    }

    private static func pipe() throws(SystemError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let error = psprocess_pipe(&ends)
        guard error == 0 else { throw SystemError(-error) }
        return (ends[0], ends[1])
    }

    /// Passes messages on until the process has ended.
    private func follow(_ descriptor: Int32, _ permit: Permit) {
        var (buffer, last) = ([UInt8](repeating: 0, count: 4096), [UInt8]())
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            // Standard error may be closed.
            _ = write(STDERR_FILENO, buffer, count)
            last = Array((last + buffer[..<count]).suffix(Self.longestMessage))
        }
        close(descriptor)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        ending.set(Self.end(status, String(decoding: last, as: UTF8.self)))
        withExtendedLifetime(permit) {}
    }

    private static func end(_ status: Int32, _ text: String) -> StartingSessionEnd {
        let line = text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        let message = SessionOption.withKeys(
            line.hasPrefix("psstudio: ") ? String(line.dropFirst("psstudio: ".count)) : line)
        let signal = status & 0x7F
        guard signal == 0 else {
            let killed = "the process of the session was killed by signal \(signal)"
            return StartingSessionEnd(.failure, message.isEmpty ? killed : "\(killed); it has said last: \(message)")
        }
        let code = (status >> 8) & 0xFF
        switch code {
        case ExitReason.success.rawValue: return StartingSessionEnd(.success, message, code: code)
        case ExitReason.usage.rawValue: return StartingSessionEnd(.usage, message, code: code)
        default:
            return StartingSessionEnd(
                .failure, message.isEmpty ? "the process of the session has ended" : message, code: code)
        }
    }
}
