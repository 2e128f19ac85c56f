import StudioEngine

/// The JSON form of `psstudio start`: the session's last snapshot and the exit code.
struct SessionDocument: Encodable {
    var snapshot: SessionSnapshot
    var exitCode: Int32

    private enum CodingKeys: String, CodingKey {
        case version, exitCode
    }

    init(_ snapshot: SessionSnapshot, _ reason: ExitReason) {
        self.snapshot = snapshot
        exitCode = reason.rawValue
    }

    /// The document of a session that never started.
    init(_ failure: CommandFailure) {
        self.init(SessionSnapshot(), failure.reason)
        snapshot.stopReason = .error(code: failure.code)
        snapshot.error = SessionSnapshot.Failure(rule: nil, message: failure.message)
    }

    func encode(to encoder: any Encoder) throws {
        try snapshot.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(PSStudio.version, forKey: .version)
        try container.encode(exitCode, forKey: .exitCode)
    }
}
