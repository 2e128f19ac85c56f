import Dispatch
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Order, queue and latency of the callbacks")
struct OrderTests {
    @Test("PS-ORDER-001 no callback comes inside the call that causes it")
    func neverInside() throws {
        let stage = Stage()
        stage.studio.responses = .immediate
        let studio = stage.studio
        // On the callback queue itself nothing can be delivered before the call returns.
        let heard = stage.queue.sync { () -> [[Heard]] in
            var result: [[Heard]] = []
            _ = stage.start()
            result.append(stage.audience.names)
            _ = stage.stop()
            result.append(stage.audience.names)
            studio.stopInternally()
            stage.meeting.setRole(.attendee)
            stage.meeting.end()
            result.append(stage.audience.names)
            return result
        }
        #expect(heard == [[], [], []])
        stage.settle()
        #expect(stage.audience.names == [.no, .stopped, .role, .host, .status, .status])
    }

    @Test("PS-ORDER-001 calls made from inside callbacks cause theirs after the callback has returned")
    func neverInsideCallbacks() throws {
        let stage = Stage()
        let isInside = Lock(false)
        let nested = Recorder<Callback>()
        let studio = stage.studio
        stage.audience.react { callback, _ in
            let wasInside = isInside.withLock { inside in
                defer { inside = true }
                return inside
            }
            if wasInside { nested.record(callback) }
            switch callback {
            case .started: _ = ruleBroken { () throws(StudioError) in try studio.stop() }
            case .stopped: studio.meeting.setRole(.coHost)
            default: break
            }
            isInside.withLock { $0 = false }
        }
        #expect(stage.start() == nil)
        stage.settle()
        #expect(nested.all == [])
        #expect(stage.audience.names.contains(.role))
    }

    @Test("PS-ORDER-002 the start side: answer, sender, join, status")
    func startOrder() throws {
        let stage = Stage()
        _ = try stage.openSender()
        let user = try #require(stage.meeting.studioUser)
        #expect(
            stage.audience.heard.all == [
                .answered(true), .started(hasSender: true), .added(user), .user(user.id, isSending: true),
            ])
    }

    @Test("PS-ORDER-003 the end side: onStopSend, status, leaving")
    func stopOrder() throws {
        let stage = Stage()
        _ = try stage.openSender()
        let user = try #require(stage.meeting.studioUser)
        let before = stage.audience.heard.count
        #expect(stage.stop() == nil)
        stage.settle()
        #expect(
            stage.audience.heard.all.dropFirst(before) == [
                .stopped, .user(user.id, isSending: false), .removed(user),
            ])
        #expect(stage.meeting.studioUser == nil)
    }

    @Test("a stop inside onStartSend still tells of a user who came and went in order")
    func stopAtOnce() throws {
        let stage = Stage()
        let studio = stage.studio
        stage.audience.react { callback, _ in
            if case .started = callback { _ = ruleBroken { () throws(StudioError) in try studio.stop() } }
        }
        #expect(stage.start() == nil)
        stage.settle()
        let names = stage.audience.names
        #expect(names.filter { [.yes, .sender, .stopped].contains($0) } == [.yes, .sender, .stopped])
        let users = names.filter { [.joined, .userStarted, .userStopped, .left].contains($0) }
        #expect(users == [] || users == [.joined, .userStarted, .userStopped, .left])
        #expect(stage.meeting.studioUser == nil)
    }

    @Test("PS-ORDER-004 the answer comes 40 to 120 ms after the call by default", arguments: 0..<40)
    func latency(_ repetition: Int) throws {
        let stage = Stage(responses: StudioResponses())
        #expect(stage.start() == nil)
        stage.clock.advance(to: MediaTime(nanoseconds: 39_999_999))
        stage.flush()
        #expect(stage.audience.names == [])
        stage.clock.advance(to: .milliseconds(120))
        stage.flush()
        #expect(stage.audience.names.first == .yes)
        stage.settle()
    }

    @Test("PS-ORDER-004 the latency can be set")
    func latencySet() throws {
        var responses = StudioResponses.immediate
        responses.answerDelay = .seconds(3) ... .seconds(3)
        responses.senderDelay = .seconds(2)
        responses.stopDelay = .seconds(1)
        let stage = Stage(responses: responses)
        #expect(stage.start() == nil)
        let times: [(Double, [Heard])] = [
            (2.999, []), (3, [.yes]), (4.999, [.yes]), (5, [.yes, .sender, .joined, .userStarted]),
        ]
        for (seconds, names) in times {
            stage.clock.advance(to: .seconds(seconds))
            stage.flush()
            #expect(stage.audience.names == names, "at \(seconds) s")
        }
        #expect(stage.stop() == nil)
        stage.clock.advance(to: .seconds(5.999))
        stage.flush()
        #expect(!stage.audience.names.contains(.stopped))
        stage.clock.advance(to: .seconds(6))
        stage.settle()
        #expect(stage.audience.names.contains(.stopped))
    }

    @Test("PS-ORDER-005 callbacks come on the queue that was given")
    func queue() throws {
        let key = DispatchSpecificKey<Bool>()
        let stage = Stage()
        stage.queue.setSpecific(key: key, value: true)
        let places = Recorder<Bool>()
        stage.audience.react { _, _ in places.record(DispatchQueue.getSpecific(key: key) ?? false) }
        _ = try stage.openSender()
        #expect(stage.stop() == nil)
        stage.meeting.setRole(.attendee)
        stage.meeting.end()
        stage.settle()
        #expect(places.count >= 8)
        #expect(places.all.allSatisfy { $0 })
    }

    @Test("PS-ORDER-005 callbacks come on the main queue by default")
    func mainQueue() async throws {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let meeting = Meeting()
        let studio = StudioController(in: meeting, responses: .immediate)
        let audience = Audience()
        studio.delegate = audience
        let places = Recorder<Bool>()
        let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
        audience.react { callback, _ in
            places.record(DispatchQueue.getSpecific(key: key) ?? false)
            if callback == .stopped { continuation.yield(true) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + deadlineSeconds) { continuation.yield(false) }
        try studio.start(Stage.small)
        try studio.stop()
        var iterator = answers.makeAsyncIterator()
        #expect(await iterator.next() == true, "the main queue delivers")
        #expect(places.all.allSatisfy { $0 })
    }
}
