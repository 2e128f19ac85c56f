import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("AppSource")
struct AppSourceTests {
    @Test("units arrive in order and unchanged")
    func order() throws {
        let feed = try Feed(capacity: 1000)
        for value in 0..<200 as Range<UInt8> { #expect(try feed.push(value, count: 100) == .taken) }
        feed.source.end()
        #expect(feed.ended.wait())
        #expect(feed.units.all == (0..<200).map { [UInt8](repeating: $0, count: 100) })
        #expect(feed.source.level == 0)
    }

    @Test("refuse: units beyond the capacity are rejected, and capacity returns later")
    func refuse() throws {
        let backpressure = Backpressure()
        let feed = try Feed(capacity: 3, isHeld: true, backpressure: backpressure)
        try feed.pushHeld(1)
        #expect(backpressure.wait(seconds: deadlineSeconds) { feed.source.level == 0 })
        for value in 2...4 as ClosedRange<UInt8> {
            #expect(feed.source.hasCapacity)
            #expect(try feed.push(value) == .taken)
        }
        #expect(!feed.source.hasCapacity)
        #expect(feed.source.level == 3)
        #expect(try feed.push(5) == .refused)
        #expect(try feed.push(6) == .refused)
        #expect(feed.source.level == 3)
        feed.release()
        #expect(backpressure.wait(seconds: deadlineSeconds) { feed.source.level == 0 })
        #expect(feed.source.hasCapacity)
        #expect(try feed.push(7) == .taken)
        feed.source.end()
        #expect(feed.ended.wait())
        #expect(feed.units.all.compactMap(\.first) == [1, 2, 3, 4, 7])
    }

    @Test("refuse: a byte limit rejects units as well")
    func bytes() throws {
        let feed = try Feed(capacity: 100, byteLimit: 100, isHeld: true)
        try feed.pushHeld(1)
        #expect(try feed.push(2, count: 60) == .taken)
        #expect(feed.source.hasCapacity)
        #expect(try feed.push(3, count: 60) == .taken)
        #expect(!feed.source.hasCapacity)
        #expect(try feed.push(4, count: 4) == .refused)
        feed.release()
        feed.source.end()
        #expect(feed.ended.wait())
        #expect(feed.units.all.compactMap(\.first) == [1, 2, 3])
    }

    @Test("dropOldest: the newest two are queued, older ones are dropped and reported")
    func dropOldest() throws {
        let feed = try Feed(policy: .dropOldest, isHeld: true)
        try feed.pushHeld(1)
        #expect(try feed.push(2) == .taken, "into the source")
        #expect(feed.source.hasCapacity)
        #expect(try feed.push(3) == .taken, "waits")
        // Capacity for one unannounced frame is reserved.
        #expect(!feed.source.hasCapacity)
        #expect(try feed.push(4) == .taken, "waits")
        #expect(!feed.source.hasCapacity)
        #expect(feed.source.level == 3)
        for value in 5...20 as ClosedRange<UInt8> {
            #expect(try feed.push(value) == .takenDroppingOldest)
            #expect(feed.source.level == 3)
        }
        feed.release()
        #expect(feed.units.wait(count: 4))
        feed.source.end()
        #expect(feed.ended.wait())
        #expect(feed.units.all.compactMap(\.first) == [1, 2, 19, 20])
        #expect(feed.source.level == 0)
    }

    @Test("dropOldest delivers the last unit of many", arguments: [1, 2, 3, 50])
    func dropOldestLastUnit(_ count: Int) throws {
        let feed = try Feed(policy: .dropOldest)
        var dropped = 0
        for value in 1...count where try feed.push(UInt8(value)) == .takenDroppingOldest { dropped += 1 }
        // The last unit is delivered without another push.
        #expect(feed.units.wait { $0.first == UInt8(count) })
        #expect(feed.units.count == count - dropped)
        feed.source.end()
        #expect(feed.ended.wait())
        let values = feed.units.all.compactMap(\.first)
        #expect(values == values.sorted())
    }

    @Test("queued units are delivered before the end", arguments: [AppSource.Policy.refuse, .dropOldest])
    func end(_ policy: AppSource.Policy) throws {
        let feed = try Feed(policy: policy, isHeld: true)
        try feed.pushHeld(1)
        for value in 2...4 as ClosedRange<UInt8> { #expect(try feed.push(value) == .taken) }
        feed.source.end()
        #expect(!feed.ended.wasSent)
        #expect(try feed.push(9) == .refused, "nothing is accepted after the end")
        feed.release()
        #expect(feed.ended.wait())
        #expect(feed.units.all.compactMap(\.first) == [1, 2, 3, 4])
        #expect(try feed.push(10) == .refused)
    }

    @Test("ending an empty source ends the stream")
    func emptyEnd() throws {
        let feed = try Feed()
        feed.source.end()
        #expect(feed.ended.wait())
        #expect(feed.units.count == 0)
        #expect(feed.pipeline.nextMessage(seconds: deadlineSeconds) == .end)
    }

    @Test("a failed pipeline accepts nothing and does not hang", arguments: [AppSource.Policy.refuse, .dropOldest])
    func failed(_ policy: AppSource.Policy) throws {
        let feed = try Feed("! identity name=culprit error-after=2", policy: policy, capacity: 4)
        _ = try feed.push(1)
        _ = try feed.push(2)
        _ = try feed.push(3)
        guard case .error(let error) = feed.pipeline.nextMessage(seconds: deadlineSeconds) else {
            Issue.record("no error was posted")
            return
        }
        #expect(error.source == "culprit")
        let finished = Signal()
        let worker = try Worker("test.push") { [source = feed.source] in
            for _ in 0..<1000 {
                guard let unit = try? unit(9) else { return }
                _ = source.push(unit)
            }
            source.end()
            finished.send()
        }
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(finished.wasSent)
        #expect(feed.units.all.allSatisfy { $0.first != 9 })
    }

    @Test("a stopped pipeline is closed")
    func stopped() throws {
        let feed = try Feed()
        feed.pipeline.stop()
        #expect(try feed.push(1) == .closed)
        #expect(feed.units.count == 0)
    }

    @Test("a transform replaces units before delivery")
    func transform() throws {
        let feed = try Feed(capacity: 10) { source in
            source.transform = { original in
                let first = original.withBytes { $0.first ?? 0 } ?? 0
                return first == 2 ? nil : try? unit(first + 100)
            }
        }
        for value in 1...3 as ClosedRange<UInt8> { #expect(try feed.push(value) == .taken) }
        feed.source.end()
        #expect(feed.ended.wait())
        #expect(feed.units.all.compactMap(\.first) == [101, 2, 103])
    }

    @Test("a source requires an appsrc, a sink an appsink")
    func wrongElements() throws {
        let pipeline = try Pipeline("fakesrc name=a ! fakesink name=b")
        let (a, b) = (try pipeline.element("a"), try pipeline.element("b"))
        let source = failure { () throws(GStreamerError) in _ = try AppSource(a, policy: .refuse) }
        #expect(source?.description == "a: is not an appsrc")
        let sink = failure { () throws(GStreamerError) in
            _ = try AppSink(b, onUnit: { _, _, _ in }, onEnd: {})
        }
        #expect(sink?.description == "b: is not an appsink")
    }
}
