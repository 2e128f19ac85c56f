public import StudioCore

// The classes of the facade, delegates, and calls that are only recorded.
extension Rule {
    /// PS-SDK-016: A delegate that is not an NSObject works only here; the first one causes a warning.
    public static let sdkDelegateIsObject = Rule(
        "PS-SDK-016", .success, .own,
        "A delegate that is not an NSObject works only here; the first one causes a warning.",
        source: "ZoomSDKMeetingProductionStudioController.h: ZoomSDKMeetingProductionStudioControllerDelegate "
            + "<NSObject>, as all delegates. That a plain class works here, with a warning, is psstudio's own design.")

    /// PS-SDK-017: A callback is called once, in each spelling of its argument: [Any], [Any]? or [Any]!; T? or T!.
    public static let sdkArrays = Rule(
        "PS-SDK-017", .success, .inferred,
        "A callback is called once, in each spelling of its argument: [Any], [Any]? or [Any]!; T? or T!.",
        source: "ZoomSDKMeetingActionController.h: onUserJoin: has an array of any objects, "
            + "ZoomSDKMeetingProductionStudioController.h: onStartSend: a nullable object. Swift hears the three "
            + "spellings of the one and the two of the other on macOS.")

    /// PS-SDK-018: Every class is an open NSObject with a public initialiser.
    public static let sdkClasses = Rule(
        "PS-SDK-018", .success, .inferred,
        "Every class is an open NSObject with a public initialiser.",
        source: "ZoomSDKMeetingService.h: @interface ZoomSDKMeetingService : NSObject, as all classes that psstudio "
            + "has. Swift imports such a class as open, with the initialiser of NSObject.")

    /// PS-SDK-019: The studio's controller may be unwrapped or used as an optional; without one, starting and stopping
    /// return NotInMeeting, its queries false or 0.
    public static let sdkControllerBothForms = Rule(
        "PS-SDK-019", .success, .chosen,
        "The studio's controller may be unwrapped or used as an optional; without one, starting and stopping "
            + "return NotInMeeting, its queries false or 0.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Get the controller, has nil outside "
            + "meetings; ZoomSDKMeetingService.h has a non-null type. Both are served; the code is chosen, as a "
            + "message to nil returns 0, as the queries do. A trace of such a call would decide.")

    /// PS-SDK-020: A recorded call succeeds, keeps its value, and is visible to tests.
    public static let sdkRecorded = Rule(
        "PS-SDK-020", .success, .own,
        "A recorded call succeeds, keeps its value, and is visible to tests.",
        source: "Clients only need these calls to succeed; the headers describe their effects, which psstudio does not "
            + "emulate. No vendor decides this: it is psstudio's own design.")

    /// PS-SDK-021: Join errors and authentication results have the numbers of the macOS SDK.
    public static let sdkJoinErrors = Rule(
        "PS-SDK-021", .success, .documented,
        "Join errors and authentication results have the numbers of the macOS SDK.",
        source: "ZoomSDKErrors.h: ZoomSDKMeetingError, ZoomSDKAuthError")

    /// PS-SDK-022: Selecting a camera that is not in the list is rejected.
    public static let sdkCamera = Rule(
        "PS-SDK-022", .noVideoDevice, .inferred,
        "Selecting a camera that is not in the list is rejected.",
        source: "ZoomSDKErrors.h: ZoomSDKError_NoVideoDeviceFound; ZoomSDKSettingService.h: selectCamera: names no "
            + "code.")

    /// PS-SDK-023: The controller is called on the main thread; another call is served, and is a finding of --strict
    /// only.
    public static let sdkMainThread = Rule(
        "PS-SDK-023", .success, .observed,
        "The controller is called on the main thread; another call is served, and is a finding of --strict only.",
        source: "https://github.com/LetsDoVideo/feeds/blob/01c884ecac86385577ba8327967f4f974f5343c1/engine/mac/"
            + "feeds-engine-mac.mm#L34: a client for macOS makes every call of the SDK on the main queue, because its "
            + "results come there. No page asks for it; so psstudio serves other calls, and only a strict judge "
            + "reports them.")
}

extension RuleCatalogue {
    static let surface: [Rule] = [
        .sdkDelegateIsObject, .sdkArrays, .sdkClasses, .sdkControllerBothForms, .sdkRecorded, .sdkJoinErrors,
        .sdkCamera, .sdkMainThread,
    ]
}
