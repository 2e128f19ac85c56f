package import StudioCore
package import StudioMeeting

/// The entry into a meeting, from init to the join call. It makes decisions and performs nothing.
///
/// The client's calls and due results are inputs; each returns the action that the owner performs.
package struct EntryStateMachine: Sendable {
    /// One accepted authentication; never used twice.
    package struct AttemptID: Hashable, Sendable {
        package let value: Int
    }

    package enum State: Hashable, Sendable {
        /// Init was never called, so there is a meeting that was joined as host. Leaves on `initialise`, `uninitialise`.
        case untouched
        /// Leaves on `initialise`.
        case uninitialised
        /// Leaves on `authenticate`, `expire`, `uninitialise`.
        case initialised(Authorisation)
        /// A result is pending. Leaves on `answerDue`, `uninitialise`; a newer `authenticate` replaces the attempt.
        case authenticating(AttemptID, Authorisation)
    }

    package enum Authorisation: Hashable, Sendable, CaseIterable {
        /// Never authorised since init.
        case none
        case valid
        /// Authorised before; the identity has expired.
        case expired
    }

    package enum InitialiseAction: Hashable, Sendable {
        /// Leave the implicit meeting, unless the test created it.
        case leaveUnrequestedMeeting
        /// No action.
        case accept
        case refuse(StudioError)
    }

    package enum AuthenticateAction: Hashable, Sendable {
        /// On the callback queue, after the latency of the result: `answerDue`.
        case scheduleAnswer(AttemptID)
        case refuse(StudioError)
    }

    package enum AnswerAction: Hashable, Sendable {
        case deliver
        /// A newer attempt or un-init replaced it.
        case ignore
    }

    package enum ExpireAction: Hashable, Sendable {
        case deliver
        /// The SDK is not authorised.
        case ignore
    }

    package enum UninitialiseAction: Hashable, Sendable {
        /// Drop pending callbacks, delegates, services and the meeting.
        case end
        /// The SDK was not initialised.
        case ignore
    }

    package private(set) var state = State.untouched
    private var attempts = 0
    /// The attempt whose result was delivered last, while it may be delivered again.
    private var answered: AttemptID?

    package init() {}

    // MARK: Queries

    package var isInitialised: Bool { authorisation != nil }

    /// Whether meetings may be joined.
    package var isAuthorised: Bool { authorisation == .valid }

    /// Whether the services that need authentication exist: from the first success until un-init, and before the first init.
    package var hasServices: Bool {
        switch state {
        case .untouched: true
        case .uninitialised: false
        case .initialised(let authorisation), .authenticating(_, let authorisation): authorisation != .none
        }
    }

    private var authorisation: Authorisation? {
        switch state {
        case .untouched, .uninitialised: nil
        case .initialised(let authorisation), .authenticating(_, let authorisation): authorisation
        }
    }

    // MARK: Client calls

    package mutating func initialise(injectedFailure: StudioError.Code? = nil) -> InitialiseAction {
        switch state {
        case .initialised, .authenticating:
            return .accept
        case .untouched, .uninitialised:
            if let injectedFailure {
                return .refuse(
                    StudioError(.initialisationFails, "init failed: an injected fault", code: injectedFailure))
            }
            let isFirst = state == .untouched
            state = .initialised(.none)
            return isFirst ? .leaveUnrequestedMeeting : .accept
        }
    }

    /// - Parameter hasCredentials: whether there is a non-empty token or key.
    package mutating func authenticate(
        hasCredentials: Bool, injectedFailure: StudioError.Code? = nil
    ) -> AuthenticateAction {
        guard let authorisation else {
            return .refuse(
                StudioError(.authenticationUninitialised, "the SDK is not initialised", hint: "call initSDK first"))
        }
        guard hasCredentials else {
            return .refuse(
                StudioError(
                    .authenticationWithoutCredentials, "no token and no key",
                    hint: "set jwtToken to a non-empty token"))
        }
        if let injectedFailure {
            return .refuse(
                StudioError(
                    .authenticationRefused, "authentication was rejected: an injected fault", code: injectedFailure))
        }
        attempts += 1
        let id = AttemptID(value: attempts)
        state = .authenticating(id, authorisation)
        answered = nil
        return .scheduleAnswer(id)
    }

    package mutating func uninitialise() -> UninitialiseAction {
        guard state != .uninitialised else { return .ignore }
        state = .uninitialised
        answered = nil
        return .end
    }

    /// Why joining or starting is rejected; `nil` when allowed. Order: init, authorisation, login, state, arguments.
    package func refusal(
        of request: JoinRequest, occupancy: MeetingStateMachine.Occupancy?, injectedFailure: StudioError.Code? = nil
    ) -> StudioError? {
        guard isInitialised else {
            return StudioError(.joinUninitialised, "the SDK is not initialised", hint: "call initSDK and sdkAuth first")
        }
        guard isAuthorised else {
            return StudioError(
                .joinUnauthorised, "the SDK is not authorised", hint: "call sdkAuth and wait for onZoomSDKAuthReturn")
        }
        if request.kind == .startAsLoggedInUser {
            return StudioError(.startWithoutLogin, "no user is logged in", hint: "start with a ZAK")
        }
        if occupancy == .busy {
            return StudioError(
                .joinBusy, "another meeting is active", hint: "leave it and wait for the status Ended or Failed")
        }
        if request.kind == .join, request.meetingNumber == 0, request.personalName.isEmpty {
            return StudioError(.joinWithoutNumber, "the meeting number is 0 and there is no vanity ID")
        }
        if request.kind == .startWithAccessKey, request.accessKey.isEmpty {
            return StudioError(.startWithoutAccessKey, "the ZAK is empty")
        }
        return injectedFailure.map { StudioError(.joinRefused, "joining was rejected: an injected fault", code: $0) }
    }

    // MARK: Due results

    /// The result of this attempt is due.
    package mutating func answerDue(_ id: AttemptID, _ result: AuthenticationResult) -> AnswerAction {
        guard case .authenticating(id, let before) = state else { return .ignore }
        state = .initialised(result == .success ? .valid : before)
        answered = id
        return .deliver
    }

    /// Whether the delivered result may be delivered again: there was no other input since.
    package func mayRepeatAnswer(_ id: AttemptID) -> Bool { answered == id }

    /// The identity expires.
    package mutating func expire() -> ExpireAction {
        switch state {
        case .initialised(.valid):
            state = .initialised(.expired)
            return .deliver
        case .authenticating(let id, .valid):
            state = .authenticating(id, .expired)
            return .deliver
        case .untouched, .uninitialised, .initialised, .authenticating:
            return .ignore
        }
    }
}
