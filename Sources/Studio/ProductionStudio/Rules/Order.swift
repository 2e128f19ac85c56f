public import StudioCore

// Time stamps, callback order, and the studio user.
extension Rule {
    /// PS-TIME-001.
    public static let videoStamp = Rule(
        "PS-TIME-001", .success, .inferred,
        "A frame's time is the time of the call, aligned to the declared frame rate when it deviates by at most 40 ms.",
        source: "The call carries no timestamp; the frame rate is chosen")

    /// PS-TIME-002.
    public static let audioStamp = Rule(
        "PS-TIME-002", .success, .inferred,
        "A block's time is counted in samples, and re-anchored when it is 40 ms late, or early for a second.",
        source: "The call carries no timestamp")

    /// PS-ORDER-001.
    public static let callbackNeverInsideCall = Rule(
        "PS-ORDER-001", .success, .inferred,
        "No callback is delivered inside the call that causes it.",
        source: "Asynchronous contract")

    /// PS-ORDER-002.
    public static let startOrder = Rule(
        "PS-ORDER-002", .success, .chosen,
        "Order at the start: onStartPSModeResult, onStartSend, the studio user joins, its status becomes started.",
        source: "The status reports that publishing began")

    /// PS-ORDER-003.
    public static let stopOrder = Rule(
        "PS-ORDER-003", .success, .chosen,
        "Order at the end: onStopSend, status becomes stopped, the studio user leaves.",
        source: "The client's own pipeline comes first")

    /// PS-ORDER-004.
    public static let answerLatency = Rule(
        "PS-ORDER-004", .success, .inferred,
        "onStartPSModeResult is delivered 40 to 120 ms after the call by default.",
        source: "Measured with a related interface")

    /// PS-ORDER-005.
    public static let callbackQueue = Rule(
        "PS-ORDER-005", .success, .chosen,
        "Callbacks are delivered on the main queue by default.",
        source: "The main thread is used on macOS and Windows")

    /// PS-ORDER-006.
    public static let delegateReleased = Rule(
        "PS-ORDER-006", .success, .documented,
        "A delegate exists as long as callbacks are due; it is not retained. A released one is reported once.",
        source: "Header: the delegate properties neither retain nor zero")

    /// PS-USER-001.
    public static let userIDWhenNone = Rule(
        "PS-USER-001", .success, .inferred,
        "Without a studio user, its ID is 0.",
        source: "Documented for Android")

    /// PS-USER-002.
    public static let userIDAfterRestart = Rule(
        "PS-USER-002", .success, .inferred,
        "A restart gives the studio user a new ID.",
        source: "IDs change when a user rejoins")

    /// PS-USER-003.
    public static let userHasParent = Rule(
        "PS-USER-003", .success, .documented,
        "The studio user is a separate participant; its parent is the user who sends.",
        source: "Header: getProductionStudioParent")
}

extension RuleCatalogue {
    static let order: [Rule] = [
        .videoStamp, .audioStamp, .callbackNeverInsideCall, .startOrder, .stopOrder, .answerLatency, .callbackQueue,
        .delegateReleased, .userIDWhenNone, .userIDAfterRestart, .userHasParent,
    ]
}
