import ArgumentParser
import FoundationEssentials
import MediaOutputs

/// Whom encrypted connections trust.
struct TLSOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Certificate authorities (PEM) that rtmps and https trust instead of the system's.", valueName: "file"))
    var tlsCa: String?

    /// Makes it so, for the whole process.
    func apply() throws {
        guard let tlsCa else { return }
        guard let text = try? String(contentsOf: URL(filePath: tlsCa), encoding: .utf8) else {
            throw ValidationError("the certificates in '\(tlsCa)' cannot be read")
        }
        // Without one, GIO would take the file, and trust nobody.
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw ValidationError("'\(tlsCa)' holds no certificate in PEM form")
        }
        do {
            try TLSTrust.use(authoritiesIn: tlsCa)
        } catch {
            throw ValidationError("the certificates in '\(tlsCa)' cannot be used: \(error)")
        }
    }
}
