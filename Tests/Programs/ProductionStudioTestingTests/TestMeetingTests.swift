import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

extension TestMeeting {
    fileprivate func send(_ luma: UInt8, width: Int = 16) throws {
        let bytes = TestFrame.plain(width: width, height: 8, luma: luma)
        try bytes.withUnsafeBytes { bytes in
            try recorder.senders.last?.sendVideo(bytes, width: width, height: 8, format: .i420Full)
        }
    }
}

/// A client on the main actor, in the spelling of Swift 6.
@MainActor private final class MainActorClient: StudioDelegate {
    private(set) var events: [String] = []
    private(set) var notes = 0

    nonisolated func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        MainActor.assumeIsolated { events.append("answered") }
    }
    nonisolated func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        MainActor.assumeIsolated { events.append("sending") }
    }
    nonisolated func studioDidStopSending(_ studio: StudioController) {
        MainActor.assumeIsolated { events.append("stopped") }
        Task { @MainActor in notes += 1 }
    }
}

@Suite("TestMeeting")
struct TestMeetingTests {
    private func start(_ test: TestMeeting) throws {
        test.studio.delegate = test.recorder
        try test.studio.start(VideoCapability(width: 16, height: 8))
    }

    @Test("waiting for a state advances the clock to pending events, and no further")
    func waiting() throws {
        var responses = StudioResponses.immediate
        responses.answerDelay = .seconds(3) ... .seconds(3)
        responses.senderDelay = .seconds(2)
        let test = TestMeeting(responses: responses)
        try start(test)
        #expect(test.studio.state == .starting)
        try test.wait(for: .accepted)
        #expect(test.clock.now == .seconds(3))
        try test.wait(for: .sending)
        #expect(test.clock.now == .seconds(5))
        try test.wait(for: .sending)
        #expect(test.clock.now == .seconds(5))
        #expect(test.studioEvents.prefix(2) == [.answered(true), .startedSending(hasSender: true)])
        #expect(test.studio.state == .sending)
    }

    @Test("advancing the clock delivers each callback at its own time")
    func turning() throws {
        var responses = StudioResponses.immediate
        responses.answerDelay = .seconds(1) ... .seconds(1)
        responses.senderDelay = .seconds(1)
        let test = TestMeeting(responses: responses)
        let times = Lock<[MediaTime]>([])
        test.studio.onEvent { [clock = test.clock] _ in times.withLock { $0.append(clock.now) } }
        try start(test)
        try test.turn(by: .milliseconds(999))
        #expect(test.studioEvents == [])
        try test.turn(by: .seconds(10))
        #expect(times.withLock { $0 } == [.seconds(1), .seconds(2), .seconds(2)])
        #expect(test.clock.now == MediaTime(nanoseconds: 10_999_000_000))
    }

    @Test(
        "accepted media is recorded: sizes, hashes, times, and on request the bytes",
        arguments: [true, false])
    func media(keepsBytes: Bool) throws {
        let test = TestMeeting(keepsBytes: keepsBytes)
        try start(test)
        try test.wait(for: .sending)
        try test.send(7)
        try test.turn(by: .milliseconds(40))
        try test.send(8)
        let samples = [UInt8](repeating: 3, count: 1920)
        try samples.withUnsafeBytes {
            try test.recorder.senders.last?.sendAudio($0, sampleRate: 48_000, channel: .mono)
        }
        let frames = test.media.frames
        #expect(frames.map(\.width) == [16, 16])
        #expect(frames.map(\.height) == [8, 8])
        #expect(frames.map(\.format) == [.i420Full, .i420Full])
        #expect(frames.map(\.time) == [.zero, .milliseconds(40)])
        let sent = [7, 8].map { TestFrame.plain(width: 16, height: 8, luma: $0) }
        #expect(frames.map(\.hash) == sent.map { MediaHash.of($0) })
        #expect(frames.map(\.bytes) == (keepsBytes ? sent : [[], []]))
        let audio = try #require(test.media.audioBlocks.first)
        #expect(audio.format == AudioFormat(sampleRate: 48_000, channels: 1))
        #expect(audio.sampleCount == 960)
        #expect(audio.hash == .of(samples))
        #expect(audio.time == .milliseconds(40))
        #expect(audio.bytes == (keepsBytes ? samples : []))
    }

