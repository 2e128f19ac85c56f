import FacadeSupport
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import AVFoundation

@Suite("Capture: orientation, formats and the host's clock")
struct OrientationTests {
    /// The luma of an image without padding.
    private func luma(_ image: CVPixelBuffer) -> [[UInt8]] {
        CVPixelBufferLockBaseAddress(image, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
        let stride = CVPixelBufferGetBytesPerRowOfPlane(image, 0)
        guard let start = CVPixelBufferGetBaseAddressOfPlane(image, 0) else { return [] }
        return (0..<CVPixelBufferGetHeight(image)).map {
            Array(UnsafeRawBufferPointer(start: start + $0 * stride, count: CVPixelBufferGetWidth(image)))
        }
    }

    /// The luma of the first frame of a coded card.
    private func frame(_ change: (AVCaptureConnection) -> Void) throws -> [[UInt8]] {
        let camera = EmulatedCameras.Camera(source: "coded:", width: 320, height: 180, framesPerSecond: 30, jitter: 0)
        return try AVCaptureSession.emulation.withCameras(try EmulatedCameras([camera])) { cameras in
            let client = FrameClient()
            let frames = Lock<[[[UInt8]]]>([])
            client.onFrame = { buffer in
                guard let image = buffer.imageBuffer else { return }
                frames.withLock { $0.append(luma(image)) }
            }
            let fixture = try CaptureFixture(client)
            change(try #require(fixture.output.connection(with: .video)))
            cameras.advance(seconds: 0.01)
            fixture.end()
            #expect(reported == [])
            return frames.withLock { $0.first } ?? []
        }
    }

    @Test("frames are rotated clockwise by the angle or the orientation, and mirrored")
    func turned() throws {
        let upright = try frame { _ in }
        #expect(upright.count == 180)
        let (width, height) = (320, 180)
        let quarter = try frame { $0.videoRotationAngle = 90 }
        #expect(quarter.count == 320)
        #expect(quarter == (0..<width).map { y in (0..<height).map { x in upright[height - 1 - x][y] } })
        #expect(try frame { $0.videoOrientation = .portrait } == quarter)
        #expect(try frame { $0.videoRotationAngle = 180 } == upright.reversed().map { $0.reversed() })
        let threeQuarters = try frame { $0.videoOrientation = .portraitUpsideDown }
        #expect(threeQuarters == (0..<width).map { y in (0..<height).map { x in upright[x][width - 1 - y] } })
        #expect(try frame { $0.isVideoMirrored = true } == upright.map { $0.reversed() })
        let both = try frame { connection in
            connection.isVideoMirrored = true
            connection.videoRotationAngle = 90
        }
        #expect(both == quarter.map { $0.reversed() })
    }

    @Test("a portrait frame of a camera with 720 lines has 720x1280, and so has the notice of a dropped one")
    func portrait() throws {
        try AVCaptureSession.emulation.withCameras(try EmulatedCameras()) { cameras in
            let client = FrameClient()
            let forms = Recorder<String>()
            client.onFrame = { forms.record($0.formatDescription?.description ?? "") }
            let fixture = try CaptureFixture(client)
            let connection = try #require(fixture.output.connection(with: .video))
            #expect(connection.isVideoOrientationSupported)
            #expect(connection.isVideoMirroringSupported)
            #expect([0.0, 90, 180, 270].allSatisfy { connection.isVideoRotationAngleSupported($0) })
            #expect(!connection.isVideoRotationAngleSupported(45))
            #expect(connection.videoOrientation == .landscapeRight)
            connection.videoOrientation = .portrait
            #expect(connection.videoRotationAngle == 90)
            cameras.occupancy = 0.05
            cameras.advance(seconds: 0.06)
            #expect(forms.all.first == "420f 720x1280")
            #expect(client.drops.all.first?.formatDescription?.description == "420f 720x1280")
            fixture.end()
        }
    }

    @Test("an angle that is not supported is refused: AV-OUTPUT-004")
    func angle() throws {
        try withCamera(endsProgram: false) { _ in
            let fixture = try CaptureFixture(nil)
            let connection = try #require(fixture.output.connection(with: .video))
            connection.videoRotationAngle = 45
            #expect(reported == ["AV-OUTPUT-004"])
            #expect(AVCaptureSession.emulation.violations.first?.error.message == "videoRotationAngle is 45.0")
            #expect(connection.videoRotationAngle == 0)
        }
    }

    @Test("a normal camera has 60 frames per second at 720 lines; setting the format makes the preset inputPriority")
    func sixty() throws {
        try AVCaptureSession.emulation.withCameras(try EmulatedCameras()) { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            let device = try #require(AVCaptureDevice.default(for: .video))
            let format = try #require(
                device.formats.first { format in
                    format.formatDescription.dimensions == CMVideoDimensions(width: 1280, height: 720)
                        && format.videoSupportedFrameRateRanges.contains { $0.maxFrameRate >= 60 }
                })
            #expect(fixture.session.sessionPreset == .high)
            try device.lockForConfiguration()
            device.activeFormat = format
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 60)
            device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 60)
            device.unlockForConfiguration()
            #expect(fixture.session.sessionPreset == .inputPriority)
            cameras.advance(seconds: 0.2)
            let before = client.frameTimes.count
            cameras.advance(seconds: 1)
            // 59.94, as the source has 29.97.
            #expect((59...61).contains(client.frameTimes.count - before))
            fixture.session.sessionPreset = .hd1280x720
            #expect(fixture.session.sessionPreset == .hd1280x720)
            #expect(device.activeFormat.videoSupportedFrameRateRanges.first?.maxFrameRate == 30)
            #expect(reported == [])
            fixture.end()
        }
    }

    @Test("a format with a fixed rate takes no other: AV-DEVICE-003")
    func fixedRate() throws {
        try withCamera(endsProgram: false, width: 640, height: 480) { _ in
            let device = try #require(AVCaptureDevice.default(for: .video))
            // The last format of the size, without a look at its smallest rate.
            let size = CMVideoDimensions(width: 640, height: 480)
            let format = try #require(device.formats.last { $0.formatDescription.dimensions == size })
            #expect(format.videoSupportedFrameRateRanges.first?.minFrameRate == 30)
            try device.lockForConfiguration()
            device.activeFormat = format
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 30)
            #expect(reported == [])
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
            device.unlockForConfiguration()
            #expect(reported == ["AV-DEVICE-003"])
            let message = AVCaptureSession.emulation.violations.first?.error.message
            #expect(message?.contains("has 30.0 to 30.0 frames a second") == true)
        }
    }

    @Test("the host's clock counts from the machine's start, as the times of frames do")
    func hostClock() throws {
        try CaptureEngine.shared.process.withExclusiveUse {
            let before = ProcessInfo.processInfo.systemUptime
            let now = CMClockGetTime(CMClockGetHostTimeClock()).seconds
            #expect(now >= before)
            #expect(now <= ProcessInfo.processInfo.systemUptime)
            let client = FrameClient()
            let times = Recorder<Double>()
            client.onFrame = { times.record($0.presentationTimeStamp.seconds) }
            let fixture = try CaptureFixture(client)
            #expect(times.wait(count: 1))
            fixture.session.stopRunning()
            let captured = times.all.first ?? 0
            #expect(captured <= ProcessInfo.processInfo.systemUptime)
            // Cameras run from the first use of the module, at most since the process began.
            #expect(captured >= before - 3600)
        }
    }

    @Test("members that are not emulated compile, and are reported at their first use: AV-OTHER-001")
    func unemulated() throws {
        try withCamera { _ in
            let fixture = try CaptureFixture(nil)
            let connection = try #require(fixture.output.connection(with: .video))
            if connection.isVideoStabilizationSupported { connection.preferredVideoStabilizationMode = .auto }
            connection.videoScaleAndCropFactor = min(2, connection.videoMaxScaleAndCropFactor)
            #expect(reported == [])
            connection.preferredVideoStabilizationMode = .cinematic
            connection.preferredVideoStabilizationMode = .standard
            #expect(connection.activeVideoStabilizationMode == .off)
            #expect(reported == ["AV-OTHER-001"])
            #expect(AVCaptureSession.emulation.violations.map(\.count) == [1])
        }
    }
}
