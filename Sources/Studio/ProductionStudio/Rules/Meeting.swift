public import StudioCore

// The meeting: joining, leaving, reconnecting, breakout rooms, webinars.
extension Rule {
    /// PS-MEET-001: Joining reports Connecting, then InMeeting. On macOS, those who are there are listed then, and do
    /// not join; in C++ they join next, the local user first.
    public static let meetJoinOrder = Rule(
        "PS-MEET-001", .success, .chosen,
        "Joining reports Connecting, then InMeeting. On macOS, those who are there are listed then, and do not join; "
            + "in C++ they join next, the local user first.",
        source: "The statuses by name. On macOS: https://github.com/zoom/zoom-macsdk-electron/issues/4, "
            + "https://github.com/LetsDoVideo/feeds/blob/01c884ecac86385577ba8327967f4f974f5343c1/engine/mac/"
            + "feeds-engine-mac.mm. C++: meeting_participants_ctrl_interface.h: onUserJoin, users who are in the "
            + "meeting. That the local user does as the others is inferred, that it comes first is chosen. A trace "
            + "of a join in C++ would decide.")

    /// PS-MEET-002: In the waiting room or before the host nothing can be started; admission reports InMeeting.
    public static let meetOutside = Rule(
        "PS-MEET-002", .notInMeeting, .inferred,
        "In the waiting room or before the host nothing can be started; admission reports InMeeting.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 1: the client gets the controller "
            + "after joining. ZoomSDKErrors.h: ZoomSDKMeetingStatus_InMeeting, the meeting is ready. That a waiting "
            + "user has not joined, and the code, are inferred.")

    /// PS-MEET-003: A failed join reports Connecting, then Failed, and is final.
    public static let meetJoiningFails = Rule(
        "PS-MEET-003", .success, .inferred,
        "A failed join reports Connecting, then Failed, and is final.",
        source: "https://github.com/attendee-labs/attendee/issues/353: on Linux, Connecting and then Failed with the "
            + "error. That nothing follows is inferred; with an on-behalf token Ended did: "
            + "https://devforum.zoom.us/t/142411.")

    /// PS-MEET-004: Moving to the waiting room stops the studio; on return the user ID is new, the role is lost, and
    /// the video is off.
    public static let meetPutOutside = Rule(
        "PS-MEET-004", .success, .chosen,
        "Moving to the waiting room stops the studio; on return the user ID is new, the role is lost, and the video is "
            + "off.",
        source: "A waiting user cannot send, so that the studio stops. Zoom docs, Meeting SDK for macOS, Access "
            + "in-meeting user information, has a new ID after rejoining and for breakout rooms; that it is new after "
            + "the waiting room, too, that the role is lost, and that the video is off, is chosen. No report "
            + "describes it. A trace of a host or co-host moved to the waiting room would decide.")

    /// PS-MEET-005: Leaving reports Disconnecting, then the stop of the studio, then Ended.
    public static let meetEndOrder = Rule(
        "PS-MEET-005", .success, .chosen,
        "Leaving reports Disconnecting, then the stop of the studio, then Ended.",
        source: "ZoomSDKErrors.h: ZoomSDKMeetingStatus_Disconnecting and ZoomSDKMeetingStatus_Ended; their order is "
            + "inferred from their meaning. The studio's place between them is chosen: the client can clean up before "
            + "Ended. A trace of leaving while it sends would decide.")

    /// PS-MEET-006: Ended carries the reason, which is None when the local user left.
    public static let meetEndReason = Rule(
        "PS-MEET-006", .success, .inferred,
        "Ended carries the reason, which is None when the local user left.",
        source: "ZoomSDKErrors.h: EndMeetingReason; ZoomSDKMeetingService.h: "
            + "onMeetingStatusChange:meetingError:EndReason:, a reason with every status. That the one of Ended is why "
            + "the meeting ended, and that None, which is for initialisation, is that of leaving, are inferred.")

    /// PS-MEET-007: A meeting that has ended stays ended; joining again is another meeting.
    public static let meetEndIsFinal = Rule(
        "PS-MEET-007", .success, .chosen,
        "A meeting that has ended stays ended; joining again is another meeting.",
        source: "Zoom docs, Meeting SDK for macOS, SDK error codes, 6: a meeting that has ended cannot be joined; "
            + "create another. Access in-meeting user information says of a user who leaves and rejoins that it is the "
            + "same meeting, with a new user ID; that it is another one here is chosen. A trace of a client that "
            + "leaves and joins again would decide.")

