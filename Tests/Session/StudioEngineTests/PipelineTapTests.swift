import Glibc
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaOutputs
@testable import StudioEngine

/// Accepted media in a user's pipeline.
struct PipelineTapTests {
    @Test("PS-AUDIO-009 audio is delivered as signed 16-bit little-endian samples, left before right")
    func audioLayout() throws {
        let fixture = try SessionFixture(to: ["null:"])
        let folder = try TestFolder()
        // GStreamer separates the channels, so that the test does not depend on our own code.
        let tap = try PipelineTap(
            """
            appsrc name=audio ! audio/x-raw,format=S16LE,layout=interleaved,channels=2 ! deinterleave name=pair
            pair.src_0 ! queue ! audioconvert ! audio/x-raw,format=S32BE ! filesink location=\(folder.file("left"))
            pair.src_1 ! queue ! audioconvert ! audio/x-raw,format=S32BE ! filesink location=\(folder.file("right"))
            """, of: fixture.meeting,
            capability: VideoCapability(width: SessionFixture.width, height: SessionFixture.height))
        try tap.begin()
        // 0x0102 left and -2 right, as bytes.
        let block = (0..<480).flatMap { _ in [UInt8]([0x02, 0x01, 0xFE, 0xFF]) }
        try block.withUnsafeBytes { try fixture.sender.sendAudio($0, sampleRate: 48_000, channel: .stereo) }
        try tap.finish()
        #expect(try Array(folder.read("left")) == (0..<480).flatMap { _ in [UInt8]([0x01, 0x02, 0x00, 0x00]) })
        #expect(try Array(folder.read("right")) == (0..<480).flatMap { _ in [UInt8]([0xFF, 0xFE, 0x00, 0x00]) })
        fixture.finish()
    }

    @Test("A tap receives sent media at its size, and rejects a description without a source")
    func tap() throws {
        let fixture = try SessionFixture(to: ["null:"])
        let capability = VideoCapability(
            width: SessionFixture.width, height: SessionFixture.height, format: .i420Limited)
        let tap = try PipelineTap(
            "appsrc name=video ! fakesink sync=false  appsrc name=audio ! fakesink sync=false", of: fixture.meeting,
            capability: capability, frameRate: .thirty)
        try tap.begin()
        try MediaPlan(name: "short", seconds: 1, video: [0..<1], audio: [0..<1], marks: []).perform(on: fixture)
        try tap.finish()
        #expect(tap.statistics.takenFrames == 30)
        #expect(tap.statistics.takenBlocks == 50)
        #expect(tap.statistics.refusedFrames == 0)
        #expect(tap.statistics.refusedBlocks == 0)
        fixture.finish()
        for text in ["videotestsrc ! fakesink", "appsrc name=video !", "appsrc name=video ! nosuchelement"] {
            #expect(throws: PipelineTapError.self) {
                _ = try PipelineTap(text, of: fixture.meeting, capability: capability)
            }
        }
    }
}
