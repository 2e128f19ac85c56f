// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import CoreVideo
import MediaReceiving
import StudioCore
import StudioRuntime
import ZoomVideoRawData

// Swift sees `T!`, `T?` and `T` as three requirements. Each spelling has a protocol of its own; the default of the first one
// calls the second, that one the third, so that the method of a client is called once, however it is spelled.

/// Gets frames in the spelling of the guide. Adopt ``ZoomVideoSDKRawDataPipeDelegate``.
public protocol ZoomVideoSDKFrameReceiver: AnyObject {
    /// A frame.
    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!)
    /// A frame as NV12; retained as long as it is referenced.
    func onPixelBuffer(_ pixelBuffer: CVPixelBuffer!, rotation: ZoomVideoSDKVideoRawDataRotation)
}

/// Gets frames in the spelling of the header. Adopt ``ZoomVideoSDKRawDataPipeDelegate``.
public protocol ZoomVideoSDKOptionalFrameReceiver: AnyObject {
    /// A frame.
    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData?)
    /// A frame as NV12; retained as long as it is referenced.
    func onPixelBuffer(_ pixelBuffer: CVPixelBuffer?, rotation: ZoomVideoSDKVideoRawDataRotation)
}

/// Gets frames in the plain spelling. Adopt ``ZoomVideoSDKRawDataPipeDelegate``.
public protocol ZoomVideoSDKPlainFrameReceiver: AnyObject {
    /// A frame.
    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData)
    /// A frame as NV12; retained as long as it is referenced.
    func onPixelBuffer(_ pixelBuffer: CVPixelBuffer, rotation: ZoomVideoSDKVideoRawDataRotation)
}

/// Gets the frames and the status of a pipe. All members are optional, and called on a queue of the subscription. Implement
/// one callback for frames; a delegate with both gets each frame as planes first, then as a pixel buffer.
public protocol ZoomVideoSDKRawDataPipeDelegate: ZoomVideoSDKFrameReceiver, ZoomVideoSDKOptionalFrameReceiver,
    ZoomVideoSDKPlainFrameReceiver
{
    /// The sender started or stopped.
    func onRawDataStatusChanged(_ userRawdataStatus: ZoomVideoSDKUserRawdataStatus)
}

extension ZoomVideoSDKFrameReceiver {
    private var next: (any ZoomVideoSDKOptionalFrameReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKRawDataPipeDelegate).self) ?? self
            as? any ZoomVideoSDKOptionalFrameReceiver
    }

    /// Calls the next spelling.
    public func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!) {
        next?.onRawDataFrameReceived(rawData)
    }

    /// Calls the next spelling.
    public func onPixelBuffer(_ pixelBuffer: CVPixelBuffer!, rotation: ZoomVideoSDKVideoRawDataRotation) {
        next?.onPixelBuffer(pixelBuffer, rotation: rotation)
    }
}

extension ZoomVideoSDKOptionalFrameReceiver {
    private var next: (any ZoomVideoSDKPlainFrameReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKRawDataPipeDelegate).self) ?? self
            as? any ZoomVideoSDKPlainFrameReceiver
    }

    /// Calls the next spelling.
    public func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData?) {
        guard let rawData else { return }
        next?.onRawDataFrameReceived(rawData)
    }

    /// Calls the next spelling.
    public func onPixelBuffer(_ pixelBuffer: CVPixelBuffer?, rotation: ZoomVideoSDKVideoRawDataRotation) {
        guard let pixelBuffer else { return }
        next?.onPixelBuffer(pixelBuffer, rotation: rotation)
    }
}

extension ZoomVideoSDKPlainFrameReceiver {
    /// Does nothing.
    public func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData) { CallbackCheck.missed(self) }
    /// Does nothing.
    public func onPixelBuffer(_ pixelBuffer: CVPixelBuffer, rotation: ZoomVideoSDKVideoRawDataRotation) {
        CallbackCheck.missed(self)
    }
}

extension ZoomVideoSDKRawDataPipeDelegate {
    /// Does nothing.
    public func onRawDataStatusChanged(_ userRawdataStatus: ZoomVideoSDKUserRawdataStatus) {}
}

/// Connects a delegate to a pipe.
final class PipeReceiver: RawDataVideoReceiver, @unchecked Sendable {
    // Safety: the reference is weak, and set once; the client's object is responsible for its own thread safety.
    private weak var delegate: (any ZoomVideoSDKRawDataPipeDelegate)?
    private let start: Date
    /// The callbacks that are implemented, of those that were called.
    private let reached = Lock<Set<Callback>>([])
    private let isolation = IsolationCheck<any ZoomVideoSDKRawDataPipeDelegate>()

    private enum Callback {
        case planes, pixels
    }

    init(_ delegate: any ZoomVideoSDKRawDataPipeDelegate, start: Date) {
        (self.delegate, self.start) = (delegate, start)
    }

    var isGone: Bool { delegate == nil }

    func receive(_ frame: RawDataFrame) -> Bool {
        guard let delegate else { return true }
        let rawData = ZoomVideoSDKVideoRawData(frame, start: start)
        return call(delegate, .planes) { $0.onRawDataFrameReceived(rawData) }
    }

    func receive(pixels frame: KeptFrame) -> Bool {
        guard let delegate else { return true }
        let (buffer, rotation) = (CVPixelBuffer(frame, PixelBufferRules.rawData), frame.description.rotation.vendor)
        return call(delegate, .pixels) { $0.onPixelBuffer(buffer, rotation: rotation) }
    }

    /// - Returns: whether the callback is implemented.
    private func call(
        _ delegate: any ZoomVideoSDKRawDataPipeDelegate, _ kind: Callback,
        _ callback: (any ZoomVideoSDKFrameReceiver) -> Void
    ) -> Bool {
        guard CallbackCheck.isImplemented(by: delegate, { callback($0) }) else { return false }
        isolation.check(delegate) { VideoSDKEngine.shared.report($0, isRefusal: false) }
        note(kind)
        return true
    }

    /// Reports once that both callbacks are implemented.
    private func note(_ callback: Callback) {
        guard reached.withLock({ $0.insert(callback).inserted && $0.count == 2 }) else { return }
        VideoSDKEngine.shared.report(
            StudioError(
                .rawDataPipeBothCallbacks, "onRawDataFrameReceived and onPixelBuffer are both implemented",
                hint: "implement the one whose frames are used: each frame is converted twice"), isRefusal: false)
    }

    func statusChanged(isOn: Bool) {
        delegate?.onRawDataStatusChanged(isOn ? .on : .off)
    }
}

extension PixelBufferRules {
    /// Misuses of pixel buffers are violations of this interface.
    fileprivate static let rawData = PixelBufferRules(
        stride: .rawDataIgnoredStride, flags: .rawDataUnlockFlags, access: .rawDataUnlockedAccess,
        writing: .rawDataReadOnlyWrite, address: .rawDataUnlockedAddress, balance: .rawDataMissingUnlock,
        report: { VideoSDKEngine.shared.report($0, isRefusal: false) })
}