    /// PS-MEET-008: Reconnecting keeps the studio, the roster, the roles and the user IDs.
    public static let meetReconnecting = Rule(
        "PS-MEET-008", .success, .chosen,
        "Reconnecting keeps the studio, the roster, the roles and the user IDs.",
        source: "The connection comes back, and its user goes on. On Linux, IDs without users were seen meanwhile: "
            + "https://github.com/attendee-labs/attendee/pull/929. A trace of a lost network would decide.")

    /// PS-MEET-009: A lost connection stops the studio if the test requests it.
    public static let meetReconnectingStops = Rule(
        "PS-MEET-009", .success, .own,
        "A lost connection stops the studio if the test requests it.",
        source: "A client has to be tested with a studio that ends while the connection is lost. No vendor decides "
            + "this: it is psstudio's own design.")

    /// PS-MEET-010: Moving to a breakout room or back stops the studio, assigns a new user ID and keeps the role; a new
    /// start is allowed.
    public static let meetBreakoutRoom = Rule(
        "PS-MEET-010", .success, .chosen,
        "Moving to a breakout room or back stops the studio, assigns a new user ID and keeps the role; a new start is allowed.",
        source: "Zoom docs, Meeting SDK for macOS, Access in-meeting user information: the ID changes between the main "
            + "meeting and breakout rooms. That the studio stops, as in a meeting that is left, the role stays and a "
            + "new start is allowed is chosen. A trace of a host who moves while sending would decide.")

    /// PS-MEET-011: In a webinar, promotion and demotion report the status, then the role; only host and co-host may
    /// start.
    public static let meetWebinar = Rule(
        "PS-MEET-011", .success, .chosen,
        "In a webinar, promotion and demotion report the status, then the role; only host and co-host may start.",
        source: "ZoomSDKErrors.h: ZoomSDKMeetingStatus_Webinar_Promote, to panelist, and "
            + "ZoomSDKMeetingStatus_Webinar_Depromote; ZoomSDKMeetingProductionStudioController.h: canStartPSMode, "
            + "host or co-host. That the role follows the status is chosen. A trace of an attendee who is promoted and "
            + "demoted would decide.")

    /// PS-MEET-012: AudioReady and the statuses of webinars and breakout rooms are reported without changing the
    /// status.
    public static let meetMomentary = Rule(
        "PS-MEET-012", .success, .chosen,
        "AudioReady and the statuses of webinars and breakout rooms are reported without changing the status.",
        source: "ZoomSDKErrors.h: ZoomSDKMeetingStatus_AudioReady and those of webinars and rooms. The user stays in "
            + "the meeting, so that they count as events, not states; that is chosen. A trace of getMeetingStatus "
            + "after each of them would decide.")

    /// PS-MEET-013: The controller is the same object during one meeting; it is invalid afterwards.
    public static let meetControllerIdentity = Rule(
        "PS-MEET-013", .success, .chosen,
        "The controller is the same object during one meeting; it is invalid afterwards.",
        source: "One meeting has one studio. ZoomSDKMeetingService.h: _productionStudioController, one member of the "
            + "service; that each call in a meeting returns it, and that it is invalid afterwards, is chosen. A trace "
            + "that compares it at each callback, and calls it after the end, would decide.")

    /// PS-MEET-014: By default, the shared SDK has joined a meeting as host.
    public static let meetSharedIsJoined = Rule(
        "PS-MEET-014", .success, .own,
        "By default, the shared SDK has joined a meeting as host.",
        source: "The guide's samples work without preparation. No vendor decides this: it is psstudio's own design.")
}

extension RuleCatalogue {
    static let meetings: [Rule] = [
        .meetJoinOrder, .meetOutside, .meetJoiningFails, .meetPutOutside, .meetEndOrder, .meetEndReason,
        .meetEndIsFinal, .meetReconnecting, .meetReconnectingStops, .meetBreakoutRoom, .meetWebinar, .meetMomentary,
        .meetControllerIdentity, .meetSharedIsJoined,
    ]
}
