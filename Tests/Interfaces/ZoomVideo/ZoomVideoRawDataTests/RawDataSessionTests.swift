import Dispatch
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomVideoRawData

@Suite("Raw data: sessions")
struct RawDataSessionTests {
    private final class Receiver: RawDataAudioReceiver {
        func receive(_ block: ReceivedBlock) -> Bool { true }
    }

    private static func meeting() -> Meeting {
        Meeting(clock: ManualClock(), callbackQueue: DispatchQueue(label: "test.meeting"))
    }

    private static func join(_ session: RawDataSession, _ meeting: () -> Meeting) throws(StudioError) {
        _ = try session.join(
            name: "show", token: "token", delegate: Receiver(), includesLocalUser: true, speaker: nil, in: meeting)
    }

    @Test("a session that is left and joined again while its meeting is created keeps the meeting of the later join")
    func rejoining() throws {
        let session = RawDataSession(RawDataSession.Options()) { error, _ in Issue.record("\(error)") }
        try session.initialize(MemoryModes())
        let (first, second) = (Self.meeting(), Self.meeting())
        try Self.join(session) {
            do throws(StudioError) {
                try session.leave()
                try Self.join(session) { second }
            } catch {
                Issue.record("\(error)")
            }
            return first
        }
        #expect(session.meeting === second)
        #expect(session.didJoin())
        try session.leave()
        #expect(session.meeting == nil)
    }

    @Test("threads that join and leave find each session ended when they are done")
    func threads() throws {
        let session = RawDataSession(RawDataSession.Options()) { _, _ in }
        try session.initialize(MemoryModes())
        let refusals = Recorder<Rule>()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<500 {
                // Another thread may be in the session already, or have left it.
                do throws(StudioError) { try Self.join(session, Self.meeting) } catch { refusals.record(error.rule) }
                do throws(StudioError) { try session.leave() } catch { refusals.record(error.rule) }
            }
        }
        if session.machineState != .initialized { try session.leave() }
        #expect(session.meeting == nil)
        #expect(refusals.all.allSatisfy { $0.code != .success })
    }
}
