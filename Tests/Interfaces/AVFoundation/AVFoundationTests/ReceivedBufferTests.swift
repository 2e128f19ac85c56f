import AVFoundation
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("CoreVideo: buffers over received frames")
struct ReceivedBufferTests {
    /// Publishes one frame of 8x4 whose bytes count up, and makes a buffer of what a subscription gets.
    private func receive(_ request: VideoRequest, isGuarded: Bool = false) throws -> (CVPixelBuffer, FrameBudget) {
        let clock = ManualClock()
        let meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "test.meeting"))
        let subscriptions = TrackSubscriptions(in: meeting)
        let user = meeting.add("Ada").id
        let publisher = try #require(meeting.publisher(.camera, of: user))
        let buffers = Recorder<CVPixelBuffer>()
        var options = VideoSubscriptionOptions(request)
        options.isGuarded = isGuarded
        let subscription = try subscriptions.video(.camera, of: user, options) {
            buffers.record(CVPixelBuffer($0.keep()))
        }
        let bytes = (0..<48).map { UInt8($0 + 16) }
        let isPublished = bytes.withUnsafeBytes {
            publisher.publish(frame: $0, layout: .tight(width: 8, height: 4), range: .limited, time: .zero)
        }
        #expect(isPublished)
        #expect(meeting.waitUntilAtRest(seconds: deadlineSeconds) != nil)
        return (try #require(buffers.all.first), subscription.budget)
    }

    @Test("format and range decide the pixel format; strides and planes are those of the frame")
    func formats() throws {
        let requests: [(VideoRequest, OSType)] = [
            (VideoRequest(format: .i420), kCVPixelFormatType_420YpCbCr8Planar),
            (VideoRequest(format: .i420, range: .full), kCVPixelFormatType_420YpCbCr8PlanarFullRange),
            (VideoRequest(format: .nv12), kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
            (VideoRequest(format: .nv12, range: .full), kCVPixelFormatType_420YpCbCr8BiPlanarFullRange),
            (VideoRequest(format: .bgra), kCVPixelFormatType_32BGRA),
        ]
        for (request, pixelFormat) in requests {
            let (buffer, _) = try receive(request)
            #expect(CVPixelBufferGetPixelFormatType(buffer) == pixelFormat)
            #expect(CVPixelBufferGetWidth(buffer) == 8)
            #expect(CVPixelBufferGetHeight(buffer) == 4)
        }
        let (planar, _) = try receive(VideoRequest(format: .i420))
        #expect((0..<3).map { CVPixelBufferGetBytesPerRowOfPlane(planar, $0) } == [8, 4, 4])
        #expect(planar.bytes(ofPlane: 1) == (48..<56).map { UInt8($0) })
        #expect(planar.bytes(ofPlane: 2) == (56..<64).map { UInt8($0) })
        let (pairs, _) = try receive(VideoRequest(format: .nv12))
        #expect(CVPixelBufferGetWidthOfPlane(pairs, 1) == 4)
        #expect(pairs.bytes(ofPlane: 1).prefix(4) == [48, 56, 49, 57])
    }

    @Test("frames that others share can only be locked for reading", arguments: [false, true])
    func locks(isGuarded: Bool) throws {
        let (shared, budget) = try receive(VideoRequest(format: .i420), isGuarded: isGuarded)
        #expect(CVPixelBufferLockBaseAddress(shared, []) == kCVReturnError)
        #expect(CVPixelBufferUnlockBaseAddress(shared, []) == kCVReturnError)
        #expect(CVPixelBufferLockBaseAddress(shared, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(shared) == nil)
        #expect(CVPixelBufferGetBaseAddressOfPlane(shared, 0) != nil)
        #expect(CVPixelBufferUnlockBaseAddress(shared, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddressOfPlane(shared, 0) == nil)
        #expect(shared.bytes() == (16..<48).map { UInt8($0) })
        #expect(budget.kept == 1)
        let (own, _) = try receive(VideoRequest(format: .i420, isWritable: true), isGuarded: isGuarded)
        #expect(CVPixelBufferLockBaseAddress(own, []) == kCVReturnSuccess)
        CVPixelBufferGetBaseAddressOfPlane(own, 0)?.storeBytes(of: 99, as: UInt8.self)
        #expect(CVPixelBufferUnlockBaseAddress(own, []) == kCVReturnSuccess)
        #expect(own.bytes().first == 99)
    }
}
