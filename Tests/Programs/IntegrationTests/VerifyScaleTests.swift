import Foundation
import StudioTestSupport
import Testing

/// `psstudio verify` with long traces.
@Suite(.endToEnd)
struct VerifyScaleTests {
    private static let header =
        #"{"clock":"system","interface":"production-studio","psstudioTrace":1,"session":"1","writer":"test"}"# + "\n"

    /// A second of frames and audio blocks, 50 of each.
    private static func second(_ number: Int) -> String {
        (0..<50).map { index in
            let time = "\(number).\(index < 5 ? "0" : "")\(index * 20)"
            return #"{"channels":2,"event":"audio","sampleRate":48000,"samples":960,"stamp":\#(time),"thread":1,"#
                + #""time":\#(time)}"# + "\n"
                + #"{"event":"video","format":"i420-full","height":360,"isBlack":false,"stamp":\#(time),"thread":1,"#
                + #""time":\#(time),"width":640}"# + "\n"
        }.joined()
    }

    /// The most memory that the process has used so far, in kB.
    private static func memory(of pid: pid_t) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    @Test("the memory does not grow with the length of the trace, and nothing is lost")
    func memory() throws {
        let pipe = try PipePair()
        let program = try StudioProgram(["verify", "-", "--json"], input: pipe.readEnd)
        pipe.closeReadEnd()
        pipe.write(Array(Self.header.utf8))
        // What was written was read, except for what fits into the pipe.
        for number in 0..<200 { pipe.write(Array(Self.second(number).utf8)) }
        let before = try Self.memory(of: program.process.pid)
        for number in 200..<2000 { pipe.write(Array(Self.second(number).utf8)) }
        let growth = try Self.memory(of: program.process.pid) - before
        pipe.closeWriteEnd()
        let outcome = try program.finish()
        // 24 MB of records.
        #expect(growth < 4096, "\(growth) kB")
        let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        let trace = try #require((object?["traces"] as? [[String: Any]])?.first)
        let metrics = try #require(trace["metrics"] as? [String: Any])
        #expect((metrics["video"] as? [String: Any])?["frames"] as? Int == 100_000)
        #expect((metrics["audio"] as? [String: Any])?["blocks"] as? Int == 100_000)
        #expect((metrics["video"] as? [String: Any])?["usualInterval"] as? Double == 0.02)
    }

    @Test("a trace with very many rules is verified, and compared")
    func manyRules() throws {
        let folder = try TestFolder()
        let count = LongRun.repetitions(ordinary: 50_000, long: 300_000)
        let lines = (0..<count).map { number in
            #"{"code":"WrongUsage","event":"violation","isRefusal":true,"message":"m","rule":"PS-X-\#(number)","time":1}"#
        }
        let path = try folder.write("a.jsonl", Self.header + lines.joined(separator: "\n") + "\n")
        let outcome = try StudioProgram.run(["verify", path])
        #expect(outcome.exitCode == 3)
        #expect(outcome.outputText.count(of: "\n") == count + 2)
        #expect(try StudioProgram.run(["diff", path, path, "--quiet"]).exitCode == 0)
    }
}
