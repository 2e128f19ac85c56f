import ProductionStudio
import StudioCore
import StudioMeeting
import Testing

/// An input of the state machine.
enum EntryInput: Hashable, CaseIterable {
    case initialise, authenticate, succeed, fail, expire, uninitialise
}

/// A model with flags instead of states.
struct EntryModel: Hashable {
    var isUntouched = true
    var isInitialised = false
    var isAuthorised = false
    var hasServices: Bool { isUntouched || (isInitialised && wasAuthorised) }
    var wasAuthorised = false
    var isAnswerOwed = false

    /// Applies an input; returns whether it is accepted or delivered.
    mutating func apply(_ input: EntryInput) -> Bool {
        switch input {
        case .initialise:
            (isUntouched, isInitialised) = (false, true)
            return true
        case .authenticate:
            if isInitialised { isAnswerOwed = true }
            return isInitialised
        case .succeed, .fail:
            defer { isAnswerOwed = false }
            if isAnswerOwed, input == .succeed { (isAuthorised, wasAuthorised) = (true, true) }
            return isAnswerOwed
        case .expire:
            defer { isAuthorised = false }
            return isAuthorised
        case .uninitialise:
            let isFirst = isUntouched || isInitialised
            self = EntryModel(isUntouched: false)
            return isFirst
        }
    }
}

/// The machine with the newest attempt.
struct EntryTrial {
    var machine = EntryStateMachine()
    var attempt: EntryStateMachine.AttemptID?

    mutating func apply(_ input: EntryInput) -> Bool {
        switch input {
        case .initialise:
            if case .refuse = machine.initialise() { return false }
            return true
        case .authenticate:
            guard case .scheduleAnswer(let id) = machine.authenticate(hasCredentials: true) else { return false }
            attempt = id
            return true
        case .succeed: return attempt.map { machine.answerDue($0, .success) == .deliver } ?? false
        case .fail: return attempt.map { machine.answerDue($0, .timeout) == .deliver } ?? false
        case .expire: return machine.expire() == .deliver
        case .uninitialise: return machine.uninitialise() == .end
        }
    }
}

@Suite("Entry state machine")
struct EntryStateMachineTests {
    @Test("every sequence of six inputs agrees with an independent model")
    func sequences() {
        var count = 0
        func explore(_ trial: EntryTrial, _ model: EntryModel, _ path: [EntryInput]) {
            guard path.count < 6 else { return }
            for input in EntryInput.allCases {
                var (trial, model) = (trial, model)
                let (accepted, expected) = (trial.apply(input), model.apply(input))
                count += 1
                guard accepted == expected, trial.machine.isInitialised == model.isInitialised,
                    trial.machine.isAuthorised == model.isAuthorised,
                    trial.machine.hasServices == model.hasServices
                else {
                    Issue.record(
                        "\(path + [input]): \(accepted) in \(trial.machine.state), expected \(expected), \(model)")
                    return
                }
                explore(trial, model, path + [input])
            }
        }
        explore(EntryTrial(), EntryModel(), [])
        #expect(count > 50_000)
    }

    /// The machine in each state, with the pending attempt.
    private static func states() -> [(inputs: [EntryInput], state: String)] {
        [
            ([], "untouched"), ([.uninitialise], "uninitialised"), ([.initialise], "initialised"),
            ([.initialise, .authenticate], "authenticating"),
            ([.initialise, .authenticate, .succeed], "authorised"),
            ([.initialise, .authenticate, .succeed, .authenticate], "authenticating, authorised"),
            ([.initialise, .authenticate, .succeed, .expire], "expired"),
            ([.initialise, .authenticate, .succeed, .expire, .authenticate], "authenticating, expired"),
        ]
    }

    private func trial(_ inputs: [EntryInput]) -> EntryTrial {
        var trial = EntryTrial()
        for input in inputs { _ = trial.apply(input) }
        return trial
    }

