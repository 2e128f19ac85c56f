public import StudioCore

// The entry into a meeting: init, authentication, joining, un-init.
extension Rule {
    /// PS-ENTRY-001.
    public static let initialisedTwice = Rule(
        "PS-ENTRY-001", .success, .chosen,
        "Init succeeds; another init before un-init also succeeds and has no effect.",
        source: "Clients guard the call with a flag")

    /// PS-ENTRY-002.
    public static let initialisationFails = Rule(
        "PS-ENTRY-002", .failed, .chosen,
        "Init fails with the code injected by the test.",
        source: "Injected fault")

    /// PS-ENTRY-003.
    public static let initialisationLeaves = Rule(
        "PS-ENTRY-003", .success, .chosen,
        "The first init silently leaves the implicit meeting; the status is then Idle.",
        source: "A client that calls init also joins")

    /// PS-ENTRY-004.
    public static let preparedMeetingStays = Rule(
        "PS-ENTRY-004", .success, .chosen,
        "A meeting created by the test survives init; joining or starting enters it.",
        source: "The test determines the meeting")

    /// PS-ENTRY-005.
    public static let authenticationUninitialised = Rule(
        "PS-ENTRY-005", .uninitialised, .chosen,
        "Authentication requires an initialised SDK.",
        source: "Code Uninit")

    /// PS-ENTRY-006.
    public static let authenticationWithoutCredentials = Rule(
        "PS-ENTRY-006", .invalidParameter, .inferred,
        "Authentication requires a non-empty token or key.",
        source: "Observed in clients")

    /// PS-ENTRY-007.
    public static let authenticationRefused = Rule(
        "PS-ENTRY-007", .failed, .inferred,
        "Authentication is rejected immediately with the injected code; there is no callback.",
        source: "Observed in clients whose runtime files are missing")

    /// PS-ENTRY-008.
    public static let authenticationAnswered = Rule(
        "PS-ENTRY-008", .success, .documented,
        "An accepted authentication has exactly one result, never delivered inside the call.",
        source: "Header: ZoomSDKAuthDelegate")

    /// PS-ENTRY-009.
    public static let authenticationReplaced = Rule(
        "PS-ENTRY-009", .success, .chosen,
        "A newer authentication replaces the pending one; one result is delivered.",
        source: "A client retries without a result")

    /// PS-ENTRY-010.
    public static let authenticationRepeated = Rule(
        "PS-ENTRY-010", .success, .chosen,
        "An authorised client may authenticate again and stays authorised whatever the result.",
        source: "Some clients query isAuthorized first, others keep a flag")

    /// PS-ENTRY-011.
    public static let authenticationFaults = Rule(
        "PS-ENTRY-011", .success, .inferred,
        "On request, the result of an authentication is a failure, or is delivered late, twice or never.",
        source: "Clients have watchdogs for it")

    /// PS-ENTRY-012.
    public static let tokenUnchecked = Rule(
        "PS-ENTRY-012", .success, .chosen,
        "Any non-empty token is valid unless strict mode or the test checks it; no signature is verified.",
        source: "Only the service has the key")

    /// PS-ENTRY-013.
    public static let tokenMalformed = Rule(
        "PS-ENTRY-013", .success, .chosen,
        "A checked token has three base64url parts and the algorithm HS256; otherwise the result is JwtTokenWrong.",
        source: "Guide: authorisation")

    /// PS-ENTRY-014.
    public static let tokenClaims = Rule(
        "PS-ENTRY-014", .success, .documented,
        "A checked token has the claims appKey or sdkKey, iat, exp and tokenExp; otherwise the result is JwtTokenWrong.",
        source: "Guide: authorisation")

    /// PS-ENTRY-015.
    public static let tokenValidity = Rule(
        "PS-ENTRY-015", .success, .documented,
        "A checked token is valid for 30 minutes to 48 hours; otherwise the result is JwtTokenWrong.",
        source: "Guide: authorisation")

    /// PS-ENTRY-016.
    public static let identityExpires = Rule(
        "PS-ENTRY-016", .success, .chosen,
        "The identity expires only on request; joining then requires another authentication.",
        source: "Header: onZoomAuthIdentityExpired")

    /// PS-ENTRY-017.
    public static let servicesExist = Rule(
        "PS-ENTRY-017", .success, .inferred,
        "Meeting and setting service are nil between init and the first successful authentication, "
            + "then one object until un-init.",
        source: "Observed: a delegate set earlier is lost silently")

    /// PS-ENTRY-018.
    public static let joinUninitialised = Rule(
        "PS-ENTRY-018", .uninitialised, .chosen,
        "Joining and starting require an initialised SDK.",
        source: "Code Uninit")

    /// PS-ENTRY-019.
    public static let joinUnauthorised = Rule(
        "PS-ENTRY-019", .wrongUsage, .chosen,
        "Joining and starting require an authorised SDK.",
        source: "The service exists only after authentication")

    /// PS-ENTRY-020.
    public static let joinBusy = Rule(
        "PS-ENTRY-020", .wrongUsage, .documented,
        "A join call while joining, in a meeting or leaving has no effect.",
        source: "Header: one operation at a time")

    /// PS-ENTRY-021.
    public static let joinWithoutNumber = Rule(
        "PS-ENTRY-021", .invalidParameter, .chosen,
        "Joining requires a meeting number or a vanity ID; starting with a ZAK does not.",
        source: "Header: an instant meeting has no number")

    /// PS-ENTRY-022.
    public static let startWithoutAccessKey = Rule(
        "PS-ENTRY-022", .invalidParameter, .chosen,
        "Starting with a ZAK requires a non-empty ZAK.",
        source: "The meeting would have no host")

