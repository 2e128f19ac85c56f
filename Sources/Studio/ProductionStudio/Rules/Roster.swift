public import StudioCore

// Participants and the active studio.
extension Rule {
    /// PS-ROSTER-001: User IDs are large, increase, and are never reused in a meeting; a user who rejoins gets a new
    /// one.
    public static let rosterNumbers = Rule(
        "PS-ROSTER-001", .success, .inferred,
        "User IDs are large, increase, and are never reused in a meeting; a user who rejoins gets a new one.",
        source: "Zoom docs, Meeting SDK for macOS, Access in-meeting user information: who rejoins gets a new ID. "
            + "Webhooks had 16778240, and after a rejoin 16780288: "
            + "https://devforum.zoom.us/t/participant-join-left-webhooks-is-not-coming-in-right-order/6498. The rest "
            + "is inferred.")

    /// PS-ROSTER-002: Inside a callback, queries agree with it: a user who joined is listed, a user who left is not.
    public static let rosterAgrees = Rule(
        "PS-ROSTER-002", .success, .chosen,
        "Inside a callback, queries agree with it: a user who joined is listed, a user who left is not.",
        source: "Both reflect the events delivered so far, so that a client reads what was reported to it. A trace "
            + "that queries inside each callback would decide; PS-ROSTER-009 has what was seen otherwise.")

    /// PS-ROSTER-003: An expelled user leaves; for the local user, the meeting ends with KickByHost.
    public static let rosterExpelled = Rule(
        "PS-ROSTER-003", .success, .documented,
        "An expelled user leaves; for the local user, the meeting ends with KickByHost.",
        source: "ZoomSDKMeetingActionController.h: expelUser:; ZoomSDKErrors.h: EndMeetingReason_KickByHost")

    /// PS-ROSTER-004: A studio stops and leaves before the user who sends.
    public static let rosterStudioFirst = Rule(
        "PS-ROSTER-004", .success, .chosen,
        "A studio stops and leaves before the user who sends.",
        source: "A child does not outlive its parent. No report describes it. A trace of another host who leaves while "
            + "sending would decide.")

    /// PS-ROSTER-005: A meeting has one studio: while one is accepted or publishing, no other can start.
    public static let rosterOneStudio = Rule(
        "PS-ROSTER-005", .success, .inferred,
        "A meeting has one studio: while one is accepted or publishing, no other can start.",
        source: "ZoomSDKMeetingProductionStudioController.h: getPSUserID, the current studio user, is one. That "
            + "another start is refused is inferred.")

    /// PS-ROSTER-006: Another user's studio is reported like the local one: joins, started; stopped, leaves.
    public static let rosterOtherStudio = Rule(
        "PS-ROSTER-006", .success, .chosen,
        "Another user's studio is reported like the local one: joins, started; stopped, leaves.",
        source: "ZoomSDKMeetingProductionStudioController.h: onPSUserStatusChanged:isStart:, for a studio user who "
            + "starts and stops. That its joining and leaving frame them, as in PS-ORDER-002 and PS-ORDER-003, is "
            + "chosen. A trace of another user's studio would decide.")

    /// PS-ROSTER-007: Removing the local studio participant stops the studio.
    public static let rosterStudioExpelled = Rule(
        "PS-ROSTER-007", .success, .chosen,
        "Removing the local studio participant stops the studio.",
        source: "Without its participant nothing can be published. No report describes it. A trace of a host who "
            + "expels the studio user would decide.")

    /// PS-ROSTER-008: Another user's studio stops and leaves when that user is no longer host or co-host; another may
    /// then start.
    public static let rosterStudioRoleLost = Rule(
        "PS-ROSTER-008", .success, .inferred,
        "Another user's studio stops and leaves when that user is no longer host or co-host; another may then start.",
        source: "ZoomSDKMeetingProductionStudioController.h: canStartPSMode, host or co-host; the guide names a role "
            + "change among the stops of the own studio. That another user's studio stops and leaves, too, and that "
            + "another may then start, is inferred.")

    /// PS-ROSTER-009: On request, a user who was reported cannot be looked up yet: the result is nil, which is reported
    /// once.
    public static let rosterUnresolved = Rule(
        "PS-ROSTER-009", .success, .inferred,
        "On request, a user who was reported cannot be looked up yet: the result is nil, which is reported once.",
        source: "https://github.com/attendee-labs/attendee/pull/929: on Linux, while it reconnects or passes the "
            + "waiting room, the list has an ID that GetUserByUserID cannot resolve yet. That one that was reported "
            + "cannot is inferred. The report is psstudio's.")
}

extension RuleCatalogue {
    static let roster: [Rule] = [
        .rosterNumbers, .rosterAgrees, .rosterExpelled, .rosterStudioFirst, .rosterOneStudio, .rosterOtherStudio,
        .rosterStudioExpelled, .rosterStudioRoleLost, .rosterUnresolved,
    ]
}
