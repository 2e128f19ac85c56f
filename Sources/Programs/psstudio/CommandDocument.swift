import FoundationEssentials
import ProgramConsole
import StudioCore
import StudioEngine

/// The JSON form of a command: its result, the version of psstudio, and the exit code.
struct CommandDocument<Content: Encodable>: Encodable {
    private let content: Content
    private let exitCode: Int32
    private let verdict: String?

    private enum Key: String, CodingKey {
        case version, exitCode, verdict
    }

    init(_ content: Content, _ reason: ExitReason, verdict: String? = nil) {
        self.content = content
        self.verdict = verdict
        exitCode = reason.rawValue
    }

    func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(PSStudio.version, forKey: .version)
        try container.encode(exitCode, forKey: .exitCode)
        try container.encodeIfPresent(verdict, forKey: .verdict)
    }
}

/// The content of a failed command without a report.
struct FailureDocument: Encodable {
    struct Cause: Encodable {
        let message: String
    }

    let error: Cause

    init(_ failure: CommandFailure) { error = Cause(message: failure.message) }
}

extension SessionSnapshot {
    /// The snapshot of a session that never started.
    init(_ failure: CommandFailure) {
        self.init()
        stopReason = .error(code: failure.code)
        error = Failure(rule: nil, message: failure.message)
    }
}

extension Encodable {
    /// JSON without secrets and control characters; `nil` for a value that JSON cannot express.
    var json: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return nil }
        return ArgumentSecrets.ofProcess.redacted(String(decoding: data, as: UTF8.self)).jsonWithoutControls + "\n"
    }

    /// Prints JSON to standard output.
    func print() { if let json { StandardOutput.write(json) } }
}