    /// PS-ENTRY-023.
    public static let startWithoutLogin = Rule(
        "PS-ENTRY-023", .noPermission, .documented,
        "Starting as the logged-in user is rejected: login is not emulated.",
        source: "Header: for logged-in users")

    /// PS-ENTRY-024.
    public static let joinRefused = Rule(
        "PS-ENTRY-024", .failed, .chosen,
        "Joining is rejected immediately with the injected code; no status is reported.",
        source: "Injected fault")

    /// PS-ENTRY-025.
    public static let joinRole = Rule(
        "PS-ENTRY-025", .success, .chosen,
        "A user who starts a meeting is the host, one who joins is an attendee, unless the test sets a role.",
        source: "Guide: a ZAK starts a meeting as its user")

    /// PS-ENTRY-026.
    public static let joinReports = Rule(
        "PS-ENTRY-026", .success, .chosen,
        "Joining reports Connecting, the meeting's parameters, InMeeting, all participants, and "
            + "AudioReady unless joined without audio.",
        source: "Header: the statuses; their order follows from their names")

    /// PS-ENTRY-027.
    public static let joinWaits = Rule(
        "PS-ENTRY-027", .success, .inferred,
        "InWaitingRoom or WaitingForHost precedes InMeeting in the waiting room or before the host.",
        source: "Header: the statuses")

    /// PS-ENTRY-028.
    public static let joinFails = Rule(
        "PS-ENTRY-028", .success, .documented,
        "A failed join reports Failed with the meeting error; joining again is allowed.",
        source: "Header: ZoomSDKMeetingError")

    /// PS-ENTRY-029.
    public static let joinFailsAndEnds = Rule(
        "PS-ENTRY-029", .success, .inferred,
        "On request, a failed join reports Disconnecting, Failed, Ended, Ended.",
        source: "Observed in clients")

    /// PS-ENTRY-030.
    public static let statusFaults = Rule(
        "PS-ENTRY-030", .success, .inferred,
        "On request, a status is reported late, twice or never; getMeetingStatus changes in any case.",
        source: "Clients query the status when their watchdog fires")

    /// PS-ENTRY-031.
    public static let statusStays = Rule(
        "PS-ENTRY-031", .success, .chosen,
        "Ended and Failed remain until the next join or un-init; un-init sets the status to Idle.",
        source: "Clients poll the status after leaving")

    /// PS-ENTRY-032.
    public static let joinAgain = Rule(
        "PS-ENTRY-032", .success, .chosen,
        "Joining again is allowed, also inside the callback of Ended or Failed; it is another meeting.",
        source: "User IDs are scoped to one meeting")

    /// PS-ENTRY-033.
    public static let uninitialised = Rule(
        "PS-ENTRY-033", .success, .chosen,
        "Un-init removes services, authorisation, delegates and pending callbacks; init may follow.",
        source: "The reverse of init")

    /// PS-ENTRY-034.
    public static let uninitialisedInside = Rule(
        "PS-ENTRY-034", .success, .chosen,
        "Un-init in a meeting ends it immediately without further callbacks, and causes one warning.",
        source: "Release note: leave first, or it may deadlock")

    /// PS-ENTRY-035.
    public static let loginUnavailable = Rule(
        "PS-ENTRY-035", .unsupportedFeature, .chosen,
        "Login is not emulated: its calls are rejected, its queries return nil.",
        source: "Production Studio does not require login")

    /// PS-ENTRY-036.
    public static let startFaults = Rule(
        "PS-ENTRY-036", .success, .inferred,
        "On request, onStartPSModeResult and onStartSend are delivered late, twice or never; "
            + "a stop ends such a start.",
        source: "Observed: start-send twice or never")

    /// PS-ENTRY-037.
    public static let chatOutsideMeeting = Rule(
        "PS-ENTRY-037", .notInMeeting, .chosen,
        "Sending a chat message requires an active meeting.",
        source: "Code NotInMeeting")

    /// PS-ENTRY-038.
    public static let chatWithoutText = Rule(
        "PS-ENTRY-038", .invalidParameter, .chosen,
        "A chat message must have text.",
        source: "There is nothing else to send")

    /// PS-ENTRY-039.
    public static let chatReported = Rule(
        "PS-ENTRY-039", .success, .inferred,
        "A sent chat message is also delivered to the sender's delegate, once, with a unique ID.",
        source: "Observed in clients")
}

extension Rule {
    /// PS-ENTRY-040.
    public static let uninitialisedInCallback = Rule(
        "PS-ENTRY-040", .success, .chosen,
        "unInitSDK is called outside callbacks; inside one it is served here, and causes a warning.",
        source: "Release note: un-init inside the end of a meeting may deadlock; clients leave the callback first")
}

extension RuleCatalogue {
    static let entry: [Rule] = [
        .initialisedTwice, .initialisationFails, .initialisationLeaves, .preparedMeetingStays,
        .authenticationUninitialised, .authenticationWithoutCredentials, .authenticationRefused,
        .authenticationAnswered, .authenticationReplaced, .authenticationRepeated, .authenticationFaults,
        .tokenUnchecked, .tokenMalformed, .tokenClaims, .tokenValidity, .identityExpires, .servicesExist,
        .joinUninitialised, .joinUnauthorised, .joinBusy, .joinWithoutNumber, .startWithoutAccessKey,
        .startWithoutLogin, .joinRefused, .joinRole, .joinReports, .joinWaits, .joinFails, .joinFailsAndEnds,
        .statusFaults, .statusStays, .joinAgain, .uninitialised, .uninitialisedInside,
        .uninitialisedInCallback, .loginUnavailable,
        .startFaults, .chatOutsideMeeting, .chatWithoutText, .chatReported,
    ]
}
