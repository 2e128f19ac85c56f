import CodedMedia
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
        _ video: VideoSourceOptions, _ audio: AudioSourceOptions, duration: MediaTime?, isFast: Bool = true,
        program: ProgramSwitch = ProgramSwitch(), receivers: [any MediaReceiver] = [],
        steps: [(time: MediaTime, body: @Sendable () -> Void)] = []
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
        for receiver in receivers + [media] { meeting.localTracks.add(receiver) }
        let slates = try SlateSource(program.options.slate, for: sources, cancellation: cancellation)
        for step in steps { meeting.clock.schedule(at: step.time, step.body) }
        let producer = MediaProducer(
            sources, to: sender, in: meeting, pace: isFast ? .fast(manual) : .realTime, duration: duration,
            cancellation: cancellation, program: program, slates: slates)
        return (media, producer.run())
    }
}

extension AcceptedMedia {
    /// The marks of all frames; `nil` for frames without.
    func codedReadings(width: Int, height: Int) -> [CodedReading?] {
        var reader = CodedFrameReader()
        let tight = I420Layout.tight(width: width, height: height)
        return frames.map { frame in
            frame.bytes.withUnsafeBytes { bytes in
                func plane(_ plane: I420Layout.Plane) -> SamplePlane {
                    SamplePlane(UnsafeRawBufferPointer(rebasing: bytes[plane.offset...]), stride: plane.stride)
                }
                return FrameView(
                    width: width, height: height, y: plane(tight.y), u: plane(tight.u), v: plane(tight.v)
                ).flatMap { reader.read($0) }
            }
        }
    }

    /// The interleaved samples of all blocks.
    var samples: [Int16] {
        audioBlocks.flatMap { block in block.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) } }
    }
}
