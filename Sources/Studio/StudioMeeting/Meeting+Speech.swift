public import StudioCore

extension Meeting {
    /// Adds an observer of active speakers and captions. It is called on the callback queue, in order with the meeting's
    /// events.
    public func onSpeechEvent(_ body: @escaping @Sendable (SpeechEvent) -> Void) {
        trackEvents.speech.observe(body)
    }

    /// A line of live transcription is added, changed or deleted.
    ///
    /// - Parameters:
    ///   - text: the text of the line so far.
    ///   - speaker: a participant.
    ///   - id: an earlier line that changes; `nil` for a new one.
    ///   - change: what happens to the line.
    /// - Returns: the caption; `nil` outside a meeting, and when there is no such participant.
    @discardableResult
    public func addCaption(
        _ text: String, of speaker: UserID, id: String? = nil, change: Caption.Change = .complete
    ) -> Caption? {
        guard isActive, let participant = present(speaker) else { return nil }
        let speech = trackEvents.speech
        let caption = Caption(id: id ?? "caption-\(speech.nextCaption())", speaker: participant, text: text, change)
        speech.publish(.caption(caption))
        return caption
    }
}
