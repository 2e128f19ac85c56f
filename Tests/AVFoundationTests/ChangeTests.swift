import FacadeSupport
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import AVFoundation
@testable import MediaReceiving

@Suite("Capture: changes while frames arrive")
struct ChangeTests {
    private static let bgra = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]

    @Test("a frame that waits on a blocked queue goes to the next delegate, on the queue of that delegate")
    func blockedTakeOver() throws {
        try withCamera { cameras in
            let (first, second) = (FrameClient(), FrameClient())
            let fixture = try CaptureFixture(first)
            cameras.advance(seconds: 0.01)
            let isFree = Signal()
            fixture.queue.async { _ = isFree.wait() }
            // Without waiting for callbacks.
            cameras.clock.advance(to: .init(nanoseconds: time(1)))
            let queue = DispatchQueue(label: "test.second")
            let key = DispatchSpecificKey<Bool>()
            queue.setSpecific(key: key, value: true)
            let isOnQueue = Recorder<Bool?>()
            second.onFrame = { _ in isOnQueue.record(DispatchQueue.getSpecific(key: key)) }
            fixture.output.setSampleBufferDelegate(second, queue: queue)
            isFree.send()
            cameras.advance(seconds: 0.01)
            #expect(first.events.all == [.frame(0)])
            #expect(second.events.all == [.frame(time(1))])
            #expect(isOnQueue.all == [true])
        }
    }

    @Test(
        "a frame that was not converted is a discontinuity at its own time",
        arguments: [DropReason.overflow, .conversion])
    func unconverted(reason: DropReason) throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.01)
            let subscription = try #require(cameras.host.subscriptions.videoSubscriptions.first)
            subscription.drop(1, at: .init(nanoseconds: time(1)), reason)
            cameras.advance(seconds: 0.01)
            #expect(client.events.all == [.frame(0), .drop(time(1), "Discontinuity")])
            #expect(fixture.statistics.dropped == ["Discontinuity": 1])
        }
    }
}
