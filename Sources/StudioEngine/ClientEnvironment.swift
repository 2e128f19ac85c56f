import Glibc
import Logging
package import MediaOutputs
package import ProductionStudio

/// Applies `PSSTUDIO_*` to a client that uses a facade: the role, the seed, and outputs for its media.
package final class ClientEnvironment: Sendable {
    private let values: SessionEnvironment
    private let outputs: ClientOutputs

    /// - Parameter variable: looks up a variable.
    /// - Throws: a ``SessionConfigurationError`` or an `AddressError` for a variable with an invalid value.
    package init(
        variable: (String) -> String? = SessionConfiguration.environmentVariable, options: OutputOptions = .init()
    ) throws {
        values = try SessionEnvironment(variable: variable)
        outputs = try ClientOutputs(values.outputs, options: options)
    }

    /// The environment of the process. An invalid value ends the process with 2, the code for usage errors: the client
    /// has no call that could report it.
    package static let process: ClientEnvironment = {
        do {
            let environment = try ClientEnvironment()
            if !environment.values.outputs.isEmpty { atexit { ClientEnvironment.process.finish() } }
            return environment
        } catch {
            Logger(label: "psstudio").error("\(error)")
            exit(2)
        }
    }()

    /// The initial state of the emulated service.
    package var defaults: EntryDefaults {
        var defaults = EntryDefaults()
        if let role = values.role {
            defaults.role = role
            defaults.responses.role = role
        }
        defaults.seed = values.seed
        return defaults
    }

    /// Writes the media of this studio to the outputs.
    package func attach(_ studio: StudioController) { outputs.attach(studio) }

    /// Finishes all outputs and waits for them. For the end of the process.
    package func finish() { outputs.finish() }
}
