import ProductionStudio
import StudioCore
import StudioMeeting
import Testing

@testable import MediaInputs
@testable import StudioEngine

@Suite("What reports mean for a session")
struct SessionReportTests {
    typealias Action = SessionStateMachine.Action
    typealias Callback = ReceivedCallbacks.Callback
    typealias Awaited = ReceivedCallbacks.Awaited

    /// A machine in this step of an undisturbed session that has received these callbacks.
    private static func machine(
        in step: SessionState = .sending, _ callbacks: [Callback] = []
    ) -> SessionStateMachine {
        var machine = SessionStateMachine()
        _ = machine.begin()
        for done in SessionStateMachineTests.steps.prefix(while: { $0 != step }) { _ = machine.completed(done) }
        for callback in callbacks { _ = machine.received(callback) }
        return machine
    }

    private static func ending(with failure: SessionFailure) -> [Action] {
        [.publish(.failed(failure: failure)), .interrupt]
    }

    private static func refusing(_ code: String, _ message: String) -> [Action] {
        ending(with: SessionFailure(.refused, code, message))
    }

    // MARK: Callbacks

    private static let accepted: [Callback] = [.answered(true)]
    private static let sender: [Callback] = [.answered(true), .startedSending(hasSender: true)]

    @Test(
        "a wait ends with its callback, or with what excludes it",
        arguments: [
            (.authentication, [], true), (.authentication, [.authenticated(.success)], false),
            (.authentication, [.listed], true),
            (.meeting, [.statusChanged(.connecting)], true), (.meeting, [.statusChanged(.inMeeting)], true),
            (.meeting, [.listed], true), (.meeting, [.statusChanged(.inMeeting), .listed], false),
            (.meeting, [.statusChanged(.failed)], false), (.meeting, [.statusChanged(.ended)], false),
            (.sender, [], true), (.sender, accepted, true), (.sender, sender, false),
            (.sender, [.answered(false)], false), (.sender, [.startedSending(hasSender: false)], false),
            (.sender, [.stoppedSending], false),
            (.end, sender, true), (.end, [.stoppedSending], false),
        ] as [(Awaited, [Callback], Bool)])
    private func waiting(_ awaited: Awaited, _ callbacks: [Callback], _ mustWait: Bool) {
        var machine = Self.machine(in: .opening, callbacks)
        #expect(machine.mustWait(for: awaited) == mustWait)
        // A stop ends every wait but that for the studio's end.
        _ = machine.stop(.stopped)
        #expect(machine.mustWait(for: awaited) == (mustWait && awaited == .end))
    }

    private static let failedWaits: [(Awaited, [Callback], String, String)] = [
        (.authentication, [], "authenticationTimedOut", "the authentication was not answered within 2.0 s"),
        (
            .authentication, [.authenticated(AuthenticationResult(rawValue: "odd")), .authenticated(.success)],
            "authenticationFailed", "the authentication failed: odd"
        ),
        (.meeting, [.listed], "joinTimedOut", "not in the meeting within 2.0 s; its status is connecting"),
        (.meeting, [.statusChanged(.failed)], "joinFailed", "joining the meeting failed: late"),
        (
            .meeting, [.statusChanged(.inMeeting), .listed, .statusChanged(.ended)], "joinFailed",
            "joining the meeting failed: late"
        ),
        (.sender, [], "startTimedOut", "the result of the start was not delivered within 2.0 s"),
        (.sender, accepted, "startTimedOut", "onStartSend was not delivered within 2.0 s"),
        (.sender, [.answered(false)], "refused", "the start was rejected"),
        (.sender, [.answered(true), .startedSending(hasSender: false)], "refused", "no sender was provided"),
        (.sender, [.answered(true), .stoppedSending], "refused", "no sender was provided"),
    ]

    @Test("a missing or a bad callback ends the session; after a stop nobody misses it", arguments: failedWaits)
    private func failedWait(_ awaited: Awaited, _ callbacks: [Callback], _ code: String, _ message: String) {
        let facts = MeetingFacts(status: .connecting, joinFailure: JoinFailure(rawValue: "late"))
        var machine = Self.machine(in: .starting, callbacks)
        #expect(machine.waited(for: awaited, limit: .seconds(2), in: facts) == Self.refusing(code, message))
        #expect(machine.reason == .error(code: code))
        var stopped = Self.machine(in: .starting, callbacks)
        _ = stopped.stop(.stopped)
        #expect(stopped.waited(for: awaited, limit: .seconds(2), in: facts).isEmpty)
        #expect(stopped.failures.isEmpty)
    }

    @Test(
        "a delivered callback ends nothing",
        arguments: [
            (.authentication, [.authenticated(.success)]), (.meeting, [.statusChanged(.inMeeting), .listed]),
            (.sender, sender), (.sender, sender + [.stoppedSending]), (.end, [.stoppedSending]), (.end, []),
        ] as [(Awaited, [Callback])])
    private func delivered(_ awaited: Awaited, _ callbacks: [Callback]) {
        var machine = Self.machine(in: .starting, callbacks)
        #expect(machine.waited(for: awaited, limit: .seconds(2), in: MeetingFacts()).isEmpty)
        #expect(!machine.isStopping)
    }

    // MARK: Sending

