import StudioCore

/// Why a client that authenticates has no session in a trace: the last step on its way into a meeting.
struct EntryOutcome: Sendable {
    private var last: String?
    private var hasJoined = false

    /// One line; `nil` for a client with a session, and for a trace without a way into a meeting.
    var absence: String? { hasJoined ? nil : last }

    mutating func apply(_ event: TraceEvent) {
        switch event {
        case .call(let call): apply(call)
        case .callback(let callback) where callback.name == "authenticated":
            let result = callback.arguments["result"]?.text ?? ""
            last =
                result == AuthenticationWord.success
                ? "the app did not join" : "the authentication was answered with \(result)"
        // A trace of an app that does not report its calls.
        case .video, .audio: hasJoined = true
        default: break
        }
    }

    private mutating func apply(_ call: TraceCall) {
        let result = call.result?.text ?? ""
        let isAccepted = result == StudioError.Code.success.rawValue
        switch call.name {
        case "authenticate":
            last = isAccepted ? "the authentication was not answered" : "the authentication was rejected: \(result)"
        case "join" where isAccepted: hasJoined = true
        case "join": last = "joining was rejected: \(result)"
        case "start", "stop": hasJoined = true
        default: break
        }
    }

    private enum AuthenticationWord {
        static let success = "success"
    }
}
