public import StudioCore

// The entry into a meeting: init, authentication, joining, un-init.
extension Rule {
    /// PS-ENTRY-001: Init succeeds; another init before un-init also succeeds and has no effect.
    public static let initialisedTwice = Rule(
        "PS-ENTRY-001", .success, .chosen,
        "Init succeeds; another init before un-init also succeeds and has no effect.",
        source: "Clients for macOS guard init by a flag, and no second one is reported there; it loses nothing. Zoom's "
            + "plug-in for phones froze at a second one, and was fixed: "
            + "https://github.com/zoom/zoom-sdk-ionic/pull/1. A trace that initialises twice would decide.")

    /// PS-ENTRY-002: Init fails with the code injected by the test.
    public static let initialisationFails = Rule(
        "PS-ENTRY-002", .failed, .own,
        "Init fails with the code injected by the test.",
        source: "A client has to be tested with an init that fails; the test names the code. No vendor decides this: "
            + "it is psstudio's own design.")

    /// PS-ENTRY-003: The first init silently leaves the implicit meeting; the status is then Idle.
    public static let initialisationLeaves = Rule(
        "PS-ENTRY-003", .success, .own,
        "The first init silently leaves the implicit meeting; the status is then Idle.",
        source: "The implicit meeting exists only here, for the samples of the guide; a client that calls init also "
            + "joins. No vendor decides this: it is psstudio's own design.")

    /// PS-ENTRY-004: A meeting created by the test survives init; joining or starting enters it.
    public static let preparedMeetingStays = Rule(
        "PS-ENTRY-004", .success, .own,
        "A meeting created by the test survives init; joining or starting enters it.",
        source: "The test determines the meeting that its client enters. No vendor decides this: it is psstudio's own "
            + "design.")

    /// PS-ENTRY-005: Authentication requires an initialised SDK.
    public static let authenticationUninitialised = Rule(
        "PS-ENTRY-005", .uninitialised, .inferred,
        "Authentication requires an initialised SDK.",
        source: "ZoomSDKErrors.h: ZoomSDKError_Uninit, for an SDK that is not initialised; which calls return it is "
            + "not documented.")

    /// PS-ENTRY-006: Authentication requires a non-empty token or key.
    public static let authenticationWithoutCredentials = Rule(
        "PS-ENTRY-006", .invalidParameter, .inferred,
        "Authentication requires a non-empty token or key.",
        source: "ZoomSDKAuthService.h of older versions: sdkAuth:appSecret:, which refuses an empty key or secret at "
            + "once as an invalid parameter. For the token and the public app key of later versions "
            + "it is inferred.")

    /// PS-ENTRY-007: Authentication is rejected immediately with the injected code; there is no callback.
    public static let authenticationRefused = Rule(
        "PS-ENTRY-007", .failed, .observed,
        "Authentication is rejected immediately with the injected code; there is no callback.",
        source: "https://github.com/LetsDoVideo/feeds/blob/01c884ecac86385577ba8327967f4f974f5343c1/engine/mac/"
            + "feeds-engine-mac.mm#L55: on macOS without the runtime files, init succeeds, sdkAuth fails at once, and "
            + "no callback follows. The code is that of the test.")

    /// PS-ENTRY-008: An accepted authentication has exactly one result, never delivered inside the call.
    public static let authenticationAnswered = Rule(
        "PS-ENTRY-008", .success, .inferred,
        "An accepted authentication has exactly one result, never delivered inside the call.",
        source: "ZoomSDKAuthService.h: onZoomSDKAuthReturn:. At sdkAuth:appSecret:, 4.3 says asynchronously, a later "
            + "header synchronously; sdkAuth: says nothing. That there is exactly one result, and not inside the "
            + "call, is inferred.")

    /// PS-ENTRY-009: A newer authentication replaces the pending one; one result is delivered.
    public static let authenticationReplaced = Rule(
        "PS-ENTRY-009", .success, .chosen,
        "A newer authentication replaces the pending one; one result is delivered.",
        source: "A client that gets no result tries again, and waits for one result. A trace that authenticates twice "
            + "at once would decide.")

    /// PS-ENTRY-010: An authorised client may authenticate again and stays authorised whatever the result.
    public static let authenticationRepeated = Rule(
        "PS-ENTRY-010", .success, .chosen,
        "An authorised client may authenticate again and stays authorised whatever the result.",
        source: "One client asks isAuthorized first, another keeps a flag; nobody reports what a second call does. A "
            + "trace that authenticates again after a success would decide.")

