import Foundation
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport

/// Starts programs and sends each of them its signal.
struct InterruptRun {
    private let plan: InterruptPlan
    private let program: String
    private let folder: String
    private let clip: String
    private let clock = SystemClock()

    /// Seconds within which a program must end.
    private static let bound = 30.0

    init(_ plan: InterruptPlan, program: String, folder: String, clip: String) {
        (self.plan, self.program, self.folder, self.clip) = (plan, program, folder, clip)
    }

    /// - Returns: the violations.
    func run() throws -> [String] {
        try plan.starts.enumerated().flatMap { number, start in
            let place = "\(folder)/\(number)"
            try FileManager.default.createDirectory(atPath: place + "/tmp", withIntermediateDirectories: true)
            return try run(start, in: place).map { "start \(number), \(start.kind): \($0)" }
        }
    }

    private func run(_ start: InterruptPlan.Start, in place: String) throws -> [String] {
        let (output, errors) = (try create(place + "/stdout"), try create(place + "/stderr"))
        defer {
            close(output)
            close(errors)
        }
        let words = ["-C", place, "TMPDIR=\(place)/tmp", program] + start.kind.arguments(program: program, clip: clip)
        let process = try ChildProcess("env", words, output: output, errors: errors)
        // Finer than `waitUntil`: a start takes a few milliseconds.
        while process.isRunning, !ProcessInspection.isRunning(program, as: process.pid) { usleep(100) }
        usleep(UInt32(start.delay))
        process.signal(start.signal)
        let began = clock.now
        while process.isRunning, (clock.now - began).seconds < Self.bound { usleep(1000) }
        guard !process.isRunning else {
            let report = ProcessInspection.threadReport(of: process.pid)
            process.kill()
            return ["no end within \(Int(Self.bound)) s after signal \(start.signal)\n\(report)"]
        }
        return try violations(start, try process.wait(seconds: 5), process.pid, in: place)
    }

    private func create(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("cannot create \(path)") }
        return descriptor
    }

    private func violations(
        _ start: InterruptPlan.Start, _ status: ChildProcess.Status, _ pid: pid_t, in place: String
    ) throws -> [String] {
        var result: [String] = []
        let code = status.code
        let expected = start.kind.exitCodes.union([128 + start.signal])
        if !expected.contains(code) {
            let errors = String(
                decoding: FileManager.default.contents(atPath: place + "/stderr") ?? Data(), as: UTF8.self)
            result.append("exit code \(code) is not in \(expected.sorted()): \(errors)")
        }
        let output = FileManager.default.contents(atPath: place + "/stdout") ?? Data()
        if start.kind.hasSummary, !output.isEmpty {
            let summary = try JSONDecoder().decode(SessionSummary.self, from: output)
            if summary.exitCode != code { result.append("exit code \(code), but the summary has \(summary.exitCode)") }
        }
        for name in ["out.mp4", "out.ts"] where access("\(place)/\(name)", F_OK) == 0 {
            if let errors = MediaInspection.errors(about: "\(place)/\(name)") { result.append("\(name): \(errors)") }
        }
        result += ProcessInspection.group(pid).map { "process \($0) is left" }
        result += try FileManager.default.contentsOfDirectory(atPath: place + "/tmp").map { "tmp/\($0) is left" }
        return result
    }
}

extension InterruptPlan.Kind {
    /// Whether standard output is a JSON object.
    fileprivate var hasSummary: Bool {
        switch self {
        case .start, .fastStart, .scenario: true
        case .receive, .probe, .exec: false
        }
    }
}
