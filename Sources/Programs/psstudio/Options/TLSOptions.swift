import ArgumentParser
import FoundationEssentials
import MediaOutputs
import ServerArguments
import StudioScenario

/// The trust settings of TLS connections.
struct TLSOptions: ParsableArguments {
    @Option(help: .option(.tlsCa)) var tlsCa: String?

    /// Checks that the file has certificates.
    ///
    /// - Throws: a `ValidationError`.
    func check() throws(ValidationError) {
        guard let tlsCa else { return }
        guard let text = try? String(contentsOf: URL(filePath: tlsCa), encoding: .utf8) else {
            throw ValidationError("cannot read the certificates in '\(tlsCa)'; check the path")
        }
        // GIO would accept a file without certificates and then trust no server.
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw ValidationError("'\(tlsCa)' contains no certificate in PEM format")
        }
    }

    /// Applies them to the whole process.
    ///
    /// - Throws: a `ValidationError`.
    func apply() throws(ValidationError) {
        try check()
        guard let tlsCa else { return }
        do {
            try TLSTrust.use(authoritiesIn: tlsCa)
        } catch {
            throw ValidationError("cannot use the certificates in '\(tlsCa)': \(error)")
        }
    }
}
