import Dispatch
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport

@testable import MediaInputs

/// Runs sources, from the options to the media accepted by a studio.
enum ProducerFixture {
    /// - Parameter isFast: on a manual clock that the producer advances.
    static func run(
        _ video: VideoSourceOptions, _ audio: AudioSourceOptions, duration: MediaTime?, isFast: Bool = true
    ) throws -> (AcceptedMedia, MediaProducer.Outcome) {
        let cancellation = Cancellation()
        let sources = try MediaSources(video: video, audio: audio, cancellation: cancellation)
        let manual = ManualClock()
        let meeting = Meeting(
            clock: isFast ? manual : SystemClock(), callbackQueue: DispatchQueue(label: "sources"))
        let studio = StudioController(
            in: meeting, options: .init(frameRate: sources.description.rate), responses: .immediate)
        let recorder = CallbackRecorder()
        studio.delegate = recorder
        try studio.start(sources.capability)
        let sender = try recorder.waitForSender(within: deadlineSeconds)
        let media = AcceptedMedia(keepsBytes: true)
        meeting.localTracks.add(media)
        let producer = MediaProducer(
            sources, to: sender, in: meeting, pace: isFast ? .fast(manual) : .realTime, duration: duration,
            cancellation: cancellation)
        return (media, producer.run())
    }
}

extension AcceptedMedia {
    /// The interleaved samples of all blocks.
    var samples: [Int16] {
        audioBlocks.flatMap { block in block.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) } }
    }
}
