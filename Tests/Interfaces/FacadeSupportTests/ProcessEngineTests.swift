import Dispatch
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The engine of a process")
struct ProcessEngineTests {
    private final class Service: EmulatedService {
        let world = EmulatedWorld("test")
    }

    private final class Engine: Sendable {
        let isStrict: Bool

        init(_ isStrict: Bool) {
            self.isStrict = isStrict
        }
    }

    private typealias Process = ProcessEngine<Service, Bool, Engine>

    /// Records what an engine asks for. Its meetings are new ones.
    private static func environment(_ calls: Recorder<String> = Recorder()) -> ProcessEnvironment {
        ProcessEnvironment(
            beginControl: { calls.record("begin \($0)") }, endControl: { calls.record("end \($0)") },
            enter: { rules, _, clock in
                calls.record("enter \(rules.interface)")
                let meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "test.meeting"))
                return (meeting, { calls.record("leave") })
            },
            traceTest: { _, rules, _ in calls.record("trace \(rules.interface)") })
    }

    private static let error = StudioError(.audioBufferEmpty, "the buffer is empty")

    @Test("a test has a service, options, records and an engine of its own; afterwards the process is as before")
    func service() throws {
        let changes = Recorder<[Bool]>()
        let process = Process(false, in: Self.environment()) { changes.record([$0 != nil, $1 != nil]) }
        let before = process.engine { Engine(process.options) }
        process.calls.record("before", [])
        let service = Service()
        service.world.advance(seconds: 2)
        let inside = process.withService(service, true) { given in
            #expect(given === process.service)
            #expect(process.calls.all.isEmpty)
            #expect(process.engine == nil)
            process.report(Self.error, isRefusal: false)
            process.report(Self.error, isRefusal: true)
            #expect(process.violations.all.map(\.isRefusal) == [false, true])
            #expect(process.violations.all.map(\.firstTime) == [.seconds(2), .seconds(2)])
            return process.engine { Engine(process.options) }
        }
        #expect(inside.isStrict)
        #expect(inside !== before)
        #expect(process.service == nil)
        #expect(process.engine == nil)
        #expect(process.violations.all.isEmpty)
        #expect(!process.options)
        #expect(changes.all == [[true, true], [true, false]])
    }

    @Test("an engine that cannot be used is replaced; of two that are made at the same time, one remains")
    func engines() {
        let process = Process(false, in: Self.environment()) { _, _ in }
        let first = process.engine { Engine(false) }
        #expect(process.engine { Engine(false) } === first)
        let second = process.engine(where: { $0 !== first }) { Engine(true) }
        #expect(second !== first)
        let third = process.engine(where: { $0 !== second }) {
            // Another thread is faster.
            _ = process.engine(where: { $0 !== second }) { Engine(false) }
            return Engine(true)
        }
        #expect(!third.isStrict)
        #expect(process.removeEngine() === third)
        #expect(process.engine == nil)
    }

    @Test("outside tests, an engine has the control socket and the meetings of its process; in a test it has neither")
    func environment() {
        let calls = Recorder<String>()
        let process = Process(false, in: Self.environment(calls)) { _, _ in }
        _ = process.engine { Engine(false) }
        let session = process.enter(.productionStudio) { _ in 1 }
        #expect(session.details == 1)
        session.end()
        #expect(process.removeEngine() != nil)
        #expect(calls.all == ["begin Engine", "enter production-studio", "leave", "end Engine"])
        let (inside, service) = (Recorder<String>(), Service())
        let tested = Process(false, in: Self.environment(inside)) { _, _ in }
        tested.withService(service, true) { _ in
            _ = tested.engine { Engine(true) }
            let session = tested.enter(.productionStudio) { _ in 2 }
            #expect(session.meeting === service.world.meeting)
            session.end()
        }
        #expect(inside.all == ["trace production-studio"])
    }

    @Test("of two tests, one waits for the other")
    func exclusive() throws {
        let process = Process(false, in: Self.environment()) { _, _ in }
        let (log, isInside, isOver) = (Recorder<String>(), Signal(), Signal())
        let worker = try process.withExclusiveUse {
            let worker = try Worker("test") {
                isInside.send()
                process.withService(Service(), true) { _ in log.record("second") }
                isOver.send()
            }
            #expect(isInside.wait())
            log.record("first")
            return worker
        }
        #expect(isOver.wait())
        #expect(log.all == ["first", "second"])
        withExtendedLifetime(worker) {}
    }

    @Test("a log keeps the last 1000 entries and counts the others")
    func log() {
        let log = RecentLog<Int>()
        for number in 1...1003 { log.append(number) }
        #expect(log.all == Array(4...1003))
        #expect(log.dropped == 3)
        log.reset()
        #expect(log.all.isEmpty)
        #expect(log.dropped == 0)
    }
}
