import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// The size and format of all frames, declared at start. Corresponds to `VideoCapability`.
///
/// Read once, when ``ZoomSDKMeetingProductionStudioController/startPSMode(_:)`` is called (PS-START-011).
public final class ZoomSDKPSVideoSourceCapability {
    /// Width in pixels; even, 2 to 3840 by default.
    public var width: Int32 = 0
    /// Height in pixels; even, 2 to 2160 by default.
    public var height: Int32 = 0
    /// The sample format of every frame.
    public var format = ZoomSDKFrameDataFormat_I420_Full

    /// 0x0, full range (PS-SDK-012).
    public init() {}
}

/// Receives the callbacks of Production Studio. Corresponds to `StudioDelegate`.
///
/// Callbacks are delivered on the meeting's callback queue, by default the main queue, and never inside the call that
/// causes them. Three are required (PS-SDK-006).
public protocol ZoomSDKMeetingProductionStudioControllerDelegate: AnyObject {
    /// The result of `startPSMode`, once for each start that succeeded. True means accepted, but sending is not allowed
    /// yet.
    func onStartPSModeResult(_ success: Bool)
    /// Sending may start; a nil sender means that the start failed. The sender is valid until `onStopSend`.
    func onStartSend(_ sender: ZoomSDKPSSender?)
    /// Sending has ended: no media is accepted any more.
    func onStopSend()
    /// A studio user started or stopped publishing; for display. With the header's ID type.
    func onPSUserStatusChanged(_ userId: UInt32, isStart start: Bool)
    /// The same with the guide's ID type; called unless the other one is implemented.
    func onPSUserStatusChanged(_ userId: UInt, isStart start: Bool)
}

extension ZoomSDKMeetingProductionStudioControllerDelegate {
    /// Calls the method with the guide's ID type (PS-SDK-007).
    public func onPSUserStatusChanged(_ userId: UInt32, isStart start: Bool) {
        onPSUserStatusChanged(UInt(userId), isStart: start)
    }

    /// Does nothing: the callback is optional.
    public func onPSUserStatusChanged(_ userId: UInt, isStart start: Bool) {}
}

/// The local user's Production Studio in one meeting. Corresponds to `StudioController`.
///
/// May be called from any thread, including callbacks. The same object during one meeting, invalid afterwards
/// (PS-MEET-013).
public final class ZoomSDKMeetingProductionStudioController: Sendable {
    private let studio: StudioController
    private let listener = StudioListener()

    init(_ studio: StudioController) {
        self.studio = studio
    }

    /// Receives the callbacks. It is not retained (PS-SDK-013).
    public var delegate: (any ZoomSDKMeetingProductionStudioControllerDelegate)? {
        get { listener.delegate.object }
        set {
            listener.delegate.object = newValue
            forwardDelegate()
        }
    }

    /// The native studio has a delegate exactly while the client has one that is alive.
    private func forwardDelegate() {
        studio.delegate = listener.delegate.object == nil ? nil : listener
    }

    /// Whether Production Studio is available in this meeting. Corresponds to `StudioController.isSupported`.
    public func isSupportPSMode() -> Bool { studio.isSupported }

    /// Whether the local user may start: host or co-host. Corresponds to `StudioController.canStart`.
    public func canStartPSMode() -> Bool { studio.canStart }

    /// Starts the studio; the result is `onStartPSModeResult`. Corresponds to `StudioController.start(_:)`.
    ///
    /// - Parameter cap: the size and format of all frames.
    /// - Returns: `NotInMeeting`, `UnSupportedFeature`, `NoPermission`, `WrongUsage` (already started, no delegate),
    ///   `InvalidParameter` (size, format), checked in this order. After an error there are no callbacks.
    @discardableResult
    public func startPSMode(_ cap: ZoomSDKPSVideoSourceCapability) -> ZoomSDKError {
        forwardDelegate()
        let capability = VideoCapability(cap)
        return ZoomSDKError.of { () throws(StudioError) in try studio.start(capability) }
    }

