package import StudioCore

/// All that is known of a command. Scenarios, the JSON Schema, the reference and redaction are derived from it.
package struct CommandRow: Sendable {
    /// The name in JSON and in scenarios.
    package let name: String
    /// Older names in scenarios.
    package let synonyms: [String]
    /// What the command does, in one sentence.
    package let text: String
    /// The fields of the JSON form.
    package let fields: [Field]
    /// Keys that scenarios also accept instead of the field `responses`.
    package let answers: Answers?
    /// What the reply contains; `nil` for nothing.
    package let reply: Reply?
    /// What the command acts on.
    package let subject: Subject
    /// What becomes of an output after the reply; `nil` for a command that is complete then.
    package let goal: OutputGoal?

    /// - Parameter subject: the meeting, on which most commands act, unless it is said.
    init(
        _ name: String, _ text: String, _ fields: [Field] = [], synonyms: [String] = [],
        answers: Answers? = nil, reply: Reply? = nil, on subject: Subject = .meeting, until goal: OutputGoal? = nil
    ) {
        (self.name, self.synonyms, self.text) = (name, synonyms, text)
        (self.fields, self.answers, self.reply, self.subject) = (fields, answers, reply, subject)
        self.goal = goal
    }

    /// What becomes of the output of a command.
    package enum OutputGoal: Hashable, Sendable {
        /// It is live, or has failed.
        case live
        case end
        /// It goes on in its next file.
        case split
    }

    /// What a command acts on.
    package enum Subject: Hashable, Sendable {
        /// The meeting of the local user.
        case meeting
        /// How the host and the service respond in the meeting; later meetings inherit it.
        case services
        /// The participants of the meeting.
        case roster
        /// The media of a participant.
        case tracks
        /// The studio of the local user.
        case studio
        /// Init, authentication and joining; without effect for a client that does not use them.
        case entry
        /// The source of a session. The reply follows when it is on air, or has failed.
        case source
        /// The slate of a session.
        case slate
        /// The outputs of a session.
        case outputs
        /// The session.
        case session
    }

    /// What a reply contains, with a text for the reference.
    package enum Reply: Hashable, Sendable {
        /// Without a text, the reference does not name it.
        case participant(String?)
        case output(String)
        case address(String)

        var text: String? {
            switch self {
            case .participant(let text): text
            case .output(let text), .address(let text): text
            }
        }
    }

    /// The keys of `answers` in a scenario that stand for the field `responses`.
    package enum Answers: Hashable, Sendable {
        /// The keys of `start`.
        case start
        /// The groups `init`, `authentication` and `join`.
        case untilJoined
    }

    /// The rows of all commands.
    package static let all = SessionCommand.examples.map(\.row)

    /// The effect and the reply, for the reference.
    package var reference: String {
        guard let reply = reply?.text else { return text }
        return "\(text.dropLast()); the reply contains \(reply)."
    }

    /// The names of the fields of a command in its JSON form; `nil` for an unknown command.
    package static func fieldNames(of command: String) -> [String]? {
        all.first { $0.name == command }?.fields.map(\.name)
    }

    /// The command whose name is similar; `nil` when none is.
    package static func nearestName(to text: String) -> String? { NearestWord.of(text, in: all.map(\.name)) }
}

extension SessionCommand {
    /// Whether it concerns the outputs or the session, not the meeting.
    package var concernsOutputs: Bool {
        switch row.subject {
        case .outputs, .session, .source, .slate: true
        case .meeting, .services, .roster, .tracks, .studio, .entry: false
        }
    }

    /// The command with redacted addresses, for events and logs. The shapes of the fields say which may contain one.
    package var redacted: SessionCommand { replacingTexts { $0.redacted($1) } ?? .addOutput(address: "***") }

    /// The command with other texts in its fields.
    ///
    /// - Parameter replacement: the text for a field of a shape; `nil` to keep it.
    /// - Returns: `nil` when the texts form no command; a text that replaces a text always does.
    package func replacingTexts(_ replacement: (Shape, String) -> String?) -> SessionCommand? {
        let row = row
        guard row.fields.contains(where: { replacement($0.shape, "") != nil }), var values = values(of: row.name)
        else { return self }
        var isChanged = false
        for field in row.fields {
            guard let text = values[field.name]?.text, let other = replacement(field.shape, text), other != text else {
                continue
            }
            values.set(field.name, .text(other))
            isChanged = true
        }
        return isChanged ? try? JSON.object([(row.name, values)]).decoded(as: SessionCommand.self) : self
    }

    /// The number of the output that it names; `nil` for none.
    package var output: Int? {
        values(of: row.name)?["output"]?.unsignedInteger.flatMap { Int(exactly: $0) }
    }

    /// The participant whom it affects; `nil` for the local user, or for none.
    package var participant: UserID? {
        let row = row
        guard let field = row.fields.first(where: { $0.shape == .participant }),
            let number = values(of: row.name)?[field.name]?.unsignedInteger
        else { return nil }
        return UInt32(exactly: number).map { UserID(rawValue: $0) }
    }

    /// The values of its fields in the JSON form.
    private func values(of name: String) -> JSON? {
        (try? JSON(decoding: JSONLineEncoder().bytes(self)))?[name]
    }
}

extension Shape {
    /// A text of this shape without its secret; `nil` for a shape that cannot have one.
    fileprivate func redacted(_ text: String) -> String? {
        switch self {
        case .address: AddressRedaction.redacted(address: text)
        case .source: text.contains("://") ? AddressRedaction.redacted(address: text) : text
        case .text, .folder, .flag, .permission, .integer, .number, .duration, .durationRange, .delay, .word,
            .delivery, .participant, .mapping, .choice, .dictionary, .list, .form, .texts, .step:
            nil
        }
    }
}
