import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import Testing
import ZoomSDK

@Suite("Joining, starting, leaving")
struct JoiningTests {
    @Test("PS-ENTRY-018 PS-ENTRY-019 joining requires init and authorisation, with any service object")
    func conditions() throws {
        try beforeInit { fixture in
            let service = ZoomSDKMeetingService()
            let elements = ZoomSDKJoinMeetingElements()
            elements.meetingNumber = 7
            #expect(service.joinMeeting(elements) == ZoomSDKError_Uninit)
            fixture.initialise()
            #expect(service.joinMeeting(elements) == ZoomSDKError_WrongUsage)
            fixture.authenticate()
            try fixture.test.settle()
            service.delegate = fixture.client
            #expect(service.joinMeeting(elements) == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(fixture.client.statuses.contains(ZoomSDKMeetingStatus_InMeeting))
        }
    }

    @Test("PS-ENTRY-026 PS-ENTRY-004 joining enters the meeting that the test created, and reports in order")
    func good() throws {
        let test = TestMeeting(role: .coHost, name: "Ada", isJoined: false)
        test.meeting.add("Grace", role: .host)
        var entry = EntryResponses.immediate
        entry.topic = "News"
        try beforeInit(test, entry) { fixture in
            try fixture.authorise()
            let service = try fixture.service()
            #expect(service.getMeetingType() == MeetingType_None)
            #expect(try fixture.join(withoutAudio: false) == ZoomSDKError_Success)
            try test.settle()
            #expect(
                fixture.client.events == [
                    .status(ZoomSDKMeetingStatus_Connecting), .parameter(7, MeetingType_Normal, "News", "Grace"),
                    .status(ZoomSDKMeetingStatus_InMeeting), .status(ZoomSDKMeetingStatus_AudioReady),
                ])
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_InMeeting)
            #expect(service.getMeetingType() == MeetingType_Normal)
            #expect(service.getMeetingProperty(MeetingPropertyCmd_Topic) == "News")
            #expect(service.getMeetingProperty(MeetingPropertyCmd_MeetingNumber) == "7")
            #expect(service.getMeetingProperty(MeetingPropertyCmd_HostTag) == nil)
            #expect(service.getMeetingActionController().getMyself()?.getUserRole() == UserRole_CoHost)
            #expect(service.getMeetingProductionStudioController()?.canStartPSMode() == true)
            try test.requireNoViolations()
        }
    }

    @Test("PS-ENTRY-026 without audio, AudioReady is not reported; a webinar reports its kind")
    func withoutAudio() throws {
        try beforeInit(TestMeeting(kind: .webinar, isJoined: false)) { fixture in
            try fixture.authorise()
            try fixture.join()
            try fixture.test.settle()
            #expect(fixture.client.statuses == [ZoomSDKMeetingStatus_Connecting, ZoomSDKMeetingStatus_InMeeting])
            #expect(fixture.client.events.contains(.parameter(7, MeetingType_Webinar, nil, "Local user")))
        }
    }

    @Test("PS-ENTRY-020 joining while joining, in a meeting or leaving has no effect")
    func busy() throws {
        try beforeInit(TestMeeting(isJoined: false), EntryResponses()) { fixture in
            fixture.initialise()
            fixture.authenticate()
            try fixture.test.turn(by: .seconds(1))
            try fixture.service().delegate = fixture.client
            fixture.client.forgetEvents()
            #expect(try fixture.join() == ZoomSDKError_Success)
            #expect(try fixture.join() == ZoomSDKError_WrongUsage)
            try fixture.test.turn(by: .seconds(1))
            #expect(try fixture.join() == ZoomSDKError_WrongUsage)
            #expect(fixture.client.statuses == [ZoomSDKMeetingStatus_Connecting, ZoomSDKMeetingStatus_InMeeting])
            fixture.client.react { event in
                guard event == .status(ZoomSDKMeetingStatus_Disconnecting) else { return }
                let elements = ZoomSDKJoinMeetingElements()
                elements.meetingNumber = 8
                #expect(ZoomSDKMeetingService().joinMeeting(elements) == ZoomSDKError_WrongUsage)
            }
            try fixture.service().leaveMeeting(with: LeaveMeetingCmd_Leave)
            try fixture.test.settle()
            #expect(fixture.test.violations.first?.error.rule == .joinBusy)
            #expect(fixture.test.violations.first?.count == 3)
        }
    }

    @Test("PS-ENTRY-021 PS-ENTRY-022 PS-ENTRY-023 PS-ENTRY-024 a rejected call reports no status")
    func rejected() throws {
        try beforeInit { fixture in
            try fixture.authorise()
            let service = try fixture.service()
            #expect(try fixture.join(0) == ZoomSDKError_InvalidParameter)
            #expect(service.startMeeting(withZAK: ZoomSDKStartMeetingUseZakElements()) == ZoomSDKError_InvalidParameter)
            #expect(service.startMeeting(ZoomSDKStartMeetingElements()) == ZoomSDKError_NoPermission)
            fixture.sdk.emulation.entry.joinRefusal = StudioError.Code(ZoomSDKError_ServiceFailed)
            #expect(try fixture.join() == ZoomSDKError_ServiceFailed)
            try fixture.test.settle()
            #expect(fixture.client.events == [])
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_Idle)
            fixture.sdk.emulation.entry.joinRefusal = nil
            let vanity = ZoomSDKJoinMeetingElements()
            vanity.vanityID = "me"
            #expect(service.joinMeeting(vanity) == ZoomSDKError_Success)
        }
    }

    @Test(
        "PS-ENTRY-025 who joins is attendee, promoted on request; who starts with a ZAK is host, even without a number")
    func roles() throws {
        try beforeInit { fixture in
            try fixture.enter()
            let service = try fixture.service()
            service.leaveMeeting(with: LeaveMeetingCmd_Leave)
            try fixture.test.settle()
            // The meeting that the test created is over; new ones follow.
            var entry = EntryResponses.immediate
            entry.promotion = .coHost
            entry.promotionDelay = .seconds(2)
            fixture.sdk.emulation.entry = entry
            try fixture.join()
            try fixture.test.settle()
            let action = service.getMeetingActionController()
            #expect(action.getMyself()?.getUserRole() == UserRole_Attendee)
            #expect(action.getMyself()?.getUserName() == "Ada")
            try fixture.test.turn(by: .seconds(2))
            #expect(action.getMyself()?.getUserRole() == UserRole_CoHost)
            service.leaveMeeting(with: LeaveMeetingCmd_Leave)
            try fixture.test.settle()
            fixture.sdk.emulation.entry = .immediate
            let start = ZoomSDKStartMeetingUseZakElements()
            start.zak = "zak"
            #expect(service.startMeeting(withZAK: start) == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(action.getMyself()?.isHost() == true)
        }
    }

    @Test("PS-ENTRY-027 the waiting room or the missing host is reported before InMeeting", arguments: [true, false])
    func waiting(isWaitingRoom: Bool) throws {
        var entry = EntryResponses.immediate
        entry.entrance = isWaitingRoom ? .waitingRoom : .beforeHost
        let status = isWaitingRoom ? ZoomSDKMeetingStatus_InWaitingRoom : ZoomSDKMeetingStatus_WaitingForHost
        try beforeInit(TestMeeting(isJoined: false), entry) { fixture in
            try fixture.authorise()
            try fixture.join()
            try fixture.test.settle()
            #expect(fixture.client.statuses == [ZoomSDKMeetingStatus_Connecting, status])
            #expect(try fixture.service().getMeetingStatus() == status)
            #expect(try fixture.service().getMeetingProductionStudioController() == nil)
            fixture.test.meeting.admit()
            try fixture.test.settle()
            #expect(
                fixture.client.statuses == [ZoomSDKMeetingStatus_Connecting, status, ZoomSDKMeetingStatus_InMeeting])
        }
    }

    @Test("PS-ENTRY-027 a waiting user is admitted after the configured time, or leaves before")
    func admission() throws {
        var entry = EntryResponses.immediate
        entry.entrance = .waitingRoom
        entry.admissionDelay = .seconds(5)
        try beforeInit(TestMeeting(isJoined: false), entry) { fixture in
            try fixture.authorise()
            try fixture.join()
            try fixture.test.turn(by: .seconds(4))
            let service = try fixture.service()
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_InWaitingRoom)
            try fixture.test.turn(by: .seconds(1))
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_InMeeting)
            service.leaveMeeting(with: LeaveMeetingCmd_Leave)
            try fixture.test.settle()
            try fixture.join()
            try fixture.test.turn(by: .seconds(1))
            service.leaveMeeting(with: LeaveMeetingCmd_Leave)
            try fixture.test.turn(by: .seconds(9))
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_Ended)
        }
    }

    static let failures = [
        ZoomSDKMeetingError_ConnectionError, ZoomSDKMeetingError_PasswordError, ZoomSDKMeetingError_MeetingNotStart,
        ZoomSDKMeetingError_MeetingNotExist, ZoomSDKMeetingError_UserFull,
        ZoomSDKMeetingError_UnableToJoinExternalMeeting, ZoomSDKMeetingError_AppCanNotAnonymousJoinMeeting,
        ZoomSDKMeetingError_JmakUserEmailNotMatch, ZoomSDKMeetingError(4711),
    ]

    @Test("PS-ENTRY-028 PS-ENTRY-032 joining fails with any error, and joining again works", arguments: failures)
    func failed(_ error: ZoomSDKMeetingError) throws {
        var entry = EntryResponses.immediate
        entry.entrance = .failure
        entry.joinFailure = JoinFailure(error)
        try beforeInit(TestMeeting(isJoined: false), entry) { fixture in
            try fixture.authorise()
            #expect(try fixture.join() == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(
                fixture.client.events == [
                    .status(ZoomSDKMeetingStatus_Connecting),
                    .status(ZoomSDKMeetingStatus_Failed, error, EndMeetingReason_None),
                ])
            #expect(try fixture.service().getMeetingStatus() == ZoomSDKMeetingStatus_Failed)
            fixture.sdk.emulation.entry.entrance = .direct
            #expect(try fixture.join() == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(try fixture.service().getMeetingStatus() == ZoomSDKMeetingStatus_InMeeting)
        }
    }

    @Test("PS-ENTRY-029 on request, a failure is reported as Disconnecting, Failed, Ended, Ended")
    func failedAndEnded() throws {
        var entry = EntryResponses.immediate
        entry.entrance = .failure
        entry.failureEndsMeeting = true
        entry.joinFailure = .meetingFull
        try beforeInit(TestMeeting(isJoined: false), entry) { fixture in
            try fixture.authorise()
            try fixture.join()
            try fixture.test.settle()
            #expect(
                fixture.client.events == [
                    .status(ZoomSDKMeetingStatus_Connecting), .status(ZoomSDKMeetingStatus_Disconnecting),
                    .status(ZoomSDKMeetingStatus_Failed, ZoomSDKMeetingError_UserFull, EndMeetingReason_None),
                    .status(ZoomSDKMeetingStatus_Ended), .status(ZoomSDKMeetingStatus_Ended),
                ])
        }
    }

    @Test("PS-ENTRY-030 a status is lost: the client's watchdog queries it and continues")
    func lost() throws {
        var entry = EntryResponses.immediate
        entry.statusDelivery = [.inMeeting: .never]
        try beforeInit(TestMeeting(isJoined: false), entry) { fixture in
            try fixture.authorise()
            try fixture.join()
            try fixture.test.turn(by: .seconds(60))
            #expect(fixture.client.statuses == [ZoomSDKMeetingStatus_Connecting])
            let service = try fixture.service()
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_InMeeting)
            #expect(service.getMeetingProductionStudioController() != nil)
        }
    }

    @Test("PS-ENTRY-030 a status is delivered twice, or late without delaying others")
    func twiceAndLate() throws {
        var entry = EntryResponses.immediate
        entry.statusDelivery = [.connecting: .twice, .inMeeting: .late(by: .seconds(3))]
        try beforeInit(TestMeeting(isJoined: false), entry) { fixture in
            try fixture.authorise()
            try fixture.join(withoutAudio: false)
            try fixture.test.settle()
            let early = [
                ZoomSDKMeetingStatus_Connecting, ZoomSDKMeetingStatus_Connecting, ZoomSDKMeetingStatus_AudioReady,
            ]
            #expect(fixture.client.statuses == early)
            try fixture.test.turn(by: .seconds(3))
            #expect(fixture.client.statuses == early + [ZoomSDKMeetingStatus_InMeeting])
        }
    }

    @Test("PS-ENTRY-031 Ended remains until the next join, un-init sets Idle; no delegate is required")
    func statusStays() throws {
        try beforeInit { fixture in
            try fixture.enter()
            let service = try fixture.service()
            service.delegate = nil
            service.leaveMeeting(with: LeaveMeetingCmd_Leave)
            service.leaveMeeting(with: LeaveMeetingCmd_Leave)
            try fixture.test.turn(by: .seconds(60))
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_Ended)
            fixture.sdk.unInitSDK()
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_Idle)
            #expect(fixture.sdk.emulation.warnings == [])
        }
    }

    @Test("PS-ENTRY-032 joining inside the callback of Ended works, and is another meeting")
    func joinAgain() throws {
        try beforeInit { fixture in
            try fixture.enter()
            let first = fixture.sdk.emulation.meeting
            fixture.client.react { event in
                guard event == .status(ZoomSDKMeetingStatus_Ended) else { return }
                let elements = ZoomSDKJoinMeetingElements()
                elements.meetingNumber = 8
                #expect(ZoomSDK.shared().getMeetingService().joinMeeting(elements) == ZoomSDKError_Success)
            }
            try fixture.service().leaveMeeting(with: LeaveMeetingCmd_Leave)
            try fixture.test.settle()
            #expect(fixture.sdk.emulation.meeting !== first)
            #expect(try fixture.service().getMeetingStatus() == ZoomSDKMeetingStatus_InMeeting)
        }
    }

    @Test("PS-ENTRY-034 un-init in a meeting ends it without callbacks, and warns once")
    func uninitialiseInside() throws {
        try beforeInit { fixture in
            try fixture.enter()
            let controller = try #require(try fixture.service().getMeetingProductionStudioController())
            let studio = Client()
            controller.delegate = studio
            #expect(controller.startPSMode(capability()) == ZoomSDKError_Success)
            try fixture.test.wait(for: .sending)
            try fixture.test.settle()
            let before = studio.callbacks
            fixture.client.forgetEvents()
            fixture.sdk.unInitSDK()
            try fixture.test.settle()
            #expect(fixture.client.events == [])
            #expect(studio.callbacks == before)
            #expect(fixture.test.studio.state == .idle)
            #expect(studio.sender?.send() == ZoomSDKError_WrongUsage)
            let rules = fixture.sdk.emulation.warnings.map(\.error.rule)
            #expect(rules.filter { $0 == .uninitialisedInside }.count == 1)
            #expect(ZoomSDKMeetingService().getMeetingStatus() == ZoomSDKMeetingStatus_Idle)
        }
    }

    @Test("PS-ENTRY-036 the result of a start is never delivered: the client stops and starts again")
    func startNeverAnswered() throws {
        var responses = StudioResponses.immediate
        responses.answerDelivery = .never
        try inMeeting(TestMeeting(responses: responses)) { fixture in
            let controller = try #require(fixture.controller)
            controller.delegate = fixture.client
            #expect(controller.startPSMode(capability()) == ZoomSDKError_Success)
            try fixture.test.turn(by: .seconds(30))
            #expect(fixture.client.callbacks == [])
            #expect(controller.startPSMode(capability()) == ZoomSDKError_WrongUsage)
            #expect(controller.stopPSMode() == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(fixture.client.callbacks == [.stop])
            fixture.test.studio.responses.answerDelivery = .once
            #expect(controller.startPSMode(capability()) == ZoomSDKError_Success)
            try fixture.test.wait(for: .sending)
        }
    }

    @Test("PS-ENTRY-036 onStartSend is never delivered: the client stops and starts again")
    func senderNeverComes() throws {
        var responses = StudioResponses.immediate
        responses.senderDelivery = .never
        try inMeeting(TestMeeting(responses: responses)) { fixture in
            let controller = try #require(fixture.controller)
            controller.delegate = fixture.client
            controller.startPSMode(capability())
            try fixture.test.turn(by: .seconds(30))
            #expect(fixture.client.callbacks == [.result(true)])
            #expect(controller.isPSModeStarted())
            #expect(controller.stopPSMode() == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(fixture.client.callbacks == [.result(true), .stop])
            fixture.test.studio.responses.senderDelivery = .once
            controller.startPSMode(capability())
            try fixture.test.wait(for: .sending)
        }
    }

    @Test("PS-ENTRY-036 result and onStartSend are delivered twice, or late; a stop does not wait for them")
    func startTwiceAndLate() throws {
        var responses = StudioResponses.immediate
        responses.answerDelivery = .twice
        responses.senderDelivery = CallbackDelivery(count: 2, delay: .seconds(10))
        try inMeeting(TestMeeting(responses: responses)) { fixture in
            let controller = try #require(fixture.controller)
            controller.delegate = fixture.client
            controller.startPSMode(capability())
            try fixture.test.turn(by: .seconds(9))
            #expect(fixture.client.callbacks == [.result(true), .result(true)])
            try fixture.test.turn(by: .seconds(1))
            #expect(fixture.client.callbacks.prefix(4) == [.result(true), .result(true), .sender(true), .sender(true)])
            #expect(fixture.client.sender?.send() == ZoomSDKError_Success)
            controller.stopPSMode()
            try fixture.test.settle()
            controller.startPSMode(capability())
            try fixture.test.turn(by: .seconds(1))
            controller.stopPSMode()
            try fixture.test.settle()
            #expect(fixture.client.callbacks.last == .stop)
            let count = fixture.client.callbacks.count
            try fixture.test.turn(by: .seconds(60))
            #expect(fixture.client.callbacks.count == count, "the late sender belongs to a start that is over")
        }
    }
}
