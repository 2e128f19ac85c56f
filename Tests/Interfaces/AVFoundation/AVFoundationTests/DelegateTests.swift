import CameraCapture
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import AVFoundation

/// A method that is almost right.
private final class NearMiss: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutputFrame sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}

/// The spelling of Swift 3 with parameters of another shape.
private final class WrongShape: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    let drops = Recorder<Int64>()

    func captureOutput(
        _ output: AVCaptureOutput, didOutputSampleBuffer sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        drops.record(sampleBuffer.presentationTimeStamp.value)
    }
}

@Suite("Capture: delegates")
struct DelegateTests {
    @Test("a didOutput that is spelled wrongly is reported once, whatever didDrop does: AV-CALL-001")
    func nearMisses() throws {
        for client in [NearMiss(), WrongShape()] as [any AVCaptureVideoDataOutputSampleBufferDelegate] {
            try withCamera { cameras in
                let fixture = try CaptureFixture(client)
                cameras.advance(seconds: 0.99)
                #expect(reported == ["AV-CALL-001"])
                #expect(AVCaptureSession.emulation.violations.first?.count == 1)
                #expect(fixture.statistics.delivered == 30)
            }
        }
    }

    @Test("on a concurrent queue too, calls never overlap")
    func concurrentQueue() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let running = Lock((now: 0, most: 0))
            client.onFrame = { _ in
                running.withLock { running in
                    running.now += 1
                    running.most = max(running.most, running.now)
                }
                for _ in 0..<100 { sched_yield() }
                running.withLock { $0.now -= 1 }
            }
            let fixture = try CaptureFixture(
                client, queue: DispatchQueue(label: "test.concurrent", attributes: .concurrent)
            ) {
                $0.alwaysDiscardsLateVideoFrames = false
            }
            defer { fixture.end() }
            for _ in 0..<5 {
                cameras.advance(seconds: 0.1)
                cameras.stall()
                cameras.advance(seconds: 0.3)
                cameras.resume(catchesUp: true)
            }
            cameras.advance(seconds: 0.1)
            #expect(running.withLock { $0.most } == 1)
            #expect(client.frameTimes == client.frameTimes.sorted())
            #expect(client.frameTimes.count > 60)
            #expect(reported == ["AV-OUTPUT-008"])
        }
    }

    @Test("a delegate that is set to nil gets no further call, waiting frames included")
    func nilDelegate() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client) { $0.alwaysDiscardsLateVideoFrames = false }
            client.onFrame = { buffer in
                if buffer.presentationTimeStamp.value == time(3) {
                    fixture.output.setSampleBufferDelegate(nil, queue: nil)
                }
            }
            cameras.occupancy = 0.08
            cameras.advance(seconds: 2)
            #expect(client.events.all == (0...3).map { .frame(time($0)) })
            #expect(fixture.output.sampleBufferDelegate == nil)
            #expect(fixture.output.sampleBufferCallbackQueue == nil)
            #expect(fixture.session.isRunning)
            #expect(fixture.statistics.usedBuffers == 0)
            #expect(reported == [])
        }
    }

    @Test("stop is silent at once, inside a callback and outside, without notices; a restart continues")
    func stop() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            client.onFrame = { buffer in
                if buffer.presentationTimeStamp.value == time(6) { fixture.session.stopRunning() }
            }
            cameras.occupancy = 0.08
            cameras.advance(seconds: 0.39)
            #expect(!fixture.session.isRunning)
            #expect(client.frameTimes == [0, time(3), time(6)])
            #expect(client.reasons.count == 4)
            fixture.session.startRunning()
            cameras.occupancy = 0
            cameras.advance(seconds: 0.1)
            #expect(Array(client.frameTimes.suffix(3)) == [time(12), time(13), time(14)])
            #expect(client.reasons.count == 4)
        }
    }

    @Test("another delegate takes over with the next frame, on its own queue")
    func takeOver() throws {
        try withCamera { cameras in
            let (first, second) = (FrameClient(), FrameClient())
            let fixture = try CaptureFixture(first)
            cameras.advance(seconds: 0.1)
            let queue = DispatchQueue(label: "test.second")
            let key = DispatchSpecificKey<Bool>()
            queue.setSpecific(key: key, value: true)
            let isOnQueue = Recorder<Bool?>()
            second.onFrame = { _ in isOnQueue.record(DispatchQueue.getSpecific(key: key)) }
            fixture.output.setSampleBufferDelegate(second, queue: queue)
            #expect(fixture.output.sampleBufferDelegate === second)
            #expect(fixture.output.sampleBufferCallbackQueue === queue)
            cameras.advance(seconds: 0.1)
            #expect(first.events.all == (0...3).map { .frame(time($0)) })
            #expect(second.events.all == (4...6).map { .frame(time($0)) })
            #expect(isOnQueue.all == [true, true, true])
        }
    }

    @Test("a delegate is not retained; one that is gone is reported: AV-CALL-002")
    func gone() throws {
        try withCamera { cameras in
            var client: FrameClient? = FrameClient()
            let events = client?.events
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.05)
            client = nil
            cameras.advance(seconds: 0.5)
            #expect(events?.count == 2)
            #expect(fixture.statistics.delivered == 2)
            #expect(fixture.output.sampleBufferDelegate == nil)
            #expect(reported == ["AV-CALL-002"])
        }
    }

    @Test("a delegate without a queue is refused: AV-OUTPUT-001")
    func withoutQueue() throws {
        try withCamera { _ in
            let output = AVCaptureVideoDataOutput()
            let error = #expect(throws: StudioError.self) {
                try output.trySetSampleBufferDelegate(FrameClient(), queue: nil)
            }
            #expect(error?.rule == .captureDelegateWithoutQueue)
            #expect(output.sampleBufferDelegate == nil)
        }
        try withCamera(endsProgram: false) { _ in
            let output = AVCaptureVideoDataOutput()
            let client = FrameClient()
            output.setSampleBufferDelegate(client, queue: nil)
            #expect(output.sampleBufferDelegate == nil)
            #expect(reported == ["AV-OUTPUT-001"])
            #expect(AVCaptureSession.emulation.violations.first?.isRefusal == true)
        }
    }

    @Test("a refused call ends the program, as an exception does")
    func exception() async {
        await #expect(processExitsWith: .failure) {
            AVCaptureVideoDataOutput().setSampleBufferDelegate(FrameClient(), queue: nil)
        }
    }

    @Test("a disabled connection passes nothing, and no gap is reported after it")
    func disabledConnection() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            let connection = try #require(fixture.output.connection(with: .video))
            #expect(connection.isEnabled)
            cameras.advance(seconds: 0.05)
            connection.isEnabled = false
            cameras.loseFrames(1)
            cameras.advance(seconds: 0.2)
            #expect(client.events.count == 2)
            connection.isEnabled = true
            cameras.advance(seconds: 0.1)
            #expect(client.events.count == 5)
            #expect(client.reasons == [])
        }
    }
}
