import MediaOutputs
package import StudioCore

/// The defaults in the environment: `PSSTUDIO_ROLE`, `PSSTUDIO_SEED`, and `PSSTUDIO_OUT` with one address per line.
package struct SessionEnvironment: Hashable, Sendable {
    package var role: MeetingRole?
    package var seed: UInt64?
    package var outputs: [String] = []

    /// - Parameter variable: looks up a variable.
    /// - Throws: a ``SessionConfigurationError`` for a variable with an invalid value.
    package init(variable: (String) -> String?) throws(SessionConfigurationError) {
        if let text = variable("PSSTUDIO_ROLE") {
            guard let role = SessionConfiguration.roles[text.lowercased()] else {
                let names = SessionConfiguration.roles.keys.sorted().joined(separator: ", ")
                throw SessionConfigurationError("PSSTUDIO_ROLE is '\(text)'; expected one of \(names)")
            }
            self.role = role
        }
        if let text = variable("PSSTUDIO_SEED") {
            guard let seed = UInt64(text) else {
                throw SessionConfigurationError("PSSTUDIO_SEED is '\(text)'; expected an integer")
            }
            self.seed = seed
        }
        let addresses = variable("PSSTUDIO_OUT")?.split(whereSeparator: \.isNewline) ?? []
        outputs = addresses.map { $0.trimmingSpaces }.filter { !$0.isEmpty }
        do throws(AddressError) {
            for address in outputs { _ = try OutputRegistry.standard.driver(for: address) }
        } catch {
            throw SessionConfigurationError("PSSTUDIO_OUT: \(error)")
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
