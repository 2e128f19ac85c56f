public import StudioCore

// The meeting: joining, leaving, reconnecting, breakout rooms, webinars.
extension Rule {
    /// PS-MEET-001.
    public static let meetJoinOrder = Rule(
        "PS-MEET-001", .success, .chosen,
        "Joining reports Connecting, then InMeeting, then all participants, the local user first.",
        source: "Header: the statuses; their order follows from their names")

    /// PS-MEET-002.
    public static let meetOutside = Rule(
        "PS-MEET-002", .notInMeeting, .inferred,
        "In the waiting room or before the host nothing can be started; admission reports InMeeting.",
        source: "Guide: the controller exists after joining")

    /// PS-MEET-003.
    public static let meetJoiningFails = Rule(
        "PS-MEET-003", .success, .inferred,
        "A failed join reports Connecting, then Failed, and is final.",
        source: "Header: the statuses")

    /// PS-MEET-004.
    public static let meetPutOutside = Rule(
        "PS-MEET-004", .success, .chosen,
        "Moving to the waiting room stops the studio; on return the user ID is new and the role is lost.",
        source: "A waiting user cannot send; IDs change when a user rejoins")

    /// PS-MEET-005.
    public static let meetEndOrder = Rule(
        "PS-MEET-005", .success, .chosen,
        "Leaving reports Disconnecting, then the stop of the studio, then Ended.",
        source: "The client can clean up before Ended")

    /// PS-MEET-006.
    public static let meetEndReason = Rule(
        "PS-MEET-006", .success, .documented,
        "Ended carries the reason, which is None when the local user left.",
        source: "Header: EndMeetingReason")

    /// PS-MEET-007.
    public static let meetEndIsFinal = Rule(
        "PS-MEET-007", .success, .chosen,
        "A meeting that has ended stays ended; joining again is another meeting.",
        source: "User IDs are scoped to one meeting")

    /// PS-MEET-008.
    public static let meetReconnecting = Rule(
        "PS-MEET-008", .success, .chosen,
        "Reconnecting keeps the studio, the roster, the roles and the user IDs.",
        source: "The state of the studio is kept")

    /// PS-MEET-009.
    public static let meetReconnectingStops = Rule(
        "PS-MEET-009", .success, .chosen,
        "A lost connection stops the studio if the test requests it.",
        source: "Injected fault")

    /// PS-MEET-010.
    public static let meetBreakoutRoom = Rule(
        "PS-MEET-010", .success, .chosen,
        "Moving to a breakout room or back stops the studio, assigns a new user ID and keeps the role; a new start is allowed.",
        source: "Header: the statuses; a room is a separate conference")

    /// PS-MEET-011.
    public static let meetWebinar = Rule(
        "PS-MEET-011", .success, .inferred,
        "In a webinar, promotion and demotion report the status, then the role; only host and co-host may start.",
        source: "Header: the statuses; guide: who may start")

    /// PS-MEET-012.
    public static let meetMomentary = Rule(
        "PS-MEET-012", .success, .chosen,
        "AudioReady and the statuses of webinars and breakout rooms are reported without changing the status.",
        source: "They name events, not states")

    /// PS-MEET-013.
    public static let meetControllerIdentity = Rule(
        "PS-MEET-013", .success, .chosen,
        "The controller is the same object during one meeting; it is invalid afterwards.",
        source: "One meeting, one studio")

    /// PS-MEET-014.
    public static let meetSharedIsJoined = Rule(
        "PS-MEET-014", .success, .chosen,
        "By default, the shared SDK has joined a meeting as host.",
        source: "The guide's samples work without preparation")
}

extension RuleCatalogue {
    static let meetings: [Rule] = [
        .meetJoinOrder, .meetOutside, .meetJoiningFails, .meetPutOutside, .meetEndOrder, .meetEndReason,
        .meetEndIsFinal, .meetReconnecting, .meetReconnectingStops, .meetBreakoutRoom, .meetWebinar, .meetMomentary,
        .meetControllerIdentity, .meetSharedIsJoined,
    ]
}
