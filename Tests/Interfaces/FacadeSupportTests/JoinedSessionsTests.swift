import Dispatch
import FacadeSupport
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

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

    /// A call of the client that has begun, on a thread of its own.
    private enum Call {
        /// Accepted; its meeting is opened next.
        case opening(Int)
        /// Its meeting and its outputs are open; the engine enters the meeting next.
        case entering(Int, JoinedSession<Int>)
        /// The engine has entered the meeting, unless it was left; the join returns next.
        case returning(Int, JoinedSession<Int>)
        /// The engine has left; the sessions that were left end next.
        case leaving
    }

    private struct Client {
        let engine = Engine()
        let sessions: JoinedSessions<Int>
        let endings = Recorder<Int>()
        /// The meeting of all joins, as in a test; otherwise each has one of its own.
        let common: Meeting?
        var joins = 0
        var calls: [Call] = []

        init(hasCommonMeeting: Bool) {
            sessions = JoinedSessions { [engine] in engine.state.withLock { $0.meeting } }
            common = hasCommonMeeting ? Self.makeMeeting() : nil
        }

        static func makeMeeting() -> Meeting {
            Meeting(clock: ManualClock(), callbackQueue: .init(label: "test.sessions"))
        }

        /// Begins a call that the engine accepts now.
        mutating func begin() {
            let isJoined = engine.state.withLock { $0.joined != nil }
            if isJoined {
                engine.state.set(Engine.State())
                calls.append(.leaving)
                return
            }
            joins += 1
            engine.state.withLock { $0.joined = joins }
            // Opening the meeting of a test takes no time.
            calls.append(common == nil ? .opening(joins) : open(joins))
        }

        func open(_ number: Int) -> Call {
            let session = sessions.enter {
                let session = JoinedSession(in: common ?? Self.makeMeeting(), number)
                session.atEnd { [endings] in endings.record(number) }
                return session
            }
            return .entering(number, session)
        }

        /// Performs the next step of a call.
        mutating func step(_ index: Int) {
            switch calls.remove(at: index) {
            case .opening(let number): calls.append(open(number))
            case .entering(let number, let session):
                engine.state.withLock { if $0.joined == number { $0.meeting = session.meeting } }
                calls.append(.returning(number, session))
            case .returning(let number, let session):
                let isCurrent = sessions.settle(session)
                #expect(isCurrent == (engine.state.withLock { $0.joined } == number))
            case .leaving: sessions.endLeft()
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
            let joined = client.engine.state.withLock { $0.joined }
            #expect(!client.endings.all.contains { $0 == joined })
            if let current = client.sessions.current { #expect(current.details == joined) }
        }
        while !client.calls.isEmpty { client.step(Int.random(in: client.calls.indices, using: &random)) }
        let joined = client.engine.state.withLock { $0.joined }
        #expect(client.joins > 3)
        #expect(client.endings.all.sorted() == (1...client.joins).filter { $0 != joined })
        #expect(client.sessions.current?.details == joined)
        #expect(client.sessions.latest?.details == joined)
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
