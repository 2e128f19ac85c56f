public import StudioCore

// Roles, and requests that need one.
extension Rule {
    /// PS-ROLE-001.
    public static let requestOutsideMeeting = Rule(
        "PS-ROLE-001", .notInMeeting, .inferred,
        "Changing roles, expelling and ending require an active meeting.",
        source: "Code NotInMeeting; checked first")

    /// PS-ROLE-002.
    public static let requestWithoutRole = Rule(
        "PS-ROLE-002", .noPermission, .inferred,
        "Assigning roles and ending for all require the host, expelling a host or co-host, reclaiming the original host.",
        source: "Code NoPermission; checked second")

    /// PS-ROLE-003.
    public static let requestForNobody = Rule(
        "PS-ROLE-003", .invalidParameter, .chosen,
        "The target of a request must be in the meeting, and the request must change its state.",
        source: "Code InvalidParameter")

    /// PS-ROLE-004.
    public static let reclaimAsHost = Rule(
        "PS-ROLE-004", .wrongUsage, .chosen,
        "The current host cannot reclaim the host role.",
        source: "It indicates a client bug")

    /// PS-ROLE-005.
    public static let roleOneHost = Rule(
        "PS-ROLE-005", .success, .chosen,
        "A meeting has one host; a host who assigns another one becomes an attendee, in a webinar a panelist.",
        source: "Header: makeHost transfers the role")

    /// PS-ROLE-006.
    public static let roleHostLeaves = Rule(
        "PS-ROLE-006", .success, .chosen,
        "When the host leaves, the first co-host becomes host, otherwise the participant who joined first.",
        source: "A meeting continues without its original host")

    /// PS-ROLE-007.
    public static let roleReclaim = Rule(
        "PS-ROLE-007", .success, .documented,
        "The original host regains the role by reclaimHost, or when the host calls makeHost with 0.",
        source: "Header: makeHost, reclaimHost")

    /// PS-ROLE-008.
    public static let roleOrder = Rule(
        "PS-ROLE-008", .success, .chosen,
        "A role change reports the stop of the studio, if any, then the new roles, then co-host and host.",
        source: "The client's own pipeline comes first")

    /// PS-ROLE-009.
    public static let roleEndByOthers = Rule(
        "PS-ROLE-009", .noPermission, .documented,
        "Only the host can end the meeting for all; any other user only leaves.",
        source: "Header: LeaveMeetingCmd; leaving is chosen")
}

extension RuleCatalogue {
    static let roles: [Rule] = [
        .requestOutsideMeeting, .requestWithoutRole, .requestForNobody, .reclaimAsHost, .roleOneHost,
        .roleHostLeaves, .roleReclaim, .roleOrder, .roleEndByOthers,
    ]
}
