/// Every rule of the emulated interface: the one table that code, documentation, reports and tests read.
public enum RuleCatalogue {
    /// All rules, chapter by chapter.
    public static let all: [Rule] = starting + stopping + sending + sound + order + meeting + roles + roster + spelling

    /// The rule behind an identifier.
    public static func rule(_ id: RuleID) -> Rule {
        guard let rule = byID[id] else { preconditionFailure("\(id.rawValue) is missing in the catalogue") }
        return rule
    }

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    private static let starting: [Rule] = [
        Rule(
            .startOutsideMeeting, .notInMeeting, .inferred,
            "Starting needs a meeting that is going on.",
            source: "Code NotInMeeting; checked first"),
        Rule(
            .startUnsupported, .unsupportedFeature, .inferred,
            "Starting needs a meeting that supports Production Studio.",
            source: "isSupportPSMode; checked second"),
        Rule(
            .startWithoutPermission, .noPermission, .inferred,
            "Starting needs the role of host or co-host.",
            source: "canStartPSMode; a sibling interface refuses others at once; checked third"),
        Rule(
            .startTwice, .wrongUsage, .inferred,
            "Starting while a run is on changes nothing and brings no callback.",
            source: "Guide: an error return means no callbacks"),
        Rule(
            .startWithoutDelegate, .wrongUsage, .documented,
            "The delegate is set before starting.",
            source: "Guide: order of calls"),
        Rule(
            .startSizeNotPositive, .invalidParameter, .chosen,
            "The declared width and height are at least 2.",
            source: "Nothing smaller is a picture"),
        Rule(
            .startSizeOdd, .invalidParameter, .chosen,
            "The declared width and height are even.",
            source: "An odd size has no single I420 length"),
        Rule(
            .startFormatUnknown, .invalidParameter, .chosen,
            "The declared format is I420, limited or full range.",
            source: "Header: two formats"),
        Rule(
            .startSizeTooLarge, .invalidParameter, .chosen,
            "The declared size is at most 3840x2160 unless the limit is set otherwise.",
            source: "No limit is documented"),
        Rule(
            .startStudioTaken, .success, .chosen,
            "When someone else is the studio user, the call succeeds and the answer is false.",
            source: "Only the server knows"),
        Rule(
            .startContractCopied, .success, .chosen,
            "The capability is read once, at the start; later edits change nothing.",
            source: "It is the contract for all later frames"),
        Rule(
            .startAnsweredOnce, .success, .documented,
            "Every accepted start is answered exactly once.",
            source: "Guide: onStartPSModeResult"),
        Rule(
            .startFailureInjected, .failed, .chosen,
            "A start fails with the code that the test asked for.",
            source: "Faults on request"),
        Rule(
            .startCheckOrder, .success, .chosen,
            "Of several causes the first counts: meeting, support, permission, state, delegate, size, format.",
            source: "Environment first, arguments last"),
        Rule(
            .startedQuery, .success, .documented,
            "isPSModeStarted is true from the answer true until just before onStopSend, and does not allow sending.",
            source: "Guide: no gate for sending; when it changes is chosen"),
    ]

    private static let stopping: [Rule] = [
        Rule(
            .stopNothingRunning, .wrongUsage, .chosen,
            "Stopping needs a run that is not stopping already.",
            source: "It shows a mistake of the app"),
        Rule(
            .stopWhileStarting, .success, .chosen,
            "A stop before the answer brings the answer false, then one onStopSend.",
            source: "The app waits for both"),
        Rule(
            .stopWhileAccepted, .success, .chosen,
            "A stop before onStartSend brings no onStartSend and one onStopSend.",
            source: "The app waits for it"),
        Rule(
            .stopDeliveredOnce, .success, .chosen,
            "onStopSend comes once for each run that was accepted or stopped, and never otherwise.",
            source: "One invariant for every client"),
        Rule(
            .stopClosesGateFirst, .success, .inferred,
            "Frames are accepted until onStopSend; none after that callback has begun.",
            source: "Guide: the capture loop runs until onStopSend"),
        Rule(
            .stopAllowsRestart, .success, .chosen,
            "Inside onStopSend nothing is running any more and a new start is allowed.",
            source: "Restarting from the callback must work"),
        Rule(
            .stopOnRoleLoss, .success, .documented,
            "Losing host or co-host while sending stops the run.",
            source: "Guide: internal stop"),
        Rule(
            .stopOnLossBeforeSending, .success, .chosen,
            "A role or meeting lost before the answer makes it false, without onStopSend; after it, one onStopSend.",
            source: "Every start is answered once, and nothing starts that is over"),
        Rule(
            .stopBeforeMeetingEnds, .success, .chosen,
            "When the meeting ends, onStopSend comes before the status Ended.",
            source: "The app can clean up"),
        Rule(
            .stopNotOnRoleMove, .success, .chosen,
            "A move between host and co-host does not stop the run.",
            source: "Both may send"),
        Rule(
            .stopAfterNilSender, .success, .documented,
            "onStartSend without a sender has failed; one onStopSend follows.",
            source: "Guide: guard; the end is chosen"),
        Rule(
            .stopOutsideMeeting, .notInMeeting, .inferred,
            "After the meeting a kept controller answers NotInMeeting.",
            source: "Code NotInMeeting"),
    ]

