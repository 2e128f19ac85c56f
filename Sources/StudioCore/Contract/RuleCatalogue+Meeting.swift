// The life of a meeting: coming and going, roles, who is there.
extension RuleCatalogue {
    static let meeting: [Rule] = [
        Rule(
            .meetJoinOrder, .success, .chosen,
            "Joining tells Connecting, then InMeeting, then everybody who is there, the local user first.",
            source: "Header: the statuses; their order follows from their names"),
        Rule(
            .meetOutside, .notInMeeting, .inferred,
            "Outside, in the waiting room or before the host, nothing can be started; being let in tells InMeeting.",
            source: "Guide: the controller exists after joining"),
        Rule(
            .meetJoiningFails, .success, .inferred,
            "Joining that fails tells Connecting, then Failed, and is final.",
            source: "Header: the statuses"),
        Rule(
            .meetPutOutside, .success, .chosen,
            "The waiting room ends a run first; on return the number is new and host or co-host is lost.",
            source: "Whoever waits outside cannot send; ids change when a user rejoins"),
        Rule(
            .meetEndOrder, .success, .chosen,
            "The way out is told as Disconnecting, the end of a run, Ended.",
            source: "The app can clean up before Ended"),
        Rule(
            .meetEndReason, .success, .documented,
            "Ended says why; the reason is None after the local user's own leaving.",
            source: "Header: EndMeetingReason"),
        Rule(
            .meetEndIsFinal, .success, .chosen,
            "A meeting that is over stays over; who comes back is in another meeting.",
            source: "User ids are scoped to one meeting"),
        Rule(
            .meetReconnecting, .success, .chosen,
            "Reconnecting keeps the run, the roster, the roles and the numbers.",
            source: "The state of the studio is kept"),
        Rule(
            .meetReconnectingStops, .success, .chosen,
            "A lost connection stops the run where the test asks for it.",
            source: "Faults on request"),
        Rule(
            .meetBreakoutRoom, .success, .chosen,
            "Moving into a breakout room or back ends a run, gives a new number, keeps the role and allows a new start.",
            source: "Header: the statuses; a room is a conference of its own"),
        Rule(
            .meetWebinar, .success, .inferred,
            "In a webinar promotion and demotion tell the status, then the role; only host and co-host may start.",
            source: "Header: the statuses; guide: who may start"),
        Rule(
            .meetMomentary, .success, .chosen,
            "AudioReady and the statuses of webinars and breakout rooms are told; the status stays what it was.",
            source: "They name events, not states"),
        Rule(
            .meetControllerIdentity, .success, .chosen,
            "The controller is one object during one meeting; a kept one stays stale afterwards.",
            source: "One meeting, one studio"),
        Rule(
            .meetSharedIsJoined, .success, .chosen,
            "Unprepared, the shared SDK is in a meeting that was joined as host.",
            source: "The guide's samples run without preparation"),
    ]

    static let roles: [Rule] = [
        Rule(
            .requestOutsideMeeting, .notInMeeting, .inferred,
            "Changing roles, expelling and ending need a meeting that is going on.",
            source: "Code NotInMeeting; checked first"),
        Rule(
            .requestWithoutRole, .noPermission, .inferred,
            "Making hosts and co-hosts and ending for all need the host, expelling a co-host, reclaiming the first host.",
            source: "Code NoPermission; checked second"),
        Rule(
            .requestForNobody, .invalidParameter, .chosen,
            "A request names somebody who is here and for whom it changes something.",
            source: "Code InvalidParameter"),
        Rule(
            .reclaimAsHost, .wrongUsage, .chosen,
            "Who is the host has nothing to reclaim.",
            source: "It shows a mistake of the app"),
        Rule(
            .roleOneHost, .success, .chosen,
            "There is one host; who makes another one becomes attendee, in a webinar panelist.",
            source: "Header: makeHost hands the role over"),
        Rule(
            .roleHostLeaves, .success, .chosen,
            "When the host goes, the first co-host follows, otherwise who came first.",
            source: "A meeting goes on without its first host"),
        Rule(
            .roleReclaim, .success, .documented,
            "The original host gets the role back by reclaimHost, or from the host by makeHost with 0.",
            source: "Header: makeHost, reclaimHost"),
        Rule(
            .roleOrder, .success, .chosen,
            "A change of roles tells the end of the run that it costs, the new roles, then co-host and host.",
            source: "The app's own pipeline comes first"),
        Rule(
            .roleEndByOthers, .noPermission, .documented,
            "Only the host's End ends the meeting for all; anybody else's is their own leaving.",
            source: "Header: LeaveMeetingCmd; that it leaves is chosen"),
    ]

    static let roster: [Rule] = [
        Rule(
            .rosterNumbers, .success, .inferred,
            "Numbers are large, go up, and are never used twice in a meeting: who rejoins has a new one.",
            source: "Seen by users of the SDK"),
        Rule(
            .rosterAgrees, .success, .chosen,
            "Inside a callback the queries agree with it: who joined is there, who left is not.",
            source: "Both come from what was told"),
        Rule(
            .rosterExpelled, .success, .documented,
            "Who is expelled leaves; for the local user the meeting has ended with KickByHost.",
            source: "Header: expelUser, EndMeetingReason"),
        Rule(
            .rosterStudioFirst, .success, .chosen,
            "A studio stops and leaves before the user who sends.",
            source: "A child does not outlive its parent"),
        Rule(
            .rosterOneStudio, .success, .inferred,
            "A meeting has one studio: while one is accepted or publishes, no other begins.",
            source: "Header: getPSUserID is singular"),
        Rule(
            .rosterOtherStudio, .success, .documented,
            "Another user's studio is told like the own one: joins, started; stopped, leaves.",
            source: "Guide: onPSUserStatusChanged is for any studio user"),
        Rule(
            .rosterStudioExpelled, .success, .chosen,
            "When the own studio participant is removed, the run is stopped.",
            source: "An internal stop"),
        Rule(
            .rosterStudioRoleLost, .success, .inferred,
            "Another user's studio stops and leaves when that user is no longer host or co-host; its place is free again.",
            source: "Guide: the local user's studio stops when host and co-host are lost"),
    ]
}
