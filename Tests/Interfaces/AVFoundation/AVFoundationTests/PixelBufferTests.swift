import AVFoundation
import StudioTestSupport
import Testing

@Suite("CoreVideo: pixel buffers")
struct PixelBufferTests {
    private func create(
        _ width: Int, _ height: Int, _ format: OSType, _ attributes: [String: Any]? = nil
    ) -> (result: CVReturn, buffer: CVPixelBuffer?) {
        var buffer: CVPixelBuffer?
        let result = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, attributes, &buffer)
        return (result, buffer)
    }

    @Test("a created buffer is zeroed, has aligned strides, and is accessible between lock and unlock")
    func created() throws {
        let buffer = try #require(create(10, 4, kCVPixelFormatType_32BGRA).buffer)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
        #expect(CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0)) == kCVReturnSuccess)
        let start = try #require(CVPixelBufferGetBaseAddress(buffer))
        #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == start)
        #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == nil)
        #expect(CVPixelBufferGetBytesPerRow(buffer) == 128)
        #expect(CVPixelBufferGetDataSize(buffer) == 512)
        #expect(UnsafeRawBufferPointer(start: start, count: 512).allSatisfy { $0 == 0 })
        start.storeBytes(of: 7, as: UInt8.self)
        #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(buffer) == start)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
        #expect(buffer.bytes().first == 7)
        #expect(!CVPixelBufferIsPlanar(buffer))
        #expect(CVPixelBufferGetPlaneCount(buffer) == 0)
    }

    @Test("planes of odd sizes are rounded up")
    func planes() throws {
        let two = try #require(create(7, 5, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange).buffer)
        #expect(CVPixelBufferGetPlaneCount(two) == 2)
        #expect(CVPixelBufferGetWidthOfPlane(two, 1) == 4)
        #expect(CVPixelBufferGetHeightOfPlane(two, 1) == 3)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(two, 1) == 192)
        #expect(CVPixelBufferGetDataSize(two) == 128 * 5 + 192 * 3)
        // Rows of this size cover all planes.
        #expect(CVPixelBufferGetBytesPerRow(two) == 244)
        #expect(CVPixelBufferGetBaseAddress(two) == nil)
        let attributes: [String: Any] = [kCVPixelBufferBytesPerRowAlignmentKey: 1]
        let three = try #require(create(8, 6, kCVPixelFormatType_420YpCbCr8Planar, attributes).buffer)
        #expect((0..<4).map { CVPixelBufferGetBytesPerRowOfPlane(three, $0) } == [8, 4, 4, 0])
        #expect((0..<4).map { CVPixelBufferGetHeightOfPlane(three, $0) } == [6, 3, 3, 0])
        #expect((0..<4).map { CVPixelBufferGetWidthOfPlane(three, $0) } == [8, 4, 4, 0])
        CVPixelBufferLockBaseAddress(three, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(three, .readOnly) }
        let starts = (0..<3).compactMap { CVPixelBufferGetBaseAddressOfPlane(three, $0) }
        #expect(starts.map { $0 - starts[0] } == [0, 48, 60])
    }

    @Test("unusable arguments have a code each, and give no buffer")
    func refusals() {
        let bgra = kCVPixelFormatType_32BGRA
        #expect(create(8, 8, 1).result == kCVReturnInvalidPixelFormat)
        #expect(create(0, 8, bgra).result == kCVReturnInvalidSize)
        #expect(create(8, -1, bgra).result == kCVReturnInvalidSize)
        #expect(create(16_385, 8, bgra).result == kCVReturnInvalidSize)
        for alignment in [0, 3, 8192] {
            let attributes: [String: Any] = [kCVPixelBufferBytesPerRowAlignmentKey: alignment]
            #expect(create(8, 8, bgra, attributes).result == kCVReturnInvalidPixelBufferAttributes)
            #expect(create(8, 8, bgra, attributes).buffer == nil)
        }
        let other: [String: Any] = [kCVPixelBufferIOSurfacePropertiesKey: [String: Any]()]
        #expect(create(8, 8, bgra, other).result == kCVReturnSuccess)
        #expect(create(8, 8, bgra, [kCVPixelBufferBytesPerRowAlignmentKey: NSNumber(value: 128)]).result == 0)
    }

    @Test("writes of a client reach no frame of another output with other settings")
    func received() throws {
        try withCamera(width: 64, height: 32) { cameras in
            let (writer, reader) = (FrameClient(), FrameClient())
            let (before, after) = (Recorder<[UInt8]>(), Recorder<[UInt8]>())
            writer.onFrame = { buffer in
                guard let image = buffer.imageBuffer else { return }
                before.record(image.bytes())
                #expect(CVPixelBufferLockBaseAddress(image, []) == kCVReturnSuccess)
                if let start = CVPixelBufferGetBaseAddressOfPlane(image, 0) { memset(start, 0, 128 * 32) }
                CVPixelBufferUnlockBaseAddress(image, [])
                after.record(image.bytes())
            }
            let luma = Recorder<[UInt8]>()
            reader.onFrame = { luma.record($0.imageBuffer?.bytes() ?? []) }
            let format = kCVPixelFormatType_420YpCbCr8Planar
            // Of one session: a second one would interrupt the first.
            let fixture = try CaptureFixture(writer, starts: false)
            let other = AVCaptureVideoDataOutput()
            other.videoSettings = [kCVPixelBufferPixelFormatTypeKey: format]
            other.setSampleBufferDelegate(reader, queue: DispatchQueue(label: "test.other"))
            fixture.session.addOutput(other)
            fixture.session.startRunning()
            defer { fixture.end() }
            cameras.advance(seconds: 0.01)
            #expect(before.all.first?.contains { $0 != 0 } == true)
            #expect(after.all.first?.allSatisfy { $0 == 0 } == true)
            #expect(luma.all.first?.contains { $0 != 0 } == true)
            #expect(luma.all.first?.count == 128 * 32)
        }
    }
}
