/// The state of a session.
public enum SessionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not started.
    case idle
    /// The inputs are being opened.
    case opening
    /// The result of the studio's start is pending.
    case starting
    /// The outputs are being opened.
    case connecting
    /// Media is sent.
    case sending
    /// The studio is stopping.
    case stopping
    /// The outputs are being finished.
    case finishing
    /// Ended.
    case finished
}
