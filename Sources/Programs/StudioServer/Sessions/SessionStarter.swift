/// Starts sessions by the request of a client.
package protocol SessionStarter: Sendable {
    /// Starts a session, a process of its own.
    ///
    /// - Parameter body: a JSON object with the keys of a configuration file.
    /// - Throws: a ``Problem`` for keys and values that are not accepted, or when too many sessions run.
    func start(_ body: [UInt8]) throws(Problem) -> any StartingSession
}

/// A process that becomes a session.
package protocol StartingSession: Sendable {
    var pid: Int32 { get }
    /// How the process has ended; `nil` while it runs.
    var end: StartingSessionEnd? { get }
}

/// How the process of a session has ended.
package struct StartingSessionEnd: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case success
        /// The options are not accepted.
        case usage
        /// Any other failure, or a signal.
        case failure
    }

    package let reason: Reason
    /// What it has said last, in one line.
    package let message: String
    /// Its exit code; `nil` for one that a signal has killed.
    package let code: Int32?

    package init(_ reason: Reason, _ message: String, code: Int32? = nil) {
        (self.reason, self.message, self.code) = (reason, message, code)
    }
}
