package import MediaOutputs
package import PipelineFiles
package import StudioCore
import StudioRuntime
package import StudioScenario

/// The defaults in the environment: the variables of options, `PSSTUDIO_OUT` with one address per line, and those of secrets that all
/// outputs of a kind share.
package struct SessionEnvironment: Hashable, Sendable {
    package var role: MeetingRole?
    package var seed: UInt64?
    package var outputs: [String] = []
    package var scenario: Scenario?
    /// A file, or a folder with a `/` at its end.
    package var trace: String?
    package var secrets: [OutputSecret: SecretLine] = [:]
    /// The counter of the sessions of `psstudio exec`: `PSSTUDIO_SESSIONS`.
    package var counter: SessionCounter?
    /// The path of the control socket, or `auto`.
    package var control: String?
    /// The pipelines of the folder in `PSSTUDIO_PIPELINES`.
    package var pipelines = PipelineSet.ready

    /// - Parameter variable: looks up a variable.
    /// - Throws: a ``SessionConfigurationError`` for a variable with an invalid value.
    package init(variable: (String) -> String?) throws(SessionConfigurationError) {
        func given(_ option: SessionOption) -> (name: String, text: String)? {
            option.variable.flatMap { name in variable(name).map { (name, $0) } }
        }
        func naming<Value>(_ name: String, _ body: () throws -> Value) throws(SessionConfigurationError) -> Value {
            do { return try body() } catch { throw SessionConfigurationError(description: "\(name): \(error)") }
        }
        if let (name, text) = given(.role) {
            guard let role = SessionConfiguration.roles[text.lowercased()] else {
                let names = SessionConfiguration.roles.keys.sorted().joined(separator: ", ")
                throw SessionConfigurationError(description: "\(name) is '\(text)'; expected one of \(names)")
            }
            self.role = role
        }
        if let (name, text) = given(.seed) {
            guard let seed = UInt64(text) else {
                throw SessionConfigurationError(description: "\(name) is '\(text)'; expected an integer")
            }
            self.seed = seed
        }
        if let (name, source) = given(.scenario) { scenario = try naming(name) { try Scenario(source) } }
        if let (name, folder) = given(.pipelines) { pipelines = try naming(name) { try PipelineSet(inFolder: folder) } }
        trace = given(.trace)?.text
        control = given(.control)?.text
        counter = variable("PSSTUDIO_SESSIONS").map { SessionCounter($0) }
        do throws(OutputSecret.ValueError) {
            for secret in OutputRegistry.standard.kinds.compactMap(\.secret) where secret.isShared {
                secrets[secret] = try secret.value(variable)
            }
        } catch {
            throw SessionConfigurationError(description: "\(error)")
        }
        guard let (name, text) = given(.out) else { return }
        outputs = text.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces }.filter { !$0.isEmpty }
        let addresses = outputs
        _ = try naming(name) { try OutputRegistry.standard.drivers(for: addresses) }
    }
}

extension SessionEnvironment {
    /// The addresses of the outputs of the next session. Under `psstudio exec`, the files of a later session are numbered,
    /// also when it is in another process.
    var numberedOutputs: [String] {
        guard let counter, outputs.contains(where: { OutputNumbering.isFile($0) }), let number = counter.next()
        else { return outputs }
        return outputs.map { OutputNumbering.address($0, session: number) }
    }
}

/// The addresses of a later session: files are not overwritten; servers, pipes and standard output are opened again.
enum OutputNumbering {
    /// Whether this address is a file, and not a pipe.
    static func isFile(_ address: String) -> Bool {
        guard let path = try? OutputRegistry.standard.driver(for: address).traits.path else { return false }
        return !OutputFile.isFIFO(path)
    }

    /// The address for this session.
    static func address(_ address: String, session: Int) -> String {
        session > 1 && isFile(address) ? NumberedPath.of(address, session) : address
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
