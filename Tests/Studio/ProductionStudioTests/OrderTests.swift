import Dispatch
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Order, queue and latency of the callbacks")
struct OrderTests {
    @Test("PS-ORDER-001 no callback is delivered inside the call that causes it")
    func neverInside() throws {
        let queue = DispatchQueue(label: "psstudio.test.callbacks")
        let fixture = TestMeeting.recorded(queue: queue)
        fixture.studio.responses = .immediate
        let studio = fixture.studio
        // On the callback queue nothing can be delivered before the call returns.
        let callbacks = queue.sync { () -> [[CallbackName]] in
            var result: [[CallbackName]] = []
            _ = fixture.start()
            result.append(fixture.recorder.names)
            _ = fixture.stop()
            result.append(fixture.recorder.names)
            studio.stopInternally()
            fixture.meeting.setRole(.attendee)
            fixture.meeting.end()
            result.append(fixture.recorder.names)
            return result
        }
        #expect(callbacks == [[], [], []])
        fixture.drain()
        #expect(fixture.recorder.names == [.no, .stopped, .role, .host, .status, .status])
    }

    /// Is held in its first report.
    private final class HeldObserver: StudioObserver {
        let (began, mayReturn) = (Signal(), Signal())
        let acts = Recorder<Bool>()

        func studioDelegateChanged(isSet: Bool) {
            if isSet {
                began.send()
                _ = mayReturn.wait()
            }
            acts.record(isSet)
        }
    }

    @Test("acts of two threads are observed in their order, although the observer holds the first one")
    func observedOrder() throws {
        let fixture = TestMeeting.recorded()
        let (studio, recorder, observer) = (fixture.studio, fixture.recorder, HeldObserver())
        let seen = Recorder<[Bool]>()
        studio.delegate = nil
        studio.addObserver(observer)
        let first = try Worker("test.first") { studio.delegate = recorder }
        #expect(observer.began.wait())
        let second = try Worker("test.second") {
            studio.delegate = nil
            seen.record(observer.acts.all)
        }
        try waitUntil("the second thread has removed the delegate", seconds: deadlineSeconds) {
            studio.delegate == nil
        }
        #expect(observer.acts.all == [])
        observer.mayReturn.send()
        #expect(first.join(seconds: deadlineSeconds))
        #expect(second.join(seconds: deadlineSeconds))
        #expect(observer.acts.all == [true, false])
        #expect(seen.all == [[true, false]], "the call returns when its act is reported")
    }

    @Test("PS-ORDER-001 calls inside callbacks cause callbacks after the current one has returned")
    func neverInsideCallbacks() throws {
        let fixture = TestMeeting.recorded()
        let isInside = Lock(false)
        let nested = Recorder<Callback>()
        let studio = fixture.studio
        fixture.recorder.onCallback { callback in
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
        #expect(fixture.start() == nil)
        fixture.drain()
        #expect(nested.all == [])
        #expect(fixture.recorder.names.contains(.role))
    }

    @Test("PS-ORDER-002 start order: start result, sender, join, status")
    func startOrder() throws {
        let fixture = TestMeeting.recorded()
        _ = try fixture.openSender()
        let user = try #require(fixture.meeting.studioUser)
        #expect(
            fixture.recorder.callbacks == [
                .answered(true), .started(hasSender: true), .added(user), .user(user.id, isSending: true),
            ])
    }

    @Test("PS-ORDER-003 stop order: onStopSend, status, leave")
    func stopOrder() throws {
        let fixture = TestMeeting.recorded()
        _ = try fixture.openSender()
        let user = try #require(fixture.meeting.studioUser)
        let before = fixture.recorder.callbacks.count
        #expect(fixture.stop() == nil)
        fixture.drain()
        #expect(
            fixture.recorder.callbacks.dropFirst(before) == [
                .stopped, .user(user.id, isSending: false), .removed(user),
            ])
        #expect(fixture.meeting.studioUser == nil)
    }

    @Test("after a stop inside onStartSend no studio user joins")
    func stopAtOnce() throws {
        let fixture = TestMeeting.recorded()
        let studio = fixture.studio
        fixture.recorder.onCallback { callback in
            if case .started = callback { _ = ruleBroken { () throws(StudioError) in try studio.stop() } }
        }
        #expect(fixture.start() == nil)
        fixture.drain()
        #expect(fixture.recorder.names == [.yes, .sender, .stopped])
        #expect(fixture.meeting.studioUser == nil)
    }

    @Test("PS-ORDER-004 the start result comes 40 to 120 ms after the call by default", arguments: 0..<40)
    func latency(_ repetition: Int) throws {
        let fixture = TestMeeting.recorded(responses: StudioResponses())
        #expect(fixture.start() == nil)
        fixture.clock.advance(to: MediaTime(nanoseconds: 39_999_999))
        try fixture.settle()
        #expect(fixture.recorder.names == [])
        fixture.clock.advance(to: .milliseconds(120))
        try fixture.settle()
        #expect(fixture.recorder.names.first == .yes)
        fixture.drain()
    }

    @Test("PS-ORDER-004 the latency is configurable")
    func latencySet() throws {
        var responses = StudioResponses.immediate
        responses.answerDelay = .seconds(3) ... .seconds(3)
        responses.senderDelay = .seconds(2)
        responses.stopDelay = .seconds(1)
        let fixture = TestMeeting.recorded(responses: responses)
        #expect(fixture.start() == nil)
        let times: [(Double, [CallbackName])] = [
            (2.999, []), (3, [.yes]), (4.999, [.yes]), (5, [.yes, .sender, .joined, .userStarted]),
        ]
        for (seconds, names) in times {
            fixture.clock.advance(to: .seconds(seconds))
            try fixture.settle()
            #expect(fixture.recorder.names == names, "at \(seconds) s")
        }
        #expect(fixture.stop() == nil)
        fixture.clock.advance(to: .seconds(5.999))
        try fixture.settle()
        #expect(!fixture.recorder.names.contains(.stopped))
        fixture.clock.advance(to: .seconds(6))
        fixture.drain()
        #expect(fixture.recorder.names.contains(.stopped))
    }

    @Test("PS-ORDER-005 callbacks are delivered on the given queue")
    func queue() throws {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "psstudio.test.callbacks")
        let fixture = TestMeeting.recorded(queue: queue)
        queue.setSpecific(key: key, value: true)
        let places = Recorder<Bool>()
        fixture.recorder.onCallback { _ in places.record(DispatchQueue.getSpecific(key: key) ?? false) }
        _ = try fixture.openSender()
        #expect(fixture.stop() == nil)
        fixture.meeting.setRole(.attendee)
        fixture.meeting.end()
        fixture.drain()
        #expect(places.all == fixture.recorder.names.map { _ in true })
        #expect(places.count == 11)
    }

    @Test("PS-ORDER-005 callbacks are delivered on the main queue by default")
    func mainQueue() async throws {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let meeting = Meeting()
        let studio = StudioController(in: meeting, responses: .immediate)
        let recorder = CallbackRecorder()
        studio.delegate = recorder
        let places = Recorder<Bool>()
        let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
        recorder.onCallback { callback in
            places.record(DispatchQueue.getSpecific(key: key) ?? false)
            if callback == .stopped { continuation.yield(true) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + deadlineSeconds) { continuation.yield(false) }
        try studio.start(.small)
        try studio.stop()
        var iterator = answers.makeAsyncIterator()
        #expect(await iterator.next() == true, "the main queue delivers callbacks")
        #expect(places.all.allSatisfy { $0 })
    }
}
