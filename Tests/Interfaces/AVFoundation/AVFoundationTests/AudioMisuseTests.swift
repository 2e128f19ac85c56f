import CameraCapture
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@testable import AVFoundation

/// Has no method that is called: a label is misspelled.
private final class SilentAudioClient: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate {
    func captureOutput(_ output: AVCaptureOutput, didOutputBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
    {}
}

/// The spelling of Swift 3, for both outputs.
private final class Swift3MovieClient: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate
{
    let counts = Recorder<Int>()

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func captureOutput(
        _ captureOutput: AVCaptureOutput!, didOutputSampleBuffer sampleBuffer: CMSampleBuffer!,
        from connection: AVCaptureConnection!
    ) {
        counts.record(CMSampleBufferGetNumSamples(sampleBuffer))
    }
}

@Suite("Capture: misuse of audio")
struct AudioMisuseTests {
    private func message(_ rule: String) -> String? {
        AVCaptureSession.emulation.violations.first { $0.error.rule.id.rawValue == rule }?.error.message
    }

    @Test("a delegate that was released is reported, one that is retained is not: AV-CALL-002")
    func releasedDelegate() throws {
        try withMicrophone { cameras in
            let output = AVCaptureAudioDataOutput()
            let session = AVCaptureSession()
            let device = try #require(AVCaptureDevice.default(for: .audio))
            session.addInput(try AVCaptureDeviceInput(device: device))
            session.addOutput(output)
            output.setSampleBufferDelegate(MovieClient(), queue: DispatchQueue(label: "audio"))
            session.startRunning()
            cameras.advance(seconds: 0.2)
            #expect(output.sampleBufferDelegate == nil)
            #expect(reported == ["AV-CALL-002"])
            #expect(message("AV-CALL-002") == "the delegate of the audio output is gone")
            session.stopRunning()
        }
    }

    @Test("a delegate without the method is reported once; the spelling of Swift 3 is called: AV-CALL-001")
    func spelling() throws {
        try withMicrophone { cameras in
            let (silent, client) = (SilentAudioClient(), Swift3MovieClient())
            let (output, second, video) = (
                AVCaptureAudioDataOutput(), AVCaptureAudioDataOutput(), AVCaptureVideoDataOutput()
            )
            let session = AVCaptureSession()
            for media in [AVMediaType.video, .audio] {
                let device = try #require(AVCaptureDevice.default(for: media))
                session.addInput(try AVCaptureDeviceInput(device: device))
            }
            let queue = DispatchQueue(label: "audio")
            output.setSampleBufferDelegate(silent, queue: queue)
            second.setSampleBufferDelegate(client, queue: queue)
            video.setSampleBufferDelegate(client, queue: queue)
            for output in [output, second, video] { session.addOutput(output) }
            session.startRunning()
            cameras.advance(seconds: 0.2)
            #expect(reported == ["AV-CALL-001"])
            #expect(message("AV-CALL-001") == "audio reaches no method of the delegate")
            #expect(client.counts.all.count { $0 == 1024 } == 7)
            #expect(client.counts.all.count { $0 == 1 } == 7)
            session.stopRunning()
        }
    }

    @Test("a delegate without a queue, and a second microphone, are refused: AV-OUTPUT-001 AV-SESSION-003")
    func refusals() throws {
        try withMicrophone { _ in
            let client = MovieClient()
            let fixture = try AudioFixture(client)
            client.audioOutput.setSampleBufferDelegate(client, queue: nil)
            let device = try #require(AVCaptureDevice.default(for: .audio))
            let second = try AVCaptureDeviceInput(device: device)
            #expect(!fixture.session.canAddInput(second))
            fixture.session.addInput(second)
            #expect(reported == ["AV-OUTPUT-001", "AV-SESSION-003"])
            #expect(message("AV-SESSION-003") == "the session has a microphone already")
            #expect(throws: StudioError.self) {
                try client.audioOutput.trySetSampleBufferDelegate(client, queue: nil)
            }
            fixture.session.stopRunning()
        }
    }

    @Test("a session with an audio output and only a camera is reported at its start: AV-SESSION-008")
    func missingInput() throws {
        try withMicrophone { cameras in
            let client = MovieClient()
            let session = AVCaptureSession()
            let camera = try #require(AVCaptureDevice.default(for: .video))
            session.addInput(try AVCaptureDeviceInput(device: camera))
            client.audioOutput.setSampleBufferDelegate(client, queue: DispatchQueue(label: "audio"))
            session.addOutput(client.audioOutput)
            session.startRunning()
            cameras.advance(seconds: 0.2)
            #expect(client.audio.all.isEmpty)
            #expect(reported == ["AV-SESSION-008"])
            #expect(message("AV-SESSION-008") == "startRunning with an output for audio and no microphone")
            session.stopRunning()
        }
    }

