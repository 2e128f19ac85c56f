import Foundation
import Glibc
import StudioTestSupport
import Testing

/// `psstudio exec` with unusual parents and unusual commands.
@Suite(.endToEnd)
struct ExecParentTests {
    /// The process whose number a shell has written to a file.
    private static func process(_ path: String) throws -> pid_t {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// The shell's own `trap` does not ignore SIGCHLD.
    private static func ignoring(_ signals: String) -> String {
        "exec env --ignore-signal=\(signals) \"$0\" \"$@\""
    }

    @Test("processes of the shell that called exec are not touched, and neither is what they start later")
    func others() throws {
        let folder = try TestFolder()
        let (server, daemon, go) = (folder.file("server"), folder.file("daemon"), folder.file("go"))
        // The daemon loses its parent while the command runs.
        let later = "until test -e \(go); do sleep 0.02; done; setsid sleep 600 & echo $! >\(daemon)"
        let shell = "sleep 600 & echo $! >\(server); sh -c '\(later)' & true"
        let script = "touch \(go); until test -s \(daemon); do sleep 0.02; done; exit 7"
        let outcome = try StudioProgram.run(["exec", "--", "sh", "-c", script], after: shell)
        #expect(outcome.exitCode == 7)
        for path in [server, daemon] {
            let pid = try Self.process(path)
            #expect(kill(pid, SIGKILL) == 0, "\(path) was killed")
        }
    }

    @Test("a parent that ignores SIGCHLD changes nothing")
    func ignoredChildren() throws {
        let command = ["exec", "--", "sh", "-c", "sleep 0.1; exit 9"]
        let outcome = try StudioProgram.run(command, after: Self.ignoring("CHLD"))
        #expect(outcome.exitCode == 9)
        let program = try StudioProgram(["exec", "--", "sleep", "600"], after: Self.ignoring("CHLD"))
        try waitUntil("the command runs") {
            let children = FileManager.default.contents(
                atPath: "/proc/\(program.process.pid)/task/\(program.process.pid)/children")
            return children?.isEmpty == false
        }
        program.process.signal(SIGTERM)
        #expect(try program.finish().exitCode == 143)
    }

    @Test("signals that the parent ignores stay ignored by the command, others have their default")
    func signals() throws {
        let command = ["exec", "--", "cat", "/proc/self/status"]
        func signals(_ name: String, _ outcome: StudioProgram.Outcome) throws -> UInt64 {
            let line = try #require(outcome.outputText.split(separator: "\n").first { $0.hasPrefix(name) })
            // Those above 31 belong to the C library.
            return try #require(UInt64(line.dropFirst(name.count + 2), radix: 16)) & 0x7FFF_FFFF
        }
        let plain = try StudioProgram.run(command)
        for name in ["SigBlk", "SigIgn", "SigCgt"] { #expect(try signals(name, plain) == 0) }
        // A bit for each of 1, 2 and 10.
        let ignoring = try StudioProgram.run(command, after: Self.ignoring("INT,HUP,USR1,CHLD"))
        #expect(try signals("SigIgn", ignoring) == 0x203)
    }

    @Test("a FIFO among the traces is reported, and not opened")
    func fifo() throws {
        let script = "mkfifo ${PSSTUDIO_TRACE}session-1-1.jsonl"
        let outcome = try StudioProgram.run(["exec", "--", "sh", "-c", script])
        #expect(outcome.exitCode == 5)
        #expect(outcome.errors == "psstudio: session-1-1.jsonl: not a file\n")
    }

    @Test("temporary folders are removed with all that the command has put into them")
    func temporaryFolders() throws {
        let folder = try TestFolder()
        let script = "mkdir ${PSSTUDIO_TRACE}more; date >${PSSTUDIO_TRACE}more/a; date >${PSSTUDIO_TRACE}b; exit 3"
        let outcome = try StudioProgram.run(
            ["exec", "--", "sh", "-c", script], environment: ["TMPDIR": folder.file("")])
        #expect(outcome.exitCode == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("")) == [])
    }

    @Test("TMPDIR that is empty or relative, or names no folder")
    func temporaryFolderPlace() throws {
        let folder = try TestFolder()
        let script = "echo $PSSTUDIO_TRACE; exit 3"
        func run(_ place: String) throws -> StudioProgram.Outcome {
            try StudioProgram.run(
                ["exec", "--", "sh", "-c", script], environment: ["TMPDIR": place], in: folder.file(""))
        }
        #expect(try run("").outputText.hasPrefix("/tmp/psstudio-exec-"))
        #expect(try run(".").outputText.hasPrefix("/"))
        let missing = try run(folder.file("none"))
        #expect(missing.exitCode == 2)
        #expect(missing.errors.contains("/none': No such file or directory; set TMPDIR to another one"))
    }
}
