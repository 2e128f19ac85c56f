import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Calls from inside callbacks, and delegates that go")
struct ReentrancyTests {
    /// Everything an app or a test can call.
    enum Call: String, Hashable, Sendable, CaseIterable {
        case start, stop, stopInternally, queries, setDelegate, setResponses, observe, sendVideo, sendAudio, borrow
        case loseRole, moveRole, grantCoHost, revokeCoHost, makeHost, reclaim, requests, askToLeave, askToEnd
        case join, fail, reconnect, audio, putOutside, admit, enterRoom, leaveRoom, promote, demote
        case add, remove, rejoin, expel, addOther, removeSelf, video, leave, end, expelMe

        func perform(on stage: Stage, sender: Sender?) {
            let (studio, meeting) = (stage.studio, stage.meeting)
            switch self {
            case .start: _ = stage.start()
            case .stop: _ = stage.stop()
            case .stopInternally: studio.stopInternally()
            case .queries:
                _ = (studio.isSupported, studio.canStart, studio.isStarted, studio.userID, studio.delegate === nil)
                _ = (meeting.status, meeting.participants, meeting.localUser, studio.violations.all, studio.state)
                _ = (studio.statistics.video, studio.statistics.audio, meeting.endReason)
            case .setDelegate: (studio.delegate, meeting.delegate) = (stage.audience, stage.audience)
            case .observe:
                let collector = Collector()
                meeting.fanout.add(collector)
                meeting.fanout.remove(collector)
                studio.onEvent { _ in }
                meeting.onEvent { _ in }
            case .setResponses: studio.responses = .immediate
            case .sendVideo: _ = ruleBroken { () throws(StudioError) in try sender?.sendPicture() }
            case .sendAudio: _ = ruleBroken { () throws(StudioError) in try sender?.sendSound() }
            case .borrow:
                guard let sender else { return }
                _ = ruleBroken { () throws(StudioError) in try sender.send(sender.borrowFrame()) }
            default: happen(to: meeting, others: meeting.participants.filter { !$0.isMyself && !$0.isStudioUser })
            }
        }

        private func happen(to meeting: Meeting, others: [Participant]) {
            let other = others.last?.id ?? .none
            switch self {
            case .loseRole: meeting.setRole(.attendee)
            case .moveRole: meeting.setRole(.coHost)
            case .grantCoHost: meeting.grantCoHost(to: other)
            case .revokeCoHost: meeting.revokeCoHost()
            case .makeHost: meeting.makeHost(other)
            case .reclaim: meeting.reclaimHost()
            case .requests:
                _ = ruleBroken { () throws(StudioError) in try meeting.actions.assignCoHost(other) }
                _ = ruleBroken { () throws(StudioError) in try meeting.actions.revokeCoHost(other) }
                _ = ruleBroken { () throws(StudioError) in try meeting.actions.makeHost(other) }
                _ = ruleBroken { () throws(StudioError) in try meeting.actions.reclaimHost() }
                _ = ruleBroken { () throws(StudioError) in try meeting.actions.expel(other) }
            case .askToLeave: _ = ruleBroken { () throws(StudioError) in try meeting.actions.leave() }
            case .askToEnd: _ = ruleBroken { () throws(StudioError) in try meeting.actions.endForAll() }
            case .join: meeting.join()
            case .fail: meeting.fail()
            case .reconnect: meeting.setReconnecting(meeting.status != .reconnecting)
            case .audio: meeting.connectAudio()
            case .putOutside: meeting.putIntoWaitingRoom()
            case .admit: meeting.admit()
            case .enterRoom: meeting.enterBreakoutRoom()
            case .leaveRoom: meeting.leaveBreakoutRoom()
            case .promote: meeting.promote()
            case .demote: meeting.demote()
            case .add: meeting.add("Another", role: .coHost)
            case .remove: meeting.remove(other)
            case .rejoin: if let guest = others.last { meeting.rejoin(guest) }
            case .expel: meeting.expel(other)
            case .addOther: meeting.addOtherStudioUser()
            case .removeSelf: if let studio = meeting.studioUser { meeting.remove(studio.id) }
            case .video: meeting.setVideo(true)
            case .leave: meeting.leave()
            case .end: meeting.end()
            case .expelMe: meeting.expel()
            default: break
            }
        }
    }

