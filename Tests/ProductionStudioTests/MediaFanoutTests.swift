import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The fan-out and the records")
struct MediaFanoutTests {
    /// Has room when the test says so.
    private final class Limited: MediaReceiver {
        private let room = Lock(false)
        var hasCapacity: Bool { room.withLock { $0 } }
        func setRoom(_ hasCapacity: Bool) { room.withLock { $0 = hasCapacity } }
        func receive(_ frame: borrowing VideoFrame) {}
        func receive(_ block: borrowing AudioBlock) {}
    }

    @Test("every receiver gets every unit, from when it was added until it was removed")
    func fanOut() throws {
        let stage = Stage()
        let (first, second) = (Collector(), Collector())
        let sender = try stage.openSender()
        try sender.sendPicture(1)
        stage.meeting.fanout.add(first)
        try sender.sendPicture(2)
        stage.meeting.fanout.add(second)
        try sender.sendPicture(3)
        stage.meeting.fanout.remove(first)
        try sender.sendPicture(4)
        #expect(first.pictures.all.compactMap(\.bytes.first) == [2, 3])
        #expect(second.pictures.all.compactMap(\.bytes.first) == [3, 4])
        #expect(stage.studio.statistics.video.accepted == 4)
        #expect(stage.studio.statistics.video.dropped == 0, "nobody to receive is not a drop")
    }

    @Test("a receiver may remove itself while it receives")
    func removalInside() throws {
        let stage = Stage()
        let fanout = stage.meeting.fanout
        let count = Recorder<Int>()
        let receiver = Lock<Reaction?>(nil)
        let reaction = Reaction {
            count.record(0)
            if let own = receiver.withLock({ $0 }) { fanout.remove(own) }
        }
        receiver.withLock { $0 = reaction }
        fanout.add(reaction)
        let sender = try stage.openSender()
        try sender.sendPicture()
        try sender.sendPicture()
        #expect(count.count == 1)
    }

    @Test("waiting for room ends when all receivers have room, and by the deadline")
    func room() throws {
        let stage = Stage()
        let fanout = stage.meeting.fanout
        let (first, second) = (Limited(), Limited())
        #expect(fanout.waitForCapacity(seconds: 0), "nobody has no room")
        fanout.add(first)
        fanout.add(second)
        #expect(!fanout.waitForCapacity(seconds: 0))
        first.setRoom(true)
        #expect(!fanout.waitForCapacity(seconds: 0))
        let results = Recorder<Bool>()
        let worker = try Worker("test.room") { results.record(fanout.waitForCapacity(seconds: deadlineSeconds)) }
        second.setRoom(true)
        fanout.backpressure.capacityChanged()
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(results.all == [true])
    }

    @Test("removing the receiver that has no room lets the producer go on")
    func removedWithoutRoom() throws {
        let stage = Stage()
        let fanout = stage.meeting.fanout
        let stuck = Limited()
        fanout.add(stuck)
        let results = Recorder<Bool>()
        let worker = try Worker("test.room") { results.record(fanout.waitForCapacity(seconds: deadlineSeconds)) }
        fanout.remove(stuck)
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(results.all == [true])
    }

    @Test("the first violation of each rule is told, later ones are counted, on the run's clock")
    func violations() throws {
        let stage = Stage()
        let told = Recorder<Violation>()
        stage.studio.violations.onFirst { told.record($0) }
        stage.clock.advance(to: .milliseconds(5))
        #expect(stage.stop() == .stopNothingRunning)
        stage.clock.advance(to: .milliseconds(9))
        #expect(stage.stop() == .stopNothingRunning)
        #expect(stage.start(VideoCapability(width: 0, height: 0)) == .startSizeNotPositive)
        #expect(told.all.map(\.error.rule) == [.stopNothingRunning, .startSizeNotPositive])
        #expect(told.all.map(\.count) == [1, 1])
        #expect(told.all.map(\.firstTime) == [.milliseconds(5), .milliseconds(9)])
        #expect(stage.studio.violations.all.map(\.count) == [2, 1])
    }
}
