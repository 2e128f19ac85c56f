import Glibc
import StudioCore
import StudioRuntime

/// Arguments that may be keys. No message repeats them.
package struct ArgumentSecrets: Sendable {
    private let arguments: [String]
    /// The values of secret options.
    private let values: Set<String>
    /// The arguments that contain secrets, longest first, and what is shown instead.
    private let replacements: [(text: String, shown: String)]

    private static let process = Lock(ArgumentSecrets(ProgramArguments.words))

    /// Those of this process.
    package static var ofProcess: ArgumentSecrets { process.withLock { $0 } }

    /// Adds the words of a configuration file to those of this process.
    package static func add(_ words: [String]) {
        process.withLock { $0 = ArgumentSecrets($0.arguments + words) }
    }

    package init(_ arguments: [String]) {
        self.arguments = arguments
        var values: Set<String> = []
        for (index, argument) in arguments.enumerated() {
            if let value = Self.value(of: argument), Self.isSecret(argument.prefix { $0 != "=" }) {
                values.insert(value)
            }
            guard index > 0, !arguments[index - 1].contains("="), Self.isSecret(arguments[index - 1][...]) else {
                continue
            }
            values.insert(argument)
            // An unknown option is quoted without its value.
            values.insert(String(argument.prefix { $0 != "=" }))
        }
        self.values = values
        replacements = Self.texts(arguments, values).compactMap { text in
            let shown = Self.isPath(text) ? text : AddressRedaction.redacted(line: text)
            return shown == text ? nil : (text, shown)
        }.flatMap { text, shown in
            // JSON escapes backslashes.
            text.contains("\\") ? [(text.replacing("\\", with: "\\\\"), shown), (text, shown)] : [(text, shown)]
        }
    }

    /// Whether a file with this name, or its folder, exists: it is then not a mistyped address.
    private static func isPath(_ text: String) -> Bool {
        guard !text.contains("://") else { return false }
        let folder = text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
        return access(text, F_OK) == 0 || !folder.isEmpty && access(folder, F_OK) == 0
    }

    /// Redacts addresses with keys, also mistyped ones, in a message of psstudio.
    package func redacted(_ message: String) -> String {
        replacements.reduce(message) { $0.replacing($1.text, with: $1.shown) }
    }

    /// Redacts a message of the argument parser. It quotes unexpected arguments, which may be keys: the values of secret options are, and
    /// what has the form of one.
    package func redacted(parseError message: String) -> String {
        var result = message
        for text in Self.texts(arguments, values) where !text.isEmpty {
            let isValueOfOption = message.hasPrefix("The value '\(text)' is invalid for '")
            let isOption = text.hasPrefix("-") && text.count > 1
            let isFile = !text.contains("://") && access(text, F_OK) == 0
            let isPublic = isValueOfOption || isOption || isFile
            let shown = values.contains(text) ? "***" : isPublic ? redacted(text) : AddressRedaction.argument(text)
            result = result.replacing("'\(text)'", with: "'\(shown.inOneLine)'")
        }
        return redacted(result)
    }

    /// All arguments and all values after `=`, longest first.
    private static func texts(_ arguments: [String], _ values: Set<String>) -> [String] {
        let all = Set(arguments).union(arguments.compactMap { value(of: $0[...]) }).union(values)
        return all.sorted { ($0.count, $0) > ($1.count, $1) }
    }

    private static func value(of argument: some StringProtocol) -> String? {
        guard argument.hasPrefix("-"), let equals = argument.firstIndex(of: "=") else { return nil }
        return String(argument[argument.index(after: equals)...])
    }

    private static func isSecret(_ option: Substring) -> Bool {
        let name = option.lowercased()
        return name.hasPrefix("-") && ["key", "pass", "secret", "token"].contains { name.contains($0) }
    }
}
