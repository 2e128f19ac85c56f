import Foundation
import StudioTestSupport
import Testing

/// Text from outside that people read: it can neither control the terminal nor reverse the order of a line.
@Suite(.endToEnd)
struct TerminalTextTests {
    /// Red, right-to-left, and a control sequence introducer of one character.
    private static let controls = "\u{1B}[31m\u{202E}\u{9B}2J"

    private func check(_ outcome: StudioProgram.Outcome, contains text: String) {
        for written in [outcome.errors, outcome.outputText] {
            let controls = written.unicodeScalars.filter { scalar in
                scalar != "\n" && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
            }
            #expect(controls.isEmpty, "\(written.debugDescription)")
        }
        #expect((outcome.errors + outcome.outputText).contains(text), "\(outcome.errors)\(outcome.outputText)")
    }

    @Test("Values of options and names of files, in text and in JSON", arguments: [[], ["--json"]])
    func arguments(_ more: [String]) throws {
        let folder = try TestFolder()
        let short = ["--fast", "--width", "64", "--height", "64", "--duration", "100ms"]
        let name = folder.file("a\(Self.controls).mkv")
        check(try StudioProgram.run(["start", "--preset", "x\(Self.controls)"] + more), contains: "--preset")
        check(try StudioProgram.run(["start", "--video", name, "--out", "null:"] + more), contains: "No such file")
        check(try StudioProgram.run(["start", "--out", name] + short + more), contains: "[31m")
        check(try StudioProgram.run(["probe", name] + more), contains: "[31m")
        check(try StudioProgram.run(["probe", name, "--quiet"] + more), contains: "[31m")
    }

    @Test("JSON keeps the exact text")
    func json() throws {
        let name = "/nowhere/a\(Self.controls).mkv"
        let outcome = try StudioProgram.run(["probe", name, "--json"])
        let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        let message = (object?["error"] as? [String: Any])?["message"] as? String
        #expect(message?.contains(name) == true)
    }

    @Test("Fields of a y4m header")
    func header() throws {
        let folder = try TestFolder()
        let path = try folder.write("a.y4m", "YUV4MPEG2 W64 H64 F30:1 C4\(Self.controls)44\n")
        check(try StudioProgram.run(["start", "--video", path, "--out", "null:"]), contains: "not 8-bit 4:2:0")
    }

    @Test("The reason of a web server")
    func reason() throws {
        let server = try HTTPAnswers { _ in
            var answer = HTTPAnswers.Answer()
            answer.status = "404 Not \(Self.controls) found"
            return answer
        }
        let outcome = try StudioProgram.run(["probe", "http://127.0.0.1:\(server.port)/a.mp4"])
        #expect(outcome.exitCode == 5)
        check(outcome, contains: "127.0.0.1")
    }

    @Test("Values in traces")
    func traces() throws {
        let folder = try TestFolder()
        let short = ["--fast", "--width", "64", "--height", "64", "--duration", "100ms", "--out", "null:"]
        let path = folder.file("a.jsonl")
        #expect(try StudioProgram.run(["start", "--trace", path] + short).exitCode == 0)
        let trace = String(decoding: try folder.read("a.jsonl"), as: UTF8.self)
        let other = trace.replacing("\"opened\"", with: "\"\\u001b[31m\\u202e\\nopened\"")
        #expect(other != trace)
        let changed = try folder.write("b.jsonl", other)
        check(try StudioProgram.run(["diff", path, changed]), contains: "differ")
        check(try StudioProgram.run(["diff", path, changed, "--json"]), contains: "opened")
        check(try StudioProgram.run(["verify", changed]), contains: "b.jsonl")
    }
}
