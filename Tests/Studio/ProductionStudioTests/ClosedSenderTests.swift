import Dispatch
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("A sender that was just closed")
struct ClosedSenderTests {
    @Test("PS-SEND-001 a send until 50 ms after the close is rejected, counted and not told; a later one tells both")
    func race() throws {
        let clock = JumpingClock()
        let meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "psstudio.test.callbacks"))
        let studio = StudioController(in: meeting, responses: .immediate)
        let recorder = CallbackRecorder()
        let (told, rejected, isStopping) = (Recorder<Int>(), Recorder<Rule?>(), Signal())
        studio.violations.onFirst { told.record($0.count) }
        studio.delegate = recorder
        try studio.start(.small)
        #expect(meeting.callbackQueue.waitUntilEmpty(seconds: deadlineSeconds))
        let sender = try #require(recorder.senders.last)
        try sender.sendFrame()
        // The callback of the end runs until the send of another thread has returned.
        recorder.onCallback { callback in
            guard callback == .stopped else { return }
            clock.jump(to: .milliseconds(50))
            isStopping.send()
            #expect(rejected.wait(count: 1))
        }
        let producer = try Worker("test.producer") {
            _ = isStopping.wait()
            rejected.record(ruleBroken { () throws(StudioError) in try sender.sendFrame() })
        }
        try studio.stop()
        #expect(producer.join(seconds: deadlineSeconds))
        #expect(meeting.callbackQueue.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(rejected.all == [.sendNotStarted])
        #expect(told.all == [])
        #expect(studio.violations.all.map(\.count) == [1])
        clock.jump(to: .milliseconds(51))
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
        #expect(told.all == [2])
        #expect(studio.violations.all.map(\.count) == [2])
        withExtendedLifetime(recorder) {}
    }
}
