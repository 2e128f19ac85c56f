import StudioCore
import Testing

@testable import torture

@Suite("Receivers of the torture test")
struct ReceiverTests {
    @Test("the same seed gives the same plan; plans contain every kind of event")
    func plans() {
        let plans = (0..<300 as Range<UInt64>).map { ReceiverPlan(drawnFrom: $0) }
        #expect(plans[7] == ReceiverPlan(drawnFrom: 7))
        #expect(plans.contains { !$0.leaving.isEmpty })
        #expect(plans.contains { !$0.sharing.isEmpty })
        let subscribers = plans.flatMap(\.subscribers)
        #expect(subscribers.contains { $0.holds > $0.budget })
        #expect(subscribers.contains { $0.leaves != nil && $0.cancelsInside })
        #expect(subscribers.contains { $0.isGuarded })
        let changes = plans.flatMap(\.changes).map(\.change)
        #expect(changes.contains(.mute))
        let hasSize = changes.contains { change in
            if case .setSize = change { true } else { false }
        }
        #expect(hasSize)
        #expect(plans.allSatisfy { plan in plan.subscribers.allSatisfy { $0.participant < plan.participants } })
    }

    @Test("each broken invariant is one violation")
    func violations() {
        var good = ReceiverRecord()
        (good.name, good.budget, good.offered, good.delivered, good.callbacks) = ("a", 3, 10, 8, 8)
        (good.dropped, good.highWaterMark, good.peakUsed) = (2, 3, 2)
        #expect(good.violations.isEmpty)
        func count(_ change: (inout ReceiverRecord) -> Void) -> Int {
            var record = good
            change(&record)
            return record.violations.count
        }
        #expect(count { $0.dropped = 1 } == 1)
        #expect(count { $0.highWaterMark = 4 } == 1)
        #expect(count { $0.peakUsed = 4 } == 1)
        #expect(count { $0.usedAtEnd = 1 } == 1)
        #expect(count { $0.callbacks = 9 } == 1)
        #expect(count { $0.callbacksAfterCancel = 2 } == 1)
        #expect(count { $0.callbacksAfterRest = 1 } == 1)
        #expect(count { $0.disorder = 1 } == 1)
        #expect(count { $0.reportedDrops = 3 } == 1)
        #expect(count { $0.changedFrames = 1 } == 1)
    }

    @Test("invariants hold in a session of each of some seeds", arguments: [5, 10, 15] as [UInt64])
    func sessions(_ seed: UInt64) throws {
        #expect(try ReceiverRun(ReceiverPlan(drawnFrom: seed)).run().isEmpty)
    }
}
