import Foundation
import StudioTestSupport
import Testing

/// `psstudio start --pipeline-graphs` and `psstudio control graph`.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct PipelineGraphTests {
    private static let secret = "5432109876"
    private let (folder, programs): (TestFolder, TestFolder)

    init() throws { (folder, programs) = (try TestFolder(), try TestFolder()) }

    private var size: [String] { ["--width", "64", "--height", "36"] }

    private func texts(_ path: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8)) })
    }

    /// A `dot` that copies the graph, so that the test needs no Graphviz.
    private func environment(hasDot: Bool) throws -> [String: String] {
        if hasDot {
            let script = try programs.write("dot", "#!/bin/sh\nexec /bin/cat \"$2\"\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        }
        return ["XDG_RUNTIME_DIR": folder.path, "PATH": programs.path]
    }

    @Test("the pipelines that run at the end of sending are written and drawn, without names of files")
    func atEnd() throws {
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--duration", "1s", "--pipeline-graphs", "graphs", "--out", "hidden-name.mkv"] + size,
            environment: environment(hasDot: true), in: folder.path)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("pipelines are in 'graphs'"), "\(outcome.errors)")
        let files = try texts(folder.file("graphs"))
        for name in ["encode-h264", "encode-aac", "output-mkv"] {
            for suffix in ["dot", "svg"] {
                let text = files.first { $0.key.hasSuffix("-\(name).\(suffix)") }?.value
                #expect(text?.hasPrefix("digraph") == true, "\(name).\(suffix) of \(files.keys.sorted())")
            }
        }
        for (name, text) in files { #expect(!text.contains("hidden-name"), "\(name)") }
    }

    @Test("without dot there are graphs and one line about it")
    func withoutProgram() throws {
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--duration", "1s", "--pipeline-graphs", "graphs", "--out", "a.mkv"] + size,
            environment: environment(hasDot: false), in: folder.path)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.count(of: "dot is missing; apt-get install graphviz") == 1, "\(outcome.errors)")
        let names = try texts(folder.file("graphs")).keys
        #expect(!names.isEmpty && names.allSatisfy { $0.hasSuffix(".dot") })
    }

    @Test("a folder that cannot be made is an output that failed: 6")
    func missingFolder() throws {
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--duration", "1s", "--pipeline-graphs", "a/b/c", "--out", "a.mkv"] + size,
            environment: environment(hasDot: true), in: folder.path)
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(outcome.errors.contains("-encode-h264.dot': No such file or directory"), "\(outcome.errors)")
    }

    @Test("control graph writes the pipelines of a running session; no key of a server is in them")
    func control() throws {
        let server = try RTMPServer()
        let environment = try environment(hasDot: true)
        let key = try folder.write("key", Self.secret)
        let program = try StudioProgram(
            ["start", "--control", "auto", "--out", server.url(""), "--stream-key-file", key] + size,
            environment: environment, in: folder.path)
        func controlled(_ arguments: [String]) throws -> StudioProgram.Outcome {
            try StudioProgram.run(["control"] + arguments, environment: environment, in: folder.path)
        }
        try server.waitForRecording(1, bytes: 1000)
        let refused = try controlled(["graph"])
        #expect(refused.exitCode == 2)
        #expect(refused.errors.contains("--pipeline-graphs"), "\(refused.errors)")
        let written = try controlled(["graph", "graphs"])
        #expect(written.exitCode == 0, "\(written.errors)")
        #expect(written.outputText == "\(folder.file("graphs"))\n")
        let first = try texts(folder.file("graphs"))
        #expect(first.keys.contains { $0.hasSuffix("-output-rtmp.dot") }, "\(first.keys.sorted())")
        #expect(try controlled(["graph", "graphs"]).exitCode == 0)
        let second = try texts(folder.file("graphs"))
        #expect(second.count == 2 * first.count)
        for (name, text) in first { #expect(second[name] == text, "\(name) was replaced") }
        for (name, text) in second { #expect(!text.contains(Self.secret), "\(name)") }
        #expect(try controlled(["stop"]).exitCode == 0)
        let ended = try program.finish()
        #expect(!ended.errors.contains(Self.secret))
    }
}
