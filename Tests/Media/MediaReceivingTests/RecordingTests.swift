import Foundation
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Recordings of received media")
struct RecordingTests {
    private func writer(_ path: String) throws -> ByteWriter {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        return ByteWriter(owning: descriptor)
    }

    private func contents(_ path: String) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: path)))
    }

    @Test("y4m keeps the time of frames whose rate varies, and has one size")
    func y4m() throws {
        let folder = try TestFolder()
        let fixture = try ReceivingFixture()
        let recorder = Y4MRecorder(try writer(folder.file("a.y4m")), rate: .thirty, origin: .zero)
        try fixture.subscriptions.video(.camera, of: fixture.ada.id) { recorder.record($0) }
        for (luma, step) in [(20, 34), (21, 66), (22, 10), (23, 24), (24, 66)] as [(UInt8, Int64)] {
            fixture.publish(luma)
            try fixture.test.turn(by: .milliseconds(step))
        }
        fixture.publish(99, width: 64, height: 36)
        try fixture.test.settle()
        #expect(recorder.finish(at: .milliseconds(300)) == 0)
        let header = Array("YUV4MPEG2 W32 H16 F30:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n".utf8)
        let bytes = try contents(folder.file("a.y4m"))
        #expect(bytes.starts(with: header))
        let frameBytes = 6 + 32 * 16 * 3 / 2
        #expect((bytes.count - header.count) % frameBytes == 0)
        let lumas = stride(from: header.count + 6, to: bytes.count, by: frameBytes).map { bytes[$0] }
        #expect(lumas == [20, 21, 21, 22, 24, 24, 24, 24, 24])
        let statistics = recorder.statistics
        #expect(statistics.frames == 4)
        #expect(statistics.repeatedFrames == 5)
        #expect(statistics.surplusFrames == 1)
        #expect(statistics.mismatchedFrames == 1)
        #expect(recorder.finish(at: .seconds(9)) == 0)
        #expect(try contents(folder.file("a.y4m")).count == bytes.count)
    }

    @Test("y4m begins at the requested size, and shows its first frame from the start")
    func smallerFirstFrames() throws {
        let folder = try TestFolder()
        let fixture = try ReceivingFixture()
        fixture.camera.track.beginsWithSmallerFrames = true
        let recorder = Y4MRecorder(try writer(folder.file("a.y4m")), rate: try #require(Rate(10)), origin: .zero)
        try fixture.subscriptions.video(.camera, of: fixture.ada.id) { recorder.record($0) }
        for luma in 20..<28 as Range<UInt8> {
            fixture.publish(luma)
            try fixture.test.turn(by: .milliseconds(100))
        }
        #expect(recorder.finish(at: .milliseconds(800)) == 0)
        let stream = try Y4MStream(try contents(folder.file("a.y4m")), frameBytes: 32 * 16 * 3 / 2)
        #expect(stream.header == "YUV4MPEG2 W32 H16 F10:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED")
        #expect(stream.frames.map { $0[0] } == [25, 25, 25, 25, 25, 25, 26, 27])
        #expect(recorder.statistics.reducedFrames == 5)
        #expect(recorder.statistics.frames == 3)
        #expect(recorder.statistics.repeatedFrames == 5)
        #expect(recorder.statistics.mismatchedFrames == 0)
    }

    @Test("a recording that ends before the requested size was reached has the last smaller frame")
    func onlySmallerFrames() throws {
        let folder = try TestFolder()
        let fixture = try ReceivingFixture()
        fixture.camera.track.beginsWithSmallerFrames = true
        let recorder = Y4MRecorder(try writer(folder.file("a.y4m")), rate: try #require(Rate(10)), origin: .zero)
        try fixture.subscriptions.video(.camera, of: fixture.ada.id) { recorder.record($0) }
        for luma in [20, 21, 22] as [UInt8] {
            fixture.publish(luma)
            try fixture.test.turn(by: .milliseconds(100))
        }
        #expect(recorder.finish(at: .milliseconds(400)) == 0)
        let stream = try Y4MStream(try contents(folder.file("a.y4m")), frameBytes: 16 * 8 * 3 / 2)
        #expect(stream.header.hasPrefix("YUV4MPEG2 W16 H8 F10:1 "))
        #expect(stream.frames.map { $0[0] } == [22, 22, 22, 22])
        #expect(recorder.statistics.reducedFrames == 2)
        #expect(recorder.statistics.frames == 1)
        #expect(recorder.statistics.repeatedFrames == 3)
    }

    @Test("WAV keeps the time of sparse audio, without the latency of the engine", arguments: [0, 20, 45] as [Int64])
    func wav(_ latency: Int64) throws {
        let folder = try TestFolder()
        let test = TestMeeting()
        let ada = test.meeting.add("Ada")
        let microphone = try #require(test.meeting.publisher(.microphone, of: ada.id))
        let engine = AudioEngine(in: test.meeting, latency: .milliseconds(latency))
        let request = AudioRequest(.program, blockSamples: 480, delivery: .sparse(hangOver: .zero))
        let recorder = WAVRecorder(
            try writer(folder.file("a.wav")), .program, origin: .zero, latency: .milliseconds(latency))
        try engine.observe(.beforeMixing(ada.id), request) { recorder.record($0, $1) }
        for level in [0, 7, 0, 0, 9, 0, 0, 0, 0, 0] as [Int16] {
            let samples = [Int16](repeating: level, count: 960)
            samples.withUnsafeBytes {
                _ = microphone.publish(audio: $0, format: .program, time: test.clock.now)
            }
            try test.turn(by: .milliseconds(10))
        }
        #expect(recorder.finish(at: .milliseconds(100)) == 0)
        let bytes = try contents(folder.file("a.wav"))
        #expect(bytes.count == 44 + 4800 * 4)
        #expect(recorder.sampleCount == 4800)
        let levels = (0..<10).map { bytes[44 + $0 * 1920 + 960] }
        #expect(levels == [0, 7, 0, 0, 9, 0, 0, 0, 0, 0])
        let length = UInt32(bytes[40]) | UInt32(bytes[41]) << 8 | UInt32(bytes[42]) << 16
        #expect(length == 4800 * 4)
        #expect(Array(bytes[0..<4]) == Array("RIFF".utf8))
        #expect(bytes[24] == 0x80)
        #expect(bytes[25] == 0xBB)
    }

    @Test("a full disk is reported")
    func fullDisk() throws {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        let recorder = WAVRecorder(ByteWriter(owning: descriptor), .program, origin: .zero, latency: .zero)
        #expect(recorder.error == ENOSPC)
        #expect(recorder.finish(at: .seconds(1)) == ENOSPC)
    }
}
