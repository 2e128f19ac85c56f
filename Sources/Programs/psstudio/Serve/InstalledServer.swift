import CProcess
import FoundationEssentials
import Glibc
import ProgramConsole
import ServerArguments
import SessionProtocol
import StudioCore
import StudioRuntime

extension ControlSpeaker {
    /// This program.
    static let program = ControlSpeaker("psstudio", release: StudioCore.release.description, .own)
}

/// The program `psstudio-server`, found and asked who it is before anything starts.
struct InstalledServer {
    let program: SiblingProgram
    /// What it says of itself.
    let speaker: ControlSpeaker

    /// How long it may take to say who it is, in milliseconds.
    private static let patience: Int32 = 10_000

    /// Finds the program for sessions of this program.
    ///
    /// - Throws: a `CommandFailure` when it is missing, does not run, or speaks another control protocol.
    init() throws(CommandFailure) {
        try self.init(Self.find())
        if let obstacle = ControlSpeaker.program.obstacle(with: speaker) { throw Self.failure(obstacle) }
    }

    /// Asks a program who it is.
    ///
    /// - Throws: a `CommandFailure` when it does not answer.
    init(_ program: SiblingProgram) throws(CommandFailure) {
        self.program = program
        let answer: [UInt8]
        do throws(SystemError) {
            answer = try Self.answer(of: program)
        } catch {
            throw Self.failure("cannot start \(program.path): \(error)")
        }
        guard let identity = try? JSONDecoder().decode(ServerIdentity.self, from: Data(answer)) else {
            throw Self.failure("\(program.path) does not say which version it is; \(Self.advice)")
        }
        speaker = identity.speaker
    }

    /// The program beside this one.
    ///
    /// - Throws: a `CommandFailure` when it is missing.
    static func find() throws(CommandFailure) -> SiblingProgram {
        guard let program = SiblingProgram(ServeArguments.program) else {
            throw failure("\(ServeArguments.program) is missing beside \(SiblingProgram.ownPath); \(advice)")
        }
        return program
    }

    private static let advice =
        "install the package \(ServeArguments.program), or run make server where psstudio was built"

    private static func failure(_ message: String) -> CommandFailure {
        CommandFailure(message: message, reason: .usage, code: "server")
    }

    /// Says which versions of the control protocol two different versions of psstudio speak.
    func reportVersions(_ console: Console) {
        if let difference { console.report(.note, difference) }
    }

    /// One line for two versions of psstudio; `nil` for one.
    var difference: String? {
        speaker.release == ControlSpeaker.program.release ? nil : "warning: \(ControlSpeaker.program), and \(speaker)"
    }

    /// Starts a program that says who it is to the end of a pipe, which only the program keeps.
    private static func started(_ program: SiblingProgram, _ output: Int32) throws(SystemError) -> Int32 {
        defer { close(output) }
        return try program.start(["--" + ServerIdentity.option], output: output)
    }

    /// What the program prints when it is asked who it is; nothing when it prints too late.
    private static func answer(of program: SiblingProgram) throws(SystemError) -> [UInt8] {
        var ends: [Int32] = [-1, -1]
        let error = psprocess_pipe(&ends)
        guard error == 0 else { throw SystemError(-error) }
        defer { close(ends[0]) }
        let process = try started(program, ends[1])
        defer {
            kill(process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var entry = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        while !text.contains(UInt8(ascii: "\n")), text.count < buffer.count {
            let events = poll(&entry, 1, patience)
            if events < 0, errno == EINTR { continue }
            let count = events > 0 ? read(ends[0], &buffer, buffer.count) : 0
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return text
    }
}
