import Dispatch
import Glibc
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

/// The callbacks of both delegates.
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

/// The studio callbacks by name, for their order.
enum CallbackName: Hashable, Sendable, CaseIterable {
    case yes, no, sender, nilSender, stopped, userStarted, userStopped, joined, left, role, status, host, coHost
}

/// Records all callbacks, and runs a test's closure inside them.
final class CallbackRecorder: StudioDelegate, MeetingDelegate {
    let callbacks = Recorder<Callback>()
    let senders = Recorder<Sender>()
    private let reaction = Lock<(@Sendable (Callback, Sender?) -> Void)?>(nil)

    /// Runs `body` inside every callback from now on.
    func react(_ body: @escaping @Sendable (Callback, Sender?) -> Void) {
        reaction.withLock { $0 = body }
    }

    private func record(_ callback: Callback, _ sender: Sender? = nil) {
        callbacks.record(callback)
        reaction.withLock { $0 }?(callback, sender)
    }

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) { record(.answered(accepted)) }

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        if let sender { senders.record(sender) }
        record(.started(hasSender: sender != nil), sender)
    }

    func studioDidStopSending(_ studio: StudioController) { record(.stopped) }

    func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {
        record(.user(user, isSending: isSending))
    }

    func meeting(_ meeting: Meeting, didAdd participant: Participant) { record(.added(participant)) }
    func meeting(_ meeting: Meeting, didRemove participant: Participant) { record(.removed(participant)) }
    func meeting(_ meeting: Meeting, didChangeRoleTo role: MeetingRole) { record(.role(role)) }
    func meeting(_ meeting: Meeting, didChangeStatusTo status: MeetingStatus) { record(.status(status)) }
    func meeting(_ meeting: Meeting, didChangeHostTo host: UserID) { record(.host(host)) }
    func meeting(_ meeting: Meeting, didChangeCoHost user: UserID, isCoHost: Bool) { record(.coHost(user, isCoHost)) }

    /// The callbacks in order, by name.
    var names: [CallbackName] {
        callbacks.all.map { callback in
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

/// A meeting with a studio, on a manual clock and its own queue.
final class StudioFixture: Sendable {
    static let small = VideoCapability(width: 16, height: 8)

    let clock = ManualClock()
    let queue = DispatchQueue(label: "psstudio.test.callbacks")
    let meeting: Meeting
    let studio: StudioController
    let recorder = CallbackRecorder()

    init(
        role: MeetingRole = .host, kind: MeetingKind = .meeting, isJoined: Bool = true,
        options: StudioController.Options = .init(), responses: StudioResponses = .immediate
    ) {
        meeting = Meeting(
            role: role, name: "Ada", kind: kind, isJoined: isJoined, clock: clock, callbackQueue: queue)
        studio = StudioController(in: meeting, options: options, responses: responses)
        studio.delegate = recorder
        meeting.delegate = recorder
    }

    /// Waits until nothing is left to deliver; false if an event waits for the clock or hangs.
    func settle(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            meeting.callbackQueue.waitUntilEmpty(seconds: deadlineSeconds), "callbacks are left",
            sourceLocation: sourceLocation)
    }

    /// Drains the queue; an event may still wait for the clock.
    func flush() {
        // Each delivery enqueues at most one other; no test has longer chains.
        for _ in 0..<32 { queue.sync {} }
    }

    /// The violated rule; `nil` if the call succeeded.
    func start(_ capability: VideoCapability = StudioFixture.small) -> Rule? {
        ruleBroken { () throws(StudioError) in try studio.start(capability) }
    }

    func stop() -> Rule? {
        ruleBroken { () throws(StudioError) in try studio.stop() }
    }

    /// Starts, and waits for the sender.
    func openSender(_ capability: VideoCapability = StudioFixture.small) throws -> Sender {
        let before = recorder.senders.count
        try studio.start(capability)
        settle()
        try #require(recorder.senders.count == before + 1)
        return try #require(recorder.senders.all.last)
    }

    /// Brings a new fixture into a phase; only `starting` and `accepted` leave an event waiting for the clock.
    func bring(into phase: StudioPhase) throws {
        var responses = StudioResponses.immediate
        switch phase {
        case .idle: return
        case .starting: responses.answerDelay = .seconds(1) ... .seconds(1)
        case .accepted: responses.senderDelay = .seconds(1)
        case .sending: break
        case .stopping: responses.stopDelay = .seconds(1)
        }
        studio.responses = responses
        try studio.start(StudioFixture.small)
        flush()
        if phase == .stopping {
            try studio.stop()
            flush()
        }
    }
}

enum StudioPhase: String, Hashable, Sendable, CaseIterable {
    case idle, starting, accepted, sending, stopping
}

/// Polls until `condition` holds, for changes without a notification; false after the deadline.
func eventually(_ condition: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(deadlineSeconds)
    while clock.now < deadline {
        if condition() { return true }
        sched_yield()
    }
    return condition()
}

/// The rule that a call violated.
func ruleBroken(_ body: () throws(StudioError) -> Void) -> Rule? {
    do {
        try body()
        return nil
    } catch {
        return error.rule
    }
}

/// The error thrown by a call.
func failure(_ body: () throws(StudioError) -> Void) -> StudioError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}

extension Sender {
    /// Sends a valid frame filled with `value`.
    func sendFrame(_ value: UInt8 = 128) throws(StudioError) {
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
    func sendAudioBlock(
        samples: Int = 480, rate: Int32 = 48_000, channel: AudioChannel = .mono
    ) throws(StudioError) {
        try sendAudioBlock([UInt8](repeating: 0, count: samples * (channel == .stereo ? 4 : 2)), rate, channel)
    }

    func sendAudioBlock(_ bytes: [UInt8], _ rate: Int32, _ channel: AudioChannel) throws(StudioError) {
        let result = bytes.withUnsafeBytes { bytes -> Result<Void, StudioError> in
            Result { () throws(StudioError) in
                try sendAudio(bytes, sampleRate: rate, channel: channel)
            }
        }
        try result.get()
    }
}
