import StudioCore
import StudioRuntime

/// Delivers active speakers and captions on the meeting's callback queue.
///
/// A remote participant speaks while audio is published that is not muted and not changed to silence; the samples are not
/// examined.
package final class SpeechEvents: Sendable {
    private struct State: Sendable {
        var observers: [@Sendable (SpeechEvent) -> Void] = []
        var speakers: [UserID] = []
        var captions = 0
    }

    private let queue: CallbackQueue
    private let state = Lock(State())

    init(_ queue: CallbackQueue) {
        self.queue = queue
    }

    func observe(_ body: @escaping @Sendable (SpeechEvent) -> Void) { state.withLock { $0.observers.append(body) } }

    /// Numbers a caption: 1, 2, 3 …
    func nextCaption() -> Int { state.withLock { $0.captions.increment() } }

    /// A microphone was published, muted, silenced or ended.
    func setSpeaking(_ isSpeaking: Bool, _ user: UserID) {
        let speakers = state.withLock { state -> [UserID]? in
            guard state.speakers.contains(user) != isSpeaking else { return nil }
            if isSpeaking { state.speakers.insert(user, at: 0) } else { state.speakers.removeAll { $0 == user } }
            return state.speakers
        }
        if let speakers { publish(.speakers(speakers)) }
    }

    /// Enqueues an event; without observers, nothing happens.
    func publish(_ event: SpeechEvent) {
        guard state.withLock({ !$0.observers.isEmpty }) else { return }
        queue.enqueue { [self] in
            for observer in state.withLock({ $0.observers }) { observer(event) }
        }
    }
}
