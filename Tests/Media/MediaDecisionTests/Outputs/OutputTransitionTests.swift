import MediaOutputs
import StudioCore
import StudioTestSupport
import Testing

@Suite("An output: every state with every input")
struct OutputTransitionTests {
    enum Phase: String, CaseIterable, Hashable, Sendable {
        case waiting, connecting, awaitingReader, listening, reconnecting, live, stalled, retrying, finishing, ending,
            finished,
            stopped, failed
    }

    enum Input: String, CaseIterable, Hashable, Sendable {
        case begin, noBytes, bytes, fail, tickEarly, tickLate, finish, drained, withoutReader, stop
    }

    private static let lost = OutputFailure(.disconnected, "lost")
    /// Later than every deadline of the phases.
    private static let late = MediaTime.seconds(1000)

    private static func machine(in phase: Phase, _ policy: OutputPolicy = .server) -> OutputStateMachine {
        var machine = OutputStateMachine(policy: policy)
        if phase == .waiting { return machine }
        _ = machine.begin(now: .zero)
        if phase == .awaitingReader {
            _ = machine.withoutReader(now: .seconds(1))
            return machine
        }
        _ = machine.offered(now: .zero)
        if phase == .connecting { return machine }
        _ = machine.opened(now: .zero)
        _ = machine.progress(bytes: 5, hasBacklog: false, now: .zero)
        switch phase {
        case .waiting, .connecting, .awaitingReader, .listening, .live: break
        case .stalled: _ = machine.progress(bytes: 5, hasBacklog: true, now: .seconds(3))
        case .retrying: _ = machine.fail(lost, now: .zero)
        case .reconnecting:
            _ = machine.fail(lost, now: .zero)
            _ = machine.tick(now: .seconds(1))
            _ = machine.offered(now: .seconds(1))
        case .finishing: _ = machine.finish(now: .zero)
        case .ending: _ = machine.stop(now: .zero)
        case .finished:
            _ = machine.finish(now: .zero)
            _ = machine.drained()
        case .stopped:
            _ = machine.stop(now: .zero)
            _ = machine.drained()
        case .failed:
            _ = machine.finish(now: .zero)
            _ = machine.fail(lost, now: .zero)
        }
        return machine
    }

    private static func apply(_ input: Input, to machine: inout OutputStateMachine) -> OutputStateMachine.Action {
        switch input {
        case .begin: machine.begin(now: .seconds(3))
        case .noBytes: machine.progress(bytes: 0, hasBacklog: false, now: .seconds(3))
        case .bytes: machine.progress(bytes: 9, hasBacklog: true, now: .seconds(3))
        case .fail: machine.fail(lost, now: .seconds(3))
        case .tickEarly: machine.tick(now: .milliseconds(500))
        case .tickLate: machine.tick(now: late)
        case .finish: machine.finish(now: .seconds(3))
        case .drained: machine.drained()
        case .withoutReader: machine.withoutReader(now: .zero)
        case .stop: machine.stop(now: .seconds(3))
        }
    }

    private static func phase(of machine: OutputStateMachine) -> Phase {
        switch machine.state {
        case .waiting: .waiting
        case .awaitingReader: .awaitingReader
        case .connecting: machine.wasLive ? .reconnecting : .connecting
        case .listening: .listening
        case .live: .live
        case .stalled: .stalled
        case .retrying: .retrying
        case .finishing: endsStopped(machine) ? .ending : .finishing
        case .finished: .finished
        case .stopped: .stopped
        case .failed: .failed
        }
    }

    @Test(
        "what an output depends on fails: it has failed in every phase, and is not tried again",
        arguments: Phase.allCases)
    func abort(_ phase: Phase) {
        let policy = phase == .listening ? OutputPolicy.listener : .server
        var machine = Self.machine(in: phase, policy)
        let failure = OutputFailure(.pipeline, "the encoder failed")
        let isOpen = [.connecting, .reconnecting, .listening, .live, .stalled, .finishing, .ending].contains(phase)
        let before = machine.state
        #expect(machine.abort(failure) == (isOpen ? .close : .none))
        #expect(machine.state == (before.isOver ? before : .failed(failure)))
        #expect(machine.tick(now: Self.late) == .none)
        #expect(machine.abort(Self.lost) == .none)
    }

