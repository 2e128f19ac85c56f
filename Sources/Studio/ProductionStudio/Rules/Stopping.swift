public import StudioCore

// Stopping: by the client, by the meeting, and its end.
extension Rule {
    /// PS-STOP-001.
    public static let stopNotStarted = Rule(
        "PS-STOP-001", .wrongUsage, .chosen,
        "Stopping requires an active studio that is not already stopping.",
        source: "It indicates a client bug")

    /// PS-STOP-002.
    public static let stopWhileStarting = Rule(
        "PS-STOP-002", .success, .chosen,
        "A stop before the start result causes the result false, then one onStopSend.",
        source: "The client waits for both")

    /// PS-STOP-003.
    public static let stopWhileAccepted = Rule(
        "PS-STOP-003", .success, .chosen,
        "A stop before onStartSend causes no onStartSend and one onStopSend.",
        source: "The client waits for it")

    /// PS-STOP-004.
    public static let stopDeliveredOnce = Rule(
        "PS-STOP-004", .success, .chosen,
        "onStopSend is delivered once for each start that was accepted or stopped, and never otherwise.",
        source: "One invariant for every client")

    /// PS-STOP-005.
    public static let stopClosesGateFirst = Rule(
        "PS-STOP-005", .success, .inferred,
        "Frames are accepted until onStopSend begins, and never afterwards.",
        source: "Guide: the capture loop runs until onStopSend")

    /// PS-STOP-006.
    public static let stopAllowsRestart = Rule(
        "PS-STOP-006", .success, .chosen,
        "Inside onStopSend, the studio is idle and a new start is allowed.",
        source: "Restarting from the callback must work")

    /// PS-STOP-007.
    public static let stopOnRoleLoss = Rule(
        "PS-STOP-007", .success, .documented,
        "Losing the host or co-host role while sending stops the studio.",
        source: "Guide: internal stop")

    /// PS-STOP-008.
    public static let stopOnLossBeforeSending = Rule(
        "PS-STOP-008", .success, .chosen,
        "A role or meeting lost before the start result makes it false, without onStopSend; afterwards one onStopSend follows.",
        source: "Every start has one result, and nothing starts after its end")

    /// PS-STOP-009.
    public static let stopBeforeMeetingEnds = Rule(
        "PS-STOP-009", .success, .chosen,
        "When the meeting ends, onStopSend precedes the status Ended.",
        source: "The client can clean up")

    /// PS-STOP-010.
    public static let stopNotOnRoleMove = Rule(
        "PS-STOP-010", .success, .chosen,
        "A change between host and co-host does not stop the studio.",
        source: "Both may send")

    /// PS-STOP-011.
    public static let stopAfterNilSender = Rule(
        "PS-STOP-011", .success, .documented,
        "onStartSend without a sender is a failed start; one onStopSend follows.",
        source: "Guide: guard; onStopSend is chosen")

    /// PS-STOP-012.
    public static let stopOutsideMeeting = Rule(
        "PS-STOP-012", .notInMeeting, .inferred,
        "After the meeting, a retained controller returns NotInMeeting.",
        source: "Code NotInMeeting")
}

extension RuleCatalogue {
    static let stopping: [Rule] = [
        .stopNotStarted, .stopWhileStarting, .stopWhileAccepted, .stopDeliveredOnce, .stopClosesGateFirst,
        .stopAllowsRestart, .stopOnRoleLoss, .stopOnLossBeforeSending, .stopBeforeMeetingEnds, .stopNotOnRoleMove,
        .stopAfterNilSender, .stopOutsideMeeting,
    ]
}
