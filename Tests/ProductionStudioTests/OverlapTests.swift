@testable import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Send calls that overlap or nest")
struct OverlapTests {
    /// A sender with one call held inside it.
    private struct Held {
        let stage: Stage
        let sender: Sender
        let barrier: Barrier
        let collector: Collector
        let worker: Worker
        let first: Recorder<Rule?>
    }

    private func hold(isStrict: Bool) throws -> Held {
        let stage = Stage(options: .init(isStrict: isStrict))
        let (barrier, collector, first) = (Barrier(), Collector(), Recorder<Rule?>())
        stage.meeting.fanout.add(collector)
        stage.meeting.fanout.add(barrier)
        let sender = try stage.openSender()
        let worker = try Worker("test.first") {
            first.record(ruleBroken { () throws(StudioError) in try sender.sendPicture(1) })
        }
        try #require(barrier.entered.wait())
        return Held(
            stage: stage, sender: sender, barrier: barrier, collector: collector, worker: worker, first: first)
    }

    @Test("PS-SEND-007 strict mode refuses a call that overlaps another one", arguments: [true, false])
    func strict(isVideo: Bool) throws {
        let held = try hold(isStrict: true)
        let sender = held.sender
        let error = failure { () throws(StudioError) in
            if isVideo { try sender.sendPicture(2) } else { try sender.sendSound() }
        }
        #expect(error?.rule == .sendsOverlap)
        #expect(error?.code == .wrongUsage)
        held.barrier.released.send()
        #expect(held.worker.join(seconds: deadlineSeconds))
        #expect(held.first.all == [nil], "the call inside is served")
        #expect(held.stage.studio.statistics.overlappingSends == 1)
        #expect(held.collector.pictures.count == 1)
        #expect(held.collector.sounds.count == 0)
        try sender.sendPicture(3)
        #expect(held.stage.studio.statistics.overlappingSends == 1, "one after the other is no overlap")
    }

    @Test("PS-SEND-007 otherwise an overlapping call is served after the other, counted and reported")
    func lenient() throws {
        let held = try hold(isStrict: false)
        let (sender, barrier) = (held.sender, held.barrier)
        let second = Recorder<Rule?>()
        let worker = try Worker("test.second") {
            second.record(ruleBroken { () throws(StudioError) in try sender.sendPicture(2) })
        }
        #expect(eventually { sender.gate.waiting == 1 })
        #expect(second.count == 0)
        barrier.released.send()
        #expect(held.worker.join(seconds: deadlineSeconds))
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(held.first.all == [nil])
        #expect(second.all == [nil])
        #expect(held.collector.pictures.all.compactMap(\.bytes.first) == [1, 2])
        let studio = held.stage.studio
        #expect(studio.statistics.overlappingSends == 1)
        #expect(studio.statistics.video.refused == 0)
        let report = try #require(studio.violations.all.first { $0.error.rule == .sendsOverlap })
        #expect(!report.isRefusal)
        #expect(report.count == 1)
    }

    @Test("PS-SEND-012 a send from inside a send is refused", arguments: [true, false])
    func nested(isStrict: Bool) throws {
        let stage = Stage(options: .init(isStrict: isStrict))
        let sender = try stage.openSender()
        let rules = Recorder<Rule?>()
        stage.meeting.fanout.add(
            Reaction {
                rules.record(ruleBroken { () throws(StudioError) in try sender.sendPicture() })
                rules.record(ruleBroken { () throws(StudioError) in try sender.sendSound() })
            })
        try sender.sendPicture()
        #expect(rules.all == [.sendFromInside, .sendFromInside])
        #expect(stage.studio.statistics.video.accepted == 1)
        #expect(stage.studio.statistics.overlappingSends == 0)
        #expect(StudioError(.sendFromInside, "").code == .wrongUsage)
    }

    @Test("another thread without overlap is nothing to report")
    func otherThread() throws {
        let stage = Stage(options: .init(isStrict: true))
        let sender = try stage.openSender()
        let rules = Recorder<Rule?>()
        for _ in 0..<20 {
            let worker = try Worker("test.single") {
                rules.record(ruleBroken { () throws(StudioError) in try sender.sendPicture() })
            }
            #expect(worker.join(seconds: deadlineSeconds))
        }
        #expect(rules.all == Array(repeating: nil, count: 20))
        #expect(stage.studio.statistics.overlappingSends == 0)
        #expect(stage.studio.violations.all == [])
    }

    @Test("onStopSend waits for the call inside, and what waits behind it is refused")
    func stopWaits() throws {
        let held = try hold(isStrict: false)
        let (stage, sender) = (held.stage, held.sender)
        #expect(stage.stop() == nil)
        // The gate closes before the callback: a call from now on is refused although another one is inside.
        #expect(try waitUntilClosed(sender))
        #expect(!stage.audience.names.contains(.stopped))
        #expect(stage.studio.isStarted)
        held.barrier.released.send()
        stage.settle()
        #expect(held.worker.join(seconds: deadlineSeconds))
        #expect(held.first.all == [nil])
        #expect(stage.audience.names.contains(.stopped))
        #expect(held.collector.pictures.count == 1)
    }

    /// The gate closes on the callback queue; until it does the call would wait, so strict refusals cannot be used.
    private func waitUntilClosed(_ sender: Sender) throws -> Bool {
        let rule = Recorder<Rule?>()
        _ = try Worker("test.late") {
            rule.record(ruleBroken { () throws(StudioError) in try sender.sendPicture(9) })
        }
        return rule.wait(count: 1) && rule.all == [.sendOutsideRun]
    }

    @Test("PS-STOP-005 two threads hammering never have a frame accepted after onStopSend has begun", arguments: 0..<20)
    func hammering(_ repetition: Int) throws {
        let stage = Stage()
        let gate = AfterEnd()
        stage.meeting.fanout.add(gate)
        let sender = try stage.openSender()
        let accepted = Recorder<Int>()
        stage.audience.react { callback, _ in if callback == .stopped { gate.end() } }
        let workers = try (0..<2).map { index in
            try Worker("test.hammer\(index)") {
                var count = 0
                var rule: Rule?
                while rule == nil {
                    rule = ruleBroken { () throws(StudioError) in
                        if index == 0 { try sender.sendPicture() } else { try sender.sendSound() }
                    }
                    if rule == nil { count += 1 }
                }
                #expect(rule == .sendOutsideRun)
                accepted.record(count)
            }
        }
        #expect(gate.received.wait { $0 >= 50 }, "frames flow")
        #expect(stage.stop() == nil)
        for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
        stage.settle()
        #expect(gate.late.count == 0)
        let statistics = stage.studio.statistics
        #expect(accepted.all.reduce(0, +) == statistics.video.accepted + statistics.audio.accepted)
    }
}

/// Counts what it receives, and what it receives after the end.
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
