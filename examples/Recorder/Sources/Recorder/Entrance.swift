import Foundation
import ZoomSDK

/// Init, authentication and joining, with the account of the environment.
///
/// Callbacks are delivered on the main queue, which owns everything here.
final class Entrance: NSObject, ZoomSDKAuthDelegate, ZoomSDKMeetingServiceDelegate, @unchecked Sendable {
    private let trace: TraceLog
    private let onMeeting: @MainActor () -> Void

    init(_ trace: TraceLog, onMeeting: @escaping @MainActor () -> Void) {
        self.trace = trace
        self.onMeeting = onMeeting
    }

    func enter() {
        let parameters = ZoomSDKInitParams()
        parameters.zoomDomain = "zoom.us"
        let error = ZoomSDK.shared().initSDK(with: parameters)
        trace.call("initialise", result: ErrorName.of(error))
        let context = ZoomSDKAuthContext()
        context.jwtToken = variable("ZOOM_JWT")
        let service: ZoomSDKAuthService? = ZoomSDK.shared().getAuthService()
        service?.delegate = self
        guard let answer = service?.sdkAuth(context) else { return fail("no authentication service") }
        trace.call("authenticate", result: ErrorName.of(answer))
    }

    func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) {
        let isSuccess = returnValue == ZoomSDKAuthError_Success
        trace.callback("authenticated", ["result": isSuccess ? "success" : "code \(returnValue.rawValue)"])
        guard isSuccess else { return fail("authentication failed: \(returnValue.rawValue)") }
        let elements = ZoomSDKJoinMeetingElements()
        elements.displayName = "Recorder"
        elements.meetingNumber = Int64(variable("ZOOM_MEETING")) ?? 0
        elements.zak = variable("ZOOM_ZAK")
        let service: ZoomSDKMeetingService? = ZoomSDK.shared().getMeetingService()
        service?.delegate = self
        guard let error = service?.joinMeeting(elements) else { return fail("no meeting service") }
        trace.call("join", result: ErrorName.of(error))
    }

    func onZoomAuthIdentityExpired() {
        trace.callback("identityExpired")
    }

    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        let isInMeeting = state == ZoomSDKMeetingStatus_InMeeting
        trace.callback(
            "meetingStatusChanged",
            ["status": isInMeeting ? "inMeeting" : "code \(state.rawValue)", "reason": "code \(reason.rawValue)"])
        if isInMeeting { DispatchQueue.main.async { [onMeeting] in onMeeting() } }
    }

    private func variable(_ name: String) -> String { ProcessInfo.processInfo.environment[name] ?? "" }

    private func fail(_ reason: String) {
        print("recorder: \(reason)")
        trace.end()
        exit(1)
    }
}
