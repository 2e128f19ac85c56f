import SessionProtocol
import StudioCore

extension ResponseRow {
    /// The values of the fields.
    ///
    /// - Parameter answers: the groups of `answers`.
    func values(_ answers: Checked) -> [String: Checked] {
        guard let answer, let value = answers[group]?[answer.name] else { return [:] }
        guard answer.shape == .durationRange else { return [fields[0].name: value] }
        return [fields[0].name: value["minimum"], fields[1].name: value["maximum"]].compactMapValues { $0 }
    }
}

/// The keys of `answers`, and the responses that they stand for.
enum AnswersFormat {
    /// The keys of a step that stand for the field `responses` of a command.
    struct Keys: Sendable {
        let fields: [Field]
        /// The value of `responses`.
        let responses: @Sendable (Checked) -> Checked
    }

    /// The keys that a command accepts.
    static func keys(_ answers: CommandRow.Answers) -> Keys {
        switch answers {
        case .start: start
        case .untilJoined: untilJoined
        }
    }

    static let groups =
        untilJoined.fields + [Field("start", .mapping(start.fields), "The responses of the studio to start and stop.")]

    static let untilJoined = Keys(
        fields: [
            Field("init", .mapping(answers(ResponseTable.entry, "init")), "The response to init."),
            Field(
                "authentication", .mapping(answers(ResponseTable.entry, "authentication")),
                "The response to an authentication."),
            Field(
                "join", .mapping(answers(ResponseTable.entry, "join")), "The response to joining or starting a meeting."
            ),
        ], responses: entryResponses)

    static let start = Keys(fields: answers(ResponseTable.studio, "start")) {
        studioResponses(Checked(line: $0.line, value: .mapping(["start": $0])))
    }

    private static func answers(_ rows: [ResponseRow], _ group: String) -> [Field] {
        rows.filter { $0.group == group }.compactMap(\.answer)
    }

    /// The JSON form of the responses to init, authentication and joining in `answers`.
    static func entryResponses(_ answers: Checked) -> Checked {
        var values = values(ResponseTable.entry, answers)
        if let failure = values["joinFailure"] {
            values["entrance"] = Checked(line: failure.line, value: .text(MeetingEntrance.failure.rawValue))
        }
        return Checked(line: answers.line, value: .mapping(values))
    }

    /// The JSON form of the responses of the studio in `answers`.
    static func studioResponses(_ answers: Checked) -> Checked {
        Checked(line: answers.line, value: .mapping(values(ResponseTable.studio, answers)))
    }

    private static func values(_ rows: [ResponseRow], _ answers: Checked) -> [String: Checked] {
        rows.reduce(into: [:]) { values, row in values.merge(row.values(answers)) { first, _ in first } }
    }
}
