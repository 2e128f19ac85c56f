package import ArgumentParser
import Glibc

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
    package static func ending(
        for error: any Error, isParsed: Bool, secrets: ArgumentSecrets = .ofProcess,
        cause: @autoclosure () -> String? = nil
    ) -> ProgramEnding {
        if let failure = error as? CommandFailure {
            let message = secrets.redacted(failure.message)
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
                secrets.redacted(message(for: error))
            } else if let cause = cause() {
                secrets.redacted(cause)
            } else {
                secrets.redacted(parseError: message(for: error))
            }
        return .failed(CommandFailure(message: oneLine(text), reason: .usage, code: "usage"))
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
