import AVFoundation
import Testing

#if swift(>=6)
    @testable import CaptureGuide
#else
    @testable import CaptureGuideSwift5
#endif

/// The symbols of the interface, in the forms in which clients use them.
@Suite("Capture symbol table")
struct SymbolTableTests {
    /// A running session on two cameras, for the length of `body`.
    private func withSession(_ body: (AVCaptureSession, AVCaptureVideoDataOutput, Swift4Client) throws -> Void) throws {
        let front = EmulatedCameras.Camera("Front", position: .front, width: 64, height: 32)
        let cameras = try EmulatedCameras([.exact(width: 64, height: 32), front])
        try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let session = AVCaptureSession()
            let device = try #require(AVCaptureDevice.default(for: .video))
            session.addInput(try AVCaptureDeviceInput(device: device))
            let output = AVCaptureVideoDataOutput()
            let client = Swift4Client()
            output.setSampleBufferDelegate(client, queue: client.queue)
            session.addOutput(output)
            session.startRunning()
            cameras.advance(seconds: 0.01)
            try body(session, output, client)
            session.stopRunning()
        }
    }

    @Test("session, input, output and connection")
    func session() throws {
        try withSession { session, output, client in
            let input = try #require(session.inputs.first as? AVCaptureDeviceInput)
            #expect(session.outputs == [output])
            #expect(session.connections == output.connections)
            #expect(session.isRunning)
            #expect(session.synchronizationClock === CMClockGetHostTimeClock())
            let connection = try #require(output.connection(with: .video))
            #expect(connection.output === output)
            #expect(connection.inputPorts == input.ports)
            #expect(connection.inputPorts.first?.mediaType == .video)
            #expect(connection.isEnabled)
            #expect(connection.isActive)
            #expect(!connection.videoMinFrameDuration.isValid)
            #expect(connection.videoOrientation == .landscapeRight)
            #expect(!connection.isVideoMirrored)
            #expect(connection.videoRotationAngle == 0)
            #expect(output.connection(with: .audio) == nil)
            #expect(output.sampleBufferDelegate === client)
            #expect(output.sampleBufferCallbackQueue === client.queue)
            output.availableVideoPixelFormatTypes.forEach { format in
                output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Int(format)]
            }
            output.videoSettings = [:]
            #expect(!output.videoSettings.isEmpty)
            session.removeOutput(output)
            #expect(output.connections.isEmpty)
            session.removeInput(input)
            #expect(session.canAddInput(input))
            #expect(session.canAddOutput(output))
            #expect(AVCaptureSession.emulation.violations.isEmpty)
        }
    }

    @Test("the properties of the output, and their defaults")
    func output() throws {
        try withSession { _, output, _ in
            #expect(output.alwaysDiscardsLateVideoFrames)
            #expect(!output.minFrameDuration.isValid)
            #expect(output.automaticallyConfiguresOutputBufferDimensions)
            #expect(!output.deliversPreviewSizedOutputBuffers)
            let formats = [
                kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_32BGRA,
            ]
            #expect(output.availableVideoPixelFormatTypes == formats)
            #expect(output.availableVideoCVPixelFormatTypes.map { $0.uint32Value } == formats)
            #expect(output.availableVideoCodecTypes.isEmpty)
            output.videoSettings = nil
            #expect(output.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType == formats[0])
            let settings = try #require(output.recommendedVideoSettingsForAssetWriter(writingTo: .mp4))
            #expect(settings[AVVideoCodecKey] as? AVVideoCodecType == .h264)
            #expect(settings[AVVideoWidthKey] as? Int == 64)
            #expect(settings[AVVideoHeightKey] as? Int == 32)
            #expect(AVCaptureVideoDataOutput().recommendedVideoSettingsForAssetWriter(writingTo: .mov) == nil)
        }
    }

    @Test("the planes of a pixel buffer")
    func planes() throws {
        try withSession { _, _, client in
            let image = try #require(client.last?.imageBuffer)
            #expect(CVPixelBufferGetPlaneCount(image) == 2)
            #expect((0..<2).map { CVPixelBufferGetWidthOfPlane(image, $0) } == [64, 32])
            #expect((0..<2).map { CVPixelBufferGetHeightOfPlane(image, $0) } == [32, 16])
            #expect((0..<2).map { CVPixelBufferGetBytesPerRowOfPlane(image, $0) } == [128, 192])
            #expect(CVPixelBufferGetBaseAddressOfPlane(image, 0) == nil)
            CVPixelBufferLockBaseAddress(image, CVPixelBufferLockFlags(rawValue: 0))
            defer { CVPixelBufferUnlockBaseAddress(image, CVPixelBufferLockFlags(rawValue: 0)) }
            let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(image, 0))
            let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(image, 1))
            #expect(chroma - luma == 128 * 32)
        }
    }

    @Test("devices and formats")
    func devices() async throws {
        try withSession { _, _, _ in
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
            AVCaptureDevice.requestAccess(for: .video, completionHandler: { _ in })
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .unspecified
            ).devices
            #expect(found.map(\.localizedName) == ["Back Camera", "Front"])
            #expect(found.map(\.position) == [.back, .front])
            let device = try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
            #expect(device === found.last)
            #expect(!device.uniqueID.isEmpty)
            try device.lockForConfiguration()
            device.activeVideoMinFrameDuration = .invalid
            device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 15)
            device.unlockForConfiguration()
            #expect(device.activeVideoMaxFrameDuration == CMTime(value: 66_666_667, timescale: 1_000_000_000))
            let range = try #require(device.activeFormat.videoSupportedFrameRateRanges.first)
            #expect(range.minFrameRate...range.maxFrameRate ~= 30)
            #expect("\(device.activeFormat)".contains("64x32"))
        }
    }

    @Test("sample buffers, pixel buffers and times")
    func buffers() throws {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess)
        let image: CVImageBuffer = try #require(buffer)
        #expect(CVPixelBufferLockBaseAddress(image, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(image) != nil)
        #expect(CVPixelBufferUnlockBaseAddress(image, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferGetWidth(image) == 16)
        #expect(CVPixelBufferGetHeight(image) == 8)
        #expect(CVPixelBufferGetPlaneCount(image) == 0)
        #expect(CVPixelBufferGetBytesPerRow(image) == 128)
        #expect(CVPixelBufferGetPixelFormatType(image) == kCVPixelFormatType_32BGRA)
        let time = CMTimeMake(value: 1, timescale: 2) + CMTime(value: 1, timescale: 2)
        #expect(CMTimeCompare(time, CMTime(value: 1, timescale: 1)) == 0)
        #expect(CMTimeGetSeconds(time - .zero) == 1)
        #expect(time > .zero)
        #expect(!CMTime.invalid.isValid)
        try withSession { session, output, client in
            let sample = try #require(client.last)
            #expect(CMSampleBufferGetPresentationTimeStamp(sample) == sample.presentationTimeStamp)
            #expect(sample.presentationTimeStamp.timescale == 1_000_000_000)
            #expect(sample.presentationTimeStamp.seconds == 0)
            #expect(CMSampleBufferGetDuration(sample) == sample.duration)
            #expect(CMSampleBufferGetFormatDescription(sample) == sample.formatDescription)
            #expect(CMSampleBufferGetImageBuffer(sample) === sample.imageBuffer)
            #expect(CMSampleBufferDataIsReady(sample))
            #expect(sample.attachments.propagated.isEmpty)
            #expect(CMGetAttachment(sample, kCMSampleBufferAttachmentKey_DroppedFrameReason, nil) == nil)
        }
    }
}
