import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("WritableFile")
struct WritableFileTests {
    @discardableResult
    private func write(_ text: String, to path: String, overwrites: Bool = false) throws -> Int32 {
        let writer = try WritableFile(path, overwrites: overwrites).writer
        #expect(Array(text.utf8).withUnsafeBytes { writer.write($0) } == 0)
        return writer.finish()
    }

    private func text(_ folder: TestFolder, _ name: String) throws -> String {
        String(decoding: try folder.read(name), as: UTF8.self)
    }

    private func link(_ folder: TestFolder, _ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
    }

    @Test("a missing file is created, an existing one is kept")
    func creation() throws {
        let folder = try TestFolder()
        #expect(try write("new", to: folder.file("a")) == 0)
        #expect(try text(folder, "a") == "new")
        #expect(throws: WritableFile.OpenError.exists) { try WritableFile(folder.file("a"), overwrites: false) }
        #expect(try text(folder, "a") == "new")
        #expect(throws: WritableFile.OpenError.system(ENOENT)) {
            try WritableFile(folder.file("none/a"), overwrites: true)
        }
        #expect(throws: WritableFile.OpenError.system(EISDIR)) { try WritableFile(folder.path, overwrites: true) }
    }

    @Test("an overwritten file keeps its mode and its other names")
    func overwriting() throws {
        let folder = try TestFolder()
        let path = try folder.write("a", "a longer text")
        #expect(chmod(path, 0o640) == 0)
        #expect(Glibc.link(path, folder.file("b")) == 0)
        #expect(try write("short", to: path, overwrites: true) == 0)
        #expect(try text(folder, "b") == "short")
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test("a file that gets the number of a removed one, which is still claimed, may be written")
    func reusedNumber() throws {
        let folder = try TestFolder()
        let claim = try #require(try FileClaim.reading(try folder.write("a", "read")))
        #expect(unlink(folder.file("a")) == 0)
        // File systems such as ext4 use the lowest free number.
        for name in ["b", "c", "d"] { #expect(try write("new", to: folder.file(name)) == 0) }
        claim.release()
    }

    @Test("a file that is read is rejected before it is changed, under each of its names")
    func reading() throws {
        let folder = try TestFolder()
        let path = try folder.write("a", "precious")
        #expect(Glibc.link(path, folder.file("b")) == 0)
        try link(folder, "c", to: "a")
        let claim = try #require(try FileClaim.reading(path))
        for name in ["a", "b", "c"] {
            #expect(throws: WritableFile.OpenError.inUse(.isRead)) {
                try WritableFile(folder.file(name), overwrites: true)
            }
        }
        #expect(try text(folder, "a") == "precious")
        claim.release()
        #expect(try write("new", to: path, overwrites: true) == 0)
    }

    @Test("a file has one writer at a time; it is free again when the writer has finished")
    func writing() throws {
        let folder = try TestFolder()
        let first = try WritableFile(folder.file("a"), overwrites: false).writer
        #expect(Array("first".utf8).withUnsafeBytes { first.write($0) } == 0)
        #expect(throws: WritableFile.OpenError.inUse(.isWritten)) {
            try WritableFile(folder.file("./a"), overwrites: true)
        }
        #expect(throws: FileUses.Conflict.isWritten) { try FileClaim.reading(folder.file("a")) }
        #expect(try text(folder, "a") == "first")
        #expect(first.finish() == 0)
        #expect(try write("second", to: folder.file("a"), overwrites: true) == 0)
        #expect(try text(folder, "a") == "second")
    }

    @Test("a name whose file is replaced again and again belongs to one writer")
    func replacing() throws {
        let folder = try TestFolder()
        let path = try folder.write("a", "1")
        let claim = try FileClaim.replacing(path)
        try TemporaryFile(beside: path).replace(path)
        #expect(throws: FileUses.Conflict.isWritten) { try FileClaim.replacing(path) }
        #expect(throws: WritableFile.OpenError.inUse(.isWritten)) { try WritableFile(path, overwrites: true) }
        claim.release()
        #expect(try write("2", to: path, overwrites: true) == 0)
    }

    @Test("links are followed, and one that leads nowhere is not an existing file")
    func links() throws {
        let folder = try TestFolder()
        try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: false)
        try link(folder, "dangling", to: "sub/next")
        try link(folder, "sub/next", to: "target")
        #expect(try write("new", to: folder.file("dangling")) == 0)
        #expect(try text(folder, "sub/target") == "new")
        #expect(throws: WritableFile.OpenError.exists) { try WritableFile(folder.file("dangling"), overwrites: false) }
        #expect(try write("newer", to: folder.file("dangling"), overwrites: true) == 0)
        #expect(try text(folder, "sub/target") == "newer")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("dangling")) == "sub/next")
        try link(folder, "circle", to: "circle")
        #expect(throws: WritableFile.OpenError.system(ELOOP)) {
            try WritableFile(folder.file("circle"), overwrites: true)
        }
    }

    @Test("FIFOs and devices are written and stay what they are", arguments: [false, true])
    func pipes(_ overwrites: Bool) throws {
        let folder = try TestFolder()
        try #require(mkfifo(folder.file("fifo"), 0o600) == 0)
        #expect(throws: WritableFile.OpenError.noReader) {
            try WritableFile(folder.file("fifo"), overwrites: overwrites)
        }
        let reader = open(folder.file("fifo"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        #expect(try write("text", to: folder.file("fifo"), overwrites: overwrites) == 0)
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, bytes.count) == 4)
        #expect(try write("text", to: "/dev/null", overwrites: overwrites) == 0)
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test("a file without a name at the end is lost, one with another name is not")
    func removal() throws {
        let folder = try TestFolder()
        let removed = try WritableFile(folder.file("a"), overwrites: false).writer
        #expect(unlink(folder.file("a")) == 0)
        #expect(removed.finish() == ByteWriter.removed)
        let renamed = try WritableFile(folder.file("a"), overwrites: false).writer
        #expect(rename(folder.file("a"), folder.file("b")) == 0)
        #expect(renamed.finish() == 0)
        let replaced = try WritableFile(folder.file("a"), overwrites: false).writer
        #expect(rename(folder.file("b"), folder.file("a")) == 0)
        #expect(replaced.finish() == ByteWriter.removed)
    }
}
