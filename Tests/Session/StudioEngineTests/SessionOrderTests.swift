import StudioCore
import StudioRuntime
import StudioScenario
import StudioTestSupport
import Testing

@testable import StudioEngine

/// Several threads decide: the output threads, the callback queue, the producer, clients of the session.
@Suite("The order of a session's decisions")
struct SessionOrderTests {
    private static func makeCore() throws -> SessionCore {
        let capability = VideoCapability(width: 128, height: 72, format: .i420Limited)
        var configuration = try SessionConfiguration(.app(capability, frameRate: nil), variable: { _ in nil })
        configuration.isFast = true
        return SessionCore(configuration, drivers: [])
    }

    private static func failure(_ code: String) -> SessionFailure { SessionFailure(.output, code, code) }

    /// The codes of the published failures.
    private static func failures(_ events: EventSubscription<SessionEvent>) -> [String] {
        var codes: [String] = []
        while let event = events.next(seconds: 0) {
            if case .failed(let failure) = event.event { codes.append(failure.code) }
        }
        return codes
    }

    @Test("failures are published in the order in which they were decided, although the first thread performs last")
    func inversion() throws {
        let core = try Self.makeCore()
        let events = core.subscribe()
        let first = core.decide { $0.note(Self.failure("first")) }
        let second = core.decide { $0.note(Self.failure("second")) }
        core.perform(second)
        core.perform(first)
        #expect(Self.failures(events) == ["first", "second"])
        #expect(core.failures.map(\.code) == ["first", "second"])
    }

    @Test("of the failures of four threads, events and snapshot have the same order")
    func threads() throws {
        let core = try Self.makeCore()
        let events = core.subscribe()
        let workers = try (0..<4).map { thread in
            try Worker("test.decisions") {
                for number in 0..<50 { core.apply { $0.note(Self.failure("\(thread).\(number)")) } }
            }
        }
        for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
        let published = Self.failures(events)
        #expect(published.count == 200)
        #expect(published == core.failures.map(\.code))
    }

    @Test("a step is entered by the thread that decided it, although another one has published it")
    func step() throws {
        let core = try Self.makeCore()
        let events = core.subscribe()
        let begun = core.decide { $0.begin() }
        let failed = core.decide { $0.note(Self.failure("first")) }
        #expect(core.perform(failed) == nil)
        #expect(core.perform(begun) == .opening)
        #expect(events.next(seconds: 0)?.event == .sessionChanged(state: .opening))
        #expect(Self.failures(events) == ["first"])
    }
}
