import Dispatch
import MeetingClient
import ProductionStudio
import StudioCore
import StudioEngine
import StudioRuntime
import StudioTestSupport
import Testing

/// What a client sends while its sending ends, on a clock that is not manual.
struct SendingRaceTests {
    private let clock: JumpingClock
    private let queue: CallbackQueue
    private let client: MeetingClient
    /// Called with each event, inside its callback.
    private let onEvent: Lock<(@Sendable (String) -> Void)?>

    /// Joins a meeting.
    init() throws {
        let (clock, onEvent) = (JumpingClock(), Lock<(@Sendable (String) -> Void)?>(nil))
        (self.clock, self.onEvent) = (clock, onEvent)
        queue = CallbackQueue(clock: clock, queue: DispatchQueue(label: "test.callbacks"))
        let environment = try ClientEnvironment(variable: { _ in nil }, clock: clock) { choices in
            (choices.role, choices.isImmediate) = (MeetingRole.coHost, true)
        }
        client = MeetingClient(environment, queue: queue, clock: clock) { event in
            onEvent.withLock { $0 }?(event.text)
        }
        try client.initialise()
        try client.authenticate("token")
        settle()
        var options = MeetingClient.JoinOptions()
        options.request.meetingNumber = 123
        options.arrival.joinsAudio = true
        try client.join(options)
        settle()
        try #require(client.status == .inMeeting)
    }

    private func settle() { #expect(queue.waitUntilEmpty(seconds: deadlineSeconds)) }

    enum Kind: CaseIterable {
        case camera, microphone, share
    }

    private func begin(_ kind: Kind) throws {
        switch kind {
        case .camera:
            try client.set(.camera, isSet: true)
            try client.act(.startVideo)
        case .microphone: try client.set(.microphone, isSet: true)
        case .share: try client.act(.startShare(withAudio: false))
        }
    }

    private func end(_ kind: Kind) throws {
        switch kind {
        case .camera: try client.act(.stopVideo)
        case .microphone: try client.act(.mute(.none))
        case .share: try client.act(.stopShare)
        }
    }

    /// The event of the end.
    private static func event(_ kind: Kind) -> String {
        switch kind {
        case .camera: "camera stopped"
        case .microphone: "microphone stopped"
        case .share: "ownShare false"
        }
    }

    /// The rule that a frame, or 10 ms of audio, violates; `nil` for none.
    private static func send(_ kind: Kind, of client: MeetingClient) -> RuleID? {
        let bytes = [UInt8](repeating: 100, count: kind == .microphone ? 640 : 640 * 360 * 3 / 2)
        let error = bytes.withUnsafeBytes { bytes -> StudioError? in
            do throws(StudioError) {
                switch kind {
                case .camera:
                    try client.sendCamera(bytes, width: 640, height: 360, rotation: 0, format: .i420Limited)
                case .microphone: try client.sendMicrophone(bytes, sampleRate: 32_000, channels: 1)
                case .share: try client.sendShare(bytes, width: 640, height: 360, format: .i420Limited)
                }
                return nil
            } catch {
                return error
            }
        }
        return error?.rule.id
    }

    @Test(
        "ZM-SEND-001: what is sent while the callback of the end runs, and until 50 ms after it, is no violation",
        arguments: Kind.allCases)
    func race(_ kind: Kind) throws {
        try begin(kind)
        settle()
        #expect(Self.send(kind, of: client) == nil)
        let (rejected, isEnding) = (Recorder<RuleID?>(), Signal())
        // The callback runs until the send of another thread has returned, and for longer than any window.
        onEvent.set { [clock] event in
            guard event == Self.event(kind) else { return }
            clock.jump(to: .seconds(5))
            isEnding.send()
            #expect(rejected.wait(count: 1))
        }
        let producer = try Worker("test.producer") { [client] in
            _ = isEnding.wait()
            rejected.record(Self.send(kind, of: client))
        }
        try end(kind)
        #expect(producer.join(seconds: deadlineSeconds))
        settle()
        #expect(rejected.all == ["ZM-SEND-001"])
        #expect(client.violations == [])
        clock.jump(to: .milliseconds(5050))
        #expect(Self.send(kind, of: client) == "ZM-SEND-001")
        #expect(client.violations == [])
        clock.jump(to: .milliseconds(5051))
        #expect(Self.send(kind, of: client) == "ZM-SEND-001")
        #expect(client.violations.map(\.error.rule.id) == ["ZM-SEND-001"])
        #expect(client.violations.map(\.count) == [1])
    }
}
