import MediaReceiving
import StudioCore
import StudioMeeting
import ZoomVideoRawData

/// Draws the video or the share of a user into views: subscriptions are counted and checked, nothing is drawn.
///
/// A view is a `UIView` on iOS; here it is any object.
public final class ZoomVideoSDKVideoCanvas: NSObject, @unchecked Sendable {
    // Safety: immutable; the session has a lock.
    private let pipe: RawDataStateMachine.Pipe

    init(_ pipe: RawDataStateMachine.Pipe) {
        self.pipe = pipe
        super.init()
    }

    /// What it draws.
    public func canvasType() -> ZoomVideoSDKVideoType { pipe.isShare ? .shareData : .videoData }

    /// Whether the camera is on; `nil` after the user left.
    public func videoStatus() -> ZoomVideoSDKVideoStatus? { VideoSDKEngine.shared.videoStatus(of: pipe) }

    /// Whether the user shares; `nil` after the user left.
    public func shareStatus() -> ZoomVideoSDKShareStatus? { VideoSDKEngine.shared.shareStatus(of: pipe) }

    /// Subscribes a view, or changes its subscription.
    ///
    /// - Parameters:
    ///   - view: not retained.
    ///   - aspect: without an effect.
    ///   - resolution: without an effect; `_Auto` is accepted.
    /// - Returns: `Errors_Not_In_Session` outside a session, and until `onSessionJoin` except for the local user's video, which
    ///   needs only that `joinSession(_:)` returned; `Errors_Invalid_Parameter` without a view, `Errors_No_Video_Data` or
    ///   `Errors_No_Share_Data` after the user left.
    @discardableResult
    public func subscribe(
        with view: AnyObject?, aspectMode aspect: ZoomVideoSDKVideoAspect,
        andResolution resolution: ZoomVideoSDKVideoResolution
    ) -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.native.subscribeCanvas(identity(view), to: pipe) }
    }

    /// Unsubscribes a view; without a subscription, nothing changes.
    ///
    /// - Returns: `Errors_Not_In_Session` as ``subscribe(with:aspectMode:andResolution:)``,
    ///   `Errors_Invalid_Parameter` without a view.
    @discardableResult
    public func unSubscribe(with view: AnyObject?) -> ZoomVideoSDKError {
        result { () throws(StudioError) in
            try VideoSDKEngine.shared.native.unsubscribeCanvas(identity(view), from: pipe)
        }
    }

    /// Changes how a subscribed view is filled; nothing is drawn.
    ///
    /// - Returns: as ``unSubscribe(with:)``, and `Errors_Wrong_Usage` when the view is not subscribed.
    @discardableResult
    public func setAspectMode(_ aspect: ZoomVideoSDKVideoAspect, to view: AnyObject?) -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.native.changeCanvas(identity(view), of: pipe) }
    }

    /// Changes the resolution of a subscribed view; nothing is drawn.
    ///
    /// - Returns: as ``unSubscribe(with:)``, and `Errors_Wrong_Usage` when the view is not subscribed.
    @discardableResult
    public func setResolution(_ resolution: ZoomVideoSDKVideoResolution, to view: AnyObject?) -> ZoomVideoSDKError {
        result { () throws(StudioError) in try VideoSDKEngine.shared.native.changeCanvas(identity(view), of: pipe) }
    }

    private func identity(_ view: AnyObject?) -> Int? { view.map { Int(bitPattern: ObjectIdentifier($0)) } }
}
