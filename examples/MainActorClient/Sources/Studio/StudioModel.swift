import ZoomSDK

final class StudioModel: NSObject, ZoomSDKMeetingProductionStudioControllerDelegate {
    private(set) var isSending = false
    private var sender: ZoomSDKPSSender?

    func begin() -> ZoomSDKError {
        guard let controller = ZoomSDK.shared().getMeetingService().getMeetingProductionStudioController() else {
            return ZoomSDKError_NotInMeeting
        }
        guard controller.isSupportPSMode() else { return ZoomSDKError_UnSupportedFeature }
        guard controller.canStartPSMode() else { return ZoomSDKError_NoPermission }
        controller.delegate = self
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = 1280
        capability.height = 720
        capability.format = ZoomSDKFrameDataFormat_I420_Full
        return controller.startPSMode(capability)
    }

    func capture() {
        var frame = [CChar](repeating: 64, count: 1280 * 720 * 3 / 2)
        sender?.sendVideoFrame(
            &frame, width: 1280, height: 720, frameLength: UInt32(frame.count),
            format: ZoomSDKFrameDataFormat_I420_Full)
    }

    func onStartPSModeResult(_ success: Bool) {}
    func onStartSend(_ sender: ZoomSDKPSSender?) { (self.sender, isSending) = (sender, sender != nil) }
    func onStopSend() { (sender, isSending) = (nil, false) }
}
