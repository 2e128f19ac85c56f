import FacadeSupport
public import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// Captions: live transcription is emulated, typed captions and translations are not. May be called from any thread.
///
/// A test adds captions with `Meeting.addCaption(_:of:id:change:)`.
open class ZoomSDKCloseCaptionController: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same controller.
    public override init() {}

    /// Receives status and lines. It is not retained.
    open var delegate: (any ZoomSDKCloseCaptionControllerDelegate)? {
        get { MeetingEngine.shared.listeners.captions.delegate.object }
        set {
            MeetingEngine.shared.inspect(newValue, of: "ZoomSDKCloseCaptionController")
            MeetingEngine.shared.listeners.captions.delegate.object = newValue
        }
    }

    // MARK: Live transcription

    /// Whether live transcription runs.
    @discardableResult
    open func getLiveTranscriptionStatus() -> ZoomSDKLiveTranscriptionStaus {
        MeetingEngine.shared.listeners.captions.isRunning
            ? ZoomSDK_LiveTranscription_Status_Start : ZoomSDK_LiveTranscription_Status_Stop
    }

    /// Whether live transcription can be started: `NotInMeeting` outside a meeting.
    @discardableResult
    open func canStartLiveTranscription() -> ZoomSDKError {
        MeetingEngine.shared.meeting?.isActive == true ? ZoomSDKError_Success : ZoomSDKError_NotInMeeting
    }

    /// Starts live transcription; `onLiveTranscriptionStatus` follows.
    ///
    /// - Returns: `NotInMeeting`, `WrongUsage` while it runs.
    @discardableResult
    open func startLiveTranscription() -> ZoomSDKError { MeetingEngine.shared.setTranscription(isRunning: true) }

    /// Stops live transcription; `onLiveTranscriptionStatus` follows.
    ///
    /// - Returns: `NotInMeeting`, `WrongUsage` while it does not run.
    @discardableResult
    open func stopLiveTranscription() -> ZoomSDKError { MeetingEngine.shared.setTranscription(isRunning: false) }

    /// Whether captions are available: inside a meeting.
    @discardableResult
    open func isMeetingSupportCloseCaption() -> Bool { MeetingEngine.shared.meeting?.isActive == true }

    /// Whether live transcription is available: inside a meeting.
    @discardableResult
    open func isLiveTranscriptionFeatureEnabled() -> Bool { MeetingEngine.shared.meeting?.isActive == true }

    // MARK: Not emulated

    /// False.
    @discardableResult
    open func isMultiLanguageTranscriptionEnabled() -> Bool { false }
    /// False.
    @discardableResult
    open func isTextLiveTranslationEnabled() -> Bool { false }
    /// False.
    @discardableResult
    open func canAssignOthersToSendCC() -> Bool { false }
    /// False.
    @discardableResult
    open func canBeAssigned(toSendCC userID: UInt32) -> Bool { false }
    /// False.
    @discardableResult
    open func canSendClosedCaption() -> Bool { false }
    /// False.
    @discardableResult
    open func isCanSaveClosedCaption() -> Bool { false }
    /// False.
    @discardableResult
    open func is3rdPartCCServerAvailable() -> Bool { false }
    /// False.
    @discardableResult
    open func isMeetingManualCaptionEnabled() -> Bool { false }
    /// False.
    @discardableResult
    open func isLiveTranscriptLegalNoticeAvailable() -> Bool { false }
    /// Empty: no language is emulated.
    @discardableResult
    open func getAvailableMeetingSpokenLanguages() -> [ZoomSDKLiveTranscriptionLanguage] { [] }
    /// Empty: no language is emulated.
    @discardableResult
    open func getAvailableTranslationLanguages() -> [ZoomSDKLiveTranscriptionLanguage] { [] }

    /// Recorded.
    @discardableResult
    open func setMeetingSpokenLanguage(_ languageID: Int32) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, languageID)
    }
    /// Recorded.
    @discardableResult
    open func setMeetingSpokenLanguage(_ languageID: Int32, isForAll: Bool) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, languageID, isForAll)
    }
    /// Recorded.
    @discardableResult
    open func setTranslationLanguage(_ languageID: Int32) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, languageID)
    }
    /// Recorded.
    @discardableResult
    open func requestToStartLiveTranscription(_ bAnonymous: Bool) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, bAnonymous)
    }
    /// Recorded.
    @discardableResult
    open func enableRequestLiveTranscription(_ bEnable: Bool) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, bEnable)
    }
    /// Recorded.
    @discardableResult
    open func enableMeetingManualCaption(_ bEnable: Bool) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, bEnable)
    }
    /// Recorded.
    @discardableResult
    open func sendClosedCaptionMessage(_ ccString: String) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, ccString)
    }
    /// Recorded.
    @discardableResult
    open func assignCCPrivilege(to userID: UInt32) -> ZoomSDKError { MeetingEngine.shared.record(#function, userID) }
    /// Recorded.
    @discardableResult
    open func withdrawCCPrivilege(forUser userID: UInt32) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, userID)
    }
}

/// The delegate of captions, and whether live transcription runs.
final class CaptionListener: Sendable {
    private struct State: Sendable {
        var isRunning = false
        /// Whether the client stopped it: captions of others do not start it again.
        var isStopped = false
    }

    let delegate = DelegateReference<any ZoomSDKCloseCaptionControllerDelegate>(of: "ZoomSDKCloseCaptionController")
    private let state = Lock(State())

    var isRunning: Bool { state.withLock { $0.isRunning } }

    func forget() {
        delegate.object = nil
        reset()
    }

    /// Another meeting begins.
    func reset() { state.set(State()) }

    /// - Returns: false when nothing changes.
    func set(isRunning: Bool) -> Bool {
        state.withLock { state in
            guard state.isRunning != isRunning else { return false }
            state = State(isRunning: isRunning, isStopped: !isRunning)
            return true
        }
    }

    func notifyStatus(isRunning: Bool) {
        delegate.target?.onLiveTranscriptionStatus(
            isRunning ? ZoomSDK_LiveTranscription_Status_Start : ZoomSDK_LiveTranscription_Status_Stop)
    }

    /// Delivers a line, on the callback queue. Another user may have started the transcription.
    func deliver(_ caption: Caption) {
        let (isNew, isStopped) = state.withLock { state in
            guard !state.isStopped else { return (false, true) }
            return (!exchange(&state.isRunning, with: true), false)
        }
        guard !isStopped else { return }
        if isNew { notifyStatus(isRunning: true) }
        delegate.target?.deliver(ZoomSDKLiveTranscriptionMessageInfo(caption))
    }
}

extension MeetingEngine {
    func setTranscription(isRunning: Bool) -> ZoomSDKError {
        let (meeting, captions) = (meeting, listeners.captions)
        return ZoomSDKError.of { () throws(StudioError) in
            guard let meeting, meeting.isActive else {
                throw entry.report(
                    .captionsOutsideMeeting, "there is no active meeting", hint: "join one first")
            }
            guard captions.set(isRunning: isRunning) else {
                throw entry.report(
                    .captionsState, "live transcription \(isRunning ? "runs already" : "does not run")",
                    hint: "ask getLiveTranscriptionStatus() first")
            }
            meeting.callbackQueue.enqueue { captions.notifyStatus(isRunning: isRunning) }
        }
    }
}
