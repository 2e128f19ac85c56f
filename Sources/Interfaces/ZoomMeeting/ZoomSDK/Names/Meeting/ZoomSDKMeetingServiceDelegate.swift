public import Foundation
import ProductionStudio
import StudioCore

/// Receives the meeting's status. Corresponds to `MeetingDelegate`.
///
/// Called on the meeting's callback queue, in order. All methods are optional. The first three are called; the others exist
/// so that clients compile. Implement one spelling of a callback.
public protocol ZoomSDKMeetingServiceDelegate: ZoomSDKMeetingParameterReceiver,
    ZoomSDKMeetingParameterUnwrappedReceiver
{
    /// The status changed; the spelling of the header's imported method.
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason)
    /// The same with the label as in the header; called unless the other one is implemented.
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, endReason reason: EndMeetingReason)
    /// The meeting's parameters, immediately before `InMeeting`. They are valid during the call.
    func onMeetingParameterNotification(_ meetingParam: ZoomSDKMeetingParameter?)
    /// A statistics warning; never called.
    func onMeeting(_ type: StatisticWarningType)
    /// A free meeting requires an upgrade; never called.
    func onFreeMeetingNeed(to type: FreeMeetingNeedUpgradeType, giftUpgradeURL giftURL: String?)
    /// A free trial started; never called.
    func onFreeMeetingUpgradeToGiftFreeTrialStart()
    /// A free trial ended; never called.
    func onFreeMeetingUpgradeToGiftFreeTrialStop()
    /// A free meeting was upgraded; never called.
    func onFreeMeetingUpgradedToProMeeting()
    /// The countdown of a free meeting has stopped; never called.
    func onFreeMeetingRemainTimeStopCountDown()
    /// The remaining seconds of a free meeting; never called.
    func onFreeMeetingRemainTime(_ seconds: UInt32)
    /// The meeting requests name and e-mail address; never called.
    func onJoinMeetingNeedUserInfo(_ handler: ZoomSDKMeetingInputUserInfoHandler?)
    /// The user must confirm archiving; never called.
    func onUserConfirm(toStartArchive handler: ZoomSDKMeetingArchiveConfirmHandler?)
    /// Another meeting must end first; never called.
    func onEndOtherMeeting(
        toJoinMeetingNotification actionEndOtherMeeting: @escaping () -> ZoomSDKError,
        actionCancel: @escaping () -> Void)
    /// The meeting is full but can be watched; never called.
    func onMeetingFull(toWatchLiveStream liveStreamUrl: String)
    /// A deleted meeting can be recovered; never called.
    func onUserConfirmRecoverMeeting(_ handler: ZoomSDKRecoverMeetingHandler?)
    /// The quality of a user's connection changed; never called.
    func onUserNetworkStatusChanged(
        _ type: ConnectionComponent, level: ZoomSDKConnectionQuality, userID: UInt32, uplink: Bool)
    /// The panel of app signals changed; never called.
    func onAppSignalPanelUpdated(_ handler: ZoomSDKMeetingAppsignalHandler?)
}

