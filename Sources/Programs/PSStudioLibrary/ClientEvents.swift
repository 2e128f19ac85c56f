import CPSStudio
import MeetingClient
import ProductionStudio
import StudioCore
import StudioRuntime
import Synchronization
import ZoomSDKNames

/// Passes the events of a client to the host.
final class ClientReceiver: @unchecked Sendable {
    // Safety: the host promises that both may be used from the library's threads; all other state is locked.
    private let callback: ps_client_callback
    private let user: UnsafeMutableRawPointer?
    private let gate = CallbackGate()
    private let sender = Lock<UInt>(0)
    private let client = Lock<MeetingClient?>(nil)
    /// Whether it was reported that nobody dispatches.
    private let isReported = Lock(false)
    /// Whether an event has reached the callback: the loop runs, or ran.
    private let hasReceived = Atomic(false)

    init(callback: ps_client_callback, user: UnsafeMutableRawPointer?) {
        (self.callback, self.user) = (callback, user)
    }

    func setClient(_ client: MeetingClient) { self.client.set(client) }

    /// No callback follows.
    func close() {
        gate.close()
        closeSender()
        client.set(nil)
    }

    func reportUndispatched() {
        guard hasReceived.load(ordering: .relaxed) else {
            return reportUndispatched("an event waits for two seconds, and nobody dispatches it")
        }
        client.withLock { $0 }?.report(
            StudioError(
                .clientSlowLoop, "an event waits for two seconds for the loop, which works on something else",
                hint: "let another thread do what takes long"))
    }

    /// The first reason is reported; the others follow from it.
    func reportUndispatched(_ message: String) {
        guard !isReported.exchange(true) else { return }
        client.withLock { $0 }?.report(
            StudioError(
                .clientUndispatched, message,
                hint: "run GLib's default main loop: g_main_loop_run, the loop of another library that uses GLib, "
                    + "or with WIN32 GetMessage; in C, call ps_client_dispatch"))
    }

    func receive(_ event: ClientEvent) {
        hasReceived.store(true, ordering: .relaxed)
        var fields = EventFields(event)
        if case .studioSending(let native) = event { fields.sender = handle(of: native) }
        withCStrings([fields.name, fields.text, fields.key]) { texts in
            var event = fields.event
            (event.name, event.text, event.key) = (texts[0], texts[1], texts[2])
            event.sender = OpaquePointer(bitPattern: fields.sender)
            withUnsafePointer(to: event) { pointer in gate.run { callback(user, pointer) } }
        }
    }

    /// The handle of an earlier sender stays open until the next start, so that late sends are violations.
    private func handle(of native: Sender?) -> UInt {
        closeSender()
        guard let native else { return 0 }
        let handle = UInt(bitPattern: HandleTable.shared.insert(SenderHandle(native)))
        sender.set(handle)
        return handle
    }

    private func closeSender() {
        guard let handle = OpaquePointer(bitPattern: sender.exchange(0)) else { return }
        _ = HandleTable.shared.remove(handle, as: SenderHandle.self)
    }
}

/// The fields of an event.
private struct EventFields {
    var event = ps_client_event()
    var name = ""
    var text = ""
    var key = ""
    var sender: UInt = 0

    init(_ source: ClientEvent) {
        event.size = MemoryLayout<ps_client_event>.size
        switch source {
        case .authenticated(let result): set(PS_EVENT_AUTHENTICATED, Int32(bitPattern: result.number))
        case .identityExpired: set(PS_EVENT_IDENTITY_EXPIRED)
        case .arriving(let facts):
            set(PS_EVENT_ARRIVING, facts.kind == .webinar ? 2 : 1)
            (event.id, text, name) = (facts.meetingNumber, facts.topic ?? "", facts.host ?? "")
        case .status(let status, let reason, let failure):
            set(PS_EVENT_STATUS, status.number)
            event.reason = failure.map { Int32(bitPattern: $0.number) } ?? reason.number
        case .joined(let user): set(PS_EVENT_USER_JOINED, of: user)
        case .left(let user): set(PS_EVENT_USER_LEFT, of: user)
        case .role(let user):
            set(PS_EVENT_ROLE_CHANGED, of: user)
            event.number = user.role.number
        case .host(let user): set(PS_EVENT_HOST_CHANGED, of: user)
        case .coHost(let user, let isOn): set(PS_EVENT_COHOST_CHANGED, isOn, of: user)
        case .video(let user, let isOn): set(PS_EVENT_VIDEO_CHANGED, isOn, of: user)
        case .audio(let user, let isUnmuted, let isConnected):
            set(PS_EVENT_AUDIO_CHANGED, isUnmuted, of: user)
            event.reason = isConnected ? 1 : 0
        case .share(let user, let isOn): set(PS_EVENT_SHARE_CHANGED, isOn, of: user)
        case .studioUser(let user, let isSending): set(PS_EVENT_STUDIO_USER, isSending, of: user)
        case .studioResult(let isAccepted): set(PS_EVENT_STUDIO_RESULT, isAccepted ? 1 : 0)
        case .studioSending: set(PS_EVENT_STUDIO_SENDING)
        case .studioStopped: set(PS_EVENT_STUDIO_STOPPED)
        case .recordingPermission(let isPermitted): set(PS_EVENT_RECORDING_PERMISSION, isPermitted ? 1 : 0)
        case .recordingResponse(let response): set(PS_EVENT_RECORDING_RESPONSE, response.number)
        case .recording(let isOn): set(PS_EVENT_RECORDING_STATUS, isOn ? 1 : 0)
        case .shareLock(let isLocked): set(PS_EVENT_SHARE_LOCK, isLocked ? 1 : 0)
        case .reminder(let number, let kind, let content):
            set(PS_EVENT_REMINDER, Int32(kind == .recording ? PS_REMINDER_RECORDING : PS_REMINDER_OTHER))
            (event.id, text, name) = (number, content, kind == .recording ? "Recording" : "Reminder")
        case .chat(let message):
            set(PS_EVENT_CHAT)
            (event.user_id, event.other_id) = (message.sender.rawValue, message.receiver.rawValue)
            (event.id, name, text, key) = (message.seconds, message.senderName, message.text, message.id)
        case .source(let source, let change): set(Self.kind(source, change))
        case .ownShare(let isOn): set(isOn ? PS_EVENT_SHARE_STARTED : PS_EVENT_SHARE_STOPPED)
        }
    }

    private static func kind(
        _ source: ClientStateMachine.Source, _ change: ClientStateMachine.SourceChange
    ) -> Int {
        switch change {
        case .ready: source == .camera ? PS_EVENT_CAMERA_READY : PS_EVENT_MICROPHONE_READY
        case .started: source == .camera ? PS_EVENT_CAMERA_STARTED : PS_EVENT_MICROPHONE_STARTED
        case .stopped: source == .camera ? PS_EVENT_CAMERA_STOPPED : PS_EVENT_MICROPHONE_STOPPED
        case .over: source == .camera ? PS_EVENT_CAMERA_OVER : PS_EVENT_MICROPHONE_OVER
        }
    }

    private mutating func set(_ kind: Int, _ number: Int32 = 0) {
        (event.kind, event.number) = (Int32(kind), number)
    }

    private mutating func set(_ kind: Int, _ isOn: Bool = false, of user: UserID) {
        set(kind, isOn ? 1 : 0)
        event.user_id = user.rawValue
    }

    private mutating func set(_ kind: Int, of user: Participant) {
        set(kind, of: user.id)
        name = user.name
    }
}
