public import StudioCore

// Roles, and requests that need one.
extension Rule {
    /// PS-ROLE-001: Changing roles, expelling and ending require an active meeting.
    public static let requestOutsideMeeting = Rule(
        "PS-ROLE-001", .notInMeeting, .inferred,
        "Changing roles, expelling and ending require an active meeting.",
        source: "ZoomSDKErrors.h: ZoomSDKError_NotInMeeting; which calls return it is not documented. Ending has it "
            + "only here, as leaveMeetingWithCmd: has no result. That it is checked first is psstudio's order.")

    /// PS-ROLE-002: Assigning roles and ending for all require the host, expelling a host or co-host, reclaiming the
    /// original host.
    public static let requestWithoutRole = Rule(
        "PS-ROLE-002", .noPermission, .inferred,
        "Assigning roles and ending for all require the host, expelling a host or co-host, reclaiming the original host.",
        source: "ZoomSDKMeetingActionController.h: revokeCoHost:, and ZoomSDKMeetingService.h: leaveMeetingWithCmd:, "
            + "only the host; for Zoom's apps https://support.zoom.com/hc/en/"
            + "article?id=zm_kb&sysparm_article=KB0066640: only the host assigns co-hosts. Making a host, expelling, "
            + "reclaiming and the code are inferred; the order of the checks is psstudio's.")

    /// PS-ROLE-003: The target of a request must be in the meeting, and the request must change its state.
    public static let requestForNobody = Rule(
        "PS-ROLE-003", .invalidParameter, .chosen,
        "The target of a request must be in the meeting, and the request must change its state.",
        source: "Otherwise the call would change nothing, and the code makes it visible. "
            + "ZoomSDKMeetingActionController.h: its calls name no code; assignCoHost: says that a co-host cannot be "
            + "assigned by himself. The rest is chosen. A trace with the ID of a user who left would decide.")

    /// PS-ROLE-004: The current host cannot reclaim the host role.
    public static let reclaimAsHost = Rule(
        "PS-ROLE-004", .wrongUsage, .chosen,
        "The current host cannot reclaim the host role.",
        source: "It indicates a bug of the client, which can ask canReclaimHost. A trace of a host who calls "
            + "reclaimHost would decide.")

    /// PS-ROLE-005: A meeting has one host; a host who assigns another one becomes an attendee, in a webinar a
    /// panelist.
    public static let roleOneHost = Rule(
        "PS-ROLE-005", .success, .chosen,
        "A meeting has one host; a host who assigns another one becomes an attendee, in a webinar a panelist.",
        source: "ZoomSDKMeetingActionController.h: makeHost:, a new host, and onHostChange: with one ID. That the "
            + "former host becomes an attendee, or a panelist, is chosen. A trace of getUserRole after makeHost: would "
            + "decide.")

    /// PS-ROLE-006: When the host leaves, the first co-host becomes host, otherwise the participant who joined first.
    public static let roleHostLeaves = Rule(
        "PS-ROLE-006", .success, .chosen,
        "When the host leaves, the first co-host becomes host, otherwise the participant who joined first.",
        source: "https://community.zoom.com/t5/Meetings/How-exactly-does-the-host-role-get-distributed-when-the-host/"
            + "td-p/99491, for a host who is disconnected: a co-host, else a user of the host's organisation, else "
            + "nobody; a host who leaves is asked. That both are the same here, which user follows, and that guests "
            + "count, is chosen. A trace of a lost host would decide.")

    /// PS-ROLE-007: The original host regains the role by reclaimHost, or by makeHost with 0, which the host may call,
    /// too.
    public static let roleReclaim = Rule(
        "PS-ROLE-007", .success, .inferred,
        "The original host regains the role by reclaimHost, or by makeHost with 0, which the host may call, too.",
        source: "ZoomSDKMeetingActionController.h: reclaimHost, the host's role; makeHost:, with 0 an original host "
            + "who lost the role takes it back. That reclaimHost is for the original host is inferred, and that the "
            + "host returns the role with 0 from the right to assign it; an original host who is the host gets "
            + "PS-ROLE-003.")

    /// PS-ROLE-008: A role change reports the stop of the studio, if any, then the new roles, then co-host and host.
    public static let roleOrder = Rule(
        "PS-ROLE-008", .success, .chosen,
        "A role change reports the stop of the studio, if any, then the new roles, then co-host and host.",
        source: "The client's own pipeline comes first, then the state that queries see, then its reports. A trace of "
            + "a host who loses the role while sending would decide.")

    /// PS-ROLE-009: Only the host can end the meeting for all; any other user only leaves.
    public static let roleEndByOthers = Rule(
        "PS-ROLE-009", .noPermission, .chosen,
        "Only the host can end the meeting for all; any other user only leaves.",
        source: "ZoomSDKMeetingService.h: leaveMeetingWithCmd:, only the host can end; it has no result. That the call "
            + "of any other user only leaves is chosen, and the code is psstudio's. A trace of a participant who ends "
            + "the meeting would decide.")
}

extension RuleCatalogue {
    static let roles: [Rule] = [
        .requestOutsideMeeting, .requestWithoutRole, .requestForNobody, .reclaimAsHost, .roleOneHost,
        .roleHostLeaves, .roleReclaim, .roleOrder, .roleEndByOthers,
    ]
}
