import Foundation
import Glibc
import StudioTestSupport
import Testing

@testable import torture

/// Readers and writers of the torture test, and its process inspection.
struct PeerTests {
    @Test("A writer that dies ends in the middle of a unit; its reader gets everything up to there")
    func dyingWriter() throws {
        let folder = try TestFolder()
        var plan = TorturePlan(seed: 1)
        plan.size = FrameSize(width: 64, height: 36)
        let pipe = try Descriptors.pipe()
        let reader = StreamReader(pipe.read, .fast, into: folder.file("got"))
        let writer = WriterPlan(units: 10, dies: 4)
        let source = SourceWriter(pipe.write, SourceContent.frames(plan, writer, isY4M: true))
        reader.finish(seconds: deadlineSeconds)
        source.finish()
        #expect(reader.received.sawEnd)
        #expect(reader.received.bytes == source.bytes)
        let frames = (source.bytes - SourceContent.y4mHeader(plan).count) / (plan.size.bytes + 6)
        #expect(frames == 4, "four complete frames, and a part of the fifth")
    }

    @Test("A reader that dies reads no byte too many, and one that never reads gets none")
    func readers() throws {
        let folder = try TestFolder()
        for (plan, bytes) in [(ReaderPlan.dying(atByte: 1000), 1000), (.never, 0)] as [(ReaderPlan, Int)] {
            let pipe = try Descriptors.pipe()
            let reader = StreamReader(pipe.read, plan, into: folder.file("got"))
            let source = SourceWriter(pipe.write) { $0 < 3 ? .init(bytes: [UInt8](repeating: 1, count: 900)) : nil }
            if bytes > 0 { try waitUntil("the reader is gone") { reader.received.bytes == bytes } }
            reader.finish(seconds: 0)
            source.finish()
            #expect(reader.received.bytes == bytes)
            #expect(TestFolder.size(of: folder.file("got")) == bytes)
        }
    }

    @Test("Children and members of a group are listed with their command lines")
    func processes() throws {
        let process = try ChildProcess("sh", ["-c", "sleep 321 & wait"])
        try waitUntil("the child is seen") {
            ProcessInspection.childCommands(of: process.pid).contains { $0.contains("sleep 321") }
        }
        #expect(ProcessInspection.group(process.pid).count == 2)
        process.kill()
        _ = try process.wait()
        try waitUntil("the group is empty") { ProcessInspection.group(process.pid).isEmpty }
    }
}
