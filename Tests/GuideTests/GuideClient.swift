// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
import Foundation
import ZoomSDK

/// An app as the vendor's guide writes one: a plain class, a stored sender that is used without unwrapping, free
/// constants beside members, and the guide's width of a user's number.
final class GuideClient: ZoomSDKMeetingProductionStudioControllerDelegate {
    var psController: ZoomSDKMeetingProductionStudioController?
    var psSender: ZoomSDKPSSender!
    var isCapturing = false
    var heard: [String] = []
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
            heard.append("refused \(error.rawValue)")
        }
        return error
    }

    func onStartPSModeResult(_ success: Bool) {
        heard.append("result \(success)")
    }

    func onStartSend(_ sender: ZoomSDKPSSender?) {
        guard let sender else {
            heard.append("no sender")
            return
        }
        psSender = sender
        isCapturing = true
        heard.append("sender")
        whenSending?(self)
    }

    func onStopSend() {
        isCapturing = false
        psSender = nil
        heard.append("stop")
        whenStopped?(self)
    }

    func onPSUserStatusChanged(_ userId: UInt, isStart start: Bool) {
        let action = ZoomSDK.shared().getMeetingService().getMeetingActionController()
        guard let user = action.getUser(byUserID: userId) else {
            heard.append("nobody has the number \(userId)")
            return
        }
        let isOwn = user.getProductionStudioParent() == action.getMyself()?.getUserID()
        heard.append("user \(start ? "on" : "off"), studio \(user.isProductionStudioUser()), own \(isOwn)")
    }

    func sendPicture(
        width: UInt32 = 1920, height: UInt32 = 1080, length: UInt32 = 3_110_400,
        format: ZoomSDKFrameDataFormat = .I420_FULL
    ) -> ZoomSDKError {
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: 3_110_402)
        defer { buffer.deallocate() }
        buffer.initialize(repeating: 64, count: 3_110_402)
        return psSender.sendVideoFrame(buffer, width: width, height: height, frameLength: length, format: format)
    }

    func sendSound(
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
