import Foundation
import MediaOutputs
import SessionProtocol
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioEngine

/// Chapters of recordings, as ffprobe reads them.
struct ChapterTests {
    private struct Probe: Decodable {
        struct Chapter: Decodable {
            let start_time: String
            let tags: [String: String]
        }
        let chapters: [Chapter]
    }

    private func chapters(_ path: String) throws -> [String] {
        let output = try Tool.run("ffprobe", ["-v", "error", "-show_chapters", "-of", "json", path])
        return try JSONDecoder().decode(Probe.self, from: output).chapters.map { chapter in
            "\(chapter.start_time) \(chapter.tags["title"] ?? "")"
        }
    }

    private func send(_ frames: Range<Int>, _ fixture: SessionFixture) throws {
        for frame in frames {
            try fixture.reach(MediaTime(count: Int64(frame), rate: .thirty))
            try fixture.sendFrame(luma: 90)
        }
    }

    @Test("an MP4 file has the chapters that began while it was recorded; the next file begins without any")
    func recorded() throws {
        let folder = try TestFolder()
        let fixture = try SessionFixture(to: [folder.file("a.mp4"), "null:"])
        let session = fixture.session
        try send(0..<31, fixture)
        try waitUntil("it has a frame") { session.outputGroup?.members.first?.output.hasKeyFrame == true }
        try session.perform(.addChapter(output: 1, name: "Erstes Kapitel: Größe"))
        try send(31..<61, fixture)
        try session.perform(.addChapter(output: 1, name: nil))
        try send(61..<90, fixture)
        try session.perform(.stopOutput(output: 1))
        try session.perform(.startOutput(output: 1))
        try send(90..<121, fixture)
        try waitUntil("it has a frame") { session.outputGroup?.members.first?.output.hasKeyFrame == true }
        try session.perform(.addChapter(output: 1, name: "Later"))
        try send(121..<150, fixture)
        fixture.finish()
        #expect(
            try chapters(folder.file("a.mp4")) == [
                "0.000000 Start", "1.000000 Erstes Kapitel: Größe", "2.000000 Chapter 2",
            ])
        #expect(try chapters(folder.file("a-2.mp4")) == ["0.000000 Start", "1.000000 Later"])
        #expect(try MediaProbe(folder.file("a.mp4")).videoFrames.count == 90)
    }

    @Test("other files have none, which is said with the reason", arguments: ["a.mkv", "a.mov", "a.ts", "a.flv"])
    func refused(_ name: String) throws {
        let folder = try TestFolder()
        let fixture = try SessionFixture(to: [folder.file(name), "null:"])
        try send(0..<5, fixture)
        let reason = "output 1 (\(folder.file(name))) has no chapters: only MP4 files have them"
        #expect(throws: SessionCommandError.rejected(reason)) {
            try fixture.session.perform(.addChapter(output: 1, name: nil))
        }
        #expect(throws: SessionCommandError.rejected("output 2 (null:) has no chapters: only MP4 files have them")) {
            try fixture.session.perform(.addChapter(output: 2, name: nil))
        }
        #expect(throws: SessionCommandError.unknownOutput(3)) {
            try fixture.session.perform(.addChapter(output: 3, name: nil))
        }
        fixture.finish()
    }

    @Test("a note is one line")
    func notes() throws {
        let fixture = try SessionFixture(to: ["null:"])
        try send(0..<2, fixture)
        #expect(try fixture.session.perform(.addNote(text: "the second speaker begins")) == .done)
        for text in ["", "a\nb", String(repeating: "a", count: 1001)] {
            #expect(throws: SessionCommandError.rejected("the text of addNote is not one line of 1 to 1000 bytes")) {
                try fixture.session.perform(.addNote(text: text))
            }
        }
        fixture.finish()
    }
}
