import AVFoundation
import CameraCapture
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@Suite("Capture: locks of buffers, queues and mirroring", .timeLimit(.minutes(1)))
struct BufferLockTests {
    /// The violations of a client that uses each image so.
    private func run(_ use: @escaping (CVPixelBuffer) -> Void) throws -> [String] {
        var found: [String] = []
        try withCamera { cameras in
            let client = FrameClient()
            client.onFrame = { buffer in if let image = buffer.imageBuffer { use(image) } }
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.5)
            fixture.end()
            found = reported
        }
        return found
    }

    private func read(_ image: CVPixelBuffer) {
        #expect(CVPixelBufferGetBaseAddressOfPlane(image, 0) != nil)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(image, 0) > 0)
    }

    @Test("a lock without an unlock is named when the buffer is released, a balanced one is not: AV-BUFFER-006")
    func balance() throws {
        let wrong = try run { image in
            CVPixelBufferLockBaseAddress(image, .readOnly)
            read(image)
        }
        #expect(wrong == ["AV-BUFFER-006"])
        let nested = try run { image in
            CVPixelBufferLockBaseAddress(image, .readOnly)
            CVPixelBufferLockBaseAddress(image, .readOnly)
            read(image)
            CVPixelBufferUnlockBaseAddress(image, .readOnly)
        }
        #expect(nested == ["AV-BUFFER-006"])
        let kept = Recorder<CVPixelBuffer>()
        let right = try run { image in
            CVPixelBufferLockBaseAddress(image, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
            read(image)
            // Kept beyond the callback, unlocked.
            if kept.count < 3 { kept.record(image) }
        }
        #expect(right == [])
    }

    @Test("the address without a lock is nil, and is named; one inside a lock is not: AV-BUFFER-007")
    func address() throws {
        let without = try run { #expect(CVPixelBufferGetBaseAddressOfPlane($0, 0) == nil) }
        #expect(without == ["AV-BUFFER-007"])
        let afterwards = try run { image in
            CVPixelBufferLockBaseAddress(image, .readOnly)
            read(image)
            CVPixelBufferUnlockBaseAddress(image, .readOnly)
            #expect(CVPixelBufferGetBaseAddressOfPlane(image, 1) == nil)
        }
        #expect(afterwards == ["AV-BUFFER-007"])
        // Neither a plane that does not exist nor the address of a planar buffer needs a lock.
        let others = try run { image in
            #expect(CVPixelBufferGetBaseAddressOfPlane(image, 5) == nil)
            #expect(CVPixelBufferGetBaseAddress(image) == nil)
        }
        #expect(others == [])
    }

    @Test("mirroring is not set while it is automatic, and is set otherwise: AV-OUTPUT-009")
    func mirroring() throws {
        try withCamera(endsProgram: false) { cameras in
            let fixture = try CaptureFixture(FrameClient())
            let connection = try #require(fixture.output.connection(with: .video))
            #expect(!connection.automaticallyAdjustsVideoMirroring)
            connection.isVideoMirrored = true
            #expect(reported == [])
            connection.isVideoMirrored = false
            connection.automaticallyAdjustsVideoMirroring = true
            connection.isVideoMirrored = true
            #expect(reported == ["AV-OUTPUT-009"])
            #expect(AVCaptureSession.emulation.violations.first?.isRefusal == true)
            #expect(!connection.isVideoMirrored)
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = true
            #expect(connection.isVideoMirrored)
            #expect(AVCaptureSession.emulation.violations.map(\.count) == [1])
            cameras.advance(seconds: 0.1)
            fixture.end()
        }
    }

    @Test("a concurrent or global queue of a delegate is named, serial ones and the main queue are not: AV-OUTPUT-008")
    func queues() throws {
        let target = DispatchQueue(label: "test.target")
        let queues: [(DispatchQueue, isConcurrent: Bool)] = [
            (DispatchQueue(label: "test.concurrent", attributes: .concurrent), true), (.global(), true),
            (.global(qos: .userInitiated), true), (DispatchQueue(label: "test.serial"), false),
            // Serial because of its target.
            (DispatchQueue(label: "test.targeted", attributes: .concurrent, target: target), false),
        ]
        for (queue, isConcurrent) in queues {
            try withCamera { cameras in
                let client = FrameClient()
                let fixture = try CaptureFixture(client, queue: queue)
                cameras.advance(seconds: 2)
                #expect(client.frameTimes.count == 61)
                // On a busy machine no thread may be free in the first attempts.
                while isConcurrent, reported.isEmpty { cameras.advance(seconds: 2) }
                fixture.end()
                #expect(reported == (isConcurrent ? ["AV-OUTPUT-008"] : []), "\(queue.label)")
            }
        }
    }
}
