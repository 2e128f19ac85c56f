package import ArgumentParser
import Glibc
import StudioCore

/// How a program ends when its command throws.
package enum ProgramEnding {
    /// What was asked for is done: help and version are texts of standard output.
    case done(code: Int32, output: String)
    /// One line on standard error, and the code of its cause.
    case failed(CommandFailure)

    /// Exits. A failed write to standard output is part of how every command ends.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(StandardOutput.exitCode(after: code)) }
}

extension ParsableCommand {
    /// How the program ends for an error of the argument parser or of a command. Usage errors exit with 2; the parser uses 64.
    ///
    /// - Parameters:
    ///   - isParsed: whether the command was parsed. The parser quotes unexpected arguments, which may be keys.
    ///   - secrets: the arguments that no message repeats.
    ///   - cause: a better message for an error of the parser; `nil` for its own.
    ///   - remedy: what its own message does not say; `nil` for nothing.
    package static func ending(
        for error: any Error, isParsed: Bool, secrets: ArgumentSecrets = .ofProcess,
        cause: @autoclosure () -> String? = nil, remedy: (String) -> String? = { _ in nil }
    ) -> ProgramEnding {
        if let failure = error as? CommandFailure {
            let message = secrets.redacted(failure.message).inOneLine
            return .failed(CommandFailure(message: message, reason: failure.reason, code: failure.code))
        }
        // The parser would describe all options first.
        if let code = error as? ExitCode { return .done(code: code.rawValue, output: "") }
        let code = exitCode(for: error)
        guard code != .success else {
            let text = fullMessage(for: error)
            return .done(code: code.rawValue, output: text.isEmpty ? "" : text + "\n")
        }
        let text =
            if isParsed {
                // The parser's lists end before. A line break is one of a value, which the user has to recognize.
                wholeLine(secrets.redacted(message(for: error)))
            } else if let cause = cause() {
                wholeLine(secrets.redacted(cause))
            } else {
                explained(error, secrets, remedy)
            }
        return .failed(CommandFailure(message: text, reason: .usage, code: "usage"))
    }

    private static func explained(
        _ error: any Error, _ secrets: ArgumentSecrets, _ remedy: (String) -> String?
    ) -> String {
        let message = message(for: error)
        let text = oneLine(secrets.redacted(parseError: message))
        return remedy(message).map { "\(text); \($0)" } ?? text
    }

    private static func wholeLine(_ text: String) -> String {
        text.isEmpty ? "invalid command line" : (text.hasSuffix(".") ? String(text.dropLast()) : text).inOneLine
    }

    /// The first line of a message of the parser, followed by the values that it lists below.
    package static func oneLine(_ text: String) -> String {
        let lines = text.split(separator: "\n")
        guard let first = lines.first else { return "invalid command line" }
        guard first.hasSuffix(":") else { return String(first.hasSuffix(".") ? first.dropLast() : first) }
        let values = lines.dropFirst().map { $0.drop { $0 == " " } }.prefix { $0.hasPrefix("- ") }.map {
            $0.dropFirst(2)
        }
        return first + " " + values.joined(separator: ", ")
    }
}