    @Test("the action and the state after each input in each state")
    func table() {
        typealias State = EntryStateMachine.State
        let table: [(inputs: [EntryInput], after: [EntryInput: State?])] = [
            (
                [],
                [
                    .initialise: .initialised(.none), .authenticate: nil, .succeed: nil, .expire: nil,
                    .uninitialise: .uninitialised,
                ]
            ),
            (
                [.uninitialise],
                [.initialise: .initialised(.none), .authenticate: nil, .expire: nil, .uninitialise: nil]
            ),
            ([.initialise], [.expire: nil, .succeed: nil, .uninitialise: .uninitialised]),
            (
                [.initialise, .authenticate],
                [
                    .succeed: .initialised(.valid), .fail: .initialised(.none), .expire: nil,
                    .uninitialise: .uninitialised,
                ]
            ),
            (
                [.initialise, .authenticate, .succeed],
                [.succeed: nil, .fail: nil, .expire: .initialised(.expired), .uninitialise: .uninitialised]
            ),
            (
                [.initialise, .authenticate, .succeed, .authenticate],
                [.succeed: .initialised(.valid), .fail: .initialised(.valid), .uninitialise: .uninitialised]
            ),
            (
                [.initialise, .authenticate, .succeed, .expire],
                [.succeed: nil, .expire: nil, .uninitialise: .uninitialised]
            ),
            (
                [.initialise, .authenticate, .succeed, .expire, .authenticate],
                [.succeed: .initialised(.valid), .fail: .initialised(.expired), .expire: nil]
            ),
        ]
        #expect(table.map(\.inputs) == Self.states().map(\.inputs))
        for (inputs, after) in table {
            for (input, expected) in after {
                var trial = trial(inputs)
                let before = trial.machine.state
                let isAccepted = trial.apply(input)
                #expect(trial.machine.state == expected ?? before, "\(inputs) then \(input)")
                #expect(isAccepted == (expected != nil), "\(inputs) then \(input)")
            }
        }
    }

    @Test(
        "PS-ENTRY-001 init succeeds again and changes nothing; only the first leaves the meeting of code without init")
    func initialisedTwice() {
        var machine = EntryStateMachine()
        let first = machine.initialise()
        let second = machine.initialise(injectedFailure: .failed)
        #expect(first == .leaveUnrequestedMeeting)
        #expect(second == .accept)
        #expect(machine.state == .initialised(.none))
        _ = machine.uninitialise()
        let third = machine.initialise()
        #expect(third == .accept)
    }

    @Test("PS-ENTRY-002 init fails with the injected code and may be called again")
    func initialisationFails() throws {
        var machine = EntryStateMachine()
        guard case .refuse(let error) = machine.initialise(injectedFailure: .serviceFailed) else {
            Issue.record("accepted")
            return
        }
        #expect(error.code == .serviceFailed)
        #expect(machine.state == .untouched)
        let again = machine.initialise()
        #expect(again == .leaveUnrequestedMeeting)
    }

    @Test("PS-ENTRY-005 PS-ENTRY-006 PS-ENTRY-007 causes of a rejected authentication, in order")
    func authenticationRejected() {
        func rule(_ machine: EntryStateMachine, _ hasCredentials: Bool, _ failure: StudioError.Code?) -> Rule? {
            var machine = machine
            let before = machine.state
            guard
                case .refuse(let error) = machine.authenticate(
                    hasCredentials: hasCredentials, injectedFailure: failure)
            else { return nil }
            #expect(machine.state == before)
            return error.rule
        }
        let untouched = EntryStateMachine()
        var initialised = untouched
        _ = initialised.initialise()
        #expect(rule(untouched, false, .failed) == .authenticationUninitialised)
        #expect(rule(initialised, false, .failed) == .authenticationWithoutCredentials)
        #expect(rule(initialised, true, .failed) == .authenticationRefused)
        #expect(rule(initialised, true, nil) == nil)
    }

