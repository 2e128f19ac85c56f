public import StudioCore

/// What each step of a start answers, and after how long: the place where a test makes things go wrong.
public struct StudioResponses: Sendable {
    /// Whether the meeting supports Production Studio.
    public var isSupported = true
    /// Whether the local user may start; `nil` follows the role.
    public var permission: Bool?
    /// A failure that `start` returns where everything is in order.
    public var startFailure: StudioError.Code?
    /// The answer to an accepted start.
    public var accepts = true
    /// Whether `didStartSending` brings a sender.
    public var providesSender = true
    /// The time from `start` to its answer, picked evenly from this range; 40 to 120 ms was measured with a sibling
    /// interface.
    public var answerDelay: ClosedRange<MediaTime> = .milliseconds(40) ... .milliseconds(120)
    /// The time from the answer to the sender.
    public var senderDelay = MediaTime.zero
    /// The time from a stop to its callback; frames are accepted meanwhile.
    public var stopDelay = MediaTime.zero
    /// The largest size that a start may declare, in pixels. A size for which there is no buffer brings no sender.
    public var maximumSize: (width: Int32, height: Int32) = (3840, 2160)

    /// Everything goes well, with the latency of a real meeting.
    public init() {}

    /// Everything goes well and at once, for tests.
    public static var immediate: StudioResponses {
        var responses = StudioResponses()
        responses.answerDelay = .zero ... .zero
        return responses
    }
}