    @Test("a studio that stopped by itself ends the session for the reason of the meeting", arguments: EndReason?.all)
    private func interrupted(_ endReason: EndReason?) {
        let isRoleLost = endReason == nil || endReason == .kickedByHost
        for outcome in [MediaProducer.Outcome.cancelled, .refused(Self.late), nil] {
            for maySend in [true, false] {
                var machine = Self.machine(Self.sender + [.stoppedSending])
                let actions = machine.sendingEnded(
                    outcome, in: MeetingFacts(endReason: endReason, maySend: maySend))
                let message = maySend ? "the meeting stopped the studio" : "the right to send was lost"
                #expect(actions == (isRoleLost ? Self.refusing("roleLost", message) : [.interrupt]))
                #expect(
                    machine.reason == (isRoleLost ? .roleLost : endReason == EndReason.none ? .left : .meetingEnded))
            }
        }
    }

    /// A frame that follows the end of the studio.
    private static let late = StudioError(.sendNotStarted, "not started")

    @Test("an end of sending that the studio's end explains may wait for it")
    func expected() {
        let sending = Self.machine(Self.sender)
        #expect(!sending.expectsInterruption(after: .finished))
        #expect(!sending.expectsInterruption(after: .cancelled))
        #expect(!sending.expectsInterruption(after: nil))
        #expect(!sending.expectsInterruption(after: .refused(.withoutPermission)))
        #expect(sending.expectsInterruption(after: .refused(Self.late)))
        var stopped = Self.machine(Self.sender + [.stoppedSending])
        #expect(!stopped.expectsInterruption(after: .finished))
        #expect(stopped.expectsInterruption(after: .cancelled))
        #expect(stopped.expectsInterruption(after: nil))
        _ = stopped.stop(.stopped)
        #expect(!stopped.expectsInterruption(after: .cancelled))
        #expect(!stopped.expectsInterruption(after: nil))
    }

    @Test("the outcome of a producer ends the session only if it failed")
    func outcomes() {
        var machine = Self.machine(Self.sender)
        #expect(machine.sendingEnded(.finished, in: MeetingFacts()).isEmpty)
        #expect(machine.sendingEnded(.cancelled, in: MeetingFacts()).isEmpty)
        #expect(machine.sendingEnded(nil, in: MeetingFacts()).isEmpty)
        #expect(!machine.isStopping)
        let source = SourceError("a.mp4: damaged", hint: "")
        let failure = SessionFailure(.source, "source", "\(source)")
        #expect(machine.sendingEnded(.sourceFailed(source), in: MeetingFacts()) == Self.ending(with: failure))
        var rejected = Self.machine(Self.sender)
        #expect(
            rejected.sendingEnded(.refused(Self.late), in: MeetingFacts())
                == Self.ending(with: SessionFailure(Self.late)))
        var stopped = Self.machine(Self.sender + [.stoppedSending])
        #expect(
            stopped.sendingEnded(.refused(.withoutPermission), in: MeetingFacts())
                == Self.ending(with: SessionFailure(StudioError.withoutPermission)))
    }

    @Test("the code of a rejected call decides who failed")
    func categories() {
        func category(_ code: StudioError.Code) -> SessionFailure.Category {
            SessionFailure(StudioError(.sendNotStarted, "x", code: code)).category
        }
        for code in [StudioError.Code.noPermission, .unsupportedFeature, .notInMeeting, .serviceFailed, .failed] {
            #expect(category(code) == .refused)
        }
        #expect(category(.outOfMemory) == .internal)
        #expect(category(.wrongUsage) == .contract)
        #expect(SessionFailure(Self.late).rule == Rule.sendNotStarted.id.rawValue)
    }

    // MARK: Inputs and outputs

    @Test("inputs that cannot be opened end the session, unless a stop interrupted them")
    func inputs() {
        let error = StudioError.withoutPermission
        var machine = Self.machine(in: .opening)
        #expect(
            machine.inputsFailed(error)
                == [.report(error)] + Self.ending(with: SessionFailure(error)))
        var stopped = Self.machine(in: .opening)
        _ = stopped.stop(.stopped)
        #expect(stopped.inputsFailed(error).isEmpty)
        #expect(stopped.failures.isEmpty)
    }

    @Test("one failed output ends nothing; when all have failed, the first failure is the reason")
    func outputs() {
        var machine = Self.machine(Self.sender)
        let failure = OutputFailure(.refused, "nobody listens")
        let expected = SessionFailure(.output, "refused", "rtmp://host/live: \(failure)")
        #expect(machine.outputFailed("rtmp://host/live", failure) == [.publish(.failed(failure: expected))])
        #expect(machine.outputsChecked(count: 2, haveFailed: false).isEmpty)
        #expect(machine.outputsChecked(count: 0, haveFailed: true).isEmpty)
        #expect(!machine.isStopping)
        #expect(machine.outputsChecked(count: 1, haveFailed: true) == [.interrupt])
        #expect(machine.reason == .error(code: "refused"))
    }

    @Test("an encoder that fails ends the session; while it is drained, it is only reported")
    func encoder() {
        let failure = SessionFailure(.internal, "encoder", "no memory")
        var machine = Self.machine(Self.sender)
        #expect(machine.encoderFailed("no memory") == Self.ending(with: failure))
        #expect(machine.encoderFailed("no memory").isEmpty)
        var finishing = Self.machine(in: .finishing, Self.sender)
        #expect(finishing.encoderFailed("no memory") == [.publish(.failed(failure: failure))])
        let late = SessionFailure(.output, "finishTimedOut", "a.mp4: did not finish")
        #expect(finishing.outputTimedOut("a.mp4") == [.publish(.failed(failure: late))])
        #expect(!finishing.isStopping)
    }

    @Test("identifiers have 16 digits, whatever the number")
    func identifiers() {
        #expect(StudioStage.identifier(0) == "0000000000000000")
        #expect(StudioStage.identifier(0xF3C) == "0000000000000f3c")
        #expect(StudioStage.identifier(.max) == "ffffffffffffffff")
        #expect(StudioStage.makeID().count == 16)
    }
}

extension EndReason? {
    fileprivate static let all: [EndReason?] = [nil] + EndReason.allCases.map { $0 }
}
