import ProductionStudio
import StudioCore

/// A response of the emulated service: a key of `answers`, and the fields of the JSON form.
struct ResponseRow: Sendable {
    /// The group of `answers` with the key; empty for a response that only the JSON form has.
    let group: String
    let answer: Field?
    /// One field, or those of the minimum and the maximum.
    let fields: [Field]

    init(_ name: String, at answer: (group: String, key: String)? = nil, _ shape: Shape, _ text: String) {
        group = answer?.group ?? ""
        self.answer = answer.map { Field($0.key, shape, text) }
        fields = [Field(name, shape, text)]
    }

    /// A time that each call chooses from a range.
    init(range name: String, at answer: (group: String, key: String), _ text: String) {
        group = answer.group
        self.answer = Field(answer.key, .durationRange, text)
        fields = ["minimum", "maximum"].map { bound in
            Field("\(bound)\(name)", .duration(minimum: .zero), text.replacing("The time", with: "The \(bound) time"))
        }
    }

    /// The values of the fields.
    ///
    /// - Parameter answers: the groups of `answers`.
    func values(_ answers: Checked) -> [String: Checked] {
        guard let answer, let value = answers[group]?[answer.name] else { return [:] }
        guard answer.shape == .durationRange else { return [fields[0].name: value] }
        return [fields[0].name: value["minimum"], fields[1].name: value["maximum"]].compactMapValues { $0 }
    }
}

/// The keys of `answers`, and the fields of responses: one row for both.
enum AnswersFormat {
    /// The keys of a step that stand for the field `responses` of a command.
    struct Keys: Sendable {
        let fields: [Field]
        /// The value of `responses`.
        let responses: @Sendable (Checked) -> Checked
    }

    /// Empty for none: it removes an earlier one.
    private static let code = Shape.word(StudioError.Code.known.map(\.rawValue), synonyms: ["": ""])
    private static let time = Shape.duration(minimum: .zero)
    /// The roles that the local user can have, in the words of `--role`.
    static let role = Shape.word(
        ["host", "cohost", "attendee", "panelist"],
        synonyms: ["cohost": "coHost", "coHost": "coHost", "co-host": "coHost"])

    static let groups =
        untilJoined.fields + [Field("start", .mapping(start.fields), "The responses of the studio to start and stop.")]

    static let untilJoined = Keys(
        fields: [
            Field("init", .mapping(answers(entry, "init")), "The response to init."),
            Field("authentication", .mapping(answers(entry, "authentication")), "The response to an authentication."),
            Field("join", .mapping(answers(entry, "join")), "The response to joining or starting a meeting."),
        ], responses: entryResponses)

    static let start = Keys(fields: answers(studio, "start")) {
        studioResponses(Checked(line: $0.line, value: .mapping(["start": $0])))
    }

    static let entry: [ResponseRow] = [
        .init("initialisationFailure", at: ("init", "failure"), code, "The error code that init returns."),
        .init(
            "authentication", at: ("authentication", "result"), .word(AuthenticationResult.known.map(\.rawValue)),
            "The result of an authentication (default: success)."),
        .init(
            "authenticationRefusal", at: ("authentication", "refusal"), code,
            "The error code that an authentication returns immediately, without a callback."),
        .init(
            "authenticationDelivery", at: ("authentication", "delivery"), .delivery,
            "How often, and how late, the result is delivered (default: once)."),
        .init(
            range: "AuthenticationDelay", at: ("authentication", "delay"),
            "The time to the result (default: 40ms..120ms)."),
        .init(
            "checksToken", at: ("authentication", "checksToken"), .flag,
            "Whether the token's format and claims are checked (default: false)."),
        .init(
            "joinRefusal", at: ("join", "refusal"), code, "The error code that the call returns, without a status."),
        .init(
            "joinFailure", at: ("join", "failure"), .word(JoinFailure.known.map(\.rawValue)),
            "The cause with which joining fails; the entrance is then failure."),
        .init(
            "entrance", .word(MeetingEntrance.allCases.map(\.rawValue)), "What happens when the local user joins."),
        .init(
            "failureEndsMeeting", at: ("join", "failureEndsMeeting"), .flag,
            "Whether a failure is reported as disconnecting, failed, ended, ended (default: false)."),
        .init(
            range: "JoinDelay", at: ("join", "delay"), "The time to what follows connecting (default: 40ms..120ms)."),
        .init(
            "admissionDelay", at: ("join", "admission"), time,
            "The time until a waiting user is admitted (default: until a step admits the user)."),
        .init(
            "statusDelivery", at: ("join", "delivery"), .dictionary(MeetingStatus.allCases.map(\.rawValue), .delivery),
            "How often, and how late, each status is delivered (default: once). The status changes in any case."),
        .init("role", role, "The role of a user who joins."),
        .init("promotion", at: ("join", "promotion"), role, "A role that the local user gets after joining."),
        .init(
            "promotionDelay", at: ("join", "promotionDelay"), time,
            "The time from joining to the promotion (default: 0s)."),
        .init("topic", .text, "The meeting's topic."),
    ]

    static let studio: [ResponseRow] = [
        .init(
            "isSupported", at: ("start", "supported"), .flag,
            "Whether the meeting supports Production Studio (default: true)."),
        .init(
            "permission", at: ("start", "permission"), .permission,
            "Whether the local user may start (default: by role)."),
        .init(
            "startFailure", at: ("start", "failure"), code,
            "The error code that a start returns when all conditions hold."),
        .init("accepts", at: ("start", "accepts"), .flag, "The result of a start (default: true)."),
        .init(
            "providesSender", at: ("start", "providesSender"), .flag,
            "Whether onStartSend delivers a sender (default: true)."),
        .init(
            range: "AnswerDelay", at: ("start", "delay"),
            "The time to the result (default: 40ms..120ms; with --fast, 0s)."),
        .init(
            "senderDelay", at: ("start", "senderDelay"), time, "The time from the result to onStartSend (default: 0s)."
        ),
        .init("stopDelay", at: ("start", "stopDelay"), time, "The time from a stop to onStopSend (default: 0s)."),
        .init(
            "answerDelivery", at: ("start", "delivery"), .delivery,
            "How often, and how late, the result is delivered (default: once)."),
        .init(
            "senderDelivery", at: ("start", "senderDelivery"), .delivery,
            "How often, and how late, onStartSend is delivered (default: once)."),
        .init(
            "failsFirstSend", at: ("start", "failsFirstSend"), .flag,
            "Whether the first send fails, and onStartSend follows again (default: false)."),
    ]

    private static func answers(_ rows: [ResponseRow], _ group: String) -> [Field] {
        rows.filter { $0.group == group }.compactMap(\.answer)
    }

    /// The JSON form of the responses to init, authentication and joining in `answers`.
    static func entryResponses(_ answers: Checked) -> Checked {
        var values = values(entry, answers)
        if let failure = values["joinFailure"] {
            values["entrance"] = Checked(line: failure.line, value: .text(MeetingEntrance.failure.rawValue))
        }
        return Checked(line: answers.line, value: .mapping(values))
    }

    /// The JSON form of the responses of the studio in `answers`.
    static func studioResponses(_ answers: Checked) -> Checked {
        Checked(line: answers.line, value: .mapping(values(studio, answers)))
    }

    private static func values(_ rows: [ResponseRow], _ answers: Checked) -> [String: Checked] {
        rows.reduce(into: [:]) { values, row in values.merge(row.values(answers)) { first, _ in first } }
    }
}
