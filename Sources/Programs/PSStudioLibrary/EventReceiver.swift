import CPSStudio
import SessionProtocol
import StudioCore

/// Passes events to a callback of the host.
struct EventReceiver: @unchecked Sendable {
    // Safety: the host promises that both may be used from the session's thread.
    let callback: ps_event_callback
    let user: UnsafeMutableRawPointer?

    func receive(_ event: SessionEvent) {
        let json = (try? encoded(event)) ?? Self.withoutFields(event)
        let summary = EventSummary(event.event)
        json.withCString { json in
            summary.withEvent { target in
                target.sequence = Int64(event.sequence)
                target.time = event.time.seconds
                target.json = json
                withUnsafePointer(to: target) { event in insideCallback { callback(user, event) } }
            }
        }
    }

    /// An event with a number that JSON cannot express is an error of psstudio. The host receives it without its fields.
    private static func withoutFields(_ event: SessionEvent) -> String {
        let json: JSON = [
            "event": .object([(event.event.row.name, .object([]))]), "sequence": .number(event.sequence),
            "time": .decimal(event.time.seconds),
        ]
        return String(decoding: json.encoded, as: UTF8.self)
    }
}

/// The fields of an event that most hosts need.
struct EventSummary {
    let kind: String
    var state = ""
    var rule = ""
    var code = ""
    var message = ""
    var address = ""
    var isRefusal = false

    init(_ event: SessionEvent.Kind) {
        kind = event.row.name
        switch event {
        case .sessionChanged(let state): self.state = state.rawValue
        case .stopped(let reason): state = reason.description
        case .meetingStatusChanged(let status, _): state = status.rawValue
        case .note(let message): self.message = message
        case .serverChanged(let state, let message): (self.state, self.message) = (state.rawValue, message)
        case .failed(let failure): (rule, code, message) = (failure.rule ?? "", failure.code, failure.message)
        case .violation(let rule, let code, let message, let isRefusal):
            (self.rule, self.code, self.message, self.isRefusal) = (rule, code, message, isRefusal)
        case .startCalled(_, _, let code), .stopCalled(let code): self.code = code
        case .outputAdded(_, let address): self.address = address
        case .outputChanged(_, let address, let change):
            (self.address, state, code, message) = (address, change.state, change.cause ?? "", change.message ?? "")
        case .commandPerformed, .authenticated, .identityExpired, .participantJoined, .participantLeft,
            .roleChanged, .hostChanged, .coHostChanged, .studioUserChanged, .videoChanged, .trackStateChanged,
            .trackMuted, .trackFormatChanged, .subscriptionChanged, .startAnswered, .sendingStarted,
            .sendingStopped, .inputsOpened, .audioPipeSilent, .sourceChanged, .slateShown, .slateEnded, .dropped,
            .programAudioChanged, .outputSplit, .outputPartEnded, .outputRemoved:
            break
        }
    }

    /// Calls `body` with the texts of the event as C strings, which are valid inside it.
    func withEvent(_ body: (inout ps_event) -> Void) {
        withCStrings([kind, state, rule, code, message, address]) { texts in
            var event = ps_event()
            event.size = MemoryLayout<ps_event>.size
            (event.kind, event.state, event.rule, event.code) = (texts[0], texts[1], texts[2], texts[3])
            (event.message, event.address) = (texts[4], texts[5])
            event.is_refusal = isRefusal ? 1 : 0
            body(&event)
        }
    }
}
