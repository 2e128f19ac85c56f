public import StudioCore

// The meeting: joining, leaving, reconnecting, breakout rooms, webinars.
extension Rule {
    /// PS-MEET-001.
    public static let meetJoinOrder = Rule(
        "PS-MEET-001", .success, .chosen,
        "Joining tells Connecting, then InMeeting, then everybody who is there, the local user first.",
        source: "Header: the statuses; their order follows from their names")

    /// PS-MEET-002.
    public static let meetOutside = Rule(
        "PS-MEET-002", .notInMeeting, .inferred,
        "Outside, in the waiting room or before the host, nothing can be started; being let in tells InMeeting.",
        source: "Guide: the controller exists after joining")

    /// PS-MEET-003.
    public static let meetJoiningFails = Rule(
        "PS-MEET-003", .success, .inferred,
        "Joining that fails tells Connecting, then Failed, and is final.",
        source: "Header: the statuses")

    /// PS-MEET-004.
    public static let meetPutOutside = Rule(
        "PS-MEET-004", .success, .chosen,
        "The waiting room ends a run first; on return the number is new and host or co-host is lost.",
        source: "Whoever waits outside cannot send; ids change when a user rejoins")

    /// PS-MEET-005.
    public static let meetEndOrder = Rule(
        "PS-MEET-005", .success, .chosen,
        "The way out is told as Disconnecting, the end of a run, Ended.",
        source: "The app can clean up before Ended")

    /// PS-MEET-006.
    public static let meetEndReason = Rule(
        "PS-MEET-006", .success, .documented,
        "Ended says why; the reason is None after the local user's own leaving.",
        source: "Header: EndMeetingReason")

    /// PS-MEET-007.
    public static let meetEndIsFinal = Rule(
        "PS-MEET-007", .success, .chosen,
        "A meeting that is over stays over; who comes back is in another meeting.",
        source: "User ids are scoped to one meeting")

    /// PS-MEET-008.
    public static let meetReconnecting = Rule(
        "PS-MEET-008", .success, .chosen,
        "Reconnecting keeps the run, the roster, the roles and the numbers.",
        source: "The state of the studio is kept")

    /// PS-MEET-009.
    public static let meetReconnectingStops = Rule(
        "PS-MEET-009", .success, .chosen,
        "A lost connection stops the run where the test asks for it.",
        source: "Faults on request")

    /// PS-MEET-010.
    public static let meetBreakoutRoom = Rule(
        "PS-MEET-010", .success, .chosen,
        "Moving into a breakout room or back ends a run, gives a new number, keeps the role and allows a new start.",
        source: "Header: the statuses; a room is a conference of its own")

    /// PS-MEET-011.
    public static let meetWebinar = Rule(
        "PS-MEET-011", .success, .inferred,
        "In a webinar promotion and demotion tell the status, then the role; only host and co-host may start.",
        source: "Header: the statuses; guide: who may start")

    /// PS-MEET-012.
    public static let meetMomentary = Rule(
        "PS-MEET-012", .success, .chosen,
        "AudioReady and the statuses of webinars and breakout rooms are told; the status stays what it was.",
        source: "They name events, not states")

    /// PS-MEET-013.
    public static let meetControllerIdentity = Rule(
        "PS-MEET-013", .success, .chosen,
        "The controller is one object during one meeting; a kept one stays stale afterwards.",
        source: "One meeting, one studio")

    /// PS-MEET-014.
    public static let meetSharedIsJoined = Rule(
        "PS-MEET-014", .success, .chosen,
        "Unprepared, the shared SDK is in a meeting that was joined as host.",
        source: "The guide's samples run without preparation")
}

extension RuleCatalogue {
    static let meetings: [Rule] = [
        .meetJoinOrder, .meetOutside, .meetJoiningFails, .meetPutOutside, .meetEndOrder, .meetEndReason,
        .meetEndIsFinal, .meetReconnecting, .meetReconnectingStops, .meetBreakoutRoom, .meetWebinar, .meetMomentary,
        .meetControllerIdentity, .meetSharedIsJoined,
    ]
}
