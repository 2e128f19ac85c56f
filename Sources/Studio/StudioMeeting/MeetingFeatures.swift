package import StudioCore
import StudioRuntime

/// The features of a meeting beside its participants: the permission to record, reminders and chat.
///
/// The state changes at once and decides whether a call is allowed; events follow on the callback queue.
package final class MeetingFeatures: Sendable {
    private struct State: Sendable {
        var isRecordingPermitted = false
        var isRequestPending = false
        /// A host has joined since the request.
        var isHostNew = false
        var requests = 0
        /// The present host's answer to the last request.
        var answer: RecordingResponse?
        var response = RecordingResponse.granted
        var responseDelay = MediaTime.milliseconds(100)
        var connectsAudio = true
        var isShareLocked = false
        var reminders: Int64 = 0
        var observers: [@Sendable (MeetingFeatureEvent) -> Void] = []
    }

    private static let messages = Lock(0)

    private let clock: any StudioClock
    private let queue: CallbackQueue
    private let state = Lock(State())

    init(clock: any StudioClock, queue: CallbackQueue) {
        (self.clock, self.queue) = (clock, queue)
    }

    /// Adds an observer of all events.
    package func onEvent(_ body: @escaping @Sendable (MeetingFeatureEvent) -> Void) {
        state.withLock { $0.observers.append(body) }
    }

    private func deliver(_ event: MeetingFeatureEvent, after delay: MediaTime = .zero) {
        queue.enqueue(after: delay) { [self] in
            for observer in state.withLock({ $0.observers }) { observer(event) }
        }
    }

    // MARK: Recording

    /// Whether the host has permitted the local user to record.
    package var isRecordingPermitted: Bool { state.withLock { $0.isRecordingPermitted } }

    /// How the host answers requests from now on.
    package var recordingResponse: RecordingResponse { state.withLock { $0.response } }

    /// Changes how the host answers requests.
    ///
    /// - Parameter delay: the time to the answer; `nil` to keep it.
    package func setRecordingResponse(_ response: RecordingResponse, delay: MediaTime?) {
        state.withLock { state in
            state.response = response
            state.responseDelay = delay ?? state.responseDelay
        }
    }

    /// The host permits the local user to record, or does not any more.
    package func permitRecording(_ isPermitted: Bool) {
        state.withLock { state in
            guard state.isRecordingPermitted != isPermitted else { return }
            (state.isRecordingPermitted, state.answer) = (isPermitted, nil)
            deliver(.recordingPermission(isPermitted))
        }
    }

    /// The local user may record from the start, by a token: no event.
    package func grantRecording() { state.withLock { $0.isRecordingPermitted = true } }

    /// The local user moves to another room, where the host has not permitted it: no event.
    func endPermission() { state.withLock { $0.isRecordingPermitted = false } }

    /// Whether the present host was asked, and has not answered yet.
    package var isRecordingRequested: Bool { state.withLock { $0.isRequestPending && !$0.isHostNew } }

    /// The present host's answer to the last request; `nil` without one, and when the permission has changed since.
    package var recordingAnswer: RecordingResponse? { state.withLock { $0.answer } }

    /// A host joins, who has not seen an earlier request.
    func admitHost() { state.withLock { ($0.isHostNew, $0.answer) = (true, nil) } }

    /// The local user asks the host; the answer follows. It replaces a request that was not answered yet.
    package func requestRecording() {
        let (request, response, delay) = state.withLock { state in
            state.requests += 1
            (state.isRequestPending, state.isHostNew, state.answer) = (true, false, nil)
            return (state.requests, state.response, state.responseDelay)
        }
        guard response != .never, response != .unsupported else { return }
        clock.schedule(at: clock.now + delay) { [weak self] in self?.answer(request, response) }
    }

    private func answer(_ request: Int, _ response: RecordingResponse) {
        let isAnswered = state.withLock { state in
            guard state.isRequestPending, state.requests == request else { return false }
            (state.isRequestPending, state.answer) = (false, response)
            deliver(.recordingResponse(response))
            return true
        }
        if isAnswered, response == .granted { permitRecording(true) }
    }

    // MARK: Audio

    /// Whether the local user's audio connects when the client asks for it.
    package var connectsAudio: Bool {
        get { state.withLock { $0.connectsAudio } }
        set { state.withLock { $0.connectsAudio = newValue } }
    }

    // MARK: Sharing

    /// Whether only hosts and co-hosts may share.
    package var isShareLocked: Bool { state.withLock { $0.isShareLocked } }

    /// The host locks sharing, or unlocks it.
    package func lockShare(_ isLocked: Bool) {
        state.withLock { state in
            guard state.isShareLocked != isLocked else { return }
            state.isShareLocked = isLocked
            deliver(.shareLock(isLocked))
        }
    }

    // MARK: Reminders and chat

    /// Shows a reminder to the local user.
    package func remind(_ kind: ReminderKind, text: String) {
        state.withLock { state in
            state.reminders += 1
            deliver(.reminder(number: state.reminders, kind, text: text))
        }
    }

    /// Sends a chat message.
    ///
    /// - Parameter latency: the time until it is delivered. It delays no other event.
    package func send(
        _ text: String, from sender: Participant, to receiver: UserID = .none, after latency: MediaTime = .zero
    ) {
        let number = Self.messages.withLock { $0.increment() }
        let event = MeetingFeatureEvent.chat(
            ChatMessage(
                id: "message-\(number)", sender: sender.id, senderName: sender.name, receiver: receiver,
                text: text, seconds: WallTime.now.milliseconds / 1000))
        guard latency > .zero else { return deliver(event) }
        clock.schedule(at: clock.now + latency) { [weak self] in self?.deliver(event) }
    }
}
