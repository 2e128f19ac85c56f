import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("MediaFanout and violation records")
struct MediaFanoutTests {
    /// A receiver whose capacity is set by the test.
    private final class Limited: MediaReceiver {
        private let capacity = Lock(false)
        var hasCapacity: Bool { capacity.withLock { $0 } }
        func setCapacity(_ hasCapacity: Bool) { capacity.withLock { $0 = hasCapacity } }
        func receive(_ frame: borrowing VideoFrame) {}
        func receive(_ block: borrowing AudioBlock) {}
    }

    @Test("every receiver gets every unit between its addition and its removal")
    func fanOut() throws {
        let fixture = TestMeeting.recorded()
        let (first, second) = (AcceptedMedia(keepsBytes: true), AcceptedMedia(keepsBytes: true))
        let sender = try fixture.openSender()
        try sender.sendFrame(1)
        fixture.meeting.localTracks.add(first)
        try sender.sendFrame(2)
        fixture.meeting.localTracks.add(second)
        try sender.sendFrame(3)
        fixture.meeting.localTracks.remove(first)
        try sender.sendFrame(4)
        #expect(first.frames.compactMap(\.bytes.first) == [2, 3])
        #expect(second.frames.compactMap(\.bytes.first) == [3, 4])
        #expect(fixture.studio.statistics.video.accepted == 4)
        #expect(fixture.studio.statistics.video.dropped == 0, "a missing receiver does not count as a drop")
    }

    @Test("a receiver may remove itself while it receives")
    func removalInside() throws {
        let fixture = TestMeeting.recorded()
        let fanout = fixture.meeting.localTracks
        let count = Recorder<Int>()
        let receiver = Lock<Reaction?>(nil)
        let reaction = Reaction {
            count.record(0)
            if let own = receiver.withLock({ $0 }) { fanout.remove(own) }
        }
        receiver.withLock { $0 = reaction }
        fanout.add(reaction)
        let sender = try fixture.openSender()
        try sender.sendFrame()
        try sender.sendFrame()
        #expect(count.count == 1)
    }

    @Test("waiting for capacity ends when all receivers have capacity, or at the deadline")
    func capacity() throws {
        let fixture = TestMeeting.recorded()
        let fanout = fixture.meeting.localTracks
        let (first, second) = (Limited(), Limited())
        #expect(fanout.waitForCapacity(seconds: 0), "without receivers there is always capacity")
        fanout.add(first)
        fanout.add(second)
        #expect(!fanout.waitForCapacity(seconds: 0))
        first.setCapacity(true)
        #expect(!fanout.waitForCapacity(seconds: 0))
        let results = Recorder<Bool>()
        let worker = try Worker("test.capacity") { results.record(fanout.waitForCapacity(seconds: deadlineSeconds)) }
        second.setCapacity(true)
        fanout.backpressure.capacityChanged()
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(results.all == [true])
    }

    @Test("removing the receiver without capacity unblocks the producer")
    func removedWithoutCapacity() throws {
        let fixture = TestMeeting.recorded()
        let fanout = fixture.meeting.localTracks
        let blocked = Limited()
        fanout.add(blocked)
        let results = Recorder<Bool>()
        let worker = try Worker("test.capacity") { results.record(fanout.waitForCapacity(seconds: deadlineSeconds)) }
        fanout.remove(blocked)
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(results.all == [true])
    }

    @Test("the first violation of each rule is reported, later ones are counted, on the session's clock")
    func violations() throws {
        let fixture = TestMeeting.recorded()
        let reported = Recorder<Violation>()
        fixture.studio.violations.onFirst { reported.record($0) }
        fixture.clock.advance(to: .milliseconds(5))
        #expect(fixture.stop() == .stopNotStarted)
        fixture.clock.advance(to: .milliseconds(9))
        #expect(fixture.stop() == .stopNotStarted)
        #expect(fixture.start(VideoCapability(width: 0, height: 0)) == .startSizeNotPositive)
        #expect(reported.all.map(\.error.rule) == [.stopNotStarted, .startSizeNotPositive])
        #expect(reported.all.map(\.count) == [1, 1])
        #expect(reported.all.map(\.firstTime) == [.milliseconds(5), .milliseconds(9)])
        #expect(fixture.studio.violations.all.map(\.count) == [2, 1])
    }
}
