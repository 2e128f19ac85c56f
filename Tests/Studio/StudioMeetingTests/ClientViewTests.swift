import StudioCore
import Testing

@testable import StudioMeeting

/// The client's knowledge before an event.
private enum Known: String, Sendable, CaseIterable {
    case nothing, waiting, crowd, reconnecting, ended, failed

    private static let people = [
        Participant(id: UserID(rawValue: 1), name: "Me", role: .host, isMyself: true),
        Participant(id: UserID(rawValue: 2), name: "Ann", role: .coHost),
        Participant(id: UserID(rawValue: 3), name: "Other", role: .attendee, studioParent: UserID(rawValue: 2)),
        Participant(id: UserID(rawValue: 4), name: "Bob", role: .attendee),
    ]

    static var ann: Participant { people[1] }
    static var studio: Participant { people[2] }

    var status: MeetingStatus {
        switch self {
        case .nothing: .idle
        case .waiting: .inWaitingRoom
        case .crowd: .inMeeting
        case .reconnecting: .reconnecting
        case .ended: .ended
        case .failed: .failed
        }
    }

    var people: [Participant] { self == .crowd || self == .reconnecting ? Self.people : [] }

    var meeting: ClientView {
        var meeting = ClientView(status: status, participants: people)
        if self == .ended { meeting.apply(.status(.ended, .noAttendee)) }
        return meeting
    }

    var endReason: EndReason? { self == .ended ? .noAttendee : nil }
}

@Suite("ClientView")
struct ClientViewTests {
    private enum Change: Sendable {
        /// The status changes.
        case lasting
        /// The status changes, and the roster is cleared.
        case alone
        /// Nothing changes.
        case momentary
        /// The status stays, and the roster is cleared.
        case moved
    }

    private static let changes: [MeetingStatus: Change] = [
        .idle: .lasting, .connecting: .lasting, .waitingForHost: .lasting, .inMeeting: .lasting,
        .disconnecting: .lasting, .reconnecting: .lasting, .otherMeetingInProgress: .lasting,
        .inWaitingRoom: .alone, .failed: .alone, .ended: .alone,
        .audioReady: .momentary, .webinarPromoted: .momentary, .webinarDemoted: .momentary,
        .joinedBreakoutRoom: .moved, .leftBreakoutRoom: .moved,
    ]

    @Test("the initial state is the one passed to init", arguments: Known.allCases)
    private func beginning(_ known: Known) {
        let meeting = known.meeting
        #expect(meeting.status == known.status)
        #expect(meeting.endReason == known.endReason)
        #expect(meeting.participants == known.people)
        #expect(meeting.localUser == known.people.first)
        #expect(meeting.studioUser == (known.people.isEmpty ? nil : Known.studio))
    }

    @Test("PS-MEET-012 a status has this result", arguments: Known.allCases, MeetingStatus.allCases)
    private func status(_ known: Known, _ status: MeetingStatus) throws {
        let change = try #require(Self.changes[status])
        var meeting = known.meeting
        meeting.apply(.status(status, status == .ended ? .freeMeetingTimeout : .none))
        switch change {
        case .lasting:
            #expect(meeting.status == status)
            #expect(meeting.participants == known.people)
        case .alone:
            #expect(meeting.status == status)
            #expect(meeting.participants == [])
        case .momentary:
            #expect(meeting.status == known.status)
            #expect(meeting.participants == known.people)
        case .moved:
            #expect(meeting.status == known.status)
            #expect(meeting.participants == [])
        }
        #expect(meeting.endReason == (status == .ended ? .freeMeetingTimeout : known.endReason))
    }

