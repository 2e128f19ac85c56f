import Dispatch
import Glibc
import ProductionStudio
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
        case .y4m, .probe:
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
        let clock = ManualClock()
        let meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "fuzz"))
        let studio = StudioController(
            in: meeting, options: .init(frameRate: sources.description.rate), responses: .immediate)
        let listener = Listener()
        studio.delegate = listener
        try studio.start(sources.capability)
        guard listener.senders.wait(count: 1), let sender = listener.senders.all.first else {
            throw TestFailure("the studio did not start")
        }
        let producer = MediaProducer(
            sources, to: sender, in: meeting, pace: .fast(clock), duration: duration, cancellation: cancellation)
        _ = producer.run()
        try studio.stop()
    }

    private final class Listener: StudioDelegate {
        let senders = Recorder<Sender>()
        func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {}
        func studio(_ studio: StudioController, didStartSending sender: Sender?) {
            if let sender { senders.record(sender) }
        }
        func studioDidStopSending(_ studio: StudioController) {}
    }
}
