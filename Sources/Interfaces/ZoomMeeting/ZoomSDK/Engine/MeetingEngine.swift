import FacadeSupport
import Foundation
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// The engine of the process: the state behind all objects of the SDK. The objects are handles without state.
final class MeetingEngine: Sendable {
    static let shared = MeetingEngine()
    /// Its name among the interfaces of the process.
    private static let interface = "ZoomSDK"

    /// Held by a test with exclusive use of the SDK.
    static let access = ExclusiveAccess()

    /// The objects that exist from authentication to un-init.
    private struct Services: Sendable {
        var meeting: ZoomSDKMeetingService?
        var setting: ZoomSDKSettingService?
    }

    let listeners: Listeners
    let entry: StudioEntry
    let calls = CallLog()
    let values = ValueStore()
    let chat = ChatStore()
    /// Objects that always exist.
    let authService = ZoomSDKAuthService()
    let controllers = Controllers()
    private let services = Lock(Services())
    private let current = Lock<MeetingSession?>(nil)

    init() {
        let listeners = Listeners()
        self.listeners = listeners
        entry = ClientEnvironment.process.makeEntry { event in CallbackScope.mark.perform { listeners.deliver(event) } }
        entry.onSpeech { event in CallbackScope.mark.perform { listeners.deliver(event) } }
    }

    // MARK: Emulated meeting

    /// The current meeting with the vendor's controller; `nil` without a meeting.
    var session: MeetingSession? { entry.studio.map { session(of: $0) } }

    private func session(of studio: StudioController) -> MeetingSession {
        if let session = current.withLock({ $0 }), session.studio === studio { return session }
        let fresh = MeetingSession(studio)
        // The previous session is released without the lock.
        let (session, before) = current.withLock { current -> (MeetingSession, MeetingSession?) in
            if let current, current.studio === studio { return (current, nil) }
            return (fresh, exchange(&current, with: fresh))
        }
        withExtendedLifetime(before) {}
        return session
    }

    var meeting: Meeting? { entry.studio?.meeting }

    // MARK: Services

    /// `nil` between init and the first successful authentication, and after un-init.
    var meetingService: ZoomSDKMeetingService? {
        guard entry.hasServices else { return nil }
        let fresh = ZoomSDKMeetingService()
        return services.withLock { services in
            if services.meeting == nil { services.meeting = fresh }
            return services.meeting
        }
    }

    /// `nil` when the meeting service is.
    var settingService: ZoomSDKSettingService? {
        guard entry.hasServices else { return nil }
        let fresh = ZoomSDKSettingService()
        return services.withLock { services in
            if services.setting == nil { services.setting = fresh }
            return services.setting
        }
    }

    func initialise() throws(StudioError) {
        try entry.initialise()
        ClientEnvironment.process.beginControl(of: Self.interface)
    }

    func uninitialise() {
        if CallbackScope.mark.isSet {
            entry.warn(
                .uninitialisedInCallback, "unInitSDK is called inside a callback",
                hint: "leave the callback first, for example with DispatchQueue.main.async")
        }
        forgetDelegates()
        entry.uninitialise()
        ClientEnvironment.process.endControl(of: Self.interface)
        withExtendedLifetime(services.exchange(Services())) {}
        withExtendedLifetime(current.exchange(nil)) {}
    }

    /// Restores the state of a new process.
    func reset() {
        entry.studio?.endTest()
        forgetDelegates()
        entry.reset()
        withExtendedLifetime(services.exchange(Services())) {}
        withExtendedLifetime(current.exchange(nil)) {}
        calls.reset()
        values.reset()
        chat.reset()
    }

    private func forgetDelegates() {
        current.withLock { $0 }?.controller.delegate = nil
        listeners.forget()
    }

    // MARK: Calls

    /// Accepts and records a call that has no effect.
    @discardableResult
    func record(_ call: String = #function, _ arguments: Any...) -> ZoomSDKError {
        calls.record(call, arguments.map { "\($0)" })
        return ZoomSDKError_Success
    }

    /// Rejects and records a call whose feature is not emulated.
    func refuse(_ rule: Rule, _ call: String = #function) -> ZoomSDKError {
        calls.record(call, [])
        let error = entry.report(rule, "\(call) is not emulated")
        return ZoomSDKError(error.code)
    }

