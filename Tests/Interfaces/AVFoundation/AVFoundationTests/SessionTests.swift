import CameraCapture
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import AVFoundation

@Suite("Capture: session, camera and settings")
struct SessionTests {
    @Test("defaults")
    func defaults() throws {
        try withCamera { _ in
            let output = AVCaptureVideoDataOutput()
            #expect(output.alwaysDiscardsLateVideoFrames)
            #expect(output.automaticallyConfiguresOutputBufferDimensions)
            #expect(!output.deliversPreviewSizedOutputBuffers)
            #expect(!output.minFrameDuration.isValid)
            #expect(output.sampleBufferDelegate == nil)
            #expect(output.sampleBufferCallbackQueue == nil)
            #expect(output.videoSettings[kCVPixelBufferPixelFormatTypeKey] as? OSType == 875_704_422)
            #expect(
                output.availableVideoPixelFormatTypes == [
                    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                    kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_32BGRA,
                ])
            #expect(output.availableVideoCVPixelFormatTypes.map(\.uint32Value) == output.availableVideoPixelFormatTypes)
            #expect(output.availableVideoCodecTypes == [])
            #expect(output.connections == [])
            let session = AVCaptureSession()
            #expect(session.sessionPreset == .high)
            #expect(!session.isRunning)
            #expect(session.synchronizationClock == nil)
            output.deliversPreviewSizedOutputBuffers = true
            #expect(!output.deliversPreviewSizedOutputBuffers)
            output.automaticallyConfiguresOutputBufferDimensions = false
            output.deliversPreviewSizedOutputBuffers = true
            #expect(output.deliversPreviewSizedOutputBuffers)
        }
    }

    @Test("each pixel format has its planes and strides; a change applies to the next frame: AV-OUTPUT-003")
    func pixelFormats() throws {
        try withCamera(width: 40, height: 22) { cameras in
            let client = FrameClient()
            let images = Lock<[CVPixelBuffer]>([])
            client.onFrame = { buffer in
                if let image = buffer.imageBuffer { images.withLock { $0 = [image] } }
            }
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.01)
            let values: [Any] = [
                kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                NSNumber(value: kCVPixelFormatType_420YpCbCr8Planar), Int(kCVPixelFormatType_32BGRA),
                kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            ]
            let expected: [(OSType, planes: Int, strides: [Int])] = [
                (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 2, [128, 192]),
                (kCVPixelFormatType_420YpCbCr8Planar, 3, [128, 192, 320]), (kCVPixelFormatType_32BGRA, 0, [256]),
                (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 2, [128, 192]),
            ]
            for (value, form) in zip(values, expected) {
                fixture.output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: value]
                cameras.advance(seconds: 1.0 / 30)
                let image = try #require(images.withLock { $0.last })
                #expect(CVPixelBufferGetPixelFormatType(image) == form.0)
                #expect(CVPixelBufferGetPlaneCount(image) == form.planes)
                let planes = form.strides.indices.map { CVPixelBufferGetBytesPerRowOfPlane(image, $0) }
                #expect(planes == form.strides)
                #expect(CVPixelBufferGetWidth(image) == 40)
                #expect(CVPixelBufferGetHeight(image) == 22)
            }
            #expect(reported == [])
            fixture.output.videoSettings = [kCVPixelBufferWidthKey: 20, "other": true]
            #expect(reported == ["AV-OUTPUT-003"])
            fixture.output.videoSettings = nil
            #expect(fixture.output.videoSettings.count == 1)
        }
    }

    @Test(
        """
        calls that throw exceptions on the system have no effect here: AV-SESSION-001 AV-SESSION-003 AV-SESSION-004
        AV-SESSION-005 AV-DEVICE-001 AV-DEVICE-002 AV-DEVICE-003 AV-OUTPUT-002
        """)
    func refusals() throws {
        try withCamera(endsProgram: false, width: 640, height: 360) { cameras in
            let fixture = try CaptureFixture(nil, starts: false)
            let device = try #require(AVCaptureDevice.default(for: .video))
            fixture.session.beginConfiguration()
            fixture.session.startRunning()
            #expect(reported == ["AV-SESSION-001"])
            #expect(!fixture.session.isRunning)
            fixture.session.commitConfiguration()
            let second = try AVCaptureDeviceInput(device: device)
            #expect(!fixture.session.canAddInput(second))
            fixture.session.addInput(second)
            #expect(fixture.session.inputs.count == 1)
            let other = AVCaptureSession()
            #expect(!other.canAddOutput(fixture.output))
            other.addOutput(fixture.output)
            #expect(other.outputs == [])
            #expect(!fixture.session.canSetSessionPreset(.hd1920x1080))
            fixture.session.sessionPreset = .hd1920x1080
            #expect(fixture.session.sessionPreset == .high)
            let format = device.activeFormat
            device.activeFormat = try #require(device.formats.last)
            #expect(device.activeFormat === format)
            try device.lockForConfiguration()
            let foreign = AVCaptureDevice.Format(
                CaptureFormat(width: 2, height: 2, maximumRate: 30, range: .full))
            device.activeFormat = foreign
            device.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: 60)
            device.unlockForConfiguration()
            fixture.output.videoSettings = [kCVPixelBufferPixelFormatTypeKey: 1]
            #expect(
                reported == [
                    "AV-SESSION-001", "AV-SESSION-003", "AV-SESSION-004", "AV-SESSION-005", "AV-DEVICE-001",
                    "AV-DEVICE-002", "AV-DEVICE-003", "AV-OUTPUT-002",
                ])
            #expect(AVCaptureSession.emulation.violations.allSatisfy { $0.isRefusal })
        }
    }

    @Test("a commit without a begin changes nothing, and is a finding of quality: AV-SESSION-002 AV-QUALITY-004")
    func surplusCommit() throws {
        try withCamera(endsProgram: false) { _ in
            let session = try CaptureFixture(nil, starts: false).session
            let device = try #require(AVCaptureDevice.default(for: .video))
            session.beginConfiguration()
            // As an app that commits where it gives up, and again in the caller.
            #expect(!session.canAddInput(try AVCaptureDeviceInput(device: device)))
            session.commitConfiguration()
            #expect(AVCaptureSession.emulation.qualityFindings.isEmpty)
            session.commitConfiguration()
            #expect(reported == [])
            let findings = AVCaptureSession.emulation.qualityFindings
            #expect(findings.map(\.error.rule.id.rawValue) == ["AV-QUALITY-004"])
            #expect(findings.allSatisfy { !$0.isRefusal })
            #expect(session.inputs.count == 1)
            // The next pair is not affected: without its commit, the session does not start.
            session.beginConfiguration()
            session.startRunning()
            #expect(reported == ["AV-SESSION-001"])
            #expect(!session.isRunning)
            session.commitConfiguration()
            session.startRunning()
            #expect(session.isRunning)
            session.stopRunning()
            #expect(reported == ["AV-SESSION-001"])
        }
    }

    @Test("a second camera is added only without asking, also by code for macOS: AV-SESSION-003")
    func secondCamera() throws {
        let cameras = try EmulatedCameras([.exact(width: 32, height: 16), .exact(width: 32, height: 16)])
        try AVCaptureSession.emulation.withCameras(cameras, endsProgram: false) { _ in
            let session = AVCaptureSession()
            let inputs = try AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .unspecified
            ).devices.map { try AVCaptureDeviceInput(device: $0) }
            for input in inputs where session.canAddInput(input) { session.addInput(input) }
            #expect(inputs.count == 2)
            #expect(session.inputs == [inputs[0]])
            #expect(reported == [])
            session.addInput(inputs[1])
            #expect(session.inputs == [inputs[0]])
            #expect(reported == ["AV-SESSION-003"])
            session.removeInput(inputs[0])
            #expect(session.canAddInput(inputs[1]))
        }
    }

    @Test("without permission, no input can be created: AV-DEVICE-004")
    func permission() throws {
        let cameras = try EmulatedCameras([.exact(width: 32, height: 16)], isAuthorized: false)
        try AVCaptureSession.emulation.withCameras(cameras) { _ in
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .denied)
            let answers = Recorder<Bool>()
            AVCaptureDevice.requestAccess(for: .video) { answers.record($0) }
            #expect(answers.wait(count: 1))
            #expect(answers.all == [false])
            let device = try #require(AVCaptureDevice.default(for: .video))
            let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
            #expect(error?.code == .applicationIsNotAuthorizedToUseDevice)
            #expect(reported == ["AV-DEVICE-004"])
        }
    }

    @Test("devices are found by position and kind, and are always the same objects")
    func devices() throws {
        let front = EmulatedCameras.Camera("Front", position: .front, width: 32, height: 16)
        let cameras = try EmulatedCameras([.exact(width: 640, height: 360), front])
        try AVCaptureSession.emulation.withCameras(cameras) { _ in
            let device = try #require(AVCaptureDevice.default(for: .video))
            #expect(device.localizedName == "Back Camera")
            #expect(device.position == .back)
            #expect(AVCaptureDevice.default(for: .video) === device)
            #expect(AVCaptureDevice.default(for: .audio)?.hasMediaType(.audio) == true)
            let found = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
            #expect(found?.localizedName == "Front")
            #expect(AVCaptureDevice.default(.builtInDualCamera, for: .video, position: .back) == nil)
            let all = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInDualCamera, .builtInWideAngleCamera], mediaType: .video, position: .unspecified)
            #expect(all.devices.map(\.uniqueID).count == 2)
            #expect(Set(all.devices.map(\.uniqueID)).count == 2)
            #expect(
                device.formats.map(\.formatDescription.description) == [
                    "420v 640x360", "420f 640x360", "420v 640x360", "420f 640x360", "420v 480x360", "420f 480x360",
                    "420v 192x144", "420f 192x144",
                ])
            #expect(device.formats.first?.videoSupportedFrameRateRanges.first?.maxFrameRate == 30)
            #expect(device.formats.first?.videoSupportedFrameRateRanges.first?.minFrameRate == 1)
            #expect(device.activeFormat === device.formats.first)
            // A source of 29.97 frames per second is announced as 30.
            #expect(found?.formats.first?.videoSupportedFrameRateRanges.first?.maxFrameRate == 30)
        }
    }

    @Test("presets and the active format change the size of the frames, frame durations their rate")
    func formats() throws {
        try withCamera(width: 1280, height: 720) { cameras in
            let client = FrameClient()
            let sizes = Recorder<String>()
            client.onFrame = { sizes.record($0.formatDescription?.description ?? "") }
            let fixture = try CaptureFixture(client)
            let device = try #require(AVCaptureDevice.default(for: .video))
            cameras.advance(seconds: 0.01)
            fixture.session.sessionPreset = .vga640x480
            cameras.advance(seconds: 0.03)
            try device.lockForConfiguration()
            device.activeFormat = try #require(
                device.formats.first { $0.formatDescription.description == "420f 960x540" })
            device.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: 10)
            device.activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: 10)
            device.unlockForConfiguration()
            cameras.advance(seconds: 0.95)
            #expect(Array(sizes.all.prefix(3)) == ["420f 1280x720", "420f 640x480", "420f 960x540"])
            #expect(client.events.count == 12)
            #expect(device.activeVideoMinFrameDuration.seconds == 0.1)
            #expect(client.reasons == [])
        }
    }

    @Test("a session that is stopped late does not end one that was started meanwhile, and gets nothing")
    func lateStop() throws {
        try withCamera { cameras in
            let (first, second) = (FrameClient(), FrameClient())
            let left = try CaptureFixture(first)
            cameras.advance(seconds: 0.05)
            left.end()
            let fixture = try CaptureFixture(second)
            left.end()
            left.session.removeOutput(left.output)
            cameras.advance(seconds: 0.05)
            #expect(fixture.session.isRunning)
            #expect(first.frameTimes == [time(0), time(1)])
            #expect(second.frameTimes == [time(2), time(3)])
        }
    }

    @Test("changes of a configuration apply together at its end; a session that ends detaches its outputs")
    func configuration() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(client, queue: DispatchQueue(label: "test.capture"))
            var session: AVCaptureSession? = AVCaptureSession()
            let device = try #require(AVCaptureDevice.default(for: .video))
            session?.startRunning()
            session?.beginConfiguration()
            session?.addInput(try AVCaptureDeviceInput(device: device))
            session?.addOutput(output)
            cameras.advance(seconds: 0.1)
            #expect(client.events.count == 0)
            #expect(output.connections.count == 1)
            session?.commitConfiguration()
            cameras.advance(seconds: 0.1)
            #expect(client.events.count == 3)
            session?.beginConfiguration()
            session?.removeOutput(output)
            cameras.advance(seconds: 0.1)
            #expect(client.events.count == 6)
            session?.commitConfiguration()
            cameras.advance(seconds: 0.1)
            #expect(client.events.count == 6)
            #expect(output.connections == [])
            #expect(session?.canAddOutput(output) == true)
            session?.addOutput(output)
            cameras.advance(seconds: 0.1)
            #expect(client.events.count == 9)
            session = nil
            cameras.advance(seconds: 0.1)
            #expect(client.events.count == 9)
            let other = AVCaptureSession()
            #expect(other.canAddOutput(output))
        }
    }

    @Test(
        "a session in a local variable captures nothing, which is named; one that ran or was stopped is not: AV-SESSION-009"
    )
    func released() throws {
        for way in 0..<3 {
            try withCamera { cameras in
                let client = FrameClient()
                func capture() throws {
                    let fixture = try CaptureFixture(client)
                    if way == 1 { cameras.advance(seconds: 0.5) }
                    if way == 2 { fixture.end() }
                    withExtendedLifetime(fixture) {}
                }
                try capture()
                cameras.advance(seconds: 1)
                #expect(client.frameTimes.count == (way == 1 ? 16 : 0))
                #expect(reported == (way == 0 ? ["AV-SESSION-009"] : []))
            }
        }
    }

    /// An app that switches its camera, and returns early when there is no other one.
    private func switchCamera(_ session: AVCaptureSession, commits: Bool) {
        session.beginConfiguration()
        if let input = session.inputs.first { session.removeInput(input) }
        let front = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
        guard front != nil || commits else { return }
        session.commitConfiguration()
    }

    @Test("a change of a running session that is not committed is named, one that is committed is not: AV-SESSION-010")
    func uncommitted() throws {
        for commits in [false, true] {
            try withCamera { cameras in
                let client = FrameClient()
                let fixture = try CaptureFixture(client)
                switchCamera(fixture.session, commits: commits)
                cameras.advance(seconds: 0.99)
                #expect(client.frameTimes.count == (commits ? 0 : 30))
                #expect(reported == [])
                cameras.advance(seconds: 1)
                #expect(reported == (commits ? [] : ["AV-SESSION-010"]))
                if !commits { fixture.session.commitConfiguration() }
                // Nothing was changed, and the next one is short.
                fixture.session.beginConfiguration()
                fixture.session.commitConfiguration()
                cameras.advance(seconds: 2)
                #expect(AVCaptureSession.emulation.violations.map(\.count) == (commits ? [] : [1]))
                fixture.end()
            }
        }
    }
}
