import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ProgramEncoding

/// The encoders accept every setting.
struct EncoderSettingsTests {
    @Test(
        "The video encoder accepts all presets, bitrates, ranges and rates",
        arguments: EncoderSettings.Preset.allCases)
    func videoSettings(_ preset: EncoderSettings.Preset) throws {
        for (bitrate, range, rate) in [
            (1_000, VideoRange.limited, Rate.thirty), (2_048_000_000, .full, Rate(30_000, over: 1001)), (1, .full, nil),
        ] {
            var settings = EncoderSettings(width: 64, height: 36)
            settings.preset = preset
            settings.videoBitrate = bitrate
            settings.range = range
            let capability = VideoCapability(width: 64, height: 36, format: .i420Full)
            let track = try VideoTrack(
                capability, frameRate: rate, settings: settings, backpressure: Backpressure(), onUnit: { _, _, _ in })
            #expect(track.hasCapacity)
            #expect(track.failure() == nil)
            #expect(track.finish(seconds: deadlineSeconds))
        }
    }

    @Test(
        "A bitrate too low for the size is warned of, with the one that was probably meant",
        arguments: [
            (3000, 640, 360, "3000 bit/s, which is too low for 640x360; for 3000 kbit/s, use --bitrate 3000k"),
            (99_999, 1920, 1080, "99999 bit/s, which is too low for 1920x1080; for 99999 kbit/s, use --bitrate 99999k"),
            (50, 322, 180, "50 bit/s, which is too low for 322x180; use a higher --bitrate"),
            (100_000, 1920, 1080, nil), (3000, 320, 180, nil), (3000, 180, 320, nil),
        ] as [(Int, Int, Int, String?)])
    func lowBitrate(_ bitrate: Int, _ width: Int, _ height: Int, _ text: String?) {
        let warning = EncoderSettings.warning(videoBitrate: bitrate, width: width, height: height)
        #expect(warning == text.map { "warning: the video bitrate is \($0)" })
    }

    @Test("The audio encoder accepts bitrates")
    func audioSettings() throws {
        for bitrate in [64_000, 160_000, 320_000] {
            var settings = EncoderSettings(width: 64, height: 36)
            settings.audioBitrate = bitrate
            let track = try AudioTrack(
                settings, form: settings.forms()[1], to: EncodedFanout(.audio), backpressure: Backpressure())
            #expect(track.hasCapacity)
            #expect(track.failure() == nil)
            #expect(track.finish(seconds: deadlineSeconds))
        }
    }
}
