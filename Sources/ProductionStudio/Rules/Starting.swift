public import StudioCore

// Starting: what a start needs, and what it brings.
extension Rule {
    /// PS-START-001.
    public static let startOutsideMeeting = Rule(
        "PS-START-001", .notInMeeting, .inferred,
        "Starting needs a meeting that is going on.",
        source: "Code NotInMeeting; checked first")

    /// PS-START-002.
    public static let startUnsupported = Rule(
        "PS-START-002", .unsupportedFeature, .inferred,
        "Starting needs a meeting that supports Production Studio.",
        source: "isSupportPSMode; checked second")

    /// PS-START-003.
    public static let startWithoutPermission = Rule(
        "PS-START-003", .noPermission, .inferred,
        "Starting needs the role of host or co-host.",
        source: "canStartPSMode; a sibling interface refuses others at once; checked third")

    /// PS-START-004.
    public static let startTwice = Rule(
        "PS-START-004", .wrongUsage, .inferred,
        "Starting while a run is on changes nothing and brings no callback.",
        source: "Guide: an error return means no callbacks")

    /// PS-START-005.
    public static let startWithoutDelegate = Rule(
        "PS-START-005", .wrongUsage, .documented,
        "The delegate is set before starting.",
        source: "Guide: order of calls")

    /// PS-START-006.
    public static let startSizeNotPositive = Rule(
        "PS-START-006", .invalidParameter, .chosen,
        "The declared width and height are at least 2.",
        source: "Nothing smaller is a picture")

    /// PS-START-007.
    public static let startSizeOdd = Rule(
        "PS-START-007", .invalidParameter, .chosen,
        "The declared width and height are even.",
        source: "An odd size has no single I420 length")

    /// PS-START-008.
    public static let startFormatUnknown = Rule(
        "PS-START-008", .invalidParameter, .chosen,
        "The declared format is I420, limited or full range.",
        source: "Header: two formats")

    /// PS-START-009.
    public static let startSizeTooLarge = Rule(
        "PS-START-009", .invalidParameter, .chosen,
        "The declared size is at most 3840x2160 unless the limit is set otherwise.",
        source: "No limit is documented")

    /// PS-START-010.
    public static let startStudioTaken = Rule(
        "PS-START-010", .success, .chosen,
        "When someone else is the studio user, the call succeeds and the answer is false.",
        source: "Only the server knows")

    /// PS-START-011.
    public static let startContractCopied = Rule(
        "PS-START-011", .success, .chosen,
        "The capability is read once, at the start; later edits change nothing.",
        source: "It is the contract for all later frames")

    /// PS-START-012.
    public static let startAnsweredOnce = Rule(
        "PS-START-012", .success, .documented,
        "Every accepted start is answered exactly once.",
        source: "Guide: onStartPSModeResult")

    /// PS-START-013.
    public static let startFailureInjected = Rule(
        "PS-START-013", .failed, .chosen,
        "A start fails with the code that the test asked for.",
        source: "Faults on request")

    /// PS-START-014.
    public static let startCheckOrder = Rule(
        "PS-START-014", .success, .chosen,
        "Of several causes the first counts: meeting, support, permission, state, delegate, size, format.",
        source: "Environment first, arguments last")

    /// PS-START-015.
    public static let startedQuery = Rule(
        "PS-START-015", .success, .documented,
        "isPSModeStarted is true from the answer true until just before onStopSend, and does not allow sending.",
        source: "Guide: no gate for sending; when it changes is chosen")
}

extension RuleCatalogue {
    static let starting: [Rule] = [
        .startOutsideMeeting, .startUnsupported, .startWithoutPermission, .startTwice, .startWithoutDelegate,
        .startSizeNotPositive, .startSizeOdd, .startFormatUnknown, .startSizeTooLarge, .startStudioTaken,
        .startContractCopied, .startAnsweredOnce, .startFailureInjected, .startCheckOrder, .startedQuery,
    ]
}
