public import StudioCore

// The participants, and whose studio is on.
extension Rule {
    /// PS-ROSTER-001.
    public static let rosterNumbers = Rule(
        "PS-ROSTER-001", .success, .inferred,
        "Numbers are large, go up, and are never used twice in a meeting: who rejoins has a new one.",
        source: "Seen by users of the SDK")

    /// PS-ROSTER-002.
    public static let rosterAgrees = Rule(
        "PS-ROSTER-002", .success, .chosen,
        "Inside a callback the queries agree with it: who joined is there, who left is not.",
        source: "Both come from what was told")

    /// PS-ROSTER-003.
    public static let rosterExpelled = Rule(
        "PS-ROSTER-003", .success, .documented,
        "Who is expelled leaves; for the local user the meeting has ended with KickByHost.",
        source: "Header: expelUser, EndMeetingReason")

    /// PS-ROSTER-004.
    public static let rosterStudioFirst = Rule(
        "PS-ROSTER-004", .success, .chosen,
        "A studio stops and leaves before the user who sends.",
        source: "A child does not outlive its parent")

    /// PS-ROSTER-005.
    public static let rosterOneStudio = Rule(
        "PS-ROSTER-005", .success, .inferred,
        "A meeting has one studio: while one is accepted or publishes, no other begins.",
        source: "Header: getPSUserID is singular")

    /// PS-ROSTER-006.
    public static let rosterOtherStudio = Rule(
        "PS-ROSTER-006", .success, .documented,
        "Another user's studio is told like the own one: joins, started; stopped, leaves.",
        source: "Guide: onPSUserStatusChanged is for any studio user")

    /// PS-ROSTER-007.
    public static let rosterStudioExpelled = Rule(
        "PS-ROSTER-007", .success, .chosen,
        "When the own studio participant is removed, the run is stopped.",
        source: "An internal stop")

    /// PS-ROSTER-008.
    public static let rosterStudioRoleLost = Rule(
        "PS-ROSTER-008", .success, .inferred,
        "Another user's studio stops and leaves when that user is no longer host or co-host; its place is free again.",
        source: "Guide: the local user's studio stops when host and co-host are lost")
}

extension RuleCatalogue {
    static let roster: [Rule] = [
        .rosterNumbers, .rosterAgrees, .rosterExpelled, .rosterStudioFirst, .rosterOneStudio, .rosterOtherStudio,
        .rosterStudioExpelled, .rosterStudioRoleLost,
    ]
}
