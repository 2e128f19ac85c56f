import GStreamer
import PipelineFiles
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("Encoded forms")
struct EncodedFormTests {
    private let meeting = Meeting(clock: ManualClock())

    private func program(_ settings: EncoderSettings, _ input: EncodedInput) throws -> ProgramEncoder {
        try ProgramEncoder(
            of: meeting, capability: VideoCapability(width: 64, height: 36, format: .i420Limited),
            frameRate: .thirty, settings: settings, for: input)
    }

    /// Sends one second of media, which begins at this frame.
    private func send(from start: Int64 = 0, to program: ProgramEncoder) throws {
        let layout = I420Layout.gstreamer(width: 64, height: 36)
        for number in start..<start + 30 {
            guard let frame = MediaBuffer(copying: [UInt8](repeating: 90, count: layout.byteCount)),
                let audio = MediaBuffer(copying: [UInt8](repeating: 1, count: 1600 * 4))
            else { throw TestFailure("no memory is left") }
            let time = MediaTime(count: number, rate: .thirty)
            frame.time = time
            #expect(meeting.localTracks.waitForCapacity(seconds: deadlineSeconds))
            program.receive(VideoFrame(buffer: frame, layout: layout, format: .i420Limited, time: time))
            program.receive(AudioBlock(buffer: audio, format: .program, sampleCount: 1600, time: time))
        }
    }

    private static func settings() -> EncoderSettings {
        var settings = EncoderSettings(width: 64, height: 36)
        settings.codecs.register(
            CodecTable.Row(
                "small", caps: "video/x-h264,stream-format=avc,alignment=au",
                PipelineFile(
                    name: "encode-small",
                    text: """
                        appsrc name=input ! videoscale ! videorate ! x264enc name=encoder tune=zerolatency
                        ! h264parse config-interval=-1 ! appsink name=output
                        """)))
        return settings
    }

    @Test("Outputs that ask for equal forms share an encoder; another form has one of its own")
    func shared() throws {
        let settings = Self.settings()
        let input = EncodedInput(settings.forms(), as: .accessUnits)
        let program = try program(settings, input)
        let (first, second, other) = (UnitCollector(), UnitCollector(), UnitCollector())
        program.add(first, as: input)
        try program.prepare(input)
        program.add(second, as: input)
        var small = EncodedForm(.video, codec: "small", bitrate: 100_000)
        (small.width, small.height, small.rate, small.profile) = (32, 18, Rate(15), "main")
        let otherInput = EncodedInput([small, settings.forms()[1]], as: .accessUnits)
        try program.prepare(otherInput)
        program.add(other, as: otherInput)
        try send(to: program)
        try program.finish()
        #expect(first.units(of: .video).count == 30)
        #expect(zip(first.units(of: .video), second.units(of: .video)).allSatisfy { $0 === $1 })
        #expect(zip(first.units(of: .audio), other.units(of: .audio)).allSatisfy { $0 === $1 })
        #expect(first.units(of: .audio).count == other.units(of: .audio).count)
        let caps = try #require(other.units(of: .video).last?.caps)
        #expect(caps.integer("width") == 32)
        #expect(caps.integer("height") == 18)
        #expect(caps.rate("framerate") == Rate(15))
        #expect(caps.text("profile") == "main")
        #expect(other.units(of: .video).count < 20)
    }

    @Test("An output that asks for another form while media is sent gets it from there on, at a key frame")
    func late() throws {
        let settings = Self.settings()
        let input = EncodedInput(settings.forms(), as: .accessUnits)
        let program = try program(settings, input)
        let (first, late) = (UnitCollector(), UnitCollector())
        program.add(first, as: input)
        try send(to: program)
        let lateInput = EncodedInput(
            [EncodedForm(.video, codec: "h264", bitrate: 100_000), settings.forms()[1]], as: .accessUnits)
        try program.prepare(lateInput)
        program.add(late, as: lateInput)
        try send(from: 30, to: program)
        try program.finish()
        #expect(first.units(of: .video).count == 60)
        #expect(first.units(of: .video).first?.beginsProgram == true)
        #expect(late.units(of: .video).count == 30)
        #expect(late.units(of: .video).first?.isKeyFrame == true)
        #expect(late.units(of: .video).first?.beginsProgram == false)
        #expect(late.units(of: .video).first?.time == .seconds(1))
    }

    @Test("A codec without a row, or of the other track, is an error that names it", arguments: ["opus", "aac"])
    func unknown(_ codec: String) throws {
        let settings = EncoderSettings(width: 64, height: 36)
        let error = #expect(throws: EncoderError.self) {
            try program(settings, EncodedInput(settings.forms(video: codec), as: .accessUnits))
        }
        #expect(error?.description.contains("no encoder of video is called '\(codec)'") == true)
    }
}
