public import StudioCore
package import StudioMeeting

/// Receives the callbacks of Production Studio.
///
/// Callbacks are delivered on the meeting's callback queue, in order, and never inside the call that causes them.
public protocol StudioDelegate: AnyObject, Sendable {
    /// The result of `start`, once for each start that did not throw. Corresponds to `onStartPSModeResult:`.
    ///
    /// - Parameters:
    ///   - studio: the studio.
    ///   - accepted: true means accepted, but sending is not allowed yet; false is final.
    func studio(_ studio: StudioController, didAnswerStart accepted: Bool)

    /// Sending may start. Corresponds to `onStartSend:`.
    ///
    /// - Parameters:
    ///   - studio: the studio.
    ///   - sender: valid until `studioDidStopSending`; `nil` means that the start failed.
    func studio(_ studio: StudioController, didStartSending sender: Sender?)

    /// Sending has ended: no media is accepted any more. Corresponds to `onStopSend`.
    func studioDidStopSending(_ studio: StudioController)

    /// A studio user started or stopped publishing; for display. Corresponds to `onPSUserStatusChanged:isStart:`.
    func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool)
}

extension StudioDelegate {
    /// Does nothing: the vendor's callback is optional as well.
    public func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {}
}

/// A delegate that forwards to an object of the client, which it does not retain.
package protocol ForwardingStudioDelegate: StudioDelegate {
    /// The client's object; `nil` when it is gone.
    var target: AnyObject? { get }
}

/// A callback of the studio, as ``StudioController/onEvent(_:)`` reports it.
public enum StudioEvent: Hashable, Sendable {
    /// `didAnswerStart`.
    case answered(Bool)
    /// `didStartSending`; false for a nil sender.
    case startedSending(hasSender: Bool)
    /// `studioDidStopSending`.
    case stoppedSending
    /// `userDidChange`.
    case userChanged(UserID, isSending: Bool)
}

/// The state of a studio.
public enum StudioState: String, Hashable, Sendable, CaseIterable {
    /// Not active.
    case idle
    /// The result of a start is pending.
    case starting
    /// Accepted; `didStartSending` is pending.
    case accepted
    /// Media is accepted.
    case sending
    /// `studioDidStopSending` is pending; if the studio was sending, media is accepted until then.
    case stopping
}

/// A client call with its result.
package enum StudioCall: Hashable, Sendable {
    case start(VideoCapability, StudioError.Code)
    case stop(StudioError.Code)
}

/// A query of the client.
package enum StudioQuery: String, Hashable, Sendable, CaseIterable {
    case isSupported, canStart
}

/// A step of the entry into the meeting: a call of the client with its result, or a callback.
package enum EntryStep: Hashable, Sendable {
    case initialised(StudioError.Code)
    case authenticationRequested(StudioError.Code)
    case authenticated(AuthenticationResult)
    case identityExpired
    case joinRequested(StudioError.Code)
    /// A call was rejected while there was no studio that could record the violation.
    case refused(StudioError)
    /// A call was served, and reported, while there was no studio.
    case warned(StudioError)
}

extension [EntryStep] {
    /// Whether they show a fault of the client, or an authentication that did not succeed.
    var areWorthATrace: Bool {
        var isAuthenticated: Bool?
        for step in self {
            switch step {
            case .refused, .warned: return true
            case .authenticationRequested(let code): isAuthenticated = code == .success ? isAuthenticated ?? false : nil
            case .authenticated(let result): isAuthenticated = result == .success
            case .initialised, .identityExpired, .joinRequested: break
            }
        }
        return isAuthenticated == false
    }
}

/// Observes what the client does: for a trace, the steps of a scenario, the diagnosis of contents. Its members are called
/// on the thread of the client's call.
package protocol StudioObserver: AnyObject, Sendable {
    /// The client asked, and received another answer than before, or asked for the first time.
    func studioWasQueried(_ query: StudioQuery, answer: Bool)
    /// A step of the entry into the meeting was taken. Steps before there was a studio are reported when the
    /// observers are added.
    func studioEntryAdvanced(_ step: EntryStep)
    /// The client set or removed its delegate.
    func studioDelegateChanged(isSet: Bool)
    /// The client has released all its references to the current sender.
    func studioSenderReleased()
    /// The client did something that only a strict judge reports.
    func studioNoticed(_ error: StudioError)
    /// A callback was delivered, and has returned.
    func studioNotified(_ event: StudioEvent)
    /// The test ended: the emulation removes the delegate and leaves the meeting, in whatever state it is.
    func studioTestEnded()
    /// A frame was accepted, delivered or dropped while the meeting reconnects. Called on the send path: it must neither
    /// allocate nor block in real time.
    func studioAccepted(_ frame: borrowing VideoFrame, isDropped: Bool)
    /// An audio block was accepted. Called on the send path, like frames.
    func studioAccepted(_ block: borrowing AudioBlock, isDropped: Bool)
}

// An observer implements what concerns it.
extension StudioObserver {
    package func studioWasQueried(_ query: StudioQuery, answer: Bool) {}
    package func studioEntryAdvanced(_ step: EntryStep) {}
    package func studioDelegateChanged(isSet: Bool) {}
    package func studioSenderReleased() {}
    package func studioNoticed(_ error: StudioError) {}
    package func studioNotified(_ event: StudioEvent) {}
    package func studioTestEnded() {}
    package func studioAccepted(_ frame: borrowing VideoFrame, isDropped: Bool) {}
    package func studioAccepted(_ block: borrowing AudioBlock, isDropped: Bool) {}
}

extension StudioEvent {
    /// The vendor's name of the callback.
    var vendorName: String {
        switch self {
        case .answered: "onStartPSModeResult"
        case .startedSending: "onStartSend"
        case .stoppedSending: "onStopSend"
        case .userChanged: "onPSUserStatusChanged"
        }
    }
}