    /// PS-ENTRY-011: On request, the result of an authentication is a failure, or is delivered late, twice or never.
    public static let authenticationFaults = Rule(
        "PS-ENTRY-011", .success, .inferred,
        "On request, the result of an authentication is a failure, or is delivered late, twice or never.",
        source: "ZoomSDKErrors.h: ZoomSDKAuthError has the failures; https://github.com/Sibhimanyu/greenroom/blob/"
            + "9561846fe3f0ac311f9ed376bc308a033a038f51/App/Zoom/ZoomMeetingSDKClient.swift#L47: on macOS the "
            + "callback sometimes never comes, so that the client waits 30 s. Late and twice are inferred.")

    /// PS-ENTRY-012: Any non-empty token is valid unless strict mode or the test checks it; no signature is verified.
    public static let tokenUnchecked = Rule(
        "PS-ENTRY-012", .success, .own,
        "Any non-empty token is valid unless strict mode or the test checks it; no signature is verified.",
        source: "psstudio does not have the secret that signs the token, and tests need no account; the real service "
            + "refuses a wrong signature. No vendor decides this: it is psstudio's own design.")

    /// PS-ENTRY-013: A checked token has three base64url parts and the algorithm HS256; otherwise the result is
    /// JwtTokenWrong.
    public static let tokenMalformed = Rule(
        "PS-ENTRY-013", .success, .inferred,
        "A checked token has three base64url parts and the algorithm HS256; otherwise the result is JwtTokenWrong.",
        source: "https://developers.zoom.us/blog/create-sample-jwt-meeting-sdk.md, The JWT Header and Payload: HS256. "
            + "The three parts are those of every signed JWT. That the result is ZoomSDKAuthError_JwtTokenWrong "
            + "follows from its name.")

    /// PS-ENTRY-014: A checked token has the claims appKey or sdkKey, iat, exp and tokenExp; otherwise the result is
    /// JwtTokenWrong.
    public static let tokenClaims = Rule(
        "PS-ENTRY-014", .success, .chosen,
        "A checked token has the claims appKey or sdkKey, iat, exp and tokenExp; otherwise the result is "
            + "JwtTokenWrong.",
        source: "https://developers.zoom.us/blog/create-sample-jwt-meeting-sdk.md, The JWT Header and Payload: "
            + "appKey, iat, exp, tokenExp. The name sdkKey is that of tokens for the web: "
            + "https://dev.to/zoom/troubleshooting-zoom-meeting-sdk-signature-validation-1hln. That it suffices here "
            + "is chosen; that the result is JwtTokenWrong follows from its name. A trace with a token without appKey "
            + "would decide.")

    /// PS-ENTRY-015: A checked token is valid for 30 minutes to 48 hours; otherwise the result is JwtTokenWrong.
    public static let tokenValidity = Rule(
        "PS-ENTRY-015", .success, .inferred,
        "A checked token is valid for 30 minutes to 48 hours; otherwise the result is JwtTokenWrong.",
        source: "https://dev.to/zoom/troubleshooting-zoom-meeting-sdk-signature-validation-1hln, Timestamps and "
            + "expired tokens: exp is at least 1800 seconds after iat, at most 48 hours. That the result is "
            + "JwtTokenWrong follows from its name.")

    /// PS-ENTRY-016: The identity expires only on request; joining then requires another authentication.
    public static let identityExpires = Rule(
        "PS-ENTRY-016", .success, .own,
        "The identity expires only on request; joining then requires another authentication.",
        source: "ZoomSDKAuthService.h: sdkAuth: documents onZoomAuthIdentityExpired for an expired token; a test does "
            + "not wait for hours. That joining is then refused is inferred from getAuthService, without whose "
            + "success the SDK cannot be called.")

    /// PS-ENTRY-017: Meeting and setting service are nil between init and the first successful authentication, then one
    /// object until un-init.
    public static let servicesExist = Rule(
        "PS-ENTRY-017", .success, .inferred,
        "Meeting and setting service are nil between init and the first successful authentication, "
            + "then one object until un-init.",
        source: "https://github.com/rishabreddy0809/Anchor_MacOS/blob/e7d8e1149117f5406d5f0112f967ecb1bec2d81a/Anchor/"
            + "Services/ZoomMeetingSDKBridge.swift#L156: on macOS the meeting service is nil until the SDK is "
            + "authorised, so that a delegate is lost. The setting service, one object, and its end at un-init, are "
            + "inferred.")