    /// Warns about a delegate that the vendor's SDK would not accept.
    func inspect(_ delegate: AnyObject?, of owner: String) {
        guard let delegate, !(delegate is NSObject) else { return }
        entry.warn(
            .sdkDelegateIsObject, "\(type(of: delegate)), the delegate of \(owner), is not an NSObject",
            hint: "inherit from NSObject: on macOS the class does not compile otherwise")
    }
}

/// Marks the threads that are inside a callback of the client.
enum CallbackScope {
    static let mark = ThreadMark()
}

/// The delegates of the SDK. Not retained; one that was released while a callback is due is reported once.
final class Listeners: Sendable {
    let auth = DelegateReference<any ZoomSDKAuthDelegate>(of: "ZoomSDKAuthService")
    let meeting = DelegateReference<any ZoomSDKMeetingServiceDelegate>(of: "ZoomSDKMeetingService")
    let action = DelegateReference<any ZoomSDKMeetingActionControllerDelegate>(of: "ZoomSDKMeetingActionController")
    let chat = DelegateReference<any ZoomSDKMeetingChatControllerDelegate>(of: "ZoomSDKMeetingChatController")
    let captions = CaptionListener()
    let roster = Roster()
    private let speakers = Lock<[UserID]>([])

    func forget() {
        auth.object = nil
        meeting.object = nil
        action.object = nil
        chat.object = nil
        captions.forget()
        roster.forget()
        speakers.set([])
    }

    func isSpeaking(_ user: UserID) -> Bool { speakers.withLock { $0.contains(user) } }

    func deliver(_ event: SpeechEvent) {
        switch event {
        case .speakers(let now):
            let before = speakers.exchange(now)
            action.target?.deliver(now, active: now.first == before.first ? nil : now.first)
        case .caption(let caption): captions.deliver(caption)
        }
    }

    func deliver(_ event: EntryEvent) {
        switch event {
        case .authenticated(let result): auth.target?.onZoomSDKAuthReturn(ZoomSDKAuthError(result))
        case .identityExpired: auth.target?.onZoomAuthIdentityExpired()
        case .arriving(let facts):
            if let delegate = meeting.target { delegate.deliver(ZoomSDKMeetingParameter(facts)) }
        case .entering(let meeting): roster.enter(meeting)
        case .meeting(let event, let source): deliver(event, from: source)
        }
    }

    private func deliver(_ event: MeetingEvent, from source: Meeting) {
        let isReported = roster.reports(event, of: source)
        if case .status(let status, let reason) = event {
            if status == .ended || status == .connecting {
                captions.reset()
                speakers.set([])
            }
            let failure = status == .failed ? source.joinFailure : nil
            meeting.target?.onMeetingStatusChange(
                ZoomSDKMeetingStatus(status), meetingError: ZoomSDKMeetingError(failure), end: EndMeetingReason(reason))
        }
        if isReported { action.target?.deliver(event) }
    }
}

extension DelegateReference {
    /// - Parameter owner: the class with the property, for the report.
    convenience init(of owner: String) {
        self.init {
            _ = MeetingEngine.shared.entry.report(
                .delegateReleased, "the delegate of \(owner) was released, and a callback is due",
                hint: "keep a reference to it, or set delegate to nil before it is released")
        }
    }
}

/// An emulated meeting of the SDK, with the vendor's controller.
final class MeetingSession: Sendable {
    let studio: StudioController
    let controller: ZoomSDKMeetingProductionStudioController

    init(_ studio: StudioController) {
        self.studio = studio
        controller = ZoomSDKMeetingProductionStudioController(studio)
    }
}

/// The controllers that always exist, also outside meetings.
struct Controllers: Sendable {
    let action = ZoomSDKMeetingActionController()
    let chat = ZoomSDKMeetingChatController()
    let interface = ZoomSDKMeetingUIController()
    let configuration = ZoomSDKMeetingConfiguration()
    let captions = ZoomSDKCloseCaptionController()
    let video = ZoomSDKVideoSetting()
    let audio = ZoomSDKAudioSetting()
    let general = ZoomSDKGeneralSetting()
}
