import Foundation
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport

/// Calls `psstudio exec` and checks what it has ended and left.
struct ExecRun {
    private let plan: ExecPlan
    private let program: String
    private let folder: String
    private let clock = SystemClock()

    /// Seconds within which the call must end.
    private static let bound = 40.0

    init(_ plan: ExecPlan, program: String, folder: String) {
        (self.plan, self.program, self.folder) = (plan, program, folder)
    }

    /// - Returns: the violations.
    func run() throws -> [String] {
        try FileManager.default.createDirectory(atPath: path("tmp"), withIntermediateDirectories: true)
        let output = open(path("output"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw TestFailure("cannot create \(path("output"))") }
        defer { close(output) }
        let words = ["-C", folder, "TMPDIR=\(path("tmp"))", "sh", "-c", plan.script, program]
        let process = try ChildProcess("env", words, output: output, errors: output)
        defer { process.kill() }
        var result: [String] = []
        let began = clock.now
        try waitUntil("the program runs", seconds: Self.bound) {
            !process.isRunning || ProcessInspection.isRunning(program, as: process.pid)
        }
        var mustSignal = plan.signal
        while process.isRunning, (clock.now - began).seconds < Self.bound {
            if let signal = mustSignal, (clock.now - began).seconds * 1000 >= Double(signal.at) {
                process.signal(signal.signal)
                mustSignal = nil
            }
            usleep(2000)
        }
        if process.isRunning {
            result.append("no end within \(Int(Self.bound)) s\n\(ProcessInspection.threadReport(of: process.pid))")
            process.kill()
        } else {
            result += codeViolations(try process.wait(seconds: 5))
        }
        return try result + processViolations() + remains()
    }

    private func path(_ name: String) -> String { folder + "/" + name }

    private func codeViolations(_ status: ChildProcess.Status) -> [String] {
        let code = status.code
        guard !plan.exitCodes.contains(code) else { return [] }
        let text = String(decoding: FileManager.default.contents(atPath: path("output")) ?? Data(), as: UTF8.self)
        return ["exit code \(code) is not in \(plan.exitCodes.sorted()): \(text)"]
    }

    /// The server of the parent runs, the orphan of the command does not.
    private func processViolations() throws -> [String] {
        var result: [String] = []
        if let server = pid(ExecPlan.serverName) {
            if !ProcessInspection.isAlive(server) { result.append("the server of the parent was ended") }
            kill(server, SIGKILL)
        }
        if let orphan = pid(ExecPlan.orphanName), ProcessInspection.isAlive(orphan) {
            result.append("process \(orphan) of the command is left")
            kill(orphan, SIGKILL)
        }
        return result
    }

    private func pid(_ name: String) -> pid_t? {
        FileManager.default.contents(atPath: path(name)).flatMap {
            pid_t(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    private func remains() throws -> [String] {
        let temporary = try FileManager.default.contentsOfDirectory(atPath: path("tmp")).map { "tmp/\($0) is left" }
        let root = try FileManager.default.contentsOfDirectory(atPath: "/").filter { $0.hasPrefix("psstudio") }
        return temporary + root.map { "/\($0) was created" }
    }
}
