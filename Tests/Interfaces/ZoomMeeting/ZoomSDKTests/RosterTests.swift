import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import Testing
import ZoomSDK

/// Who is there when the client arrives, and who comes later.
@Suite("The list of users on macOS")
struct RosterTests {
    /// Lists the users at each status, as Zoom's sample does.
    private func list(_ action: ZoomSDKMeetingActionController) -> [UInt32] {
        (action.getParticipantsList() as? [NSNumber])?.map(\.uint32Value) ?? []
    }

    @Test("PS-MEET-001 inside InMeeting the list has those who are there, who do not join; later ones join")
    func arriving() throws {
        let test = TestMeeting(role: .coHost, name: "Ada", isJoined: false)
        let host = test.meeting.add("Grace", role: .host)
        try beforeInit(test) { fixture in
            try fixture.authorise()
            let action = try fixture.service().getMeetingActionController()
            let lists = Lock<[[UInt32]]>([])
            let names = Lock<[String?]>([])
            fixture.client.react { event in
                guard event == .status(ZoomSDKMeetingStatus_InMeeting) else { return }
                lists.withLock { $0.append(list(action)) }
                let users = [action.getMyself(), action.getUser(byUserID: host.id.rawValue)]
                names.withLock { $0 += users.map { $0?.getUserName() } }
            }
            try fixture.join()
            try test.settle()
            let me = test.meeting.localUser.id.rawValue
            #expect(lists.withLock { $0 } == [[me, host.id.rawValue]])
            #expect(names.withLock { $0 } == ["Ada", "Grace"])
            let guest = test.meeting.add("Guest")
            test.meeting.remove(host.id)
            try test.settle()
            #expect(list(action) == [me, guest.id.rawValue])
            #expect(fixture.client.events.contains(.join(guest.id.rawValue)))
            #expect(fixture.client.events.contains(.left(host.id.rawValue)))
            #expect(!fixture.client.events.contains(.join(me)))
            #expect(!fixture.client.events.contains(.join(host.id.rawValue)))
            try test.requireNoViolations()
        }
    }

    @Test("PS-MEET-001 PS-ENTRY-030 those who are there do not join when InMeeting is lost")
    func lost() throws {
        var entry = EntryResponses.immediate
        entry.statusDelivery = [.inMeeting: .never]
        let test = TestMeeting(isJoined: false)
        test.meeting.add("Grace")
        try beforeInit(test, entry) { fixture in
            try fixture.authorise()
            try fixture.join()
            try test.settle()
            #expect(list(try fixture.service().getMeetingActionController()).count == 2)
            #expect(
                fixture.client.events == [
                    .status(ZoomSDKMeetingStatus_Connecting), .parameter(7, MeetingType_Normal, nil, "Local user"),
                ])
        }
    }

    @Test("PS-MEET-001 PS-MEET-010 each room has its list at its status, without joins")
    func rooms() throws {
        try inMeeting { fixture in
            let meeting = fixture.test.meeting
            let ada = meeting.add("Ada")
            try fixture.test.settle()
            let lists = Lock<[Int]>([])
            fixture.client.react { [action = fixture.action] callback in
                guard case .status(let status, _, _) = callback, status != ZoomSDKMeetingStatus_Reconnecting else {
                    return
                }
                lists.withLock { $0.append(list(action).count) }
            }
            meeting.enterBreakoutRoom()
            try fixture.test.settle()
            meeting.leaveBreakoutRoom()
            try fixture.test.settle()
            #expect(lists.withLock { $0 } == [1, 2])
            meeting.loseConnection()
            meeting.regainConnection()
            try fixture.test.settle()
            #expect(lists.withLock { $0 } == [1, 2, 2])
            meeting.putIntoWaitingRoom()
            try fixture.test.settle()
            #expect(list(fixture.action) == [])
            meeting.admit()
            try fixture.test.settle()
            #expect(lists.withLock { $0 } == [1, 2, 2, 0, 2])
            let joins = fixture.client.callbacks.compactMap { if case .join(let users) = $0 { users } else { nil } }
            #expect(joins == [[ada.id.rawValue]])
            meeting.end()
            try fixture.test.settle()
            #expect(list(fixture.action) == [])
        }
    }
}
