import FacadeSupport
public import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// The size and format of all frames, declared at start. Corresponds to `VideoCapability`.
///
/// Read once, when ``ZoomSDKMeetingProductionStudioController/startPSMode(_:)`` is called (PS-START-011).
open class ZoomSDKPSVideoSourceCapability: NSObject {
    /// Width in pixels; even, 2 to 3840 by default.
    open var width: Int32 = 0
    /// Height in pixels; even, 2 to 2160 by default.
    open var height: Int32 = 0
    /// The sample format of every frame.
    open var format = ZoomSDKFrameDataFormat_I420_Limited

    /// 0x0, limited range (PS-SDK-012).
    public override init() {}
}

/// Receives the callbacks of Production Studio. Corresponds to `StudioDelegate`.
///
/// Callbacks are delivered on the meeting's callback queue, by default the main queue, and never inside the call that
/// causes them. Three are required (PS-SDK-006).
public protocol ZoomSDKMeetingProductionStudioControllerDelegate: ZoomSDKSenderReceiver,
    ZoomSDKSenderUnwrappedReceiver
{
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
open class ZoomSDKMeetingProductionStudioController: NSObject, @unchecked Sendable {
    // Safety: it does not change.
    /// `nil` for a controller that the client created itself: it belongs to no meeting.
    private let studio: StudioController?
    private let listener = StudioListener()
    /// The calls that came from another thread than the main thread.
    private let noticed = Lock<Set<String>>([])

    /// Creates a controller without a meeting. `ZoomSDKMeetingService` provides the usable one.
    public override init() {
        studio = nil
    }

    init(_ studio: StudioController) {
        self.studio = studio
    }

    /// Receives the callbacks. It is not retained (PS-SDK-013).
    open var delegate: (any ZoomSDKMeetingProductionStudioControllerDelegate)? {
        get { listener.delegate.object }
        set {
            noticeThread("delegate")
            MeetingEngine.shared.inspect(newValue, of: "ZoomSDKMeetingProductionStudioController")
            listener.delegate.object = newValue
            forwardDelegate()
        }
    }

    /// The native studio has a delegate exactly while the client has one that is alive.
    private func forwardDelegate() {
        studio?.delegate = listener.delegate.object == nil ? nil : listener
    }

    /// A call of a client whose callbacks come on the main queue, from elsewhere (PS-SDK-023).
    private func noticeThread(_ call: String) {
        guard let studio, studio.judgesThreads.withLock({ $0 }), studio.meeting.callbackQueue.isMain,
            !MainThread.isCurrent,
            noticed.withLock({ $0.insert(call).inserted })
        else { return }
        studio.notice(
            StudioError(
                .sdkMainThread, "\(call) was called on a background thread",
                hint: "call the controller on the main thread, for example with DispatchQueue.main.async"))
    }

    /// Whether Production Studio is available in this meeting. Corresponds to `StudioController.isSupported`.
    @discardableResult
    open func isSupportPSMode() -> Bool {
        noticeThread("isSupportPSMode")
        return studio?.isSupported ?? false
    }

    /// Whether the local user may start: host or co-host. Corresponds to `StudioController.canStart`.
    @discardableResult
    open func canStartPSMode() -> Bool {
        noticeThread("canStartPSMode")
        return studio?.canStart ?? false
    }

    /// Starts the studio; the result is `onStartPSModeResult`. Corresponds to `StudioController.start(_:)`.
    ///
    /// - Parameter cap: the size and format of all frames.
    /// - Returns: `NotInMeeting`, `UnSupportedFeature`, `NoPermission`, `WrongUsage` (already started, no delegate),
    ///   `InvalidParameter` (size, format), checked in this order. After an error there are no callbacks.
    @discardableResult
    open func startPSMode(_ cap: ZoomSDKPSVideoSourceCapability) -> ZoomSDKError {
        guard let studio else { return ZoomSDKError_NotInMeeting }
        noticeThread("startPSMode")
        forwardDelegate()
        let capability = VideoCapability(cap)
        return ZoomSDKError.of { () throws(StudioError) in try studio.start(capability) }
    }

    /// Stops the studio; the end is `onStopSend`. Corresponds to `StudioController.stop()`.
    ///
    /// - Returns: `NotInMeeting` after the meeting, `WrongUsage` when the studio is idle or already stopping.
    @discardableResult
    open func stopPSMode() -> ZoomSDKError {
        guard let studio else { return ZoomSDKError_NotInMeeting }
        noticeThread("stopPSMode")
        return ZoomSDKError.of { () throws(StudioError) in try studio.stop() }
    }

    /// Whether the studio is active; not a condition for sending. Corresponds to `StudioController.isStarted`.
    @discardableResult
    open func isPSModeStarted() -> Bool {
        noticeThread("isPSModeStarted")
        return studio?.isStarted ?? false
    }

    /// The ID of the studio user, 0 when there is none. Corresponds to `StudioController.userID`.
    @discardableResult
    open func getPSUserID() -> UInt32 {
        noticeThread("getPSUserID")
        return studio?.userID.rawValue ?? 0
    }
}

extension Optional where Wrapped == ZoomSDKMeetingProductionStudioController {
    // In the header the result is never nil, in the guide it is unwrapped: PS-SDK-019.

    /// The delegate of the controller; `nil` without a controller.
    public var delegate: (any ZoomSDKMeetingProductionStudioControllerDelegate)? {
        get { self?.delegate }
        nonmutating set { self?.delegate = newValue }
    }

    /// Calls the controller; false without one.
    @discardableResult
    public func isSupportPSMode() -> Bool { self?.isSupportPSMode() ?? false }

    /// Calls the controller; false without one.
    @discardableResult
    public func canStartPSMode() -> Bool { self?.canStartPSMode() ?? false }

    /// Calls the controller; `NotInMeeting` without one.
    @discardableResult
    public func startPSMode(_ cap: ZoomSDKPSVideoSourceCapability) -> ZoomSDKError {
        self?.startPSMode(cap) ?? ZoomSDKError_NotInMeeting
    }

    /// Calls the controller; `NotInMeeting` without one.
    @discardableResult
    public func stopPSMode() -> ZoomSDKError { self?.stopPSMode() ?? ZoomSDKError_NotInMeeting }

    /// Calls the controller; false without one.
    @discardableResult
    public func isPSModeStarted() -> Bool { self?.isPSModeStarted() ?? false }

    /// Calls the controller; 0 without one.
    @discardableResult
    public func getPSUserID() -> UInt32 { self?.getPSUserID() ?? 0 }
}

/// Forwards the native callbacks.
private final class StudioListener: ForwardingStudioDelegate {
    let delegate = WeakReference<any ZoomSDKMeetingProductionStudioControllerDelegate>()

    var target: AnyObject? { delegate.object }

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        CallbackScope.mark.perform { delegate.object?.onStartPSModeResult(accepted) }
    }

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        guard let delegate = delegate.object else { return }
        CallbackScope.mark.perform { delegate.deliver(sender.map { ZoomSDKPSSender($0) }) }
    }

    func studioDidStopSending(_ studio: StudioController) {
        CallbackScope.mark.perform { delegate.object?.onStopSend() }
    }

    func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {
        CallbackScope.mark.perform { delegate.object?.onPSUserStatusChanged(user.rawValue, isStart: isSending) }
    }
}