    /// PS-ENTRY-018: Joining and starting require an initialised SDK.
    public static let joinUninitialised = Rule(
        "PS-ENTRY-018", .uninitialised, .inferred,
        "Joining and starting require an initialised SDK.",
        source: "ZoomSDKErrors.h: ZoomSDKError_Uninit, for an SDK that is not initialised; which calls return it is "
            + "not documented.")

    /// PS-ENTRY-019: Joining and starting require an authorised SDK.
    public static let joinUnauthorised = Rule(
        "PS-ENTRY-019", .wrongUsage, .inferred,
        "Joining and starting require an authorised SDK.",
        source:
            "ZoomSDK.h: getAuthService, without whose success the SDK cannot be called; that this holds for joining "
            + "and starting is inferred. The code is chosen; C++ has SDKERR_UNAUTHENTICATION.")

    /// PS-ENTRY-020: A join call while joining, in a meeting or leaving has no effect.
    public static let joinBusy = Rule(
        "PS-ENTRY-020", .wrongUsage, .inferred,
        "A join call while joining, in a meeting or leaving has no effect.",
        source: "ZoomSDKMeetingService.h: ZoomSDKMeetingService, one operation at a time. Its "
            + "onEndOtherMeetingToJoinMeetingNotification: is not emulated. That a join is refused, and the code, are "
            + "inferred; on iOS one was refused with InAnotherMeeting, after a reload of the app: "
            + "https://github.com/mieszko4/react-native-zoom-us/issues/102.")

    /// PS-ENTRY-021: Joining requires a meeting number or a vanity ID; starting with a ZAK does not.
    public static let joinWithoutNumber = Rule(
        "PS-ENTRY-021", .invalidParameter, .inferred,
        "Joining requires a meeting number or a vanity ID; starting with a ZAK does not.",
        source: "ZoomSDKMeetingService.h: ZoomSDKJoinMeetingElements.meetingNumber and vanityID; at "
            + "ZoomSDKStartMeetingUseZakElements, 0 starts an instant meeting. That joining needs one, and the code, "
            + "are inferred.")

    /// PS-ENTRY-022: Starting with a ZAK requires a non-empty ZAK.
    public static let startWithoutAccessKey = Rule(
        "PS-ENTRY-022", .invalidParameter, .inferred,
        "Starting with a ZAK requires a non-empty ZAK.",
        source: "https://developers.zoom.us/docs/meeting-sdk/auth/: starting as a Zoom user needs a JWT and a ZAK. "
            + "That an empty one is refused at once, and the code, are inferred.")

    /// PS-ENTRY-023: Starting as the logged-in user is rejected: login is not emulated.
    public static let startWithoutLogin = Rule(
        "PS-ENTRY-023", .noPermission, .own,
        "Starting as the logged-in user is rejected: login is not emulated.",
        source: "ZoomSDKMeetingService.h: startMeeting:, for a logged-in user. Login is not emulated, so that nobody "
            + "can be logged in. The code is inferred.")

    /// PS-ENTRY-024: Joining is rejected immediately with the injected code; no status is reported.
    public static let joinRefused = Rule(
        "PS-ENTRY-024", .failed, .own,
        "Joining is rejected immediately with the injected code; no status is reported.",
        source: "A client has to be tested with a join that is refused at once; the test names the code. No vendor "
            + "decides this: it is psstudio's own design.")

    /// PS-ENTRY-025: A user who starts a meeting is the host, one who joins is an attendee, unless the test sets a
    /// role.
    public static let joinRole = Rule(
        "PS-ENTRY-025", .success, .chosen,
        "A user who starts a meeting is the host, one who joins is an attendee, unless the test sets a role.",
        source: "https://developers.zoom.us/docs/meeting-sdk/auth/: a JWT joins as a participant, a ZAK starts a "
            + "meeting as its user. That this user is the host is inferred. On macOS, Zoom makes a user who joins the "
            + "own meeting the host: https://github.com/Sibhimanyu/greenroom/blob/"
            + "9561846fe3f0ac311f9ed376bc308a033a038f51/App/Zoom/ZoomMeetingSDKClient.swift#L393; that such a user is "
            + "an attendee here is chosen, and the role set by a test is psstudio's. A trace of such a join would "
            + "decide.")

