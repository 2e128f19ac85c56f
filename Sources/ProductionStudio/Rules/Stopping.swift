public import StudioCore

// Stopping: by the app, by the meeting, and the end of it.
extension Rule {
    /// PS-STOP-001.
    public static let stopNothingRunning = Rule(
        "PS-STOP-001", .wrongUsage, .chosen,
        "Stopping needs a run that is not stopping already.",
        source: "It shows a mistake of the app")

    /// PS-STOP-002.
    public static let stopWhileStarting = Rule(
        "PS-STOP-002", .success, .chosen,
        "A stop before the answer brings the answer false, then one onStopSend.",
        source: "The app waits for both")

    /// PS-STOP-003.
    public static let stopWhileAccepted = Rule(
        "PS-STOP-003", .success, .chosen,
        "A stop before onStartSend brings no onStartSend and one onStopSend.",
        source: "The app waits for it")

    /// PS-STOP-004.
    public static let stopDeliveredOnce = Rule(
        "PS-STOP-004", .success, .chosen,
        "onStopSend comes once for each run that was accepted or stopped, and never otherwise.",
        source: "One invariant for every client")

    /// PS-STOP-005.
    public static let stopClosesGateFirst = Rule(
        "PS-STOP-005", .success, .inferred,
        "Frames are accepted until onStopSend; none after that callback has begun.",
        source: "Guide: the capture loop runs until onStopSend")

    /// PS-STOP-006.
    public static let stopAllowsRestart = Rule(
        "PS-STOP-006", .success, .chosen,
        "Inside onStopSend nothing is running any more and a new start is allowed.",
        source: "Restarting from the callback must work")

    /// PS-STOP-007.
    public static let stopOnRoleLoss = Rule(
        "PS-STOP-007", .success, .documented,
        "Losing host or co-host while sending stops the run.",
        source: "Guide: internal stop")

    /// PS-STOP-008.
    public static let stopOnLossBeforeSending = Rule(
        "PS-STOP-008", .success, .chosen,
        "A role or meeting lost before the answer makes it false, without onStopSend; after it, one onStopSend.",
        source: "Every start is answered once, and nothing starts that is over")

    /// PS-STOP-009.
    public static let stopBeforeMeetingEnds = Rule(
        "PS-STOP-009", .success, .chosen,
        "When the meeting ends, onStopSend comes before the status Ended.",
        source: "The app can clean up")

    /// PS-STOP-010.
    public static let stopNotOnRoleMove = Rule(
        "PS-STOP-010", .success, .chosen,
        "A move between host and co-host does not stop the run.",
        source: "Both may send")

    /// PS-STOP-011.
    public static let stopAfterNilSender = Rule(
        "PS-STOP-011", .success, .documented,
        "onStartSend without a sender has failed; one onStopSend follows.",
        source: "Guide: guard; the end is chosen")

    /// PS-STOP-012.
    public static let stopOutsideMeeting = Rule(
        "PS-STOP-012", .notInMeeting, .inferred,
        "After the meeting a kept controller answers NotInMeeting.",
        source: "Code NotInMeeting")
}

extension RuleCatalogue {
    static let stopping: [Rule] = [
        .stopNothingRunning, .stopWhileStarting, .stopWhileAccepted, .stopDeliveredOnce, .stopClosesGateFirst,
        .stopAllowsRestart, .stopOnRoleLoss, .stopOnLossBeforeSending, .stopBeforeMeetingEnds, .stopNotOnRoleMove,
        .stopAfterNilSender, .stopOutsideMeeting,
    ]
}
