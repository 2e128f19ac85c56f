import ArgumentParser
import ProgramConsole
import ServerAccess
import ServerArguments
import StudioCore

/// What is wrong with a command line that the parser does not accept, where the parser's own message would blame another word.
extension PSStudio {
    /// The command of these words.
    ///
    /// - Throws: a `CommandFailure` for an unknown command, and errors of the parser.
    static func parsed(_ words: [String]) throws -> any ParsableCommand {
        if let message = unknownCommand(in: words) {
            throw CommandFailure(message: message, reason: .usage, code: "usage")
        }
        return try parseAsRoot(words)
    }

    /// A better message than that of the parser; `nil` for its own.
    static func mistake(in words: [String]) -> String? {
        ListenAddress.mistake(in: Array(words.prefix { $0 != "--" }))
    }

    /// The remedy for a message of the parser that does not contain it; `nil` for none.
    static func remedy(for message: String, in words: [String]) -> String? {
        let isSurplus = message.hasPrefix("Unexpected argument") || message.contains(" unexpected arguments: ")
        if let form = configuration.subcommands.first(where: { $0._commandName == words.first })?.form(for: message) {
            return "use \(form)"
        }
        switch words.first {
        case "exec" where !words.contains("--") && (isSurplus || message.hasPrefix("Unknown option")):
            return "write the command after --: psstudio exec -- COMMAND"
        case "start" where isSurplus: return "a source is --video FILE or --audio FILE, an output --out ADDRESS"
        default: return nil
        }
    }

    /// Describes a word in the place of a command that names none. It is never a key, unless it has the form of an address.
    static func unknownCommand(in words: [String]) -> String? {
        var command: any ParsableCommand.Type = PSStudio.self
        var names: [String] = []
        for word in words.first == "help" ? words.dropFirst() : words[...] {
            let known = command.configuration.subcommands
            guard !known.isEmpty, !word.hasPrefix("-") else { return nil }
            if let next = known.first(where: { $0._commandName == word }) {
                command = next
                names.append(word)
                continue
            }
            let choices = known.map { $0._commandName }
            let nearest = NearestWord.of(word, in: choices).map { "did you mean '\($0)'?" }
            return "unknown command '\((names + [AddressRedaction.command(word)]).joined(separator: " "))'; "
                + (nearest ?? "expected one of \(choices.joined(separator: ", "))")
        }
        return nil
    }
}
