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
    private let folder: String
    private let clock = SystemClock()
    private let state: Lock<State>

    init(_ settings: TortureSettings) throws {
        self.settings = settings
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

    /// A tenth of the seeds calls `psstudio exec`, a tenth interrupts starts, a fifth receives in this process.
    private func conduct(_ seed: UInt64) {
        let place = folder + "/seed-\(seed)"
        switch seed % 10 {
        case 0, 5:
            let plan = ReceiverPlan(drawnFrom: seed)
            conduct(seed, plan.line, in: nil) { try ReceiverRun(plan).run() }
        case 3:
            let plan = InterruptPlan(drawnFrom: seed)
            conduct(seed, plan.line, in: place) {
                try InterruptRun(plan, program: settings.program, folder: place, clip: clip).run()
            }
        case 7:
            let plan = ExecPlan(drawnFrom: seed)
            conduct(seed, plan.line, in: place) {
                try ExecRun(plan, program: settings.program, folder: place).run()
            }
        default: conductSession(TorturePlan(drawnFrom: seed), in: place)
        }
    }

    private func conductSession(_ plan: TorturePlan, in place: String) {
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            let run = try SessionRun(plan, program: settings.program, folder: place, clip: clip)
            let (record, violations) = try run.run()
            report(record, violations)
        } catch {
            fail(plan.seed, plan.line, ["the harness failed: \(error)"], place)
        }
    }

    /// - Parameter place: the folder of the programs; `nil` for what runs in this process.
    private func conduct(_ seed: UInt64, _ line: String, in place: String?, _ run: () throws -> [String]) {
        let violations: [String]
        do {
            if let place { try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true) }
            violations = try run()
        } catch {
            violations = ["the harness failed: \(error)"]
        }
        guard violations.isEmpty else { return fail(seed, line, violations, place) }
        succeed(line, place)
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
            return fail(record.plan.seed, line, violations + ["command: \(record.command)"], record.folder)
        }
        succeed(line, record.folder)
    }

    private func succeed(_ line: String, _ place: String?) {
        Torture.report("ok      \(line)")
        state.withLock { $0.ended += 1 }
        if let place, !settings.keepsAll { remove(place) }
    }

    private func fail(_ seed: UInt64, _ line: String, _ violations: [String], _ place: String?) {
        state.withLock { state in
            state.ended += 1
            state.failed.append(seed)
        }
        let lines = violations.map { "    " + $0.trimmingCharacters(in: .newlines).replacing("\n", with: "\n      ") }
        let kept = place.map { ["    kept: \($0)"] } ?? []
        Torture.report((["FAILED  \(line)"] + lines + kept).joined(separator: "\n"))
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
