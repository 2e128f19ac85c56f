public import StudioCore

// Starting: its requirements and results.
extension Rule {
    /// PS-START-001.
    public static let startOutsideMeeting = Rule(
        "PS-START-001", .notInMeeting, .inferred,
        "Starting requires an active meeting.",
        source: "Code NotInMeeting; checked first")

    /// PS-START-002.
    public static let startUnsupported = Rule(
        "PS-START-002", .unsupportedFeature, .inferred,
        "Starting requires a meeting that supports Production Studio.",
        source: "isSupportPSMode; checked second")

    /// PS-START-003.
    public static let startWithoutPermission = Rule(
        "PS-START-003", .noPermission, .inferred,
        "Starting requires the role of host or co-host.",
        source: "canStartPSMode; a related interface rejects others immediately; checked third")

    /// PS-START-004.
    public static let startTwice = Rule(
        "PS-START-004", .wrongUsage, .inferred,
        "Starting while the studio is active changes nothing and causes no callback.",
        source: "Guide: an error return means no callbacks")

    /// PS-START-005.
    public static let startWithoutDelegate = Rule(
        "PS-START-005", .wrongUsage, .documented,
        "The delegate must be set before starting.",
        source: "Guide: order of calls")

    /// PS-START-006.
    public static let startSizeNotPositive = Rule(
        "PS-START-006", .invalidParameter, .chosen,
        "The declared width and height must be at least 2.",
        source: "No smaller I420 frame exists")

    /// PS-START-007.
    public static let startSizeOdd = Rule(
        "PS-START-007", .invalidParameter, .chosen,
        "The declared width and height must be even.",
        source: "Odd sizes have no unambiguous I420 length")

    /// PS-START-008.
    public static let startFormatUnknown = Rule(
        "PS-START-008", .invalidParameter, .chosen,
        "The declared format must be I420, limited or full range.",
        source: "Header: two formats")

    /// PS-START-009.
    public static let startSizeTooLarge = Rule(
        "PS-START-009", .invalidParameter, .chosen,
        "The declared size must be at most 3840x2160 by default.",
        source: "No limit is documented")

    /// PS-START-010.
    public static let startStudioTaken = Rule(
        "PS-START-010", .success, .chosen,
        "While another user's studio is active, the call succeeds and the result is false.",
        source: "Only the server knows")

    /// PS-START-011.
    public static let startContractCopied = Rule(
        "PS-START-011", .success, .chosen,
        "The capability is read once at the start; later changes have no effect.",
        source: "It is the contract for all later frames")

    /// PS-START-012.
    public static let startAnsweredOnce = Rule(
        "PS-START-012", .success, .documented,
        "Every accepted start receives exactly one result.",
        source: "Guide: onStartPSModeResult")

    /// PS-START-013.
    public static let startFailureInjected = Rule(
        "PS-START-013", .failed, .chosen,
        "A start fails with the code injected by the test.",
        source: "Injected fault")

    /// PS-START-014.
    public static let startCheckOrder = Rule(
        "PS-START-014", .success, .chosen,
        "The first of several causes is reported: meeting, support, permission, state, delegate, size, format.",
        source: "Environment first, arguments last")

    /// PS-START-015.
    public static let startedQuery = Rule(
        "PS-START-015", .success, .documented,
        "isPSModeStarted is true from the result true until just before onStopSend; it does not permit sending.",
        source: "Guide: not a condition for sending; the time of the change is chosen")
}

extension RuleCatalogue {
    static let starting: [Rule] = [
        .startOutsideMeeting, .startUnsupported, .startWithoutPermission, .startTwice, .startWithoutDelegate,
        .startSizeNotPositive, .startSizeOdd, .startFormatUnknown, .startSizeTooLarge, .startStudioTaken,
        .startContractCopied, .startAnsweredOnce, .startFailureInjected, .startCheckOrder, .startedQuery,
    ]
}
