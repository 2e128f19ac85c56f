import Dispatch
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Replaceable things")
struct ReplaceableTests {
    private typealias Turn = Replaceable<Int>.Turn

    @Test("of turns that overlap, the last one that began counts")
    func turns() throws {
        let things = Replaceable<Int>()
        let (first, none) = try #require(things.begin())
        #expect(none == nil)
        let (second, _) = try #require(things.begin())
        #expect(!things.isCurrent(first))
        #expect(things.install(2, second))
        #expect(!things.install(1, first))
        #expect(things.current == 2)
        let (third, before) = try #require(things.begin())
        #expect(before == 2)
        #expect(things.current == nil)
        #expect(things.install(3, third))
        #expect(things.end() == 3)
        #expect(!things.isCurrent(third))
        #expect(things.begin() == nil)
        #expect(!things.install(4, third))
        #expect(things.end() == nil)
    }

    @Test("random turns and installations agree with a list of them", arguments: UInt64(1)...20)
    func sequences(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let things = Replaceable<Int>()
        var turns: [Turn] = []
        // The number of the last turn, and what was installed in it.
        var (latest, installed): (Int, Int?) = (-1, nil)
        var isOver = false
        for step in 0..<300 {
            switch Int.random(in: 0..<100, using: &random) {
            case 0:
                #expect(things.end() == (isOver ? nil : installed))
                (isOver, installed) = (true, nil)
            case 1..<40:
                let began = things.begin()
                #expect((began == nil) == isOver)
                guard let began else { continue }
                #expect(began.before == installed)
                turns.append(began.turn)
                (latest, installed) = (turns.count - 1, nil)
            default:
                guard let number = turns.indices.randomElement(using: &random) else { continue }
                let isCurrent = !isOver && number == latest
                #expect(things.isCurrent(turns[number]) == isCurrent)
                #expect(things.install(step, turns[number]) == isCurrent)
                if isCurrent { installed = step }
            }
            #expect(things.current == installed)
        }
    }

    @Test(
        "each subscription that threads open in turn is cancelled, and nothing of it is delivered after it was replaced"
    )
    func threads() throws {
        let (threads, replacements) = (4, 60)
        let fixture = try LiveFixture()
        let receiver = ReplaceableSubscription()
        let delivery = FrameDelivery(
            on: CallbackQueue(clock: fixture.meeting.clock, queue: DispatchQueue(label: "test.receiver")),
            FrameBudget(limit: 4))
        let track = try fixture.subscriptions.track(.camera, of: fixture.user)
        let (isRunning, delivered) = (Lock(0), Lock(0))
        let done = Monitor(0)
        for thread in 0..<threads {
            DispatchQueue(label: "test.replacing.\(thread)").async {
                for number in 0..<replacements {
                    let request = VideoRequest(format: number.isMultiple(of: 2) ? .i420 : .nv12)
                    do throws(StudioError) {
                        try receiver.replace {
                            guard !number.isMultiple(of: 7) else { return nil }
                            return .init(
                                fixture.subscriptions, track, VideoSubscriptionOptions(request, policy: .newestOnly),
                                delivery
                            ) { _, _ in
                                #expect(isRunning.exchange(1) == 0, "two calls at the same time")
                                delivered.withLock { $0 += 1 }
                                isRunning.set(0)
                                return true
                            }
                        }
                    } catch {
                        Issue.record("\(error)")
                    }
                    // Frames arrive while the next replacement waits for a turn.
                    if thread == 0 { fixture.publish(luma: 50) }
                }
                done.update { $0 += 1 }
            }
        }
        #expect(done.wait(seconds: deadlineSeconds) { $0 == threads ? true : nil } == true)
        receiver.end()
        #expect(delivery.queue.waitUntilEmpty(seconds: deadlineSeconds))
        let after = delivered.withLock { $0 }
        fixture.publish(luma: 51)
        #expect(fixture.meeting.waitUntilAtRest(seconds: deadlineSeconds) == .nothing)
        #expect(delivered.withLock { $0 } == after)
        #expect(receiver.current == nil)
        #expect(fixture.subscriptions.videoSubscriptions.isEmpty)
        #expect(fixture.subscriptions.conversionCount == 0)
        #expect(delivery.budget.used == 0)
    }

    @Test("what waits at a replacement is dropped as late; the frames of the next subscription follow")
    func counts() throws {
        let fixture = try ReceivingFixture()
        let receiver = ReplaceableSubscription()
        let queue = CallbackQueue(clock: fixture.test.clock, queue: DispatchQueue(label: "test.receiver"))
        fixture.test.meeting.register(queue)
        let delivery = FrameDelivery(on: queue, FrameBudget(limit: 8), occupancy: { .milliseconds(50) })
        let track = try fixture.subscriptions.track(.camera, of: fixture.ada.id)
        let frames = Recorder<String>()
        func replace(_ name: String) throws {
            try receiver.replace {
                .init(fixture.subscriptions, track, VideoSubscriptionOptions(policy: .queue(limit: 8)), delivery) {
                    frame, turn in
                    frames.record("\(name)\(frame.description.sequence)")
                    #expect(receiver.isCurrent(turn))
                    return !frame.description.sequence.isMultiple(of: 2)
                }
            }
        }
        try replace("a")
        try fixture.feed(2)
        // The call of frame 0 lasts until 50 ms, that of frame 1 has begun at 50 ms.
        fixture.publish(20)
        try replace("b")
        #expect(receiver.dropped == [.late: 1])
        try fixture.feed(1)
        try fixture.test.turn(by: .seconds(1))
        #expect(frames.all == ["a0", "a1", "b3"])
        // Frame 0 was discarded before the client's callback.
        #expect(fixture.test.meeting.received.frames.value == 2)
        receiver.close()
        try fixture.feed(1)
        #expect(frames.count == 3)
        #expect(receiver.dropped == [.late: 1])
    }

    @Test("a replacement that fails leaves nothing that delivers")
    func failure() throws {
        let fixture = try ReceivingFixture()
        let receiver = ReplaceableSubscription()
        let queue = CallbackQueue(clock: fixture.test.clock, queue: DispatchQueue(label: "test.receiver"))
        let delivery = FrameDelivery(on: queue, FrameBudget(limit: 8))
        let track = try fixture.subscriptions.track(.camera, of: fixture.ada.id)
        func replace(height: Int) throws {
            try receiver.replace {
                .init(
                    fixture.subscriptions, track, VideoSubscriptionOptions(VideoRequest(size: .fit(height: height))),
                    delivery
                ) { _, _ in true }
            }
        }
        try replace(height: 8)
        #expect(throws: StudioError.self) { try replace(height: 0) }
        #expect(receiver.current == nil)
        #expect(fixture.subscriptions.videoSubscriptions.isEmpty)
    }
}
