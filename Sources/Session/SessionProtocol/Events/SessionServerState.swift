/// What became of the server that a session has started, after that has died.
public enum SessionServerState: String, Hashable, Sendable, Codable, CaseIterable {
    /// It has died, and is started again.
    case restarting
    /// It answers again.
    case running
    /// It stays down.
    case failed
}