    @Test("PS-MEET-012 momentary statuses are those that leave the status as it was", arguments: MeetingStatus.allCases)
    private func momentary(_ status: MeetingStatus) throws {
        let isMomentary = [.momentary, .moved].contains(try #require(Self.changes[status]))
        #expect(status.isMomentary == isMomentary)
    }

    @Test("the breakout room ends with the return, in the waiting room and with the meeting; other statuses keep it")
    func stayInBreakoutRoom() {
        for status in MeetingStatus.allCases {
            var meeting = Known.crowd.meeting
            #expect(!meeting.isInBreakoutRoom)
            meeting.apply(.status(.joinedBreakoutRoom, .none))
            #expect(meeting.isInBreakoutRoom)
            meeting.apply(.status(status, .none))
            let isOutside = [.leftBreakoutRoom, .inWaitingRoom, .failed, .ended].contains(status)
            #expect(meeting.isInBreakoutRoom == !isOutside)
        }
    }

    @Test("PS-MEET-006 every end reason is stored", arguments: EndReason.allCases)
    func reason(_ reason: EndReason) {
        var meeting = Known.crowd.meeting
        meeting.apply(.status(.ended, reason))
        #expect(meeting.endReason == reason)
    }

    @Test("PS-MEET-006 only the status Ended has a reason", arguments: MeetingStatus.allCases.filter { $0 != .ended })
    func noReason(_ status: MeetingStatus) {
        var meeting = Known.crowd.meeting
        meeting.apply(.status(status, .kickedByHost))
        #expect(meeting.endReason == nil)
    }

    @Test("PS-ROSTER-002 a joining participant is the last in the roster", arguments: Known.allCases)
    private func joined(_ known: Known) {
        let cy = Participant(id: UserID(rawValue: 5), name: "Cy", role: .attendee)
        var meeting = known.meeting
        meeting.apply(.joined(cy))
        #expect(meeting.participants == known.people + [cy])
        #expect(meeting.status == known.status)
    }

    @Test("PS-ROSTER-002 a leaving participant is removed; the others stay in order", arguments: Known.allCases)
    private func left(_ known: Known) {
        for participant in known.people {
            var meeting = known.meeting
            meeting.apply(.left(participant))
            #expect(meeting.participants == known.people.filter { $0 != participant })
            #expect(meeting.status == known.status)
        }
    }

    @Test("PS-ROSTER-002 the identifier determines who left, whatever else is reported")
    func leftWithAnotherRole() {
        var meeting = Known.crowd.meeting
        meeting.apply(.left(Participant(id: Known.ann.id, name: "Anna", role: .attendee, isVideoOn: true)))
        #expect(meeting.participants == Known.crowd.people.filter { $0.id != Known.ann.id })
    }

    @Test("a role and a video change affect that participant only", arguments: Known.allCases)
    private func replaced(_ known: Known) {
        let promoted = Participant(id: Known.ann.id, name: "Ann", role: .host)
        let seen = Participant(id: Known.ann.id, name: "Ann", role: .coHost, isVideoOn: true)
        for (event, after) in [(MeetingEvent.role(promoted), promoted), (.video(seen), seen)] {
            var meeting = known.meeting
            meeting.apply(event)
            #expect(meeting.participants == known.people.map { $0.id == after.id ? after : $0 }, "\(event)")
            #expect(meeting.status == known.status, "\(event)")
        }
    }

    @Test("an event about an unknown participant changes nothing", arguments: Known.allCases)
    private func unknown(_ known: Known) {
        let stranger = Participant(id: UserID(rawValue: 9), name: "Ann", role: .host)
        for event in [MeetingEvent.left(stranger), .role(stranger), .video(stranger)] {
            var meeting = known.meeting
            meeting.apply(event)
            #expect(meeting == known.meeting, "\(event)")
        }
    }

    @Test(
        "host, co-host and studio user events change nothing, because participants contain them",
        arguments: Known.allCases)
    private func notices(_ known: Known) {
        let someone = [UserID.none, Known.ann.id, Known.studio.id, UserID(rawValue: 9)]
        for id in someone {
            let events = [
                MeetingEvent.host(id), .coHost(id, true), .coHost(id, false), .studioUser(id, isSending: true),
                .studioUser(id, isSending: false),
            ]
            for event in events {
                var meeting = known.meeting
                meeting.apply(event)
                #expect(meeting == known.meeting, "\(event)")
            }
        }
    }

    @Test("PS-MEET-010 a move into a breakout room replaces the roster and keeps the status")
    func breakoutRoom() {
        let myself = Participant(id: UserID(rawValue: 6), name: "Me", role: .host, isMyself: true)
        var meeting = Known.crowd.meeting
        meeting.apply(.status(.joinedBreakoutRoom, .none))
        #expect(meeting.localUser == nil)
        #expect(meeting.studioUser == nil)
        meeting.apply(.joined(myself))
        #expect(meeting.localUser == myself)
        #expect(meeting.status == .inMeeting)
    }

    @Test("PS-MEET-004 the waiting room clears the roster; on admission all participants are reported again")
    func waitingRoom() {
        var meeting = Known.reconnecting.meeting
        meeting.apply(.status(.inWaitingRoom, .none))
        #expect(meeting.localUser == nil)
        #expect(meeting.status == .inWaitingRoom)
        meeting.apply(.status(.inMeeting, .none))
        #expect(meeting.participants == [])
        for participant in Known.crowd.people { meeting.apply(.joined(participant)) }
        #expect(meeting == Known.crowd.meeting)
    }
}
