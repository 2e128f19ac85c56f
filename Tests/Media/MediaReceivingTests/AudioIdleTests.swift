import Dispatch
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Audio engine without a deadline")
struct AudioIdleTests {
    private static let ten = AudioRequest(.program, blockSamples: 480)
    /// Every participant of a meeting that has none.
    private static let absent: AudioPoint = .beforeMixing(nil)

    @Test("with an observer of an absent participant, the audio thread waits; a participant who joins wakes it")
    func waiting() throws {
        let meeting = Meeting(clock: SystemClock(), callbackQueue: DispatchQueue(label: "test.meeting"))
        let (engine, other) = (AudioEngine(in: meeting), AudioEngine(in: meeting))
        let (blocks, others) = (Recorder<Int64>(), Recorder<Int64>())
        try engine.observe(Self.absent, Self.ten) { _, block in blocks.record(block.number) }
        try other.observe(.mixed, Self.ten) { _, block in others.record(block.number) }
        #expect(others.wait(count: 10))
        // Once for the observer, and once more if the thread was faster than its registration.
        #expect(engine.waitCount <= 2)
        #expect(blocks.all == [])
        _ = try #require(meeting.publisher(.microphone, of: meeting.add("Ada").id))
        #expect(blocks.wait(count: 3))
        #expect(Array(blocks.all.prefix(3)) == [0, 1, 2])
        engine.stop()
        other.stop()
    }

    @Test("after the last observation, no track is received any more; the next one receives all tracks again")
    func detaching() throws {
        let meeting = Meeting(clock: ManualClock(), callbackQueue: DispatchQueue(label: "test.meeting"))
        _ = try #require(meeting.publisher(.microphone, of: meeting.add("Ada").id))
        let ada = try #require(meeting.remoteTracks.first { $0.id.kind == .microphone })
        let engine = AudioEngine(in: meeting)
        func receivers() -> [Int] { [meeting.localTracks.microphone, ada].map { $0.fanout.receivers.count } }
        #expect(receivers() == [0, 0])
        let first = try engine.observe(.mixed, Self.ten) { _, _ in }
        let second = try engine.observe(.playback, Self.ten) { _, _ in }
        #expect(receivers() == [1, 1])
        first.cancel()
        #expect(receivers() == [1, 1])
        second.cancel()
        #expect(receivers() == [0, 0])
        let third = try engine.observe(.mixed, Self.ten) { _, _ in }
        #expect(receivers() == [1, 1])
        third.cancel()
        #expect(receivers() == [0, 0])
        engine.stop()
    }

    @Test("a track that ended is not received any more, so that it and its input are released")
    func endedTrack() throws {
        let clock = ManualClock()
        let meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "test.meeting"))
        let user = meeting.add("Ada").id
        _ = try #require(meeting.publisher(.microphone, of: user))
        let ada = try #require(meeting.remoteTracks.first { $0.id.kind == .microphone })
        let engine = AudioEngine(in: meeting)
        try engine.observe(Self.absent, Self.ten) { _, _ in }
        clock.advance(by: .milliseconds(100))
        #expect(ada.fanout.receivers.count == 1)
        meeting.remove(user)
        clock.advance(by: .milliseconds(100))
        #expect(ada.fanout.receivers.count == 0)
        engine.stop()
    }

    @Test("a cancelled observer of an absent participant is released")
    func cancelling() throws {
        let meeting = Meeting(clock: SystemClock(), callbackQueue: DispatchQueue(label: "test.meeting"))
        let (engine, other) = (AudioEngine(in: meeting), AudioEngine(in: meeting))
        let (freed, others) = (Signal(), Recorder<Int64>())
        let observation = Lock<AudioObservation?>(try observe(engine, Tracker(freed)))
        // The thread of the engine waits meanwhile, and holds the observer.
        try other.observe(.mixed, Self.ten) { _, block in others.record(block.number) }
        #expect(others.wait(count: 10))
        #expect(!freed.wasSent)
        observation.exchange(nil)?.cancel()
        #expect(freed.wait())
        engine.stop()
        other.stop()
    }

    private func observe(_ engine: AudioEngine, _ tracker: Tracker) throws -> AudioObservation {
        try engine.observe(Self.absent, Self.ten) { _, _ in tracker.touch() }
    }

    @Test("a participant who joins later is heard from then on: without the blocks of the time before")
    func joiningLater() throws {
        let test = TestMeeting()
        let engine = AudioEngine(in: test.meeting, latency: .zero)
        let times = Recorder<MediaTime>()
        try engine.observe(Self.absent, Self.ten) { _, block in times.record(block.time) }
        try test.turn(by: .seconds(1))
        let ada = test.meeting.add("Ada").id
        _ = try #require(test.meeting.publisher(.microphone, of: ada))
        try test.turn(by: .milliseconds(20))
        #expect(times.all == [.seconds(1), .milliseconds(1010)])
        test.meeting.remove(ada)
        try test.turn(by: .seconds(1))
        #expect(times.count == 2)
        _ = try #require(test.meeting.publisher(.microphone, of: test.meeting.add("Bob").id))
        try test.turn(by: .milliseconds(20))
        #expect(times.all.suffix(2) == [.milliseconds(2020), .milliseconds(2030)])
        #expect(engine.lateDeadlines == 0)
    }
}
