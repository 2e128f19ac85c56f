import CameraCapture
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import AVFoundation

/// One delegate for both outputs, as apps that record have it.
class MovieClient: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable
{
    // Safety: the closure is set before buffers arrive.
    let videoOutput = AVCaptureVideoDataOutput()
    let audioOutput = AVCaptureAudioDataOutput()
    let frames = Recorder<CMTime>()
    let audio = Recorder<CMTime>()
    var onAudio: (CMSampleBuffer) -> Void = { _ in }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        if output == audioOutput {
            audio.record(CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
            onAudio(sampleBuffer)
        } else {
            frames.record(CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
        }
    }
}

/// A session with the microphone, a camera if wanted, and a delegate.
struct AudioFixture {
    let session = AVCaptureSession()
    let queue = DispatchQueue(label: "test.audio")

    init(_ client: MovieClient, hasCamera: Bool = false, starts: Bool = true) throws {
        session.beginConfiguration()
        if hasCamera {
            let camera = try #require(AVCaptureDevice.default(for: .video))
            session.addInput(try AVCaptureDeviceInput(device: camera))
            client.videoOutput.setSampleBufferDelegate(client, queue: queue)
            session.addOutput(client.videoOutput)
        }
        let microphone = try #require(AVCaptureDevice.default(for: .audio))
        session.addInput(try AVCaptureDeviceInput(device: microphone))
        client.audioOutput.setSampleBufferDelegate(client, queue: queue)
        session.addOutput(client.audioOutput)
        session.commitConfiguration()
        if starts { session.startRunning() }
    }
}

/// Runs `body` with a microphone and a small camera.
func withMicrophone(
    _ microphone: EmulatedCameras.Microphone? = EmulatedCameras.Microphone(), guardsBuffers: Bool = false,
    endsProgram: Bool = false, _ body: (EmulatedCameras) throws -> Void
) throws {
    let cameras = try EmulatedCameras(
        [.exact(width: 32, height: 16)], microphone: microphone, guardsBuffers: guardsBuffers)
    try AVCaptureSession.emulation.withCameras(cameras, endsProgram: endsProgram, body)
}

/// The 16-bit samples of a buffer, read as most apps do.
func samples(of buffer: CMSampleBuffer) -> [Int16] {
    guard let block = CMSampleBufferGetDataBuffer(buffer) else { return [] }
    var (length, pointer) = (0, UnsafeMutablePointer<Int8>?.none)
    let status = CMBlockBufferGetDataPointer(
        block, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: &length, dataPointerOut: &pointer)
    guard status == kCMBlockBufferNoErr, let pointer else { return [] }
    return pointer.withMemoryRebound(to: Int16.self, capacity: length / 2) {
        Array(UnsafeBufferPointer(start: $0, count: length / 2))
    }
}

/// The root mean square of samples as a part of full scale.
private func level(_ samples: [Int16]) -> Double {
    let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    return (sum / Double(max(1, samples.count))).squareRoot() / 32_768
}

@Suite("Capture: audio data output")
struct AudioDataTests {
    @Test("one delegate gets frames and audio, each from its output, on one clock")
    func both() throws {
        try withMicrophone { cameras in
            let client = MovieClient()
            let connections = Recorder<AVMediaType?>()
            client.onAudio = { _ in
                connections.record(client.audioOutput.connection(with: .audio)?.inputPorts.first?.mediaType)
            }
            let fixture = try AudioFixture(client, hasCamera: true)
            #expect(fixture.session.connections.count == 2)
            #expect(client.audioOutput.connection(with: .video) == nil)
            cameras.advance(seconds: 1)
            #expect(client.frames.all.count == 31)
            // 43 blocks of 1024 samples end within the second; the first one began before the session.
            #expect(client.audio.all.count == 42)
            #expect(Set(connections.all) == [.audio])
            let gaps = zip(client.audio.all.dropFirst(), client.audio.all).map { ($0 - $1).seconds }
            #expect(gaps.allSatisfy { abs($0 - 1024.0 / 44_100) < 1e-8 })
            let times = client.audio.all.map(\.seconds)
            #expect(times.allSatisfy { (0...1).contains($0) })
            #expect(AVCaptureSession.emulation.statistics(of: client.audioOutput).delivered == 42)
            fixture.session.stopRunning()
            cameras.advance(seconds: 0.5)
            #expect(client.audio.all.count == 42)
            #expect(client.frames.all.count == 31)
            #expect(reported == [])
            fixture.session.startRunning()
            cameras.advance(seconds: 0.5)
            #expect(client.audio.all.count > 60)
            #expect(client.audio.all.last.map { (1.9...2).contains($0.seconds) } == true)
        }
    }

