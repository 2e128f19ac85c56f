import Foundation
import GStreamer
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioEngine

/// The files of graphs: their names, what they replace, and where they may be.
@Suite(.serialized)
struct PipelineGraphFolderTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func running(_ name: String) throws -> Pipeline {
        let pipeline = try Pipeline("fakesrc num-buffers=1 ! fakesink", named: name)
        try pipeline.play()
        return pipeline
    }

    /// Other suites may run pipelines meanwhile.
    private func names(_ paths: [String], _ name: String) -> [String] {
        paths.filter { $0.contains("-\(name)") }.map { URL(fileURLWithPath: $0).lastPathComponent }
    }

    @Test("a second graph has another name, and with permission it replaces the first one")
    func files() throws {
        let pipeline = try running("graph-files")
        defer { pipeline.stop() }
        let path = folder.file("graphs")
        let first = try names(PipelineGraphFolder(path).write(), "graph-files")
        let second = try names(PipelineGraphFolder(path + "/").write(), "graph-files")
        #expect(first.count == 1)
        #expect(second == first.map { $0.replacingOccurrences(of: ".dot", with: "-2.dot") })
        #expect(try names(PipelineGraphFolder(path, overwrites: true).write(), "graph-files") == first)
        let text = try String(contentsOfFile: "\(path)/\(first[0])", encoding: .utf8)
        #expect(text.contains("GstFakeSrc"))
    }

    @Test("a picture that exists is not replaced: its graph has another name")
    func pictures() throws {
        let pipeline = try running("graph-pictures")
        defer { pipeline.stop() }
        let path = folder.file("graphs")
        let first = try #require(names(PipelineGraphFolder(path).write(), "graph-pictures").first)
        let picture = try folder.write("graphs/" + first.replacingOccurrences(of: ".dot", with: ".svg"), "mine")
        try FileManager.default.removeItem(atPath: "\(path)/\(first)")
        let second = try names(PipelineGraphFolder(path).write(), "graph-pictures")
        #expect(second == [first.replacingOccurrences(of: ".dot", with: "-2.dot")])
        #expect(try String(contentsOfFile: picture, encoding: .utf8) == "mine")
    }

    @Test("a folder that cannot be made is an error that names the file")
    func missing() throws {
        let pipeline = try running("graph-missing")
        defer { pipeline.stop() }
        let path = folder.file("none/graphs")
        let error = #expect(throws: PipelineGraphFolder.WriteError.self) { try PipelineGraphFolder(path).write() }
        #expect(error?.description.contains(path) == true)
    }

    @Test("below a limit, folders are made inside of it and nothing is written outside")
    func limit() throws {
        let pipeline = try running("graph-limit")
        defer { pipeline.stop() }
        let limit = RestrictedFolder(folder.path)
        let inside = try PipelineGraphFolder("a/graphs", below: limit).write()
        #expect(!inside.isEmpty)
        #expect(inside.allSatisfy { $0.hasPrefix(folder.file("a/graphs/")) })
        for outside in ["../graphs", "/tmp/graphs"] {
            #expect(throws: PipelineGraphFolder.WriteError.self) {
                try PipelineGraphFolder(outside, below: limit).write()
            }
        }
    }

    @Test("the program is found in the folders of PATH only, and its failures are named")
    func program() throws {
        #expect(GraphProgram(in: nil) == nil)
        #expect(GraphProgram(in: folder.path) == nil)
        let programs = try TestFolder()
        let script = try programs.write("dot", "#!/bin/sh\ncat \"$2\"\nexit \"$(cat \"$2\" | wc -l)\"\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let program = try #require(GraphProgram(in: "/nonexistent:\(programs.path)"))
        let graphs = PipelineGraphFolder(folder.path)
        try graphs.draw([try folder.write("a.dot", "digraph {}")], with: program)
        #expect(try String(contentsOfFile: folder.file("a.svg"), encoding: .utf8) == "digraph {}")
        let broken = try folder.write("b.dot", "1\n2\n3\n")
        let error = #expect(throws: PipelineGraphFolder.WriteError.self) { try graphs.draw([broken], with: program) }
        #expect(error?.description == "'\(broken)' is not drawn: dot exited with 3")
    }
}
