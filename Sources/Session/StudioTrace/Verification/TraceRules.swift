public import StudioCore

// What an app must do, and what a viewer notices. Rules of an interface that psstudio rejects have identifiers of their own.
extension Rule {
    /// The rules about the order of calls.
    public static let traceSendBeforeStart = Rule(
        "TRACE-ORDER-001", .success, .documented,
        "The app sends only after onStartSend.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, steps 4 and 5")
    /// A frame after the end.
    public static let traceSendAfterStop = Rule(
        "TRACE-ORDER-002", .success, .documented,
        "The app sends nothing after onStopSend.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, steps 5 and 6. A send that races with "
            + "the callback, up to 50 ms after it, is no finding; the number is chosen.")
    /// A frame through the sender of an earlier start.
    public static let traceStaleSender = Rule(
        "TRACE-ORDER-003", .success, .documented,
        "The app sends through the sender of the current start.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 5: media is pushed only while "
            + "onStartSend: is active, using ZoomSDKPSSender. ZoomSDKMeetingProductionStudioController.h: "
            + "onStartSend:, which passes it. That an earlier one is not used follows.")
    /// A start without a delegate.
    public static let traceDelegateLate = Rule(
        "TRACE-ORDER-004", .success, .documented,
        "The app sets its delegate before it starts.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Controller APIs: the delegate must be "
            + "set before startPSMode:")
    /// A start without a query of the support.
    public static let traceSupportUnchecked = Rule(
        "TRACE-ORDER-005", .success, .documented,
        "The app checks isSupportPSMode before it starts.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 2, and Controller APIs, "
            + "isSupportPSMode")
    /// A start without a query of the permission.
    public static let tracePermissionUnchecked = Rule(
        "TRACE-ORDER-006", .success, .documented,
        "The app checks canStartPSMode before it starts.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 2, and Controller APIs, "
            + "canStartPSMode")
    /// A clean-up before the end.
    public static let traceCleanUpEarly = Rule(
        "TRACE-ORDER-007", .success, .inferred,
        "The app keeps its delegate until onStopSend.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Controller APIs, stopPSMode: the "
            + "clean-up must happen in onStopSend, which only a delegate receives. That the delegate is part of it is "
            + "inferred.")

    static let traceOrder: [Rule] = [
        .traceSendBeforeStart, .traceSendAfterStop, .traceStaleSender, .traceDelegateLate, .traceSupportUnchecked,
        .tracePermissionUnchecked, .traceCleanUpEarly,
    ]

    /// Irregular frames.
    public static let traceFramesUneven = Rule(
        "TRACE-QUALITY-001", .success, .own,
        "At most two intervals of a start, or one in a hundred, differ from the usual one by more than half.",
        source: "A repeated or skipped frame in every three seconds at 30 fps is visible. A viewer's test would decide."
    )
    /// A pause of the video.
    public static let traceVideoStalled = Rule(
        "TRACE-QUALITY-002", .success, .own,
        "No frame comes more than 250 ms and more than four usual intervals after the previous one.",
        source: "A quarter of a second is visible as a pause. A viewer's test would decide.")
    /// The same frame again and again.
    public static let traceVideoFrozen = Rule(
        "TRACE-QUALITY-003", .success, .own,
        "Moving video does not repeat one frame for two seconds.",
        source: "Equal hashes for two seconds are seen as a frozen picture; a source whose frames never change is not "
            + "moving video. A viewer's test would decide.")
    /// Black frames.
    public static let traceVideoBlack = Rule(
        "TRACE-QUALITY-004", .success, .own,
        "Video is not black for two seconds, unless all of it is black.",
        source: "Two seconds are no cut to black any more; the EBU's test of constant colour frames leaves the "
            + "minimum to its input parameters: https://qc.ebu.io/items/0016B/versions/2-0-0/. A viewer's test would "
            + "decide.")
    /// Missing audio.
    public static let traceAudioGap = Rule(
        "TRACE-QUALITY-005", .success, .own,
        "Each audio block continues the previous one.",
        source: "Time stamps tolerate 40 ms; a larger gap is heard as a click or a pause. A listener's test would "
            + "decide.")
    /// Too much audio.
    public static let traceAudioOverrun = Rule(
        "TRACE-QUALITY-006", .success, .own,
        "Audio is not sent more than 40 ms ahead of its time for a second.",
        source: "A lead that lasts for a second moves the time line back, and samples overlap. A listener's test would "
            + "decide.")
    /// Audio that is too slow or too fast.
    public static let traceAudioRate = Rule(
        "TRACE-QUALITY-007", .success, .own,
        "Audio is sent at 99 to 101 % of real time.",
        source: "A sender of 10 ms blocks that was paced by sleeps reached 94.9 %, and warbled. A listener's test of "
            + "98 to 102 % would decide.")
    /// Tracks that do not belong together.
    public static let traceTracksApart = Rule(
        "TRACE-QUALITY-008", .success, .own,
        "Video and audio of one start begin and end within 500 ms.",
        source: "The tracks of a file need not be equally long; half a second is psstudio's limit. A viewer's test "
            + "would decide.")
    /// Lost media.
    public static let traceMediaDropped = Rule(
        "TRACE-QUALITY-009", .success, .own,
        "The encoder drops no accepted media.",
        source: "Late and surplus frames and audio blocks, and mismatched frames, are missing in what is encoded. What "
            + "is dropped while the meeting reconnects is no finding. No vendor decides this: it is psstudio's own "
            + "design.")
    /// A client that crashed.
    public static let traceIncomplete = Rule(
        "TRACE-QUALITY-010", .success, .own,
        "The trace is complete.",
        source: "A client that crashes or is killed does not complete its trace. No vendor decides this: it is "
            + "psstudio's own design.")

    /// A sender that stops sending frames.
    public static let traceVideoEndsEarly = Rule(
        "TRACE-QUALITY-011", .success, .own,
        "Frames are sent until the stop: the time without one before it is no pause as of TRACE-QUALITY-002.",
        source: "A viewer sees the last frame stand, or none at all. A viewer's test would decide.")
    /// A sender that stops sending audio.
    public static let traceAudioEndsEarly = Rule(
        "TRACE-QUALITY-012", .success, .own,
        "A sender of audio sends it until the stop, to within 250 ms.",
        source: "A quarter of a second is audible as a pause. A listener's test would decide.")

    static let traceQuality: [Rule] = [
        .traceFramesUneven, .traceVideoStalled, .traceVideoFrozen, .traceVideoBlack, .traceAudioGap,
        .traceAudioOverrun, .traceAudioRate, .traceTracksApart, .traceMediaDropped, .traceIncomplete,
        .traceVideoEndsEarly, .traceAudioEndsEarly,
    ]
}

extension RuleCatalogue {
    /// The rules of `psstudio verify`.
    public static let traces = RuleCatalogue(
        interface: "traces", title: "Traces", rules: Rule.traceOrder + Rule.traceQuality)
}
