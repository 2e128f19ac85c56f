import ArgumentParser
import FoundationEssentials
import MediaOutputs
import ServerArguments
import StudioScenario

/// The trust settings of TLS connections.
struct TLSOptions: ParsableArguments {
    @Option(help: .option(.tlsCa)) var tlsCa: String?

    /// Applies them to the whole process.
    func apply() throws {
        guard let tlsCa else { return }
        guard let text = try? String(contentsOf: URL(filePath: tlsCa), encoding: .utf8) else {
            throw ValidationError("cannot read the certificates in '\(tlsCa)'")
        }
        // GIO would accept a file without certificates and then trust no server.
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw ValidationError("'\(tlsCa)' contains no certificate in PEM format")
        }
        do {
            try TLSTrust.use(authoritiesIn: tlsCa)
        } catch {
            throw ValidationError("cannot use the certificates in '\(tlsCa)': \(error)")
        }
    }
}