    private static func endsStopped(_ machine: OutputStateMachine) -> Bool {
        var machine = machine
        _ = machine.drained()
        return machine.state == .stopped
    }

    /// One line for each phase of a server: action and next phase, in the order of the inputs.
    private static let server: [Phase: [(OutputStateMachine.Action, Phase)]] = [
        .waiting: [
            (.open, .connecting), (.none, .waiting), (.none, .waiting), (.none, .failed), (.none, .waiting),
            (.none, .waiting), (.none, .finished), (.none, .waiting), (.none, .waiting), (.none, .stopped),
        ],
        .connecting: [
            (.none, .connecting), (.none, .connecting), (.none, .live), (.close, .failed), (.none, .connecting),
            (.close, .failed), (.sendEnd, .finishing), (.close, .finished), (.none, .awaitingReader),
            (.close, .stopped),
        ],
        .awaitingReader: [
            (.none, .awaitingReader), (.none, .awaitingReader), (.none, .awaitingReader), (.none, .failed),
            (.none, .awaitingReader), (.open, .connecting), (.none, .failed), (.none, .awaitingReader),
            (.none, .awaitingReader), (.none, .stopped),
        ],
        .reconnecting: [
            (.none, .reconnecting), (.none, .reconnecting), (.none, .live), (.close, .retrying), (.none, .reconnecting),
            (.close, .retrying), (.sendEnd, .finishing), (.close, .finished), (.none, .awaitingReader),
            (.close, .stopped),
        ],
        .live: [
            (.none, .live), (.none, .live), (.none, .live), (.close, .retrying), (.none, .live), (.none, .live),
            (.sendEnd, .finishing), (.close, .finished), (.none, .live), (.sendEnd, .ending),
        ],
        .stalled: [
            (.none, .stalled), (.none, .live), (.none, .live), (.close, .retrying), (.none, .stalled),
            (.none, .stalled), (.sendEnd, .finishing), (.close, .finished), (.none, .stalled), (.sendEnd, .ending),
        ],
        .retrying: [
            (.none, .retrying), (.none, .retrying), (.none, .retrying), (.none, .retrying), (.none, .retrying),
            (.open, .reconnecting), (.none, .failed), (.none, .retrying), (.none, .retrying), (.none, .stopped),
        ],
        .finishing: [
            (.none, .finishing), (.none, .finishing), (.none, .finishing), (.close, .failed), (.none, .finishing),
            (.close, .failed), (.none, .finishing), (.close, .finished), (.none, .finishing), (.none, .finishing),
        ],
        .ending: [
            (.none, .ending), (.none, .ending), (.none, .ending), (.close, .failed), (.none, .ending),
            (.close, .failed), (.none, .ending), (.close, .stopped), (.none, .ending), (.none, .ending),
        ],
        .finished: Array(repeating: (.none, .finished), count: Input.allCases.count),
        .stopped: Array(repeating: (.none, .stopped), count: Input.allCases.count),
        .failed: Array(repeating: (.none, .failed), count: Input.allCases.count),
    ]

