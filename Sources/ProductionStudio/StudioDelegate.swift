public import StudioCore
import StudioMeeting

/// Receives the callbacks of Production Studio.
///
/// They come on the meeting's callback queue, in order, and never inside the call that causes them.
public protocol StudioDelegate: AnyObject, Sendable {
    /// The answer to `start`, once for each start that did not throw. Corresponds to `onStartPSModeResult:`.
    ///
    /// - Parameters:
    ///   - studio: the studio.
    ///   - accepted: true means accepted, still do not send; false is final.
    func studio(_ studio: StudioController, didAnswerStart accepted: Bool)

    /// Sending may begin. Corresponds to `onStartSend:`.
    ///
    /// - Parameters:
    ///   - studio: the studio.
    ///   - sender: valid until `studioDidStopSending`; `nil` means that the start failed after all.
    func studio(_ studio: StudioController, didStartSending sender: Sender?)

    /// Sending is over: nothing is accepted any more. Corresponds to `onStopSend`.
    func studioDidStopSending(_ studio: StudioController)

    /// Any studio user began or ended publishing; for display. Corresponds to `onPSUserStatusChanged:isStart:`.
    func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool)
}

extension StudioDelegate {
    /// Does nothing: the vendor's callback is optional, too.
    public func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {}
}

/// A callback of the studio, as ``StudioController/onEvent(_:)`` reports it.
public enum StudioEvent: Hashable, Sendable {
    /// `didAnswerStart`.
    case answered(Bool)
    /// `didStartSending`; false is a nil sender.
    case startedSending(hasSender: Bool)
    /// `studioDidStopSending`.
    case stoppedSending
    /// `userDidChange`.
    case userChanged(UserID, isSending: Bool)
}

/// The state of a studio.
public enum StudioState: String, Hashable, Sendable, CaseIterable {
    /// Nothing is on.
    case idle
    /// The answer to a start is on its way.
    case starting
    /// Accepted; `didStartSending` is on its way.
    case accepted
    /// Media is accepted.
    case sending
    /// `studioDidStopSending` is on its way; media is accepted until then, where it was before.
    case stopping
}

/// A call of the app with what it returned.
package enum StudioCall: Hashable, Sendable {
    case start(VideoCapability, StudioError.Code)
    case stop(StudioError.Code)
}