    private static let sending: [Rule] = [
        Rule(
            .sendOutsideRun, .wrongUsage, .documented,
            "Sending is allowed between onStartSend and onStopSend only.",
            source: "Guide: send video and audio; the code is inferred from the raw video sender"),
        Rule(
            .videoBufferMissing, .invalidParameter, .chosen,
            "The frame's address is not null.",
            source: "Code InvalidParameter"),
        Rule(
            .videoBufferEmpty, .invalidParameter, .chosen,
            "The frame has at least one byte.",
            source: "Code InvalidParameter"),
        Rule(
            .videoFormatDiffers, .invalidParameter, .documented,
            "The frame's format is the declared one.",
            source: "Guide: capability contract"),
        Rule(
            .videoSizeDiffers, .invalidParameter, .documented,
            "The frame's width and height are the declared ones.",
            source: "Guide: capability contract"),
        Rule(
            .videoLengthWrong, .invalidParameter, .documented,
            "A frame has width x height x 3 / 2 bytes: tight Y, U and V planes.",
            source: "Guide and header: I420 length"),
        Rule(
            .sendsOverlap, .wrongUsage, .documented,
            "One producer sends; calls that overlap are served one after the other, and refused in strict mode.",
            source: "Guide: single producer thread; what happens otherwise is chosen"),
        Rule(
            .videoTooFrequent, .tooFrequentCall, .chosen,
            "In strict mode frames are not faster than the declared cadence.",
            source: "No cadence is documented"),
        Rule(
            .sendCopies, .success, .chosen,
            "The caller may use its buffer again when the call returns.",
            source: "Copied inside the call"),
        Rule(
            .sendWhileReconnecting, .success, .chosen,
            "While the meeting reconnects, sends succeed and the media is dropped and counted.",
            source: "The state of the studio is kept"),
        Rule(
            .sendOutOfMemory, .outOfMemory, .chosen,
            "A frame for which there is no memory is refused.",
            source: "Code Malloc_Failed"),
        Rule(
            .videoRateDiffers, .invalidParameter, .chosen,
            "A source that says its frame rate has the one that was asked for.",
            source: "Frames would come too fast or too slow otherwise"),
        Rule(
            .sendFromInside, .wrongUsage, .chosen,
            "A send made from inside another send of the same thread is refused.",
            source: "It could only wait for itself"),
    ]

    private static let sound: [Rule] = [
        Rule(
            .audioBufferMissing, .invalidParameter, .chosen,
            "The block's address is not null.",
            source: "Code InvalidParameter"),
        Rule(
            .audioBufferEmpty, .invalidParameter, .chosen,
            "The block has at least one sample.",
            source: "Code InvalidParameter"),
        Rule(
            .audioLengthOdd, .invalidParameter, .documented,
            "The block's length is even: samples have 16 bits.",
            source: "Guide and header"),
        Rule(
            .audioRateUnknown, .invalidParameter, .documented,
            "The sample rate is 32000 or 48000 Hz.",
            source: "Guide: two rates"),
        Rule(
            .audioChannelUnknown, .invalidParameter, .inferred,
            "The channel layout is mono or stereo.",
            source: "Header: two layouts"),
        Rule(
            .audioPairCut, .invalidParameter, .chosen,
            "A stereo block's length is a multiple of 4.",
            source: "Half a sample pair is useless"),
        Rule(
            .audioFormatMayChange, .success, .chosen,
            "Rate and channels may change from one block to the next.",
            source: "It is not forbidden"),
        Rule(
            .audioBlockLong, .success, .chosen,
            "A block of more than one second is accepted; strict mode reports it.",
            source: "No limit is known"),
        Rule(
            .audioLayout, .success, .inferred,
            "Samples are signed, 16 bits, little-endian; stereo goes left, right, left, right.",
            source: "Seen by users of the SDK"),
    ]

    private static let order: [Rule] = [
        Rule(
            .videoStamp, .success, .inferred,
            "A picture's time is the moment of the call, put on the declared cadence when it is at most 40 ms off.",
            source: "The call carries no timestamp; the cadence is chosen"),
        Rule(
            .audioStamp, .success, .inferred,
            "A block's time is counted in samples, and anchored anew when it is 40 ms late, or early for a second.",
            source: "The call carries no timestamp"),
        Rule(
            .callbackNeverInsideCall, .success, .inferred,
            "No callback comes inside the call that causes it.",
            source: "Asynchronous contract"),
        Rule(
            .startOrder, .success, .chosen,
            "Order at the start: answer, onStartSend, the studio user joins, its status becomes started.",
            source: "Status means that publishing began"),
        Rule(
            .stopOrder, .success, .chosen,
            "Order at the end: onStopSend, status becomes stopped, the studio user leaves.",
            source: "The app's own pipeline comes first"),
        Rule(
            .answerLatency, .success, .inferred,
            "The answer comes 40 to 120 ms after the call unless set otherwise.",
            source: "Measured with a sibling interface"),
        Rule(
            .callbackQueue, .success, .chosen,
            "Callbacks come on the main queue unless another one is given.",
            source: "Main thread in practice on macOS and Windows"),
        Rule(
            .userIDWhenNone, .success, .inferred,
            "Without a studio user its id is 0.",
            source: "Documented for Android"),
        Rule(
            .userIDAfterRestart, .success, .inferred,
            "A restart gives the studio user a new id.",
            source: "Ids change when a user rejoins"),
        Rule(
            .userHasParent, .success, .documented,
            "The studio user is a participant of its own; its parent is the user who sends.",
            source: "Header: getProductionStudioParent"),
    ]
}
