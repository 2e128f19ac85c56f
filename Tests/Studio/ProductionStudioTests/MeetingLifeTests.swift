import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

/// The callbacks delivered during `body`.
func deliveredCallbacks(_ fixture: TestMeeting, _ body: () throws -> Void) rethrows -> [Callback] {
    fixture.drain()
    let before = fixture.recorder.callbacks.count
    try body()
    fixture.drain()
    return Array(fixture.recorder.callbacks.dropFirst(before))
}

@Suite("Entering and leaving a meeting")
struct MeetingLifeTests {
    @Test("PS-MEET-001 joining reports Connecting, InMeeting, then all participants, the local user first")
    func joining() throws {
        let fixture = TestMeeting.recorded(role: .attendee, isJoined: false)
        let host = fixture.meeting.add("Host", role: .host)
        let other = try #require(fixture.meeting.addOtherStudioUser(of: host.id))
        fixture.drain()
        #expect(fixture.recorder.callbacks == [], "outside nothing is reported")
        #expect(fixture.meeting.status == .idle)
        #expect(fixture.meeting.participants == [])
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.join() }
        let (myself, present) = (fixture.meeting.localUser, try #require(fixture.meeting.participant(host.id)))
        #expect(
            callbacks == [
                .status(.connecting), .status(.inMeeting), .added(myself), .added(present), .added(other),
                .user(other.id, isSending: true),
            ])
        #expect(myself.name == "Ada")
        #expect(present.role == .host)
        #expect(fixture.meeting.participants == [myself, present, other])
        #expect(deliveredCallbacks(fixture) { fixture.meeting.join() } == [], "joined already")
    }

    @Test(
        "PS-MEET-002 in the waiting room nothing can be started, and admission reports InMeeting",
        arguments: [
            (MeetingEntrance.waitingRoom, MeetingStatus.inWaitingRoom), (.beforeHost, .waitingForHost),
            (.otherMeetingInProgress, .otherMeetingInProgress),
        ])
    func waitingForAdmission(_ entrance: MeetingEntrance, _ status: MeetingStatus) throws {
        let fixture = TestMeeting.recorded(isJoined: false)
        #expect(fixture.start() == .startOutsideMeeting, "not joined")
        #expect(
            deliveredCallbacks(fixture) { fixture.meeting.join(entrance) } == [.status(.connecting), .status(status)])
        #expect(fixture.meeting.status == status)
        #expect(!fixture.studio.isSupported)
        #expect(!fixture.studio.canStart)
        let error = failure { () throws(StudioError) in try fixture.studio.start(.small) }
        #expect(error?.rule == .startOutsideMeeting)
        #expect(error?.code == .notInMeeting)
        #expect(Rule.meetOutside.code == .notInMeeting)
        #expect(fixture.stop() == .stopOutsideMeeting)
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.admit() }
        #expect(callbacks == [.status(.inMeeting), .added(fixture.meeting.localUser)])
        #expect(deliveredCallbacks(fixture) { fixture.meeting.admit() } == [], "already admitted")
        _ = try fixture.openSender()
    }

    @Test("PS-MEET-003 a failed join reports Connecting, then Failed, and is final", arguments: [true, false])
    func failing(atOnce: Bool) {
        let fixture = TestMeeting.recorded(isJoined: false)
        if atOnce {
            #expect(
                deliveredCallbacks(fixture) { fixture.meeting.join(.failure) } == [
                    .status(.connecting), .status(.failed),
                ])
        } else {
            fixture.meeting.join(.waitingRoom)
            #expect(deliveredCallbacks(fixture) { fixture.meeting.fail() } == [.status(.failed)])
        }
        #expect(fixture.meeting.status == .failed)
        let after = deliveredCallbacks(fixture) {
            fixture.meeting.join()
            fixture.meeting.admit()
            fixture.meeting.end()
        }
        #expect(after == [])
        #expect(fixture.start() == .startOutsideMeeting)
    }

    @Test(
        "PS-MEET-004 the waiting room stops the session first; on return the ID is new, and role and video are gone"
    )
    func putOutside() throws {
        let fixture = TestMeeting.recorded(role: .coHost)
        let sender = try fixture.openSender()
        let before = fixture.meeting.localUser
        let user = try #require(fixture.meeting.studioUser)
        fixture.meeting.setVideo(true)
        fixture.drain()
        let out = deliveredCallbacks(fixture) { fixture.meeting.putIntoWaitingRoom() }
        #expect(out == [.stopped, .user(user.id, isSending: false), .removed(user), .status(.inWaitingRoom)])
        #expect(fixture.meeting.participants == [])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
        #expect(fixture.start() == .startOutsideMeeting)
        let back = deliveredCallbacks(fixture) { fixture.meeting.admit() }
        let after = fixture.meeting.localUser
        #expect(back == [.status(.inMeeting), .added(after)])
        #expect(after.id.rawValue > user.id.rawValue)
        #expect(after.id != before.id)
        #expect(after.role == .attendee)
        #expect(!after.isVideoOn)
        #expect(fixture.start() == .startWithoutPermission)
        fixture.meeting.grantCoHost()
        _ = try fixture.openSender()
    }

    @Test("PS-MEET-004 a host moved to the waiting room loses the role to a new host and returns without it")
    func hostPutOutside() {
        let fixture = TestMeeting.recorded()
        let guest = fixture.meeting.add("Guest")
        fixture.meeting.putIntoWaitingRoom()
        fixture.meeting.admit()
        fixture.drain()
        #expect(fixture.meeting.localUser.role == .attendee)
        #expect(fixture.meeting.participant(guest.id)?.role == .host)
        fixture.meeting.reclaimHost()
        fixture.drain()
        #expect(fixture.meeting.localUser.role == .host, "the original host has a new identifier")
    }

    @Test("PS-MEET-005 leaving reports Disconnecting, the end of the session, Ended", arguments: [true, false])
    func leavingOrder(leaves: Bool) throws {
        let fixture = TestMeeting.recorded()
        _ = try fixture.openSender()
        let user = try #require(fixture.meeting.studioUser)
        let people = Recorder<Bool>()
        let meeting = fixture.meeting
        fixture.recorder.onCallback { callback in
            if callback == .stopped { people.record(meeting.participant(user.id) != nil) }
        }
        let callbacks = deliveredCallbacks(fixture) {
            if leaves { fixture.meeting.leave() } else { fixture.meeting.end() }
        }
        #expect(
            callbacks == [
                .status(.disconnecting), .stopped, .user(user.id, isSending: false), .removed(user), .status(.ended),
            ])
        #expect(people.all == [true], "inside onStopSend the roster is still complete")
        #expect(fixture.meeting.endReason == (leaves ? EndReason.none : .endedByHost))
    }

    @Test("PS-MEET-006 Ended has a reason", arguments: EndReason.allCases)
    func reasons(_ reason: EndReason) {
        let fixture = TestMeeting.recorded()
        #expect(fixture.meeting.endReason == nil)
        #expect(
            deliveredCallbacks(fixture) { fixture.meeting.end(reason) } == [.status(.disconnecting), .status(.ended)])
        #expect(fixture.meeting.endReason == reason)
    }

    @Test("PS-MEET-006 a missing host, a lost connection and an expulsion have their reasons")
    func reasonsByCause() {
        let late = TestMeeting.recorded(isJoined: false)
        late.meeting.join(.beforeHost)
        late.meeting.end(.joinBeforeHostTimeout)
        late.drain()
        #expect(late.meeting.endReason == .joinBeforeHostTimeout)
        let broken = TestMeeting.recorded()
        broken.meeting.loseConnection()
        broken.meeting.fail()
        broken.drain()
        #expect(broken.meeting.status == .ended)
        #expect(broken.meeting.endReason == .undefined)
        let expelled = TestMeeting.recorded(role: .attendee)
        expelled.meeting.expel()
        expelled.drain()
        #expect(expelled.meeting.endReason == .kickedByHost)
    }

    @Test("PS-MEET-007 an ended meeting stays ended")
    func final() {
        let fixture = TestMeeting.recorded()
        fixture.meeting.end(.freeMeetingTimeout)
        let meeting = fixture.meeting
        let after = deliveredCallbacks(fixture) {
            meeting.join()
            meeting.admit()
            meeting.leave()
            meeting.loseConnection()
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
        #expect(fixture.start() == .startOutsideMeeting)
    }

    @Test("PS-MEET-008 reconnecting keeps the session, the roster and the roles")
    func reconnecting() throws {
        let fixture = TestMeeting.recorded()
        let collector = fixture.media
        let sender = try fixture.openSender()
        let people = fixture.meeting.participants
        #expect(deliveredCallbacks(fixture) { fixture.meeting.loseConnection() } == [.status(.reconnecting)])
        #expect(fixture.meeting.status == .reconnecting)
        #expect(fixture.meeting.participants == people)
        #expect(fixture.studio.isStarted)
        #expect(fixture.studio.canStart)
        try sender.sendFrame(1)
        try sender.sendAudioBlock()
        #expect(collector.frames.count + collector.audioBlocks.count == 0)
        #expect(fixture.studio.statistics.video.dropped == 1)
        #expect(deliveredCallbacks(fixture) { fixture.meeting.regainConnection() } == [.status(.inMeeting)])
        try sender.sendFrame(2)
        #expect(collector.frames.compactMap(\.bytes.first) == [2])
    }

    @Test("PS-MEET-009 optionally a lost connection stops the session")
    func reconnectingStops() throws {
        let fixture = TestMeeting.recorded()
        let sender = try fixture.openSender()
        let user = try #require(fixture.meeting.studioUser)
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.loseConnection(stopsStudio: true) }
        #expect(callbacks == [.stopped, .user(user.id, isSending: false), .removed(user), .status(.reconnecting)])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
        fixture.meeting.regainConnection()
        _ = try fixture.openSender()
    }

    @Test("PS-MEET-012 AudioReady is reported and the status stays InMeeting")
    func momentary() {
        let fixture = TestMeeting.recorded()
        let statuses = Recorder<MeetingStatus>()
        let meeting = fixture.meeting
        fixture.recorder.onCallback { _ in statuses.record(meeting.status) }
        #expect(deliveredCallbacks(fixture) { meeting.connectAudio() } == [.status(.audioReady)])
        #expect(statuses.all == [.inMeeting])
        let momentary = MeetingStatus.allCases.filter(\.isMomentary)
        #expect(
            momentary == [.audioReady, .webinarPromoted, .webinarDemoted, .joinedBreakoutRoom, .leftBreakoutRoom])
    }
}
