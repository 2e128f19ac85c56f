import Dispatch
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Calls inside callbacks, and released delegates")
struct ReentrancyTests {
    /// Everything an app or a test can call.
    enum Call: String, Hashable, Sendable, CaseIterable {
        case start, stop, stopInternally, queries, setDelegate, setResponses, observe, sendVideo, sendAudio, borrow
        case loseRole, moveRole, grantCoHost, revokeCoHost, makeHost, reclaim, requests, askToLeave, askToEnd
        case join, fail, reconnect, audio, putOutside, admit, enterRoom, leaveRoom, promote, demote
        case add, remove, rejoin, expel, addOther, removeSelf, video, leave, end, expelMe

        func perform(on fixture: TestMeeting, sender: Sender?) {
            let (studio, meeting) = (fixture.studio, fixture.meeting)
            switch self {
            case .start: _ = fixture.start()
            case .stop: _ = fixture.stop()
            case .queries:
                _ = (studio.isSupported, studio.canStart, studio.isStarted, studio.userID, studio.delegate === nil)
                _ = (meeting.status, meeting.participants, meeting.localUser, studio.violations.all, studio.state)
                _ = (studio.statistics.video, studio.statistics.audio, meeting.endReason)
            case .setDelegate: (studio.delegate, meeting.delegate) = (fixture.recorder, fixture.recorder)
            case .observe:
                let receiver = AcceptedMedia()
                meeting.localTracks.add(receiver)
                meeting.localTracks.remove(receiver)
                studio.onEvent { _ in }
                meeting.onEvent { _ in }
            case .setResponses: studio.responses = .immediate
            case .sendVideo: _ = ruleBroken { () throws(StudioError) in try sender?.sendFrame() }
            case .sendAudio: _ = ruleBroken { () throws(StudioError) in try sender?.sendAudioBlock() }
            case .borrow:
                guard let sender else { return }
                _ = ruleBroken { () throws(StudioError) in try sender.send(sender.borrowFrame()) }
            case .grantCoHost: meeting.grantCoHost(to: other(in: meeting))
            case .makeHost: meeting.makeHost(other(in: meeting))
            case .requests: request(meeting.actions, for: other(in: meeting))
            case .askToLeave: _ = ruleBroken { () throws(StudioError) in try meeting.actions.leave() }
            case .askToEnd: _ = ruleBroken { () throws(StudioError) in try meeting.actions.endForAll() }
            case .reconnect where meeting.status != .reconnecting: meeting.loseConnection()
            case .reconnect: meeting.regainConnection()
            default: _ = try? command(in: meeting)?.perform(on: CommandTargets(studio))
            }
        }

        private func other(in meeting: Meeting) -> UserID {
            meeting.participants.last { !$0.isMyself && !$0.isStudioUser }?.id ?? .none
        }

        private func request(_ actions: MeetingActions, for other: UserID) {
            _ = ruleBroken { () throws(StudioError) in try actions.assignCoHost(other) }
            _ = ruleBroken { () throws(StudioError) in try actions.revokeCoHost(other) }
            _ = ruleBroken { () throws(StudioError) in try actions.makeHost(other) }
            _ = ruleBroken { () throws(StudioError) in try actions.reclaimHost() }
            _ = ruleBroken { () throws(StudioError) in try actions.expel(other) }
        }

        private func command(in meeting: Meeting) -> SessionCommand? {
            let other = other(in: meeting)
            return switch self {
            case .stopInternally: .stopStudio
            case .loseRole: .setRole(role: .attendee, user: nil)
            case .moveRole: .setRole(role: .coHost, user: nil)
            case .revokeCoHost: .revokeCoHost(user: nil)
            case .reclaim: .reclaimHost
            case .join: .join(entrance: .direct)
            case .fail: .failMeeting
            case .audio: .connectAudio
            case .putOutside: .putIntoWaitingRoom
            case .admit: .admit
            case .enterRoom: .enterBreakoutRoom
            case .leaveRoom: .leaveBreakoutRoom
            case .promote: .promote
            case .demote: .demote
            case .add: .addParticipant(name: "Another", role: .coHost, isVideoOn: false)
            case .remove: .removeParticipant(user: other)
            case .rejoin: .rejoin(user: other)
            case .expel: .expel(user: other)
            case .addOther: .addOtherStudio(name: "Studio", parent: nil)
            case .removeSelf: meeting.studioUser.map { .removeParticipant(user: $0.id) }
            case .video: .setVideo(isOn: true, user: nil)
            case .leave: .leave
            case .end: .endMeeting(reason: .endedByHost)
            case .expelMe: .expel(user: nil)
            default: nil
            }
        }
    }

