import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("TemporaryFile")
struct TemporaryFileTests {
    private func fill(_ file: TemporaryFile, _ text: String) throws {
        let writer = ByteWriter(owning: try file.duplicate())
        #expect(Array(text.utf8).withUnsafeBytes { writer.write($0) } == 0)
        #expect(writer.finish() == 0)
    }

    @Test("it replaces a file with its permissions, and leaves no other file")
    func replace() throws {
        let folder = try TestFolder()
        let path = try folder.write("a", "old")
        #expect(chmod(path, 0o640) == 0)
        let file = try TemporaryFile(beside: path)
        try fill(file, "new text")
        #expect(file.byteCount == 8)
        #expect(String(decoding: try folder.read("a"), as: UTF8.self) == "old")
        try file.replace(path)
        #expect(String(decoding: try folder.read("a"), as: UTF8.self) == "new text")
        #expect(try folder.names == ["a"])
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test("a file that is released leaves nothing")
    func release() throws {
        let folder = try TestFolder()
        let path = try folder.write("a", "old")
        do {
            let file = try TemporaryFile(beside: path)
            try fill(file, "new")
            #expect(String(decoding: try Data(contentsOf: URL(fileURLWithPath: file.path)), as: UTF8.self) == "new")
        }
        #expect(try folder.names == ["a"])
        #expect(String(decoding: try folder.read("a"), as: UTF8.self) == "old")
    }

    @Test("a new name must not exist")
    func create() throws {
        let folder = try TestFolder()
        let file = try TemporaryFile(beside: folder.file("a"))
        try fill(file, "text")
        try file.create(folder.file("a"))
        #expect(String(decoding: try folder.read("a"), as: UTF8.self) == "text")
        let other = try TemporaryFile(beside: folder.file("a"))
        #expect(throws: SystemError(EEXIST)) { try other.create(folder.file("a")) }
        #expect(String(decoding: try folder.read("a"), as: UTF8.self) == "text")
        #expect(try folder.names == ["a"])
    }

    @Test("a missing folder is an error of the system")
    func missing() throws {
        let folder = try TestFolder()
        #expect(throws: SystemError(ENOENT)) { _ = try TemporaryFile(beside: folder.file("none/a")) }
    }

    @Test("a path without a folder is in the current one")
    func current() throws {
        let file = try TemporaryFile(beside: "a")
        #expect(file.byteCount == 0)
    }
}
