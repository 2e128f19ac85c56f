import Foundation
import StudioTestSupport
import Testing

/// `--trace`, as a user calls it.
@Suite(.endToEnd)
struct TraceTests {
    private static let fast = [
        "start", "--fast", "--duration", "1s", "--width", "128", "--height", "72", "--out", "null:", "--quiet",
    ]

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("two processes with equal options write identical lines after the header")
    func repeatable() throws {
        let folder = try TestFolder()
        let traces = try (1...2).map { number in
            let outcome = try StudioProgram.run(Self.fast + ["--trace", folder.file("\(number).jsonl")])
            #expect(outcome.exitCode == 0)
            return try Self.lines(folder.file("\(number).jsonl"))
        }
        #expect(traces[0].count == traces[1].count)
        #expect(traces[0].dropFirst() == traces[1].dropFirst())
        #expect(traces[0].count { $0.contains(#""event":"video""#) } == 30)
        #expect(traces[0].last?.hasPrefix(#"{"event":"end","lost":0,"#) == true)
    }

    @Test("--trace-on-failure keeps the trace only when the exit code is not 0")
    func onFailure() throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        #expect(try StudioProgram.run(Self.fast + ["--trace-on-failure", path]).exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try StudioProgram.run(Self.fast + ["--role", "attendee", "--trace-on-failure", path]).exitCode == 4)
        #expect(try Self.lines(path).contains { $0.contains("PS-START-003") })
    }

    @Test("an existing trace is kept without --force; a folder is created and gets one file per session")
    func files() throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        let refused = try StudioProgram.run(Self.fast + ["--trace", path])
        #expect(refused.exitCode == 2)
        #expect(refused.errors == "psstudio: '\(path)' exists; --force overwrites it; see psstudio start --help\n")
        #expect(try StudioProgram.run(Self.fast + ["--trace", path, "--force"]).exitCode == 0)
        #expect(try Self.lines(path).count > 80)
        let both = try StudioProgram.run(Self.fast + ["--trace", "a", "--trace-on-failure", "b"])
        #expect(both.exitCode == 2)
        for _ in 1...2 {
            let outcome = try StudioProgram.run(Self.fast, environment: ["PSSTUDIO_TRACE": folder.file("b/c/")])
            #expect(outcome.exitCode == 0)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("b/c")).count == 2)
    }

    @Test("a trace contains no stream key, user or password")
    func secrets() throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        let outcome = try StudioProgram.run([
            "start", "--duration", "1s", "--width", "128", "--height", "72", "--quiet", "--trace", path, "--out",
            "rtmp://wally:s3cret@127.0.0.1:1/live/k3y?t0ken=1",
        ])
        #expect(outcome.exitCode == 6)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("rtmp://"))
        for secret in ["wally", "s3cret", "k3y", "t0ken"] { #expect(!text.contains(secret), "\(secret)") }
    }

    @Test("a killed session leaves a trace that ends with a complete line")
    func killed() throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        let program = try StudioProgram([
            "start", "--width", "128", "--height", "72", "--out", "null:", "--quiet", "--trace", path,
        ])
        try waitUntil("a frame in the trace") {
            (try? String(contentsOfFile: path, encoding: .utf8))?.contains(#""event":"video""#) ?? false
        }
        program.process.signal(SIGKILL)
        _ = try program.finish()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasSuffix("}\n"))
        #expect(!text.contains(#""event":"end""#))
    }
}
