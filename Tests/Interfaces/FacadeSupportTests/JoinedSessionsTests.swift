import Dispatch
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import FacadeSupport

@Suite("Sessions of a client")
struct JoinedSessionsTests {
    /// An engine that knows only the number of the join that it is in: what the sessions must agree with.
    private final class Engine: Sendable {
        struct State: Sendable {
            var joined: Int?
            var meeting: Meeting?
        }

        let state = Lock(State())
    }

    /// A call of the client that has begun, on a thread of its own, and its next step.
    private enum Call {
        /// The engine has accepted the join; it is entered.
        case accepted(Int)
        /// Its meeting is opened, with this number of the sessions.
        case opening(Int, Int)
        /// The engine enters the meeting, unless it was left.
        case opened(Int, JoinedSession<Int>)
        /// The join returns.
        case returning(JoinedSession<Int>)
        /// The engine leaves what it is in, if anything; these joins were accepted before.
        case leaving([Int])
        /// What was left ends.
        case left([Int])
    }

    private struct Client {
        let engine = Engine()
        let sessions: JoinedSessions<Int>
        let endings = Recorder<Int>()
        /// The meeting of all joins, as in a test; otherwise each has one of its own.
        let common: Meeting?
        var joins = 0
        var calls: [Call] = []

        var joined: Int? { engine.state.withLock { $0.joined } }

        init(hasCommonMeeting: Bool) {
            sessions = JoinedSessions { [engine] in engine.state.withLock { $0.meeting } }
            common = hasCommonMeeting ? Self.makeMeeting() : nil
        }

        static func makeMeeting() -> Meeting {
            Meeting(clock: ManualClock(), callbackQueue: .init(label: "test.sessions"))
        }

        /// Begins a join, if the engine accepts one now, or a leave.
        mutating func begin() {
            guard joined == nil else { return calls.append(.leaving(sessions.accepted)) }
            joins += 1
            engine.state.withLock { $0.joined = joins }
            calls.append(.accepted(joins))
            // Opening the meeting of a test takes no time.
            if common != nil {
                step(calls.count - 1)
                step(calls.count - 1)
            }
        }

        /// Performs the next step of a call.
        mutating func step(_ index: Int) {
            switch calls.remove(at: index) {
            case .accepted(let join): calls.append(.opening(join, sessions.accept()))
            case .opening(let join, let number):
                let session = JoinedSession(in: common ?? Self.makeMeeting(), join)
                session.atEnd { [endings] in endings.record(join) }
                sessions.enter(session, number)
                calls.append(.opened(join, session))
            case .opened(let join, let session):
                engine.state.withLock { if $0.joined == join { $0.meeting = session.meeting } }
                calls.append(.returning(session))
            case .returning(let session):
                let isCurrent = sessions.settle(session)
                #expect(isCurrent == (joined == session.details))
            case .leaving(let numbers):
                guard joined != nil else { return }
                engine.state.set(Engine.State())
                calls.append(.left(numbers))
            case .left(let numbers): sessions.endAccepted(numbers)
            }
        }
    }

    @Test("whatever comes first, the session that the engine is in lives, and all others end once", arguments: 1...200)
    func interleavings(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var client = Client(hasCommonMeeting: seed.isMultiple(of: 2))
        for _ in 0..<60 {
            if client.calls.isEmpty || Int.random(in: 0..<3, using: &random) == 0 {
                client.begin()
            } else {
                client.step(Int.random(in: client.calls.indices, using: &random))
            }
            #expect(!client.endings.all.contains { $0 == client.joined })
            if let current = client.sessions.current { #expect(current.details == client.joined) }
        }
        while !client.calls.isEmpty { client.step(Int.random(in: client.calls.indices, using: &random)) }
        #expect(client.joins > 3)
        #expect(client.endings.all.sorted() == (1...client.joins).filter { $0 != client.joined })
        #expect(client.sessions.current?.details == client.joined)
        #expect(client.sessions.latest?.details == client.joined)
    }

    @Test("a session that was left while it was opened is over before its join returns, whatever the engine says")
    func leftWhileOpening() throws {
        let meeting = Client.makeMeeting()
        let sessions = JoinedSessions<Int> { meeting }
        let session = sessions.enter {
            sessions.leave {}
            return JoinedSession(in: meeting, 1)
        }
        #expect(session.isOver)
        #expect(!sessions.settle(session))
        #expect(sessions.latest == nil)
        let next = sessions.enter { JoinedSession(in: meeting, 2) }
        #expect(sessions.settle(next))
        #expect(sessions.current === next)
    }

    @Test("a join waits until one that was left has ended; one that was not left is no reason to wait")
    func waiting() throws {
        let sessions = JoinedSessions<Int> { nil }
        let log = Recorder<String>()
        let number = sessions.accept()
        sessions.waitUntilLeft()
        sessions.leave {}
        let (isWaiting, isOver) = (Signal(), Signal())
        let worker = try Worker("join") {
            isWaiting.send()
            sessions.waitUntilLeft()
            log.record("next")
            isOver.send()
        }
        #expect(isWaiting.wait())
        let session = JoinedSession(in: Client.makeMeeting(), 1)
        session.atEnd { log.record("end") }
        sessions.enter(session, number)
        #expect(isOver.wait())
        #expect(log.all == ["end", "next"])
        withExtendedLifetime(worker) {}
    }

    @Test("what is added after the end ends at once; the last one ends first; a second end does nothing")
    func endings() {
        let log = Recorder<String>()
        let session = JoinedSession(in: Client.makeMeeting(), 0)
        session.atEnd { log.record("meeting") }
        session.atEnd { log.record("outputs") }
        #expect(session.update { $0 += 1 } != nil)
        session.end()
        session.end()
        #expect(log.all == ["outputs", "meeting"])
        session.atEnd { log.record("late") }
        #expect(log.all == ["outputs", "meeting", "late"])
        #expect(session.update { $0 += 1 } == nil)
        #expect(session.details == 1)
    }
}