    /// Brings every kind of callback about.
    private func play(_ stage: Stage) {
        let meeting = stage.meeting
        let guest = meeting.add("Guest")
        meeting.grantCoHost(to: guest.id)
        meeting.makeHost(guest.id)
        meeting.reclaimHost()
        meeting.remove(guest.id)
        for (accepts, providesSender) in [(false, true), (true, false), (true, true)] {
            stage.studio.responses.accepts = accepts
            stage.studio.responses.providesSender = providesSender
            _ = stage.start()
            stage.settle()
        }
        meeting.loseConnection()
        _ = stage.stop()
        stage.settle()
        meeting.end()
        stage.settle()
    }

    @Test(
        "PS-ORDER-001 every call from inside every callback returns, and causes nothing inside itself",
        arguments: Call.allCases, Heard.allCases)
    func everyPair(_ call: Call, _ callback: Heard) throws {
        let stage = Stage()
        let performed = Lock(0)
        let nested = Lock((isInside: false, count: 0))
        stage.audience.react { [weak stage] _, _ in
            guard let stage else { return }
            let isInside = nested.withLock { nested in
                if nested.isInside { nested.count += 1 }
                return nested.isInside
            }
            guard !isInside, stage.audience.names.last == callback else { return }
            let count = performed.withLock { count in
                count += 1
                return count
            }
            guard count <= 8 else { return }
            nested.withLock { $0.isInside = true }
            call.perform(on: stage, sender: stage.audience.senders.all.last)
            nested.withLock { $0.isInside = false }
        }
        play(stage)
        #expect(performed.withLock { $0 } > 0, "\(callback) came")
        #expect(nested.withLock { $0.count } == 0, "a callback inside the call")
        #expect(!stage.studio.isStarted)
        // The app's view stays lawful whatever it calls and wherever it calls from.
        let answers = stage.audience.names.filter { $0 == .yes || $0 == .no }.count
        let ends = stage.audience.names.filter { $0 == .stopped }.count
        #expect(ends <= answers)
    }

    @Test("a delegate that goes away in a run ends the callbacks, not the run")
    func dyingDelegate() throws {
        let stage = Stage()
        let sender: Sender
        do {
            let audience = Audience()
            stage.studio.delegate = audience
            #expect(stage.start() == nil)
            stage.settle()
            sender = try #require(audience.senders.all.last)
        }
        #expect(stage.studio.delegate == nil, "the studio keeps its delegate weakly")
        try sender.sendPicture()
        #expect(stage.stop() == nil)
        stage.settle()
        #expect(!stage.studio.isStarted)
        #expect(ruleBroken { () throws(StudioError) in try sender.sendPicture() } == .sendOutsideRun)
        #expect(stage.start() == .startWithoutDelegate)
    }

    @Test("a delegate set in the middle hears what comes from then on")
    func exchangedDelegate() throws {
        let stage = Stage()
        _ = try stage.openSender()
        let second = Audience()
        stage.studio.delegate = second
        #expect(stage.stop() == nil)
        stage.settle()
        #expect(second.names == [.stopped, .userStopped])
        #expect(!stage.audience.names.contains(.stopped))
    }

    @Test("a receiver that stops the studio from inside a send does not wait for itself")
    func stopFromReceiver() throws {
        let stage = Stage()
        let studio = stage.studio
        let rules = Recorder<Rule?>()
        stage.meeting.fanout.add(
            Reaction { rules.record(ruleBroken { () throws(StudioError) in try studio.stop() }) })
        let sender = try stage.openSender()
        try sender.sendPicture()
        stage.settle()
        #expect(rules.all == [nil])
        #expect(stage.audience.names.contains(.stopped))
        #expect(ruleBroken { () throws(StudioError) in try sender.sendPicture() } == .sendOutsideRun)
    }

    @Test("the studio, its meeting and its senders are freed when nobody keeps them")
    func freed() throws {
        weak var studio: StudioController?
        weak var meeting: Meeting?
        weak var sender: Sender?
        do {
            let stage = Stage()
            let opened = try stage.openSender()
            try opened.sendPicture()
            (studio, meeting, sender) = (stage.studio, stage.meeting, opened)
            #expect(stage.stop() == nil)
            stage.settle()
            // The last block of the queue may still hold what it captured.
            stage.flush()
        }
        #expect(sender == nil)
        #expect(studio == nil)
        #expect(meeting == nil)
    }
}