    /// PS-ENTRY-026: Joining reports Connecting, the meeting's parameters, InMeeting, those who are there
    /// (PS-MEET-001), and AudioReady unless joined without audio.
    public static let joinReports = Rule(
        "PS-ENTRY-026", .success, .chosen,
        "Joining reports Connecting, the meeting's parameters, InMeeting, those who are there (PS-MEET-001), and "
            + "AudioReady unless joined without audio.",
        source: "ZoomSDKMeetingService.h: onMeetingParameterNotification: comes right before the meeting. Zoom's "
            + "sample for macOS of 5.0 lists the participants at InMeeting by getParticipantsList. That the rest "
            + "comes in this order, and that AudioReady is left out without audio, is inferred; that AudioReady comes "
            + "last is chosen. A trace of a join would decide.")

    /// PS-ENTRY-027: InWaitingRoom or WaitingForHost precedes InMeeting in the waiting room or before the host.
    public static let joinWaits = Rule(
        "PS-ENTRY-027", .success, .inferred,
        "InWaitingRoom or WaitingForHost precedes InMeeting in the waiting room or before the host.",
        source: "ZoomSDKErrors.h: ZoomSDKMeetingStatus_WaitingForHost and ZoomSDKMeetingStatus_InWaitingRoom, which "
            + "precede the meeting by their meaning.")

    /// PS-ENTRY-028: A failed join reports Failed with the meeting error; joining again is allowed.
    public static let joinFails = Rule(
        "PS-ENTRY-028", .success, .inferred,
        "A failed join reports Failed with the meeting error; joining again is allowed.",
        source: "ZoomSDKErrors.h: ZoomSDKMeetingStatus_Failed; ZoomSDKMeetingService.h: "
            + "onMeetingStatusChange:meetingError:EndReason:, which has a ZoomSDKMeetingError. Zoom docs, Meeting SDK "
            + "for macOS, SDK error codes: for 2, 3 and 11, to join again is suggested; that it is allowed after the "
            + "others is inferred.")

    /// PS-ENTRY-029: On request, a failed join reports Disconnecting, Failed, Ended, Ended.
    public static let joinFailsAndEnds = Rule(
        "PS-ENTRY-029", .success, .chosen,
        "On request, a failed join reports Disconnecting, Failed, Ended, Ended.",
        source: "https://github.com/ark-brighthustle/flutter_zoom_sdk/issues/133: on iOS, Disconnecting, Failed, "
            + "Connecting, and Ended three times or more. On Linux, with an on-behalf token, Ended follows Failed: "
            + "https://devforum.zoom.us/t/142411. That the second Connecting is left out, and that Ended comes twice, "
            + "is chosen. A trace of such a join on macOS would decide.")

    /// PS-ENTRY-030: On request, a status is reported late, twice or never; getMeetingStatus changes in any case.
    public static let statusFaults = Rule(
        "PS-ENTRY-030", .success, .chosen,
        "On request, a status is reported late, twice or never; getMeetingStatus changes in any case.",
        source: "On Linux, after a wrong password, no status follows Connecting: "
            + "https://github.com/attendee-labs/attendee/pull/311. On iOS Ended repeats (PS-ENTRY-029). Late is "
            + "inferred. That getMeetingStatus changes without a report is chosen; a trace of it while a client "
            + "waits would decide.")

    /// PS-ENTRY-031: Ended and Failed remain until the next join or un-init; un-init sets the status to Idle.
    public static let statusStays = Rule(
        "PS-ENTRY-031", .success, .chosen,
        "Ended and Failed remain until the next join or un-init; un-init sets the status to Idle.",
        source: "On phones Idle follows Failed (https://github.com/ark-brighthustle/flutter_zoom_sdk/issues/114); on "
            + "macOS a client waits for it (https://github.com/Sibhimanyu/greenroom/blob/"
            + "028a189771e0f4bb341895142e51a3aafcafb01a/App/Zoom/ZoomMeetingSDKClient.swift). That an end stays, and "
            + "that un-init sets Idle, is chosen. A trace would decide.")

    /// PS-ENTRY-032: Joining again is allowed, also inside the callback of Ended or Failed; it is another meeting.
    public static let joinAgain = Rule(
        "PS-ENTRY-032", .success, .chosen,
        "Joining again is allowed, also inside the callback of Ended or Failed; it is another meeting.",
        source: "A client joins again when it learns of the end. In 2018 a join inside Ended returned success, and "
            + "nothing followed: https://github.com/zoom/zoom-sdk-macos/issues/9. A trace of a current SDK would "
            + "decide.")

