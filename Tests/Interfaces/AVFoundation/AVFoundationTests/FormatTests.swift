import AVFoundation
import CameraCapture
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@Suite("Capture: formats of the default cameras")
struct FormatTests {
    /// The rates of a size, from the smallest on.
    private func rates(_ device: AVCaptureDevice, _ size: String) -> [Double] {
        let formats = device.formats.filter { $0.formatDescription.description == "420f \(size)" }
        return formats.flatMap { $0.videoSupportedFrameRateRanges.map(\.maxFrameRate) }
    }

    @Test("a camera of 720 lines has the sizes and rates of phones; without a choice, frames are what they were")
    func formats() throws {
        try AVCaptureSession.emulation.withCameras(EmulatedCameras()) { cameras in
            let client = FrameClient()
            let sizes = Recorder<String>()
            client.onFrame = { sizes.record($0.formatDescription?.description ?? "") }
            let fixture = try CaptureFixture(client)
            let device = try #require(AVCaptureDevice.default(for: .video))
            #expect(rates(device, "3840x2160") == [30, 60])
            #expect(rates(device, "1920x1080") == [30, 60, 120, 240])
            #expect(rates(device, "1280x720") == [30, 60, 120, 240, 30])
            #expect(rates(device, "640x480") == [30])
            let presets: [AVCaptureSession.Preset] = [
                .high, .photo, .medium, .low, .vga640x480, .hd1280x720, .hd1920x1080, .hd4K3840x2160, .iFrame960x540,
                .iFrame1280x720, .inputPriority,
            ]
            for preset in presets { #expect(fixture.session.canSetSessionPreset(preset), "\(preset.rawValue)") }
            #expect(device.activeFormat === device.formats.first)
            #expect(device.activeFormat.description == "420v 1280x720, 1.0 to 30.0 frames per second")
            cameras.advance(seconds: 1)
            #expect(Set(sizes.all) == ["420f 1280x720"])
            #expect((29...31).contains(client.events.count))
            fixture.session.sessionPreset = .high
            cameras.advance(seconds: 1)
            #expect(Set(sizes.all) == ["420f 1280x720"])
            fixture.end()
            #expect(reported == [])
        }
    }

    @Test(
        "a larger preset has its frames", arguments: [("1920x1080", 1920, 1080), ("3840x2160", 3840, 2160)])
    func larger(_ name: String, width: Int, height: Int) throws {
        try AVCaptureSession.emulation.withCameras(EmulatedCameras()) { cameras in
            let client = FrameClient()
            let images = Recorder<[Int]>()
            client.onFrame = { buffer in
                guard let image = buffer.imageBuffer else { return }
                images.record([CVPixelBufferGetWidth(image), CVPixelBufferGetHeight(image)])
            }
            let fixture = try CaptureFixture(client, starts: false)
            fixture.session.sessionPreset = .init(rawValue: "AVCaptureSessionPreset\(name)")
            fixture.session.startRunning()
            cameras.advance(seconds: 0.2)
            fixture.end()
            #expect((5...7).contains(images.count))
            #expect(Set(images.all) == [[width, height]])
            #expect(reported == [])
        }
    }

    @Test("an app that looks for the largest frame rate gets 240 frames in a second")
    func slowMotion() throws {
        try AVCaptureSession.emulation.withCameras(EmulatedCameras()) { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client, starts: false)
            let device = try #require(AVCaptureDevice.default(for: .video))
            let best = try #require(
                device.formats.filter { $0.formatDescription.description == "420f 1280x720" }
                    .max {
                        ($0.videoSupportedFrameRateRanges[0].maxFrameRate)
                            < ($1.videoSupportedFrameRateRanges[0].maxFrameRate)
                    })
            try device.lockForConfiguration()
            device.activeFormat = best
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 240)
            device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 240)
            device.unlockForConfiguration()
            fixture.session.startRunning()
            cameras.advance(seconds: 1)
            fixture.end()
            // 239.76, because the source has 29.97.
            #expect((238...242).contains(client.frameTimes.count))
            #expect(reported == [])
        }
    }

    @Test("a preset that no camera has is refused, and the message names canSetSessionPreset: AV-SESSION-005")
    func refused() throws {
        let cameras = try EmulatedCameras()
        try AVCaptureSession.emulation.withCameras(cameras, endsProgram: false) { _ in
            let fixture = try CaptureFixture(FrameClient(), starts: false)
            for preset in [AVCaptureSession.Preset.cif352x288, .qvga320x240, .init(rawValue: "Huge")] {
                #expect(!fixture.session.canSetSessionPreset(preset))
                fixture.session.sessionPreset = preset
                #expect(fixture.session.sessionPreset == .high)
            }
            #expect(reported == ["AV-SESSION-005"])
            let violation = try #require(AVCaptureSession.emulation.violations.first)
            #expect(violation.count == 3)
            #expect("\(violation.error)".contains("canSetSessionPreset"))
        }
    }

    @Test("a preset that psstudio does not know is refused in the same way: AV-SESSION-005")
    func unknownPreset() throws {
        let cameras = try EmulatedCameras()
        try AVCaptureSession.emulation.withCameras(cameras, endsProgram: false) { _ in
            let fixture = try CaptureFixture(FrameClient(), starts: false)
            fixture.session.sessionPreset = .init(rawValue: "Huge")
            let violation = try #require(AVCaptureSession.emulation.violations.first)
            #expect(violation.error.rule.id == "AV-SESSION-005")
            #expect("\(violation.error)".contains("canSetSessionPreset"))
        }
    }
}
