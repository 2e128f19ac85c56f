import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("FileUses")
struct FileUsesTests {
    private func key(_ folder: TestFolder, _ name: String) throws -> FileUses.Key {
        .file(try #require(FileID(regularFile: try folder.write(name, name))))
    }

    @Test("one writer and no reader, or any number of readers")
    func exclusion() throws {
        let folder = try TestFolder()
        let (a, b) = (try key(folder, "a"), try key(folder, "b"))
        var uses = FileUses()
        try uses.beginReading([a])
        try uses.beginReading([a])
        #expect(throws: FileUses.Conflict.isRead) { try uses.beginWriting([b, a]) }
        try uses.beginWriting([b])
        #expect(throws: FileUses.Conflict.isWritten) { try uses.beginWriting([b]) }
        #expect(throws: FileUses.Conflict.isWritten) { try uses.beginReading([b]) }
        uses.endReading([a])
        #expect(throws: FileUses.Conflict.isRead) { try uses.beginWriting([a]) }
        uses.endReading([a])
        try uses.beginWriting([a])
        uses.endWriting([a, b])
        #expect(uses.isEmpty)
    }

    @Test("a location is the same under all spellings of its folder, and differs from its neighbours")
    func locations() throws {
        let folder = try TestFolder()
        #expect(FileLocation(folder.file("a")) == FileLocation(folder.file("./a")))
        #expect(FileLocation(folder.file("a")) != FileLocation(folder.file("b")))
        #expect(FileLocation("a") == FileLocation("./a"))
        #expect(FileLocation(folder.file("none/a")) == nil)
    }
}
