import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("RestrictedFolder")
struct RestrictedFolderTests {
    /// A folder `inside` beside a file `secret` and a folder `outside`.
    private struct Fixture {
        let all: TestFolder
        let folder: RestrictedFolder
        /// The path of the folder, as it really is.
        let path: String

        init() throws {
            all = try TestFolder()
            try FileManager.default.createDirectory(atPath: all.file("inside/sub"), withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: all.file("outside"), withIntermediateDirectories: true)
            _ = try all.write("secret", "secret")
            _ = try all.write("outside/secret.mp4", "secret")
            _ = try all.write("inside/clip.mp4", "clip")
            folder = try RestrictedFolder(resolving: all.file("inside"))
            path = folder.path
        }

        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(atPath: all.file(name), withDestinationPath: target)
        }

        func refusal(_ text: String) -> RestrictedFolder.Refusal? {
            do throws(RestrictedFolder.Refusal) {
                _ = try folder.path(of: text)
                return nil
            } catch {
                return error
            }
        }

        func bytes(_ text: String) throws(RestrictedFolder.Refusal) -> String {
            String(decoding: try FileContent.regularFile(text, below: folder, limit: 100), as: UTF8.self)
        }

        func write(_ text: String, overwrites: Bool = false) throws(WritableFile.OpenError) {
            let writer = try WritableFile(text, below: folder, overwrites: overwrites).writer
            _ = Array("new".utf8).withUnsafeBytes { writer.write($0) }
            _ = writer.finish()
        }
    }

    @Test("an absolute path may lead to the folder by links, and not out of it")
    func otherSpelling() throws {
        let fixture = try Fixture()
        try fixture.link("door", to: fixture.path)
        let door = fixture.all.file("door")
        #expect(try fixture.folder.path(of: door + "/clip.mp4") == fixture.path + "/clip.mp4")
        #expect(try fixture.folder.path(of: door + "/sub/new.mp4") == fixture.path + "/sub/new.mp4")
        #expect(fixture.refusal(door + "/../secret") == .outside)
        #expect(fixture.refusal(door + "/sub/../../secret") == .outside)
        #expect(fixture.refusal(fixture.all.file("outside") + "/secret.mp4") == .outside)
        #expect(fixture.refusal(door) == .outside)
        try fixture.link("inside/leak", to: fixture.all.file("outside"))
        #expect(fixture.refusal(door + "/leak/secret.mp4") == .link)
    }

    @Test("files below the folder are found by relative and absolute paths, and missing ones are none")
    func inside() throws {
        let fixture = try Fixture()
        for text in ["clip.mp4", "./clip.mp4", "/clip.mp4", "//./clip.mp4"] {
            let isAbsolute = text.hasPrefix("/")
            #expect(try fixture.folder.path(of: isAbsolute ? fixture.path + text : text) == fixture.path + "/clip.mp4")
        }
        #expect(try fixture.folder.path(of: "sub/new.mp4") == fixture.path + "/sub/new.mp4")
        #expect(try fixture.folder.path(of: "none/new.mp4") == fixture.path + "/none/new.mp4")
        #expect(try fixture.bytes("clip.mp4") == "clip")
        #expect(throws: RestrictedFolder.Refusal.system(SystemError(ENOENT))) { try fixture.bytes("none/new.mp4") }
        try fixture.write("sub/new.mp4")
        #expect(try fixture.bytes("sub/new.mp4") == "new")
        #expect(throws: WritableFile.OpenError.exists) { try fixture.write("clip.mp4") }
        try fixture.write("clip.mp4", overwrites: true)
        #expect(try fixture.all.readText("inside/clip.mp4") == "new")
        #expect(throws: WritableFile.OpenError.system(ENOENT)) { try fixture.write("none/new.mp4") }
    }

    @Test(
        "paths that lead out are refused",
        arguments: [
            "", "/", ".", "..", "../secret", "sub/../../secret", "sub/../clip.mp4", "clip.mp4/", "/etc/passwd",
            "/proc/self/environ", "/dev/stdin", "/dev/null", "a\u{0}b", "../inside/clip.mp4", "./..", "sub/..",
        ])
    func outside(text: String) throws {
        let fixture = try Fixture()
        #expect(fixture.refusal(text) == .outside)
        #expect(throws: RestrictedFolder.Refusal.outside) { try fixture.bytes(text) }
        #expect(throws: WritableFile.OpenError.refused(.outside)) { try fixture.write(text, overwrites: true) }
        // A folder whose name begins with that of the folder is another one.
        #expect(fixture.refusal(fixture.path + "2/clip.mp4") == .outside)
    }

    @Test("links are not followed, wherever they lead and wherever they are in the path")
    func links() throws {
        let fixture = try Fixture()
        try fixture.link("inside/file.mp4", to: fixture.all.file("outside/secret.mp4"))
        try fixture.link("inside/folder", to: fixture.all.file("outside"))
        try fixture.link("inside/up", to: "..")
        try fixture.link("inside/own.mp4", to: "clip.mp4")
        try fixture.link("inside/gone.mp4", to: fixture.all.file("outside/gone.mp4"))
        // Its slash and the accent behind it are one character.
        try fixture.link("inside/a", to: fixture.all.file("outside"))
        _ = try fixture.all.write("outside/\u{301}b.mp4", "secret")
        for text in [
            "file.mp4", "folder/secret.mp4", "up/secret", "own.mp4", "gone.mp4", "up/inside/clip.mp4",
            "a/\u{301}b.mp4",
        ] {
            #expect(fixture.refusal(text) == .link, "\(text)")
            #expect(throws: RestrictedFolder.Refusal.link, "\(text)") { try fixture.bytes(text) }
            for overwrites in [false, true] {
                #expect(throws: WritableFile.OpenError.refused(.link), "\(text)") {
                    try fixture.write(text, overwrites: overwrites)
                }
            }
        }
        #expect(try fixture.all.readText("outside/secret.mp4") == "secret")
        #expect(access(fixture.all.file("outside/gone.mp4"), F_OK) != 0)
    }

    @Test("FIFOs, devices and folders are no files")
    func special() throws {
        let fixture = try Fixture()
        #expect(mkfifo(fixture.all.file("inside/pipe.mp4"), 0o600) == 0)
        for text in ["pipe.mp4", "sub"] {
            #expect(fixture.refusal(text) == .notRegular)
            #expect(throws: RestrictedFolder.Refusal.notRegular) { try fixture.bytes(text) }
            #expect(throws: WritableFile.OpenError.refused(.notRegular)) { try fixture.write(text, overwrites: true) }
        }
    }

    @Test("a folder that is exchanged for a link behind its back is still the one that was opened")
    func exchanged() throws {
        let fixture = try Fixture()
        let location = try fixture.folder.locate("sub/new.mp4")
        #expect(rename(fixture.all.file("inside/sub"), fixture.all.file("inside/moved")) == 0)
        try fixture.link("inside/sub", to: fixture.all.file("outside"))
        let descriptor = open(location.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        #expect(access(fixture.all.file("inside/moved/new.mp4"), F_OK) == 0)
        #expect(access(fixture.all.file("outside/new.mp4"), F_OK) != 0)
        #expect(fixture.refusal("sub/new.mp4") == .link)
    }

    @Test("while links and folders are exchanged as fast as possible, nothing outside is read or written")
    func race() throws {
        let fixture = try Fixture()
        try fixture.link("inside/other", to: fixture.all.file("outside"))
        _ = try fixture.all.write("inside/sub/secret.mp4", "inside")
        let isOver = Lock(false)
        let (sub, other) = (fixture.all.file("inside/sub"), fixture.all.file("inside/other"))
        let worker = Thread {
            while !isOver.withLock({ $0 }) {
                rename(sub, sub + "-1")
                rename(other, sub)
                rename(sub + "-1", other)
            }
        }
        worker.start()
        var counts = (read: 0, refused: 0)
        for _ in 0..<5000 {
            do throws(RestrictedFolder.Refusal) {
                let text = try fixture.bytes("sub/secret.mp4")
                #expect(text == "inside")
                counts.read += 1
            } catch {
                // The link may be a folder again when it is looked at, and nothing has the name between two renames.
                #expect([.link, .system(SystemError(ENOTDIR)), .system(SystemError(ENOENT))].contains(error))
                counts.refused += 1
            }
            do throws(WritableFile.OpenError) {
                try fixture.write("sub/written.mp4", overwrites: true)
            } catch {
                #expect([.refused(.link), .system(ENOTDIR), .system(ENOENT)].contains(error))
            }
        }
        isOver.set(true)
        // Both happened, so that the exchange took place meanwhile.
        #expect(counts.read > 0 && counts.refused > 0, "\(counts)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.all.file("outside")) == ["secret.mp4"])
    }

    @Test("without a folder, no file may be used")
    func none() {
        let folder = RestrictedFolder("")
        #expect(throws: RestrictedFolder.Refusal.noFolder) { try folder.path(of: "clip.mp4") }
        #expect(throws: RestrictedFolder.Refusal.noFolder) { try folder.open("/etc/passwd") }
    }

    @Test("the folder itself may be behind a link; a file is none")
    func resolving() throws {
        let fixture = try Fixture()
        try fixture.link("link", to: "inside")
        #expect(try RestrictedFolder(resolving: fixture.all.file("link")) == fixture.folder)
        #expect(throws: SystemError(ENOTDIR)) { try RestrictedFolder(resolving: fixture.all.file("secret")) }
        #expect(throws: SystemError(ENOENT)) { try RestrictedFolder(resolving: fixture.all.file("none")) }
    }

    // MARK: Listings

    private func names(_ fixture: Fixture, _ path: String = "", atMost limit: Int = 100) throws -> [String] {
        try fixture.folder.listing(of: path, atMost: limit).entries.map(\.name)
    }

    @Test("folders first, then files with their sizes; only what may be used")
    func listing() throws {
        let fixture = try Fixture()
        _ = try fixture.all.write("inside/.hidden", "x")
        _ = try fixture.all.write("inside/B.wav", "12")
        _ = try fixture.all.write("inside/sub/deep.mp4", "123")
        try fixture.link("inside/link.mp4", to: "clip.mp4")
        try fixture.link("inside/out", to: fixture.all.file("outside"))
        #expect(mkfifo(fixture.all.file("inside/pipe"), 0o600) == 0)
        let listing = try fixture.folder.listing(of: "", atMost: 100)
        #expect(listing.path == "")
        #expect(listing.isComplete)
        #expect(
            listing.entries == [
                .init(name: "sub", size: nil), .init(name: "B.wav", size: 2), .init(name: "clip.mp4", size: 4),
            ])
        for path in ["sub", "sub/", "./sub", fixture.path + "/sub"] {
            let below = try fixture.folder.listing(of: path, atMost: 100)
            #expect(below.path == "sub", "\(path)")
            #expect(below.entries == [.init(name: "deep.mp4", size: 3)], "\(path)")
        }
        for path in [".", fixture.path, fixture.path + "/"] { #expect(try names(fixture, path).count == 3, "\(path)") }
    }

    @Test("a listing has a limit, and says what it leaves out")
    func listingLimit() throws {
        let fixture = try Fixture()
        let listing = try fixture.folder.listing(of: "", atMost: 1)
        #expect(listing.entries.map(\.name) == ["sub"])
        #expect(!listing.isComplete)
        #expect(try fixture.folder.listing(of: "", atMost: 2).isComplete)
    }

    @Test("nothing outside of the folder is listed")
    func listingOutside() throws {
        let fixture = try Fixture()
        try fixture.link("inside/out", to: fixture.all.file("outside"))
        func refusal(_ path: String) -> RestrictedFolder.Refusal? {
            do throws(RestrictedFolder.Refusal) {
                _ = try fixture.folder.listing(of: path, atMost: 100)
                return nil
            } catch {
                return error
            }
        }
        for path in ["..", "sub/..", "../outside", "/", "/etc", fixture.all.file("outside"), "a\0b"] {
            #expect(refusal(path) == .outside, "\(path)")
        }
        #expect(refusal("out") == .link)
        #expect(refusal("none") == .system(SystemError(ENOENT)))
        #expect(refusal("clip.mp4") == .system(SystemError(ENOTDIR)))
        #expect(throws: RestrictedFolder.Refusal.noFolder) { try RestrictedFolder("").listing(of: "", atMost: 1) }
    }
}
