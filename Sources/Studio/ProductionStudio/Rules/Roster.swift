public import StudioCore

// Participants and the active studio.
extension Rule {
    /// PS-ROSTER-001.
    public static let rosterNumbers = Rule(
        "PS-ROSTER-001", .success, .inferred,
        "User IDs are large, increase, and are never reused in a meeting; a user who rejoins gets a new one.",
        source: "Reported by users of the SDK")

    /// PS-ROSTER-002.
    public static let rosterAgrees = Rule(
        "PS-ROSTER-002", .success, .chosen,
        "Inside a callback, queries agree with it: a user who joined is listed, a user who left is not.",
        source: "Both reflect the delivered events")

    /// PS-ROSTER-003.
    public static let rosterExpelled = Rule(
        "PS-ROSTER-003", .success, .documented,
        "An expelled user leaves; for the local user, the meeting ends with KickByHost.",
        source: "Header: expelUser, EndMeetingReason")

    /// PS-ROSTER-004.
    public static let rosterStudioFirst = Rule(
        "PS-ROSTER-004", .success, .chosen,
        "A studio stops and leaves before the user who sends.",
        source: "A child does not outlive its parent")

    /// PS-ROSTER-005.
    public static let rosterOneStudio = Rule(
        "PS-ROSTER-005", .success, .inferred,
        "A meeting has one studio: while one is accepted or publishing, no other can start.",
        source: "Header: getPSUserID is singular")

    /// PS-ROSTER-006.
    public static let rosterOtherStudio = Rule(
        "PS-ROSTER-006", .success, .documented,
        "Another user's studio is reported like the local one: joins, started; stopped, leaves.",
        source: "Guide: onPSUserStatusChanged is for any studio user")

    /// PS-ROSTER-007.
    public static let rosterStudioExpelled = Rule(
        "PS-ROSTER-007", .success, .chosen,
        "Removing the local studio participant stops the studio.",
        source: "An internal stop")

    /// PS-ROSTER-008.
    public static let rosterStudioRoleLost = Rule(
        "PS-ROSTER-008", .success, .inferred,
        "Another user's studio stops and leaves when that user is no longer host or co-host; another may then start.",
        source: "Guide: the local user's studio stops when the host or co-host role is lost")

    /// PS-ROSTER-009.
    public static let rosterUnresolved = Rule(
        "PS-ROSTER-009", .success, .inferred,
        "On request, a user who was reported cannot be looked up yet: the result is nil, which is reported once.",
        source: "Observed by clients that look a user up inside onUserJoin")
}

extension RuleCatalogue {
    static let roster: [Rule] = [
        .rosterNumbers, .rosterAgrees, .rosterExpelled, .rosterStudioFirst, .rosterOneStudio, .rosterOtherStudio,
        .rosterStudioExpelled, .rosterStudioRoleLost, .rosterUnresolved,
    ]
}