    @Test(
        "settings of compressed audio are refused, and orientation of a connection of audio: AV-OUTPUT-006 AV-OUTPUT-007"
    )
    func settings() throws {
        try withMicrophone { cameras in
            let client = MovieClient()
            let fixture = try AudioFixture(client)
            let refused: [[String: Any]] = [
                [AVFormatIDKey: kAudioFormatMPEG4AAC], [AVSampleRateKey: 22_050], [AVNumberOfChannelsKey: 6],
                [AVLinearPCMIsNonInterleaved: true], [AVLinearPCMBitDepthKey: 24],
            ]
            for settings in refused { client.audioOutput.audioSettings = settings }
            let connection = try #require(client.audioOutput.connection(with: .audio))
            #expect(!connection.isVideoOrientationSupported)
            #expect(!connection.isVideoMirroringSupported)
            #expect(!connection.isVideoRotationAngleSupported(90))
            connection.videoOrientation = .portrait
            let counts = AVCaptureSession.emulation.violations.map { ($0.error.rule.id.rawValue, $0.count) }
            #expect(counts.map(\.0) == ["AV-OUTPUT-006", "AV-OUTPUT-007"])
            #expect(counts.map(\.1) == [5, 1])
            cameras.advance(seconds: 0.2)
            #expect(client.audio.all.count == 7)
            fixture.session.stopRunning()
        }
    }

    @Test("a client that keeps all buffers is reported when there are no more; one that copies is not: AV-BUFFER-001")
    func keptBuffers() throws {
        try withMicrophone { cameras in
            let client = MovieClient()
            let (copies, kept) = (Recorder<Int>(), Recorder<CMSampleBuffer>())
            client.onAudio = { copies.record(samples(of: $0).count) }
            let fixture = try AudioFixture(client)
            cameras.advance(seconds: 13)
            #expect(copies.all.count == 558)
            #expect(reported == [])
            client.onAudio = { kept.record($0) }
            cameras.advance(seconds: 13)
            #expect(kept.all.count == 512)
            #expect(reported == ["AV-BUFFER-001"])
            #expect(message("AV-BUFFER-001") == "512 of 512 audio buffers are kept")
            #expect(AVCaptureSession.emulation.statistics(of: client.audioOutput).usedBuffers == 512)
            fixture.session.stopRunning()
        }
    }

    @Test("a delegate that is slower than the audio is reported, one that is in time is not: AV-CALL-003")
    func slowDelegate() throws {
        try withMicrophone { cameras in
            let client = MovieClient()
            let fixture = try AudioFixture(client)
            cameras.occupancy = 0.02
            cameras.advance(seconds: 3)
            #expect(reported == [])
            cameras.occupancy = 0.05
            cameras.advance(seconds: 3)
            #expect(reported == ["AV-CALL-003"])
            #expect(message("AV-CALL-003")?.hasSuffix("s for the delegate, and its queue grows") == true)
            // Audio waits; it is not dropped.
            #expect(AVCaptureSession.emulation.statistics(of: client.audioOutput).dropped == 0)
            fixture.session.stopRunning()
        }
    }

    @Test("bytes that are read after the release of the buffer end the program, with the rule: AV-BUFFER-004")
    func afterRelease() async throws {
        // SIGSEGV; a sanitizer turns it into an exit code.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try withMicrophone(guardsBuffers: true) { cameras in
                let client = MovieClient()
                let kept = Recorder<UInt>()
                client.onAudio = { buffer in
                    var pointer: UnsafeMutablePointer<Int8>?
                    guard let block = CMSampleBufferGetDataBuffer(buffer) else { return }
                    CMBlockBufferGetDataPointer(
                        block, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: &pointer)
                    kept.record(UInt(bitPattern: pointer))
                }
                let fixture = try AudioFixture(client)
                cameras.advance(seconds: 0.2)
                fixture.session.stopRunning()
                print(UnsafeRawPointer(bitPattern: kept.all[0])?.load(as: UInt8.self) ?? 0)
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("AV-BUFFER-004"))
        #expect(text.contains("the bytes of an audio buffer are accessed after its release"))
    }

    @Test("guarded buffers that are kept are read as others")
    func guarded() throws {
        try withMicrophone(guardsBuffers: true) { cameras in
            let client = MovieClient()
            let kept = Recorder<CMSampleBuffer>()
            client.onAudio = { kept.record($0) }
            let fixture = try AudioFixture(client)
            cameras.advance(seconds: 0.2)
            fixture.session.stopRunning()
            #expect(kept.all.count == 7)
            #expect(kept.all.allSatisfy { samples(of: $0).count == 1024 })
            #expect(reported == [])
        }
    }
}
