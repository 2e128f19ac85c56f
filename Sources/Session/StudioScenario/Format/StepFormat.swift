import SessionProtocol
import StudioCore

/// The keys of a step: its timing, and the commands.
enum StepFormat {
    /// A command as a step writes it.
    struct Form: Sendable {
        let field: Field
        /// The name of the command in the JSON form.
        let command: String
        /// The fields of the JSON form.
        let values: @Sendable (Checked) -> [String: Checked]

        var name: String { field.name }

        init(_ row: CommandRow) {
            let answers = row.answers.map { AnswersFormat.keys($0) }
            field = Field(
                row.name, .mapping(row.fields + (answers?.fields ?? [])), row.text, synonyms: row.synonyms)
            command = row.name
            values = { step in
                guard let answers, step["responses"] == nil else { return step.fields }
                return ["responses": answers.responses(step)]
            }
        }

        /// A change of a track as a step of its own, which is older than `changeTrack`.
        init(_ change: TrackChangeForm) {
            let name = change.field.name
            let words = change.kinds.map(\.rawValue)
            let track = Field("track", .word(words), "The track.", default: words[0])
            field = Field(name, .mapping([.participant, track] + change.fields), change.field.text)
            command = "changeTrack"
            values = { step in
                var values = step.fields.filter { ["user", "track"].contains($0.key) }
                let own = step.fields.filter { values[$0.key] == nil }
                let change = [name: Checked(line: step.line, value: .mapping(own))]
                values["change"] = Checked(line: step.line, value: .mapping(change))
                return values
            }
        }
    }

    static let timing = [
        Field("at", .duration(minimum: .zero), "The session time."),
        Field(
            "on", .word(ScenarioEvent.allCases.map(\.rawValue)),
            "The event that starts the timing; its first occurrence."),
        Field(
            "after", .delay, "The delay after on, or after the beginning: a duration, or a number of accepted frames."),
        Field("every", .duration(minimum: .milliseconds(1)), "The interval of repetitions."),
        Field("times", .integer(1...Int.max), "How often the step is performed (default: without limit)."),
    ]

    static let commands: [Form] = CommandRow.all.map { Form($0) } + TrackChangeForm.all.map { Form($0) }

    static let fields = timing + commands.map(\.field)
}
