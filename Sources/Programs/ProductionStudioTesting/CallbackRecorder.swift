public import ProductionStudio
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// A delegate of a meeting and its studio for tests without a client of their own. It records the callbacks and the
/// senders.
///
/// Delegates are not retained: keep the recorder, or use ``TestMeeting/recorder``. All members may be used from any
/// thread, including callbacks.
public final class CallbackRecorder: StudioDelegate, MeetingDelegate {
    /// A callback as a delegate receives it.
    public enum Callback: Hashable, Sendable {
        /// `didAnswerStart`.
        case answered(Bool)
        /// `didStartSending`; false for a nil sender.
        case started(hasSender: Bool)
        /// `studioDidStopSending`.
        case stopped
        /// `userDidChange`.
        case user(UserID, isSending: Bool)
        /// `didAdd`.
        case added(Participant)
        /// `didRemove`.
        case removed(Participant)
        /// `didChangeRoleTo`.
        case role(MeetingRole)
        /// `didChangeStatusTo`.
        case status(MeetingStatus)
        /// `didChangeHostTo`.
        case host(UserID)
        /// `didChangeCoHost`.
        case coHost(UserID, isCoHost: Bool)
    }

    private struct State: Sendable {
        var callbacks: [Callback] = []
        var senders: [Sender] = []
    }

    private let state = Monitor(State())
    private let reaction = Lock<(@Sendable (Callback) -> Void)?>(nil)

    /// Creates a recorder; set it as the delegate of a studio, a meeting or both.
    public init() {}

    /// All callbacks, in order.
    public var callbacks: [Callback] { state.withLock { $0.callbacks } }

    /// All senders, in order; only the last one can be open.
    public var senders: [Sender] { state.withLock { $0.senders } }

    /// Runs `body` inside every later callback, after it is recorded. Replaces the previous body.
    public func onCallback(_ body: @escaping @Sendable (Callback) -> Void) {
        reaction.set(body)
    }

    /// Waits for the first sender.
    ///
    /// - Throws: an error with the callbacks after `seconds` of real time.
    public func waitForSender(
        within seconds: Double = TestMeeting.defaultTimeout
    ) throws(TestMeetingError) -> Sender {
        let sender = MainQueue.serve { state.wait(seconds: seconds) { $0.senders.first } }
        if let sender { return sender }
        throw TestMeetingError("no sender within \(seconds) s; callbacks: \(callbacks.suffix(8))")
    }

    private func record(_ callback: Callback, _ sender: Sender? = nil) {
        state.update { state in
            state.callbacks.append(callback)
            if let sender { state.senders.append(sender) }
        }
        reaction.withLock { $0 }?(callback)
    }

    /// Records ``Callback/answered(_:)``.
    public func studio(_ studio: StudioController, didAnswerStart accepted: Bool) { record(.answered(accepted)) }

    /// Records ``Callback/started(hasSender:)`` and the sender.
    public func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        record(.started(hasSender: sender != nil), sender)
    }

    /// Records ``Callback/stopped``.
    public func studioDidStopSending(_ studio: StudioController) { record(.stopped) }

    /// Records ``Callback/user(_:isSending:)``.
    public func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {
        record(.user(user, isSending: isSending))
    }

    /// Records ``Callback/added(_:)``.
    public func meeting(_ meeting: Meeting, didAdd participant: Participant) { record(.added(participant)) }

    /// Records ``Callback/removed(_:)``.
    public func meeting(_ meeting: Meeting, didRemove participant: Participant) { record(.removed(participant)) }

    /// Records ``Callback/role(_:)``.
    public func meeting(_ meeting: Meeting, didChangeRoleTo role: MeetingRole) { record(.role(role)) }

    /// Records ``Callback/status(_:)``.
    public func meeting(_ meeting: Meeting, didChangeStatusTo status: MeetingStatus) { record(.status(status)) }

    /// Records ``Callback/host(_:)``.
    public func meeting(_ meeting: Meeting, didChangeHostTo host: UserID) { record(.host(host)) }

    /// Records ``Callback/coHost(_:isCoHost:)``.
    public func meeting(_ meeting: Meeting, didChangeCoHost user: UserID, isCoHost: Bool) {
        record(.coHost(user, isCoHost: isCoHost))
    }
}
