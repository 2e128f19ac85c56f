import Foundation
import StudioTestSupport
import Testing

/// `psstudio exec`, as a user calls it.
@Suite(.endToEnd)
struct ExecTests {
    private static func session(_ arguments: String...) throws -> String {
        let all =
            ["start", "--fast", "--duration", "1s", "--width", "128", "--height", "72", "--quiet"] + arguments
        return try ([StudioProgram.path] + all).map { "'\($0)'" }.joined(separator: " ")
    }

    private static func run(_ options: [String], _ script: String) throws -> StudioProgram.Outcome {
        try StudioProgram.run(["exec"] + options + ["--", "sh", "-c", script])
    }

    @Test("each session writes a trace into the folder and nothing else; all are verified")
    func sessions() throws {
        let folder = try TestFolder()
        let (traces, junit) = (folder.file("a/traces"), folder.file("a.xml"))
        let script = try Self.session("--out", "null:") + "; " + Self.session("--out", "null:")
        let outcome = try Self.run(["--trace", traces, "--junit", junit, "--seed", "3"], script)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: traces)
        #expect(names.count == 2)
        #expect(names.allSatisfy { $0.hasSuffix(".jsonl") })
        #expect(outcome.errors.count(of: ": ok; 0.980 s, 30 frames, 50 audio blocks\n") == 2)
        #expect(try String(contentsOfFile: junit, encoding: .utf8).count(of: "<testsuite ") == 2)
        for name in names {
            #expect(try String(contentsOfFile: traces + "/" + name, encoding: .utf8).contains(#""seed":"3""#))
        }
    }

    @Test("a folder with the traces of a former run stays as it is, and the next one with a number is used")
    func formerTraces() throws {
        let folder = try TestFolder()
        let traces = folder.file("traces")
        func content(_ path: String) throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            return try names.reduce(into: [:]) { $0[$1] = try Data(contentsOf: URL(filePath: "\(path)/\($1)")) }
        }
        let session = try Self.session("--out", "null:")
        #expect(try Self.run(["--trace", traces], session).exitCode == 0)
        let first = try content(traces)
        #expect(first.count == 1)
        for number in [2, 3] {
            let again = try Self.run(["--trace", traces + (number == 3 ? "/" : "")], session)
            #expect(again.exitCode == 0, "\(again.errors)")
            let line = "contains earlier traces; the new ones are in '\(traces)-\(number)'\n"
            #expect(again.errors.count(of: line) == 1, "\(again.errors)")
            #expect(again.errors.contains("\(traces)-\(number)/session-"), "\(again.errors)")
            #expect(try content("\(traces)-\(number)").count == 1)
        }
        #expect(try content(traces) == first)
        // A folder with anything else is not one of traces.
        _ = try folder.write("traces/notes.txt", [])
        let foreign = try Self.run(["--trace", traces], "true")
        #expect(foreign.exitCode == 2)
        #expect(foreign.errors.contains("is not empty; choose another folder for the traces"))
    }

    @Test("the files of later sessions are numbered, also when sessions of several processes begin together")
    func numbering() throws {
        let folder = try TestFolder()
        let session = try Self.session()
        let outcome = try Self.run(
            ["--out", folder.file("show.mkv"), "--out", "null:"], "\(session) & \(session) & wait; \(session)")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("")).filter { $0.hasSuffix(".mkv") }
        #expect(names.sorted() == ["show-2.mkv", "show-3.mkv", "show.mkv"])
    }

    @Test("scenario and outputs apply to the sessions of the command")
    func settings() throws {
        let folder = try TestFolder()
        let show = folder.file("show.mkv")
        let outcome = try Self.run(
            ["--scenario", "co-host-revoked", "--out", show], try Self.session("--duration", "3s"))
        #expect(outcome.exitCode == 4)
        #expect(outcome.errors.contains(": ok; 2.000 s, 60 frames, 100 audio blocks\n"))
        #expect(FileManager.default.fileExists(atPath: show))
        #expect(!outcome.errors.contains("had no effect"))
        // The step comes two seconds after onStartSend.
        let unused = try Self.run(
            ["--scenario", "co-host-revoked"],
            try Self.session("--duration", "1s").replacingOccurrences(of: "'--quiet'", with: ""))
        #expect(unused.exitCode == 0)
        let note = "the scenario 'co-host-revoked' had no effect: no step was performed; they follow onStartSend\n"
        #expect(unused.errors.count(of: note) == 1, "\(unused.errors)")
        #expect(try Self.run(["--scenario", "none"], "true").exitCode == 2)
        #expect(try Self.run(["--out", "a.xyz"], "true").exitCode == 2)
    }

    @Test("the exit code is the command's, 128 and the signal, 5 without a session, 2 for a command that cannot start")
    func exitCodes() throws {
        #expect(try Self.run([], "exit 9").exitCode == 9)
        #expect(try Self.run([], "kill -9 $$").exitCode == 137)
        let empty = try Self.run([], "true")
        #expect(empty.exitCode == 5)
        #expect(empty.errors == "psstudio: 'sh' opened no session; does it use psstudio?\n")
        let missing = try StudioProgram.run(["exec", "--", "/none/program"])
        #expect(missing.exitCode == 2)
        #expect(missing.errors.hasPrefix("psstudio: cannot start '/none/program': No such file or directory"))
        #expect(try StudioProgram.run(["exec", "--"]).exitCode == 2)
        let strict = try Self.run(["--max-drops", "0", "--max-deviation", "1"], try Self.session("--out", "null:"))
        #expect(strict.exitCode == 7, "one second of audio is too short to measure its rate")
    }

    @Test("inside another exec, both verify the sessions, and the outer folder gets the traces")
    func nested() throws {
        let folder = try TestFolder()
        let traces = folder.file("traces")
        let session = try Self.session()
        let script = "'\(try StudioProgram.path)' exec -- sh -c \"\(session)\"; \(session)"
        let outcome = try Self.run(["--trace", traces, "--out", folder.file("show.mkv")], script)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.count(of: ": ok; 0.980 s, 30 frames, 50 audio blocks\n") == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: traces).count == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("")).filter { $0.hasSuffix(".mkv") }
        #expect(names.sorted() == ["show-2.mkv", "show.mkv"])
    }

    @Test("reports name a trace that is not kept by its file, and one that is kept by its path")
    func names() throws {
        let folder = try TestFolder()
        let session = try Self.session("--out", "null:")
        let passing = try Self.run(["--html", folder.file("a.html")], session)
        #expect(passing.exitCode == 0, "\(passing.errors)")
        #expect(try String(contentsOfFile: folder.file("a.html"), encoding: .utf8).contains(".jsonl"))
        #expect(try !String(contentsOfFile: folder.file("a.html"), encoding: .utf8).contains("psstudio-exec-"))
        #expect(!passing.errors.contains("psstudio-exec-"))
        let traces = folder.file("traces")
        let kept = try Self.run(["--html", folder.file("b.html"), "--trace", traces], session)
        #expect(kept.exitCode == 0, "\(kept.errors)")
        #expect(try String(contentsOfFile: folder.file("b.html"), encoding: .utf8).contains(traces + "/"))
    }

    @Test("a process that left the group and ignores SIGTERM does not outlive the command")
    func daemon() throws {
        let folder = try TestFolder()
        let daemon = "trap '' TERM; echo $$ >\(folder.file("pid")); while true; do sleep 600; done"
        let script =
            "setsid sh -c \"\(daemon.replacingOccurrences(of: "$", with: "\\$"))\" & "
            + "until test -s \(folder.file("pid")); do sleep 0.05; done; exit 3"
        let outcome = try Self.run([], script)
        #expect(outcome.exitCode == 3)
        let text = try String(contentsOfFile: folder.file("pid"), encoding: .utf8)
        let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(pid, 0) != 0)
        #expect(outcome.errors.contains("killed sh (pid \(pid))"), "\(outcome.errors)")
    }

    @Test("a signal is passed on, and no process is left behind")
    func signals() throws {
        let folder = try TestFolder()
        let script = "sleep 600 & echo $! >\(folder.file("pid")); wait"
        let program = try StudioProgram(["exec", "--", "sh", "-c", script])
        try waitUntil("the process of the command") {
            (try? String(contentsOfFile: folder.file("pid"), encoding: .utf8))?.hasSuffix("\n") ?? false
        }
        program.process.signal(SIGTERM)
        #expect(try program.finish().exitCode == 143)
        let text = try String(contentsOfFile: folder.file("pid"), encoding: .utf8)
        let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(pid, 0) != 0)
        // A process that outlives a command that has ended by itself is ended, too.
        // The new process has the name of its shell until it runs its own program.
        let isSleeping = "until read name </proc/$!/comm && test $name = sleep; do :; done"
        let left = try Self.run([], "sleep 600 & echo $! >\(folder.file("left")); \(isSleeping); exit 3")
        #expect(left.exitCode == 3)
        let other = try String(contentsOfFile: folder.file("left"), encoding: .utf8)
        let leftover = try #require(pid_t(other.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(leftover, 0) != 0)
        #expect(left.errors == "psstudio: the command left processes behind: ended sleep (pid \(leftover))\n")
    }

    @Test("the trace of a killed session is verified up to its end")
    func crash() throws {
        let folder = try TestFolder()
        let traces = folder.file("traces")
        let session = try [
            StudioProgram.path, "start", "--width", "128", "--height", "72", "--out", "null:", "--quiet",
        ].map { "'\($0)'" }.joined(separator: " ")
        let script =
            "\(session) & pid=$!; until grep -qs '\"event\":\"video\"' \(traces)/*; do sleep 0.05; done; "
            + "kill -9 $pid; wait $pid; exit 0"
        let outcome = try Self.run(["--trace", traces], script)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("TRACE-QUALITY-010: the trace ends without its last record"))
    }
}
