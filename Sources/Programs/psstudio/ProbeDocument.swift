import FoundationEssentials
import StudioCore
import StudioProbe

/// The JSON form of `psstudio probe`: the report, the verdict and the exit code.
struct ProbeDocument: Encodable {
    private let report: ProbeReport
    private let exitCode: Int32

    private enum Key: String, CodingKey {
        case version, exitCode, verdict
    }

    init(_ report: ProbeReport, exitCode: Int32) {
        self.report = report
        self.exitCode = exitCode
    }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(PSStudio.version, forKey: .version)
        try container.encode(exitCode, forKey: .exitCode)
        try container.encode(report.verdict, forKey: .verdict)
    }
}

/// The JSON form of a failed command without a report.
struct FailureDocument: Encodable {
    struct Cause: Encodable {
        let message: String
    }

    var version = PSStudio.version
    let error: Cause
    let exitCode: Int32

    init(_ message: String, _ reason: ExitReason) {
        error = Cause(message: message)
        exitCode = reason.rawValue
    }
}

extension Encodable {
    /// Prints JSON to standard output; returns false when the reader has closed it.
    func print() -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return false }
        let text = ArgumentSecrets.ofProcess.redacted(String(decoding: data, as: UTF8.self))
        return StandardOutput.write(text.jsonWithoutControls + "\n")
    }
}
