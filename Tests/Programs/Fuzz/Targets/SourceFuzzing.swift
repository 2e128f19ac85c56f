import Glibc
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import MediaInputs
import StudioRuntime
import StudioTestSupport

/// Sends a source through the studio, without outputs.
enum SourceFuzzing {
    static func run(_ target: FuzzTarget, _ bytes: [UInt8]) throws {
        // Equal bytes choose equal options, and both options are fuzzed.
        let isStream = bytes.count % 2 == 0
        let input = isStream ? try FuzzInput.fifo(bytes) : try FuzzInput.file(bytes, suffix: target.rawValue)
        defer { input.close() }
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        switch target {
        case .wav:
            (video.width, video.height, audio.path) = (64, 36, input.path)
        case .y4m, .probe, .scenario, .trace, .control, .obs, .rtmp:
            (video.path, audio.isEnabled) = (input.path, false)
        }
        do {
            try send(video, audio)
        } catch is SourceError, is StudioError {
            return  // A rejected input is a valid outcome.
        }
    }

    /// Half a second, so that no frame rate makes an input long.
    private static let duration = MediaTime.milliseconds(500)

    private static func send(_ video: VideoSourceOptions, _ audio: AudioSourceOptions) throws {
        let cancellation = Cancellation()
        let sources = try MediaSources(video: video, audio: audio, cancellation: cancellation)
        let test = TestMeeting(options: .init(frameRate: sources.description.rate))
        test.studio.delegate = test.recorder
        try test.studio.start(sources.capability)
        let sender = try test.recorder.waitForSender(within: deadlineSeconds)
        let producer = MediaProducer(
            sources, to: sender, in: test.meeting, pace: .fast(test.clock), duration: duration,
            cancellation: cancellation)
        _ = producer.run()
        try test.studio.stop()
    }
}
