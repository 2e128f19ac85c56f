import Glibc
import ProductionStudioTesting
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaInputs

/// FIFOs that deliver nothing, or whose writer goes and comes again, in real time.
@Suite(.timeLimit(.minutes(3)))
struct ReturningPipeTests {
    private static let (width, height) = (128, 72)

    /// A writer of y4m on a FIFO.
    private struct Writer {
        let path: String

        /// Opens the FIFO as soon as it has a reader.
        func open() throws -> Int32 {
            let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw TestFailure("cannot open \(path)") }
            return descriptor
        }

        func header(_ descriptor: Int32, _ width: Int, _ height: Int, rate: Int = 30) {
            write(descriptor, Array("YUV4MPEG2 W\(width) H\(height) F\(rate):1 Ip A1:1 C420\n".utf8))
        }

        func frames(_ descriptor: Int32, _ width: Int, _ height: Int, count: Int, luma: UInt8) {
            for _ in 0..<count {
                write(descriptor, Array("FRAME\n".utf8) + TestMedia.frame(width, height, y: luma))
            }
        }

        func write(_ descriptor: Int32, _ bytes: [UInt8]) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 || errno == EINTR else { return }
                rest = rest.dropFirst(max(0, count))
            }
        }
    }

    private struct Show {
        let events = Recorder<ProgramEvent>()
        let slates = Recorder<SlateReason>()
        let returns = Recorder<MediaTime>()
        let program: ProgramSwitch

        init(slateAfter: MediaTime = .milliseconds(100), slate: Slate = .black) {
            var options = ProgramOptions()
            (options.slateAfter, options.slate) = (slateAfter, slate)
            program = ProgramSwitch(options) { [events, slates, returns] event in
                events.record(event)
                if case .slateShown(let reason, _) = event { slates.record(reason) }
                if case .slateEnded(let time) = event { returns.record(time) }
            }
        }
    }

    /// Runs the FIFO until `write` has returned.
    private func run(
        _ show: Show, write: @escaping @Sendable (Writer) throws -> Void
    ) throws -> AcceptedMedia {
        signal(SIGPIPE, SIG_IGN)
        let folder = try TestFolder()
        let writer = Writer(path: folder.file("v.fifo"))
        try #require(mkfifo(writer.path, 0o600) == 0)
        let failure = Lock("")
        let program = show.program
        let worker = try Worker("writer") {
            do { try write(writer) } catch { failure.set("\(error)") }
            program.abort()
        }
        var video = VideoSourceOptions()
        video.path = writer.path
        let (media, outcome) = try ProducerFixture.run(
            video, AudioSourceOptions(), duration: nil, isFast: false, program: program)
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(failure.withLock { $0 } == "")
        guard case .finished = outcome else { throw TestFailure("\(outcome)") }
        return media
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
        let show = Show()
        let media = try run(show) { writer in
            let sizes = [(128, 72, 30), (64, 64, 25), (320, 180, 60), (128, 72, 30)]
            for (index, (width, height, rate)) in sizes.enumerated() {
                let descriptor = try writer.open()
                writer.header(descriptor, width, height, rate: rate)
                writer.frames(descriptor, width, height, count: 20, luma: UInt8(100 + index))
                close(descriptor)
                #expect(show.slates.wait(count: index + 1))
            }
        }
        // Black of the limited range.
        #expect(
            lumas(media) == [100, 16, 101, 16, 102, 16, 103, 16] || lumas(media) == [100, 16, 101, 16, 102, 16, 103])
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

    @Test("A change of source comes on air while the former one delivers nothing")
    func changeDuringStall() throws {
        let show = Show(slateAfter: .seconds(1000))
        let results = Recorder<String>()
        let media = try run(show) { writer in
            let descriptor = try writer.open()
            writer.header(descriptor, Self.width, Self.height)
            writer.frames(descriptor, Self.width, Self.height, count: 5, luma: 100)
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
