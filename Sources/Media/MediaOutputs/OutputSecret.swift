package import StudioCore

/// A secret of a kind of output that is given separately from an address: in a file or in a variable.
package struct OutputSecret: Hashable, Sendable {
    /// Why a text is not the secret. No message repeats any part of it.
    package struct ValueError: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// `stream key`
    package let name: String
    /// A short name: `key`.
    package let noun: String
    /// The option with the path of its file.
    package let option: String
    /// The environment variable.
    package let variable: String
    /// The outputs that await it, in the help.
    package let outputs: String
    /// What its option requires, in messages.
    package let requirement: String
    /// Whether every output that awaits it gets it, also one that is added while a session runs; otherwise only one may await it.
    package let isShared: Bool
    /// The number of bytes that it may have.
    package var byteCounts = 1...SecretLine.longest

    /// The help of its option.
    package var help: String {
        "File with the \(name), its first line, for \(outputs); \(variable) contains the \(noun) itself."
    }

    /// What a valid value has, in messages.
    var form: String { "must have \(byteCounts.lowerBound) to \(byteCounts.upperBound) bytes" }

    /// Checks the value in a file.
    package func check(_ value: SecretLine) throws(ValueError) { try check(value, in: "the \(name)") }

    private func check(_ value: SecretLine, in place: String) throws(ValueError) {
        guard byteCounts.contains(value.text.utf8.count) else { throw ValueError(description: "\(place) \(form)") }
    }

    /// The value of its variable; `nil` when it is missing.
    ///
    /// - Parameter lookUp: looks up a variable.
    package func value(_ lookUp: (String) -> String?) throws(ValueError) -> SecretLine? {
        guard let text = lookUp(variable) else { return nil }
        let value: SecretLine
        do throws(SecretLine.ParseError) {
            value = try SecretLine(text.utf8)
        } catch {
            throw ValueError(description: "\(variable) \(error); set it to the \(name)")
        }
        try check(value, in: variable)
        return value
    }
}
