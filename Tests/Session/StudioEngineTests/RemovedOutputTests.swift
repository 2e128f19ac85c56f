import MediaInputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioEngine

/// What removed outputs leave behind in a session.
struct RemovedOutputTests {
    private static let capability = VideoCapability(width: 128, height: 72, format: .i420Limited)

    /// A sending session whose media comes from the app.
    private func session(_ outputs: [String] = ["null:"]) throws -> (StudioSession, EventSubscription<SessionEvent>) {
        var configuration = try SessionConfiguration(.app(Self.capability, frameRate: .thirty), variable: { _ in nil })
        configuration.responses = .immediate
        configuration.outputs = outputs
        let session = try StudioSession(configuration)
        let events = session.subscribe()
        session.begin()
        _ = try events.wait { $0 == .sessionChanged(state: .sending) }
        return (session, events)
    }

    private struct Reference {
        weak var output: Output?
    }

    /// Adds an output with this number, and removes it.
    private func addedAndRemoved(_ number: Int, in session: StudioSession) throws -> Reference {
        #expect(try session.perform(.addOutput(address: "null:")) == .output(output: number))
        let output = try #require(session.outputs.last)
        #expect(try session.perform(.removeOutput(output: number)) == .done)
        #expect(output.waitUntilOver(seconds: deadlineSeconds))
        return Reference(output: output)
    }

    @Test("the latest hundred removed outputs stay, and the others leave nothing behind")
    func forgotten() throws {
        let (session, _) = try session()
        let references = try (2...301).map { try addedAndRemoved($0, in: session) }
        #expect(try session.perform(.addOutput(address: "null:")) == .output(output: 302))
        #expect(session.snapshot.outputs.map(\.output) == [1] + Array(202...302))
        // The thread of an output may hold it a moment longer.
        try waitUntil("the others are released") { references.count { $0.output != nil } == 100 }
        try session.finish()
    }

    @Test(
        "memory and outputs after 20,000 additions and removals are where they were after 1,000",
        .enabled(if: LongRun.isRequested))
    func churn() throws {
        let (session, _) = try session()
        var references: [Reference] = []
        var resident: [Int] = []
        for number in 2...20_001 {
            references.append(try addedAndRemoved(number, in: session))
            guard number % 1000 == 1 else { continue }
            // A weak reference keeps a few bytes of what it has referred to.
            try waitUntil("the others are released") {
                references.removeAll { $0.output == nil }
                return references.count == 100
            }
            resident.append(ProcessMemory.residentBytes)
        }
        #expect(session.snapshot.outputs.count == 101)
        #expect(resident.count == 20)
        // Each removed output has had 6.5 kB. The memory of a sanitizer grows with all that was ever allocated.
        let growth = resident[19] - resident[0]
        #expect(Sanitizer.isPresent || growth < 8 << 20, "\(resident)")
        try session.finish()
    }
}
