import ProductionStudio
import StudioCore

/// The keys of `answers`: the responses of the emulated service.
enum AnswersFormat {
    private static let code = Shape.word(StudioError.Code.known.map(\.rawValue))
    /// The roles that the local user can have, in the words of `--role`.
    static let role = Shape.word(
        ["host", "cohost", "attendee", "panelist"], synonyms: ["coHost": "cohost", "co-host": "cohost"])

    static let groups = [
        Field("init", .mapping(initialisation), "The response to init."),
        Field("authentication", .mapping(authentication), "The response to an authentication."),
        Field("join", .mapping(join), "The response to joining or starting a meeting."),
        Field("start", .mapping(start), "The responses of the studio to start and stop."),
    ]

    static let initialisation = [
        Field("failure", code, "The error code that init returns.")
    ]

    static let authentication = [
        Field(
            "result", .word(AuthenticationResult.known.map(\.rawValue)),
            "The result of an authentication (default: success)."),
        Field("refusal", code, "The error code that an authentication returns immediately, without a callback."),
        Field("delivery", .delivery, "How often, and how late, the result is delivered (default: once)."),
        Field("delay", .durationRange, "The time to the result (default: 40ms..120ms)."),
        Field("checksToken", .flag, "Whether the token's format and claims are checked (default: false)."),
    ]

    static let join = [
        Field("refusal", code, "The error code that the call returns, without a status."),
        Field(
            "failure", .word(JoinFailure.known.map(\.rawValue)),
            "The cause with which joining fails; the entrance is then failure."),
        Field(
            "failureEndsMeeting", .flag,
            "Whether a failure is reported as disconnecting, failed, ended, ended (default: false)."),
        Field("delay", .durationRange, "The time to what follows connecting (default: 40ms..120ms)."),
        Field(
            "admission", .duration(minimum: .zero),
            "The time until a waiting user is admitted (default: until a step admits the user)."),
        Field(
            "delivery", .dictionary(MeetingStatus.allCases.map(\.rawValue), .delivery),
            "How often, and how late, each status is delivered (default: once). The status changes in any case."),
        Field("promotion", role, "A role that the local user gets after joining."),
        Field("promotionDelay", .duration(minimum: .zero), "The time from joining to the promotion (default: 0s)."),
    ]

    static let start = [
        Field("supported", .flag, "Whether the meeting supports Production Studio (default: true)."),
        Field("permission", .flagOr("byRole"), "Whether the local user may start (default: by role)."),
        Field("failure", code, "The error code that a start returns when all conditions hold."),
        Field("accepts", .flag, "The result of a start (default: true)."),
        Field("providesSender", .flag, "Whether onStartSend delivers a sender (default: true)."),
        Field("delay", .durationRange, "The time to the result (default: 40ms..120ms; with --fast, 0s)."),
        Field("senderDelay", .duration(minimum: .zero), "The time from the result to onStartSend (default: 0s)."),
        Field("stopDelay", .duration(minimum: .zero), "The time from a stop to onStopSend (default: 0s)."),
        Field("delivery", .delivery, "How often, and how late, the result is delivered (default: once)."),
        Field("senderDelivery", .delivery, "How often, and how late, onStartSend is delivered (default: once)."),
    ]

    // MARK: Values

    static func entryResponses(_ answers: Checked?) -> SessionEntryResponses {
        var responses = SessionEntryResponses()
        responses.initialisationFailure = answers?["init"]?["failure"]?.text
        if let group = answers?["authentication"] {
            responses.authentication = group["result"]?.text.map { AuthenticationResult(rawValue: $0) }
            responses.authenticationRefusal = group["refusal"]?.text
            responses.authenticationDelivery = group["delivery"]?.delivery
            responses.minimumAuthenticationDelay = group["delay"]?.durations?.lowerBound
            responses.maximumAuthenticationDelay = group["delay"]?.durations?.upperBound
            responses.checksToken = group["checksToken"]?.flag
        }
        if let group = answers?["join"] {
            responses.joinRefusal = group["refusal"]?.text
            responses.joinFailure = group["failure"]?.text.map { JoinFailure(rawValue: $0) }
            if responses.joinFailure != nil { responses.entrance = .failure }
            responses.failureEndsMeeting = group["failureEndsMeeting"]?.flag
            responses.minimumJoinDelay = group["delay"]?.durations?.lowerBound
            responses.maximumJoinDelay = group["delay"]?.durations?.upperBound
            responses.admissionDelay = group["admission"]?.duration
            responses.statusDelivery = statusDelivery(group["delivery"])
            responses.promotion = group["promotion"]?.role
            responses.promotionDelay = group["promotionDelay"]?.duration
        }
        return responses
    }

    private static func statusDelivery(_ value: Checked?) -> [MeetingStatus: CallbackDelivery]? {
        guard let value else { return nil }
        var deliveries: [MeetingStatus: CallbackDelivery] = [:]
        for (name, delivery) in value.fields {
            if let status = MeetingStatus(rawValue: name) { deliveries[status] = delivery.delivery }
        }
        return deliveries
    }

    static func studioResponses(_ group: Checked?) -> SessionResponses {
        var responses = SessionResponses()
        responses.isSupported = group?["supported"]?.flag
        responses.permission = group?["permission"]?.permission
        responses.startFailure = group?["failure"]?.text
        responses.accepts = group?["accepts"]?.flag
        responses.providesSender = group?["providesSender"]?.flag
        responses.minimumAnswerDelay = group?["delay"]?.durations?.lowerBound
        responses.maximumAnswerDelay = group?["delay"]?.durations?.upperBound
        responses.senderDelay = group?["senderDelay"]?.duration
        responses.stopDelay = group?["stopDelay"]?.duration
        responses.answerDelivery = group?["delivery"]?.delivery
        responses.senderDelivery = group?["senderDelivery"]?.delivery
        return responses
    }
}

extension Checked {
    var delivery: CallbackDelivery? {
        if case .delivery(let count, let late) = value { CallbackDelivery(count: count, delay: late) } else { nil }
    }

    var permission: StartPermission? { flag.map { $0 ? .granted : .denied } ?? (text == nil ? nil : .byRole) }

    /// A role in the words of `--role`.
    var role: MeetingRole? { text == "cohost" ? .coHost : text.flatMap { MeetingRole(rawValue: $0) } }
}
