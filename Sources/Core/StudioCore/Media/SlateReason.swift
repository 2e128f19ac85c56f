/// Why a slate is on air.
public enum SlateReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The command `showSlate`.
    case command
    /// The source delivers nothing.
    case stalled
    /// The writer of a FIFO has gone.
    case writerGone
    /// The source has ended.
    case ended
    /// The source has failed.
    case failed
}