extension ZoomSDKMeetingServiceDelegate {
    /// Calls the other spelling.
    public func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        onMeetingStatusChange(state, meetingError: error, endReason: reason)
    }

    /// Does nothing.
    public func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, endReason reason: EndMeetingReason
    ) {}
    /// Does nothing.
    public func onMeeting(_ type: StatisticWarningType) {}
    /// Does nothing.
    public func onFreeMeetingNeed(to type: FreeMeetingNeedUpgradeType, giftUpgradeURL giftURL: String?) {}
    /// Does nothing.
    public func onFreeMeetingUpgradeToGiftFreeTrialStart() {}
    /// Does nothing.
    public func onFreeMeetingUpgradeToGiftFreeTrialStop() {}
    /// Does nothing.
    public func onFreeMeetingUpgradedToProMeeting() {}
    /// Does nothing.
    public func onFreeMeetingRemainTimeStopCountDown() {}
    /// Does nothing.
    public func onFreeMeetingRemainTime(_ seconds: UInt32) {}
    /// Does nothing.
    public func onJoinMeetingNeedUserInfo(_ handler: ZoomSDKMeetingInputUserInfoHandler?) {}
    /// Does nothing.
    public func onUserConfirm(toStartArchive handler: ZoomSDKMeetingArchiveConfirmHandler?) {}
    /// Does nothing.
    public func onEndOtherMeeting(
        toJoinMeetingNotification actionEndOtherMeeting: @escaping () -> ZoomSDKError,
        actionCancel: @escaping () -> Void
    ) {}
    /// Does nothing.
    public func onMeetingFull(toWatchLiveStream liveStreamUrl: String) {}
    /// Does nothing.
    public func onUserConfirmRecoverMeeting(_ handler: ZoomSDKRecoverMeetingHandler?) {}
    /// Does nothing.
    public func onUserNetworkStatusChanged(
        _ type: ConnectionComponent, level: ZoomSDKConnectionQuality, userID: UInt32, uplink: Bool
    ) {}
    /// Does nothing.
    public func onAppSignalPanelUpdated(_ handler: ZoomSDKMeetingAppsignalHandler?) {}
}

// MARK: - One callback in two spellings

// A pure Swift requirement with an optional ignores a method with an implicitly unwrapped one, and the other way round,
// while an imported requirement accepts both. Two requirements of one protocol cannot differ in that alone.

/// The meeting's parameters, in the header's spelling.
public protocol ZoomSDKMeetingParameterReceiver: AnyObject {
    /// The meeting's parameters, immediately before `InMeeting`. They are valid during the call.
    func onMeetingParameterNotification(_ meetingParam: ZoomSDKMeetingParameter?)
}

/// The meeting's parameters, implicitly unwrapped.
public protocol ZoomSDKMeetingParameterUnwrappedReceiver: AnyObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The other spelling of the argument; called unless the header's one is implemented.
    func onMeetingParameterNotification(_ meetingParam: ZoomSDKMeetingParameter!)
}

extension ZoomSDKMeetingParameterReceiver where Self: ZoomSDKMeetingParameterUnwrappedReceiver {
    /// Calls the other spelling.
    public func onMeetingParameterNotification(_ meetingParam: ZoomSDKMeetingParameter?) {
        deliverUnwrapped(meetingParam, to: self)
    }
}

extension ZoomSDKMeetingParameterUnwrappedReceiver {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Does nothing.
    public func onMeetingParameterNotification(_ meetingParam: ZoomSDKMeetingParameter!) {}
}

private func deliverUnwrapped(
    _ parameter: ZoomSDKMeetingParameter?, to receiver: some ZoomSDKMeetingParameterUnwrappedReceiver
) {
    receiver.onMeetingParameterNotification(parameter)
}

extension ZoomSDKMeetingParameterReceiver {
    /// Delivers to the implemented spelling.
    func deliver(_ parameter: ZoomSDKMeetingParameter) {
        onMeetingParameterNotification(parameter)
    }
}

/// The properties of a meeting, reported immediately before `InMeeting`. Corresponds to `ArrivalFacts`.
open class ZoomSDKMeetingParameter: NSObject {
    /// The kind of meeting.
    open var meetingType = MeetingType_None
    /// Whether the user may only watch: false.
    open var isViewOnly = false
    /// Whether it is recorded locally: false.
    open var isAutoRecordingLocal = false
    /// Whether it is recorded in the cloud: false.
    open var isAutoRecordingCloud = false
    /// The number in the join or start call.
    open var meetingNumber: Int64 = 0
    /// The topic; `nil` unless a test sets one.
    open var meetingTopic: String?
    /// The host's display name; `nil` without a host.
    open var meetingHost: String?

    /// All values are 0, false or `nil`.
    public override init() {}

    convenience init(_ facts: ArrivalFacts) {
        self.init()
        meetingType = MeetingType(facts.kind)
        meetingNumber = facts.meetingNumber
        meetingTopic = facts.topic
        meetingHost = facts.host
    }
}
