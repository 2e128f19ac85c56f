import StudioCore

/// Judges each start: how soon it follows a rejection, how long the app waits for it, and when the app gives up its sender.
struct StartVerifier: Sendable {
    /// What the app waits for in vain.
    private enum Wait: String, Sendable {
        case answer = "the start was not answered"
        case sender = "onStartSend did not follow the result"
        case afterRejection = "the start was rejected"
        case afterNilSender = "onStartSend had no sender"
    }

    /// The shortest wait that nothing but its end explains: answers take 0.1 s, and people a second.
    private static let longWait = MediaTime.seconds(3)
    /// The window in which starts are counted, and their largest number.
    private static let window = MediaTime.seconds(1)
    private static let maximumStarts = 5

    private var wait: (kind: Wait, since: MediaTime)?
    /// The times of the last starts since one succeeded.
    private var starts: [MediaTime] = []
    /// Whether the last start was rejected.
    private var wasRejected = false
    private var isSending = false
    private var hasMedia = false
    private var isStopped = false
    /// Where the app released the current sender.
    private var release: TracePlace?
    /// Whether a send was rejected before that: the sender had closed, and to release it is right.
    private var isRefused = false
    private(set) var findings = TraceFindings()

    mutating func apply(_ event: TraceEvent, at place: TracePlace) {
        switch event {
        case .call(let call): apply(call, at: place)
        case .callback(let callback): apply(callback, at: place)
        case .state(let state) where state.part == "sender": if isSending { release = place }
        case .video, .audio: hasMedia = true
        case .violation(let violation) where violation.rule == OrderVerifier.closedSender:
            if isSending, isStopped, release == nil { isRefused = true }
        case .state, .command, .violation, .drop, .output, .failure, .note, .end: break
        }
    }

    // MARK: Calls

    private mutating func apply(_ call: TraceCall, at place: TracePlace) {
        let isSuccess = call.result?.text == StudioError.Code.success.rawValue
        switch call.name {
        case "start":
            countStart(at: place)
            wasRejected = !isSuccess
            wait = isSuccess ? (.answer, place.time) : nil
        case "stop":
            wait = nil
            if isSuccess, isSending { isStopped = true }
        case "setDelegate", "join": wait = nil
        default: break
        }
    }

    /// A start that follows no rejection begins to count anew.
    private mutating func countStart(at place: TracePlace) {
        if !wasRejected { starts = [] }
        starts.append(place.time)
        guard starts.count > Self.maximumStarts else { return }
        let first = starts.removeFirst()
        guard place.time - first < Self.window else { return }
        findings.add(
            .traceStartsTooOften, at: place,
            "\(Self.maximumStarts + 1) starts within \(NumberText.seconds(place.time - first)), each after a rejection; "
                + "wait before the next one, longer each time")
    }

    // MARK: Callbacks

    private mutating func apply(_ callback: TraceCallback, at place: TracePlace) {
        switch callback.name {
        case "startAnswered":
            let isAccepted = callback.arguments["accepted"]?.flag == true
            if !isAccepted { wasRejected = true }
            if !isSending { wait = (isAccepted ? .sender : .afterRejection, place.time) }
        case "sendingStarted": begin(callback.arguments["hasSender"]?.flag == true, at: place)
        case "sendingStopped":
            if wait?.kind == .sender { wait = nil }
            judgeRelease(isReceived: callback.isReceived)
            (isSending, hasMedia, isStopped, release, isRefused) = (false, false, false, nil, false)
        // The meeting was left, or has ended: the app waits no longer.
        case "meetingStatusChanged" where Self.isEnd(callback.arguments["status"]?.text): wait = nil
        default: break
        }
    }

    private mutating func begin(_ hasSender: Bool, at place: TracePlace) {
        (release, isRefused) = (nil, false)
        wait = hasSender ? nil : (.afterNilSender, place.time)
        wasRejected = !hasSender
        if hasSender { isSending = true }
    }

    private static func isEnd(_ status: String?) -> Bool {
        [MeetingStatus.disconnecting, .ended, .failed].contains { $0.rawValue == status }
    }

    /// A delegate that has gone with it is reported instead.
    private mutating func judgeRelease(isReceived: Bool?) {
        guard let release, isStopped, hasMedia, !isRefused, isReceived != false else { return }
        findings.add(
            .traceSenderReleased, at: release,
            "the sender was released before onStopSend; frames are expected until that callback, so release it there and "
                + "not at stopPSMode")
    }

    /// Judges the wait at the end of the trace.
    ///
    /// - Parameter end: where the client ended; `nil` when that is unknown.
    mutating func finish(at end: TracePlace?) {
        guard let end, let wait, end.time - wait.since > Self.longWait else { return }
        let span = NumberText.number((end.time - wait.since).seconds, decimals: 1)
        findings.add(
            .traceWaitsForEver, at: end,
            "\(wait.kind.rawValue), and the client ended \(span) s later without a stop; limit the wait, then call "
                + "stopPSMode or leave the meeting")
    }
}
