public import Foundation

// Arguments of callbacks that are never called. Only the types must exist.

/// Responds to a request for name and e-mail address; the SDK never provides one.
open class ZoomSDKMeetingInputUserInfoHandler: NSObject {}

/// Responds to the question whether a meeting is archived; the SDK never provides one.
open class ZoomSDKMeetingArchiveConfirmHandler: NSObject {}

/// Responds to the question whether a meeting is recovered; the SDK never provides one.
open class ZoomSDKRecoverMeetingHandler: NSObject {}

/// Controls the panel of app signals; the SDK never provides one.
open class ZoomSDKMeetingAppsignalHandler: NSObject {}

/// Responds to the question whether several shares become one; the SDK never provides one.
open class ZoomSDKMultiToSingleShareConfirmHandler: NSObject {}

/// Who may send chat messages; the SDK never provides one.
open class ZoomSDKChatStatus: NSObject {}

/// A file that is sent; the SDK never provides one.
open class ZoomSDKFileSender: NSObject {}

/// A file that is received; the SDK never provides one.
open class ZoomSDKFileReceiver: NSObject {}

/// The progress of a file transfer; the SDK never provides one.
open class ZoomSDKFileTransferInfo: NSObject {}

/// Provides missing information for joining; the SDK never provides one.
open class ZoomSDKJoinMeetingHelper: NSObject {
    /// The missing information: none.
    @discardableResult
    open func getReqInfoType() -> JoinMeetingReqInfoType { JoinMeetingReqInfoType_None }

    /// Recorded.
    @discardableResult
    open func inputPassword(_ password: String) -> ZoomSDKError { MeetingEngine.shared.record() }

    /// Recorded.
    @discardableResult
    open func inputMeetingScreenName(_ screenName: String) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, screenName)
    }

    /// Recorded.
    @discardableResult
    open func cancel() -> ZoomSDKError { MeetingEngine.shared.record() }
}
