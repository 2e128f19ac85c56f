import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The hub and the records")
struct HubTests {
    /// Has room when the test says so.
    private final class Limited: MediaReceiver {
        private let room = Lock(false)
        var hasRoom: Bool { room.withLock { $0 } }
        func setRoom(_ hasRoom: Bool) { room.withLock { $0 = hasRoom } }
        func receive(_ frame: borrowing VideoFrame) {}
        func receive(_ block: borrowing AudioBlock) {}
    }

    @Test("every receiver gets every unit, from when it was added until it was removed")
    func fanOut() throws {
        let stage = Stage()
        let (first, second) = (Collector(), Collector())
        let sender = try stage.openSender()
        try sender.sendPicture(1)
        stage.meeting.hub.add(first)
        try sender.sendPicture(2)
        stage.meeting.hub.add(second)
        try sender.sendPicture(3)
        stage.meeting.hub.remove(first)
        try sender.sendPicture(4)
        #expect(first.pictures.all.compactMap(\.bytes.first) == [2, 3])
        #expect(second.pictures.all.compactMap(\.bytes.first) == [3, 4])
        #expect(stage.studio.statistics.video.accepted == 4)
        #expect(stage.studio.statistics.video.dropped == 0, "nobody to receive is not a drop")
    }

    @Test("a receiver may remove itself while it receives")
    func removalInside() throws {
        let stage = Stage()
        let hub = stage.meeting.hub
        let count = Recorder<Int>()
        let receiver = Lock<Reaction?>(nil)
        let reaction = Reaction {
            count.record(0)
            if let own = receiver.withLock({ $0 }) { hub.remove(own) }
        }
        receiver.withLock { $0 = reaction }
        hub.add(reaction)
        let sender = try stage.openSender()
        try sender.sendPicture()
        try sender.sendPicture()
        #expect(count.count == 1)
    }

    @Test("waiting for room ends when all receivers have room, and by the deadline")
    func room() throws {
        let stage = Stage()
        let hub = stage.meeting.hub
        let (first, second) = (Limited(), Limited())
        #expect(hub.waitForRoom(seconds: 0), "nobody has no room")
        hub.add(first)
        hub.add(second)
        #expect(!hub.waitForRoom(seconds: 0))
        first.setRoom(true)
        #expect(!hub.waitForRoom(seconds: 0))
        let results = Recorder<Bool>()
        let worker = try Worker("test.room") { results.record(hub.waitForRoom(seconds: deadlineSeconds)) }
        second.setRoom(true)
        hub.roomChanged()
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(results.all == [true])
    }

    @Test("removing the receiver that has no room lets the producer go on")
    func removedWithoutRoom() throws {
        let stage = Stage()
        let hub = stage.meeting.hub
        let stuck = Limited()
        hub.add(stuck)
        let results = Recorder<Bool>()
        let worker = try Worker("test.room") { results.record(hub.waitForRoom(seconds: deadlineSeconds)) }
        hub.remove(stuck)
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
