import Dispatch
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

typealias Callback = CallbackRecorder.Callback

/// The studio callbacks by name, for their order.
enum CallbackName: Hashable, Sendable, CaseIterable {
    case yes, no, sender, nilSender, stopped, userStarted, userStopped, joined, left, role, status, host, coHost
}

extension CallbackRecorder {
    /// The callbacks in order, by name.
    var names: [CallbackName] {
        callbacks.map { callback in
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

extension VideoCapability {
    static let small = VideoCapability(width: 16, height: 8)
}

extension TestMeeting {
    /// A meeting of Ada, whose recorder is the delegate of the meeting and the studio.
    static func recorded(
        role: MeetingRole = .host, kind: MeetingKind = .meeting, isJoined: Bool = true,
        options: StudioController.Options = .init(), responses: StudioResponses = .immediate,
        queue: DispatchQueue = DispatchQueue(label: "psstudio.test.callbacks")
    ) -> TestMeeting {
        let test = TestMeeting(
            role: role, name: "Ada", kind: kind, isJoined: isJoined, options: options, responses: responses,
            keepsBytes: true, callbackQueue: queue)
        test.studio.delegate = test.recorder
        test.meeting.delegate = test.recorder
        return test
    }

    /// Waits until nothing is left to deliver; unlike ``settle(within:)``, nothing may wait for the clock.
    func drain(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            meeting.callbackQueue.waitUntilEmpty(seconds: deadlineSeconds), "callbacks are left",
            sourceLocation: sourceLocation)
    }

    /// The violated rule; `nil` if the call succeeded.
    func start(_ capability: VideoCapability = .small) -> Rule? {
        ruleBroken { () throws(StudioError) in try studio.start(capability) }
    }

    func stop() -> Rule? {
        ruleBroken { () throws(StudioError) in try studio.stop() }
    }

    /// Starts, and waits for the sender.
    func openSender(_ capability: VideoCapability = .small) throws -> Sender {
        let before = recorder.senders.count
        try studio.start(capability)
        drain()
        try #require(recorder.senders.count == before + 1)
        return try #require(recorder.senders.last)
    }

    /// Brings a new meeting into a phase; only `starting` and `accepted` leave an event waiting for the clock.
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
        try studio.start(.small)
        try settle()
        if phase == .stopping {
            try studio.stop()
            try settle()
        }
    }
}

enum StudioPhase: String, Hashable, Sendable, CaseIterable {
    case idle, starting, accepted, sending, stopping
}

/// The rule that a call violated.
func ruleBroken(_ body: () throws(StudioError) -> Void) -> Rule? { failure(body)?.rule }

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
