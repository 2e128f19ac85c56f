import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// What an app promises about every later picture when it starts. Corresponds to `VideoCapability`.
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
/// Callbacks come on the meeting's callback queue, main unless a test says otherwise, and never inside the call that is
/// the cause. Three are required (PS-SDK-006).
public protocol ZoomSDKMeetingProductionStudioControllerDelegate: AnyObject {
    /// The answer to `startPSMode`, once for each start that succeeded; true means accepted, still do not send.
    func onStartPSModeResult(_ success: Bool)
    /// Sending may begin; a nil sender means that the start failed after all. The sender is valid until `onStopSend`.
    func onStartSend(_ sender: ZoomSDKPSSender?)
    /// Sending is over: nothing is accepted any more.
    func onStopSend()
    /// Any studio user began or ended publishing; for display. The header's width of the number.
    func onPSUserStatusChanged(_ userId: UInt32, isStart start: Bool)
    /// The same with the guide's width of the number; called unless the other one is written.
    func onPSUserStatusChanged(_ userId: UInt, isStart start: Bool)
}

extension ZoomSDKMeetingProductionStudioControllerDelegate {
    /// Calls the one with the guide's width (PS-SDK-007).
    public func onPSUserStatusChanged(_ userId: UInt32, isStart start: Bool) {
        onPSUserStatusChanged(UInt(userId), isStart: start)
    }

    /// Does nothing: the callback is optional.
    public func onPSUserStatusChanged(_ userId: UInt, isStart start: Bool) {}
}

/// The local user's Production Studio in one meeting. Corresponds to `StudioController`.
///
/// Any thread may call, callbacks included. The same object during one meeting, stale afterwards (PS-MEET-013).
public final class ZoomSDKMeetingProductionStudioController: Sendable {
    private let studio: StudioController
    private let listener = StudioListener()

    init(_ studio: StudioController) {
        self.studio = studio
    }

    /// Receives the callbacks; not retained, so keep it alive yourself (PS-SDK-013).
    public var delegate: (any ZoomSDKMeetingProductionStudioControllerDelegate)? {
        get { listener.delegate.object }
        set {
            listener.delegate.object = newValue
            forwardDelegate()
        }
    }

    /// The native studio has a delegate exactly when the app has one that is alive.
    private func forwardDelegate() {
        studio.delegate = listener.delegate.object == nil ? nil : listener
    }

    /// Whether Production Studio is available in this meeting. Corresponds to `StudioController.isSupported`.
    public func isSupportPSMode() -> Bool { studio.isSupported }

    /// Whether the local user may start: host or co-host. Corresponds to `StudioController.canStart`.
    public func canStartPSMode() -> Bool { studio.canStart }

    /// Asks to start; the answer is `onStartPSModeResult`. Corresponds to `StudioController.start(_:)`.
    ///
    /// - Parameter cap: size and format of every later frame.
    /// - Returns: `NotInMeeting`, `UnSupportedFeature`, `NoPermission`, `WrongUsage` (started already, no delegate),
    ///   `InvalidParameter` (size, format), checked in this order; after any of them no callback comes.
    @discardableResult
    public func startPSMode(_ cap: ZoomSDKPSVideoSourceCapability) -> ZoomSDKError {
        forwardDelegate()
        let capability = VideoCapability(cap)
        return ZoomSDKError.of { () throws(StudioError) in try studio.start(capability) }
    }

    /// Asks to stop; the end is `onStopSend`. Corresponds to `StudioController.stop()`.
    ///
    /// - Returns: `NotInMeeting` after the meeting, `WrongUsage` when nothing runs or it is stopping already.
    @discardableResult
    public func stopPSMode() -> ZoomSDKError {
        ZoomSDKError.of { () throws(StudioError) in try studio.stop() }
    }

    /// Whether the studio is on; no gate for sending. Corresponds to `StudioController.isStarted`.
    public func isPSModeStarted() -> Bool { studio.isStarted }

    /// The number of the user who publishes, 0 when there is none. Corresponds to `StudioController.userID`.
    public func getPSUserID() -> UInt32 { studio.userID.rawValue }
}

/// Passes the native callbacks on.
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

/// Takes the pictures and the sound of one run. Corresponds to `Sender`.
///
/// Valid from `onStartSend` to `onStopSend`; afterwards every call answers `WrongUsage`. One producer sends, on any
/// thread. No call waits for an output, and the caller may use its buffer again when the call returns.
public final class ZoomSDKPSSender: Sendable {
    private let sender: Sender

    init(_ sender: Sender) {
        self.sender = sender
    }

    /// Sends one picture; its time is the moment of the call. Corresponds to `Sender.sendVideo(_:width:height:format:)`.
    ///
    /// - Parameters:
    ///   - frame: tight planes Y, U, V, width·height·3/2 bytes.
    ///   - width: width in pixels, as declared.
    ///   - height: height in pixels, as declared.
    ///   - frameLength: length in bytes.
    ///   - format: the format, as declared.
    /// - Returns: `WrongUsage` outside the run, `InvalidParameter` for anything unlike the contract, `TooFrequentCall`
    ///   (strict mode), `Malloc_Failed`.
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

    /// Sends one block of sound; its time is the moment of the call. Corresponds to `Sender.sendAudio`.
    ///
    /// - Parameters:
    ///   - data: signed 16-bit little-endian samples, stereo interleaved left and right.
    ///   - dataLength: length in bytes, even; for stereo a multiple of 4.
    ///   - sampleRate: 32000 or 48000 Hz.
    ///   - channel: mono or stereo.
    /// - Returns: `WrongUsage` outside the run, `InvalidParameter` for anything unlike the contract, `Malloc_Failed`.
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

/// A delegate that is not retained, from any thread.
final class WeakReference<Object>: @unchecked Sendable {
    // Safety: the reference is read and written under the lock; what the app's object does on the callback queue is its
    // own business, as with the vendor's SDK.
    private struct Held {
        weak var object: AnyObject?
    }

    private let held = Lock(Held())

    var object: Object? {
        get { held.withLock { $0.object } as? Object }
        set { held.withLock { $0.object = newValue as AnyObject? } }
    }
}
