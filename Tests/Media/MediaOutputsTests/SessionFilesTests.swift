import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaOutputs

/// The files of a session are recognized under every name, without a look at all of them.
struct SessionFilesTests {
    private let folder: TestFolder
    private let looks = Counter()
    private let files: SessionFiles

    init() throws {
        folder = try TestFolder()
        files = SessionFiles { [looks] path in
            looks.increment()
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return SessionFiles.Sighting(file: FileID(status), links: Int(status.st_nlink))
        }
    }

    /// A file of the session.
    private func make(_ name: String) throws -> String {
        let path = try folder.write(name, name)
        files.add(path)
        return path
    }

    @Test("a file is found by its path, a link and another of its names")
    func names() throws {
        let path = try make("a.mkv")
        let other = try folder.write("b.mkv", "b")
        #expect(symlink("a.mkv", folder.file("link.mkv")) == 0)
        #expect(symlink(".", folder.file("here")) == 0)
        #expect(link(path, folder.file("hard.mkv")) == 0)
        #expect(files.contains(path))
        #expect(files.contains(folder.file("link.mkv")))
        #expect(files.contains(folder.file("here/a.mkv")))
        #expect(files.contains(folder.file("./a.mkv")))
        #expect(files.contains(folder.file("hard.mkv")))
        #expect(!files.contains(other))
        #expect(!files.contains(folder.file("none.mkv")))
        #expect(!files.contains(folder.path))
    }

    @Test("a file that replaces the one that was opened is one of the session")
    func replaced() throws {
        let path = try make("a.mp4")
        let finished = try folder.write("a.tmp", "finished")
        #expect(rename(finished, path) == 0)
        #expect(files.contains(path))
        #expect(link(path, folder.file("hard.mp4")) == 0)
        #expect(files.contains(folder.file("hard.mp4")))
    }

    @Test("a removed file is not recognized by its number, which another one may have")
    func removed() throws {
        let path = try make("a.mkv")
        #expect(unlink(path) == 0)
        #expect(!files.contains(path))
        #expect(try !files.contains(folder.write("b.mkv", "b")))
    }

    @Test("a file is recognized when its folder has another name")
    func renamedFolder() throws {
        #expect(mkdir(folder.file("one"), 0o700) == 0)
        _ = try make("one/a.mkv")
        #expect(rename(folder.file("one"), folder.file("two")) == 0)
        #expect(files.contains(folder.file("two/a.mkv")))
        #expect(try !files.contains(folder.write("two/b.mkv", "b")))
    }

    @Test("the number of looks at the disk does not grow with the number of files")
    func bounded() throws {
        for number in 0..<1000 { _ = try make("\(number).mkv") }
        let other = try folder.write("other.mkv", "x")
        var before = looks.value
        #expect(!files.contains(other))
        #expect(looks.value - before == 1)
        before = looks.value
        #expect(files.contains(folder.file("500.mkv")))
        #expect(looks.value - before == 1)
    }

    @Test("removed files are forgotten; files that are there, and names without a file yet, are not")
    func forgotten() throws {
        let kept = try make("kept.mkv")
        let playlist = folder.file("show.m3u8")
        files.add(playlist)
        for number in 0..<2000 { #expect(unlink(try make("\(number).mkv")) == 0) }
        #expect(files.count <= SessionFiles.firstLimit + 2)
        #expect(files.contains(kept))
        _ = try folder.write("show.m3u8", "#EXTM3U")
        #expect(files.contains(playlist))
    }
}
