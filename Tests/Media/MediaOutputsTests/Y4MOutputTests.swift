import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaOutputs

/// y4m output to a descriptor.
struct Y4MOutputTests {
    private let width = 18
    private let height = 10

    private func frame(_ luma: UInt8) throws -> VideoFrame {
        try GStreamerRuntime.start()
        let layout = I420Layout.gstreamer(width: width, height: height)
        guard let buffer = MediaBuffer(byteCount: layout.byteCount) else { throw TestFailure("no memory") }
        _ = buffer.withMutableBytes { bytes in
            // Padding that must not be written.
            bytes.initializeMemory(as: UInt8.self, repeating: 0xEE)
            for plane in [layout.y, layout.u, layout.v] {
                for row in 0..<plane.height {
                    for column in 0..<plane.width { bytes[plane.offset + row * plane.stride + column] = luma }
                }
            }
        }
        return VideoFrame(buffer: buffer, layout: layout, format: .i420Full, time: .zero)
    }

    private func output(_ pipe: PipePair, frameRate: Rate? = .thirty) -> Output {
        let capability = VideoCapability(width: Int32(width), height: Int32(height), format: .i420Full)
        return Output(
            Y4MOutputDriver(descriptor: pipe.writeEnd),
            media: OutputMedia(capability, frameRate: frameRate, hasAudio: false), backpressure: Backpressure())
    }

    /// Starts the output and waits until it accepts frames.
    private func begin(_ output: Output) {
        output.begin()
        output.waitUntilReady(seconds: deadlineSeconds)
    }

    @Test("Header, then FRAME and tight planes without row padding")
    func format() throws {
        let pipe = try PipePair()
        let output = output(pipe, frameRate: Rate(30_000, over: 1001))
        begin(output)
        for luma in [10, 20, 30] as [UInt8] { output.receive(try frame(luma)) }
        output.finish()
        #expect(output.waitUntilOver(seconds: deadlineSeconds))
        pipe.closeWriteEnd()
        let bytes = pipe.read(10_000)
        let stream = try Y4MStream(bytes, frameBytes: width * height * 3 / 2)
        #expect(stream.header == "YUV4MPEG2 W18 H10 F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=FULL")
        #expect(stream.frames == [10, 20, 30].map { [UInt8](repeating: $0, count: 270) })
        let status = output.status
        #expect(status.state == .finished)
        #expect(status.totalFrames == 3)
        #expect(status.skippedFrames == 0)
        #expect(status.bytes == UInt64(bytes.count))
    }

    @Test("a second connection goes on with the stream of the first one: one header, whole frames")
    func twoConnections() throws {
        let pipe = try PipePair()
        let driver = Y4MOutputDriver(descriptor: pipe.writeEnd)
        let capability = VideoCapability(width: Int32(width), height: Int32(height), format: .i420Full)
        for luma in [10, 20] as [UInt8] {
            let output = Output(
                driver, media: OutputMedia(capability, frameRate: .thirty, hasAudio: false),
                backpressure: Backpressure())
            begin(output)
            output.receive(try frame(luma))
            output.end(.stop)
            #expect(output.waitUntilOver(seconds: deadlineSeconds))
            #expect(output.status.state == .stopped)
        }
        pipe.closeWriteEnd()
        let stream = try Y4MStream(pipe.read(10_000), frameBytes: width * height * 3 / 2)
        #expect(stream.header.hasPrefix("YUV4MPEG2 W18 H10"))
        #expect(stream.frames == [10, 20].map { [UInt8](repeating: $0, count: 270) })
        guard case .sameAddress = driver.part(2) else { throw TestFailure("a whole stream can go on") }
    }

    @Test("a stream that has ended within a frame cannot go on")
    func tornStream() throws {
        let pipe = try PipePair()
        let driver = Y4MOutputDriver(descriptor: pipe.writeEnd)
        let capability = VideoCapability(width: Int32(width), height: Int32(height), format: .i420Full)
        let output = Output(
            driver, media: OutputMedia(capability, frameRate: .thirty, hasAudio: false), backpressure: Backpressure())
        begin(output)
        pipe.closeReadEnd()
        output.receive(try frame(10))
        #expect(output.waitUntilOver(seconds: deadlineSeconds))
        guard case .impossible(let reason) = driver.part(2) else { throw TestFailure("a torn stream cannot go on") }
        #expect(reason == "the stream has ended within a frame")
    }

    @Test("Frames are dropped and counted while the reader sleeps; the newest ones are queued")
    func slowReader() throws {
        let pipe = try PipePair()
        let output = output(pipe)
        begin(output)
        let count = 2000
        var wasFull = false
        for number in 0..<count {
            output.receive(try frame(UInt8(truncatingIfNeeded: number % 251)))
            wasFull = wasFull || !output.hasCapacity
        }
        #expect(wasFull)
        #expect(output.status.skippedFrames > 0, "the pipe is full")
        output.finish()
        // The stream ends after the last frame is written, which requires that it is read.
        _ = try Worker("closing") {
            _ = output.waitUntilOver(seconds: deadlineSeconds)
            pipe.closeWriteEnd()
        }
        let frameBytes = width * height * 3 / 2
        let stream = try Y4MStream(pipe.read(200 + count * (frameBytes + 6)), frameBytes: frameBytes)
        #expect(stream.frames.count == count - output.status.skippedFrames)
        #expect(stream.frames.last?.first == UInt8((count - 1) % 251))
        #expect(output.status.state == .finished)
    }

    @Test("A closed reader: readerGone, and frames are counted as lost")
    func readerGone() throws {
        let pipe = try PipePair()
        let states = Recorder<OutputState>()
        let output = output(pipe)
        output.onStateChange { states.record($0.state) }
        pipe.closeReadEnd()
        begin(output)
        output.receive(try frame(1))
        #expect(output.waitUntilOver(seconds: deadlineSeconds))
        #expect(output.status.failure?.cause == .readerGone)
        #expect(output.hasCapacity, "a failed output does not block the others")
        output.receive(try frame(2))
        #expect(output.status.skippedFrames == 2)
        #expect(states.wait { if case .failed = $0 { true } else { false } })
    }
}
