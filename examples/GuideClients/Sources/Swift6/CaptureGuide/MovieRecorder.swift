import AVFoundation

/// Captures frames and audio with one delegate, as clients that record a movie do: the buffers are told apart by their output.
class MovieRecorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable
{
    let session = AVCaptureSession()
    let videoOutput = AVCaptureVideoDataOutput()
    let audioOutput = AVCaptureAudioDataOutput()
    let queue = DispatchQueue(label: "movie")
    var frameTimes: [CMTime] = []
    var audioTimes: [CMTime] = []
    /// The root mean square of the last audio, in decibels of full scale.
    var level = -Float.infinity
    private var videoConnection: AVCaptureConnection?

    func setUp() throws -> Bool {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        guard try add(.video), try add(.audio) else { return false }
        videoOutput.setSampleBufferDelegate(self, queue: queue)
        audioOutput.setSampleBufferDelegate(self, queue: queue)
        for output in [videoOutput, audioOutput] {
            guard session.canAddOutput(output) else { return false }
            session.addOutput(output)
        }
        videoConnection = videoOutput.connection(with: .video)
        return videoConnection != nil
    }

    private func add(_ media: AVMediaType) throws -> Bool {
        guard AVCaptureDevice.authorizationStatus(for: media) == .authorized,
            let device = AVCaptureDevice.default(for: media)
        else { return false }
        let input = try AVCaptureDeviceInput(device: device)
        guard session.canAddInput(input) else { return false }
        session.addInput(input)
        return true
    }

    /// What an asset writer would be given for its audio.
    var writerSettings: [String: Any]? { audioOutput.recommendedAudioSettingsForAssetWriter(writingTo: .mov) }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard CMSampleBufferDataIsReady(sampleBuffer) else { return }
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        if output == videoOutput, connection == videoConnection {
            frameTimes.append(time)
        } else if output == audioOutput {
            audioTimes.append(time)
            measure(sampleBuffer)
        }
    }

    private func measure(_ sampleBuffer: CMSampleBuffer) {
        guard let description = CMSampleBufferGetFormatDescription(sampleBuffer),
            let stream = CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee,
            stream.mFormatID == kAudioFormatLinearPCM, stream.mBitsPerChannel == 16,
            let block = CMSampleBufferGetDataBuffer(sampleBuffer)
        else { return }
        let count = CMSampleBufferGetNumSamples(sampleBuffer) * Int(stream.mChannelsPerFrame)
        var samples = [Int16](repeating: 0, count: count)
        let status = CMBlockBufferCopyDataBytes(
            block, atOffset: 0, dataLength: count * MemoryLayout<Int16>.size, destination: &samples)
        guard status == kCMBlockBufferNoErr else { return }
        let sum = samples.reduce(Float(0)) { $0 + (Float($1) / 32_768) * (Float($1) / 32_768) }
        level = 10 * log10(sum / Float(max(1, count)))
    }
}
