import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Starting the studio")
struct StartTests {
    /// Expects that a rejected start causes no callback and is recorded.
    private func expectRefusal(
        _ fixture: TestMeeting, _ rule: Rule, _ code: StudioError.Code,
        of capability: VideoCapability = .small,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = fixture.recorder.names.filter { $0 != .status }
        let error = failure { () throws(StudioError) in try fixture.studio.start(capability) }
        #expect(error?.rule == rule, sourceLocation: sourceLocation)
        #expect(error?.code == code, sourceLocation: sourceLocation)
        try fixture.settle()
        let after = fixture.recorder.names.filter { $0 != .status }
        #expect(after == before, "an error means no callback", sourceLocation: sourceLocation)
        #expect(fixture.studio.violations.all.contains { $0.error.rule == rule }, sourceLocation: sourceLocation)
    }

    @Test("PS-START-001 starting after the meeting is NotInMeeting", arguments: [true, false])
    func outsideMeeting(leaves: Bool) throws {
        let fixture = TestMeeting.recorded()
        if leaves { fixture.meeting.leave() } else { fixture.meeting.end() }
        // Before the status is delivered as well as after it.
        try expectRefusal(fixture, .startOutsideMeeting, .notInMeeting)
        fixture.drain()
        try expectRefusal(fixture, .startOutsideMeeting, .notInMeeting)
        #expect(!fixture.studio.isSupported)
        #expect(!fixture.studio.canStart)
    }

    @Test("PS-START-002 starting without support is UnSupportedFeature")
    func unsupported() throws {
        let fixture = TestMeeting.recorded()
        fixture.studio.responses.isSupported = false
        #expect(!fixture.studio.isSupported)
        #expect(!fixture.studio.canStart)
        try expectRefusal(fixture, .startUnsupported, .unsupportedFeature)
    }

    @Test("PS-START-003 only host and co-host may start", arguments: MeetingRole.allCases)
    func permission(_ role: MeetingRole) throws {
        let fixture = TestMeeting.recorded(role: role)
        let maySend = role == .host || role == .coHost
        #expect(fixture.studio.canStart == maySend)
        if maySend {
            _ = try fixture.openSender()
        } else {
            try expectRefusal(fixture, .startWithoutPermission, .noPermission)
        }
        fixture.studio.responses.permission = !maySend
        #expect(fixture.studio.canStart == !maySend, "the scripted permission has precedence over the role")
    }