    /// The same for a file, which is live when open, never fails by a stall, and is never retried.
    private static let local: [Phase: [(OutputStateMachine.Action, Phase)]] = [
        .waiting: [
            (.open, .connecting), (.none, .waiting), (.none, .waiting), (.none, .failed), (.none, .waiting),
            (.none, .waiting), (.none, .finished), (.none, .waiting), (.none, .waiting), (.none, .stopped),
        ],
        .connecting: [
            (.none, .connecting), (.none, .connecting), (.none, .live), (.close, .failed), (.none, .connecting),
            (.none, .connecting), (.sendEnd, .finishing), (.close, .finished), (.none, .awaitingReader),
            (.close, .stopped),
        ],
        .awaitingReader: [
            (.none, .awaitingReader), (.none, .awaitingReader), (.none, .awaitingReader), (.none, .failed),
            (.none, .awaitingReader), (.open, .connecting), (.none, .failed), (.none, .awaitingReader),
            (.none, .awaitingReader), (.none, .stopped),
        ],
        .live: [
            (.none, .live), (.none, .live), (.none, .live), (.close, .failed), (.none, .live), (.none, .live),
            (.sendEnd, .finishing), (.close, .finished), (.none, .live), (.sendEnd, .ending),
        ],
        .stalled: [
            (.none, .stalled), (.none, .live), (.none, .live), (.close, .failed), (.none, .stalled), (.none, .stalled),
            (.sendEnd, .finishing), (.close, .finished), (.none, .stalled), (.sendEnd, .ending),
        ],
        .finishing: [
            (.none, .finishing), (.none, .finishing), (.none, .finishing), (.close, .failed), (.none, .finishing),
            (.close, .failed), (.none, .finishing), (.close, .finished), (.none, .finishing), (.none, .finishing),
        ],
        .ending: [
            (.none, .ending), (.none, .ending), (.none, .ending), (.close, .failed), (.none, .ending),
            (.close, .failed), (.none, .ending), (.close, .stopped), (.none, .ending), (.none, .ending),
        ],
        .finished: Array(repeating: (.none, .finished), count: Input.allCases.count),
        .stopped: Array(repeating: (.none, .stopped), count: Input.allCases.count),
        .failed: Array(repeating: (.none, .failed), count: Input.allCases.count),
    ]

