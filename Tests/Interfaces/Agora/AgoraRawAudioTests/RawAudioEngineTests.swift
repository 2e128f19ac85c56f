import AgoraRawAudio
import Dispatch
import Glibc
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Raw audio: engine")
struct RawAudioEngineTests {
    @Test("a channel that is left and joined again while its meeting is created keeps the meeting of the later join")
    func rejoining() throws {
        let fixture = try RawAudioFixture()
        let engine = fixture.engine
        let other = Meeting(clock: fixture.test.clock, callbackQueue: DispatchQueue(label: "test.other"))
        _ = try engine.join("room", user: 1, appID: "app") {
            do throws(StudioError) {
                try engine.leave()
                _ = try engine.join("room", user: 1, appID: "app") { fixture.test.meeting }
            } catch {
                Issue.record("\(error)")
            }
            return other
        }
        #expect(engine.meeting === fixture.test.meeting)
    }

    @Test("without an observer, the taps have the microphone, the remote user and the sum")
    func taps() throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        try fixture.feed(5)
        #expect([fixture.last(.channel), fixture.last(.speaker), fixture.last(.mix)] == [100, 20, 120])
        try fixture.engine.leave()
        try fixture.feed(2)
        #expect(fixture.taps.withLock { $0[.mix]?.count } == 5)
    }

    @Test(
        "an edit flows to: channel and mix; playback and mix; the speaker; the mix",
        arguments: zip(
            RawAudioPoints.inOrder, [[7, 20, 27], [100, 7, 107], [100, 7, 120], [100, 20, 7]] as [[Int16]]))
    func flow(_ point: RawAudioPoints, _ expected: [Int16]) throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver(point) { $0.fill(7) }
        try fixture.join(observer)
        try fixture.feed(6)
        #expect([fixture.last(.channel), fixture.last(.speaker), fixture.last(.mix)] == expected)
        #expect(Set(observer.calls.all) == [point])
        #expect(fixture.reports.all == [])
    }

    @Test("blocks are served in the order of the points, in the default format")
    func order() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver([.mixed, .playback, .record, .beforeMixing])
        try fixture.join(observer)
        try fixture.feed(3)
        #expect(observer.calls.all == Array((0..<3).map { _ in RawAudioPoints.inOrder }.joined()))
        #expect(Set(observer.blocks.all) == [RawAudioShape(samples: 480, channels: 2, sampleRate: 48_000)])
    }

    @Test("edits of a reader are discarded; a writer gets silence")
    func modes() throws {
        for (mode, seen, sent) in [(RawAudioMode.readOnly, 100, 100), (.writeOnly, 0, 7), (.readWrite, 100, 7)] {
            let fixture = try RawAudioFixture()
            try fixture.engine.setFormat(
                RawAudioParameters(sampleRate: 48_000, channels: 2, mode: mode, samplesPerCall: 960), at: .record)
            let last = Lock<Int16>(-1)
            let observer = TestObserver(.record) { block in
                last.set(block.samples?.last ?? -2)
                return block.fill(7)
            }
            try fixture.join(observer)
            try fixture.feed(6)
            #expect(last.withLock { Int($0) } == seen)
            #expect(fixture.last(.channel).map { Int($0) } == sent)
        }
    }

    @Test("a muted microphone keeps its record callbacks and its place in the mix; nothing reaches the channel")
    func muting() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver(.record)
        try fixture.join(observer)
        try fixture.feed(4)
        fixture.engine.isMuted = true
        try fixture.feed(4)
        #expect(observer.calls.count == 8)
        #expect([fixture.last(.channel), fixture.last(.mix)] == [0, 120])
        fixture.engine.isMuted = false
        try fixture.feed(1)
        #expect(fixture.last(.channel) == 100)
    }

    @Test("points may be switched on and off while running")
    func switching() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver(.record)
        try fixture.join(observer)
        try fixture.feed(2)
        observer.wanted.set(.mixed)
        try fixture.feed(3)
        observer.wanted.set([])
        try fixture.feed(3)
        #expect(observer.calls.all == [.record, .record, .mixed, .mixed])
    }

    @Test("a setter inside a channel applies to the next channel: AG-FORMAT-009")
    func lateSetter() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver(.record)
        let mono = RawAudioParameters(sampleRate: 16_000, channels: 1, mode: .readWrite, samplesPerCall: 160)
        try fixture.join(observer)
        try fixture.engine.setFormat(mono, at: .record)
        try fixture.feed(2)
        #expect(Set(observer.blocks.all.map(\.sampleRate)) == [48_000])
        try fixture.engine.leave()
        try fixture.join()
        try fixture.feed(1)
        #expect(observer.blocks.all.last == RawAudioShape(samples: 160, channels: 1, sampleRate: 16_000))
        #expect(fixture.reports.all == ["AG-FORMAT-009"])
    }

    @Test("24000 Hz asked for by parameters is served, and reported once: AG-FORMAT-006")
    func otherRate() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver(.playback)
        observer.asked.set([
            .playback: RawAudioParameters(sampleRate: 24_000, channels: 1, mode: .readOnly, samplesPerCall: 240)
        ])
        try fixture.join(observer)
        try fixture.feed(3)
        observer.wanted.set([])
        try fixture.feed(3)
        observer.wanted.set(.playback)
        try fixture.feed(3)
        #expect(Set(observer.blocks.all) == [RawAudioShape(samples: 240, channels: 1, sampleRate: 24_000)])
        #expect(fixture.reports.all == ["AG-FORMAT-006"])
    }

    @Test("bytes behind a block are found, with the name of the point: AG-BUFFER-001", arguments: [1, 960])
    func overrun(_ count: Int) throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver(.record) { block in
            if let bytes = block.bytes {
                (bytes + block.shape.byteCount).initializeMemory(as: UInt8.self, repeating: 1, count: count)
            }
            return RawAudioResult(shape: block.shape)
        }
        try fixture.join(observer)
        try fixture.feed(6)
        #expect(fixture.reports.all == Array(repeating: "AG-BUFFER-001", count: 6))
        #expect(fixture.last(.mix) == 120)
    }

    @Test("a block is stale after its callback: AG-BUFFER-004")
    func stale() throws {
        let fixture = try RawAudioFixture()
        let kept = Lock<RawAudioBlock?>(nil)
        let observer = TestObserver(.record) { block in
            kept.set(block)
            return RawAudioResult(shape: block.shape)
        }
        try fixture.join(observer)
        try fixture.feed(1)
        let block = try #require(kept.withLock { $0 })
        #expect(block.bytes == nil)
        #expect(fixture.reports.all == ["AG-BUFFER-004"])
    }

    @Test("guarded memory is inaccessible after its callback; edits and overruns count as without guard")
    func guarded() throws {
        var options = RawAudioEngine.Options(seed: 1)
        options.isGuarded = true
        let fixture = try RawAudioFixture(options)
        let addresses = Recorder<UInt>()
        let isReadable = Recorder<Bool>()
        let observer = TestObserver(.record) { block in
            if let earlier = addresses.all.last { isReadable.record(Self.isReadable(earlier)) }
            addresses.record(UInt(bitPattern: block.bytes))
            isReadable.record(Self.isReadable(UInt(bitPattern: block.bytes)))
            if let bytes = block.bytes {
                (bytes + block.shape.byteCount).storeBytes(of: 1, as: UInt8.self)
            }
            return block.fill(7)
        }
        try fixture.join(observer)
        try fixture.feed(6)
        #expect(Set(addresses.all).count == 6)
        #expect(isReadable.all == [true] + (1..<6).flatMap { _ in [false, true] })
        #expect(fixture.last(.channel) == 7)
        #expect(fixture.reports.all == Array(repeating: "AG-BUFFER-001", count: 6))
    }

    /// Whether the kernel can read a byte at this address; unlike an access of this process, it does not fault.
    private static func isReadable(_ address: UInt) -> Bool {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return false }
        defer {
            close(ends[0])
            close(ends[1])
        }
        return write(ends[1], UnsafeRawPointer(bitPattern: address), 1) == 1
    }

    @Test("changed metadata is ignored, a returned buffer of equal length is used: AG-BUFFER-002 AG-BUFFER-003")
    func returned() throws {
        let fixture = try RawAudioFixture()
        let own = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 961)
        defer { own.deallocate() }
        own.initialize(repeating: 9)
        nonisolated(unsafe) let bytes = UnsafeRawBufferPointer(own)
        let length = Lock(1920)
        let observer = TestObserver(.record) { block in
            var shape = block.shape
            if length.withLock({ $0 }) != 1920 { shape.samples += 1 }
            return RawAudioResult(
                shape: shape, replacement: UnsafeRawBufferPointer(rebasing: bytes[..<length.withLock { $0 }]))
        }
        try fixture.join(observer)
        try fixture.feed(4)
        #expect(fixture.last(.channel) == 9)
        #expect(fixture.reports.all == [])
        length.set(1922)
        try fixture.feed(4)
        #expect(fixture.last(.channel) == 100)
        #expect(Set(fixture.reports.all) == ["AG-BUFFER-002", "AG-BUFFER-003"])
    }

    @Test("an observer that is gone is one violation: AG-CALL-001")
    func gone() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver([.record, .mixed])
        try fixture.join(observer)
        try fixture.feed(2)
        observer.wanted.set(nil)
        try fixture.feed(5)
        #expect(observer.calls.count == 4)
        #expect(fixture.reports.all == ["AG-CALL-001"])
    }

    @Test("a point without an implementation is reported once: AG-CALL-002")
    func unreached() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver([.record, .mixed]) { block in
            var result = RawAudioResult(shape: block.shape)
            result.isReached = block.point != .mixed
            return result
        }
        try fixture.join(observer)
        try fixture.feed(6)
        #expect(fixture.reports.all == ["AG-CALL-002"])
        // Those of the record point.
        #expect(fixture.test.meeting.received.audioBlocks.value == 6)
        #expect(fixture.last(.mix) == 120)
    }

    @Test("the last observer gets the blocks: AG-CALL-003")
    func replaced() throws {
        let fixture = try RawAudioFixture()
        let (first, second) = (TestObserver(.record) { $0.fill(1) }, TestObserver(.record) { $0.fill(2) })
        try fixture.join(first)
        try fixture.feed(2)
        try fixture.engine.setObserver(second)
        try fixture.engine.setObserver(second)
        try fixture.feed(4)
        fixture.engine.removeObserver(first)
        try fixture.feed(1)
        #expect((first.calls.count, second.calls.count) == (2, 5))
        #expect(fixture.last(.channel) == 2)
        #expect(fixture.reports.all == ["AG-CALL-003"])
        fixture.engine.removeObserver(second)
        try fixture.feed(4)
        #expect(second.calls.count == 5)
        #expect(fixture.last(.channel) == 100)
    }

    private enum Ending: CaseIterable {
        case removeObserver, leave, destroy
    }

    @Test(
        "inside a callback, removing, leaving and destroying end the calls; destroying is reported: AG-ENGINE-003",
        arguments: Ending.allCases)
    private func reentrancy(_ ending: Ending) throws {
        let fixture = try RawAudioFixture()
        let engine = fixture.engine
        let own = Lock<TestObserver?>(nil)
        let observer = TestObserver([.record, .beforeMixing, .playback, .mixed]) { block in
            if block.point == .beforeMixing, block.time >= .milliseconds(10) {
                switch ending {
                case .removeObserver: if let own = own.withLock({ $0 }) { engine.removeObserver(own) }
                case .leave: #expect(throws: Never.self) { try engine.leave() }
                case .destroy: engine.destroy()
                }
            }
            return RawAudioResult(shape: block.shape)
        }
        own.set(observer)
        try fixture.join(observer)
        try fixture.feed(5)
        #expect(observer.calls.all == RawAudioPoints.inOrder + [.record, .beforeMixing])
        #expect(fixture.reports.all == (ending == .destroy ? ["AG-ENGINE-003"] : []))
        own.set(nil)
    }

    /// What is reported when the first callback does something to the clock.
    private func reports(_ body: @escaping @Sendable (SlowClock) -> Void) throws -> Set<RuleID> {
        let clock = SlowClock()
        let meeting = Meeting(clock: clock, callbackQueue: .init(label: "test.meeting"))
        let reports = Recorder<RuleID>()
        let engine = RawAudioEngine(.init(seed: 1)) { error, _ in reports.record(error.rule.id) }
        let isFirst = Lock(true)
        let observer = TestObserver(.record) { block in
            if isFirst.exchange(false) { body(clock) }
            return RawAudioResult(shape: block.shape)
        }
        try engine.setObserver(observer)
        _ = try engine.join("room", user: 1, appID: "") { meeting }
        #expect(reports.wait(count: 1))
        #expect(observer.calls.wait(count: 50))
        engine.destroy()
        return Set(reports.all)
    }

    @Test("after a callback of more than a second, blocks are dropped and reported: AG-CALL-004")
    func backlog() throws {
        #expect(try reports { $0.skip(.milliseconds(1100)) } == ["AG-CALL-004"])
    }

    @Test("blocks that only the machine delays are dropped, and no fault of the client: AG-QUALITY-001")
    func slowMachine() throws {
        #expect(try reports { $0.delayThread(.milliseconds(1100)) } == ["AG-QUALITY-001"])
    }
}

/// The machine's clock, which a slow callback, or a slow machine, advances without waiting.
private final class SlowClock: StudioClock {
    private struct Delay: Sendable {
        let thread: pthread_t
        let time: MediaTime
        var reads = 0
    }

    private let clock = SystemClock()
    private let skipped = Lock(MediaTime.zero)
    private let delay = Lock<Delay?>(nil)

    var now: MediaTime {
        let due = delay.withLock { delay -> MediaTime? in
            guard let own = delay, pthread_equal(own.thread, pthread_self()) != 0 else { return nil }
            delay?.reads += 1
            // The first read is that of the end of the callback.
            guard own.reads > 0 else { return nil }
            delay = nil
            return own.time
        }
        if let due { skip(due) }
        return clock.now + skipped.withLock { $0 }
    }

    /// The calling thread is delayed once its callback has returned.
    func delayThread(_ time: MediaTime) { delay.set(Delay(thread: pthread_self(), time: time)) }

    func skip(_ time: MediaTime) { skipped.withLock { $0 = $0 + time } }

    func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void) {
        clock.schedule(at: time - skipped.withLock { $0 }, body)
    }
}
