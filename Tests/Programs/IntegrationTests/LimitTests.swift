import Glibc
import StudioTestSupport
import Testing

/// System limits: one error line and an exit code, no trap and no hang.
@Suite(.serialized, .endToEnd)
struct LimitTests {
    @Test(
        "With too few descriptors each command fails with an error and its own exit code",
        arguments: [
            (["start", "--fast", "--duration", "100ms", "--out", "null:"], Int32(6)),
            (["start", "--fast", "--duration", "100ms", "--out", "null:", "--out", "a.mp4"], Int32(6)),
            (["probe", "/dev/null"], Int32(5)), (["doctor", "--no-benchmark"], Int32(6)),
        ], [6, 8, 12, 18])
    func descriptors(_ command: (arguments: [String], exitCode: Int32), _ limit: Int) throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            command.arguments + ["--json"], in: folder.path, after: "ulimit -n \(limit)")
        #expect(outcome.status == .exited(command.exitCode), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("psstudio: too few file descriptors: "), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix(" available, 24 required; raise ulimit -n\n"))
        #expect(outcome.errors.count(of: "\n") == 1)
        #expect(outcome.outputText.contains(" available, 24 required"), "\(outcome.outputText)")
    }

    @Test("A session works with a small limit")
    func enough() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            [
                "start", "--fast", "--width", "64", "--height", "36", "--duration", "200ms", "--out", "null:", "--out",
                folder.file("a.mp4"),
            ], after: "ulimit -n 128")
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
    }

    /// Root is exempt from process limits, so the test uses a user without other processes.
    private static let user = 20_000 + getpid() % 40_000
    private static let isRoot = getuid() == 0

    private static let canLimitThreads =
        ["/usr/bin/setpriv", "/usr/bin/prlimit"].allSatisfy { (path: String) in access(path, X_OK) == 0 }
    private static let needsTools: Comment = "setpriv and prlimit (util-linux) are not installed"

    /// Runs a copy that every user may execute, with limits of threads and processes for its user.
    private func run(_ arguments: [String], threads: Int) throws -> StudioProgram.Outcome {
        let folder = try TestFolder()
        // In another process: a concurrently forked child would inherit the open file.
        try Tool.run("cp", [try StudioProgram.path, folder.file("psstudio")])
        #expect(chmod(folder.path, 0o755) == 0)
        #expect(chmod(folder.file("psstudio"), 0o755) == 0)
        let user = Self.isRoot ? "setpriv --reuid \(Self.user) --clear-groups " : ""
        return try StudioProgram.run(
            arguments, environment: ["HOME": "/nonexistent"], in: folder.path,
            after: "exec \(user)prlimit --nproc=\(threads) ./psstudio \"$@\"")
    }

    @Test(
        "Without threads each command fails with an error", .enabled(if: canLimitThreads, needsTools),
        arguments: ["start", "probe"])
    func noThread(_ command: String) throws {
        let arguments = command == "start" ? ["start", "--out", "null:"] : ["probe", "a.mp4"]
        let outcome = try run(arguments + ["--json"], threads: 1)
        let line =
            "cannot receive signals: cannot start a thread: Resource temporarily unavailable; "
            + "raise ulimit -u or the limit of tasks"
        #expect(outcome.status == .exited(1), "\(outcome.errors)")
        #expect(outcome.errors == "psstudio: \(line)\n")
        #expect(outcome.outputText.contains(line), "\(outcome.outputText)")
    }

    @Test(
        "With too few threads a session does not start", .enabled(if: canLimitThreads, needsTools),
        .enabled(if: isRoot, "only root may run the program as a user without other processes"),
        arguments: [2, 5, 10, 14])
    func fewThreads(_ threads: Int) throws {
        let outcome = try run(["start", "--fast", "--duration", "100ms", "--out", "null:", "--json"], threads: threads)
        #expect(outcome.status == .exited(6), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("psstudio: cannot start a thread: "), "\(outcome.errors)")
        #expect(try outcome.summary.stopReason == "error:limits")
    }
}
