import GStreamer
import Glibc
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioPipelines

/// The pipelines that are built in: they parse, their elements exist, and they take every setting.
struct PipelineTests {
    static let destinations = ["/tmp/a.mp4", "/tmp/a.mkv", "mkv:-", "rtmp://127.0.0.1:9/live/key"]

    @Test("Every output's pipeline, with and without sound", arguments: destinations, [true, false])
    func outputs(_ text: String, _ hasAudio: Bool) throws {
        let connection = try Self.connection(to: try Destination(text), hasAudio: hasAudio)
        #expect(connection.hasRoom)
        #expect(connection.congestion == 0)
        #expect(connection.bytesTaken == 0)
        #expect(connection.pipeline.optionalElement("video") != nil)
        #expect((connection.pipeline.optionalElement("audio") != nil) == hasAudio)
        #expect(!connection.end(), "nothing was put in, so there is nothing to end")
    }

    /// A connection that was not opened.
    private static func connection(to destination: Destination, hasAudio: Bool) throws -> OutputConnection {
        let observer = OutputConnection.Observer(onTaken: { _ in }, onDropped: { _ in }, onBroken: {}, onCapacity: {})
        let writer = destination.kind == .rtmp ? nil : ByteWriter(sharing: STDERR_FILENO)
        return try OutputConnection(to: destination, writer: writer, hasAudio: hasAudio, observer: observer)
    }

    @Test("An address is a value and never a part of the pipeline's text")
    func hostileAddress() throws {
        let folder = try TestFolder()
        let victim = folder.file("victim")
        let key = "key\" ! filesink location=\"\(victim)"
        let destination = try Destination("rtmp://127.0.0.1:9/live/" + key.replacing("/", with: "\\/"))
        _ = try Self.connection(to: destination, hasAudio: true)
        #expect(try folder.names.isEmpty)
    }

    @Test(
        "The picture's encoder takes all presets, bitrates, ranges and rates",
        arguments: ProgramSettings.Preset.allCases)
    func videoSettings(_ preset: ProgramSettings.Preset) throws {
        for (bitrate, range, rate) in [
            (1_000, VideoRange.limited, Rate.thirty), (2_048_000_000, .full, Rate(30_000, over: 1001)), (1, .full, nil),
        ] {
            var settings = ProgramSettings(width: 64, height: 36)
            settings.preset = preset
            settings.videoBitrate = bitrate
            settings.range = range
            let capability = VideoCapability(width: 64, height: 36, format: .i420Full)
            let track = try VideoTrack(
                capability, cadence: rate, settings: settings, onUnit: { _, _, _ in }, onRoom: {})
            #expect(track.hasRoom && track.failure() == nil)
            #expect(track.finish(seconds: deadlineSeconds))
        }
    }

    @Test("The sound's encoder takes bitrates")
    func audioSettings() throws {
        for bitrate in [64_000, 160_000, 320_000] {
            var settings = ProgramSettings(width: 64, height: 36)
            settings.audioBitrate = bitrate
            let track = try AudioTrack(settings, to: Distribution(), onRoom: {})
            #expect(track.hasRoom && track.failure() == nil && track.finish(seconds: deadlineSeconds))
        }
    }

    @Test("PS-AUDIO-009 sound goes on as signed 16-bit little-endian samples, left before right")
    func soundLayout() throws {
        let stage = try Stage(to: ["null:"])
        let folder = try TestFolder()
        // Separated by GStreamer itself, so that it is not our own reading that is compared with our own writing.
        let tap = try PipelineTap(
            """
            appsrc name=audio ! audio/x-raw,format=S16LE,layout=interleaved,channels=2 ! deinterleave name=pair
            pair.src_0 ! queue ! audioconvert ! audio/x-raw,format=S32BE ! filesink location=\(folder.file("left"))
            pair.src_1 ! queue ! audioconvert ! audio/x-raw,format=S32BE ! filesink location=\(folder.file("right"))
            """, of: stage.meeting, capability: VideoCapability(width: Stage.width, height: Stage.height))
        try tap.begin()
        // 0x0102 left and -2 right, as bytes.
        let block = (0..<480).flatMap { _ in [UInt8]([0x02, 0x01, 0xFE, 0xFF]) }
        try block.withUnsafeBytes { try stage.sender.sendAudio($0, sampleRate: 48_000, channel: .stereo) }
        try tap.finish()
        #expect(try Array(folder.read("left")) == (0..<480).flatMap { _ in [UInt8]([0x01, 0x02, 0x00, 0x00]) })
        #expect(try Array(folder.read("right")) == (0..<480).flatMap { _ in [UInt8]([0xFF, 0xFE, 0x00, 0x00]) })
        #expect(try stage.finish() == nil)
    }

    @Test("A tap gets what is sent, at its size, and refuses a text that has no source")
    func tap() throws {
        let stage = try Stage(to: ["null:"])
        let capability = VideoCapability(width: Stage.width, height: Stage.height, format: .i420Limited)
        let tap = try PipelineTap(
            "appsrc name=video ! fakesink sync=false  appsrc name=audio ! fakesink sync=false", of: stage.meeting,
            capability: capability, cadence: .thirty)
        try tap.begin()
        try Scenario(name: "short", seconds: 1, video: [0..<1], audio: [0..<1], marks: []).perform(on: stage)
        try tap.finish()
        #expect(tap.statistics.takenFrames == 30 && tap.statistics.takenBlocks == 50)
        #expect(tap.statistics.refusedFrames == 0 && tap.statistics.refusedBlocks == 0)
        #expect(try stage.finish() == nil)
        for text in ["videotestsrc ! fakesink", "appsrc name=video !", "appsrc name=video ! nosuchelement"] {
            #expect(throws: PipelineTapError.self) {
                _ = try PipelineTap(text, of: stage.meeting, capability: capability)
            }
        }
    }
}
