import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Calls from inside callbacks, and delegates that go")
struct ReentrancyTests {
    /// Everything an app can call.
    enum Call: String, Hashable, Sendable, CaseIterable {
        case start, stop, stopInternally, queries, setDelegate, setResponses, sendVideo, sendAudio, borrow
        case loseRole, moveRole, reconnect, leave, end, addOther, removeSelf

        func perform(on stage: Stage, sender: Sender?) {
            let (studio, meeting) = (stage.studio, stage.meeting)
            switch self {
            case .start: _ = stage.start()
            case .stop: _ = stage.stop()
            case .stopInternally: studio.stopInternally()
            case .queries:
                _ = (studio.isSupported, studio.canStart, studio.isStarted, studio.userID, studio.delegate === nil)
                _ = (meeting.status, meeting.participants, meeting.localUser, studio.violations.all)
                _ = (studio.statistics.video, studio.statistics.audio)
            case .setDelegate: studio.delegate = stage.audience
            case .setResponses: studio.responses = .immediate
            case .sendVideo: _ = ruleBroken { () throws(StudioError) in try sender?.sendPicture() }
            case .sendAudio: _ = ruleBroken { () throws(StudioError) in try sender?.sendSound() }
            case .borrow:
                guard let sender else { return }
                _ = ruleBroken { () throws(StudioError) in try sender.send(sender.borrowFrame()) }
            case .loseRole: meeting.setRole(.attendee)
            case .moveRole: meeting.setRole(.coHost)
            case .reconnect: meeting.setReconnecting(meeting.status != .reconnecting)
            case .leave: meeting.leave()
            case .end: meeting.end()
            case .addOther: meeting.addOtherStudioUser()
            case .removeSelf: meeting.remove(studio.userID)
            }
        }
    }

    @Test("every call from inside every callback returns", arguments: Call.allCases)
    func everyCall(_ call: Call) throws {
        let stage = Stage()
        let performed = Recorder<Heard>()
        let kept = Lock<Sender?>(nil)
        stage.audience.react { [weak stage] callback, sender in
            guard let stage, performed.count < 40 else { return }
            if let sender { kept.withLock { $0 = sender } }
            call.perform(on: stage, sender: kept.withLock { $0 })
            if let name = stage.audience.names.last { performed.record(name) }
        }
        #expect(stage.start() == nil)
        stage.settle()
        _ = stage.stop()
        stage.settle()
        stage.meeting.setRole(.panelist)
        stage.meeting.end()
        stage.settle()
        #expect(performed.count >= 3)
        #expect(!stage.studio.isStarted)
        // The app's view stays lawful whatever it calls and wherever it calls from.
        let answers = stage.audience.names.filter { $0 == .yes || $0 == .no }.count
        let ends = stage.audience.names.filter { $0 == .stopped }.count
        #expect(answers >= 1)
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
        let rules = Recorder<RuleID?>()
        stage.meeting.hub.add(
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
