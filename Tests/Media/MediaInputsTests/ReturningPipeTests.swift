import Foundation
import Glibc
import ProductionStudioTesting
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaInputs

/// FIFOs that deliver nothing, or whose writer goes and comes again, in real time.
@Suite(.timeLimit(.minutes(3)))
struct ReturningPipeTests {
    private static let (width, height) = (128, 72)
    private typealias Writer = FIFOFixture.Writer
    private typealias Show = FIFOFixture.Show

    /// Runs the FIFO until `write` has returned.
    private func run(_ show: Show, write: @escaping @Sendable (Writer) throws -> Void) throws -> AcceptedMedia {
        try FIFOFixture.run(show, write: write)
    }

    /// The luma in the middle of each frame, without repetitions.
    private func lumas(_ media: AcceptedMedia) -> [UInt8] {
        var lumas: [UInt8] = []
        for frame in media.frames {
            let luma = frame.bytes[Self.width * Self.height / 2 + Self.width / 2]
            if lumas.last != luma { lumas.append(luma) }
        }
        return lumas
    }

    private func times(_ media: AcceptedMedia) {
        for (one, next) in zip(media.frames, media.frames.dropFirst()) { #expect(one.time < next.time) }
    }

    @Test("A FIFO whose writer goes has a slate until another one comes, whose y4m may have another size and rate")
    func writers() throws {
        let (show, watcher) = (Show(), LumaWatcher())
        let media = try FIFOFixture.run(show, to: [watcher]) { writer in
            let sizes = [(128, 72, 30), (64, 64, 25), (320, 180, 60), (128, 72, 30)]
            for (index, (width, height, rate)) in sizes.enumerated() {
                let descriptor = try writer.open()
                writer.header(descriptor, width, height, rate: rate)
                writer.frames(descriptor, width, height, count: 20, luma: UInt8(100 + index))
                close(descriptor)
                #expect(show.slates.wait(count: index + 1))
                // The black of the limited range.
                try waitUntil("the slate is on air") { watcher.lumas.all.last == 16 }
            }
        }
        #expect(lumas(media) == [100, 16, 101, 16, 102, 16, 103, 16])
        #expect(media.frames.allSatisfy { $0.width == Self.width && $0.height == Self.height })
        times(media)
        #expect(show.program.counts.slates == 4)
        #expect(show.program.counts.sourceChanges == 0)
        #expect(show.slates.all == [SlateReason](repeating: .writerGone, count: 4))
    }

    @Test("A pipe that delivers nothing has a slate until it delivers; its frames go on where they stopped")
    func stall() throws {
        let show = Show(slate: .hold)
        let media = try run(show) { writer in
            let descriptor = try writer.open()
            writer.header(descriptor, Self.width, Self.height)
            writer.frames(descriptor, Self.width, Self.height, count: 10, luma: 100)
            #expect(show.slates.wait(count: 1))
            writer.frames(descriptor, Self.width, Self.height, count: 10, luma: 110)
            #expect(show.returns.wait(count: 1))
            #expect(show.slates.wait(count: 2))
            close(descriptor)
        }
        #expect(lumas(media) == [100, 110])
        times(media)
        #expect(show.slates.all.first == .stalled)
        #expect(media.frames.count { $0.bytes[0] == 110 } >= 10)
    }

    @Test("A writer whose media cannot be used, or ends in a frame, is noted, and another one is awaited")
    func badWriters() throws {
        let show = Show()
        let media = try run(show) { writer in
            var descriptor = try writer.open()
            writer.header(descriptor, Self.width, Self.height)
            writer.frames(descriptor, Self.width, Self.height, count: 5, luma: 100)
            writer.write(descriptor, Array("FRAME\nhalf".utf8))
            close(descriptor)
            #expect(show.slates.wait(count: 1))
            descriptor = try writer.open()
            writer.write(descriptor, Array("YUV4MPEG2 W0 H0\n".utf8))
            close(descriptor)
            #expect(show.events.wait { if case .note(let text) = $0 { text.contains("waiting") } else { false } })
            descriptor = try writer.open()
            writer.header(descriptor, Self.width, Self.height)
            writer.frames(descriptor, Self.width, Self.height, count: 5, luma: 120)
            close(descriptor)
            #expect(show.returns.wait(count: 1))
            #expect(show.slates.wait(count: 2))
        }
        #expect(lumas(media).filter { $0 != 16 } == [100, 120])
        let notes = show.events.all.compactMap { if case .note(let text) = $0 { text } else { nil } }
        #expect(notes.contains { $0.contains("ended in frame 6, after 4 of 13824 bytes") })
    }

    @Test("A change that waits for its writer is awaited when the source on air ends meanwhile")
    func changeAtEnd() throws {
        let (show, watcher, results) = (Show(), LumaWatcher(), Recorder<String>())
        let folder = try TestFolder()
        let file =
            Writer.header(Self.width, Self.height)
            + (0..<60).flatMap { _ in Writer.frame(Self.width, Self.height, luma: 50) }
        let (path, writer) = (folder.file("a.y4m"), Writer(path: folder.file("v.fifo")))
        try Data(file).write(to: URL(fileURLWithPath: path))
        try #require(mkfifo(writer.path, 0o600) == 0)
        var (video, next) = (VideoSourceOptions(), VideoSourceOptions())
        (video.path, next.path, next.reopensFIFOs) = (path, writer.path, true)
        let request = SourceRequest(video: next, audio: AudioSourceOptions())
        let media = try FIFOFixture.run(show, video, AudioSourceOptions(), to: [watcher]) {
            #expect(watcher.lumas.wait(count: 1))
            show.program.change(to: request) { failure in results.record(failure.map { "\($0)" } ?? "on air") }
            #expect(watcher.lumas.wait(count: 60))
            let descriptor = try writer.open()
            writer.header(descriptor, Self.width, Self.height)
            writer.frames(descriptor, Self.width, Self.height, count: 20, luma: 100)
            #expect(watcher.lumas.wait(count: 80))
            close(descriptor)
            #expect(show.slates.wait(count: 1))
        }
        #expect(results.all == ["on air"])
        #expect(Array(lumas(media).prefix(2)) == [50, 100])
        #expect(show.slates.all.first == .writerGone)
        times(media)
    }

    @Test("A FIFO that is on air is not read a second time")
    func sameFIFO() throws {
        let (show, watcher, results) = (Show(), LumaWatcher(), Recorder<String>())
        _ = try FIFOFixture.run(show, to: [watcher]) { writer in
            let descriptor = try writer.open()
            writer.header(descriptor, Self.width, Self.height)
            writer.frames(descriptor, Self.width, Self.height, count: 5, luma: 100)
            #expect(watcher.lumas.wait(count: 1))
            var video = VideoSourceOptions()
            video.path = writer.path
            let request = SourceRequest(video: video, audio: AudioSourceOptions())
            show.program.change(to: request) { failure in results.record(failure.map { "\($0)" } ?? "on air") }
            #expect(results.wait(count: 1))
            close(descriptor)
        }
        #expect(results.all.first?.contains("is on air; change to another source first") == true, "\(results.all)")
    }

    @Test("An audio FIFO whose writer goes is silent until another one comes; the video goes on")
    func audioWriters() throws {
        signal(SIGPIPE, SIG_IGN)
        let (show, watcher) = (Show(), LevelWatcher())
        let folder = try TestFolder()
        let path = folder.file("a.fifo")
        try #require(mkfifo(path, 0o600) == 0)
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        (video.path, video.width, video.height) = ("coded:a", 320, 192)
        (video.reopensFIFOs, audio.path) = (true, path)
        let media = try FIFOFixture.run(show, video, audio, to: [watcher]) {
            for level in [1000, 2000, 3000] as [Int16] {
                let writer = Writer(path: path)
                let descriptor = try writer.open()
                let block = [Int16](repeating: level, count: 2 * 960).withUnsafeBytes { Array($0) }
                // A pipe that is full ends the loop's haste.
                for _ in 0..<2000 where !watcher.levels.all.contains(level) { writer.write(descriptor, block) }
                #expect(watcher.levels.wait { $0 == level })
                close(descriptor)
            }
        }
        #expect(
            watcher.levels.all.reduce(into: [Int16]()) { if $0.last != $1 { $0.append($1) } } == [1000, 2000, 3000])
        #expect(show.slates.all.isEmpty)
        times(media)
    }

    @Test("A change of source comes on air while the former one delivers nothing")
    func changeDuringStall() throws {
        let (show, watcher) = (Show(slateAfter: .seconds(1000)), LumaWatcher())
        let results = Recorder<String>()
        let media = try FIFOFixture.run(show, to: [watcher]) { writer in
            let descriptor = try writer.open()
            writer.header(descriptor, Self.width, Self.height)
            writer.frames(descriptor, Self.width, Self.height, count: 5, luma: 100)
            #expect(watcher.lumas.wait(count: 5))
            let request = SourceRequest(video: VideoSourceOptions(), audio: AudioSourceOptions())
            show.program.change(to: request) { failure in results.record(failure.map { "\($0)" } ?? "on air") }
            #expect(results.wait(count: 1))
            close(descriptor)
        }
        #expect(results.all == ["on air"])
        #expect(media.frames.prefix(5).allSatisfy { $0.bytes[0] == 100 })
        #expect(show.slates.all.isEmpty)
        times(media)
    }
}
