import Glibc
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaInputs

/// A session in real time whose video comes from a FIFO.
enum FIFOFixture {
    /// A writer of y4m on a FIFO.
    struct Writer {
        let path: String

        /// Opens the FIFO as soon as it has a reader.
        func open() throws -> Int32 {
            let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw TestFailure("cannot open \(path)") }
            return descriptor
        }

        static func header(_ width: Int, _ height: Int, rate: Int = 30) -> [UInt8] {
            Array("YUV4MPEG2 W\(width) H\(height) F\(rate):1 Ip A1:1 C420\n".utf8)
        }

        static func frame(_ width: Int, _ height: Int, luma: UInt8) -> [UInt8] {
            Array("FRAME\n".utf8) + TestMedia.frame(width, height, y: luma)
        }

        func header(_ descriptor: Int32, _ width: Int, _ height: Int, rate: Int = 30) {
            write(descriptor, Self.header(width, height, rate: rate))
        }

        func frames(_ descriptor: Int32, _ width: Int, _ height: Int, count: Int, luma: UInt8) {
            for _ in 0..<count { write(descriptor, Self.frame(width, height, luma: luma)) }
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

    /// A program with what happened.
    struct Show {
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
    ///
    /// - Parameter audio: the audio; none by default.
    static func run(
        _ show: Show, audio: AudioSourceOptions = AudioSourceOptions(), to receivers: [any MediaReceiver] = [],
        write: @escaping @Sendable (Writer) throws -> Void
    ) throws -> AcceptedMedia {
        signal(SIGPIPE, SIG_IGN)
        let folder = try TestFolder()
        let writer = Writer(path: folder.file("v.fifo"))
        try #require(mkfifo(writer.path, 0o600) == 0)
        var video = VideoSourceOptions()
        (video.path, video.reopensFIFOs) = (writer.path, true)
        return try run(show, video, audio, to: receivers) { try write(writer) }
    }

    /// Runs until `body` has returned, which has a thread of its own.
    static func run(
        _ show: Show, _ video: VideoSourceOptions, _ audio: AudioSourceOptions, to receivers: [any MediaReceiver] = [],
        beside body: @escaping @Sendable () throws -> Void
    ) throws -> AcceptedMedia {
        let failure = Lock("")
        let program = show.program
        let worker = try Worker("writer") {
            do { try body() } catch { failure.set("\(error)") }
            program.abort()
        }
        let (media, outcome) = try ProducerFixture.run(
            video, audio, duration: nil, isFast: false, program: program, receivers: receivers)
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(failure.withLock { $0 } == "")
        guard case .finished = outcome else { throw TestFailure("\(outcome)") }
        return media
    }
}

/// Records the luma in the middle of each frame.
final class LumaWatcher: MediaReceiver {
    let lumas = Recorder<UInt8>()
    let hasCapacity = true

    func receive(_ frame: borrowing VideoFrame) {
        let layout = frame.layout
        let place = layout.y.offset + layout.height / 2 * layout.y.stride + layout.width / 2
        if let luma = frame.withBytes({ $0[place] }) { lumas.record(luma) }
    }

    func receive(_ block: borrowing AudioBlock) {}
}

/// Records the first sample of each audio block.
final class LevelWatcher: MediaReceiver {
    let levels = Recorder<Int16>()
    let hasCapacity = true

    func receive(_ frame: borrowing VideoFrame) {}

    func receive(_ block: borrowing AudioBlock) {
        if let level = block.withBytes({ $0.loadUnaligned(as: Int16.self) }) { levels.record(level) }
    }
}
