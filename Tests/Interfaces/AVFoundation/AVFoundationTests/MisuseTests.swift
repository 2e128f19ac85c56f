import CameraCapture
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@testable import AVFoundation

/// Copies the planes of an image, as an app does before it gives the bytes to a library.
private func copyPlanes(of image: CVPixelBuffer, usesStride: Bool) -> [[UInt8]] {
    CVPixelBufferLockBaseAddress(image, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
    return (0..<CVPixelBufferGetPlaneCount(image)).map { plane in
        let width = CVPixelBufferGetWidth(image)
        let stride = usesStride ? CVPixelBufferGetBytesPerRowOfPlane(image, plane) : width
        let height = CVPixelBufferGetHeightOfPlane(image, plane)
        guard let start = CVPixelBufferGetBaseAddressOfPlane(image, plane) else { return [] }
        return (0..<height).flatMap { Array(UnsafeRawBufferPointer(start: start + $0 * stride, count: width)) }
    }
}

@Suite("Capture: misuse of buffers and sessions")
struct MisuseTests {
    /// The planes that a client copies from the first frame.
    private func copy(
        _ rows: RowPadding, width: Int, usesStride: Bool
    ) throws -> (planes: [[UInt8]], violations: [StudioError]) {
        let cameras = try EmulatedCameras([.exact(width: width, height: 32)], rows: rows)
        return try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let client = FrameClient()
            let planes = Recorder<[UInt8]>()
            client.onFrame = { buffer in
                guard let image = buffer.imageBuffer else { return }
                for plane in copyPlanes(of: image, usesStride: usesStride) { planes.record(plane) }
            }
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.01)
            fixture.end()
            return (planes.all, AVCaptureSession.emulation.violations.map(\.error))
        }
    }

    @Test("a client that takes the width for the stride gets sheared frames, and a diagnosis: AV-BUFFER-002")
    func strides() throws {
        // No other test has this width, so that nobody has asked for its strides.
        let wrong = try copy(.uneven, width: 136, usesStride: false)
        #expect(wrong.violations.map(\.rule) == [.captureIgnoredStride])
        let message = try #require(wrong.violations.first?.message)
        #expect(message.contains("plane 0 of a 420f 136x32 buffer was accessed"))
        #expect(message.contains("its rows have 136 bytes, its stride is 256"))
        let right = try copy(.uneven, width: 136, usesStride: true)
        #expect(right.violations == [])
        let tight = try copy(.tight, width: 136, usesStride: true)
        #expect(right.planes == tight.planes)
        #expect(wrong.planes != tight.planes)
        // On tight rows the fault does not show.
        let hidden = try copy(.tight, width: 136, usesStride: false)
        #expect(hidden.planes == tight.planes)
        #expect(hidden.violations == [])
    }

    @Test("each flag of an unlock is that of the lock: AV-BUFFER-003")
    func flags() throws {
        try withCamera { cameras in
            let client = FrameClient()
            client.onFrame = { buffer in
                guard let image = buffer.imageBuffer else { return }
                #expect(CVPixelBufferLockBaseAddress(image, .readOnly) == kCVReturnSuccess)
                #expect(CVPixelBufferUnlockBaseAddress(image, .readOnly) == kCVReturnSuccess)
            }
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.01)
            #expect(reported == [])
            client.onFrame = { buffer in
                guard let image = buffer.imageBuffer else { return }
                #expect(CVPixelBufferLockBaseAddress(image, .readOnly) == kCVReturnSuccess)
                #expect(CVPixelBufferUnlockBaseAddress(image, []) == kCVReturnSuccess)
                #expect(CVPixelBufferUnlockBaseAddress(image, []) == kCVReturnError)
            }
            cameras.advance(seconds: 0.03)
            #expect(reported == ["AV-BUFFER-003"])
            let message = AVCaptureSession.emulation.violations.first?.error.message
            #expect(message == "a 420f 32x16 buffer was unlocked with [], and locked with .readOnly")
            fixture.end()
        }
    }

    /// Runs a client of guarded buffers in a process of its own.
    private static func run(_ body: @escaping (CVPixelBuffer) -> Void) throws {
        let cameras = try EmulatedCameras([.exact(width: 64, height: 32)], guardsBuffers: true)
        try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let client = FrameClient()
            client.onFrame = { buffer in if let image = buffer.imageBuffer { body(image) } }
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.1)
            fixture.end()
        }
    }

    @Test("guarded buffers are read and written inside their locks as others")
    func guarded() throws {
        let counts = Recorder<Int>()
        try Self.run { image in
            counts.record(copyPlanes(of: image, usesStride: true)[0].count)
            CVPixelBufferLockBaseAddress(image, [])
            CVPixelBufferGetBaseAddressOfPlane(image, 0)?.storeBytes(of: 7, as: UInt8.self)
            CVPixelBufferUnlockBaseAddress(image, [])
            #expect(image.bytes()[0] == 7)
        }
        #expect(counts.all == [2048, 2048, 2048, 2048])
    }

    @Test("bytes that are read after the unlock end the program, with the rule: AV-BUFFER-004")
    func afterUnlock() async throws {
        // SIGSEGV; a sanitizer turns it into an exit code.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try MisuseTests.run { image in
                CVPixelBufferLockBaseAddress(image, .readOnly)
                let start = CVPixelBufferGetBaseAddressOfPlane(image, 0)
                _ = CVPixelBufferGetBytesPerRowOfPlane(image, 0)
                CVPixelBufferUnlockBaseAddress(image, .readOnly)
                print(start?.load(as: UInt8.self) ?? 0)
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("AV-BUFFER-004"))
        #expect(text.contains("the bytes of a 420f 64x32 buffer are accessed outside its lock"))
    }

    @Test("bytes that are written under a lock for reading end the program, with the rule: AV-BUFFER-005")
    func readOnlyWrite() async throws {
        // SIGSEGV; a sanitizer turns it into an exit code.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try MisuseTests.run { image in
                CVPixelBufferLockBaseAddress(image, .readOnly)
                defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
                CVPixelBufferGetBaseAddressOfPlane(image, 0)?.storeBytes(of: 7, as: UInt8.self)
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("AV-BUFFER-005"))
        #expect(text.contains("the bytes of a 420f 64x32 buffer are written, and it is locked with .readOnly"))
    }

    @Test("bytes that are read after the release of the buffer end the program, with the rule: AV-BUFFER-004")
    func afterRelease() async throws {
        // SIGSEGV; a sanitizer turns it into an exit code.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let kept = Recorder<UInt>()
            try MisuseTests.run { image in
                CVPixelBufferLockBaseAddress(image, .readOnly)
                kept.record(UInt(bitPattern: CVPixelBufferGetBaseAddressOfPlane(image, 0)))
            }
            print(UnsafeRawPointer(bitPattern: kept.all[0])?.load(as: UInt8.self) ?? 0)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("the bytes of a 420f 64x32 buffer are accessed after its release"))
    }

    @Test("a stop inside a configuration is refused as a start is; after the commit it works: AV-SESSION-006")
    func stopInConfiguration() throws {
        try withCamera(endsProgram: false) { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            // Switches off, and forgets that a configuration has begun.
            fixture.session.beginConfiguration()
            fixture.session.stopRunning()
            #expect(reported == ["AV-SESSION-006"])
            let violation = try #require(AVCaptureSession.emulation.violations.first)
            #expect(violation.isRefusal)
            #expect(violation.error.message == "stopRunning between beginConfiguration and commitConfiguration")
            #expect(violation.error.hint == "call commitConfiguration first")
            #expect(fixture.session.isRunning)
            fixture.session.commitConfiguration()
            fixture.session.stopRunning()
            #expect(!fixture.session.isRunning)
            #expect(reported == ["AV-SESSION-006"])
        }
    }
}
