public import StudioCore

// Stopping: by the client, by the meeting, and its end.
extension Rule {
    /// PS-STOP-001: Stopping requires an active studio that is not already stopping.
    public static let stopNotStarted = Rule(
        "PS-STOP-001", .wrongUsage, .chosen,
        "Stopping requires an active studio that is not already stopping.",
        source: "It indicates a bug of the client, and the code makes it visible. A trace that stops twice would "
            + "decide.")

    /// PS-STOP-002: A stop before the start result causes the result false, then one onStopSend.
    public static let stopWhileStarting = Rule(
        "PS-STOP-002", .success, .chosen,
        "A stop before the start result causes the result false, then one onStopSend.",
        source: "A client waits for both, the answer of its start and the end of its stop. A trace that stops right "
            + "after the start would decide.")

    /// PS-STOP-003: A stop before onStartSend causes no onStartSend and one onStopSend.
    public static let stopWhileAccepted = Rule(
        "PS-STOP-003", .success, .chosen,
        "A stop before onStartSend causes no onStartSend and one onStopSend.",
        source: "A client waits for the end, and must not begin to send. A trace that stops inside the result would "
            + "decide.")

    /// PS-STOP-004: onStopSend is delivered once for each start that had the result true or was stopped, and never
    /// otherwise.
    public static let stopDeliveredOnce = Rule(
        "PS-STOP-004", .success, .chosen,
        "onStopSend is delivered once for each start that had the result true or was stopped, and never otherwise.",
        source: "One invariant serves every client's states. A trace of each way to end would decide.")

    /// PS-STOP-005: Frames are accepted until onStopSend begins, and never afterwards.
    public static let stopClosesGateFirst = Rule(
        "PS-STOP-005", .success, .inferred,
        "Frames are accepted until onStopSend begins, and never afterwards.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, steps 5 and 6: media is sent only "
            + "while onStartSend: is active; all is released in onStopSend. That frames are accepted until it begins "
            + "is inferred.")

    /// PS-STOP-006: Inside onStopSend, the studio is idle and a new start is allowed.
    public static let stopAllowsRestart = Rule(
        "PS-STOP-006", .success, .chosen,
        "Inside onStopSend, the studio is idle and a new start is allowed.",
        source: "Restarting from the callback must work. A trace that starts inside onStopSend would decide.")

    /// PS-STOP-007: Losing the host or co-host role while sending stops the studio.
    public static let stopOnRoleLoss = Rule(
        "PS-STOP-007", .success, .inferred,
        "Losing the host or co-host role while sending stops the studio.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, onStopSend: also for a stop by the "
            + "SDK, such as a change of the role. ZoomSDKMeetingProductionStudioController.h: canStartPSMode, only "
            + "host or co-host: that it is the loss of these roles is inferred.")

    /// PS-STOP-008: A role or meeting lost before the start result makes it false, without onStopSend; afterwards one
    /// onStopSend follows.
    public static let stopOnLossBeforeSending = Rule(
        "PS-STOP-008", .success, .chosen,
        "A role or meeting lost before the start result makes it false, without onStopSend; afterwards one onStopSend "
            + "follows.",
        source: "Every start has one result, and nothing starts after its end. A trace of a co-host who is revoked "
            + "while it starts would decide.")

    /// PS-STOP-009: When the meeting ends, onStopSend precedes the status Ended.
    public static let stopBeforeMeetingEnds = Rule(
        "PS-STOP-009", .success, .chosen,
        "When the meeting ends, onStopSend precedes the status Ended.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, onStopSend, has the end of the meeting "
            + "as a cause. That it comes first is chosen: a client can clean up while the meeting exists. A trace of "
            + "a meeting that ends while it sends would decide.")

    /// PS-STOP-010: A change between host and co-host does not stop the studio.
    public static let stopNotOnRoleMove = Rule(
        "PS-STOP-010", .success, .inferred,
        "A change between host and co-host does not stop the studio.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, onStopSend has a change of the role as "
            + "a cause and not which. ZoomSDKMeetingProductionStudioController.h: canStartPSMode, hosts and co-hosts "
            + "may start. That a change between them is not a cause is inferred.")

    /// PS-STOP-011: onStartSend without a sender is a failed start; one onStopSend follows.
    public static let stopAfterNilSender = Rule(
        "PS-STOP-011", .success, .chosen,
        "onStartSend without a sender is a failed start; one onStopSend follows.",
        source: "ZoomSDKMeetingProductionStudioController.h: onStartSend:, whose sender is nullable; the samples of "
            + "the guide check it. That the start failed then is inferred; that onStopSend follows is chosen, as "
            + "clients clean up there. A trace of a start without a sender would decide.")

    /// PS-STOP-012: After the meeting, a retained controller returns NotInMeeting.
    public static let stopOutsideMeeting = Rule(
        "PS-STOP-012", .notInMeeting, .inferred,
        "After the meeting, a retained controller returns NotInMeeting.",
        source: "ZoomSDKErrors.h: ZoomSDKError_NotInMeeting; which calls return it is not documented.")
}

extension RuleCatalogue {
    static let stopping: [Rule] = [
        .stopNotStarted, .stopWhileStarting, .stopWhileAccepted, .stopDeliveredOnce, .stopClosesGateFirst,
        .stopAllowsRestart, .stopOnRoleLoss, .stopOnLossBeforeSending, .stopBeforeMeetingEnds, .stopNotOnRoleMove,
        .stopAfterNilSender, .stopOutsideMeeting,
    ]
}