    /// Stops the studio; the end is `onStopSend`. Corresponds to `StudioController.stop()`.
    ///
    /// - Returns: `NotInMeeting` after the meeting, `WrongUsage` when the studio is idle or already stopping.
    @discardableResult
    public func stopPSMode() -> ZoomSDKError {
        ZoomSDKError.of { () throws(StudioError) in try studio.stop() }
    }

    /// Whether the studio is active; not a condition for sending. Corresponds to `StudioController.isStarted`.
    public func isPSModeStarted() -> Bool { studio.isStarted }

    /// The ID of the studio user, 0 when there is none. Corresponds to `StudioController.userID`.
    public func getPSUserID() -> UInt32 { studio.userID.rawValue }
}

/// Forwards the native callbacks.
private final class StudioListener: StudioDelegate {
    let delegate = WeakReference<any ZoomSDKMeetingProductionStudioControllerDelegate>()

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        delegate.object?.onStartPSModeResult(accepted)
    }

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        delegate.object?.onStartSend(sender.map { ZoomSDKPSSender($0) })
    }

    func studioDidStopSending(_ studio: StudioController) {
        delegate.object?.onStopSend()
    }

    func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {
        delegate.object?.onPSUserStatusChanged(user.rawValue, isStart: isSending)
    }
}

/// Sends video and audio between one start and stop. Corresponds to `Sender`.
///
/// Valid from `onStartSend` to `onStopSend`; afterwards every call returns `WrongUsage`. One producer sends, on any
/// thread. No call waits for an output, and the caller may reuse its buffer when the call returns.
public final class ZoomSDKPSSender: Sendable {
    private let sender: Sender

    init(_ sender: Sender) {
        self.sender = sender
    }

    /// Sends one frame; its time is the time of the call. Corresponds to `Sender.sendVideo(_:width:height:format:)`.
    ///
    /// - Parameters:
    ///   - frame: tight planes Y, U, V, width·height·3/2 bytes.
    ///   - width: width in pixels, as declared.
    ///   - height: height in pixels, as declared.
    ///   - frameLength: length in bytes.
    ///   - format: the format, as declared.
    /// - Returns: `WrongUsage` when the studio is not sending, `InvalidParameter` for a violation of the contract,
    ///   `TooFrequentCall` (strict mode), `Malloc_Failed`.
    @discardableResult
    public func sendVideoFrame(
        _ frame: UnsafeMutablePointer<CChar>?, width: UInt32, height: UInt32, frameLength: UInt32,
        format: ZoomSDKFrameDataFormat
    ) -> ZoomSDKError {
        ZoomSDKError.of { () throws(StudioError) in
            try sender.sendVideo(
                UnsafeRawBufferPointer(frame, frameLength), width: Int(width), height: Int(height),
                format: FrameDataFormat(format))
        }
    }

    /// Sends one audio block; its time is the time of the call. Corresponds to `Sender.sendAudio`.
    ///
    /// - Parameters:
    ///   - data: signed 16-bit little-endian samples, stereo interleaved left and right.
    ///   - dataLength: length in bytes, even; for stereo a multiple of 4.
    ///   - sampleRate: 32000 or 48000 Hz.
    ///   - channel: mono or stereo.
    /// - Returns: `WrongUsage` when the studio is not sending, `InvalidParameter` for a violation of the contract,
    ///   `Malloc_Failed`.
    @discardableResult
    public func sendAudio(
        _ data: UnsafeMutablePointer<CChar>?, dataLength: UInt32, sampleRate: Int32, channel: ZoomSDKAudioChannel
    ) -> ZoomSDKError {
        ZoomSDKError.of { () throws(StudioError) in
            try sender.sendAudio(
                UnsafeRawBufferPointer(data, dataLength), sampleRate: sampleRate,
                channel: AudioChannel(channel))
        }
    }
}

/// A weak delegate reference for any thread.
final class WeakReference<Object>: @unchecked Sendable {
    // Safety: the reference is accessed only under the lock; the client's object is responsible for its own
    // thread safety on the callback queue, as with the vendor's SDK.
    private struct Held {
        weak var object: AnyObject?
    }

    private let held = Lock(Held())

    var object: Object? {
        get { held.withLock { $0.object } as? Object }
        set { held.withLock { $0.object = newValue as AnyObject? } }
    }
}
