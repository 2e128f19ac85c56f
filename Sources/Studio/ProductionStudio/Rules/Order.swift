public import StudioCore

// Time stamps, callback order, and the studio user.
extension Rule {
    /// PS-TIME-001: A frame's time is that of the call; with a declared rate it is counted in frames, as audio in
    /// samples.
    public static let videoStamp = Rule(
        "PS-TIME-001", .success, .chosen,
        "A frame's time is that of the call; with a declared rate it is counted in frames, as audio in samples.",
        source: "ZoomSDKMeetingProductionStudioController.h: sendVideoFrame:width:height:frameLength:format: carries "
            + "no time stamp, so that the time of the call counts. The declared frame rate and the limits are "
            + "psstudio's. A recording by a viewer of frames that are sent with jitter would decide.")

    /// PS-TIME-002: A block's time is counted in samples, and re-anchored when over 40 ms late, or that early for a
    /// second.
    public static let audioStamp = Rule(
        "PS-TIME-002", .success, .chosen,
        "A block's time is counted in samples, and re-anchored when over 40 ms late, or that early for a second.",
        source: "The call has no time stamp, and samples follow each other; the 40 ms and the second are limits of "
            + "psstudio. A recording by a viewer of blocks that are sent late and early would decide.")

    /// PS-ORDER-001: No callback is delivered inside the call that causes it.
    public static let callbackNeverInsideCall = Rule(
        "PS-ORDER-001", .success, .inferred,
        "No callback is delivered inside the call that causes it.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Controller APIs: startPSMode: is "
            + "asynchronous. The other calls are inferred.")

    /// PS-ORDER-002: Order at the start: onStartPSModeResult, onStartSend, the studio user joins, its status becomes
    /// started.
    public static let startOrder = Rule(
        "PS-ORDER-002", .success, .chosen,
        "Order at the start: onStartPSModeResult, onStartSend, the studio user joins, its status becomes started.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 4, has the result before "
            + "onStartSend. That the user follows, and its status last, is chosen: the status reports that publishing "
            + "began. A trace of the roster would decide.")

    /// PS-ORDER-003: Order at the end: onStopSend, status becomes stopped, the studio user leaves.
    public static let stopOrder = Rule(
        "PS-ORDER-003", .success, .chosen,
        "Order at the end: onStopSend, status becomes stopped, the studio user leaves.",
        source: "The client's own pipeline comes first, and a user has stopped before it leaves. A trace of the roster "
            + "at the end would decide.")

    /// PS-ORDER-004: onStartPSModeResult is delivered 40 to 120 ms after the call by default.
    public static let answerLatency = Rule(
        "PS-ORDER-004", .success, .chosen,
        "onStartPSModeResult is delivered 40 to 120 ms after the call by default.",
        source: "https://github.com/iamfatness/CoreVideo/blob/c4256c602b7cd110233d082a0b2ccec51e35a8f0/docs/"
            + "superpowers/notes/2026-08-24-talkback-probe-results.md: on Windows, answers to calls of the talkback "
            + "came after 47, 83 and 118 ms. That the studio takes as long is inferred; the range, which spans them, "
            + "is chosen. A trace of a start with times would decide.")

    /// PS-ORDER-005: Callbacks are delivered on the main queue by default.
    public static let callbackQueue = Rule(
        "PS-ORDER-005", .success, .inferred,
        "Callbacks are delivered on the main queue by default.",
        source: "https://github.com/LetsDoVideo/feeds/blob/01c884ecac86385577ba8327967f4f974f5343c1/engine/mac/"
            + "feeds-engine-mac.mm#L28: on macOS all results of the SDK come on the main run loop. That those of the "
            + "studio do is inferred.")

    /// PS-ORDER-006: A delegate is not retained; the client keeps it as long as callbacks are due.
    public static let delegateReleased = Rule(
        "PS-ORDER-006", .success, .inferred,
        "A delegate is not retained; the client keeps it as long as callbacks are due.",
        source: "ZoomSDKMeetingProductionStudioController.h: delegate, which is assign: neither retained nor set to "
            + "nil. That it has to exist follows; the guide for Windows says so of its event object. That psstudio "
            + "reports a released one is its own.")

    /// PS-USER-001: Without a studio user, its ID is 0.
    public static let userIDWhenNone = Rule(
        "PS-USER-001", .success, .inferred,
        "Without a studio user, its ID is 0.",
        source: "https://developers.zoom.us/docs/meeting-sdk/android/custom-ui/advanced-features/"
            + "production-studio-mode/, Controller APIs: on Android, getPSUserID returns 0 without a studio user.")

    /// PS-USER-002: A restart gives the studio user a new ID.
    public static let userIDAfterRestart = Rule(
        "PS-USER-002", .success, .inferred,
        "A restart gives the studio user a new ID.",
        source: "Zoom docs, Meeting SDK for macOS, Access in-meeting user information: who leaves and rejoins gets a "
            + "new ID. That a restart is a leaving and a joining is inferred.")

    /// PS-USER-003: The studio user is a separate participant; its parent is the user who sends.
    public static let userHasParent = Rule(
        "PS-USER-003", .success, .inferred,
        "The studio user is a separate participant; its parent is the user who sends.",
        source: "ZoomSDKMeetingActionController.h: ZoomSDKUserInfo.isProductionStudioUser and "
            + "getProductionStudioParent, the ID of its parent user. That the parent is the user who sends is "
            + "inferred.")
}

extension RuleCatalogue {
    static let order: [Rule] = [
        .videoStamp, .audioStamp, .callbackNeverInsideCall, .startOrder, .stopOrder, .answerLatency, .callbackQueue,
        .delegateReleased, .userIDWhenNone, .userIDAfterRestart, .userHasParent,
    ]
}
