// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import FacadeSupport
import MediaInputs
import StudioCore
import StudioMeeting
import StudioRuntime
import ZoomVideoRawData

/// Edits frames in the spelling of the guide. Adopt ``ZoomVideoSDKVideoSourcePreProcessor``.
public protocol ZoomVideoSDKPreProcessReceiver: AnyObject {
    /// A frame of the local camera; edits reach what others receive.
    func onPreProcessRawData(_ rawData: ZoomVideoSDKPreProcessRawData!)
}

/// Edits frames in the spelling of the header. Adopt ``ZoomVideoSDKVideoSourcePreProcessor``.
public protocol ZoomVideoSDKOptionalPreProcessReceiver: AnyObject {
    /// A frame of the local camera; edits reach what others receive.
    func onPreProcessRawData(_ rawData: ZoomVideoSDKPreProcessRawData?)
}

/// Edits frames in the plain spelling. Adopt ``ZoomVideoSDKVideoSourcePreProcessor``.
public protocol ZoomVideoSDKPlainPreProcessReceiver: AnyObject {
    /// A frame of the local camera; edits reach what others receive.
    func onPreProcessRawData(_ rawData: ZoomVideoSDKPreProcessRawData)
}

/// Edits the frames of the local camera before they are sent. Called on the thread of the camera, which waits for it.
public protocol ZoomVideoSDKVideoSourcePreProcessor: ZoomVideoSDKPreProcessReceiver,
    ZoomVideoSDKOptionalPreProcessReceiver, ZoomVideoSDKPlainPreProcessReceiver
{}

extension ZoomVideoSDKPreProcessReceiver {
    private var next: (any ZoomVideoSDKOptionalPreProcessReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKVideoSourcePreProcessor).self) ?? self
            as? any ZoomVideoSDKOptionalPreProcessReceiver
    }

    /// Calls the next spelling.
    public func onPreProcessRawData(_ rawData: ZoomVideoSDKPreProcessRawData!) {
        next?.onPreProcessRawData(rawData)
    }
}

extension ZoomVideoSDKOptionalPreProcessReceiver {
    private var next: (any ZoomVideoSDKPlainPreProcessReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKVideoSourcePreProcessor).self) ?? self
            as? any ZoomVideoSDKPlainPreProcessReceiver
    }

    /// Calls the next spelling.
    public func onPreProcessRawData(_ rawData: ZoomVideoSDKPreProcessRawData?) {
        guard let rawData else { return }
        next?.onPreProcessRawData(rawData)
    }
}

extension ZoomVideoSDKPlainPreProcessReceiver {
    /// Does nothing.
    public func onPreProcessRawData(_ rawData: ZoomVideoSDKPreProcessRawData) { CallbackCheck.missed(self) }
}

/// A frame of the local camera, valid during its callback.
public final class ZoomVideoSDKPreProcessRawData: NSObject, @unchecked Sendable {
    // Safety: the pointer is removed under the lock; the client edits the bytes inside the callback.
    private struct Memory: @unchecked Sendable {
        let base: UnsafeMutableRawPointer?
    }

    private let memory: Lock<Memory>
    private let layout: I420Layout
    /// Width and height in pixels.
    public let size: CGSize
    /// Bytes per line of luma.
    public let yStride: Int32
    /// Bytes per line of the blue difference.
    public let uStride: Int32
    /// Bytes per line of the red difference.
    public let vStride: Int32
    /// Whether the samples have limited range.
    public let isLimited: Bool
    /// How far it must be rotated clockwise to be upright.
    public let rotation: ZoomVideoSDKVideoRawDataRotation

    init(_ frame: RawDataPreProcessor.Frame) {
        memory = Lock(Memory(base: frame.bytes.baseAddress))
        layout = frame.layout
        size = CGSize(width: layout.width, height: layout.height)
        yStride = Int32(clamping: layout.y.stride)
        uStride = Int32(clamping: layout.u.stride)
        vStride = Int32(clamping: layout.v.stride)
        isLimited = frame.range == .limited
        rotation = frame.rotation.vendor
        super.init()
    }

    /// The format by its range.
    public var format: ZoomVideoSDKFrameDataFormat { isLimited ? .i420_Limit : .I420 }

    /// A line of luma; `nil` after the callback and for a line that the frame does not have.
    public func getYBuffer(_ lineNum: Int32) -> UnsafeMutablePointer<CChar>! { line(lineNum, of: layout.y) }

    /// A line of the blue difference; `nil` after the callback and for a line that the frame does not have.
    public func getUBuffer(_ lineNum: Int32) -> UnsafeMutablePointer<CChar>! { line(lineNum, of: layout.u) }

    /// A line of the red difference; `nil` after the callback and for a line that the frame does not have.
    public func getVBuffer(_ lineNum: Int32) -> UnsafeMutablePointer<CChar>! { line(lineNum, of: layout.v) }

    private func line(_ number: Int32, of plane: I420Layout.Plane) -> UnsafeMutablePointer<CChar>? {
        guard let base = memory.withLock({ $0 }).base else {
            VideoSDKEngine.shared.report(
                StudioError(
                    .rawDataStale, "a frame of the pre-processor is used after its callback",
                    hint: "edit it inside onPreProcessRawData, or copy it"), isRefusal: true)
            return nil
        }
        guard number >= 0, number < plane.height else {
            VideoSDKEngine.shared.report(
                StudioError(
                    .rawDataPreProcessLine, "the line is \(number), expected 0 to \(plane.height - 1)",
                    hint: "chroma has half as many lines as luma"), isRefusal: true)
            return nil
        }
        return (base + plane.offset + Int(number) * plane.stride).assumingMemoryBound(to: CChar.self)
    }

    /// The callback returned.
    func end() { memory.set(Memory(base: nil)) }
}

/// The client's pre-processor.
typealias PreProcessorReference = DelegateReference<any ZoomVideoSDKVideoSourcePreProcessor>

/// The local camera with a pre-processor between it and the track of the local user.
final class ProcessedCamera: TrackFeed {
    private let feed: ParticipantFeed
    private let processor: RawDataPreProcessor

    init(_ source: ParticipantSource, _ client: PreProcessorReference, in meeting: Meeting) throws {
        let processor = RawDataPreProcessor(to: meeting.localTracks.camera) { frame in
            guard let delegate = client.target else { return }
            let rawData = ZoomVideoSDKPreProcessRawData(frame)
            CallbackCheck.isImplemented(by: delegate) {
                let receiver: any ZoomVideoSDKPreProcessReceiver = $0
                receiver.onPreProcessRawData(rawData)
            }
            rawData.end()
        }
        let camera = Track(TrackID(participant: .none, kind: .camera))
        camera.fanout.add(processor)
        self.processor = processor
        feed = try ParticipantFeed(source, to: camera, clock: meeting.clock)
    }

    func stop() {
        feed.stop()
        processor.end()
    }
}
