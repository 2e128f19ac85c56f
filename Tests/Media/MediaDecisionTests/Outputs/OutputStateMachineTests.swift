import StudioCore
import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("OutputStateMachine")
struct OutputStateMachineTests {
    private static let file = OutputPolicy.local
    private static var server: OutputPolicy {
        var policy = OutputPolicy.server
        policy.finishTimeout = .seconds(5)
        return policy
    }

    private func s(_ value: Double) -> MediaTime { .seconds(value) }
    private let refused = OutputFailure(.refused, "refused")
    private let lost = OutputFailure(.disconnected, "lost")

    private func live(_ policy: OutputPolicy = OutputStateMachineTests.server) -> OutputStateMachine {
        var machine = OutputStateMachine(policy: policy)
        _ = machine.begin(now: .zero)
        _ = machine.progress(bytes: 1, hasBacklog: false, now: .zero)
        return machine
    }

    @Test("an output is live with its first byte, not with the connection")
    func connect() {
        var machine = OutputStateMachine(policy: Self.server)
        #expect(machine.state == .waiting)
        #expect(machine.begin(now: s(1)) == .open)
        #expect(machine.state == .connecting)
        #expect(machine.opened(now: s(1)) == .none)
        #expect(machine.state == .connecting, "a server has to respond first")
        #expect(machine.offered(now: s(1)) == .none)
        #expect(machine.progress(bytes: 0, hasBacklog: true, now: s(2)) == .none)
        #expect(machine.offered(now: s(2)) == .none)
        #expect(machine.state == .connecting)
        #expect(machine.progress(bytes: 10, hasBacklog: true, now: s(3)) == .none)
        #expect(machine.state == .live)
        #expect(machine.reconnects == 0)
        #expect(machine.begin(now: s(4)) == .none, "begins once")
    }

    @Test("a failed first connect is not retried", arguments: [server, file])
    func firstFailure(_ policy: OutputPolicy) {
        var machine = OutputStateMachine(policy: policy)
        _ = machine.begin(now: .zero)
        #expect(machine.fail(refused, now: s(1)) == .close)
        #expect(machine.state == .failed(refused))
        #expect(machine.tick(now: s(1000)) == .none)
        #expect(machine.state == .failed(refused))
    }

    @Test("an output other than a server is live when open, however late the first media")
    func opened() {
        var machine = OutputStateMachine(policy: Self.file)
        _ = machine.begin(now: .zero)
        #expect(machine.opened(now: s(1)) == .none)
        #expect(machine.state == .live)
        #expect(machine.tick(now: s(1000)) == .none)
        #expect(machine.progress(bytes: 0, hasBacklog: true, now: s(1000)) == .none, "no peer to time out")
        #expect(machine.state == .stalled)
    }

