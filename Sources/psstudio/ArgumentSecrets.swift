import StudioCore

/// Arguments that may be keys. No message repeats them.
struct ArgumentSecrets {
    private let arguments: [String]
    /// The values of secret options.
    private let values: Set<String>

    init(_ arguments: [String]) {
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
    }

    /// Redacts addresses with keys in a message of psstudio.
    func redacted(_ message: String) -> String {
        var result = message
        for text in texts {
            let shown = AddressRedaction.redacted(line: text)
            if shown != text { result = result.replacing(text, with: shown) }
        }
        return result
    }

    /// Redacts a message of the argument parser. It quotes unexpected arguments, which may be keys.
    func redacted(parseError message: String) -> String {
        var result = message
        for text in texts where !text.isEmpty {
            let isValueOfOption = message.hasPrefix("The value '\(text)' is invalid for '")
            let isOption = text.hasPrefix("-") && text.count > 1
            if values.contains(text) || !isOption && !isValueOfOption {
                result = result.replacing("'\(text)'", with: "'***'")
            }
        }
        return redacted(result)
    }

    /// All arguments and all values after `=`, longest first.
    private var texts: [String] {
        let all = Set(arguments).union(arguments.compactMap { Self.value(of: $0[...]) }).union(values)
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
