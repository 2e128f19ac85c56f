import CameraCapture
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import AVFoundation

@Suite("Capture: delivery")
struct DeliveryTests {
    @Test("a fast delegate gets each frame, on its queue, with time, duration and form")
    func fast() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let key = DispatchSpecificKey<Bool>()
            let isOnQueue = Recorder<Bool?>()
            let formats = Recorder<CMFormatDescription?>()
            let durations = Recorder<CMTime>()
            client.onFrame = { buffer in
                isOnQueue.record(DispatchQueue.getSpecific(key: key))
                formats.record(buffer.formatDescription)
                durations.record(buffer.duration)
            }
            let fixture = try CaptureFixture(client)
            fixture.queue.setSpecific(key: key, value: true)
            cameras.advance(seconds: 0.99)
            #expect(client.events.all == (0..<30).map { .frame(time($0)) })
            #expect(isOnQueue.all == Array(repeating: true, count: 30))
            let format = try #require(formats.all.last ?? nil)
            #expect(CMVideoFormatDescriptionGetDimensions(format).width == 32)
            #expect(CMVideoFormatDescriptionGetDimensions(format).height == 16)
            #expect(CMFormatDescriptionGetMediaSubType(format) == 875_704_422)
            #expect(Set(durations.all) == [CMTime(value: 33_333_333, timescale: 1_000_000_000)])
            #expect(fixture.statistics.delivered == 30)
            #expect(fixture.statistics.dropped == [:])
            #expect(fixture.statistics.usedBuffers == 0)
            #expect(reported == [])
        }
    }

    @Test("a delegate of 50 ms at 30 fps gets every second frame; each other one is late")
    func slow() throws {
        try withCamera { cameras in
            let client = FrameClient()
            cameras.occupancy = 0.05
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.99)
            let expected = (0..<30).map { frame -> CaptureEvent in
                frame.isMultiple(of: 2) ? .frame(time(frame)) : .drop(time(frame), "FrameWasLate")
            }
            #expect(client.events.all == expected)
            #expect(fixture.statistics.delivered == 15)
            #expect(fixture.statistics.dropped == ["FrameWasLate": 15])
            // The delegate has asked for it, so that it is no violation.
            #expect(reported == [])
            #expect(AVCaptureSession.emulation.qualityFindings.map(\.error.rule) == [.captureLateFrames])
        }
    }

    @Test("a frame that is captured at the moment of the return is delivered, one nanosecond earlier it is late")
    func boundary() throws {
        let camera = EmulatedCameras.Camera(width: 32, height: 16, framesPerSecond: 25, jitter: 0)
        for (occupancy, delivered) in [(0.04, 10), (0.040_000_001, 5)] {
            try AVCaptureSession.emulation.withCameras(EmulatedCameras([camera])) { cameras in
                let client = FrameClient()
                cameras.occupancy = occupancy
                let fixture = try CaptureFixture(client)
                cameras.advance(seconds: 0.39)
                #expect(fixture.statistics.delivered == delivered)
                #expect(client.events.count == 10)
            }
        }
    }

    @Test("a dropped frame has its time, duration, form and reason, and no image")
    func dropped() throws {
        try withCamera { cameras in
            let client = FrameClient()
            cameras.occupancy = 0.05
            let fixture = try CaptureFixture(client)
            defer { fixture.end() }
            cameras.advance(seconds: 0.09)
            let buffer = try #require(client.drops.all.first)
            #expect(client.drops.count == 1)
            #expect(buffer.imageBuffer == nil)
            #expect(CMSampleBufferGetImageBuffer(buffer) == nil)
            #expect(!CMSampleBufferDataIsReady(buffer))
            #expect(buffer.presentationTimeStamp == CMTime(value: time(1), timescale: 1_000_000_000))
            #expect(buffer.duration == CMTime(value: 33_333_333, timescale: 1_000_000_000))
            let format = try #require(CMSampleBufferGetFormatDescription(buffer))
            #expect(format.description == "420f 32x16")
            #expect(buffer.attachments[.droppedFrameReason]?.value as? String == "FrameWasLate")
        }
    }

    @Test("a delegate that keeps all buffers gets 15, then OutOfBuffers until one is released: AV-BUFFER-001")
    func kept() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let kept = Lock<[CMSampleBuffer]>([])
            client.onFrame = { buffer in kept.withLock { $0.append(buffer) } }
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.99)
            #expect(client.frameTimes == (0..<15).map { time($0) })
            #expect(client.reasons == Array(repeating: "OutOfBuffers", count: 15))
            #expect(fixture.statistics.usedBuffers == 15)
            let violation = try #require(AVCaptureSession.emulation.violations.first)
            #expect(reported == ["AV-BUFFER-001"])
            #expect(violation.error.message == "15 of 15 buffers are kept, the oldest since 00:00:00.000")
            #expect(violation.count == 15)
            withExtendedLifetime(kept.withLock { $0.removeFirst() }) {}
            cameras.advance(seconds: 0.1)
            #expect(client.frameTimes.last == time(30))
            #expect(client.reasons.count == 17)
            kept.set([])
            cameras.advance(seconds: 0.1)
            #expect(client.reasons.count == 17)
            #expect(client.frameTimes.count == 19)
        }
    }

    @Test("an image that is kept without its sample buffer holds its buffer too; its bytes do not change")
    func keptImages() throws {
        // Rows of 640 bytes have no padding, whose bytes are undefined.
        try withCamera(poolSize: 3, width: 640, height: 360) { cameras in
            let client = FrameClient()
            let kept = Lock<[CVPixelBuffer]>([])
            client.onFrame = { buffer in
                if let image = CMSampleBufferGetImageBuffer(buffer) { kept.withLock { $0.append(image) } }
            }
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.2)
            #expect(client.frameTimes.count == 3)
            #expect(fixture.statistics.usedBuffers == 3)
            let before = kept.withLock { $0 }.map { $0.bytes() }
            cameras.advance(seconds: 2)
            #expect(kept.withLock { $0 }.map { $0.bytes() } == before)
            fixture.session.stopRunning()
            #expect(kept.withLock { $0 }.map { $0.bytes() } == before)
            #expect(Set(before).count == 3)
        }
    }

    @Test("a delegate that copies and releases never runs out of buffers, with a pool of 2")
    func copies() throws {
        try withCamera(poolSize: 2) { cameras in
            let client = FrameClient()
            let copies = Recorder<[UInt8]>()
            client.onFrame = { buffer in copies.record(buffer.imageBuffer?.bytes() ?? []) }
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 1.99)
            #expect(copies.count == 60)
            #expect(fixture.statistics.dropped == [:])
        }
    }

    @Test("a forced gap is one discontinuity, with the time of its first frame, before the next frame")
    func gap() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.3)
            cameras.loseFrames(5)
            cameras.advance(seconds: 0.29)
            let frames = (Array(0..<10) + [15, 16, 17]).map { CaptureEvent.frame(time($0)) }
            // The time is counted back from the next frame.
            let gap = CaptureEvent.drop(time(15) - 5 * 33_333_333, "Discontinuity")
            #expect(client.events.all == Array(frames.prefix(10)) + [gap] + Array(frames.suffix(3)))
            #expect(fixture.statistics.dropped == ["Discontinuity": 5])
            #expect(reported == [])
        }
    }

    @Test("without discard, nothing is lost in a short stall of the delegate")
    func shortStall() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client) { $0.alwaysDiscardsLateVideoFrames = false }
            cameras.advance(seconds: 0.1)
            cameras.occupancy = 0.3
            cameras.advance(seconds: 0.05)
            cameras.occupancy = 0
            #expect(client.events.count == 5)
            cameras.advance(seconds: 0.84)
            #expect(client.events.all == (0..<30).map { .frame(time($0)) })
            #expect(fixture.statistics.dropped == [:])
        }
    }

    @Test("without discard, frames wait until the pool is empty; notices keep the order of the capture times")
    func fullBacklog() throws {
        try withCamera(poolSize: 4) { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client) { $0.alwaysDiscardsLateVideoFrames = false }
            defer { fixture.end() }
            cameras.occupancy = 0.5
            cameras.advance(seconds: 0.2)
            #expect(client.events.all == [.frame(0)])
            cameras.occupancy = 0
            cameras.advance(seconds: 0.35)
            let times = client.events.all.map(\.time)
            #expect(times == times.sorted())
            #expect(Array(client.events.all.prefix(4)) == (0..<4).map { .frame(time($0)) })
            #expect(client.events.all.dropFirst(4).first == .drop(time(4), "OutOfBuffers"))
            #expect(client.reasons == Array(repeating: "OutOfBuffers", count: 12))
            #expect(client.events.all.last == .frame(time(16)))
            // Nobody keeps a buffer: the delegate is slow.
            #expect(reported == ["AV-CALL-003"])
        }
    }

    @Test("a queue that other work blocks counts as late")
    func blockedQueue() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.01)
            let isFree = Signal()
            fixture.queue.async { _ = isFree.wait() }
            // Without waiting for callbacks: frames 1 to 4.
            for frame in 1...4 { cameras.world.clock.advance(to: .init(nanoseconds: time(Int64(frame)))) }
            #expect(client.events.count == 1)
            isFree.send()
            cameras.advance(seconds: 0.04)
            let late = (2...4).map { CaptureEvent.drop(time($0), "FrameWasLate") }
            #expect(client.events.all == [.frame(0), .frame(time(1))] + late + [.frame(time(5))])
        }
    }

    @Test("frames that the source delivers at once: the first one arrives, the others are late")
    func burst() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            defer { fixture.end() }
            cameras.advance(seconds: 0.1)
            cameras.stall()
            cameras.advance(seconds: 0.1)
            cameras.resume(catchesUp: true)
            cameras.advance(seconds: 0.05)
            let late = (5...7).map { CaptureEvent.drop(time($0), "FrameWasLate") }
            #expect(client.events.all == (0...4).map { .frame(time($0)) } + late)
        }
    }

    @Test("decimated frames are not dropped frames")
    func minimumDuration() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client) { $0.minFrameDuration = CMTimeMake(value: 1, timescale: 10) }
            cameras.advance(seconds: 0.99)
            #expect(client.events.all == stride(from: 0, to: 30, by: 3).map { .frame(time($0)) })
            fixture.output.minFrameDuration = .zero
            fixture.output.connection(with: .video)?.videoMinFrameDuration = CMTimeMake(value: 1, timescale: 5)
            cameras.advance(seconds: 1)
            #expect(client.events.count == 15)
            #expect(client.reasons == [])
        }
    }

    @Test(
        "a minimum passes every n-th frame of a camera with jitter: AV-OUTPUT-005",
        arguments: 1..<6 as Range<UInt64>)
    func jitter(seed: UInt64) throws {
        // All 300 frames of 10 s, every second and every third one.
        let cases = [(60, 300), (30, 300), (29, 150), (24, 150), (15, 150), (10, 100)]
        for (rate, count) in cases {
            let cameras = try EmulatedCameras([EmulatedCameras.Camera(width: 32, height: 16)], seed: seed)
            try AVCaptureSession.emulation.withCameras(cameras) { cameras in
                let client = FrameClient()
                let fixture = try CaptureFixture(client) {
                    $0.minFrameDuration = CMTimeMake(value: 1, timescale: Int32(rate))
                }
                cameras.advance(seconds: 9.99)
                #expect(client.frameTimes.count == count, "at most \(rate) per second")
                #expect(client.reasons == [])
                fixture.end()
            }
        }
    }

    @Test("a minimum of the camera's own limited rate leaves no frame out: AV-OUTPUT-005")
    func limitedCamera() throws {
        let cameras = try EmulatedCameras([EmulatedCameras.Camera(width: 32, height: 16)])
        try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client) { $0.minFrameDuration = CMTimeMake(value: 1, timescale: 15) }
            let device = try #require(AVCaptureDevice.default(for: .video))
            try device.lockForConfiguration()
            device.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: 15)
            device.unlockForConfiguration()
            cameras.advance(seconds: 9.99)
            let all = client.frameTimes.count
            #expect((149...151).contains(all))
            fixture.output.minFrameDuration = .invalid
            cameras.advance(seconds: 10)
            #expect((149...151).contains(client.frameTimes.count - all))
            #expect(client.reasons == [])
            fixture.end()
        }
    }
}
