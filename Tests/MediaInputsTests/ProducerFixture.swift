import Dispatch
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport

@testable import MediaInputs

/// Keeps tight copies of accepted media.
final class FrameRecorder: MediaReceiver {
    struct Frame: Sendable {
        let bytes: [UInt8]
        let time: MediaTime
    }

    let frames = Recorder<Frame>()
    let audio = Recorder<[Int16]>()
    let hasCapacity = true

    func receive(_ frame: borrowing VideoFrame) {
        let layout = frame.layout
        let tight = I420Layout.tight(width: layout.width, height: layout.height)
        var bytes = [UInt8](repeating: 0, count: tight.byteCount)
        _ = frame.withBytes { source in
            bytes.withUnsafeMutableBytes { target in
                if let source = source.baseAddress, let target = target.baseAddress {
                    tight.copy(from: source, in: layout, to: target)
                }
            }
        }
        frames.record(Frame(bytes: bytes, time: frame.time))
    }

    func receive(_ block: borrowing AudioBlock) {
        if let samples = block.withBytes({ Array($0.bindMemory(to: Int16.self)) }) { audio.record(samples) }
    }
}

/// Runs sources, from the options to the media accepted by a studio.
enum ProducerFixture {
    /// - Parameter isFast: on a manual clock that the producer advances.
    static func run(
        _ video: VideoSourceOptions, _ audio: AudioSourceOptions, duration: MediaTime?, isFast: Bool = true
    ) throws -> (FrameRecorder, MediaProducer.Outcome) {
        let cancellation = Cancellation()
        let sources = try MediaSources(video: video, audio: audio, cancellation: cancellation)
        let manual = ManualClock()
        let meeting = Meeting(
            clock: isFast ? manual : SystemClock(), callbackQueue: DispatchQueue(label: "sources"))
        let studio = StudioController(
            in: meeting, options: .init(frameRate: sources.description.rate), responses: .immediate)
        let listener = Listener()
        studio.delegate = listener
        try studio.start(sources.capability)
        guard listener.senders.wait(count: 1), let sender = listener.senders.all.first else {
            throw TestFailure("the studio did not start")
        }
        let recorder = FrameRecorder()
        meeting.fanout.add(recorder)
        let producer = MediaProducer(
            sources, to: sender, in: meeting, pace: isFast ? .fast(manual) : .realTime, duration: duration,
            cancellation: cancellation)
        return (recorder, producer.run())
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
