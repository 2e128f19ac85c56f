import ZoomSDK

final class Camera: NSObject {
    private var sender: ZoomSDKPSSender?
    private var frame = [CChar](repeating: 64, count: 1920 * 1080 * 3 / 2)

    func begin(token: String) {
        let params = ZoomSDKInitParams()
        params.zoomDomain = "zoom.us"
        guard ZoomSDK.shared().initSDK(with: params) == ZoomSDKError_Success else { return }
        let service = ZoomSDK.shared().getAuthService()
        service.delegate = self
        let context = ZoomSDKAuthContext()
        context.jwtToken = token
        service.sdkAuth(context)
    }

    private func join() {
        guard let service = ZoomSDK.shared().getMeetingService() else { return }
        service.delegate = self
        let elements = ZoomSDKJoinMeetingElements()
        elements.meetingNumber = 1_234_567_890
        elements.displayName = "Camera 1"
        elements.password = "passcode"
        elements.userType = ZoomSDKUserType_WithoutLogin
        service.joinMeeting(elements)
    }

    private func start() {
        guard let studio = ZoomSDK.shared().getMeetingService()?.getMeetingProductionStudioController(),
            studio.isSupportPSMode(), studio.canStartPSMode()
        else { return }
        studio.delegate = self
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = 1920
        capability.height = 1080
        capability.format = ZoomSDKFrameDataFormat_I420_Full
        studio.startPSMode(capability)
    }

    func send() -> ZoomSDKError? {
        sender?.sendVideoFrame(
            &frame, width: 1920, height: 1080, frameLength: UInt32(frame.count),
            format: ZoomSDKFrameDataFormat_I420_Full)
    }

    func leave() {
        ZoomSDK.shared().getMeetingService()?.leaveMeeting(with: LeaveMeetingCmd_Leave)
    }
}

extension Camera: ZoomSDKAuthDelegate {
    func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) {
        if returnValue == ZoomSDKAuthError_Success { join() }
    }

    func onZoomAuthIdentityExpired() {}
}

extension Camera: ZoomSDKMeetingServiceDelegate {
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        switch state {
        case ZoomSDKMeetingStatus_InMeeting: start()
        // Un-init must not be called inside a callback.
        case ZoomSDKMeetingStatus_Ended: DispatchQueue.main.async { ZoomSDK.shared().unInitSDK() }
        default: break
        }
    }
}

extension Camera: ZoomSDKMeetingProductionStudioControllerDelegate {
    func onStartPSModeResult(_ success: Bool) {}
    func onStartSend(_ sender: ZoomSDKPSSender?) { self.sender = sender }
    func onStopSend() { sender = nil }
}
