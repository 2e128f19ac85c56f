import FacadeSupport
import MediaReceiving
import StudioCore
import ZegoCustomRendering

/// Gets frames. All members are optional; called on a serial queue of each source, never on the main queue.
///
/// Data and lengths have four slots, one for each plane; slots without a plane have the length 0. A length is the stride
/// times the rows. They are valid during the callback, and changes to them stay local. Each method has an older spelling,
/// which is called when the newer one is not implemented.
public protocol ZegoCustomVideoRenderHandler: AnyObject {
    /// A raw frame of a preview.
    func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel)
    /// The guide's spelling of the method with `channel`.
    func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode)
    /// A raw frame of a played stream.
    func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, streamID: String)
    /// The oldest spelling of the method with `streamID`.
    func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, stream: String)
    /// A pixel buffer of a preview. It may be kept.
    func onCapturedVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel)
    /// The guide's spelling of the method with `channel`.
    func onCapturedVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode)
    /// A pixel buffer of a played stream. It may be kept.
    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String)
    /// The oldest spelling of the method with `streamID`.
    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, stream: String)
    /// An encoded frame of a played stream: one access unit with start codes. SPS and PPS precede each key frame. The time is
    /// that of the room in milliseconds. The data is valid during the callback.
    func onRemoteVideoFrameEncodedData(
        _ data: UnsafeMutablePointer<UInt8>, dataLength: UInt32, param: ZegoVideoEncodedFrameParam,
        referenceTimeMillisecond: UInt64, streamID: String)
}

extension ZegoCustomVideoRenderHandler {
    /// Calls the guide's spelling.
    public func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel
    ) {
        onCapturedVideoFrameRawData(data, dataLength: dataLength, param: param, flipMode: flipMode)
    }
    /// Does nothing.
    public func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode
    ) {
        param.isUnreached = true
    }
    /// Calls the oldest spelling.
    public func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, streamID: String
    ) {
        onRemoteVideoFrameRawData(data, dataLength: dataLength, param: param, stream: streamID)
    }
    /// Does nothing.
    public func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, stream: String
    ) {
        param.isUnreached = true
    }
    /// Calls the guide's spelling.
    public func onCapturedVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel
    ) {
        onCapturedVideoFrameCVPixelBuffer(buffer, param: param, flipMode: flipMode)
    }
    /// Does nothing.
    public func onCapturedVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode
    ) {
        param.isUnreached = true
    }
    /// Calls the oldest spelling.
    public func onRemoteVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String
    ) {
        onRemoteVideoFrameCVPixelBuffer(buffer, param: param, stream: streamID)
    }
    /// Does nothing.
    public func onRemoteVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, stream: String
    ) {
        param.isUnreached = true
    }
    /// Does nothing.
    public func onRemoteVideoFrameEncodedData(
        _ data: UnsafeMutablePointer<UInt8>, dataLength: UInt32, param: ZegoVideoEncodedFrameParam,
        referenceTimeMillisecond: UInt64, streamID: String
    ) {
        param.isUnreached = true
    }
}

/// Connects a handler to the engine.
final class RenderHandler: CustomRenderingObserver {
    private let handler: WeakReference<any ZegoCustomVideoRenderHandler>
    private let isolation = IsolationCheck<any ZegoCustomVideoRenderHandler>()

    init(_ handler: any ZegoCustomVideoRenderHandler) {
        self.handler = WeakReference(handler)
    }

    func receive(_ frame: borrowing ReceivedFrame, _ rendered: RenderedFrame) -> RenderReception {
        guard let handler = handler.object else { return .gone }
        let param = ZegoVideoFrameParam(rendered.frame)
        if rendered.bufferType == .pixelBuffer {
            deliver(CVPixelBuffer(frame.keep(), PixelBufferRules.rendering), param, rendered, to: handler)
        } else {
            guard frame.withRawPlanes({ deliver($0, param, rendered, to: handler) }) != nil else { return .unmapped }
        }
        if param.isUnreached { return .unreached }
        isolation.check(handler) { ZegoEngine.shared.process.report($0, isRefusal: false) }
        return .reached
    }

    func receive(_ frame: EncodedFrame, _ rendered: RenderedFrame) -> RenderReception {
        guard let handler = handler.object else { return .gone }
        guard case .remote(let stream) = rendered.source else { return .unreached }
        let param = ZegoVideoEncodedFrameParam(frame, rendered.frame)
        let milliseconds = UInt64(max(0, rendered.frame.time.nanoseconds / 1_000_000))
        var bytes = frame.bytes
        bytes.withUnsafeMutableBufferPointer { bytes in
            guard let data = bytes.baseAddress else { return }
            handler.onRemoteVideoFrameEncodedData(
                data, dataLength: UInt32(bytes.count), param: param, referenceTimeMillisecond: milliseconds,
                streamID: stream)
        }
        if param.isUnreached { return .unreached }
        isolation.check(handler) { ZegoEngine.shared.process.report($0, isRefusal: false) }
        return .reached
    }

    private func deliver(
        _ planes: RawPlanes, _ param: ZegoVideoFrameParam, _ rendered: RenderedFrame,
        to handler: any ZegoCustomVideoRenderHandler
    ) {
        switch rendered.source {
        case .captured(let channel):
            handler.onCapturedVideoFrameRawData(
                planes.data, dataLength: planes.lengths, param: param, flipMode: ZegoVideoFlipMode(rendered.flip),
                channel: ZegoPublishChannel(channel))
        case .remote(let stream):
            handler.onRemoteVideoFrameRawData(
                planes.data, dataLength: planes.lengths, param: param, streamID: stream)
        }
    }

    private func deliver(
        _ buffer: CVPixelBuffer, _ param: ZegoVideoFrameParam, _ rendered: RenderedFrame,
        to handler: any ZegoCustomVideoRenderHandler
    ) {
        switch rendered.source {
        case .captured(let channel):
            handler.onCapturedVideoFrameCVPixelBuffer(
                buffer, param: param, flipMode: ZegoVideoFlipMode(rendered.flip),
                channel: ZegoPublishChannel(channel))
        case .remote(let stream):
            handler.onRemoteVideoFrameCVPixelBuffer(buffer, param: param, streamID: stream)
        }
    }
}

extension PixelBufferRules {
    /// Misuses of pixel buffers are violations of this interface.
    fileprivate static let rendering = PixelBufferRules(
        stride: .renderingIgnoredStride, flags: .renderingUnlockFlags, access: .renderingUnlockedAccess,
        writing: .renderingReadOnlyWrite, address: .renderingUnlockedAddress, balance: .renderingMissingUnlock,
        report: { ZegoEngine.shared.process.report($0, isRefusal: false) })
}

extension ZegoVideoFlipMode {
    fileprivate init(_ flip: FrameFlip) { self = flip == .horizontal ? .X : .none }
}

extension ZegoPublishChannel {
    /// The channel of a native number, which was one before.
    init(_ number: Int) { self = ZegoPublishChannel(rawValue: UInt(number)) ?? .main }
}
