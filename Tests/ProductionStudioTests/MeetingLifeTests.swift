import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

/// What is told while `body` happens.
func told(_ stage: Stage, _ body: () throws -> Void) rethrows -> [Callback] {
    stage.settle()
    let before = stage.audience.heard.count
    try body()
    stage.settle()
    return Array(stage.audience.heard.all.dropFirst(before))
}

@Suite("Coming into a meeting, and out of it")
struct MeetingLifeTests {
    @Test("PS-MEET-001 joining tells Connecting, InMeeting, then everybody, the local user first")
    func joining() throws {
        let stage = Stage(role: .attendee, isJoined: false)
        let host = stage.meeting.add("Host", role: .host)
        let other = try #require(stage.meeting.addOtherStudioUser(of: host.id))
        stage.settle()
        #expect(stage.audience.heard.all == [], "outside nothing is seen of it")
        #expect(stage.meeting.status == .idle)
        #expect(stage.meeting.participants == [])
        let heard = told(stage) { stage.meeting.join() }
        let (myself, present) = (stage.meeting.localUser, try #require(stage.meeting.participant(host.id)))
        #expect(
            heard == [
                .status(.connecting), .status(.inMeeting), .added(myself), .added(present), .added(other),
                .user(other.id, isSending: true),
            ])
        #expect(myself.name == "Ada")
        #expect(present.role == .host)
        #expect(stage.meeting.participants == [myself, present, other])
        #expect(told(stage) { stage.meeting.join() } == [], "joined already")
    }

    @Test(
        "PS-MEET-002 at the door nothing can be started, and being let in tells InMeeting",
        arguments: [
            (MeetingEntrance.waitingRoom, MeetingStatus.inWaitingRoom), (.beforeHost, .waitingForHost),
            (.otherMeetingInProgress, .otherMeetingInProgress),
        ])
    func atTheDoor(_ entrance: MeetingEntrance, _ status: MeetingStatus) throws {
        let stage = Stage(isJoined: false)
        #expect(stage.start() == .startOutsideMeeting, "not joined")
        #expect(told(stage) { stage.meeting.join(entrance) } == [.status(.connecting), .status(status)])
        #expect(stage.meeting.status == status)
        #expect(!stage.studio.isSupported)
        #expect(!stage.studio.canStart)
        let error = failure { () throws(StudioError) in try stage.studio.start(Stage.small) }
        #expect(error?.rule == .startOutsideMeeting)
        #expect(error?.code == .notInMeeting)
        #expect(Rule.meetOutside.code == .notInMeeting)
        #expect(stage.stop() == .stopOutsideMeeting)
        let heard = told(stage) { stage.meeting.admit() }
        #expect(heard == [.status(.inMeeting), .added(stage.meeting.localUser)])
        #expect(told(stage) { stage.meeting.admit() } == [], "let in already")
        _ = try stage.openSender()
    }

    @Test("PS-MEET-003 joining that fails tells Connecting, then Failed, and is final", arguments: [true, false])
    func failing(atOnce: Bool) {
        let stage = Stage(isJoined: false)
        if atOnce {
            #expect(told(stage) { stage.meeting.join(.failure) } == [.status(.connecting), .status(.failed)])
        } else {
            stage.meeting.join(.waitingRoom)
            #expect(told(stage) { stage.meeting.fail() } == [.status(.failed)])
        }
        #expect(stage.meeting.status == .failed)
        let after = told(stage) {
            stage.meeting.join()
            stage.meeting.admit()
            stage.meeting.end()
        }
        #expect(after == [])
        #expect(stage.start() == .startOutsideMeeting)
    }

    @Test("PS-MEET-004 the waiting room ends a run first; on return the number is new and the role is plain")
    func putOutside() throws {
        let stage = Stage(role: .coHost)
        let sender = try stage.openSender()
        let before = stage.meeting.localUser
        let user = try #require(stage.meeting.studioUser)
        let out = told(stage) { stage.meeting.putIntoWaitingRoom() }
        #expect(out == [.stopped, .user(user.id, isSending: false), .removed(user), .status(.inWaitingRoom)])
        #expect(stage.meeting.participants == [])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendPicture() } == .sendOutsideRun)
        #expect(stage.start() == .startOutsideMeeting)
        let back = told(stage) { stage.meeting.admit() }
        let after = stage.meeting.localUser
        #expect(back == [.status(.inMeeting), .added(after)])
        #expect(after.id.rawValue > user.id.rawValue)
        #expect(after.id != before.id)
        #expect(after.role == .attendee)
        #expect(stage.start() == .startWithoutPermission)
        stage.meeting.grantCoHost()
        _ = try stage.openSender()
    }

    @Test("PS-MEET-004 a host who is put outside passes the role on and is a plain participant afterwards")
    func hostPutOutside() {
        let stage = Stage()
        let guest = stage.meeting.add("Guest")
        stage.meeting.putIntoWaitingRoom()
        stage.meeting.admit()
        stage.settle()
        #expect(stage.meeting.localUser.role == .attendee)
        #expect(stage.meeting.participant(guest.id)?.role == .host)
        stage.meeting.reclaimHost()
        stage.settle()
        #expect(stage.meeting.localUser.role == .host, "the original host is known under the new number")
    }

