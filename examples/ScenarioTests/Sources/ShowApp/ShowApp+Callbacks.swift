import Foundation
import ZoomSDK

extension ShowApp: ZoomSDKAuthDelegate {
    /// Joins after success.
    public func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) {
        guard status == .authenticating else { return }
        guard returnValue == ZoomSDKAuthError_Success else {
            return change(to: .failed("authentication failed with \(returnValue.rawValue)"))
        }
        join(ZoomSDK.shared().getMeetingService())
    }

    /// The app authenticates again when the user opens it again.
    public func onZoomAuthIdentityExpired() {}
}

extension ShowApp: ZoomSDKMeetingServiceDelegate {
    /// Starts the show in the meeting, and follows its connection.
    public func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        switch state {
        case ZoomSDKMeetingStatus_InMeeting where status == .joining: startShow()
        case ZoomSDKMeetingStatus_InMeeting where status == .reconnecting: meetingReconnected()
        case ZoomSDKMeetingStatus_Reconnecting where status == .live: change(to: .reconnecting)
        case ZoomSDKMeetingStatus_Join_Breakout_Room, ZoomSDKMeetingStatus_Leave_Breakout_Room: roomChanged()
        case ZoomSDKMeetingStatus_Failed: change(to: .failed("joining failed with \(error.rawValue)"))
        case ZoomSDKMeetingStatus_Ended: change(to: .idle)
        default: break
        }
    }
}

extension ShowApp: ZoomSDKMeetingProductionStudioControllerDelegate {
    /// A start that succeeds is not the permission to send.
    public func onStartPSModeResult(_ success: Bool) {
        if !success { startWasRejected() }
    }

    /// Sending may begin, if there is a sender.
    public func onStartSend(_ sender: ZoomSDKPSSender?) {
        guard let sender else { return senderIsMissing() }
        self.sender = sender
        change(to: .live)
    }

    /// Sending has ended, whoever ended it.
    public func onStopSend() {
        sendingEnded()
    }

    /// The app displays no other studios.
    public func onPSUserStatusChanged(_ userId: UInt32, isStart start: Bool) {}
}