    /// Causes every kind of callback.
    private func play(_ fixture: TestMeeting) {
        let meeting = fixture.meeting
        let guest = meeting.add("Guest")
        meeting.grantCoHost(to: guest.id)
        meeting.makeHost(guest.id)
        meeting.reclaimHost()
        meeting.remove(guest.id)
        for (accepts, providesSender) in [(false, true), (true, false), (true, true)] {
            fixture.studio.responses.accepts = accepts
            fixture.studio.responses.providesSender = providesSender
            _ = fixture.start()
            fixture.drain()
        }
        meeting.loseConnection()
        _ = fixture.stop()
        fixture.drain()
        meeting.end()
        fixture.drain()
    }

    @Test(
        "PS-ORDER-001 every call inside every callback returns, without nested callbacks",
        arguments: Call.allCases, CallbackName.allCases)
    func everyPair(_ call: Call, _ callback: CallbackName) throws {
        let fixture = TestMeeting.recorded()
        let performed = Lock(0)
        let nested = Lock((isInside: false, count: 0))
        fixture.recorder.onCallback { [weak fixture] _ in
            guard let fixture else { return }
            let isInside = nested.withLock { nested in
                if nested.isInside { nested.count += 1 }
                return nested.isInside
            }
            guard !isInside, fixture.recorder.names.last == callback else { return }
            let count = performed.withLock { count in
                count += 1
                return count
            }
            guard count <= 8 else { return }
            nested.withLock { $0.isInside = true }
            call.perform(on: fixture, sender: fixture.recorder.senders.last)
            nested.withLock { $0.isInside = false }
        }
        play(fixture)
        #expect(performed.withLock { $0 } > 0, "\(callback) came")
        #expect(nested.withLock { $0.count } == 0, "a callback inside the call")
        #expect(!fixture.studio.isStarted)
        // The app's calls must not violate the contract, whatever they are and wherever they come from.
        let answers = fixture.recorder.names.filter { $0 == .yes || $0 == .no }.count
        let ends = fixture.recorder.names.filter { $0 == .stopped }.count
        #expect(ends <= answers)
    }

    @Test("releasing the delegate ends the callbacks, not the session")
    func dyingDelegate() throws {
        let fixture = TestMeeting.recorded()
        let sender: Sender
        do {
            let recorder = CallbackRecorder()
            fixture.studio.delegate = recorder
            #expect(fixture.start() == nil)
            fixture.drain()
            sender = try #require(recorder.senders.last)
        }
        #expect(fixture.studio.delegate == nil, "the studio keeps its delegate weakly")
        try sender.sendFrame()
        #expect(fixture.stop() == nil)
        fixture.drain()
        #expect(!fixture.studio.isStarted)
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
        #expect(fixture.start() == .startWithoutDelegate)
    }

    @Test("a delegate set during a session receives later callbacks")
    func exchangedDelegate() throws {
        let fixture = TestMeeting.recorded()
        _ = try fixture.openSender()
        let second = CallbackRecorder()
        fixture.studio.delegate = second
        #expect(fixture.stop() == nil)
        fixture.drain()
        #expect(second.names == [.stopped, .userStopped])
        #expect(!fixture.recorder.names.contains(.stopped))
    }

    @Test("a receiver that stops the studio inside a send does not deadlock")
    func stopFromReceiver() throws {
        let fixture = TestMeeting.recorded()
        let studio = fixture.studio
        let rules = Recorder<Rule?>()
        fixture.meeting.localTracks.add(
            Reaction { rules.record(ruleBroken { () throws(StudioError) in try studio.stop() }) })
        let sender = try fixture.openSender()
        try sender.sendFrame()
        fixture.drain()
        #expect(rules.all == [nil])
        #expect(fixture.recorder.names.contains(.stopped))
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
    }

    @Test("the studio, its meeting and its senders are freed with their last reference")
    func freed() throws {
        weak var studio: StudioController?
        weak var meeting: Meeting?
        weak var sender: Sender?
        do {
            let queue = DispatchQueue(label: "psstudio.test.callbacks")
            let fixture = TestMeeting.recorded(queue: queue)
            let opened = try fixture.openSender()
            try opened.sendFrame()
            (studio, meeting, sender) = (fixture.studio, fixture.meeting, opened)
            #expect(fixture.stop() == nil)
            fixture.drain()
            // The last block of the queue may still hold its captures.
            queue.sync {}
        }
        #expect(sender == nil)
        #expect(studio == nil)
        #expect(meeting == nil)
    }
}
