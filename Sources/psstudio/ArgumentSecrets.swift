import StudioCore

/// The arguments of the command line that may be keys: no message repeats them.
struct ArgumentSecrets {
    private let arguments: [String]
    /// Values of options whose names say that they are secret.
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
            // An option that is not known is quoted without its value.
            values.insert(String(argument.prefix { $0 != "=" }))
        }
        self.values = values
    }

    /// A message of psstudio without the keys of addresses that stand where no address belongs.
    func redacted(_ message: String) -> String {
        var result = message
        for text in texts {
            let shown = AddressRedaction.redacted(line: text)
            if shown != text { result = result.replacing(text, with: shown) }
        }
        return result
    }

    /// A message of the parser, which quotes what it did not expect: that may be a key without its option.
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

    /// Every argument, and every value that stands behind `=`; the longest first.
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