    @Test("a connection that accepted none of the offered bytes has failed")
    func nothingTaken() {
        var machine = OutputStateMachine(policy: Self.server)
        _ = machine.begin(now: .zero)
        _ = machine.finish(now: s(1))
        #expect(machine.nothingTaken(now: s(1)) == .close)
        #expect(
            machine.state
                == .failed(OutputFailure(.connectTimedOut, "the session ended before the output connected")))
        var again = live()
        _ = again.fail(lost, now: .zero)
        _ = again.tick(now: s(1))
        _ = again.finish(now: s(2))
        #expect(again.nothingTaken(now: s(2)) == .close)
        #expect(again.state == .failed(OutputFailure(.disconnected, "the session ended before the output reconnected")))
    }

    @Test("an output that was open and got no key frame has failed for that reason")
    func noMedia() {
        var machine = OutputStateMachine(policy: .local)
        _ = machine.begin(now: .zero)
        _ = machine.opened(now: .zero)
        #expect(machine.state == .live)
        #expect(machine.finish(now: s(1)) == .sendEnd)
        #expect(machine.nothingTaken(now: s(1)) == .close)
        #expect(
            machine.state == .failed(OutputFailure(.noMedia, "the output ended before it received a key frame")))
    }

    @Test("a recording that is stopped without a frame has failed; any other output is stopped")
    func stoppedWithoutMedia() {
        for mustHaveMedia in [false, true] {
            var machine = OutputStateMachine(policy: .local)
            _ = machine.begin(now: .zero)
            _ = machine.opened(now: .zero)
            #expect(machine.stop(now: s(1)) == .sendEnd)
            #expect(machine.nothingTaken(mustHaveMedia: mustHaveMedia, now: s(1)) == .close)
            let failure = OutputFailure(.noMedia, "the output ended before it received a key frame")
            #expect(machine.state == (mustHaveMedia ? .failed(failure) : .stopped))
        }
    }

    @Test("a file takes media while it is opened; a server does so when it has answered")
    func takesMedia() {
        for (policy, isLocal) in [(OutputPolicy.local, true), (.server, false), (.listener, false)] {
            var machine = OutputStateMachine(policy: policy)
            #expect(machine.takesMedia == isLocal)
            _ = machine.begin(now: .zero)
            #expect(machine.takesMedia == isLocal)
            _ = machine.opened(now: .zero)
            #expect(machine.takesMedia == isLocal)
        }
        var pipe = OutputStateMachine(policy: .local)
        _ = pipe.begin(now: .zero)
        _ = pipe.withoutReader(now: .zero)
        #expect(!pipe.takesMedia)
    }

    @Test("a server that does not respond fails within 6 s of the first media")
    func connectTimeout() {
        var machine = OutputStateMachine(policy: Self.server)
        _ = machine.begin(now: .zero)
        #expect(machine.tick(now: s(1000)) == .none, "no media was offered")
        _ = machine.offered(now: .zero)
        #expect(machine.tick(now: s(4.999)) == .none)
        #expect(machine.tick(now: s(5)) == .close)
        #expect(machine.state == .failed(OutputFailure(.connectTimedOut, "no answer within 5 s")))
    }

    @Test("delays before attempts are 1, 2, 4, 8 and then always 8 s")
    func delays() {
        var machine = live()
        var now = s(10)
        #expect(machine.fail(lost, now: now) == .close)
        for (attempt, pause) in zip(1..., [1, 2, 4, 8, 8, 8] as [Double]) {
            #expect(machine.state == .retrying(attempt: attempt, at: now + s(pause), lost))
            #expect(machine.tick(now: now + s(pause) - .milliseconds(1)) == .none)
            now += s(pause)
            #expect(machine.tick(now: now) == .open)
            #expect(machine.state == .connecting)
            #expect(machine.fail(lost, now: now) == .close)
        }
    }

    @Test("with rules for first connections, an output that was never live is tried again, and is no reconnection")
    func firstRetries() {
        var policy = Self.server
        policy.retry.retriesFirst = true
        policy.retry.attempts = 2
        var machine = OutputStateMachine(policy: policy)
        _ = machine.begin(now: .zero)
        #expect(machine.fail(refused, now: s(1)) == .close)
        #expect(machine.state == .retrying(attempt: 1, at: s(2), refused))
        #expect(machine.retryDelay == s(1))
        #expect(machine.tick(now: s(2)) == .open)
        #expect(machine.progress(bytes: 1, hasBacklog: false, now: s(3)) == .none)
        #expect(machine.reconnects == 0)
        // The attempts are counted anew after a connection that held.
        for attempt in 1...2 {
            #expect(machine.fail(lost, now: s(13)) == .close)
            #expect(machine.state == .retrying(attempt: attempt, at: s(13) + s(Double(attempt)), lost))
            #expect(machine.tick(now: s(20)) == .open)
        }
        #expect(machine.fail(lost, now: s(30)) == .close)
        #expect(machine.state == .failed(lost))
    }

    @Test("a successful reconnect is counted and resets the delays")
    func reconnect() {
        var machine = live()
        for _ in 0..<3 {
            _ = machine.fail(lost, now: s(10))
            _ = machine.tick(now: s(30))
            _ = machine.offered(now: s(30))
        }
        #expect(machine.tick(now: s(100)) == .close, "the attempt's own deadline")
        #expect(machine.tick(now: s(200)) == .open)
        #expect(machine.progress(bytes: 5, hasBacklog: false, now: s(201)) == .none)
        #expect(machine.reconnects == 1)
        _ = machine.fail(lost, now: s(300))
        #expect(machine.state == .retrying(attempt: 1, at: s(301), lost))
    }

    @Test("a peer that accepts and then hangs up resets neither the attempts nor the delays")
    func acceptsAndHangsUp() {
        var policy = Self.server
        policy.retry.attempts = 3
        var machine = OutputStateMachine(policy: policy)
        _ = machine.begin(now: .zero)
        _ = machine.progress(bytes: 1, hasBacklog: false, now: .zero)
        var now = MediaTime.zero
        for (attempt, delay) in [(1, 1), (2, 2), (3, 4)] as [(Int, Double)] {
            now += s(9.999)
            #expect(machine.fail(lost, now: now) == .close)
            #expect(machine.state == .retrying(attempt: attempt, at: now + s(delay), lost))
            now += s(delay)
            #expect(machine.tick(now: now) == .open)
            #expect(machine.progress(bytes: 1, hasBacklog: false, now: now) == .none)
            #expect(machine.reconnects == attempt)
        }
        #expect(machine.fail(lost, now: now + s(9.999)) == .close)
        #expect(machine.state == .failed(lost))
    }

    @Test(
        "a connection has held after 10 s, or after the delay before it when that is longer",
        arguments: [(1, 10), (9, 10), (10, 10), (11, 11), (60, 60)] as [(Double, Double)])
    func held(delay: Double, threshold: Double) {
        for (lasted, attempt) in [(threshold - 0.001, 2), (threshold, 1)] {
            var policy = Self.server
            policy.retry.minimumDelay = s(delay)
            policy.retry.maximumDelay = s(delay)
            var machine = live(policy)
            _ = machine.fail(lost, now: s(20))
            _ = machine.tick(now: s(100))
            _ = machine.progress(bytes: 1, hasBacklog: false, now: s(100))
            // A stall does not end the connection.
            _ = machine.progress(bytes: 1, hasBacklog: true, now: s(103))
            #expect(machine.state == .stalled)
            #expect(machine.fail(lost, now: s(100 + lasted)) == .close)
            #expect(machine.state == .retrying(attempt: attempt, at: s(100 + lasted + delay), lost))
        }
    }

    @Test("a loss while live is final for a file")
    func fileLoss() {
        var machine = live(Self.file)
        let full = OutputFailure(.storageFull, "full")
        #expect(machine.fail(full, now: s(1)) == .close)
        #expect(machine.state == .failed(full))
    }

    @Test("pending bytes without progress are a stall after 2 s, a loss after 8 s")
    func stall() {
        var machine = live()
        #expect(machine.progress(bytes: 1, hasBacklog: true, now: s(1.999)) == .none)
        #expect(machine.state == .live)
        #expect(machine.progress(bytes: 1, hasBacklog: true, now: s(2)) == .none)
        #expect(machine.state == .stalled)
        #expect(machine.progress(bytes: 1, hasBacklog: true, now: s(7.999)) == .none)
        #expect(machine.state == .stalled)
        #expect(machine.progress(bytes: 1, hasBacklog: true, now: s(8)) == .close)
        #expect(
            machine.state
                == .retrying(attempt: 1, at: s(9), OutputFailure(.stalled, "the peer took no bytes for 8 s")))
    }

    @Test("a stall ends with progress, or when no bytes are pending")
    func stallEnds() {
        for (bytes, hasBacklog) in [(2, true), (1, false)] as [(UInt64, Bool)] {
            var machine = live()
            _ = machine.progress(bytes: 1, hasBacklog: true, now: s(3))
            #expect(machine.progress(bytes: bytes, hasBacklog: hasBacklog, now: s(4)) == .none)
            #expect(machine.state == .live)
        }
    }

    @Test("an idle output with nothing to send never stalls")
    func idle() {
        var machine = live()
        for second in 1...100 {
            #expect(machine.progress(bytes: 1, hasBacklog: false, now: s(Double(second))) == .none)
        }
        #expect(machine.state == .live)
    }

    @Test("the end is sent once, and times out without progress")
    func finish() {
        var machine = live()
        _ = machine.progress(bytes: 1, hasBacklog: false, now: s(10))
        #expect(machine.finish(now: s(10)) == .sendEnd)
        #expect(machine.state == .finishing)
        #expect(machine.finish(now: s(11)) == .none)
        #expect(machine.tick(now: s(14.999)) == .none)
        #expect(machine.tick(now: s(15)) == .close)
        #expect(machine.state == .failed(OutputFailure(.finishTimedOut, "the peer took no bytes for 5 s at the end")))
    }

    @Test("the time-out counts from the peer's last progress, even if that was before the end")
    func finishWhileStalled() {
        var machine = live()
        _ = machine.progress(bytes: 9, hasBacklog: true, now: s(1))
        _ = machine.progress(bytes: 9, hasBacklog: true, now: s(4))
        #expect(machine.state == .stalled)
        _ = machine.finish(now: s(4))
        #expect(machine.tick(now: s(5.999)) == .none)
        #expect(machine.tick(now: s(6)) == .close)
    }

    @Test("a slow but steady peer gets everything, however long it takes")
    func finishSlowly() {
        var machine = live()
        _ = machine.finish(now: .zero)
        for second in 1...1000 {
            #expect(machine.progress(bytes: UInt64(second) + 1, hasBacklog: true, now: s(Double(second) * 4)) == .none)
            #expect(machine.tick(now: s(Double(second) * 4 + 3.9)) == .none)
        }
        #expect(machine.state == .finishing)
        #expect(machine.drained() == .close)
        #expect(machine.state == .finished)
    }

    @Test("by default the time-out is a minute")
    func defaultTimeout() {
        var other = live(Self.file)
        _ = other.finish(now: .zero)
        #expect(other.tick(now: s(59.999)) == .none)
        #expect(other.tick(now: s(60)) == .close)
    }

    @Test("a server that has not responded at the end keeps the connect deadline")
    func finishWhileConnecting() {
        var machine = OutputStateMachine(policy: OutputPolicy.server)
        _ = machine.begin(now: .zero)
        _ = machine.offered(now: s(1))
        _ = machine.finish(now: s(2))
        #expect(machine.state == .finishing)
        var answered = machine
        #expect(machine.tick(now: s(6)) == .close)
        #expect(machine.state == .failed(OutputFailure(.connectTimedOut, "no answer within 5 s")))
        _ = answered.progress(bytes: 3, hasBacklog: true, now: s(5))
        #expect(answered.state == .finishing)
        #expect(answered.reconnects == 0)
    }

    @Test("a FIFO without a reader is retried, and fails at the end without waiting")
    func awaitingReader() {
        var machine = OutputStateMachine(policy: Self.file)
        _ = machine.begin(now: .zero)
        #expect(machine.withoutReader(now: .zero) == .none)
        #expect(machine.state == .awaitingReader)
        #expect(machine.tick(now: .milliseconds(99)) == .none)
        #expect(machine.tick(now: .milliseconds(100)) == .open)
        _ = machine.withoutReader(now: .milliseconds(100))
        #expect(machine.finish(now: s(1)) == .none)
        #expect(machine.state == .failed(.withoutReader))
    }

    @Test("an end while waiting for the next attempt keeps the failure")
    func finishWhileRetrying() {
        var machine = live()
        _ = machine.fail(lost, now: .zero)
        #expect(machine.finish(now: s(0.5)) == .none)
        #expect(machine.state == .failed(lost))
        #expect(machine.tick(now: s(60)) == .none)
    }
}
