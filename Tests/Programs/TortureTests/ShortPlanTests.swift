import Testing

@testable import torture

/// Plans of interrupted starts and of calls of `psstudio exec`.
struct ShortPlanTests {
    private static let seeds: [UInt64] = Array(1...300)

    @Test("Interrupted starts: the same seed gives the same plan, and every kind and every signal occurs")
    func interrupts() {
        let plans = Self.seeds.map { InterruptPlan(drawnFrom: $0) }
        #expect(plans[7] == InterruptPlan(drawnFrom: Self.seeds[7]))
        let starts = plans.flatMap(\.starts)
        #expect(Set(starts.map(\.kind)) == Set(InterruptPlan.Kind.allCases))
        #expect(Set(starts.map(\.signal)) == [1, 2, 3, 15])
        #expect(starts.allSatisfy { 0...60_000 ~= $0.delay })
        #expect(starts.contains { $0.delay < 1000 })
    }

    @Test("Calls of exec: the same seed gives the same plan, and every parent and every command occurs")
    func calls() {
        let plans = Self.seeds.map { ExecPlan(drawnFrom: $0) }
        #expect(plans[7] == ExecPlan(drawnFrom: Self.seeds[7]))
        #expect(Set(plans.map(\.parent)) == Set(ExecPlan.Parent.allCases))
        #expect(Set(plans.map(\.command)) == Set(ExecPlan.Command.allCases))
        #expect(plans.contains { $0.signal != nil })
        #expect(plans.contains { $0.signal == nil })
    }

    @Test("The exit codes of a call of exec")
    func exitCodes() {
        var plan = ExecPlan(drawnFrom: 1)
        (plan.command, plan.signal) = (.session, nil)
        #expect(plan.exitCodes == [0])
        plan.command = .failing
        #expect(plan.exitCodes == [9])
        plan.command = .withoutSession
        #expect(plan.exitCodes == [5])
        plan.signal = .init(at: 5, signal: 15)
        #expect(plan.exitCodes == [5, 143])
    }
}
