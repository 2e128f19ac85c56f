public import StudioCore

// Roles, and requests that need one.
extension Rule {
    /// PS-ROLE-001.
    public static let requestOutsideMeeting = Rule(
        "PS-ROLE-001", .notInMeeting, .inferred,
        "Changing roles, expelling and ending need a meeting that is going on.",
        source: "Code NotInMeeting; checked first")

    /// PS-ROLE-002.
    public static let requestWithoutRole = Rule(
        "PS-ROLE-002", .noPermission, .inferred,
        "Making hosts and co-hosts and ending for all need the host, expelling a co-host, reclaiming the first host.",
        source: "Code NoPermission; checked second")

    /// PS-ROLE-003.
    public static let requestForNobody = Rule(
        "PS-ROLE-003", .invalidParameter, .chosen,
        "A request names somebody who is here and for whom it changes something.",
        source: "Code InvalidParameter")

    /// PS-ROLE-004.
    public static let reclaimAsHost = Rule(
        "PS-ROLE-004", .wrongUsage, .chosen,
        "Who is the host has nothing to reclaim.",
        source: "It shows a mistake of the app")

    /// PS-ROLE-005.
    public static let roleOneHost = Rule(
        "PS-ROLE-005", .success, .chosen,
        "There is one host; who makes another one becomes attendee, in a webinar panelist.",
        source: "Header: makeHost hands the role over")

    /// PS-ROLE-006.
    public static let roleHostLeaves = Rule(
        "PS-ROLE-006", .success, .chosen,
        "When the host goes, the first co-host follows, otherwise who came first.",
        source: "A meeting goes on without its first host")

    /// PS-ROLE-007.
    public static let roleReclaim = Rule(
        "PS-ROLE-007", .success, .documented,
        "The original host gets the role back by reclaimHost, or from the host by makeHost with 0.",
        source: "Header: makeHost, reclaimHost")

    /// PS-ROLE-008.
    public static let roleOrder = Rule(
        "PS-ROLE-008", .success, .chosen,
        "A change of roles tells the end of the run that it costs, the new roles, then co-host and host.",
        source: "The app's own pipeline comes first")

    /// PS-ROLE-009.
    public static let roleEndByOthers = Rule(
        "PS-ROLE-009", .noPermission, .documented,
        "Only the host's End ends the meeting for all; anybody else's is their own leaving.",
        source: "Header: LeaveMeetingCmd; that it leaves is chosen")
}

extension RuleCatalogue {
    static let roles: [Rule] = [
        .requestOutsideMeeting, .requestWithoutRole, .requestForNobody, .reclaimAsHost, .roleOneHost,
        .roleHostLeaves, .roleReclaim, .roleOrder, .roleEndByOthers,
    ]
}