    @Test("the recorder receives what a client receives")
    func recorder() throws {
        let test = TestMeeting()
        test.meeting.delegate = test.recorder
        try start(test)
        let seen = Lock<[CallbackRecorder.Callback]>([])
        test.recorder.onCallback { callback in seen.withLock { $0.append(callback) } }
        let sender = try test.recorder.waitForSender()
        try test.settle()
        let user = try #require(test.meeting.studioUser)
        try test.studio.stop()
        try test.settle()
        #expect(test.recorder.senders.map { $0 === sender } == [true])
        #expect(
            test.recorder.callbacks == [
                .answered(true), .started(hasSender: true), .added(user), .user(user.id, isSending: true),
                .stopped, .user(user.id, isSending: false), .removed(user),
            ])
        #expect(seen.withLock { $0 }.last == test.recorder.callbacks.last)
    }

    @Test("waiting for a sender that does not come reports the callbacks")
    func noSender() throws {
        let test = TestMeeting()
        test.studio.responses.accepts = false
        try start(test)
        try test.settle()
        let error = #expect(throws: TestMeetingError.self) { try test.recorder.waitForSender(within: 0.05) }
        #expect(error?.description.hasPrefix("no sender within 0.05 s; callbacks: [") == true)
        #expect(error?.description.contains("answered(false)") == true)
    }

    @Test("padded layouts do not change a frame's hash")
    func paddedHash() throws {
        let test = TestMeeting()
        test.studio.delegate = test.recorder
        try test.studio.start(VideoCapability(width: 10, height: 8))
        try test.wait(for: .sending)
        try test.send(9, width: 10)
        #expect(test.media.frames.first?.hash == .of(TestFrame.plain(width: 10, height: 8, luma: 9)))
    }

    @Test("hashes depend on the bytes, their order and their number")
    func hashes() {
        let hashes = [[], [0], [0, 0], [1, 2, 3], [3, 2, 1], Array(0..<9), Array(0..<8)].map {
            MediaHash.of($0 as [UInt8])
        }
        #expect(Set(hashes).count == hashes.count)
        #expect(MediaHash.of([1, 2, 3]).description.count == 16)
    }

    @Test("violations are thrown with message, rule and count")
    func violations() throws {
        let test = TestMeeting()
        try test.requireNoViolations()
        try start(test)
        try test.wait(for: .sending)
        for _ in 0..<3 { #expect(throws: StudioError.self) { try test.send(1, width: 18) } }
        let error = #expect(throws: TestMeetingError.self) { try test.requireNoViolations() }
        #expect(error?.description.contains("PS-SEND-005 InvalidParameter") == true)
        #expect(error?.description.contains("(3 times)") == true)
        #expect(test.violations.map(\.error.rule) == [.videoSizeDiffers])
    }

    @Test("what verify finds is thrown as well: TRACE-ORDER-007 and TRACE-ORDER-002")
    func sameRules() throws {
        let test = TestMeeting()
        try start(test)
        try test.wait(for: .sending)
        try test.requireNoViolations()
        test.studio.delegate = nil
        let error = #expect(throws: TestMeetingError.self) { try test.requireNoViolations() }
        #expect(error?.description.contains("TRACE-ORDER-007: the delegate was removed or released") == true)
        let late = TestMeeting()
        try start(late)
        try late.wait(for: .sending)
        try late.studio.stop()
        try late.wait(for: .idle)
        #expect(throws: StudioError.self) { try late.send(1, width: 16) }
        let second = #expect(throws: TestMeetingError.self) { try late.requireNoViolations() }
        #expect(second?.description.contains("PS-SEND-001") == true)
    }

    @Test("a failure that the test injects is not thrown")
    func injected() throws {
        var responses = StudioResponses.immediate
        responses.startFailure = .failed
        let test = TestMeeting(responses: responses)
        test.studio.delegate = test.recorder
        #expect(throws: StudioError.self) { try test.studio.start(VideoCapability(width: 16, height: 8)) }
        try test.requireNoViolations()
    }

    @Test("psstudio exec gets a complete trace of each meeting whose studio was used")
    func testTraces() async throws {
        let folder = try TestFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("traces/") as String] in
            setenv("PSSTUDIO_TRACE", path, 1)
            let unused = TestMeeting()
            for count in 1...2 {
                let test = TestMeeting()
                test.studio.delegate = test.recorder
                try test.studio.start(VideoCapability(width: 16, height: 8))
                try test.wait(for: .sending)
                for _ in 0..<count { try test.send(7) }
                try test.studio.stop()
                try test.wait(for: .idle)
                // The second one lives to the end of the process.
                if count == 2 { _ = Unmanaged.passRetained(test) }
            }
            withExtendedLifetime(unused) {}
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("traces"))
        let traces = try names.map { try folder.readText("traces/\($0)").split(separator: "\n") }
        #expect(traces.map { $0.count { $0.contains(#""event":"video""#) } }.sorted() == [1, 2])
        #expect(traces.allSatisfy { $0.first?.contains(#""interface":"production-studio""#) == true })
        #expect(traces.allSatisfy { $0.last?.contains(#""event":"end""#) == true })
    }

    @Test("callbacks come on the main queue; the synchronous and the asynchronous wait serve it")
    @MainActor func mainActor() async throws {
        let client = MainActorClient()
        let test = TestMeeting()
        test.studio.delegate = client
        try test.studio.start(VideoCapability(width: 16, height: 8))
        try wait(test)
        #expect(client.events == ["answered", "sending"])
        try test.studio.stop()
        try await test.wait(for: .idle)
        // A task on the main actor proceeds during the asynchronous wait.
        try await test.wait(until: "the client has noted it") { client.notes == 1 }
        #expect(client.events == ["answered", "sending", "stopped"])
        try await test.turn(by: .milliseconds(10))
        try await test.settle()
        try test.requireNoViolations()
    }

    @MainActor private func wait(_ test: TestMeeting) throws { try test.wait(for: .sending) }

    @Test("an asynchronous wait that fails names the condition")
    func asynchronousTimeout() async {
        let test = TestMeeting()
        let error = await #expect(throws: TestMeetingError.self) { try await test.wait(for: .sending, within: 0.05) }
        #expect(error?.description.contains("the studio is sending; the studio is idle") == true)
    }

    @Test("a timed-out wait names the condition and the studio's state")
    func timedOutWait() throws {
        let test = TestMeeting()
        let error = #expect(throws: TestMeetingError.self) { try test.wait(for: .sending, within: 0.05) }
        #expect(error?.description.contains("the studio is sending; the studio is idle") == true)
    }

    @Test("a hanging callback is reported")
    func hanging() throws {
        let test = TestMeeting()
        let released = Monitor(false)
        test.meeting.onEvent { _ in _ = released.wait { $0 ? true : nil } }
        test.meeting.connectAudio()
        #expect(throws: TestMeetingError.self) { try test.settle(within: 0.05) }
        #expect(throws: TestMeetingError.self) { try test.turn(by: .seconds(1), within: 0.05) }
        released.update { $0 = true }
        try test.settle()
    }

    @Test("waiting observes changes made by another thread")
    func otherThread() throws {
        let test = TestMeeting()
        test.studio.delegate = test.recorder
        let worker = try Worker("test.app") {
            try? test.studio.start(VideoCapability(width: 16, height: 8))
        }
        try test.wait(for: .sending)
        #expect(worker.join(seconds: TestMeeting.defaultTimeout))
        #expect(test.meetingEvents.count == 2)
    }
}
