import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioScenario

@Suite("When the steps of a scenario are due")
struct ScenarioScheduleTests {
    private func seconds(_ seconds: Double) -> MediaTime { .seconds(seconds) }

    @Test("steps are due in the order of their times, then of the file")
    func order() {
        var schedule = ScenarioSchedule([
            ScenarioTiming(delay: .time(seconds(2))), ScenarioTiming(delay: .time(seconds(1))),
            ScenarioTiming(delay: .time(seconds(2))),
        ])
        #expect(schedule.nextTime == seconds(1))
        #expect(schedule.next(at: seconds(0.5)) == nil)
        #expect(schedule.next(at: seconds(3)) == 1)
        #expect(schedule.next(at: seconds(3)) == 0)
        #expect(schedule.next(at: seconds(3)) == 2)
        #expect(schedule.next(at: seconds(3)) == nil)
        #expect(schedule.nextTime == nil)
        #expect(schedule.isOver)
    }

    @Test("only the first occurrence of an event counts")
    func events() {
        var schedule = ScenarioSchedule([ScenarioTiming(event: .onStartSend, delay: .time(seconds(2)))])
        schedule.occurred(.onJoin, at: seconds(1), frames: 0)
        #expect(schedule.nextTime == nil)
        schedule.occurred(.onStartSend, at: seconds(3), frames: 0)
        schedule.occurred(.onStartSend, at: seconds(4), frames: 0)
        #expect(schedule.nextTime == seconds(5))
        #expect(schedule.next(at: seconds(5)) == 0)
        schedule.occurred(.onStartSend, at: seconds(6), frames: 0)
        #expect(schedule.isOver)
    }

    @Test("frames are counted from the event")
    func frames() {
        var schedule = ScenarioSchedule([
            ScenarioTiming(event: .onStartSend, delay: .frames(10)), ScenarioTiming(delay: .frames(3)),
        ])
        #expect(schedule.nextFrame == 3)
        schedule.accepted(frames: 3, at: seconds(1))
        #expect(schedule.nextFrame == nil)
        #expect(schedule.next(at: seconds(1)) == 1)
        schedule.occurred(.onStartSend, at: seconds(2), frames: 5)
        #expect(schedule.nextFrame == 15)
        schedule.accepted(frames: 14, at: seconds(3))
        #expect(schedule.next(at: seconds(3)) == nil)
        schedule.accepted(frames: 15, at: seconds(4))
        #expect(schedule.next(at: seconds(4)) == 0)
    }

    @Test("repetitions have no drift, a limit, and skip what was missed")
    func repetitions() {
        var schedule = ScenarioSchedule([
            ScenarioTiming(delay: .time(seconds(1)), interval: seconds(2), limit: 4)
        ])
        #expect(schedule.next(at: seconds(1.5)) == 0)
        #expect(schedule.nextTime == seconds(3))
        #expect(schedule.next(at: seconds(8)) == 0)
        #expect(schedule.next(at: seconds(8)) == nil)
        #expect(schedule.nextTime == seconds(9))
        #expect(schedule.next(at: seconds(9)) == 0)
        #expect(schedule.next(at: seconds(11)) == 0)
        #expect(schedule.isOver)
    }

    @Test("random sequences equal a naive model", arguments: 0..<300)
    func model(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let timings = (0..<Int.random(in: 1...6, using: &random)).map { _ in timing(&random) }
        var schedule = ScenarioSchedule(timings)
        var model = NaiveSchedule(timings)
        var (now, frames): (Int64, Int) = (0, 0)
        for _ in 0..<80 {
            now += Int64.random(in: 0...40, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let event = ScenarioEvent.allCases[Int.random(in: 0..<3, using: &random)]
                schedule.occurred(event, at: .milliseconds(now), frames: frames)
                model.log.append((now, frames, event))
            case 1:
                frames += 1
                schedule.accepted(frames: frames, at: .milliseconds(now))
                model.log.append((now, frames, nil))
            default:
                var due: [Int] = []
                while let step = schedule.next(at: .milliseconds(now)) { due.append(step) }
                #expect(due == model.due(at: now))
            }
        }
    }

    private func timing(_ random: inout SeededRandom) -> ScenarioTiming {
        let event = Bool.random(using: &random) ? ScenarioEvent.allCases[Int.random(in: 0..<3, using: &random)] : nil
        let isTime = Bool.random(using: &random)
        let delay: ScenarioTiming.Delay =
            isTime
            ? .time(.milliseconds(.random(in: 0...300, using: &random))) : .frames(.random(in: 1...12, using: &random))
        let repeats = Bool.random(using: &random)
        return ScenarioTiming(
            event: event, delay: delay,
            interval: repeats ? .milliseconds(.random(in: 1...90, using: &random)) : nil,
            limit: repeats && Bool.random(using: &random) ? .random(in: 1...4, using: &random) : nil)
    }
}