    @Test("a server: a pair of state and input has this action and this state after", arguments: Array(server.keys))
    func serverTransitions(_ phase: Phase) throws {
        try check(phase, try #require(Self.server[phase]), .server)
    }

    @Test("a file: a pair of state and input has this action and this state after", arguments: Array(local.keys))
    func localTransitions(_ phase: Phase) throws {
        try check(phase, try #require(Self.local[phase]), .local)
    }

    private func check(
        _ phase: Phase, _ row: [(OutputStateMachine.Action, Phase)], _ policy: OutputPolicy
    ) throws {
        #expect(Self.phase(of: Self.machine(in: phase, policy)) == phase)
        try #require(row.count == Input.allCases.count)
        for (input, (action, after)) in zip(Input.allCases, row) {
            var machine = Self.machine(in: phase, policy)
            let before = machine.state
            #expect(Self.apply(input, to: &machine) == action, "\(phase) \(input)")
            #expect(Self.phase(of: machine) == after, "\(phase) \(input)")
            if action == .none, after == phase, input != .bytes, input != .noBytes {
                #expect(machine.state == before, "\(phase) \(input) changes nothing")
            }
        }
    }

    @Test("an output that listens is live while it has a peer, and never fails without one")
    func listener() {
        var machine = OutputStateMachine(policy: .listener)
        #expect(machine.peers(1, now: .zero) == .none)
        #expect(machine.state == .waiting)
        #expect(machine.begin(now: .zero) == .open)
        #expect(machine.peers(1, now: .zero) == .none)
        #expect(machine.state == .connecting, "it is not open yet")
        #expect(machine.opened(now: .zero) == .none)
        #expect(machine.state == .listening)
        #expect(!machine.isConnected)
        #expect(machine.offered(now: .zero) == .none)
        #expect(machine.tick(now: Self.late) == .none)
        #expect(machine.progress(bytes: 0, hasBacklog: true, now: Self.late) == .none)
        #expect(machine.state == .listening)
        for _ in 0..<3 {
            #expect(machine.peers(2, now: Self.late) == .none)
            #expect(machine.state == .live)
            #expect(machine.peers(1, now: Self.late) == .none)
            #expect(machine.state == .live)
            _ = machine.progress(bytes: 0, hasBacklog: true, now: Self.late + .seconds(3))
            #expect(machine.state == .stalled)
            #expect(machine.peers(0, now: Self.late) == .none)
            #expect(machine.state == .listening)
        }
        #expect(machine.reconnects == 0)
        var failing = machine
        #expect(failing.fail(Self.lost, now: Self.late) == .close)
        #expect(failing.state == .retrying(attempt: 1, at: Self.late + .seconds(1), Self.lost))
        #expect(machine.finish(now: Self.late) == .sendEnd)
        #expect(machine.state == .finishing)
        #expect(machine.peers(0, now: Self.late) == .none)
        #expect(machine.tick(now: Self.late + .seconds(59)) == .none)
        #expect(machine.drained() == .close)
        #expect(machine.state == .finished)
    }

    @Test("an output that listens and has no peer stops at once; one that has a peer writes its end")
    func stoppedListener() {
        var machine = OutputStateMachine(policy: .listener)
        _ = machine.begin(now: .zero)
        _ = machine.opened(now: .zero)
        var live = machine
        #expect(machine.stop(now: .zero) == .close)
        #expect(machine.state == .stopped)
        _ = live.peers(1, now: .zero)
        #expect(live.stop(now: .zero) == .sendEnd)
        #expect(live.state == .finishing)
        #expect(live.drained() == .close)
        #expect(live.state == .stopped)
    }

    @Test("an output that a command stops before it has taken anything has not failed", arguments: Array(local.keys))
    func stoppedWithoutMedia(_ phase: Phase) {
        var machine = Self.machine(in: phase, .local)
        guard machine.stop(now: .seconds(3)) == .sendEnd else { return }
        #expect(machine.finish(now: .seconds(3)) == .none)
        #expect(machine.nothingTaken(now: .seconds(3)) == .close)
        #expect(machine.state == .stopped)
    }

    @Test("peers do not change an output that does not listen")
    func withoutListening() {
        for phase in Self.local.keys {
            var machine = Self.machine(in: phase, .local)
            #expect(machine.peers(0, now: .zero) == .none)
            #expect(Self.phase(of: machine) == phase)
        }
    }

    @Test(
        "random sequences alternate opening and closing of pipelines and end finally",
        arguments: 1...100 as ClosedRange<UInt64>)
    func pipelines(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var machine = OutputStateMachine(policy: generator.pick([OutputPolicy.server, .local]))
        var now = MediaTime.zero
        var isOpen = false
        var isOver = false
        for step in 0..<500 {
            now += .milliseconds(Int64.random(in: 0...3000, using: &generator))
            var inputs: [Input] = [.begin, .noBytes, .bytes, .bytes, .fail, .tickLate, .tickLate]
            if step > 400 { inputs += [.finish, .stop] }
            if case .finishing = machine.state { inputs += [.drained] }
            let input = generator.pick(inputs)
            let action: OutputStateMachine.Action =
                switch input {
                case .begin: machine.begin(now: now)
                case .noBytes: machine.progress(bytes: 1, hasBacklog: true, now: now)
                case .bytes: machine.progress(bytes: UInt64(step) + 1, hasBacklog: true, now: now)
                case .fail: machine.fail(Self.lost, now: now)
                case .tickEarly, .tickLate: machine.tick(now: now)
                case .finish: machine.finish(now: now)
                case .drained: machine.drained()
                case .withoutReader: machine.withoutReader(now: now)
                case .stop: machine.stop(now: now)
                }
            if isOver { #expect(action == .none, "nothing after the end") }
            switch action {
            case .open:
                #expect(!isOpen, "step \(step)")
                isOpen = true
            case .close:
                #expect(isOpen, "step \(step)")
                isOpen = false
            case .sendEnd: #expect(isOpen, "step \(step)")
            case .none: break
            }
            switch machine.state {
            case .finished, .stopped, .failed: isOver = true
            case .waiting, .connecting, .awaitingReader, .listening, .live, .stalled, .retrying, .finishing: break
            }
        }
    }
}