    @Test(
        "PS-START-004 a second start is WrongUsage and does not affect the session",
        arguments: StudioPhase.allCases.filter { $0 != .idle })
    func twice(_ phase: StudioPhase) throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: phase)
        let wasStarted = fixture.studio.isStarted
        try expectRefusal(fixture, .startTwice, .wrongUsage, of: VideoCapability(width: 640, height: 360))
        #expect(fixture.studio.isStarted == wasStarted)
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(fixture.recorder.names.starts(with: [.yes, .sender]))
        let sender = try #require(fixture.recorder.senders.last)
        #expect(sender.capability == .small)
        #expect(fixture.recorder.senders.count == 1)
    }

    @Test("PS-START-005 starting without a delegate is WrongUsage")
    func noDelegate() throws {
        let fixture = TestMeeting.recorded()
        fixture.studio.delegate = nil
        try expectRefusal(fixture, .startWithoutDelegate, .wrongUsage)
        fixture.studio.delegate = fixture.recorder
        _ = try fixture.openSender()
    }

    @Test("PS-START-005 a released delegate counts as none")
    func deadDelegate() throws {
        let fixture = TestMeeting.recorded()
        fixture.studio.delegate = CallbackRecorder()
        #expect(fixture.studio.delegate == nil)
        try expectRefusal(fixture, .startWithoutDelegate, .wrongUsage)
    }

    @Test(
        "PS-START-006 sides below 1 are refused",
        arguments: [(0, 0), (0, 8), (16, 0), (-16, 8), (16, -8), (.min, .min)] as [(Int32, Int32)])
    func notPositive(_ width: Int32, _ height: Int32) throws {
        try expectRefusal(
            TestMeeting.recorded(), .startSizeNotPositive, .invalidParameter,
            of: VideoCapability(width: width, height: height)
        )
    }

    @Test("PS-START-007 odd sizes are rejected", arguments: [(15, 8), (16, 7), (1, 1)] as [(Int32, Int32)])
    func odd(_ width: Int32, _ height: Int32) throws {
        try expectRefusal(
            TestMeeting.recorded(), .startSizeOdd, .invalidParameter, of: VideoCapability(width: width, height: height))
    }

    @Test("PS-START-008 an unknown format is rejected")
    func unknownFormat() throws {
        let capability = VideoCapability(width: 16, height: 8, format: .unknown(2))
        try expectRefusal(TestMeeting.recorded(), .startFormatUnknown, .invalidParameter, of: capability)
    }

    @Test("PS-START-009 sizes above 3840x2160 are rejected unless the limit is raised")
    func tooLarge() throws {
        let fixture = TestMeeting.recorded()
        try expectRefusal(
            fixture, .startSizeTooLarge, .invalidParameter, of: VideoCapability(width: 3842, height: 2160))
        try expectRefusal(
            fixture, .startSizeTooLarge, .invalidParameter, of: VideoCapability(width: 3840, height: 2162))
        fixture.studio.responses.maximumSize = (4096, 2304)
        _ = try fixture.openSender(VideoCapability(width: 4096, height: 2304))
    }

    @Test("a frame size without a possible buffer delivers a nil sender")
    func enormous() {
        let fixture = TestMeeting.recorded()
        fixture.studio.responses.maximumSize = (.max, .max)
        #expect(fixture.start(VideoCapability(width: 1_000_000, height: 1_000_000)) == nil)
        fixture.drain()
        #expect(fixture.recorder.names == [.yes, .nilSender, .stopped])
    }

    @Test("PS-START-010 if another user has the studio, the start result is false")
    func taken() throws {
        let fixture = TestMeeting.recorded()
        let other = try #require(fixture.meeting.addOtherStudioUser())
        fixture.drain()
        #expect(fixture.studio.userID == other.id)
        #expect(fixture.start() == nil)
        fixture.drain()
        #expect(fixture.recorder.names == [.joined, .joined, .userStarted, .no])
        #expect(!fixture.studio.isStarted)
        #expect(fixture.stop() == .stopNotStarted, "the false result ended the session")
        fixture.meeting.remove(other.id)
        _ = try fixture.openSender()
    }

    @Test("PS-START-011 the capability is read once")
    func copied() throws {
        let fixture = TestMeeting.recorded()
        var capability = VideoCapability(width: 16, height: 8, format: .i420Full)
        try fixture.studio.start(capability)
        (capability.width, capability.height, capability.format) = (32, 32, .i420Limited)
        fixture.studio.responses.maximumSize = (2, 2)
        fixture.drain()
        let sender = try #require(fixture.recorder.senders.last)
        #expect(sender.capability == VideoCapability(width: 16, height: 8, format: .i420Full))
        try sender.sendFrame()
    }

    @Test("PS-START-012 an accepted start has one result, also if false", arguments: [true, false])
    func answeredOnce(accepts: Bool) throws {
        let fixture = TestMeeting.recorded()
        fixture.studio.responses.accepts = accepts
        #expect(fixture.start() == nil)
        fixture.drain()
        fixture.clock.advance(by: .seconds(60))
        fixture.drain()
        #expect(fixture.recorder.names.filter { $0 == .yes }.count == (accepts ? 1 : 0))
        #expect(fixture.recorder.names.filter { $0 == .no }.count == (accepts ? 0 : 1))
        #expect(fixture.recorder.names.filter { $0 == .stopped } == [])
        #expect(fixture.studio.isStarted == accepts)
        if !accepts {
            fixture.studio.responses.accepts = true
            _ = try fixture.openSender()
        }
    }

    @Test(
        "PS-START-013 a scripted failure comes after all other checks",
        arguments: [StudioError.Code.failed, .serviceFailed, .uninitialised])
    func injected(_ code: StudioError.Code) throws {
        let fixture = TestMeeting.recorded()
        fixture.studio.responses.startFailure = code
        try expectRefusal(fixture, .startSizeOdd, .invalidParameter, of: VideoCapability(width: 15, height: 8))
        try expectRefusal(fixture, .startFailureInjected, code)
        fixture.studio.responses.startFailure = nil
        _ = try fixture.openSender()
    }

    @Test("PS-SEND-014 the first send fails on request, and onStartSend follows again with the same sender")
    func firstSendFails() throws {
        var responses = StudioResponses.immediate
        responses.failsFirstSend = true
        let fixture = TestMeeting.recorded(responses: responses)
        let sender = try fixture.openSender()
        #expect(fixture.recorder.names.filter { $0 != .status } == [.yes, .sender])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .firstSendFails)
        fixture.drain()
        #expect(fixture.recorder.names.filter { $0 != .status } == [.yes, .sender, .sender, .joined, .userStarted])
        #expect(fixture.recorder.senders.last === sender)
        try sender.sendFrame()
        try sender.sendAudioBlock()
        #expect(fixture.studio.statistics.video.accepted == 1)
        #expect(fixture.studio.statistics.video.refused == 1)
        #expect(fixture.stop() == nil)
        fixture.drain()
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
    }

    @Test("PS-SEND-014 a client that stops instead is not started again")
    func stoppedAfterTheFirstFailure() throws {
        var responses = StudioResponses.immediate
        responses.failsFirstSend = true
        let fixture = TestMeeting.recorded(responses: responses)
        let sender = try fixture.openSender()
        #expect(fixture.stop() == nil)
        fixture.drain()
        #expect(fixture.recorder.names.filter { $0 != .status } == [.yes, .sender, .stopped])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
    }
}