    @Test("what the delegate received is counted by its kind, for the summary of a trace")
    func received() throws {
        try withMicrophone { cameras in
            let client = MovieClient()
            let fixture = try AudioFixture(client, hasCamera: true)
            cameras.advance(seconds: 1)
            fixture.session.stopRunning()
            let received = AVCaptureSession.emulation.meeting.received
            #expect(received.frames.value == 31)
            #expect(received.audioBlocks.value == 42)
            #expect(client.frames.count == 31)
            #expect(client.audio.count == 42)
        }
    }

    @Test("a buffer has its form, its samples and its duration, in all forms in which apps read them")
    func buffer() throws {
        try withMicrophone { cameras in
            let client = MovieClient()
            let last = Recorder<CMSampleBuffer>()
            client.onAudio = { last.record($0) }
            let fixture = try AudioFixture(client)
            cameras.advance(seconds: 0.5)
            let buffer = try #require(last.all.last)
            let form = try #require(CMSampleBufferGetFormatDescription(buffer))
            #expect(CMFormatDescriptionGetMediaType(form) == kCMMediaType_Audio)
            #expect(form.mediaType == .audio)
            #expect(form.mediaSubType == .linearPCM)
            #expect("\(form)" == "lpcm 44100 Hz, 1 channel")
            let stream = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(form)).pointee
            #expect(stream.mSampleRate == 44_100)
            #expect(stream.mFormatID == kAudioFormatLinearPCM)
            #expect(stream.mFormatFlags == kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked)
            #expect(stream.mBitsPerChannel == 16)
            #expect(stream.mChannelsPerFrame == 1)
            #expect(stream.mBytesPerFrame == 2)
            #expect(CMSampleBufferGetNumSamples(buffer) == 1024)
            #expect(CMSampleBufferGetDuration(buffer) == CMTime(value: 1024, timescale: 44_100))
            #expect(CMSampleBufferDataIsReady(buffer))
            #expect(CMSampleBufferGetImageBuffer(buffer) == nil)
            #expect(CMSampleBufferGetTotalSampleSize(buffer) == 2048)
            let read = samples(of: buffer)
            #expect(read.count == 1024)
            // A tone of a fifth of full scale.
            #expect(abs(level(read) - 0.2 / 2.0.squareRoot()) < 0.01)
            let block = try #require(buffer.dataBuffer)
            var copy = [Int16](repeating: 0, count: 1000)
            #expect(
                CMBlockBufferCopyDataBytes(block, atOffset: 48, dataLength: 2000, destination: &copy) == noErr)
            #expect(copy == Array(read.dropFirst(24)))
            #expect(
                CMBlockBufferCopyDataBytes(block, atOffset: 50, dataLength: 2000, destination: &copy)
                    == kCMBlockBufferBadLengthParameterErr)
            #expect(try block.dataBytes().count == 2048)
            try readLists(of: buffer, read)
            fixture.session.stopRunning()
            #expect(reported == [])
        }
    }

    private func readLists(of buffer: CMSampleBuffer, _ expected: [Int16]) throws {
        var (list, needed, retained) = (AudioBufferList(), 0, CMBlockBuffer?.none)
        let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
            buffer, bufferListSizeNeededOut: &needed, bufferListOut: &list,
            bufferListSize: MemoryLayout<AudioBufferList>.size, blockBufferAllocator: nil,
            blockBufferMemoryAllocator: nil, flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment,
            blockBufferOut: &retained)
        #expect(status == noErr)
        #expect(needed == MemoryLayout<AudioBufferList>.size)
        #expect(retained === buffer.dataBuffer)
        #expect(list.mNumberBuffers == 1)
        #expect(list.mBuffers.mDataByteSize == 2048)
        let first = list.mBuffers.mData.map { Array(UnsafeRawBufferPointer(start: $0, count: 2048)) }
        #expect(first == expected.withUnsafeBytes { Array($0) })
        let counts = try buffer.withAudioBufferList { list, _ in list.map(\.mDataByteSize) }
        #expect(counts == [2048])
        let own = AudioBufferList.allocate(maximumBuffers: 1)
        var memory = [Int16](repeating: 0, count: 1024)
        memory.withUnsafeMutableBytes { bytes in
            own[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 2048, mData: bytes.baseAddress)
            #expect(
                CMSampleBufferCopyPCMDataIntoAudioBufferList(
                    buffer, at: 0, frameCount: 1024, into: own.unsafeMutablePointer) == noErr)
        }
        free(own.unsafeMutablePointer)
        #expect(memory == expected)
    }

    @Test("settings choose rate, channels and floating point; the recommended ones are those of the microphone")
    func settings() throws {
        try withMicrophone { cameras in
            let client = MovieClient()
            let forms = Recorder<String>()
            client.onAudio = { buffer in
                let stream = buffer.formatDescription?.audioStreamBasicDescription
                forms.record(
                    "\(Int(stream?.mSampleRate ?? 0)) \(stream?.mChannelsPerFrame ?? 0) \(stream?.mBitsPerChannel ?? 0)"
                        + " \(CMSampleBufferGetTotalSampleSize(buffer))")
            }
            let fixture = try AudioFixture(client)
            let recommended = client.audioOutput.recommendedAudioSettingsForAssetWriter(writingTo: .mp4)
            #expect(recommended?[AVFormatIDKey] as? AudioFormatID == kAudioFormatMPEG4AAC)
            #expect(recommended?[AVSampleRateKey] as? Double == 44_100)
            #expect(recommended?[AVNumberOfChannelsKey] as? Int == 1)
            #expect(AVCaptureAudioDataOutput().recommendedAudioSettingsForAssetWriter(writingTo: .mp4) == nil)
            cameras.advance(seconds: 0.1)
            client.audioOutput.audioSettings = [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 2,
                AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true, AVLinearPCMIsBigEndianKey: false,
                AVLinearPCMIsNonInterleaved: false,
            ]
            cameras.advance(seconds: 0.1)
            client.audioOutput.audioSettings = nil
            cameras.advance(seconds: 0.1)
            let kinds = forms.all.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
            #expect(kinds == ["44100 1 16 2048", "48000 2 32 8192", "44100 1 16 2048"])
            #expect(reported == [])
            fixture.session.stopRunning()
        }
    }

    @Test("a microphone that picks up nothing delivers zeros; it can begin and end to sound")
    func silence() throws {
        try withMicrophone(.silent) { cameras in
            let client = MovieClient()
            let levels = Recorder<Double>()
            client.onAudio = { levels.record(level(samples(of: $0))) }
            let fixture = try AudioFixture(client)
            cameras.advance(seconds: 0.2)
            #expect(levels.all.count == 7)
            #expect(levels.all.allSatisfy { $0 == 0 })
            cameras.play(.tone(1000, level: 0.5))
            cameras.advance(seconds: 0.2)
            #expect(abs((levels.all.last ?? 0) - 0.5 / 2.0.squareRoot()) < 0.02)
            cameras.play(.silence)
            cameras.advance(seconds: 0.2)
            #expect(levels.all.last == 0)
            fixture.session.stopRunning()
        }
    }

    @Test("devices: default, discovery, permission; a machine without a microphone")
    func devices() throws {
        try withMicrophone { _ in
            let device = try #require(AVCaptureDevice.default(for: .audio))
            #expect(device.hasMediaType(.audio))
            #expect(!device.hasMediaType(.video))
            #expect(device.localizedName == "Microphone")
            #expect(device.position == .unspecified)
            #expect(device.formats.map(\.mediaType) == [.audio])
            #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized)
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera, .builtInMicrophone], mediaType: nil, position: .unspecified
            ).devices
            #expect(found.count == 2)
            #expect(found.last === device)
            #expect(AVCaptureDevice.default(.microphone, for: .audio, position: .unspecified) === device)
            #expect(AVCaptureDevice.default(.microphone, for: .video, position: .unspecified) == nil)
            try device.lockForConfiguration()
            device.activeFormat = device.formats[0]
            device.unlockForConfiguration()
            #expect(!device.activeVideoMinFrameDuration.isValid)
            #expect(reported == [])
        }
        try withMicrophone(nil) { _ in
            #expect(AVCaptureDevice.default(for: .audio) == nil)
            #expect(AVCaptureDevice.default(for: .video) != nil)
        }
        try withMicrophone(EmulatedCameras.Microphone(isAuthorized: false)) { _ in
            #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .denied)
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
            let device = try #require(AVCaptureDevice.default(for: .audio))
            #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
            #expect(reported == ["AV-DEVICE-004"])
        }
    }

    @Test("an interrupted session delivers no audio, and does so again at the end by itself")
    func interruption() throws {
        try withMicrophone { cameras in
            let client = MovieClient()
            let fixture = try AudioFixture(client, hasCamera: true)
            cameras.advance(seconds: 0.2)
            let count = client.audio.all.count
            cameras.interrupt(.audioDeviceInUseByAnotherClient)
            cameras.advance(seconds: 0.5)
            #expect(client.audio.all.count == count)
            cameras.endInterruption()
            cameras.advance(seconds: 0.5)
            #expect(client.audio.all.count > count)
            fixture.session.stopRunning()
        }
    }
}
