import AVFoundation
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// Apps that choose a frame rate, and lose it by what they do next.
@Suite("Capture: frame durations that are reset")
struct FrameDurationTests {
    private static let fifteen = CMTime(value: 1, timescale: 15)

    /// The frames of a second of a camera of 720 lines, and what was reported in the next one.
    private func frames(
        _ act: (AVCaptureDevice, AVCaptureSession) throws -> Void,
        then later: (AVCaptureDevice) throws -> Void = { _ in }
    ) throws -> (count: Int, messages: [String]) {
        let cameras = try EmulatedCameras([.exact(width: 1280, height: 720)])
        return try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            try act(try #require(AVCaptureDevice.default(for: .video)), fixture.session)
            cameras.advance(seconds: 0.5)
            try later(try #require(AVCaptureDevice.default(for: .video)))
            cameras.advance(seconds: 0.49)
            let count = client.frameTimes.count
            cameras.advance(seconds: 1)
            fixture.end()
            return (count, AVCaptureSession.emulation.violations.map { "\($0.error.rule.id): \($0.error.message)" })
        }
    }

    private func limit(_ device: AVCaptureDevice, to duration: CMTime = fifteen) throws {
        try device.lockForConfiguration()
        device.activeVideoMinFrameDuration = duration
        device.activeVideoMaxFrameDuration = duration
        device.unlockForConfiguration()
    }

    private func lost(_ cause: String) -> [String] {
        ["AV-DEVICE-005: a frame duration of 0.066666667 s of 'Back Camera' was set, and \(cause) reset it at once"]
    }

    @Test("a rate that is chosen before the format or the preset is lost, which is named: AV-DEVICE-005")
    func reset() throws {
        let byFormat = try frames { device, _ in
            try limit(device)
            try device.lockForConfiguration()
            device.activeFormat = device.formats[1]
            device.unlockForConfiguration()
        }
        #expect(byFormat.count == 30)
        #expect(byFormat.messages == lost("activeFormat"))
        let byPreset = try frames { device, session in
            try limit(device)
            session.sessionPreset = .vga640x480
        }
        #expect(byPreset.count == 30)
        #expect(byPreset.messages == lost("sessionPreset"))
    }

    @Test("a rate that is chosen before the camera is added is lost, which is named: AV-DEVICE-005")
    func early() throws {
        let cameras = try EmulatedCameras([.exact()])
        try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            try limit(try #require(AVCaptureDevice.default(for: .video)))
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.99)
            #expect(reported == [])
            cameras.advance(seconds: 0.01)
            #expect(
                AVCaptureSession.emulation.violations.map { "\($0.error.rule.id): \($0.error.message)" }
                    == lost("addInput"))
            fixture.end()
            #expect(client.frameTimes.count == 31)
        }
    }

    @Test("a rate that is chosen last, again, or is the default of the format, is not reported")
    func right() throws {
        func choose(_ device: AVCaptureDevice, _ session: AVCaptureSession) throws {
            session.sessionPreset = .vga640x480
            try limit(device)
        }
        #expect(try frames(choose).count == 15)
        #expect(try frames(choose).messages == [])
        let again = try frames { device, session in
            try limit(device)
            session.sessionPreset = .vga640x480
        } then: {
            try limit($0)
        }
        #expect(again.messages == [])
        let same = try frames { device, session in
            try limit(device, to: CMTime(value: 1, timescale: 30))
            session.sessionPreset = .vga640x480
        }
        #expect(same.messages == [])
        // Slow for a task, and the preset for the next one.
        let next = try frames { device, _ in
            try limit(device)
        } then: { device in
            try device.lockForConfiguration()
            device.activeFormat = device.formats[1]
            device.unlockForConfiguration()
        }
        #expect(next.messages == [])
    }
}
