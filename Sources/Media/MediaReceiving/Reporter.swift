package import StudioCore
package import StudioRuntime

/// Where an engine reports what its client does wrong, on the thread that caused it.
package struct Reporter: Sendable {
    private let body: @Sendable (StudioError, _ isRefusal: Bool) -> Void

    package init(_ body: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void) {
        self.body = body
    }

    /// Reports a violation.
    package func report(_ error: StudioError) { body(error, true) }

    /// Reports a violation with the code of its rule.
    package func report(_ rule: Rule, _ message: String, hint: String = "") {
        report(StudioError(rule, message, hint: hint))
    }

    /// Reports a call that is served, but probably not intended.
    package func warn(_ error: StudioError) { body(error, false) }

    /// Reports what is served, with the code of its rule.
    package func warn(_ rule: Rule, _ message: String, hint: String = "") {
        warn(StudioError(rule, message, hint: hint))
    }

    /// Performs a call, and reports its refusal.
    package func reporting<Result>(_ call: () throws(StudioError) -> Result) throws(StudioError) -> Result {
        do throws(StudioError) {
            return try call()
        } catch {
            report(error)
            throw error
        }
    }

    /// Decides a call under a lock, and reports its refusal without it.
    package func reporting<State, Result>(
        _ state: Lock<State>, _ decide: (inout State) throws(StudioError) -> Result
    ) throws(StudioError) -> Result {
        try reporting { () throws(StudioError) in try state.withLock(decide) }
    }
}
