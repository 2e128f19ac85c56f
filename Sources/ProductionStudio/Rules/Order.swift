public import StudioCore

// Time stamps, the order of callbacks, and the studio user.
extension Rule {
    /// PS-TIME-001.
    public static let videoStamp = Rule(
        "PS-TIME-001", .success, .inferred,
        "A picture's time is the moment of the call, put on the declared frame rate when it is at most 40 ms off.",
        source: "The call carries no timestamp; the frame rate is chosen")

    /// PS-TIME-002.
    public static let audioStamp = Rule(
        "PS-TIME-002", .success, .inferred,
        "A block's time is counted in samples, and anchored anew when it is 40 ms late, or early for a second.",
        source: "The call carries no timestamp")

    /// PS-ORDER-001.
    public static let callbackNeverInsideCall = Rule(
        "PS-ORDER-001", .success, .inferred,
        "No callback comes inside the call that causes it.",
        source: "Asynchronous contract")

    /// PS-ORDER-002.
    public static let startOrder = Rule(
        "PS-ORDER-002", .success, .chosen,
        "Order at the start: answer, onStartSend, the studio user joins, its status becomes started.",
        source: "Status means that publishing began")

    /// PS-ORDER-003.
    public static let stopOrder = Rule(
        "PS-ORDER-003", .success, .chosen,
        "Order at the end: onStopSend, status becomes stopped, the studio user leaves.",
        source: "The app's own pipeline comes first")

    /// PS-ORDER-004.
    public static let answerLatency = Rule(
        "PS-ORDER-004", .success, .inferred,
        "The answer comes 40 to 120 ms after the call unless set otherwise.",
        source: "Measured with a sibling interface")

    /// PS-ORDER-005.
    public static let callbackQueue = Rule(
        "PS-ORDER-005", .success, .chosen,
        "Callbacks come on the main queue unless another one is given.",
        source: "Main thread in practice on macOS and Windows")

    /// PS-USER-001.
    public static let userIDWhenNone = Rule(
        "PS-USER-001", .success, .inferred,
        "Without a studio user its id is 0.",
        source: "Documented for Android")

    /// PS-USER-002.
    public static let userIDAfterRestart = Rule(
        "PS-USER-002", .success, .inferred,
        "A restart gives the studio user a new id.",
        source: "Ids change when a user rejoins")

    /// PS-USER-003.
    public static let userHasParent = Rule(
        "PS-USER-003", .success, .documented,
        "The studio user is a participant of its own; its parent is the user who sends.",
        source: "Header: getProductionStudioParent")
}

extension RuleCatalogue {
    static let order: [Rule] = [
        .videoStamp, .audioStamp, .callbackNeverInsideCall, .startOrder, .stopOrder, .answerLatency, .callbackQueue,
        .userIDWhenNone, .userIDAfterRestart, .userHasParent,
    ]
}
