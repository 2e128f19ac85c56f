// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
import ZoomSDK

/// An app in the style of the vendor's guide: a plain class, a stored sender used without unwrapping, free
/// constants beside members, and the guide's width of a user identifier.
final class GuideClient: ZoomSDKMeetingProductionStudioControllerDelegate {
    var psController: ZoomSDKMeetingProductionStudioController?
    var psSender: ZoomSDKPSSender!
    var isCapturing = false
    var callbacks: [String] = []
    var whenSending: ((GuideClient) -> Void)?
    var whenStopped: ((GuideClient) -> Void)?

    func makeCapability() -> ZoomSDKPSVideoSourceCapability {
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = 1920
        capability.height = 1080
        capability.format = ZoomSDKFrameDataFormat_I420_FULL
        return capability
    }

    @discardableResult
    func beginProductionStudio() -> ZoomSDKError? {
        guard let controller = ZoomSDK.shared().getMeetingService().getMeetingProductionStudioController() else {
            return nil
        }
        guard controller.isSupportPSMode(), controller.canStartPSMode() else { return nil }
        controller.delegate = self
        psController = controller
        let error = controller.startPSMode(makeCapability())
        if error != ZoomSDKError_Success {
            callbacks.append("refused \(error.rawValue)")
        }
        return error
    }

    func onStartPSModeResult(_ success: Bool) {
        callbacks.append("result \(success)")
    }

    func onStartSend(_ sender: ZoomSDKPSSender?) {
        guard let sender else {
            callbacks.append("no sender")
            return
        }
        psSender = sender
        isCapturing = true
        callbacks.append("sender")
        whenSending?(self)
    }

    func onStopSend() {
        isCapturing = false
        psSender = nil
        callbacks.append("stop")
        whenStopped?(self)
    }

    func onPSUserStatusChanged(_ userId: UInt, isStart start: Bool) {
        let action = ZoomSDK.shared().getMeetingService().getMeetingActionController()
        guard let user = action.getUser(byUserID: userId) else {
            callbacks.append("unknown user \(userId)")
            return
        }
        let isOwn = user.getProductionStudioParent() == action.getMyself()?.getUserID()
        callbacks.append("user \(start ? "on" : "off"), studio \(user.isProductionStudioUser()), own \(isOwn)")
    }

    func sendFrame(
        width: UInt32 = 1920, height: UInt32 = 1080, length: UInt32 = 3_110_400,
        format: ZoomSDKFrameDataFormat = .I420_FULL
    ) -> ZoomSDKError {
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: 3_110_402)
        defer { buffer.deallocate() }
        buffer.initialize(repeating: 64, count: 3_110_402)
        return psSender.sendVideoFrame(buffer, width: width, height: height, frameLength: length, format: format)
    }

    func sendAudioBlock(
        length: UInt32 = 1920, rate: Int32 = 48000, channel: ZoomSDKAudioChannel = .mono
    ) -> ZoomSDKError {
        var pcmBuffer = [CChar](repeating: 0, count: Int(length))
        return psSender.sendAudio(&pcmBuffer, dataLength: length, sampleRate: rate, channel: channel)
    }

    func endProductionStudio() -> ZoomSDKError? {
        guard let psController else { return nil }
        let error: ZoomSDKError = psController.stopPSMode()
        return error
    }
}
