import ProductionStudio
public import StudioCore

// What the C++ interface answers until an authentication has succeeded. Its library decides; `make test-vendor-answers`
// asks the vendor's library the same questions.
extension Rule {
    /// ZM-AUTH-001: The meeting service returns null for its controllers until an authentication has succeeded.
    public static let noControllers = Rule(
        "ZM-AUTH-001", .success, .observed,
        "The meeting service returns null for its controllers until an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: IMeetingService returns null for video, share, "
            + "audio, recording, waiting room, participants, webinar, raw archiving, reminder, smart summary, chat, "
            + "breakout rooms, configuration, AI companion and encryption. An authentication needs the vendor's "
            + "network, so that no test asks what follows it.")
    /// ZM-AUTH-002: The setting service returns null for all contexts but that of statistics until an authentication
    /// has succeeded.
    public static let noSettings = Rule(
        "ZM-AUTH-002", .success, .observed,
        "The setting service returns null for all contexts but that of statistics until an authentication has "
            + "succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: ISettingService returns null for general, audio, "
            + "video, recording, share and wallpaper.")
    /// ZM-AUTH-003: Init needs the address of a web domain.
    public static let initWithoutDomain = Rule(
        "ZM-AUTH-003", .invalidParameter, .observed, "Init needs the address of a web domain.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: InitSDK returns 3 without strWebDomain; an empty "
            + "text is accepted.")
    /// ZM-AUTH-004: An authentication is requested again only after the answer to the last one.
    public static let authenticationPending = Rule(
        "ZM-AUTH-004", .clientInternalError, .observed,
        "An authentication is requested again only after the answer to the last one.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: SDKAuth returns 15 meanwhile.")
    /// ZM-AUTH-005: A service that was destroyed, or that un-init has ended, neither authenticates nor joins.
    public static let destroyedService = Rule(
        "ZM-AUTH-005", .wrongUsage, .observed,
        "A service that was destroyed, or that un-init has ended, neither authenticates nor joins.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: SDKAuth, Join and Start return 2 there before an "
            + "authentication.")
    /// ZM-AUTH-006: A meeting is left and ended only after an authentication has succeeded.
    public static let leaveBeforeAuthentication = Rule(
        "ZM-AUTH-006", .clientModuleLoadFailed, .observed,
        "A meeting is left and ended only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: IMeetingService.Leave returns 4 before.")
    /// ZM-AUTH-007: A meeting is locked, named and suspended only after an authentication has succeeded.
    public static let meetingBeforeAuthentication = Rule(
        "ZM-AUTH-007", .wrongUsage, .observed,
        "A meeting is locked, named and suspended only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: LockMeeting, UnlockMeeting, SetMeetingTopic and "
            + "SuspendParticipantsActivities return 2 before.")
    /// ZM-AUTH-008: Statistics of a meeting are read only after an authentication has succeeded.
    public static let statisticsBeforeAuthentication = Rule(
        "ZM-AUTH-008", .clientInternalError, .observed,
        "Statistics of a meeting are read only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: GetMeetingAudioStatisticInfo, "
            + "GetMeetingVideoStatisticInfo and GetMeetingShareStatisticInfo return 15 before.")
    /// ZM-AUTH-009: Statistics in the settings are read only after an authentication has succeeded.
    public static let settingStatisticsBeforeAuthentication = Rule(
        "ZM-AUTH-009", .wrongUsage, .observed,
        "Statistics in the settings are read only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: the four queries of IStatisticSettingContext "
            + "return 2 before, and change nothing.")
    /// ZM-AUTH-010: A renderer is created only after an authentication has succeeded.
    public static let rendererBeforeAuthentication = Rule(
        "ZM-AUTH-010", .noPermission, .observed,
        "A renderer is created only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: createRenderer returns 12 before, also before "
            + "InitSDK and without a delegate, and leaves the pointer as it is.")
    /// ZM-AUTH-011: Audio is subscribed to only after an authentication has succeeded.
    public static let soundBeforeAuthentication = Rule(
        "ZM-AUTH-011", .noPermission, .observed,
        "Audio is subscribed to only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: subscribe returns 12 before, and 15 before a "
            + "service of authentication, meeting or settings was made.")
    /// ZM-AUTH-012: Audio is unsubscribed only after an authentication has succeeded.
    public static let noSoundBeforeAuthentication = Rule(
        "ZM-AUTH-012", .wrongUsage, .observed,
        "Audio is unsubscribed only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: unSubscribe returns 2 before, and 15 before a "
            + "service of authentication, meeting or settings was made.")
    /// ZM-AUTH-013: A virtual microphone is set and removed only after an authentication has succeeded.
    public static let microphoneBeforeAuthentication = Rule(
        "ZM-AUTH-013", .uninitialised, .observed,
        "A virtual microphone is set and removed only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: setExternalAudioSource returns 7 before, also "
            + "with null.")
    /// ZM-AUTH-014: A virtual camera or a pre-processor is set only after an authentication has succeeded.
    public static let cameraBeforeAuthentication = Rule(
        "ZM-AUTH-014", .clientInternalError, .observed,
        "A virtual camera or a pre-processor is set only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: setExternalVideoSource and setPreProcessor "
            + "return 15 before; with null they return 0.")
    /// ZM-AUTH-015: A virtual camera or a pre-processor that was rejected is not changed again within a second.
    public static let cameraAgain = Rule(
        "ZM-AUTH-015", .tooFrequentCall, .observed,
        "A virtual camera or a pre-processor that was rejected is not changed again within a second.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: after a call that returned 15, "
            + "setExternalVideoSource and setPreProcessor return 18 for a second, also with null.")
    /// ZM-AUTH-016: A virtual share has a source; before an authentication has succeeded, none is removed.
    public static let shareWithoutSource = Rule(
        "ZM-AUTH-016", .invalidParameter, .observed,
        "A virtual share has a source; before an authentication has succeeded, none is removed.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: setExternalShareSource and "
            + "setSharePureAudioSource return 3 without a source. What removes one after an authentication is not "
            + "known.")
    /// ZM-AUTH-017: A virtual share is set only after an authentication has succeeded.
    public static let shareBeforeAuthentication = Rule(
        "ZM-AUTH-017", .clientUnknown, .observed,
        "A virtual share is set only after an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: setExternalShareSource and "
            + "setSharePureAudioSource return 13 before, and 15 before a service of authentication, meeting or "
            + "settings was made.")
    /// ZM-AUTH-018: There is no licence for raw data until an authentication has succeeded.
    public static let noLicense = Rule(
        "ZM-AUTH-018", .success, .observed,
        "There is no licence for raw data until an authentication has succeeded.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: HasRawdataLicense returns false.")
    /// ZM-AUTH-019: There is no last error until an authentication has succeeded, also after a call that failed.
    public static let noLastError = Rule(
        "ZM-AUTH-019", .success, .observed,
        "There is no last error until an authentication has succeeded, also after a call that failed.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: GetZoomLastError returns null.")
    /// ZM-AUTH-020: Un-init succeeds also before init, and again.
    public static let uninitialisedAgain = Rule(
        "ZM-AUTH-020", .success, .observed, "Un-init succeeds also before init, and again.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: CleanUPSDK returns 0.")
    /// ZM-AUTH-021: Services are made and destroyed between init and un-init.
    public static let serviceBeforeInit = Rule(
        "ZM-AUTH-021", .uninitialised, .observed, "Services are made and destroyed between init and un-init.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: all functions Create… and Destroy… return 7 "
            + "outside, before they look at the argument, and leave the pointer as it is.")
    /// ZM-AUTH-022: A service is made and destroyed by a pointer that is not null.
    public static let serviceWithoutPointer = Rule(
        "ZM-AUTH-022", .invalidParameter, .observed,
        "A service is made and destroyed by a pointer that is not null.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: all functions Create… and Destroy… return 3 for "
            + "null.")
    /// ZM-AUTH-023: The domain is changed after init, to a text that is not null.
    public static let domainBeforeInit = Rule(
        "ZM-AUTH-023", .clientModuleLoadFailed, .observed,
        "The domain is changed after init, to a text that is not null.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: SwitchDomain returns 4 before InitSDK, and 3 for "
            + "null.")
    /// ZM-AUTH-024: A proxy and the action of a web address are texts that are not null.
    public static let proxyWithoutText = Rule(
        "ZM-AUTH-024", .invalidParameter, .observed,
        "A proxy and the action of a web address are texts that are not null.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: ConfigureProxy and HandleZoomWebUriProtocolAction "
            + "return 3 for null, not for an empty text; RegisterNetworkConnectionHandler accepts null.")
    /// ZM-AUTH-025: Until an authentication has succeeded, a service may be destroyed twice.
    public static let destroyedAgain = Rule(
        "ZM-AUTH-025", .success, .observed,
        "Until an authentication has succeeded, a service may be destroyed twice.",
        source: "zoom-meeting-sdk 0.0.27, make test-vendor-answers: DestroyMeetingService, DestroyAuthService and "
            + "DestroySettingService return 0 each time.")

    static let beforeAuthentication: [Rule] = [
        .noControllers, .noSettings, .initWithoutDomain, .authenticationPending, .destroyedService,
        .leaveBeforeAuthentication, .meetingBeforeAuthentication, .statisticsBeforeAuthentication,
        .settingStatisticsBeforeAuthentication, .rendererBeforeAuthentication, .soundBeforeAuthentication,
        .noSoundBeforeAuthentication, .microphoneBeforeAuthentication, .cameraBeforeAuthentication, .cameraAgain,
        .shareWithoutSource, .shareBeforeAuthentication, .noLicense, .noLastError, .uninitialisedAgain,
        .serviceBeforeInit, .serviceWithoutPointer, .domainBeforeInit, .proxyWithoutText, .destroyedAgain,
    ]
}
