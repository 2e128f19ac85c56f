import Foundation
import StudioCore
import StudioRuntime
import StudioTestSupport
import Synchronization
import Testing

@testable import MediaOutputs

@Suite("HLS: the file of a playlist")
struct PlaylistFileTests {
    /// A playlist with its file, as an output writes it.
    private struct Writer {
        var playlist = MediaPlaylist(window: .all, targetSeconds: 3)
        let file: PlaylistFile

        init(_ path: String) {
            file = PlaylistFile(path)
            playlist.begin(at: WallTime(nanoseconds: 1_795_919_332_123_456_789))
        }

        mutating func list(_ seconds: Double = 2, isLast: Bool = false) throws {
            let name = "show-1f3a9c02-\(1_000_000 + playlist.segmentCount).ts"
            _ = playlist.append(MediaPlaylist.Segment(name: name, duration: .seconds(seconds)))
            if isLast { playlist.end() }
            try file.publish(
                head: playlist.head, adding: playlist.lastLines, of: { playlist.text }, replaces: true)
        }
    }

    /// Whether a text ends with a whole entry.
    private static func endsWhole(_ text: Data) -> Bool {
        guard text.last == UInt8(ascii: "\n") else { return false }
        let end = String(decoding: text.suffix(1000), as: UTF8.self)
        let lines = end.split(separator: "\n").filter { $0 != "#EXT-X-ENDLIST" }.suffix(3)
        guard let first = lines.first, let last = lines.last else { return false }
        return first.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") && first.hasSuffix("Z")
            && lines.dropFirst().first?.hasPrefix("#EXTINF:2.000000,") == true
            && last.hasPrefix("show-1f3a9c02-") && last.hasSuffix(".ts")
    }

    @Test("a reader that polls all the time never sees half an entry while 10,000 are written")
    func reader() throws {
        let folder = try TestFolder()
        let path = folder.file("show.m3u8")
        var writer = Writer(path)
        try writer.list()
        let isOver = Atomic(false)
        let reads = Monitor(0)
        let seen = Lock((versions: Set<Int>(), broken: [String]()))
        let work: @Sendable () -> Void = {
            while !isOver.load(ordering: .acquiring) {
                let text = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
                seen.withLock { seen in
                    seen.versions.insert(text.count)
                    if !Self.endsWhole(text) {
                        seen.broken.append(String(decoding: text.suffix(200), as: UTF8.self))
                    }
                }
                reads.update { $0 += 1 }
            }
        }
        let worker = try Worker("reader", work)
        for number in 1..<10_000 {
            try writer.list(isLast: number == 9999)
            // The reader is not left behind.
            if number % 50 == 0 {
                let count = reads.withLock { $0 }
                _ = reads.wait(seconds: .infinity) { $0 > count + 1 ? true : nil }
            }
        }
        isOver.store(true, ordering: .releasing)
        worker.join()
        let (versions, broken) = seen.withLock { $0 }
        #expect(broken.isEmpty, "\(broken.count): \(broken.first ?? "")")
        #expect(versions.count >= 150, "it has read while entries were written")
        let text = try folder.readText("show.m3u8")
        #expect(text.split(separator: "\n") == writer.playlist.text.split(separator: "\n"))
        // One entry in 35 is the last one of its page; the empty lines behind it are shorter than an entry.
        #expect(Double(text.utf8.count) < Double(writer.playlist.text.utf8.count) * 1.03)
    }

    @Test("no entry crosses a page; empty lines fill it up")
    func pages() throws {
        var random = SeededRandom(seed: 3)
        var bytes: [UInt8] = []
        for _ in 0..<2000 {
            let lines = [UInt8](repeating: UInt8(ascii: "x"), count: Int.random(in: 1...400, using: &random)) + [10]
            let aligned = PageAlignment.aligned(lines, at: UInt64(bytes.count))
            let padding = aligned.count - lines.count
            #expect(aligned == [UInt8](repeating: 10, count: padding) + lines)
            #expect(padding < lines.count, "no more than needed")
            let start = bytes.count + padding
            #expect(start / 4096 == (start + lines.count - 1) / 4096)
            bytes += aligned
        }
        let full = [UInt8](repeating: 10, count: 100)
        #expect(PageAlignment.aligned(full, at: 3996) == full, "it ends with the page")
        #expect(PageAlignment.aligned(full, at: 4096) == full, "it begins with the page")
        #expect(PageAlignment.aligned(full, at: 3997).count == 199)
    }

    @Test("the file is the same one until its head changes; what others did to it is replaced")
    func identity() throws {
        let folder = try TestFolder()
        let path = folder.file("show.m3u8")
        var writer = Writer(path)
        try writer.list()
        let first = try #require(writer.file.identity).file
        for _ in 0..<500 { try writer.list() }
        #expect(FileID(regularFile: path) == first)
        // A segment that is longer than the target duration changes it.
        try writer.list(7)
        let second = try #require(FileID(regularFile: path))
        #expect(second != first)
        #expect(try folder.readText("show.m3u8") == writer.playlist.text)
        try writer.list()
        #expect(FileID(regularFile: path) == second)
        try FileManager.default.removeItem(atPath: path)
        try writer.list()
        #expect(try folder.readText("show.m3u8") == writer.playlist.text)
        _ = try folder.write("show.m3u8", "of somebody else")
        try writer.list()
        #expect(try folder.readText("show.m3u8") == writer.playlist.text)
        #expect(try folder.names == ["show.m3u8"], "no temporary file is left")
    }

    @Test("a last line is appended to what the file has, and not to the file of others")
    func lastLine() throws {
        let folder = try TestFolder()
        let path = folder.file("show.m3u8")
        var writer = Writer(path)
        writer.file.end(with: MediaPlaylist.endLine)
        #expect(try folder.names == [], "nothing was published")
        try writer.list()
        let text = writer.playlist.text
        // A segment that was not published any more.
        _ = writer.playlist.append(MediaPlaylist.Segment(name: "later.ts", duration: .seconds(9)))
        writer.file.end(with: MediaPlaylist.endLine)
        #expect(try folder.readText("show.m3u8") == text + "#EXT-X-ENDLIST\n")
        _ = try folder.write("show.m3u8", "of somebody else")
        writer.file.end(with: MediaPlaylist.endLine)
        #expect(try folder.readText("show.m3u8") == "of somebody else")
    }

    @Test("a folder that is gone, and a name that is taken, are errors")
    func errors() throws {
        let folder = try TestFolder()
        var writer = Writer(folder.file("gone/show.m3u8"))
        #expect(throws: SystemError(ENOENT)) { try writer.list() }
        let file = PlaylistFile(try folder.write("mine.m3u8", "mine"))
        #expect(throws: SystemError(EEXIST)) {
            try file.publish(head: "a\n", adding: "", of: { "a\n" }, replaces: false)
        }
        #expect(try folder.readText("mine.m3u8") == "mine")
    }
}
