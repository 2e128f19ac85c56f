// A module of its own: psstudio lists these rules, and does not link the library that has them.

public import StudioCore

// The codes of the C interface; psstudio.h has their numbers.
extension StudioError.Code {
    /// A required pointer is null.
    public static let embeddingNullPointer = StudioError.Code(rawValue: "NullPointer")
    /// The handle was closed, or is of another kind.
    public static let embeddingClosedHandle = StudioError.Code(rawValue: "ClosedHandle")
    /// A call that waits was made inside a callback.
    public static let embeddingInsideCallback = StudioError.Code(rawValue: "InsideCallback")
    /// The process is a fork of one that used the library.
    public static let embeddingForked = StudioError.Code(rawValue: "Forked")
    /// The size of a struct is unknown.
    public static let embeddingWrongSize = StudioError.Code(rawValue: "WrongSize")
    /// A command cannot be decoded.
    public static let embeddingInvalidJSON = StudioError.Code(rawValue: "InvalidJSON")
    /// A command cannot be performed now.
    public static let embeddingCommandRejected = StudioError.Code(rawValue: "CommandRejected")
    /// The planes of a lent frame are not those of a borrowed one.
    public static let embeddingWrongLayout = StudioError.Code(rawValue: "WrongLayout")
    /// The time has elapsed.
    public static let embeddingTimedOut = StudioError.Code(rawValue: "TimedOut")
    /// The call was made in the handler of a signal that interrupted another one.
    public static let embeddingInterrupted = StudioError.Code(rawValue: "Interrupted")
    /// The configuration is invalid.
    public static let embeddingUsage = StudioError.Code(rawValue: "Usage")
    /// The session has ended.
    public static let embeddingEnded = StudioError.Code(rawValue: "Ended")
    /// The call does not fit the options of the object.
    public static let embeddingWrongUsage = StudioError.Code(rawValue: "WrongUsage")
    /// A number is unknown.
    public static let embeddingInvalidParameter = StudioError.Code(rawValue: "InvalidParameter")
    /// There is no such participant.
    public static let embeddingNotFound = StudioError.Code(rawValue: "NotFound")
    /// The machine lacks threads.
    public static let embeddingNoResources = StudioError.Code(rawValue: "NoResources")
}