    @Test("PS-ENTRY-009 a newer authentication replaces the pending one: only its result is delivered")
    func replaced() {
        var trial = trial([.initialise, .authenticate])
        let first = trial.attempt
        _ = trial.apply(.authenticate)
        #expect(first != trial.attempt)
        let replaced = first.map { trial.machine.answerDue($0, .success) }
        let newest = trial.apply(.succeed)
        let again = trial.apply(.succeed)
        #expect(replaced == .ignore)
        #expect(newest)
        #expect(!again, "answered already")
    }

    @Test("PS-ENTRY-011 a result may be delivered again until the next input")
    func repeatedAnswer() throws {
        var trial = trial([.initialise, .authenticate])
        let id = try #require(trial.attempt)
        #expect(!trial.machine.mayRepeatAnswer(id), "not answered yet")
        _ = trial.apply(.succeed)
        #expect(trial.machine.mayRepeatAnswer(id))
        for input in [EntryInput.authenticate, .uninitialise] {
            var trial = trial
            _ = trial.apply(input)
            #expect(!trial.machine.mayRepeatAnswer(id), "\(input)")
        }
    }

    struct Refusal: Sendable {
        let inputs: [EntryInput]
        let request: JoinRequest
        let occupancy: MeetingStateMachine.Occupancy?
        let rule: Rule?
    }

    static let refusals: [Refusal] = {
        let ready: [EntryInput] = [.initialise, .authenticate, .succeed]
        let nothing = JoinRequest()
        let number = JoinRequest(meetingNumber: 7)
        let start = JoinRequest(kind: .startWithAccessKey, accessKey: "key")
        return [
            Refusal(inputs: [], request: number, occupancy: nil, rule: .joinUninitialised),
            Refusal(inputs: [.uninitialise], request: number, occupancy: nil, rule: .joinUninitialised),
            Refusal(inputs: [.initialise], request: number, occupancy: nil, rule: .joinUnauthorised),
            Refusal(inputs: [.initialise, .authenticate], request: number, occupancy: nil, rule: .joinUnauthorised),
            Refusal(inputs: ready + [.expire], request: number, occupancy: nil, rule: .joinUnauthorised),
            Refusal(
                inputs: ready, request: JoinRequest(kind: .startAsLoggedInUser), occupancy: .busy,
                rule: .startWithoutLogin),
            Refusal(inputs: ready, request: nothing, occupancy: .busy, rule: .joinBusy),
            Refusal(inputs: ready, request: nothing, occupancy: .over, rule: .joinWithoutNumber),
            Refusal(
                inputs: ready, request: JoinRequest(kind: .startWithAccessKey), occupancy: .unused,
                rule: .startWithoutAccessKey),
            Refusal(inputs: ready, request: number, occupancy: .unused, rule: nil),
            Refusal(inputs: ready, request: number, occupancy: .over, rule: nil),
            Refusal(inputs: ready, request: number, occupancy: nil, rule: nil),
            Refusal(inputs: ready, request: JoinRequest(personalName: "me"), occupancy: nil, rule: nil),
            Refusal(inputs: ready, request: start, occupancy: nil, rule: nil),
            Refusal(inputs: ready + [.authenticate, .fail], request: start, occupancy: nil, rule: nil),
        ]
    }()

    @Test(
        "PS-ENTRY-018 PS-ENTRY-019 PS-ENTRY-020 PS-ENTRY-021 PS-ENTRY-022 PS-ENTRY-023 why joining is rejected, in this order",
        arguments: refusals)
    func joinRejected(_ refusal: Refusal) {
        let machine = trial(refusal.inputs).machine
        let found = machine.refusal(of: refusal.request, occupancy: refusal.occupancy)
        #expect(found?.rule == refusal.rule)
        let injected = machine.refusal(
            of: refusal.request, occupancy: refusal.occupancy, injectedFailure: .serviceFailed)
        #expect(injected?.rule == refusal.rule ?? .joinRefused)
        #expect(refusal.rule != nil || injected?.code == .serviceFailed)
    }
}
