import MediaReceiving
import StudioCore
import StudioMeeting
import ZoomVideoRawData

/// A share of a user. Two objects are equal when they stand for the same share.
public final class ZoomVideoSDKShareAction: NSObject, @unchecked Sendable {
    // Safety: immutable.
    private let pipe: ZoomVideoSDKRawDataPipe

    init(_ pipe: ZoomVideoSDKRawDataPipe) {
        self.pipe = pipe
        super.init()
    }

    /// The ID of the user who shares.
    public func getShareSourceId() -> Int { Int(pipe.pipe.user.rawValue) }

    /// Whether the user shares now: `start`, or `stop`.
    public func getShareStatus() -> ZoomVideoSDKReceiveSharingStatus { pipe.shareStatus()?.sharingStatus ?? .stop }

    /// The pipe.
    public func getSharePipe() -> ZoomVideoSDKRawDataPipe? { pipe }

    /// The canvas, which draws nothing.
    public func getShareCanvas() -> ZoomVideoSDKVideoCanvas? { pipe.canvas }

    /// Whether both stand for the same share.
    public override func isEqual(_ object: Any?) -> Bool { (object as? ZoomVideoSDKShareAction)?.pipe === pipe }

    /// Equal shares have equal hashes.
    public override var hash: Int { pipe.hash }
}

/// Shares: those of others are received; the local user does not share.
public final class ZoomVideoSDKShareHelper: NSObject, @unchecked Sendable {
    // Safety: no state.
    static let shared = ZoomVideoSDKShareHelper()

    private override init() {
        super.init()
    }

    /// Whether another user shares.
    public func isOtherSharing() -> Bool {
        VideoSDKEngine.shared.remoteUsers?.contains { !($0.getShareActionList() ?? []).isEmpty } ?? false
    }

    /// False: the local user does not share.
    public func isSharingOut() -> Bool { false }

    /// False: the local user does not share.
    public func isScreenSharingOut() -> Bool { false }

    /// False: sharing is not locked.
    public func isShareLocked() -> Bool { false }

    /// Rejected with `Errors_Dont_Support_Feature`; reported once.
    @discardableResult
    public func startShare(with view: AnyObject?) -> ZoomVideoSDKError { refuse("startShare(with:)") }

    /// Rejected with `Errors_Dont_Support_Feature`; reported once.
    @discardableResult
    public func stopShare() -> ZoomVideoSDKError { refuse("stopShare()") }

    /// Rejected with `Errors_Dont_Support_Feature`; reported once.
    @discardableResult
    public func lockShare(_ lock: Bool) -> ZoomVideoSDKError { refuse("lockShare(_:)") }

    private func refuse(_ call: String) -> ZoomVideoSDKError {
        VideoSDKEngine.shared.process.calls.record(call, [])
        let error = StudioError(
            .rawDataSharing, "\(call) is not emulated", hint: "share from a participant of the test or of the scenario")
        VideoSDKEngine.shared.report(error, isRefusal: true)
        return error.code.vendor
    }
}
