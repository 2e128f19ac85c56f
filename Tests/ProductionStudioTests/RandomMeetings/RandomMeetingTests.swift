import Foundation
import Testing

@Suite("Random meetings against the model")
struct RandomMeetingTests {
    /// A million in all; the thread sanitizer gets fewer.
    private static let events =
        ProcessInfo.processInfo.environment["PSSTUDIO_RANDOM_EVENTS"].flatMap { Int($0) } ?? 1_000_000
    private static let seeds: ClosedRange<UInt64> = 1...20

    @Test("PS-ORDER-001 PS-STOP-004 PS-ROSTER-002 a random meeting does what the model says", arguments: seeds)
    func random(seed: UInt64) {
        let events = Self.events / Self.seeds.count
        var trial = MeetingTrial(seed: seed)
        #expect(trial.run(events: events) == nil)
        #expect(trial.meetings > 0)
        guard events >= 20_000 else { return }
        #expect(trial.seen == Set(MeetingNote.Kind.allCases), "every kind of callback came")
        #expect(trial.accepted > 1000)
        #expect(trial.overlaps > 10)
    }
}
