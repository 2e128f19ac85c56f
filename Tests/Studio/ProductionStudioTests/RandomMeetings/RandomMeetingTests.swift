import StudioTestSupport
import Testing

@Suite("Random meetings compared with the model")
struct RandomMeetingTests {
    /// Each seed has enough events for every kind of callback. The long run has a million.
    private static let events = 50_000
    private static let seeds: ClosedRange<UInt64> = 1...(LongRun.isRequested ? 20 : 1)

    @Test(
        "PS-ORDER-001 PS-STOP-004 PS-ROSTER-002 PS-ROSTER-008 a random meeting matches the model",
        arguments: seeds)
    func random(seed: UInt64) throws {
        var trial = try MeetingTrial(seed: seed)
        #expect(trial.run(events: Self.events) == nil)
        #expect(trial.meetings > 100)
        #expect(trial.seen == Set(MeetingNote.Kind.allCases), "every kind of callback occurred")
        #expect(trial.accepted > 1000)
        #expect(trial.overlaps > 10)
        #expect(trial.studiosClosed > 10)
    }
}
