import Foundation
import ZoomSDK

/// An app's camera for the vendor's SDK: it sends a grey frame and 20 ms of silence per capture.
///
/// Everything happens on one queue, the SDK's callback queue.
open class Camera: ZoomSDKMeetingProductionStudioControllerDelegate {
    /// Width in pixels.
    public static let width = 404
    /// Height in pixels.
    public static let height = 710

    /// From the first start on.
    public private(set) var controller: ZoomSDKMeetingProductionStudioController?
    /// From `onStartSend` to `onStopSend`.
    public var sender: ZoomSDKPSSender?
    /// From the start that succeeded to the end.
    private var isWanted = false
    private var isEnding = false

    /// Creates an idle camera.
    public init() {}

    /// The state of an indicator in the app.
    open var isReady: Bool { sender != nil }

    // MARK: App

    open func begin() {
        guard let controller = ZoomSDK.shared().getMeetingService()?.getMeetingProductionStudioController(),
            mayBegin(controller)
        else { return }
        self.controller = controller
        listen(to: controller)
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = Int32(Self.width)
        capability.height = Int32(Self.height)
        capability.format = ZoomSDKFrameDataFormat_I420_Full
        isWanted = controller.startPSMode(capability) == ZoomSDKError_Success
    }

    open func mayBegin(_ controller: ZoomSDKMeetingProductionStudioController) -> Bool {
        controller.isSupportPSMode() && controller.canStartPSMode()
    }

    open func listen(to controller: ZoomSDKMeetingProductionStudioController) {
        controller.delegate = self
    }

    /// The app's timer calls this.
    open func capture() {
        guard let sender else { return }
        sendFrame(to: sender)
        sendAudioBlock(to: sender)
    }

    open func sendFrame(to sender: ZoomSDKPSSender) {
        var frame = [CChar](repeating: 64, count: Self.width * Self.height * 3 / 2)
        sender.sendVideoFrame(
            &frame, width: UInt32(Self.width), height: UInt32(Self.height), frameLength: UInt32(frame.count),
            format: ZoomSDKFrameDataFormat_I420_Full)
    }

    open func sendAudioBlock(to sender: ZoomSDKPSSender) {
        var samples = [CChar](repeating: 0, count: 1920)
        sender.sendAudio(&samples, dataLength: 1920, sampleRate: 48_000, channel: ZoomSDKAudioChannel_Mono)
    }

    /// The user presses the button, perhaps twice.
    open func end() {
        guard isWanted, !isEnding else { return }
        isEnding = controller?.stopPSMode() == ZoomSDKError_Success
    }

    private var wantsRestart = false

    /// The user changes the settings.
    open func restart() {
        wantsRestart = true
        end()
    }

    // MARK: SDK callbacks

    open func onStartPSModeResult(_ success: Bool) {
        if !success { isWanted = false }
    }

    open func onStartSend(_ sender: ZoomSDKPSSender?) {
        self.sender = sender
    }

    open func onStopSend() {
        sender = nil
        isWanted = false
        isEnding = false
        guard wantsRestart else { return }
        wantsRestart = false
        begin()
    }
}
