public import Foundation

/// The vendor's UI, which is not emulated. Calls are recorded and succeed. May be called from any thread.
open class ZoomSDKMeetingUIController: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same controller.
    public override init() {}

    /// Despite its name, sets whether a preview is shown before joining.
    @discardableResult
    open func isShowVideoPreview(whenJoinMeeting isShow: Bool) -> ZoomSDKError {
        MeetingEngine.shared.values.setFlag("showVideoPreviewWhenJoinMeeting", isShow)
        return MeetingEngine.shared.record(#function, isShow)
    }

    /// Whether a preview is shown before joining; false by default.
    @discardableResult
    open func showVideoPreviewWhenJoinMeeting() -> Bool {
        MeetingEngine.shared.values.flag("showVideoPreviewWhenJoinMeeting")
    }

    /// Enters or leaves full screen. Recorded.
    @discardableResult
    open func enterFullScreen(_ fullScreen: Bool, firstMonitor: Bool, dualMonitor: Bool) -> ZoomSDKError {
        MeetingEngine.shared.record(
            "enterFullScreen(_:firstMonitor:dualMonitor:)", fullScreen, firstMonitor, dualMonitor)
    }

    /// Shows all users. Recorded.
    @discardableResult
    open func switchToVideoWallView() -> ZoomSDKError { MeetingEngine.shared.record() }

    /// Shows the active speaker. Recorded.
    @discardableResult
    open func switchToActiveSpeakerView() -> ZoomSDKError { MeetingEngine.shared.record() }

    /// Brings the meeting to the front. Recorded.
    @discardableResult
    open func backToMeeting() -> ZoomSDKError { MeetingEngine.shared.record() }

    /// Whether the small window is shown: false.
    @discardableResult
    open func isInMiniVideoMode() -> Bool { false }

    /// Hides or shows users without video. Recorded.
    @discardableResult
    open func hideOrShowNoVideoUser(onVideoWall hide: Bool) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, hide)
    }
}
