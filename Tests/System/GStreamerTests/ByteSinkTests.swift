import GStreamer
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("ByteSink")
struct ByteSinkTests {
    /// Writes a second of media through a muxer into a file.
    private func mux(_ muxer: String, into writer: ByteWriter) throws -> (errors: [Int32], ended: Bool) {
        let pipeline = try Pipeline(
            """
            videotestsrc num-buffers=30 ! video/x-raw,width=64,height=36,framerate=30/1
            ! x264enc tune=zerolatency ! \(muxer) ! appsink name=sink
            """)
        let errors = Recorder<Int32>()
        let sink = try ByteSink(pipeline.element("sink"), destination: writer) { errors.record($0) }
        try pipeline.play()
        let message = pipeline.nextMessage(seconds: deadlineSeconds)
        pipeline.stop()
        withExtendedLifetime(sink) {}
        return (errors.all, message == .end)
    }

    @Test(
        "Muxers can seek back, and the file equals filesink's",
        arguments: ["matroskamux", "mp4mux fragment-duration=500", "flvmux streamable=true"])
    func seeking(_ muxer: String) throws {
        let folder = try TestFolder()
        let writer = ByteWriter(owning: open(folder.file("a"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        let (errors, ended) = try mux(muxer, into: writer)
        #expect(errors == [])
        #expect(ended)
        #expect(writer.finish() == 0)
        let probe = try MediaProbe(folder.file("a"))
        #expect(probe.videoFrames.count == 30)
        if !muxer.hasPrefix("flv") { #expect(abs(probe.seconds - 1) < 0.04, "the duration is written at the end") }
    }

    @Test(
        "Muxers learn that a pipe is not seekable",
        arguments: ["matroskamux", "mp4mux fragment-duration=500"])
    func streaming(_ muxer: String) throws {
        let (folder, pipe) = (try TestFolder(), try PipePair())
        let writer = ByteWriter(sharing: pipe.writeEnd)
        let (errors, ended) = try mux(muxer, into: writer)
        #expect(errors == [])
        #expect(ended)
        #expect(writer.finish() == 0)
        pipe.closeWriteEnd()
        let path = try folder.write("a", pipe.read(1 << 20))
        #expect(try MediaProbe(path).videoFrames.count == 30)
    }

    /// The sizes of the chunks that a muxer passes.
    private final class Chunks: ByteDestination {
        let sizes = Recorder<Int>()
        let isSeekable = false
        func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
            sizes.record(bytes.count)
            return 0
        }
        func seek(to offset: UInt64) -> Int32 { ESPIPE }
        func end() -> Int32 { 0 }
    }

    @Test("All transport packets of a unit are one chunk")
    func lists() throws {
        let pipeline = try Pipeline(
            """
            videotestsrc num-buffers=30 pattern=snow ! video/x-raw,width=320,height=180,framerate=30/1
            ! x264enc tune=zerolatency byte-stream=true ! h264parse ! mpegtsmux alignment=0 ! appsink name=sink
            """)
        let chunks = Chunks()
        let sink = try ByteSink(pipeline.element("sink"), destination: chunks) { _ in }
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        pipeline.stop()
        withExtendedLifetime(sink) {}
        #expect(chunks.sizes.all.count == 30)
        #expect(chunks.sizes.all.filter { $0 % 188 != 0 } == [])
    }

    @Test("A write error is reported once with its errno and fails the pipeline")
    func failure() throws {
        let writer = ByteWriter(owning: open("/dev/full", O_WRONLY | O_NONBLOCK | O_CLOEXEC))
        let (errors, ended) = try mux("matroskamux", into: writer)
        #expect(errors == [ENOSPC])
        #expect(!ended)
    }

    @Test("The owner of shared media is notified of its release, once per reference")
    func release() throws {
        let original = try unit([1, 2, 3])
        let released = Recorder<Int>()
        guard let first = original.withOwnMemory(onRelease: { released.record(1) }),
            let second = original.withOwnMemory(onRelease: { released.record(2) })
        else { throw NoMemory() }
        #expect(first.withBytes { Array($0) } == [1, 2, 3])
        #expect(released.all == [])
        _ = consume second
        #expect(released.all == [2])
        let copy = first.retained()
        _ = consume first
        #expect(released.all == [2])
        _ = consume copy
        #expect(released.all == [2, 1])
        #expect(original.withBytes { Array($0) } == [1, 2, 3])
    }

    @Test("A pipeline without file descriptors is an error, and reserved bytes count until they are released")
    func descriptors() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let all = #expect(throws: GStreamerError.self) { try DescriptorReservation(Int(limit.rlim_cur)) }
        #expect(all?.domain == .descriptorLimit)
        let half = Int(limit.rlim_cur) / 2
        let reservation = try DescriptorReservation(half)
        #expect(throws: GStreamerError.self) { try DescriptorReservation(half) }
        reservation.release()
        _ = try DescriptorReservation(half)
    }
}