/// Sends video and audio between one start and stop. Corresponds to `Sender`.
///
/// Valid from `onStartSend` to `onStopSend`; afterwards every call returns `WrongUsage`. One producer sends, on any
/// thread. No call waits for an output, and the caller may reuse its buffer when the call returns.
open class ZoomSDKPSSender: NSObject, @unchecked Sendable {
    // Safety: it does not change.
    /// `nil` for a sender that the client created itself.
    private let sender: Sender?

    /// Creates a sender without a studio: every call returns `WrongUsage`. `onStartSend` delivers the usable one.
    public override init() {
        sender = nil
    }

    init(_ sender: Sender) {
        self.sender = sender
        super.init()
        sender.addHandle()
    }

    deinit { sender?.removeHandle() }

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
    open func sendVideoFrame(
        _ frame: UnsafeMutablePointer<CChar>?, width: UInt32, height: UInt32, frameLength: UInt32,
        format: ZoomSDKFrameDataFormat
    ) -> ZoomSDKError {
        guard let sender else { return ZoomSDKError_WrongUsage }
        return ZoomSDKError.of { () throws(StudioError) in
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
    open func sendAudio(
        _ data: UnsafeMutablePointer<CChar>?, dataLength: UInt32, sampleRate: Int32, channel: ZoomSDKAudioChannel
    ) -> ZoomSDKError {
        guard let sender else { return ZoomSDKError_WrongUsage }
        return ZoomSDKError.of { () throws(StudioError) in
            try sender.sendAudio(
                UnsafeRawBufferPointer(data, dataLength), sampleRate: sampleRate,
                channel: AudioChannel(channel))
        }
    }
}
