public import StudioCore

/// The emulated server's response and delay for each step of a start. Tests use it to inject failures.
public struct StudioResponses: Sendable {
    /// Whether the meeting supports Production Studio.
    public var isSupported = true
    /// Whether the local user may start; `nil` uses the role.
    public var permission: Bool?
    /// A failure that `start` returns when all conditions hold.
    public var startFailure: StudioError.Code?
    /// The result of an accepted start.
    public var accepts = true
    /// Whether `didStartSending` delivers a sender.
    public var providesSender = true
    /// The latency of the start result, chosen uniformly from this range. 40 to 120 ms was measured with a related
    /// interface.
    public var answerDelay: ClosedRange<MediaTime> = .milliseconds(40) ... .milliseconds(120)
    /// The time from the result to the sender.
    public var senderDelay = MediaTime.zero
    /// The time from a stop to its callback; frames are accepted meanwhile.
    public var stopDelay = MediaTime.zero
    /// Whether the result of a start is delivered once, twice, late or never. Without a result, the start stays pending until
    /// it is stopped.
    public var answerDelivery = CallbackDelivery.once
    /// Whether `didStartSending` is delivered once, twice, late or never, also without a sender.
    public var senderDelivery = CallbackDelivery.once
    /// Whether the first send after a start fails, and `didStartSending` follows again with the same sender, as when a client
    /// is told before the service is ready.
    public var failsFirstSend = false
    /// The maximum size that a start may declare, in pixels. If no buffer of that size can be allocated, no sender is
    /// delivered.
    public var maximumSize: (width: Int32, height: Int32) = (3840, 2160)

    /// All steps succeed, with the latency of a real meeting.
    public init() {}

    /// All steps succeed immediately, for tests.
    public static var immediate: StudioResponses {
        var responses = StudioResponses()
        responses.answerDelay = .zero ... .zero
        return responses
    }
}
