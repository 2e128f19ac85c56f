import StudioTestSupport
import Testing

@testable import StudioCore

@Suite("RetryRules")
struct RetryRulesTests {
    private func delays(_ rules: RetryRules, _ count: Int, seed: UInt64 = 0) -> [MediaTime] {
        var random = SeededRandom(seed: seed)
        return (1...count).map { rules.delay(beforeAttempt: $0, using: &random) }
    }

    @Test("delays double up to the longest one")
    func doubling() {
        #expect(delays(.standard, 8) == [1, 2, 4, 8, 8, 8, 8, 8].map { .seconds($0) })
        let rules = RetryRules(minimumDelay: .milliseconds(300), maximumDelay: .seconds(1))
        #expect(delays(rules, 4) == [.milliseconds(300), .milliseconds(600), .seconds(1), .seconds(1)])
        let constant = RetryRules(minimumDelay: .seconds(5), maximumDelay: .seconds(5))
        #expect(delays(constant, 3) == [.seconds(5), .seconds(5), .seconds(5)])
        var random = SeededRandom(seed: 0)
        #expect(RetryRules.standard.delay(beforeAttempt: 0, using: &random) == .seconds(1))
        #expect(RetryRules.standard.delay(beforeAttempt: .max, using: &random) == .seconds(8))
    }

    @Test("jitter stays within its share, and the seed determines it", arguments: 0..<50 as Range<UInt64>)
    func jitter(_ seed: UInt64) {
        let rules = RetryRules(jitter: 0.25)
        let delays = delays(rules, 20, seed: seed)
        for (delay, exact) in zip(delays, self.delays(.standard, 20)) {
            #expect(delay >= .seconds(exact.seconds * 0.75))
            #expect(delay <= .seconds(exact.seconds * 1.25))
        }
        #expect(Set(delays).count == 20)
        #expect(self.delays(rules, 20, seed: seed) == delays)
        #expect(self.delays(rules, 20, seed: seed + 1) != delays)
    }

    @Test("by default only a connection that was lost is tried again, any number of times")
    func standard() {
        for cause in OutputFailure.Cause.allCases {
            #expect(!RetryRules.standard.allows(cause, wasLive: false, attempt: 1))
            #expect(
                RetryRules.standard.allows(cause, wasLive: true, attempt: 1_000_000) == (cause.recovery != .impossible))
            #expect(!RetryRules.never.allows(cause, wasLive: true, attempt: 1))
        }
    }

    @Test("a first connection is tried again only when the cause may pass")
    func first() {
        let rules = RetryRules(attempts: 3, retriesFirst: true)
        for cause in OutputFailure.Cause.allCases {
            for attempt in 1...5 {
                #expect(
                    rules.allows(cause, wasLive: false, attempt: attempt)
                        == (cause.recovery == .possible && attempt <= 3))
                #expect(
                    rules.allows(cause, wasLive: true, attempt: attempt)
                        == (cause.recovery != .impossible && attempt <= 3))
            }
        }
    }

    @Test("the causes that may pass, that may pass after a loss, and that stay")
    func causes() {
        let causes = Dictionary(grouping: OutputFailure.Cause.allCases, by: \.recovery)
        #expect(
            causes[.possible] == [
                .nameNotResolved, .refused, .unreachable, .connectTimedOut, .addressInUse, .disconnected, .stalled,
                .descriptorLimit,
            ])
        #expect(causes[.afterLoss] == [.certificateRefused, .encryptionMissing, .libraryMissing, .rejected, .pipeline])
        #expect(
            causes[.impossible] == [
                .unsuitable, .storageFull, .notWritable, .exists, .inUse, .removed, .noReader, .readerGone,
                .noMedia, .finishTimedOut,
            ])
    }
}
