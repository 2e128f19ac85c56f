import Foundation
import StudioCore
import StudioRuntime
import StudioTestSupport

/// All sessions and their results.
final class TortureRun: Sendable {
    private struct State: Sendable {
        var nextSeed: UInt64
        var begun = 0
        var ended = 0
        var failed: [UInt64] = []
        var omissions: [String: Int] = [:]
        var codes: [Int32: Int] = [:]
    }

    private let settings: TortureSettings
    private let interface: ProgramInterface
    private let folder: String
    private let clock = SystemClock()
    private let state: Lock<State>

    init(_ settings: TortureSettings) throws {
        self.settings = settings
        interface = ProgramInterface(
            help: String(decoding: try Tool.run(settings.program, ["start", "--help"]), as: UTF8.self))
        folder = FileManager.default.temporaryDirectory.path + "/psstudio-torture-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        state = Lock(State(nextSeed: settings.firstSeed))
        // Probes of the invariants run the same program.
        setenv("PSSTUDIO_BINARY", settings.program, 1)
    }

    private var clip: String { folder + "/clip.mp4" }

    /// - Returns: whether every invariant held in every session.
    func perform() throws -> Bool {
        try SharedClip.make(at: clip)
        let workers = try (0..<settings.parallel).map { number in try Worker("torture-\(number)") { self.work() } }
        for worker in workers { worker.join() }
        return close()
    }

    private func work() {
        while let seed = takeSeed() {
            conduct(seed)
        }
    }

    private func takeSeed() -> UInt64? {
        state.withLock { state in
            guard clock.now.seconds < settings.seconds, state.begun < settings.sessions ?? .max else { return nil }
            defer {
                state.nextSeed += 1
                state.begun += 1
            }
            return state.nextSeed
        }
    }

    private func conduct(_ seed: UInt64) {
        // Receivers run in this process.
        if seed.isMultiple(of: 5) { return conductReceivers(ReceiverPlan(drawnFrom: seed)) }
        let plan = TorturePlan(drawnFrom: seed)
        let place = folder + "/seed-\(seed)"
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            let runner = try SessionRunner(
                plan, program: settings.program, interface: interface, folder: place, clip: clip)
            let (record, violations) = try runner.run()
            report(record, violations)
        } catch {
            fail(plan, plan.line, ["the harness failed: \(error)"], place)
        }
    }

    private func conductReceivers(_ plan: ReceiverPlan) {
        let violations: [String]
        do {
            violations = try ReceiverRun(plan).run()
        } catch {
            violations = ["the harness failed: \(error)"]
        }
        state.withLock { state in
            state.ended += 1
            if !violations.isEmpty { state.failed.append(plan.seed) }
        }
        let lines = violations.map { "\n    \($0)" }.joined()
        Torture.report("\(violations.isEmpty ? "ok     " : "FAILED ") \(plan.line)\(lines)")
    }

    // MARK: Reporting

    private func report(_ record: SessionRecord, _ violations: [String]) {
        let codes = record.endings.compactMap(\.exitCode)
        state.withLock { state in
            for omission in record.omissions { state.omissions[omission, default: 0] += 1 }
            for code in codes { state.codes[code, default: 0] += 1 }
        }
        let line = "\(codes) in \(String(format: "%.1f", record.seconds)) s  \(record.plan.line)"
        guard violations.isEmpty else {
            return fail(record.plan, line, violations + ["command: \(record.command)"], record.folder)
        }
        Torture.report("ok      \(line)")
        state.withLock { $0.ended += 1 }
        if !settings.keepsAll { remove(record.folder) }
    }

    private func fail(_ plan: TorturePlan, _ line: String, _ violations: [String], _ place: String) {
        state.withLock { state in
            state.ended += 1
            state.failed.append(plan.seed)
        }
        let lines = violations.map { "    " + $0.trimmingCharacters(in: .newlines).replacing("\n", with: "\n      ") }
        Torture.report((["FAILED  \(line)"] + lines + ["    kept: \(place)"]).joined(separator: "\n"))
    }

    private func close() -> Bool {
        let state = state.withLock { $0 }
        for (omission, count) in state.omissions.sorted(by: { $0.key < $1.key }) {
            Torture.report("\(count)x \(omission)")
        }
        if state.failed.isEmpty, !settings.keepsAll { remove(folder) }
        let codes = state.codes.sorted { $0.key < $1.key }.map { "\($0.value)x \($0.key)" }.joined(separator: ", ")
        Torture.report("exit codes \(codes)")
        if !state.failed.isEmpty {
            Torture.report("failed seeds \(state.failed.sorted().map(String.init).joined(separator: " "))")
        }
        Torture.report("\(state.ended) sessions, \(state.failed.count) failed")
        return state.failed.isEmpty
    }

    private func remove(_ path: String) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Torture.report("left behind: \(path): \(error)")
        }
    }
}
