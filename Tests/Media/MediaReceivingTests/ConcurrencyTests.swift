import Dispatch
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Subscriptions on many threads")
struct ConcurrencyTests {
    private static let requests = [
        VideoRequest(), VideoRequest(format: .nv12), VideoRequest(size: .fit(height: 8)),
        VideoRequest(isWritable: true),
    ]

    @Test("16 subscribers join and leave while frames are published")
    func joiningAndLeaving() throws {
        let (subscribers, joins) = (16, 12)
        let fixture = try LiveFixture()
        let done = Monitor(0)
        let ended = Recorder<VideoSubscription>()
        for number in 0..<subscribers {
            DispatchQueue(label: "test.subscriber.\(number)").async {
                for join in 0..<joins { Self.join(fixture, number + join, ended) }
                done.update { $0 += 1 }
            }
        }
        let clock = SystemClock()
        while done.withLock({ $0 }) < subscribers, clock.now < .seconds(deadlineSeconds) { fixture.publish(luma: 50) }
        #expect(done.withLock { $0 } == subscribers)
        #expect(fixture.meeting.waitUntilAtRest(seconds: deadlineSeconds) == .nothing)
        #expect(ended.all.count == subscribers * joins)
        #expect(fixture.subscriptions.videoSubscriptions.isEmpty)
        #expect(fixture.subscriptions.conversionCount == 0)
    }

    /// Subscribes, waits for two frames, and cancels.
    private static func join(_ fixture: LiveFixture, _ number: Int, _ ended: Recorder<VideoSubscription>) {
        let sequences = Recorder<Int64>()
        do {
            let options = VideoSubscriptionOptions(requests[number % requests.count])
            let subscription = try fixture.subscriptions.video(.camera, of: fixture.user, options) {
                sequences.record($0.description.sequence)
            }
            #expect(sequences.wait(count: 2))
            subscription.cancel()
            #expect(subscription.isCancelled)
            ended.record(subscription)
        } catch {
            Issue.record(error)
        }
        let received = sequences.all
        #expect(zip(received.dropFirst(), received).allSatisfy { $0 > $1 })
    }

    @Test("frames that are kept and released on other queues keep their content", arguments: requests)
    func keptOnOtherQueues(_ request: VideoRequest) throws {
        let (frames, queues) = (64, 4)
        let fixture = try LiveFixture()
        let readers = (0..<queues).map { DispatchQueue(label: "test.reader.\($0)") }
        let delivered = Recorder<Int64>()
        let lumas = Recorder<Set<UInt8>>()
        let expected = Recorder<Set<UInt8>>()
        var options = VideoSubscriptionOptions(request, policy: .queue(limit: frames), budget: frames)
        let queue = DispatchQueue(label: "test.subscription")
        options.queue = queue
        let subscription = try fixture.subscriptions.video(.camera, of: fixture.user, options) { frame in
            let kept = frame.keep()
            let sequence = kept.description.sequence
            delivered.record(sequence)
            readers[Int(sequence) % queues].async {
                let plane = kept.description.layout.planes[0]
                lumas.record(kept.withBytes { Set($0[plane.offset..<plane.offset + plane.stride * plane.rows]) } ?? [])
                expected.record([UInt8(16 + sequence % 200)])
            }
        }
        for number in 0..<frames {
            fixture.publish(luma: UInt8(16 + number % 200))
            // The next frame is published while the readers use this one.
            #expect(delivered.wait(count: number + 1))
        }
        #expect(fixture.meeting.waitUntilAtRest(seconds: deadlineSeconds) == .nothing)
        // The last callback and the readers have released their references.
        for queue in [queue] + readers { queue.sync {} }
        #expect(lumas.all.count == frames)
        #expect(Set(lumas.all) == Set(expected.all))
        #expect(lumas.all.allSatisfy { $0.count == 1 })
        #expect(subscription.budget.kept == 0)
        // The thread of the conversion holds the last credit until it returns.
        try waitUntil("all credits are returned") { subscription.budget.used == 0 }
        #expect(subscription.statistics.delivered == frames)
        subscription.cancel()
    }
}