extension Rule {
    /// C-CALL-001: A required pointer is not null.
    public static let embeddingNullPointer = Rule(
        "C-CALL-001", .embeddingNullPointer, .own, "A required pointer is not null.",
        source: "Reading it would end the host. No vendor decides this: the C interface is psstudio's own.")
    /// C-CALL-002: A handle is open, and of the kind that the function needs.
    public static let embeddingClosedHandle = Rule(
        "C-CALL-002", .embeddingClosedHandle, .own, "A handle is open, and of the kind that the function needs.",
        source: "Handles are numbers in a table, so that a closed one is recognised. No vendor decides this: the C "
            + "interface is psstudio's own.")
    /// C-CALL-003: A function that psstudio.h marks [waits] is not called inside a callback, and none that can fail in
    /// a log line or the end of a loan.
    public static let embeddingInsideCallback = Rule(
        "C-CALL-003", .embeddingInsideCallback, .own,
        "A function that psstudio.h marks [waits] is not called inside a callback, and none that can fail in a log "
            + "line or the end of a loan.",
        source: "It could wait for the thread that it runs on; log lines and ends of loans may occur inside a call. No "
            + "vendor decides this: the C interface is psstudio's own.")
    /// C-CALL-004: A forked child does not use the library of its parent.
    public static let embeddingForked = Rule(
        "C-CALL-004", .embeddingForked, .own, "A forked child does not use the library of its parent.",
        source: "The threads of the library do not exist in the child. No vendor decides this: the C interface is "
            + "psstudio's own.")
    /// C-CALL-005: The size in options, requests, callbacks and statistics is that of a known version.
    public static let embeddingWrongSize = Rule(
        "C-CALL-005", .embeddingWrongSize, .own,
        "The size in options, requests, callbacks and statistics is that of a known version.",
        source: "A missing size is the usual sign of a struct that was not initialised. No vendor decides this: the C "
            + "interface is psstudio's own.")
    /// C-CALL-006: What a function waits for happens in its time; callbacks return within ten seconds while a clock is
    /// advanced.
    public static let embeddingTimeout = Rule(
        "C-CALL-006", .embeddingTimedOut, .own,
        "What a function waits for happens in its time; callbacks return within ten seconds while a clock is advanced.",
        source: "The host passes the time; ten seconds of an advanced clock show a callback that does not return. No "
            + "vendor decides this: the C interface is psstudio's own.")
    /// C-CALL-007: A client is dispatched only if it has on_pending, and its clock is advanced, by 0 to 86400 s, only
    /// if it is manual.
    public static let embeddingDispatch = Rule(
        "C-CALL-007", .embeddingWrongUsage, .own,
        "A client is dispatched only if it has on_pending, and its clock is advanced, by 0 to 86400 s, only if it is "
            + "manual.",
        source: "Otherwise the library does both; the limit of a day is chosen. No vendor decides this: the C "
            + "interface is psstudio's own.")
    /// C-CALL-008: Actions, queries, kinds and audio formats of joining, memory modes and audio points are those of the
    /// header.
    public static let embeddingUnknownNumber = Rule(
        "C-CALL-008", .embeddingInvalidParameter, .own,
        "Actions, queries, kinds and audio formats of joining, memory modes and audio points are those of the header.",
        source: "A number that the library does not know may belong to a later version. No vendor decides this: the C "
            + "interface is psstudio's own.")
    /// C-CALL-009: A participant that is asked for is in the meeting, as the client knows it.
    public static let embeddingNoParticipant = Rule(
        "C-CALL-009", .embeddingNotFound, .own,
        "A participant that is asked for is in the meeting, as the client knows it.",
        source: "Asking is not a violation of the meeting's rules. No vendor decides this: the C interface is "
            + "psstudio's own.")
    /// C-CALL-010: A handler of a signal that interrupted a call does not call the library.
    public static let embeddingInterrupted = Rule(
        "C-CALL-010", .embeddingInterrupted, .own,
        "A handler of a signal that interrupted a call does not call the library.",
        source: "The interrupted call may hold a lock, and the second call would wait for ever. No vendor decides "
            + "this: the C interface is psstudio's own.")
    /// C-CALL-011: A rule that is reported is one of the client's.
    public static let embeddingNoRule = Rule(
        "C-CALL-011", .embeddingNotFound, .own, "A rule that is reported is one of the client's.",
        source: "Its identifier gives the code of the call; nothing is known of another one. No vendor decides this: "
            + "the C interface is psstudio's own.")
    /// C-FRAME-001: A lent frame has the layout of a borrowed one.
    public static let embeddingWrongLayout = Rule(
        "C-FRAME-001", .embeddingWrongLayout, .own, "A lent frame has the layout of a borrowed one.",
        source: "Outputs read frames of one layout; another one would have to be copied. No vendor decides this: the C "
            + "interface is psstudio's own.")
    /// C-JSON-001: A command has the form that docs/session.md lists.
    public static let embeddingInvalidJSON = Rule(
        "C-JSON-001", .embeddingInvalidJSON, .own, "A command has the form that docs/session.md lists.",
        source: "Scenarios and the control socket take the same form. No vendor decides this: the C interface is "
            + "psstudio's own.")
    /// C-JSON-002: A command can be performed now: what it names exists, its values are accepted, and the program has
    /// what it changes.
    public static let embeddingCommandRejected = Rule(
        "C-JSON-002", .embeddingCommandRejected, .own,
        "A command can be performed now: what it names exists, its values are accepted, and the program has what it "
            + "changes.",
        source: "A wrong number of an output or user would change nothing, and nothing would show it. No vendor "
            + "decides this: the C interface is psstudio's own.")
    /// C-SESSION-001: The options of a session, studio or client, and PSSTUDIO_*, have valid values.
    public static let embeddingUsage = Rule(
        "C-SESSION-001", .embeddingUsage, .own,
        "The options of a session, studio or client, and PSSTUDIO_*, have valid values.",
        source: "Names, numbers, scenarios and forms of addresses are checked before anything begins; the start checks "
            + "size and format, and outputs and traces may fail later. No vendor decides this: the C interface is "
            + "psstudio's own.")
    /// C-SESSION-002: A session that has ended, or is ending, has no sender.
    public static let embeddingEnded = Rule(
        "C-SESSION-002", .embeddingEnded, .own, "A session that has ended, or is ending, has no sender.",
        source: "An ended session keeps its report; for more, another session is created. After a failure, its own "
            + "code is returned instead. No vendor decides this: the C interface is psstudio's own.")
    /// C-SESSION-003: Events need a thread, which must be startable.
    public static let embeddingNoResources = Rule(
        "C-SESSION-003", .embeddingNoResources, .own, "Events need a thread, which must be startable.",
        source: "Without the thread there would be no callback, and nothing would show it. No vendor decides this: the "
            + "C interface is psstudio's own.")
}

extension RuleCatalogue {
    /// The rules of the C interface itself.
    public static let embedding = RuleCatalogue(
        interface: "c", title: "C interface",
        rules: [
            .embeddingNullPointer, .embeddingClosedHandle, .embeddingInsideCallback, .embeddingForked,
            .embeddingWrongSize, .embeddingTimeout, .embeddingDispatch, .embeddingUnknownNumber,
            .embeddingNoParticipant, .embeddingInterrupted, .embeddingNoRule, .embeddingWrongLayout,
            .embeddingInvalidJSON, .embeddingCommandRejected, .embeddingUsage, .embeddingEnded, .embeddingNoResources,
        ])
}
