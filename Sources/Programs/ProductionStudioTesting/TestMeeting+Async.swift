import Dispatch
public import ProductionStudio
public import StudioCore

// The asynchronous forms: the caller's actor is free meanwhile, so that tasks of the client proceed.
extension TestMeeting {
    /// Waits until every due callback is delivered. Must not be called inside a callback.
    ///
    /// - Throws: an error after `seconds`: a callback blocks, or its queue is not served.
    public func settle(within seconds: Double = TestMeeting.defaultTimeout) async throws(TestMeetingError) {
        try await elsewhere { () throws(TestMeetingError) in try self.settleHere(seconds) }
    }

    /// Advances the clock and delivers each callback at its own time.
    ///
    /// Must not be called inside a callback.
    ///
    /// - Throws: an error when callbacks are not delivered within `seconds` of real time.
    public func turn(
        by span: MediaTime, within seconds: Double = TestMeeting.defaultTimeout
    ) async throws(TestMeetingError) {
        try await elsewhere { () throws(TestMeetingError) in try self.turnHere(span, seconds) }
    }

    /// Waits until the studio is in a state, advancing the clock to each pending callback.
    ///
    /// - Throws: an error with the actual state after `seconds` of real time.
    public func wait(
        for state: StudioState, within seconds: Double = TestMeeting.defaultTimeout
    ) async throws(TestMeetingError) {
        try await wait(until: "the studio is \(state)", within: seconds) { self.studio.state == state }
    }

    /// Waits until a condition holds, advancing the clock to each pending callback.
    ///
    /// - Parameters:
    ///   - description: describes the condition.
    ///   - seconds: the timeout in real time.
    ///   - isolation: the actor of the condition: the caller's.
    ///   - condition: evaluated after every callback and every accepted unit, and periodically for changes without an
    ///     event, such as a property of the client.
    /// - Throws: an error after the timeout.
    public func wait(
        until description: String, within seconds: Double = TestMeeting.defaultTimeout,
        isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
    ) async throws(TestMeetingError) {
        let waiting = Waiting(description, seconds)
        while true {
            let seen = progress
            let rest = try await elsewhere { () throws(TestMeetingError) in try self.rest(waiting.remaining) }
            if condition() { return }
            try waiting.check(self)
            try await elsewhere { () throws(TestMeetingError) in self.proceed(rest, seen) }
        }
    }

    /// Performs what waits on a thread outside of the cooperative pool.
    private func elsewhere<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable () throws(TestMeetingError) -> Result
    ) async throws(TestMeetingError) -> Result {
        let outcome = await withCheckedContinuation { continuation in
            DispatchQueue(label: "psstudio.testing.waiting").async {
                let outcome: Swift.Result<Result, TestMeetingError>
                do throws(TestMeetingError) {
                    outcome = .success(try body())
                } catch {
                    outcome = .failure(error)
                }
                continuation.resume(returning: outcome)
            }
        }
        return try outcome.get()
    }
}
