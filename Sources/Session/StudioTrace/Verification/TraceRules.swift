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
            + "the callback, up to 50 ms after it, is not a finding; the number is chosen.")
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
            + "isSupportPSMode. A start without the query is psstudio's advice, because its result says the same; one that is "
            + "rejected for it is a finding about the contract.")
    /// A start without a query of the permission.
    public static let tracePermissionUnchecked = Rule(
        "TRACE-ORDER-006", .success, .documented,
        "The app checks canStartPSMode before it starts.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 2, and Controller APIs, "
            + "canStartPSMode. A start without the query is advice, as of TRACE-ORDER-005.")
    /// A clean-up before the end.
    public static let traceCleanUpEarly = Rule(
        "TRACE-ORDER-007", .success, .inferred,
        "The app keeps its delegate until onStopSend.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Controller APIs, stopPSMode: the "
            + "clean-up must happen in onStopSend, which only a delegate receives. That the delegate is part of it is "
            + "inferred. A test that ends while the studio sends is not a finding.")

    /// A sender that is given up early.
    public static let traceSenderReleased = Rule(
        "TRACE-ORDER-008", .success, .documented,
        "An app that stops keeps its sender until onStopSend.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, steps 5 and 6: all is released in "
            + "onStopSend.")
    /// A producer that ends early.
    public static let traceLoopEndsEarly = Rule(
        "TRACE-ORDER-009", .success, .documented,
        "An app that stops sends until onStopSend.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, steps 5 and 6: the loop that sends is "
            + "stopped in onStopSend. A pause of up to 250 ms, or of four intervals, is not a finding; the numbers are "
            + "chosen.")
    /// A client that does not end its wait.
    public static let traceWaitsForEver = Rule(
        "TRACE-ORDER-010", .success, .inferred,
        "An app does not wait without limit for a start that fails.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Controller APIs: the result of "
            + "startPSMode: comes later and may be false. ZoomSDKMeetingProductionStudioController.h: onStartSend:, "
            + "whose sender is nullable. That an app limits its wait for them, and then stops or leaves, is inferred. "
            + "An end within 3 s is not a finding; the number is chosen. On a manual clock the end of the client is "
            + "unknown.")

    static let traceOrder: [Rule] = [
        .traceSendBeforeStart, .traceSendAfterStop, .traceStaleSender, .traceDelegateLate, .traceSupportUnchecked,
        .tracePermissionUnchecked, .traceCleanUpEarly, .traceSenderReleased, .traceLoopEndsEarly, .traceWaitsForEver,
    ]

    /// Rules about the order of calls whose breach has no effect by itself.
    static let traceAdvice: [Rule] = [.traceSupportUnchecked, .tracePermissionUnchecked]

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
        source: "Two seconds are longer than a cut to black; the EBU's test of constant colour frames leaves the "
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
            + "is dropped while the meeting reconnects is not a finding. No vendor decides this: it is psstudio's own "
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
        "Frames are sent until the stop. A gap before the stop is reported here, not under TRACE-QUALITY-002.",
        source: "A viewer sees the last frame stand, or none at all. A viewer's test would decide.")
    /// A sender that stops sending audio.
    public static let traceAudioEndsEarly = Rule(
        "TRACE-QUALITY-012", .success, .own,
        "A sender of audio sends it until the stop, to within 250 ms.",
        source: "A quarter of a second is audible as a pause. A listener's test would decide.")

    /// A show without a picture.
    public static let traceAllBlack = Rule(
        "TRACE-QUALITY-013", .success, .own,
        "Not all frames of a start of ten seconds are black; a slate does not count, and a session with --fast is not "
            + "judged.",
        source: "TRACE-QUALITY-004 does not apply to video that is black from end to end. Ten seconds are longer than "
            + "any fade, and than most tests. A viewer's test would decide.")
    /// A show without a sound.
    public static let traceAllSilent = Rule(
        "TRACE-QUALITY-014", .success, .own,
        "Not all audio of a start of ten seconds is silent; muted audio does not count, and neither a start without "
            + "audio nor a session with --fast is judged.",
        source: "Samples at most two steps from zero are dither. A microphone is never that quiet. A listener's test "
            + "would decide.")
    /// Starts without a pause.
    public static let traceStartsTooOften = Rule(
        "TRACE-QUALITY-015", .success, .own,
        "After rejections, an app starts at most five times in a second.",
        source: "Who is rejected is rejected again, unless something has changed; a loop without a delay burdens the "
            + "server. ZoomSDKErrors.h: ZoomSDKError_TooFrequentCall exists, and names no number. A trace of such a "
            + "loop would decide.")

    static let traceQuality: [Rule] = [
        .traceFramesUneven, .traceVideoStalled, .traceVideoFrozen, .traceVideoBlack, .traceAudioGap,
        .traceAudioOverrun, .traceAudioRate, .traceTracksApart, .traceMediaDropped, .traceIncomplete,
        .traceVideoEndsEarly, .traceAudioEndsEarly, .traceAllBlack, .traceAllSilent, .traceStartsTooOften,
    ]

    /// Two producers.
    public static let traceTwoProducers = Rule(
        "TRACE-STRICT-001", .success, .documented,
        "One thread sends video and audio. Two that take turns are a finding of --strict only, when each sent all of one "
            + "kind.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Send video and audio: one thread sends. "
            + "That calls which do not overlap are reported with --strict only is psstudio's own. A dispatch queue, an "
            + "actor or a task may use several threads, and is not judged.")

    static let traceStrict: [Rule] = [.traceTwoProducers]
}

extension RuleCatalogue {
    /// The rules of `psstudio verify`.
    public static let traces = RuleCatalogue(
        interface: "traces", title: "Traces", rules: Rule.traceOrder + Rule.traceQuality + Rule.traceStrict)
}
