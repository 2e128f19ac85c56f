import StudioRuntime
import StudioTestSupport
import Testing

@Suite("EventFeed")
struct EventFeedTests {
    @Test("every subscriber gets every event in order, and the end")
    func order() {
        let feed = EventFeed<Int>()
        let (first, second) = (feed.subscribe(limit: 10), feed.subscribe(limit: 10))
        for event in 1...5 { feed.publish(event) }
        feed.end()
        for subscription in [first, second] {
            #expect((1...5).map { _ in subscription.next(seconds: 0) } == [1, 2, 3, 4, 5])
            #expect(subscription.next(seconds: 0) == nil)
            #expect(subscription.missed == 0)
        }
    }

    @Test("a slow subscriber loses the oldest events, counted, and others do not")
    func slow() {
        let feed = EventFeed<Int>()
        let (slow, fast) = (feed.subscribe(limit: 3), feed.subscribe(limit: 10))
        for event in 1...10 { feed.publish(event) }
        #expect((0..<3).map { _ in slow.next(seconds: 0) } == [8, 9, 10])
        #expect(slow.missed == 7)
        #expect(fast.missed == 0)
        #expect(fast.next(seconds: 0) == 1)
    }

    @Test("a subscriber waits for later events, at most until its deadline")
    func waiting() throws {
        let feed = EventFeed<Int>()
        let subscription = feed.subscribe(limit: 1)
        #expect(subscription.next(seconds: 0) == nil)
        let received = Recorder<Int?>()
        let worker = try Worker("test.events") { received.record(subscription.next(seconds: deadlineSeconds)) }
        feed.publish(7)
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(received.all == [7])
    }

    @Test("a task that iterates gets everything and ends with the feed")
    func iteration() async {
        let feed = EventFeed<Int>()
        let subscription = feed.subscribe(limit: 1000)
        let task = Task {
            var events: [Int] = []
            for await event in subscription { events.append(event) }
            return events
        }
        for event in 0..<500 {
            feed.publish(event)
            await Task.yield()
        }
        feed.end()
        #expect(await task.value == Array(0..<500))
    }

    @Test("a cancelled task ends its wait")
    func cancelled() async {
        let feed = EventFeed<Int>()
        let subscription = feed.subscribe(limit: 1)
        let task = Task {
            var iterator = subscription.makeAsyncIterator()
            return await iterator.next()
        }
        task.cancel()
        #expect(await task.value == nil)
    }

    @Test("after a cancel or the end no events are delivered, and a late subscriber gets none")
    func ends() {
        let feed = EventFeed<Int>()
        let subscription = feed.subscribe(limit: 10)
        feed.publish(1)
        subscription.cancel()
        feed.publish(2)
        #expect(subscription.next(seconds: 0) == nil)
        feed.end()
        #expect(feed.subscribe(limit: 1).next(seconds: deadlineSeconds) == nil)
    }

    @Test("a subscriber can tell the end from a timeout, also one that comes after the end")
    func end() {
        let feed = EventFeed<Int>()
        let (subscription, cancelled) = (feed.subscribe(limit: 10), feed.subscribe(limit: 10))
        #expect(subscription.next(seconds: 0) == nil)
        #expect(!subscription.hasEnded)
        feed.publish(1)
        cancelled.cancel()
        #expect(cancelled.hasEnded)
        feed.end()
        #expect(!subscription.hasEnded, "an event is left")
        #expect(subscription.next(seconds: 0) == 1)
        #expect(subscription.hasEnded)
        #expect(feed.subscribe(limit: 10).hasEnded)
    }
}
