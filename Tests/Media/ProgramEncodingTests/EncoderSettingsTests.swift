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

    @Test("The audio encoder accepts bitrates")
    func audioSettings() throws {
        for bitrate in [64_000, 160_000, 320_000] {
            var settings = EncoderSettings(width: 64, height: 36)
            settings.audioBitrate = bitrate
            let track = try AudioTrack(settings, to: EncodedFanout(), backpressure: Backpressure())
            #expect(track.hasCapacity)
            #expect(track.failure() == nil)
            #expect(track.finish(seconds: deadlineSeconds))
        }
    }
}