    @Test("PS-MEET-005 the way out is Disconnecting, the end of a run, Ended", arguments: [true, false])
    func wayOut(leaves: Bool) throws {
        let stage = Stage()
        _ = try stage.openSender()
        let user = try #require(stage.meeting.studioUser)
        let people = Recorder<Bool>()
        let meeting = stage.meeting
        stage.audience.react { callback, _ in
            if callback == .stopped { people.record(meeting.participant(user.id) != nil) }
        }
        let heard = told(stage) { if leaves { stage.meeting.leave() } else { stage.meeting.end() } }
        #expect(
            heard == [
                .status(.disconnecting), .stopped, .user(user.id, isSending: false), .removed(user), .status(.ended),
            ])
        #expect(people.all == [true], "inside onStopSend everybody is still there")
        #expect(stage.meeting.endReason == (leaves ? EndReason.none : .endedByHost))
    }

    @Test("PS-MEET-006 Ended says why", arguments: EndReason.allCases)
    func reasons(_ reason: EndReason) {
        let stage = Stage()
        #expect(stage.meeting.endReason == nil)
        #expect(told(stage) { stage.meeting.end(reason) } == [.status(.disconnecting), .status(.ended)])
        #expect(stage.meeting.endReason == reason)
    }

    @Test("PS-MEET-006 the host who never comes, the network that is lost and the host's expulsion have their reasons")
    func reasonsByCause() {
        let late = Stage(isJoined: false)
        late.meeting.join(.beforeHost)
        late.meeting.end(.joinBeforeHostTimeout)
        late.settle()
        #expect(late.meeting.endReason == .joinBeforeHostTimeout)
        let broken = Stage()
        broken.meeting.loseConnection()
        broken.meeting.fail()
        broken.settle()
        #expect(broken.meeting.status == .ended)
        #expect(broken.meeting.endReason == .undefined)
        let expelled = Stage(role: .attendee)
        expelled.meeting.expel()
        expelled.settle()
        #expect(expelled.meeting.endReason == .kickedByHost)
    }

    @Test("PS-MEET-007 a meeting that is over stays over")
    func final() {
        let stage = Stage()
        stage.meeting.end(.freeMeetingTimeout)
        let meeting = stage.meeting
        let after = told(stage) {
            meeting.join()
            meeting.admit()
            meeting.leave()
            meeting.setReconnecting(true)
            meeting.putIntoWaitingRoom()
            meeting.enterBreakoutRoom()
            meeting.add("Late")
            meeting.setRole(.host)
            meeting.addOtherStudioUser()
            meeting.connectAudio()
        }
        #expect(after == [])
        #expect(meeting.status == .ended)
        #expect(meeting.endReason == .freeMeetingTimeout)
        #expect(meeting.participants == [])
        #expect(stage.start() == .startOutsideMeeting)
    }

    @Test("PS-MEET-008 reconnecting keeps the run, the roster and the roles")
    func reconnecting() throws {
        let stage = Stage()
        let collector = Collector()
        stage.meeting.fanout.add(collector)
        let sender = try stage.openSender()
        let people = stage.meeting.participants
        #expect(told(stage) { stage.meeting.loseConnection() } == [.status(.reconnecting)])
        #expect(stage.meeting.status == .reconnecting)
        #expect(stage.meeting.participants == people)
        #expect(stage.studio.isStarted)
        #expect(stage.studio.canStart)
        try sender.sendPicture(1)
        try sender.sendSound()
        #expect(collector.pictures.count + collector.sounds.count == 0)
        #expect(stage.studio.statistics.video.dropped == 1)
        #expect(told(stage) { stage.meeting.regainConnection() } == [.status(.inMeeting)])
        try sender.sendPicture(2)
        #expect(collector.pictures.all.compactMap(\.bytes.first) == [2])
    }

    @Test("PS-MEET-009 on request a lost connection stops the run")
    func reconnectingStops() throws {
        let stage = Stage()
        let sender = try stage.openSender()
        let user = try #require(stage.meeting.studioUser)
        let heard = told(stage) { stage.meeting.loseConnection(stopsStudio: true) }
        #expect(heard == [.stopped, .user(user.id, isSending: false), .removed(user), .status(.reconnecting)])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendPicture() } == .sendOutsideRun)
        stage.meeting.regainConnection()
        _ = try stage.openSender()
    }

    @Test("PS-MEET-012 AudioReady is told and the status stays InMeeting")
    func momentary() {
        let stage = Stage()
        let statuses = Recorder<MeetingStatus>()
        let meeting = stage.meeting
        stage.audience.react { _, _ in statuses.record(meeting.status) }
        #expect(told(stage) { meeting.connectAudio() } == [.status(.audioReady)])
        #expect(statuses.all == [.inMeeting])
        let momentary = MeetingStatus.allCases.filter(\.isMomentary)
        #expect(
            momentary == [.audioReady, .webinarPromoted, .webinarDemoted, .joinedBreakoutRoom, .leftBreakoutRoom])
    }
}
