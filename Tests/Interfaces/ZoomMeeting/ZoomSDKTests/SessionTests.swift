import Dispatch
import ProductionStudio
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
@testable import ZoomSDK

@Suite("Concurrent first use of the SDK's meeting")
struct SessionTests {
    private final class Listener: ZoomSDKMeetingServiceDelegate, Sendable {
        let statuses = Recorder<UInt32>()

        func onMeetingStatusChange(
            _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, endReason reason: EndMeetingReason
        ) {
            statuses.record(state.rawValue)
        }
    }

    @Test("concurrent first calls get one session, and its events once")
    func first() throws {
        for _ in 0..<50 {
            let engine = MeetingEngine()
            let sessions = Recorder<ObjectIdentifier>()
            let kept = Recorder<MeetingSession>()
            let workers = try (0..<4).map { _ in
                try Worker("test.session") {
                    guard let session = engine.session else { return }
                    kept.record(session)
                    sessions.record(ObjectIdentifier(session))
                    // The roster and roles have the same meeting from the same time on.
                    if engine.meeting !== session.studio.meeting { sessions.record(ObjectIdentifier(engine)) }
                }
            }
            for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
            #expect(sessions.count == 4)
            #expect(Set(sessions.all).count == 1)
        }
    }

    @Test("a meeting entered by two threads at once is observed once, from the first event on")
    func entered() throws {
        for _ in 0..<50 {
            let engine = MeetingEngine()
            let listener = Listener()
            engine.listeners.meeting.object = listener
            let queue = DispatchQueue(label: "psstudio.test.callbacks")
            let meeting = Meeting(clock: ManualClock(), callbackQueue: queue)
            let studio = StudioController(in: meeting, responses: .immediate)
            let workers = try (0..<3).map { _ in
                try Worker("test.enter") {
                    engine.entry.enter(studio)
                    // A thread that finds the session finds it observed.
                    engine.meeting?.connectAudio()
                }
            }
            for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
            #expect(meeting.callbackQueue.waitUntilEmpty(seconds: deadlineSeconds))
            #expect(listener.statuses.all == [8, 8, 8], "AudioReady for each thread")
        }
    }
}
