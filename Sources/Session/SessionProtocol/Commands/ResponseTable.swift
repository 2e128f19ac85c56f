import StudioCore

/// A response of the emulated service: a key of `answers`, and the fields of the JSON form.
package struct ResponseRow: Sendable {
    /// The group of `answers` with the key; empty for a response that only the JSON form has.
    package let group: String
    package let answer: Field?
    /// One field, or those of the minimum and the maximum.
    package let fields: [Field]

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
}

/// The fields of responses, and the keys of `answers` in scenarios: one row for both.
package enum ResponseTable {
    /// Empty for none: it removes an earlier one.
    private static let code = Shape.word(StudioCodeName.allCases.map(\.rawValue), synonyms: ["": ""])
    private static let time = Shape.duration(minimum: .zero)
    /// The roles that the local user can have, in the words of `--role`.
    package static let role = Shape.word(
        ["host", "cohost", "attendee", "panelist"],
        synonyms: ["cohost": "coHost", "coHost": "coHost", "co-host": "coHost"])

    package static let entry: [ResponseRow] = [
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

    package static let studio: [ResponseRow] = [
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
}
