import GStreamer
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("A codec that is added to the table")
struct OwnCodecTests {
    /// Opus in units of 20 ms. Matroska states what a player omits at the beginning.
    private static let opus = CodecTable.Row(
        "opus", unitSamples: 960, caps: "audio/x-opus,channel-mapping-family=0",
        PipelineFile(
            name: "encode-opus",
            source: """
                # bitrate: encoder.bitrate in bit/s
                # delay: 0 samples
                appsrc name=input ! audioconvert ! audioresample ! audio/x-raw,rate=48000,channels=2
                ! opusenc name=encoder ! appsink name=output
                """))

    /// A Matroska file that asks for Opus.
    private struct OpusFile: OutputDriver {
        static let kind = OutputKind(name: "Opus", page: "files", forms: [])
        let file: FileOutputDriver
        let traits: OutputTraits
        var address: OutputAddress { file.address }
        var policy: OutputPolicy { file.policy }

        init?(_ text: String) {
            guard let file = FileOutputDriver(text) else { return nil }
            self.file = file
            var traits = file.traits
            traits.audioCodec = "opus"
            self.traits = traits
        }

        func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
            try file.connect(context)
        }
    }

    @Test("is encoded for the output that asks for it; both files share the encoder of the video")
    func opus() throws {
        let folder = try TestFolder()
        var settings = EncoderSettings(width: 64, height: 36)
        settings.codecs.register(Self.opus)
        let meeting = Meeting(clock: ManualClock())
        let capability = VideoCapability(width: 64, height: 36, format: .i420Limited)
        let group = try OutputGroup(
            of: meeting, capability: capability, frameRate: .thirty, settings: settings,
            drivers: [
                try #require(OpusFile(folder.file("opus.mkv"))), try #require(FileOutputDriver(folder.file("aac.mkv"))),
            ])
        group.begin()
        let encoder = try #require(group.encoder)
        let layout = I420Layout.gstreamer(width: 64, height: 36)
        for number in 0..<30 as Range<Int64> {
            guard let frame = MediaBuffer(copying: [UInt8](repeating: 90, count: layout.byteCount)),
                let audio = MediaBuffer(copying: [UInt8](repeating: 1, count: 1600 * 4))
            else { throw TestFailure("no memory is left") }
            let time = MediaTime(count: number, rate: .thirty)
            frame.time = time
            #expect(meeting.localTracks.waitForCapacity(seconds: deadlineSeconds))
            encoder.receive(VideoFrame(buffer: frame, layout: layout, format: .i420Limited, time: time))
            encoder.receive(AudioBlock(buffer: audio, format: .program, sampleCount: 1600, time: time))
        }
        #expect(group.finish() == nil)
        #expect(group.outputs.map(\.status.state) == [.finished, .finished])
        #expect(encoder.statistics.encodedFrames == 30)
        for codec in ["opus", "aac"] {
            let media = try MediaProbe(folder.file("\(codec).mkv"))
            #expect(media.videoFrames.count == 30)
            #expect(media.streams.map(\.codec_name) == ["h264", codec])
            let end = media.audioFrames.compactMap { $0.pts_time.flatMap(Double.init) }.max() ?? 0
            #expect(0.9...1.0 ~= end)
        }
    }
}
