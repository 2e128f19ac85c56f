import Testing

@Suite("Random meetings compared with the model")
struct RandomMeetingTests {
    /// The total number.
    private static let events = 1_000_000
    private static let seeds: ClosedRange<UInt64> = 1...20

    @Test(
        "PS-ORDER-001 PS-STOP-004 PS-ROSTER-002 PS-ROSTER-008 a random meeting matches the model",
        arguments: seeds)
    func random(seed: UInt64) throws {
        var trial = try MeetingTrial(seed: seed)
        #expect(trial.run(events: Self.events / Self.seeds.count) == nil)
        #expect(trial.meetings > 100)
        #expect(trial.seen == Set(MeetingNote.Kind.allCases), "every kind of callback occurred")
        #expect(trial.accepted > 1000)
        #expect(trial.overlaps > 10)
        #expect(trial.studiosClosed > 10)
    }
}
