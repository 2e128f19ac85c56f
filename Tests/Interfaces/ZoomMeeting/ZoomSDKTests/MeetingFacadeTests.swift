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
    @Test("PS-MEET-014 by default the shared SDK is in a meeting that it joined as host")
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

    @Test("PS-SDK-004 the controller is nil outside a meeting and if Production Studio is not available")
    func controllerOptional() throws {
        try inMeeting(TestMeeting(isJoined: false)) { fixture in
            #expect(fixture.controller == nil)
            fixture.test.meeting.join(.waitingRoom)
            try fixture.test.settle()
            #expect(fixture.controller == nil)
            fixture.test.meeting.admit()
            #expect(fixture.controller != nil)
            fixture.test.studio.responses.isSupported = false
            #expect(fixture.controller == nil)
            fixture.test.studio.responses.isSupported = true
            fixture.test.meeting.end()
            #expect(fixture.controller == nil, "immediately, before the callback")
        }
    }

    @Test("PS-SDK-005 the action controller always exists, and is empty outside a meeting")
    func actionController() throws {
        try inMeeting(TestMeeting(isJoined: false)) { fixture in
            let action: ZoomSDKMeetingActionController = fixture.action
            #expect(action.getMyself() == nil)
            #expect(action.getParticipantsList()?.isEmpty == true)
            #expect(action.makeHost(1) == ZoomSDKError_NotInMeeting)
            fixture.test.meeting.join()
            try fixture.test.settle()
            #expect(action.getMyself()?.isMySelf() == true)
            #expect(action === fixture.action)
        }
    }

    @Test("PS-MEET-013 the controller is one object during a meeting, and invalid afterwards")
    func identity() throws {
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            let sender = try fixture.open()
            #expect(fixture.controller === controller)
            fixture.test.meeting.enterBreakoutRoom()
            try fixture.test.settle()
            #expect(fixture.controller === controller)
            #expect(sender.send() == ZoomSDKError_WrongUsage, "a sender of an earlier session")
            let next = TestMeeting()
            ZoomSDK.shared().emulation.enter(next.studio)
            try fixture.test.settle()
            let second = try #require(fixture.controller)
            #expect(second !== controller)
            #expect(!controller.isSupportPSMode())
            #expect(!controller.canStartPSMode())
            #expect(!controller.isPSModeStarted())
            #expect(controller.getPSUserID() == 0)
            #expect(controller.startPSMode(capability()) == ZoomSDKError_NotInMeeting)
            #expect(controller.stopPSMode() == ZoomSDKError_NotInMeeting)
            #expect(second.canStartPSMode(), "the new meeting is not affected")
            #expect(fixture.client.callbacks.last?.isEnded == true)
        }
    }

    @Test("PS-SDK-008 a user is found by an identifier of any width, by literals, and in both spellings")
    func lookup() throws {
        try inMeeting { fixture in
            let action = fixture.action
            let me: UInt32 = 16_778_240
            #expect(action.getUser(byUserID: me)?.isMySelf() == true)
            #expect(action.getUser(byUserID: UInt(me))?.isMySelf() == true)
            #expect(action.getUser(byUserID: Int(me))?.isMySelf() == true)
            #expect(action.getUser(byUserID: 16_778_240)?.isMySelf() == true)
            #expect(action.getUserByUserID(me)?.isMySelf() == true)
            #expect(action.getUserByUserID(16_778_240)?.isMySelf() == true)
            #expect(action.getUser(byUserID: 1) == nil)
            #expect(action.getUser(byUserID: -1) == nil)
            #expect(action.getUser(byUserID: UInt(me) + 1 << 32) == nil, "identifiers are not truncated")
        }
    }

    @Test("PS-SDK-014 a user's information has identifier, name, role, video, studio and parent")
    func userInfo() throws {
        try inMeeting(TestMeeting(name: "Ada")) { fixture in
            _ = try fixture.open()
            let action = fixture.action
            let roles: [(MeetingRole, UserRole, UInt32)] = [
                (.coHost, UserRole_CoHost, 2), (.attendee, UserRole_Attendee, 3), (.panelist, UserRole_Panelist, 4),
                (.breakoutRoomModerator, UserRole_BreakoutRoom_Moderator, 5), (.none, UserRole_None, 0),
            ]
            for (role, expected, number) in roles {
                let user = fixture.test.meeting.add("Guest", role: role, isVideoOn: role == .coHost)
                try fixture.test.settle()
                let info = try #require(action.getUserByUserID(user.id.rawValue))
                #expect(info.getUserRole() == expected)
                #expect(info.getUserRole().rawValue == number)
                #expect(info.isVideoOn() == (role == .coHost))
                #expect(!info.isHost())
                #expect(!info.isProductionStudioUser())
                #expect(info.getProductionStudioParent() == 0)
            }
            let myself = try #require(action.getMyself())
            let name: String? = myself.getUserName()
            #expect(name == "Ada")
            #expect(myself.isHost())
            #expect(myself.getUserRole() == UserRole_Host)
            let studio = try #require(action.getUser(byUserID: fixture.test.studio.userID.rawValue))
            #expect(studio.isProductionStudioUser())
            #expect(studio.getProductionStudioParent() == myself.getUserID())
            #expect(!studio.isMySelf())
            let list = try #require(action.getParticipantsList() as? [NSNumber])
            #expect(list.map(\.uint32Value) == fixture.test.meeting.participants.map(\.id.rawValue))
        }
    }

    @Test("PS-SDK-015 leaving is 0, ending for all is 1, and both end the meeting without a reason", arguments: [0, 1])
    func leaving(_ number: UInt32) throws {
        #expect(LeaveMeetingCmd_Leave.rawValue == 0)
        #expect(LeaveMeetingCmd_End.rawValue == 1)
        try inMeeting { fixture in
            fixture.service.leaveMeeting(with: LeaveMeetingCmd(rawValue: number))
            try fixture.test.settle()
            #expect(
                fixture.client.callbacks == [
                    .status(ZoomSDKMeetingStatus_Disconnecting, ZoomSDKMeetingError_Success, EndMeetingReason_None),
                    .status(ZoomSDKMeetingStatus_Ended, ZoomSDKMeetingError_Success, EndMeetingReason_None),
                ])
            #expect(fixture.service.getMeetingStatus() == ZoomSDKMeetingStatus_Ended)
        }
    }

    @Test("PS-ROLE-009 End by a participant who is not the host leaves, and is reported")
    func endByAttendee() throws {
        try inMeeting(TestMeeting(role: .coHost)) { fixture in
            fixture.service.leaveMeeting(with: LeaveMeetingCmd_End)
            try fixture.test.settle()
            #expect(fixture.service.getMeetingStatus() == ZoomSDKMeetingStatus_Ended)
            #expect(fixture.test.violations.map(\.error.rule) == [.roleEndByOthers])
        }
    }

    @Test("joining, failing, users and roles are reported with the vendor's arguments")
    func callbackArguments() throws {
        try inMeeting(TestMeeting(isJoined: false)) { fixture in
            let meeting = fixture.test.meeting
            meeting.join()
            try fixture.test.settle()
            let guest = meeting.add("Guest")
            try fixture.test.settle()
            let me = meeting.localUser.id.rawValue
            #expect(fixture.action.assignCoHost(guest.id.rawValue) == ZoomSDKError_Success)
            #expect(fixture.action.revokeCoHost(guest.id.rawValue) == ZoomSDKError_Success)
            #expect(fixture.action.makeHost(guest.id.rawValue) == ZoomSDKError_Success)
            #expect(fixture.action.makeHost(guest.id.rawValue) == ZoomSDKError_NoPermission)
            #expect(fixture.action.canReclaimHost())
            #expect(fixture.action.reclaimHost() == ZoomSDKError_Success)
            #expect(!fixture.action.canReclaimHost(), "the host has the role")
            #expect(fixture.action.isSelfOriginalHost())
            #expect(fixture.action.expelUser(guest.id.rawValue) == ZoomSDKError_Success)
            #expect(fixture.action.expelUser(guest.id.rawValue) == ZoomSDKError_InvalidParameter)
            try fixture.test.settle()
            let (success, none) = (ZoomSDKMeetingError_Success, EndMeetingReason_None)
            let number = guest.id.rawValue
            #expect(
                fixture.client.callbacks == [
                    .status(ZoomSDKMeetingStatus_Connecting, success, none),
                    .status(ZoomSDKMeetingStatus_InMeeting, success, none), .join([number]),
                    .coHost(number, true), .coHost(number, false), .host(number), .host(me), .left([number]),
                ])
        }
        try inMeeting(TestMeeting(isJoined: false)) { fixture in
            fixture.test.meeting.join(.failure)
            try fixture.test.settle()
            #expect(
                fixture.client.callbacks.last
                    == .status(ZoomSDKMeetingStatus_Failed, ZoomSDKMeetingError_ConnectionError, EndMeetingReason_None))
        }
    }

    @Test("a status delegate with the header's label is called as well")
    func headerLabel() throws {
        final class Listener: ZoomSDKMeetingServiceDelegate {
            let callbacks = Recorder<UInt32>()
            func onMeetingStatusChange(
                _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError,
                endReason reason: EndMeetingReason
            ) { callbacks.record(state.rawValue * 100 + reason.rawValue) }
        }
        try inMeeting { fixture in
            let listener = Listener()
            fixture.service.delegate = listener
            fixture.test.meeting.end()
            try fixture.test.settle()
            #expect(listener.callbacks.all == [400, 702])
        }
    }
}

extension Client.Callback {
    var isEnded: Bool {
        if case .status(ZoomSDKMeetingStatus_Ended, _, _) = self { true } else { false }
    }
}
