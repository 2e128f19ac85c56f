/// What is said in a meeting.
public enum SpeechEvent: Hashable, Sendable {
    /// Who speaks now, the newest first; empty when nobody speaks.
    case speakers([UserID])
    /// A line of live transcription.
    case caption(Caption)
}

/// A line of live transcription, or a change of one.
public struct Caption: Hashable, Sendable {
    /// What happens to a line.
    public enum Change: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is new, and will change.
        case add
        /// Its text changes.
        case update
        /// Its text is final.
        case complete
        /// It is deleted.
        case delete
    }

    /// The line; equal for all its changes.
    public let id: String
    /// Who speaks.
    public let speaker: UserID
    /// The display name of the speaker.
    public let speakerName: String
    /// The text so far.
    public let text: String
    /// What happens to the line.
    public let change: Change

    package init(id: String, speaker: Participant, text: String, _ change: Change) {
        (self.id, self.speaker, speakerName) = (id, speaker.id, speaker.name)
        (self.text, self.change) = (text, change)
    }
}
