import CameraCapture
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
            cameras.world.clock.advance(to: .init(nanoseconds: time(1)))
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

    @Test("settings that a delegate changes in its call do not end the call: the next frame is late", arguments: 0..<2)
    func changeInCall(number: Int) throws {
        try withCamera { cameras in
            let client = FrameClient()
            cameras.occupancy = 0.05
            let fixture = try CaptureFixture(client)
            client.onFrame = { buffer in
                guard buffer.presentationTimeStamp.value == 0 else { return }
                if number == 0 {
                    fixture.output.videoSettings = Self.bgra
                } else {
                    fixture.output.minFrameDuration = CMTimeMake(value: 1, timescale: 100)
                }
            }
            cameras.advance(seconds: 0.19)
            let expected = (0..<6).map { frame -> CaptureEvent in
                frame.isMultiple(of: 2) ? .frame(time(frame)) : .drop(time(frame), "FrameWasLate")
            }
            #expect(client.events.all == expected)
        }
    }

    @Test("frames and notices that wait stay when settings change, in their old format")
    func backlog() throws {
        try withCamera(poolSize: 4) { cameras in
            let client = FrameClient()
            let formats = Recorder<String>()
            client.onFrame = { formats.record($0.formatDescription?.description ?? "") }
            let fixture = try CaptureFixture(client) { $0.alwaysDiscardsLateVideoFrames = false }
            cameras.occupancy = 0.5
            cameras.advance(seconds: 0.2)
            #expect(client.events.all == [.frame(0)])
            fixture.output.videoSettings = Self.bgra
            fixture.output.minFrameDuration = CMTimeMake(value: 1, timescale: 100)
            cameras.occupancy = 0
            cameras.advance(seconds: 0.35)
            #expect(client.frameTimes == [0, time(1), time(2), time(3), time(16)])
            #expect(formats.all == Array(repeating: "420f 32x16", count: 4) + ["BGRA 32x16"])
            #expect(client.reasons == Array(repeating: "OutOfBuffers", count: 12))
            #expect(fixture.statistics.delivered == 5)
            #expect(fixture.statistics.dropped == ["OutOfBuffers": 12])
            #expect(fixture.statistics.usedBuffers == 0)
        }
    }

    @Test("when discarding begins, frames that wait are delivered, and later ones are late")
    func beginOfDiscarding() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client) { $0.alwaysDiscardsLateVideoFrames = false }
            cameras.occupancy = 0.1
            cameras.advance(seconds: 0.09)
            fixture.output.alwaysDiscardsLateVideoFrames = true
            cameras.advance(seconds: 0.22)
            let waited = (0..<3).map { CaptureEvent.frame(time($0)) }
            let late = (3..<9).map { CaptureEvent.drop(time($0), "FrameWasLate") }
            #expect(client.events.all == waited + late + [.frame(time(9))])
        }
    }

    @Test("the minimum duration does not begin anew with another format")
    func minimumDuration() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client) { $0.minFrameDuration = CMTimeMake(value: 1, timescale: 10) }
            cameras.advance(seconds: 0.05)
            fixture.output.videoSettings = Self.bgra
            cameras.advance(seconds: 0.27)
            #expect(client.events.all == [0, 3, 6, 9].map { .frame(time($0)) })
        }
    }

    @Test("a gap at a change of the format is one discontinuity")
    func gap() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.05)
            cameras.loseFrames(2)
            fixture.output.videoSettings = Self.bgra
            cameras.advance(seconds: 0.1)
            let gap = CaptureEvent.drop(time(4) - 2 * 33_333_333, "Discontinuity")
            #expect(client.events.all == [.frame(0), .frame(time(1)), gap, .frame(time(4))])
            #expect(fixture.statistics.dropped == ["Discontinuity": 2])
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

    @Test("a session does not disconnect the output of another one")
    func foreignOutput() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            let connection = try #require(fixture.output.connection(with: .video))
            AVCaptureSession().removeOutput(fixture.output)
            #expect(fixture.output.connections == [connection])
            #expect(fixture.session.outputs == [fixture.output])
            cameras.advance(seconds: 0.05)
            #expect(client.events.all == [.frame(0), .frame(time(1))])
        }
    }

    @Test("whether a connection is enabled belongs to the connection, not to the next one of its output")
    func oldConnection() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            let old = try #require(fixture.output.connection(with: .video))
            old.isEnabled = false
            fixture.session.removeOutput(fixture.output)
            fixture.session.addOutput(fixture.output)
            let fresh = try #require(fixture.output.connection(with: .video))
            #expect(fresh !== old)
            #expect(!old.isEnabled)
            #expect(fresh.isEnabled)
            old.isEnabled = true
            fresh.isEnabled = false
            #expect(old.isEnabled)
            cameras.advance(seconds: 0.05)
            #expect(client.events.count == 0)
            fresh.isEnabled = true
            old.isEnabled = false
            #expect(fresh.isEnabled)
            cameras.advance(seconds: 0.03)
            #expect(client.events.all == [.frame(time(2))])
        }
    }

    @Test("the machine's cameras are the same objects before and after a test")
    func machineDevices() throws {
        let before = Self.machineDevices
        try withCamera { _ in
            let device = try #require(AVCaptureDevice.default(for: .video))
            #expect(!before.contains(device))
        }
        #expect(before.count == 2)
        #expect(Self.machineDevices == before)
    }

    private static var machineDevices: [AVCaptureDevice] {
        CaptureEngine.shared.process.withExclusiveUse { CaptureEngine.shared.cameras.devices }
    }
}