    /// PS-ENTRY-033: Un-init removes services, authorisation, delegates and pending callbacks; init may follow.
    public static let uninitialised = Rule(
        "PS-ENTRY-033", .success, .inferred,
        "Un-init removes services, authorisation, delegates and pending callbacks; init may follow.",
        source: "ZoomSDK.h: unInitSDK, which cleans the SDK up. What is cleaned up, and that init may follow, is "
            + "inferred.")

    /// PS-ENTRY-034: Un-init in a meeting ends it immediately without further callbacks, and causes one warning, unless
    /// the C++ client has destroyed the meeting service, which leaves.
    public static let uninitialisedInside = Rule(
        "PS-ENTRY-034", .success, .chosen,
        "Un-init in a meeting ends it immediately without further callbacks, and causes one warning, unless the C++ client "
            + "has destroyed the meeting service, which leaves.",
        source: "Zoom's sample could deadlock there, and now leaves first "
            + "(https://developers.zoom.us/changelog/meeting-sdk/macos/7.2.5); a test must not hang, and the warning "
            + "says what to do. A client of a destroyed service receives no status for which it could wait: "
            + "https://github.com/noah-duncan/py-zoom-meeting-sdk, sample_program/meeting_bot.py, destroys and cleans up "
            + "at once. What the real SDK does would decide.")

    /// PS-ENTRY-035: Login is not emulated: its calls are rejected, its queries return nil.
    public static let loginUnavailable = Rule(
        "PS-ENTRY-035", .unsupportedFeature, .own,
        "Login is not emulated: its calls are rejected, its queries return nil.",
        source: "Production Studio needs no login. No vendor decides this: it is psstudio's own design. A client that "
            + "logs in, and is to be tested, would decide.")

    /// PS-ENTRY-036: On request, onStartPSModeResult and onStartSend are delivered late, twice or never; a stop ends
    /// such a start.
    public static let startFaults = Rule(
        "PS-ENTRY-036", .success, .chosen,
        "On request, onStartPSModeResult and onStartSend are delivered late, twice or never; "
            + "a stop ends such a start.",
        source: "Seen on Linux with the camera of the C++ interface, whose onStartSend comes twice: "
            + "https://github.com/attendee-labs/attendee/blob/77e990edd8b55b34e25834ad417bb1eac0f229c9/bots/"
            + "zoom_bot_adapter/zoom_bot_adapter.py#L732. That the result does, late and never are inferred. "
            + "The end by a stop is chosen (PS-STOP-002, PS-STOP-003). A trace of a start whose result is late would "
            + "decide.")

    /// PS-ENTRY-037: Sending a chat message requires an active meeting.
    public static let chatOutsideMeeting = Rule(
        "PS-ENTRY-037", .notInMeeting, .inferred,
        "Sending a chat message requires an active meeting.",
        source: "ZoomSDKErrors.h: ZoomSDKError_NotInMeeting; which calls return it is not documented.")

    /// PS-ENTRY-038: A chat message must have text.
    public static let chatWithoutText = Rule(
        "PS-ENTRY-038", .invalidParameter, .chosen,
        "A chat message must have text.",
        source: "A message without text has nothing to show. The header names no code. A trace that sends an empty "
            + "message would decide.")

    /// PS-ENTRY-039: A sent chat message is also delivered to the sender's delegate, once.
    public static let chatReported = Rule(
        "PS-ENTRY-039", .success, .observed,
        "A sent chat message is also delivered to the sender's delegate, once.",
        source: "https://github.com/Sibhimanyu/greenroom/blob/9561846fe3f0ac311f9ed376bc308a033a038f51/App/Zoom/"
            + "ZoomChatBridge.swift#L79: on macOS a sent message comes back by onChatMessageNotification; with the "
            + "one that the client added, it was shown twice.")
}

extension Rule {
    /// PS-ENTRY-040: unInitSDK is called outside callbacks.
    public static let uninitialisedInCallback = Rule(
        "PS-ENTRY-040", .success, .inferred,
        "unInitSDK is called outside callbacks.",
        source: "zoom_sdk.h: CleanUPSDK of C++ must not be called within any callback; it may cause unexpected "
            + "behavior. ZoomSDK.h: unInitSDK does not say so; that macOS is the same is inferred. Serving it, with "
            + "a warning, is psstudio's choice: a test does not hang.")
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
