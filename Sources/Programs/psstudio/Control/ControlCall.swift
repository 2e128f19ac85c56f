import ArgumentParser
import FoundationEssentials
import Glibc
import MediaOutputs
import ProgramConsole
import SessionClient
import SessionProtocol
import StudioCore
import StudioEngine
import StudioScenario

/// Performs commands in a session, one after the other, and waits for their outputs.
struct ControlCall {
    private enum Source {
        /// A command by its name.
        case words(CommandWords)
        /// A command in its JSON form.
        case command(SessionCommand)
        /// Commands in their JSON form on standard input, one a line.
        case standardInput
    }

    private let arguments: ControlArguments
    private let source: Source
    private let console = Console(level: .note)

    /// A command by its name.
    ///
    /// - Throws: a `ValidationError` for an unknown command and for invalid values.
    init(_ arguments: ControlArguments) throws {
        self.arguments = arguments
        var arguments = arguments
        try Self.applySecrets(to: &arguments)
        source = .words(
            try checked {
                try CommandWords(
                    arguments.action, arguments.words, named: arguments.named.map { ($0.name, $0.value) },
                    or: ControlCommand.actions)
            })
    }

    /// A command in its JSON form, or those on standard input.
    init(_ arguments: ControlArguments, sending texts: [String]) throws {
        guard let text = texts.first, texts.count == 1, arguments.named.isEmpty, arguments.streamKeyFile == nil else {
            throw ValidationError(#"send needs one command, such as '{"admit":{}}', or - for standard input"#)
        }
        self.arguments = arguments
        source = text == "-" ? .standardInput : .command(try Self.command(text))
    }

    private static func command(_ json: String) throws -> SessionCommand {
        // Editors put a byte order mark in front of a file.
        let json = json.unicodeScalars.first == "\u{FEFF}" ? String(json.unicodeScalars.dropFirst()) : json
        do throws(ControlError) {
            return try ControlRequest.command(json: json.utf8)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() throws -> ExitReason {
        let client = try ControlSessions.connect(arguments)
        switch source {
        case .command(let command): return try perform(command, client)
        case .standardInput: return try performLines(client)
        case .words(let words):
            let user = try words.user.map { try Self.user($0, client) }
            guard let command = words.command(user: user) else { throw ValidationError("the values are not a command") }
            return try perform(command, client)
        }
    }

    /// Performs each line of standard input when it comes, until one fails.
    private func performLines(_ client: SessionClient) throws -> ExitReason {
        var (number, count) = (0, 0)
        while let line = readLine() {
            number += 1
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            count += 1
            let command: SessionCommand
            do {
                command = try Self.command(line)
            } catch let error as ValidationError {
                throw ValidationError("line \(number): \(error.message)")
            }
            let reason = try perform(command, client, at: "line \(number): ")
            guard reason == .success else { return reason }
        }
        if count == 0 { throw ValidationError("standard input has no command") }
        return .success
    }

    /// Performs a command, and waits for its output.
    ///
    /// - Parameter place: the beginning of errors.
    private func perform(
        _ command: SessionCommand, _ client: SessionClient, at place: String = ""
    ) throws -> ExitReason {
        let command = command.withAbsolutePaths
        do {
            let outputs = arguments.noWait ? nil : try OutputWatch(command, client)
            let (reply, line) = try client.perform(command)
            print(reply, line)
            if case .graph = command, GraphProgram() == nil { console.report(.note, GraphProgram.absence) }
            return try outputs?.wait(after: reply) ?? .success
        } catch SessionClientError.gone(.ended) where command == .stop {
            // It has ended before it answered.
            return .success
        } catch SessionClientError.failed(let error) {
            if arguments.json {
                StandardOutput.write(String(decoding: try JSONLineEncoder().line(["error": error]), as: UTF8.self))
            }
            console.report(.error, place + error.message)
            return error.code == .source || command.opensSource && error.code == .rejected ? .source : .usage
        }
    }

    private func print(_ reply: SessionReply, _ line: [UInt8]) {
        if arguments.json {
            StandardOutput.write(String(decoding: line, as: UTF8.self) + "\n")
            return
        }
        switch reply {
        case .participant(let user?): StandardOutput.write("\(user)\n")
        case .output(let output): StandardOutput.write("\(output)\n")
        case .address(let address): StandardOutput.write("\(address)\n")
        case .participant(nil), .done: break
        }
    }

    /// The ID of a participant that is given as an ID or a name.
    private static func user(_ text: String, _ client: SessionClient) throws -> UserID {
        if let id = UInt32(text) { return UserID(rawValue: id) }
        let participants = try client.snapshot().reply.participants
        if let found = participants.first(where: { $0.name == text }) { return found.user }
        let names = participants.map { "\($0.name) (\($0.user))" }.joined(separator: ", ")
        throw CommandFailure(
            message: "no participant is named '\(text)'; expected one of: \(names)", reason: .usage, code: "control")
    }

    // MARK: Secrets

    /// Reads an address, or the key of one, from standard input or a file.
    private static func applySecrets(to arguments: inout ControlArguments) throws {
        guard arguments.action == "add-output" else {
            if arguments.streamKeyFile != nil { throw ValidationError("--stream-key-file requires add-output") }
            return
        }
        if arguments.words == ["-"] {
            if arguments.streamKeyFile == "-" { throw ValidationError("only one of - can read standard input") }
            arguments.words = [standardInput()]
        }
        guard let path = arguments.streamKeyFile else { return }
        guard let address = arguments.words.first, address.hasSuffix("/") else {
            throw ValidationError("--stream-key-file requires \(OutputSecret.streamKey.requirement)")
        }
        let key =
            try path == "-"
            ? checked { try SecretLine(Array(standardInput().utf8)[...]) } : SecretFile.read(path, .streamKey)
        arguments.words[0] = address + key.text
    }

    /// The first line of standard input.
    private static func standardInput() -> String { readLine() ?? "" }
}

extension SessionCommand {
    /// The command with paths that do not depend on the folder of the session.
    fileprivate var withAbsolutePaths: SessionCommand {
        replacingTexts { shape, text in
            if shape == .source {
                return text == "-" || text.hasPrefix("coded:") || text.contains("://") ? text : absolute(text)
            }
            if shape == .folder { return absolute(text) }
            guard shape == .address else { return nil }
            let path = (try? OutputRegistry.standard.driver(for: text))?.traits.path
            return path == text ? absolute(text) : text
        } ?? self
    }

    fileprivate var opensSource: Bool {
        row.subject == .tracks && row.fields.contains { $0.shape == .source }
    }
}
