import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@testable import AVFoundation

/// An app that shows frames in a layer of its own, as clients with picture in picture do.
private final class LayerApp: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    // Safety: used on the output's queue.
    let layer = AVSampleBufferDisplayLayer()
    private let showsDrops: Bool

    init(showsDrops: Bool) {
        self.showsDrops = showsDrops
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let image = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        var format: CMVideoFormatDescription?
        let status = CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: image, formatDescriptionOut: &format)
        guard status == noErr, let format else { return }
        var timing = CMSampleTimingInfo(
            duration: .invalid, presentationTimeStamp: CMSampleBufferGetPresentationTimeStamp(sampleBuffer),
            decodeTimeStamp: .invalid)
        var copy: CMSampleBuffer?
        guard
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: kCFAllocatorDefault, imageBuffer: image, formatDescription: format, sampleTiming: &timing,
                sampleBufferOut: &copy) == noErr, let copy
        else { return }
        if let attachments = CMSampleBufferGetSampleAttachmentsArray(copy, createIfNecessary: true),
            CFArrayGetCount(attachments) > 0
        {
            let dictionary = unsafeBitCast(CFArrayGetValueAtIndex(attachments, 0), to: CFMutableDictionary.self)
            CFDictionarySetValue(
                dictionary, Unmanaged.passUnretained(kCMSampleAttachmentKey_DisplayImmediately).toOpaque(),
                Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
        }
        if layer.isReadyForMoreMediaData { layer.enqueue(copy) }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        if showsDrops { layer.enqueue(sampleBuffer) }
    }
}

@Suite("CoreMedia: sample buffers of a client, and layers")
struct SampleBufferTests {
    @Test("a layer counts the buffers of a client, and what is not shown: AV-LAYER-001", arguments: [false, true])
    func layer(showsDrops: Bool) throws {
        try withCamera { cameras in
            let app = LayerApp(showsDrops: showsDrops)
            let fixture = try CaptureFixture(app)
            cameras.occupancy = 0.05
            cameras.advance(seconds: 0.19)
            let counts = AVCaptureSession.emulation.statistics(of: app.layer)
            #expect(counts.enqueued == 3)
            #expect(counts.rejected == (showsDrops ? 3 : 0))
            #expect(reported == (showsDrops ? ["AV-LAYER-001"] : []))
            #expect(app.layer.status == .rendering)
            let last = try #require(counts.last)
            let array = CMSampleBufferGetSampleAttachmentsArray(last, createIfNecessary: false)
            let attachments = array as? [[CFString: Any]]
            #expect(attachments?.first?[kCMSampleAttachmentKey_DisplayImmediately] as? Bool == true)
            #expect(CMSampleBufferGetNumSamples(last) == 1)
            app.layer.flushAndRemoveImage()
            #expect(AVCaptureSession.emulation.statistics(of: app.layer).last == nil)
            fixture.end()
        }
    }

    @Test("a description of another form gives no buffer")
    func mismatch() throws {
        var buffers: [CVPixelBuffer] = []
        for width in [16, 32] {
            var buffer: CVPixelBuffer?
            CVPixelBufferCreate(nil, width, 8, kCVPixelFormatType_24RGB, nil, &buffer)
            buffers.append(try #require(buffer))
        }
        #expect(CVPixelBufferGetBytesPerRow(buffers[0]) == 128)
        let format = try CMVideoFormatDescription(imageBuffer: buffers[0])
        #expect(CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: buffers[0]))
        var timing = CMSampleTimingInfo.invalid
        var sample: CMSampleBuffer?
        let status = CMSampleBufferCreateForImageBuffer(
            allocator: nil, imageBuffer: buffers[1], dataReady: true, makeDataReadyCallback: nil, refcon: nil,
            formatDescription: format, sampleTiming: &timing, sampleBufferOut: &sample)
        #expect(status == kCMSampleBufferError_InvalidMediaFormat)
        #expect(sample == nil)
        let made = try CMSampleBuffer(imageBuffer: buffers[0], formatDescription: format, sampleTiming: timing)
        #expect(CMSampleBufferGetDecodeTimeStamp(made) == .invalid)
        #expect(CMSampleBufferGetSampleAttachmentsArray(made, createIfNecessary: false) == nil)
    }

    @Test("attachments are set, copied by their mode, and removed")
    func attachments() throws {
        try withCamera { cameras in
            let client = FrameClient()
            cameras.occupancy = 0.05
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.06)
            let drop = try #require(client.drops.all.first)
            let mode = kCMAttachmentMode_ShouldPropagate
            let copied =
                CMCopyDictionaryOfAttachments(
                    allocator: kCFAllocatorDefault, target: drop, attachmentMode: mode) as? [String: Any]
            #expect(copied?[kCMSampleBufferAttachmentKey_DroppedFrameReason] as? String == "FrameWasLate")
            CMSetAttachment(drop, key: "note", value: "mine", attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
            let own =
                CMCopyDictionaryOfAttachments(
                    allocator: nil, target: drop, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
                as? [String: Any]
            #expect(own?.count == 1)
            CMRemoveAttachment(drop, key: "note")
            #expect(CMGetAttachment(drop, key: "note", attachmentModeOut: nil) == nil)
            fixture.end()
        }
    }

    @Test("an output can be a subclass of an app")
    func subclass() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let output = NamedOutput("front")
            output.setSampleBufferDelegate(client, queue: DispatchQueue(label: "test.capture"))
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            session.startRunning()
            cameras.advance(seconds: 0.05)
            session.stopRunning()
            #expect(client.frameTimes.count == 2)
            #expect((session.outputs.first as? NamedOutput)?.name == "front")
        }
    }
}

private final class NamedOutput: AVCaptureVideoDataOutput, @unchecked Sendable {
    // Safety: immutable.
    let name: String

    init(_ name: String) {
        self.name = name
        super.init()
    }
}
