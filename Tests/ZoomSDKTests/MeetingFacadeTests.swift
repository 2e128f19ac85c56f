import Foundation
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomSDK

@Suite("The meeting through the SDK")
struct MeetingFacadeTests {
    @Test("PS-MEET-014 unprepared, the shared SDK is in a meeting that was joined as host")
    func unprepared() throws {
        try ZoomSDK.shared().emulation.withMeeting(TestMeeting().studio) {
            let emulation = ZoomSDK.shared().emulation
            emulation.reset()
            let service: ZoomSDKMeetingService = ZoomSDK.shared().getMeetingService()
            let action = service.getMeetingActionController()
            #expect(action.getMyself()?.isHost() == true, "asked first")
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_InMeeting)
            let controller = try #require(service.getMeetingProductionStudioController())
            #expect(controller.isSupportPSMode())
            #expect(controller.canStartPSMode())
            #expect(emulation.meeting.localUser.role == .host)
        }
    }

    @Test("PS-SDK-004 the controller is nil outside a meeting and where Production Studio is not available")
    func controllerOptional() throws {
        try inMeeting(TestMeeting(isJoined: false)) { scene in
            #expect(scene.controller == nil)
            scene.test.meeting.join(.waitingRoom)
            try scene.test.settle()
            #expect(scene.controller == nil)
            scene.test.meeting.admit()
            #expect(scene.controller != nil)
            scene.test.studio.responses.isSupported = false
            #expect(scene.controller == nil)
            scene.test.studio.responses.isSupported = true
            scene.test.meeting.end()
            #expect(scene.controller == nil, "at once, not only when it is told")
        }
    }

    @Test("PS-SDK-005 the action controller is always there, and empty outside")
    func actionController() throws {
        try inMeeting(TestMeeting(isJoined: false)) { scene in
            let action: ZoomSDKMeetingActionController = scene.action
            #expect(action.getMyself() == nil)
            #expect(action.getParticipantsList()?.isEmpty == true)
            #expect(action.makeHost(1) == ZoomSDKError_NotInMeeting)
            scene.test.meeting.join()
            try scene.test.settle()
            #expect(action.getMyself()?.isMySelf() == true)
            #expect(action === scene.action)
        }
    }

    @Test("PS-MEET-013 the controller is one object during a meeting, and stale afterwards")
    func identity() throws {
        try inMeeting { scene in
            let controller = try #require(scene.controller)
            let sender = try scene.open()
            #expect(scene.controller === controller)
            scene.test.meeting.enterBreakoutRoom()
            try scene.test.settle()
            #expect(scene.controller === controller)
            #expect(sender.send() == ZoomSDKError_WrongUsage, "a sender kept too long")
            let next = TestMeeting()
            ZoomSDK.shared().emulation.enter(next.studio)
            try scene.test.settle()
            let second = try #require(scene.controller)
            #expect(second !== controller)
            #expect(!controller.isSupportPSMode())
            #expect(!controller.canStartPSMode())
            #expect(!controller.isPSModeStarted())
            #expect(controller.getPSUserID() == 0)
            #expect(controller.startPSMode(capability()) == ZoomSDKError_NotInMeeting)
            #expect(controller.stopPSMode() == ZoomSDKError_NotInMeeting)
            #expect(second.canStartPSMode(), "the new meeting is not touched")
            #expect(scene.client.heard.last?.isEnded == true)
        }
    }

    @Test("PS-SDK-008 a user is found by any width of the number, by literals, and in both spellings")
    func lookup() throws {
        try inMeeting { scene in
            let action = scene.action
            let me: UInt32 = 16_778_240
            #expect(action.getUser(byUserID: me)?.isMySelf() == true)
            #expect(action.getUser(byUserID: UInt(me))?.isMySelf() == true)
            #expect(action.getUser(byUserID: Int(me))?.isMySelf() == true)
            #expect(action.getUser(byUserID: 16_778_240)?.isMySelf() == true)
            #expect(action.getUserByUserID(me)?.isMySelf() == true)
            #expect(action.getUserByUserID(16_778_240)?.isMySelf() == true)
            #expect(action.getUser(byUserID: 1) == nil)
            #expect(action.getUser(byUserID: -1) == nil)
            #expect(action.getUser(byUserID: UInt(me) + 1 << 32) == nil, "no number is cut to fit")
        }
    }

    @Test("PS-SDK-014 a user's information tells number, name, role, picture, studio and its parent")
    func userInfo() throws {
        try inMeeting(TestMeeting(name: "Ada")) { scene in
            _ = try scene.open()
            let action = scene.action
            let roles: [(MeetingRole, UserRole, UInt32)] = [
                (.coHost, UserRole_CoHost, 2), (.attendee, UserRole_Attendee, 3), (.panelist, UserRole_Panelist, 4),
                (.breakoutRoomModerator, UserRole_BreakoutRoom_Moderator, 5), (.none, UserRole_None, 0),
            ]
            for (role, expected, number) in roles {
                let user = scene.test.meeting.add("Guest", role: role, isVideoOn: role == .coHost)
                try scene.test.settle()
                let info = try #require(action.getUserByUserID(user.id.rawValue))
                #expect(info.getUserRole() == expected)
                #expect(info.getUserRole().rawValue == number)
                #expect(info.isVideoOn() == (role == .coHost))
                #expect(!info.isHost())
                #expect(!info.isProductionStudioUser())
                #expect(info.getProductionStudioParent() == 0)
            }
            let myself = try #require(action.getMyself())
            let name: String = myself.getUserName()
            #expect(name == "Ada")
            #expect(myself.isHost())
            #expect(myself.getUserRole() == UserRole_Host)
            let studio = try #require(action.getUser(byUserID: scene.test.studio.userID.rawValue))
            #expect(studio.isProductionStudioUser())
            #expect(studio.getProductionStudioParent() == myself.getUserID())
            #expect(!studio.isMySelf())
            let list = try #require(action.getParticipantsList() as? [NSNumber])
            #expect(list.map(\.uint32Value) == scene.test.meeting.participants.map(\.id.rawValue))
        }
    }

    @Test("PS-SDK-015 leaving is 0, ending for all is 1, and both end the meeting without a reason", arguments: [0, 1])
    func leaving(_ number: UInt32) throws {
        #expect(LeaveMeetingCmd_Leave.rawValue == 0)
        #expect(LeaveMeetingCmd_End.rawValue == 1)
        try inMeeting { scene in
            scene.service.leaveMeeting(with: LeaveMeetingCmd(rawValue: number))
            try scene.test.settle()
            #expect(
                scene.client.heard == [
                    .status(ZoomSDKMeetingStatus_Disconnecting, ZoomSDKMeetingError_Success, EndMeetingReason_None),
                    .status(ZoomSDKMeetingStatus_Ended, ZoomSDKMeetingError_Success, EndMeetingReason_None),
                ])
            #expect(scene.service.getMeetingStatus() == ZoomSDKMeetingStatus_Ended)
        }
    }

    @Test("PS-ROLE-009 End by somebody who is not the host leaves, and is reported")
    func endByAttendee() throws {
        try inMeeting(TestMeeting(role: .coHost)) { scene in
            scene.service.leaveMeeting(with: LeaveMeetingCmd_End)
            try scene.test.settle()
            #expect(scene.service.getMeetingStatus() == ZoomSDKMeetingStatus_Ended)
            #expect(scene.test.violations.map(\.error.rule) == [.roleEndByOthers])
        }
    }

    @Test("joining, failing, users and roles are told with the vendor's arguments")
    func told() throws {
        try inMeeting(TestMeeting(isJoined: false)) { scene in
            let meeting = scene.test.meeting
            meeting.join()
            let guest = meeting.add("Guest")
            try scene.test.settle()
            let me = meeting.localUser.id.rawValue
            #expect(scene.action.assignCoHost(guest.id.rawValue) == ZoomSDKError_Success)
            #expect(scene.action.revokeCoHost(guest.id.rawValue) == ZoomSDKError_Success)
            #expect(scene.action.makeHost(guest.id.rawValue) == ZoomSDKError_Success)
            #expect(scene.action.makeHost(guest.id.rawValue) == ZoomSDKError_NoPermission)
            #expect(scene.action.reclaimHost() == ZoomSDKError_Success)
            #expect(scene.action.expelUser(guest.id.rawValue) == ZoomSDKError_Success)
            #expect(scene.action.expelUser(guest.id.rawValue) == ZoomSDKError_InvalidParameter)
            try scene.test.settle()
            let (success, none) = (ZoomSDKMeetingError_Success, EndMeetingReason_None)
            let number = guest.id.rawValue
            #expect(
                scene.client.heard == [
                    .status(ZoomSDKMeetingStatus_Connecting, success, none),
                    .status(ZoomSDKMeetingStatus_InMeeting, success, none), .join([me]), .join([number]),
                    .coHost(number, true), .coHost(number, false), .host(number), .host(me), .left([number]),
                ])
        }
        try inMeeting(TestMeeting(isJoined: false)) { scene in
            scene.test.meeting.join(.failure)
            try scene.test.settle()
            #expect(
                scene.client.heard.last
                    == .status(ZoomSDKMeetingStatus_Failed, ZoomSDKMeetingError_ConnectionError, EndMeetingReason_None))
        }
    }

    @Test("a status delegate with the header's label is called as well")
    func headerLabel() throws {
        final class Listener: ZoomSDKMeetingServiceDelegate {
            let heard = Recorder<UInt32>()
            func onMeetingStatusChange(
                _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError,
                endReason reason: EndMeetingReason
            ) { heard.record(state.rawValue * 100 + reason.rawValue) }
        }
        try inMeeting { scene in
            let listener = Listener()
            scene.service.delegate = listener
            scene.test.meeting.end()
            try scene.test.settle()
            #expect(listener.heard.all == [400, 702])
        }
    }
}

extension Client.Heard {
    var isEnded: Bool {
        if case .status(ZoomSDKMeetingStatus_Ended, _, _) = self { true } else { false }
    }
}