/// Computes from the whole history, in milliseconds, which steps are due.
private struct NaiveSchedule {
    let timings: [ScenarioTiming]
    /// Time, frames so far, and the event; `nil` for a frame.
    var log: [(time: Int64, frames: Int, event: ScenarioEvent?)] = []
    private var performed: [Int: [Int64]] = [:]
    private var seen: [Int: Int64] = [:]

    init(_ timings: [ScenarioTiming]) { self.timings = timings }

    /// The time of the first occurrence of a step.
    private func base(_ timing: ScenarioTiming) -> Int64? {
        var start: (time: Int64, frames: Int) = (0, 0)
        if let event = timing.event {
            guard let first = log.first(where: { $0.event == event }) else { return nil }
            start = (first.time, first.frames)
        }
        switch timing.delay {
        case .time(let delay): return start.time + delay.nanoseconds / 1_000_000
        case .frames(let count): return log.first { $0.event == nil && $0.frames >= start.frames + count }?.time
        }
    }

    mutating func due(at now: Int64) -> [Int] {
        var found: [(time: Int64, index: Int)] = []
        for (index, timing) in timings.enumerated() {
            guard let base = base(timing), performed[index, default: []].count < timing.limit ?? .max else { continue }
            let all =
                timing.interval.map { Array(stride(from: base, through: now, by: Int($0.nanoseconds / 1_000_000))) }
                ?? (base <= now ? [base] : [])
            let fresh = all.filter { $0 > seen[index] ?? -1 }
            guard let first = fresh.first, let last = fresh.last else { continue }
            performed[index, default: []].append(first)
            seen[index] = last
            found.append((first, index))
        }
        return found.sorted { ($0.time, $0.index) < ($1.time, $1.index) }.map(\.index)
    }
}

@Suite("Performing the steps of a scenario on a clock")
struct ScenarioRunnerTests {
    private struct Performed: Hashable, Sendable {
        let line: Int
        let time: MediaTime
    }

    private func run(
        _ steps: String, _ body: (ManualClock, ScenarioRunner) -> Void
    ) throws -> [Performed] {
        let scenario = try Scenario(text: "version: 1\nsteps:\n" + steps, name: "test")
        let clock = ManualClock()
        clock.advance(to: .seconds(10))
        let performed = Lock<[Performed]>([])
        let runner = ScenarioRunner(scenario, clock: clock) { step in
            performed.withLock { $0.append(Performed(line: step.line, time: clock.now - .seconds(10))) }
        }
        runner.begin()
        body(clock, runner)
        return performed.withLock { $0 }
    }

    @Test("each step is performed at its own time, in one large advance")
    func times() throws {
        let performed = try run("  - {at: 2s, leave: }\n  - {every: 1s, times: 3, admit: }\n") { clock, _ in
            clock.advance(by: .seconds(3600))
        }
        #expect(
            performed == [
                Performed(line: 4, time: .seconds(1)), Performed(line: 3, time: .seconds(2)),
                Performed(line: 4, time: .seconds(2)), Performed(line: 4, time: .seconds(3)),
            ])
    }

    @Test("a frame's step is performed at the next advance, also by zero, and once")
    func frames() throws {
        let performed = try run("  - {after: 2 frames, leave: }\n") { clock, runner in
            runner.frameAccepted()
            clock.advance(by: .seconds(1))
            runner.frameAccepted()
            runner.frameAccepted()
            clock.advance(by: .zero)
            clock.advance(by: .seconds(1))
        }
        #expect(performed == [Performed(line: 3, time: .seconds(1))])
    }

    @Test("an event starts a step, and a stopped runner performs nothing")
    func events() throws {
        let steps = "  - {on: onStartSend, after: 1s, leave: }\n  - {on: onStartSend, after: 3s, admit: }\n"
        let performed = try run(steps) { clock, runner in
            clock.advance(by: .seconds(1))
            #expect(!runner.hasTimer)
            runner.receive(.onStartSend)
            #expect(runner.hasTimer)
            clock.advance(by: .seconds(2))
            runner.stop()
            #expect(!runner.hasTimer)
            clock.advance(by: .seconds(2))
        }
        #expect(performed == [Performed(line: 3, time: .seconds(2))])
    }
}
