import Dispatch
import Glibc
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

/// What the two delegates hear.
enum Callback: Hashable, Sendable {
    case answered(Bool)
    case started(hasSender: Bool)
    case stopped
    case user(UserID, isSending: Bool)
    case added(Participant)
    case removed(Participant)
    case role(MeetingRole)
    case status(MeetingStatus)
    case host(UserID)
    case coHost(UserID, Bool)
}

/// The callbacks of the studio by name, for order.
enum Heard: Hashable, Sendable, CaseIterable {
    case yes, no, sender, nilSender, stopped, userStarted, userStopped, joined, left, role, status, host, coHost
}

/// Hears everything, and does in callbacks what a test asks for.
final class Audience: StudioDelegate, MeetingDelegate {
    let heard = Recorder<Callback>()
    let senders = Recorder<Sender>()
    private let reaction = Lock<(@Sendable (Callback, Sender?) -> Void)?>(nil)

    /// Runs `body` inside every callback from now on.
    func react(_ body: @escaping @Sendable (Callback, Sender?) -> Void) {
        reaction.withLock { $0 = body }
    }

    private func hear(_ callback: Callback, _ sender: Sender? = nil) {
        heard.record(callback)
        reaction.withLock { $0 }?(callback, sender)
    }

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) { hear(.answered(accepted)) }

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        if let sender { senders.record(sender) }
        hear(.started(hasSender: sender != nil), sender)
    }

    func studioDidStopSending(_ studio: StudioController) { hear(.stopped) }

    func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {
        hear(.user(user, isSending: isSending))
    }

    func meeting(_ meeting: Meeting, didAdd participant: Participant) { hear(.added(participant)) }
    func meeting(_ meeting: Meeting, didRemove participant: Participant) { hear(.removed(participant)) }
    func meeting(_ meeting: Meeting, didChangeRoleTo role: MeetingRole) { hear(.role(role)) }
    func meeting(_ meeting: Meeting, didChangeStatusTo status: MeetingStatus) { hear(.status(status)) }
    func meeting(_ meeting: Meeting, didChangeHostTo host: UserID) { hear(.host(host)) }
    func meeting(_ meeting: Meeting, didChangeCoHost user: UserID, isCoHost: Bool) { hear(.coHost(user, isCoHost)) }

    /// The callbacks in order, by name.
    var names: [Heard] {
        heard.all.map { callback in
            switch callback {
            case .answered(let isYes): isYes ? .yes : .no
            case .started(let hasSender): hasSender ? .sender : .nilSender
            case .stopped: .stopped
            case .user(_, let isSending): isSending ? .userStarted : .userStopped
            case .added: .joined
            case .removed: .left
            case .role: .role
            case .status: .status
            case .host: .host
            case .coHost: .coHost
            }
        }
    }
}

/// A meeting with a studio, on a clock that the test turns and a queue of its own.
final class Stage: Sendable {
    static let small = VideoCapability(width: 16, height: 8)

    let clock = ManualClock()
    let queue = DispatchQueue(label: "psstudio.test.callbacks")
    let meeting: Meeting
    let studio: StudioController
    let audience = Audience()

    init(
        role: MeetingRole = .host, kind: MeetingKind = .meeting, isJoined: Bool = true,
        options: StudioController.Options = .init(), responses: StudioResponses = .immediate
    ) {
        meeting = Meeting(
            role: role, name: "Ada", kind: kind, isJoined: isJoined, clock: clock, callbackQueue: queue)
        studio = StudioController(in: meeting, options: options, responses: responses)
        studio.delegate = audience
        meeting.delegate = audience
    }

    /// Waits until nothing is left to deliver; false when something waits for the clock or hangs.
    func settle(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            meeting.callbackQueue.waitUntilEmpty(seconds: deadlineSeconds), "callbacks are left over",
            sourceLocation: sourceLocation)
    }

    /// Lets the queue run dry while an event may go on waiting for the clock.
    func flush() {
        // Each delivery puts at most one other on the queue; no test has longer chains.
        for _ in 0..<32 { queue.sync {} }
    }

    /// The rule that refused, `nil` when the call succeeded.
    func start(_ capability: VideoCapability = Stage.small) -> Rule? {
        ruleBroken { () throws(StudioError) in try studio.start(capability) }
    }

    func stop() -> Rule? {
        ruleBroken { () throws(StudioError) in try studio.stop() }
    }

    /// Starts, and waits for the sender.
    func openSender(_ capability: VideoCapability = Stage.small) throws -> Sender {
        let before = audience.senders.count
        try studio.start(capability)
        settle()
        try #require(audience.senders.count == before + 1)
        return try #require(audience.senders.all.last)
    }

    /// Brings a fresh stage into a phase; only `starting` and `accepted` leave an event waiting for the clock.
    func bring(into phase: RunPhase) throws {
        var responses = StudioResponses.immediate
        switch phase {
        case .idle: return
        case .starting: responses.answerDelay = .seconds(1) ... .seconds(1)
        case .accepted: responses.senderDelay = .seconds(1)
        case .sending: break
        case .stopping: responses.stopDelay = .seconds(1)
        }
        studio.responses = responses
        try studio.start(Stage.small)
        flush()
        if phase == .stopping {
            try studio.stop()
            flush()
        }
    }
}

enum RunPhase: String, Hashable, Sendable, CaseIterable {
    case idle, starting, accepted, sending, stopping
}

/// Waits until `condition` holds, for what tells nobody when it changes; false after the deadline.
func eventually(_ condition: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(deadlineSeconds)
    while clock.now < deadline {
        if condition() { return true }
        sched_yield()
    }
    return condition()
}

/// The rule that a call broke.
func ruleBroken(_ body: () throws(StudioError) -> Void) -> Rule? {
    do {
        try body()
        return nil
    } catch {
        return error.rule
    }
}

/// The error that a call threw.
func failure(_ body: () throws(StudioError) -> Void) -> StudioError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}

extension Sender {
    /// Sends a good picture filled with `value`.
    func sendPicture(_ value: UInt8 = 128) throws(StudioError) {
        let width = Int(capability.width)
        let height = Int(capability.height)
        let bytes = [UInt8](repeating: value, count: width * height * 3 / 2)
        try sendVideo(bytes, width: width, height: height)
    }

    func sendVideo(_ bytes: [UInt8], width: Int, height: Int) throws(StudioError) {
        let format = capability.format
        let result = bytes.withUnsafeBytes { bytes -> Result<Void, StudioError> in
            Result { () throws(StudioError) in
                try sendVideo(bytes, width: width, height: height, format: format)
            }
        }
        try result.get()
    }

    /// Sends silence.
    func sendSound(
        samples: Int = 480, rate: Int32 = 48_000, channel: AudioChannel = .mono
    ) throws(StudioError) {
        try sendSound([UInt8](repeating: 0, count: samples * (channel == .stereo ? 4 : 2)), rate, channel)
    }

    func sendSound(_ bytes: [UInt8], _ rate: Int32, _ channel: AudioChannel) throws(StudioError) {
        let result = bytes.withUnsafeBytes { bytes -> Result<Void, StudioError> in
            Result { () throws(StudioError) in
                try sendAudio(bytes, sampleRate: rate, channel: channel)
            }
        }
        try result.get()
    }
}
