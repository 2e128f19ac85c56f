import Glibc
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

/// App code may run when a last reference is released. It may call everything, whoever released the reference.
@Suite("Calls inside deinit")
struct ReleaseTests {
    @Test("a start that releases the delegate does not deadlock")
    func lastDelegate() throws {
        let fixture = TestMeeting.recorded()
        let studio = fixture.studio
        let repetitions = LongRun.repetitions(ordinary: 4000, long: 100_000)
        let starting = try Worker("test.start") {
            for _ in 0..<repetitions { try? studio.start(.small) }  // Most are rejected.
        }
        let replacing = try Worker("test.delegate") {
            for round in 0..<repetitions {
                let delegate = CallbackRecorder()
                // The studio may be idle; the test is that the call returns.
                let stopping = OnRelease { try? studio.stop() }
                delegate.onCallback { _ in stopping.keep() }
                studio.delegate = delegate
                spin(round % 4000)
                withExtendedLifetime(delegate) {}
            }
        }
        #expect(starting.join(seconds: deadlineSeconds))
        #expect(replacing.join(seconds: deadlineSeconds))
    }

    @Test("a meeting event that releases a controller does not deadlock")
    func lastController() throws {
        let fixture = TestMeeting.recorded()
        let meeting = fixture.meeting
        let repetitions = LongRun.repetitions(ordinary: 4000, long: 10_000)
        let changing = try Worker("test.role") {
            for _ in 0..<repetitions {
                meeting.setRole(.attendee)
                meeting.setRole(.host)
            }
        }
        let releasing = try Worker("test.release") {
            for round in 0..<repetitions {
                let asking = OnRelease { _ = meeting.status }
                let studio = StudioController(in: meeting, responses: .immediate)
                studio.onEvent { _ in asking.keep() }
                spin(round % 4000)
                withExtendedLifetime(studio) {}
            }
        }
        #expect(changing.join(seconds: deadlineSeconds))
        #expect(releasing.join(seconds: deadlineSeconds))
        fixture.drain()
    }

    @Test("a replaced closure may replace its successor on release")
    func replacedClosure() throws {
        let fixture = TestMeeting.recorded()
        let violations = fixture.studio.violations
        let callbacks = Recorder<String>()
        let replacing = try Worker("test.replace") {
            do {
                let last = OnRelease { violations.onFirst { _ in callbacks.record("third") } }
                violations.onFirst { _ in last.keep() }
            }
            violations.onFirst { _ in callbacks.record("second") }
        }
        try #require(replacing.join(seconds: deadlineSeconds))
        #expect(fixture.stop() == .stopNotStarted)
        #expect(callbacks.all == ["third"])
    }

    /// Leaves the fan-out when asked for its capacity.
    private final class Leaving: MediaReceiver {
        private let fanout: LocalTracks

        init(_ fanout: LocalTracks) {
            self.fanout = fanout
        }

        var hasCapacity: Bool {
            fanout.remove(self)
            return false
        }

        func receive(_ frame: borrowing VideoFrame) {}
        func receive(_ block: borrowing AudioBlock) {}
    }

    @Test("a receiver may be removed while it is asked for capacity")
    func leavingReceiver() throws {
        let fanout = TestMeeting.recorded().meeting.localTracks
        fanout.add(Leaving(fanout))
        let results = Recorder<Bool>()
        let waiting = try Worker("test.room") { results.record(fanout.waitForCapacity(seconds: deadlineSeconds)) }
        try #require(waiting.join(seconds: deadlineSeconds))
        #expect(results.all == [true])
    }

    /// Asks the fan-out for capacity in its deinit.
    private final class Asking: MediaReceiver {
        private let fanout: LocalTracks
        private let answers: Recorder<Bool>

        init(_ fanout: LocalTracks, _ answers: Recorder<Bool>) {
            self.fanout = fanout
            self.answers = answers
        }

        deinit {
            answers.record(fanout.waitForCapacity(seconds: 0))
        }

        var hasCapacity: Bool { true }
        func receive(_ frame: borrowing VideoFrame) {}
        func receive(_ block: borrowing AudioBlock) {}
    }

    @Test("a receiver released by the fan-out may use the fan-out in its deinit")
    func releasedReceiver() throws {
        let fanout = TestMeeting.recorded().meeting.localTracks
        let answers = Recorder<Bool>()
        let removing = try Worker("test.remove") {
            weak var kept: Asking?
            do {
                let receiver = Asking(fanout, answers)
                kept = receiver
                fanout.add(receiver)
            }
            if let kept { fanout.remove(kept) }
        }
        try #require(removing.join(seconds: deadlineSeconds))
        #expect(answers.all == [true])
    }
}

/// Releases the last references at every moment of the other thread's call.
private func spin(_ nanoseconds: Int) {
    var (begin, now) = (timespec(), timespec())
    clock_gettime(CLOCK_MONOTONIC, &begin)
    repeat {
        clock_gettime(CLOCK_MONOTONIC, &now)
    } while (now.tv_sec - begin.tv_sec) * 1_000_000_000 + now.tv_nsec - begin.tv_nsec < nanoseconds
}
