@testable import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Overlapping and nested send calls")
struct OverlapTests {
    /// A sender with one blocked call.
    private struct Held {
        let fixture: TestMeeting
        let sender: Sender
        let barrier: Barrier
        let collector: AcceptedMedia
        let worker: Worker
        let first: Recorder<Rule?>
    }

    private func hold(isStrict: Bool) throws -> Held {
        let fixture = TestMeeting.recorded(options: .init(isStrict: isStrict))
        let (barrier, first) = (Barrier(), Recorder<Rule?>())
        fixture.meeting.localTracks.add(barrier)
        let sender = try fixture.openSender()
        let worker = try Worker("test.first") {
            first.record(ruleBroken { () throws(StudioError) in try sender.sendFrame(1) })
        }
        try #require(barrier.entered.wait())
        return Held(
            fixture: fixture, sender: sender, barrier: barrier, collector: fixture.media, worker: worker, first: first)
    }

    @Test("PS-SEND-007 strict mode rejects a call that overlaps another one", arguments: [true, false])
    func strict(isVideo: Bool) throws {
        let held = try hold(isStrict: true)
        let sender = held.sender
        let error = failure { () throws(StudioError) in
            if isVideo { try sender.sendFrame(2) } else { try sender.sendAudioBlock() }
        }
        #expect(error?.rule == .sendsOverlap)
        #expect(error?.code == .wrongUsage)
        held.barrier.released.send()
        #expect(held.worker.join(seconds: deadlineSeconds))
        #expect(held.first.all == [nil], "the first call succeeds")
        #expect(held.fixture.studio.statistics.overlappingSends == 1)
        #expect(held.collector.frames.count == 1)
        #expect(held.collector.audioBlocks.count == 0)
        try sender.sendFrame(3)
        #expect(held.fixture.studio.statistics.overlappingSends == 1, "sequential calls do not overlap")
    }

    @Test("PS-SEND-007 without strict mode an overlapping call waits for the other, and is counted and reported")
    func lenient() throws {
        let held = try hold(isStrict: false)
        let (sender, barrier) = (held.sender, held.barrier)
        let second = Recorder<Rule?>()
        let worker = try Worker("test.second") {
            second.record(ruleBroken { () throws(StudioError) in try sender.sendFrame(2) })
        }
        try waitUntil("a call waits") { sender.gate.waiting == 1 }
        #expect(second.count == 0)
        barrier.released.send()
        #expect(held.worker.join(seconds: deadlineSeconds))
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(held.first.all == [nil])
        #expect(second.all == [nil])
        #expect(held.collector.frames.compactMap(\.bytes.first) == [1, 2])
        let studio = held.fixture.studio
        #expect(studio.statistics.overlappingSends == 1)
        #expect(studio.statistics.video.refused == 0)
        let report = try #require(studio.violations.all.first { $0.error.rule == .sendsOverlap })
        #expect(!report.isRefusal)
        #expect(report.count == 1)
    }

    @Test("PS-SEND-012 a nested send is rejected", arguments: [true, false])
    func nested(isStrict: Bool) throws {
        let fixture = TestMeeting.recorded(options: .init(isStrict: isStrict))
        let sender = try fixture.openSender()
        let rules = Recorder<Rule?>()
        fixture.meeting.localTracks.add(
            Reaction {
                rules.record(ruleBroken { () throws(StudioError) in try sender.sendFrame() })
                rules.record(ruleBroken { () throws(StudioError) in try sender.sendAudioBlock() })
            })
        try sender.sendFrame()
        #expect(rules.all == [.sendFromInside, .sendFromInside])
        #expect(fixture.studio.statistics.video.accepted == 1)
        #expect(fixture.studio.statistics.overlappingSends == 0)
        #expect(StudioError(.sendFromInside, "").code == .wrongUsage)
    }

    @Test("sequential calls from different threads are not reported")
    func otherThread() throws {
        let fixture = TestMeeting.recorded(options: .init(isStrict: true))
        let sender = try fixture.openSender()
        let rules = Recorder<Rule?>()
        for _ in 0..<20 {
            let worker = try Worker("test.single") {
                rules.record(ruleBroken { () throws(StudioError) in try sender.sendFrame() })
            }
            #expect(worker.join(seconds: deadlineSeconds))
        }
        #expect(rules.all == Array(repeating: nil, count: 20))
        #expect(fixture.studio.statistics.overlappingSends == 0)
        #expect(fixture.studio.violations.all == [])
    }

    @Test("onStopSend waits for the current call, and waiting calls are rejected")
    func stopWaits() throws {
        let held = try hold(isStrict: false)
        let (fixture, sender) = (held.fixture, held.sender)
        #expect(fixture.stop() == nil)
        // The gate closes before the callback: later calls are rejected although an earlier one has not returned.
        #expect(try waitUntilClosed(sender))
        #expect(!fixture.recorder.names.contains(.stopped))
        #expect(fixture.studio.isStarted)
        held.barrier.released.send()
        fixture.drain()
        #expect(held.worker.join(seconds: deadlineSeconds))
        #expect(held.first.all == [nil])
        #expect(fixture.recorder.names.contains(.stopped))
        #expect(held.collector.frames.count == 1)
    }

    /// The gate closes on the callback queue. Until then the call would wait, so strict mode cannot be used.
    private func waitUntilClosed(_ sender: Sender) throws -> Bool {
        let rule = Recorder<Rule?>()
        _ = try Worker("test.late") {
            rule.record(ruleBroken { () throws(StudioError) in try sender.sendFrame(9) })
        }
        return rule.wait(count: 1) && rule.all == [.sendNotStarted]
    }

    @Test("PS-STOP-005 two busy threads have no frame accepted after onStopSend has started", arguments: 0..<20)
    func hammering(_ repetition: Int) throws {
        let fixture = TestMeeting.recorded()
        let gate = AfterEnd()
        fixture.meeting.localTracks.add(gate)
        let sender = try fixture.openSender()
        let accepted = Recorder<Int>()
        fixture.recorder.onCallback { callback in if callback == .stopped { gate.end() } }
        let workers = try (0..<2).map { index in
            try Worker("test.hammer\(index)") {
                var count = 0
                var rule: Rule?
                while rule == nil {
                    rule = ruleBroken { () throws(StudioError) in
                        if index == 0 { try sender.sendFrame() } else { try sender.sendAudioBlock() }
                    }
                    if rule == nil { count += 1 }
                }
                #expect(rule == .sendNotStarted)
                accepted.record(count)
            }
        }
        #expect(gate.received.wait { $0 >= 50 }, "frames flow")
        #expect(fixture.stop() == nil)
        for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
        fixture.drain()
        #expect(gate.late.count == 0)
        let statistics = fixture.studio.statistics
        #expect(accepted.all.reduce(0, +) == statistics.video.accepted + statistics.audio.accepted)
    }
}

/// Counts received units, and those received after the end.
private final class AfterEnd: MediaReceiver {
    let received = Recorder<Int>()
    let late = Recorder<Int>()
    private let hasEnded = Lock(false)

    var hasCapacity: Bool { true }

    func end() { hasEnded.withLock { $0 = true } }

    private func note() {
        if hasEnded.withLock({ $0 }) { late.record(0) }
        received.record(received.count + 1)
    }

    func receive(_ frame: borrowing VideoFrame) { note() }
    func receive(_ block: borrowing AudioBlock) { note() }
}
