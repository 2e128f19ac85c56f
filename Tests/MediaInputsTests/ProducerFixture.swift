import Dispatch
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport

@testable import MediaInputs

/// Keeps copies of what was accepted, tight.
final class FrameRecorder: MediaReceiver {
    struct Picture: Sendable {
        let bytes: [UInt8]
        let time: MediaTime
    }

    let pictures = Recorder<Picture>()
    let sound = Recorder<[Int16]>()
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
        pictures.record(Picture(bytes: bytes, time: frame.time))
    }

    func receive(_ block: borrowing AudioBlock) {
        if let samples = block.withBytes({ Array($0.bindMemory(to: Int16.self)) }) { sound.record(samples) }
    }
}

/// Sources, from the options to what a studio accepts of them.
enum ProducerFixture {
    /// - Parameter isFast: on a clock that the producer turns.
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
        let audience = Listener()
        studio.delegate = audience
        try studio.start(sources.capability)
        guard audience.senders.wait(count: 1), let sender = audience.senders.all.first else {
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
