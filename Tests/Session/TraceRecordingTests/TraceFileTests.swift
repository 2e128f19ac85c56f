import Foundation
import StudioTestSupport
import Testing

@testable import TraceRecording

@Suite("Files of traces")
struct TraceFileTests {
    @Test("a file is created, kept, and overwritten on request")
    func file() throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        #expect(try TraceFile(TraceDestination(path)).path == path)
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        let error = try #require(throws: TraceFile.OpenError.self) { try TraceFile(TraceDestination(path)) }
        #expect(error.description == "'\(path)' exists; --force overwrites it")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 1)
        #expect(try TraceFile(TraceDestination(path, overwrites: true)).path == path)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 0)
    }

    @Test("a folder is created with its parents, and gets one file per session")
    func folder() throws {
        let folder = try TestFolder()
        let path = folder.file("a/b/")
        let names = try (1...3).map { _ in try TraceFile(TraceDestination(path)).path }
        #expect(names == (1...3).map { "\(path)session-\(getpid())-\($0).jsonl" })
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 3)
    }

    @Test("a folder that cannot be created is an error with the system's message")
    func badFolder() throws {
        let folder = try TestFolder()
        let file = folder.file("a")
        try Data().write(to: URL(fileURLWithPath: file))
        let error = try #require(throws: TraceFile.OpenError.self) { try TraceFile(TraceDestination(file + "/b/")) }
        #expect(error.description.hasPrefix("cannot write the trace '\(file)/"))
        let missing = folder.file("c/a.jsonl")
        let other = try #require(throws: TraceFile.OpenError.self) { try TraceFile(TraceDestination(missing)) }
        #expect(other.description == "cannot write the trace '\(missing)': No such file or directory")
    }

    @Test(
        "later sessions get numbered files",
        arguments: [
            ("a.jsonl", 1, "a.jsonl"), ("a.jsonl", 2, "a-2.jsonl"), ("b.d/a", 2, "b.d/a-2"), ("b/.a", 3, "b/.a-3"),
            ("b/", 2, "b/"),
        ])
    func numbers(path: String, number: Int, expected: String) {
        #expect(TraceDestination(path).numbered(number).path == expected)
    }
}
