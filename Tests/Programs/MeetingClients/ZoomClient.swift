import Foundation
import ZoomSDK

/// Init, authentication, joining, starting.
final class ZoomClient: NSObject, ZoomSDKAuthDelegate, ZoomSDKMeetingServiceDelegate {
    static func initialise() throws -> @Sendable () -> Void {
        let parameters = ZoomSDKInitParams()
        parameters.zoomDomain = "zoom.us"
        try require(ZoomSDK.shared().initSDK(with: parameters) == ZoomSDKError_Success, "initSDK")
        return { ZoomSDK.shared().unInitSDK() }
    }

    static func join() throws -> Any {
        let client = ZoomClient()
        let parameters = ZoomSDKInitParams()
        parameters.zoomDomain = "zoom.us"
        try require(ZoomSDK.shared().initSDK(with: parameters) == ZoomSDKError_Success, "initSDK")
        let context = ZoomSDKAuthContext()
        context.jwtToken = "token"
        let service: ZoomSDKAuthService? = ZoomSDK.shared().getAuthService()
        service?.delegate = client
        try require(service?.sdkAuth(context) == ZoomSDKError_Success, "sdkAuth")
        return client
    }

    func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) {
        let elements = ZoomSDKJoinMeetingElements()
        (elements.displayName, elements.meetingNumber) = ("Local user", 1)
        let service: ZoomSDKMeetingService? = ZoomSDK.shared().getMeetingService()
        service?.delegate = self
        guard service?.joinMeeting(elements) == ZoomSDKError_Success else { exit(1) }
    }

    func onZoomAuthIdentityExpired() {}

    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        guard state == ZoomSDKMeetingStatus_InMeeting else { return }
        // Rejected without a delegate. An app that never starts leaves no trace.
        let service: ZoomSDKMeetingService? = ZoomSDK.shared().getMeetingService()
        _ = service?.getMeetingProductionStudioController()?.startPSMode(ZoomSDKPSVideoSourceCapability())
    }
}
