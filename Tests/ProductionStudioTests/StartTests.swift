import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Starting the studio")
struct StartTests {
    /// A refused start brings no callback, and is recorded.
    private func expectRefusal(
        _ stage: Stage, _ rule: Rule, _ code: StudioError.Code, of capability: VideoCapability = Stage.small,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = stage.audience.names.filter { $0 != .status }
        let error = failure { () throws(StudioError) in try stage.studio.start(capability) }
        #expect(error?.rule == rule, sourceLocation: sourceLocation)
        #expect(error?.code == code, sourceLocation: sourceLocation)
        stage.flush()
        let after = stage.audience.names.filter { $0 != .status }
        #expect(after == before, "an error means no callback", sourceLocation: sourceLocation)
        #expect(stage.studio.violations.all.contains { $0.error.rule == rule }, sourceLocation: sourceLocation)
    }

    @Test("PS-START-001 starting after the meeting is NotInMeeting", arguments: [true, false])
    func outsideMeeting(leaves: Bool) {
        let stage = Stage()
        if leaves { stage.meeting.leave() } else { stage.meeting.end() }
        // Before the status is delivered as well as after it.
        expectRefusal(stage, .startOutsideMeeting, .notInMeeting)
        stage.settle()
        expectRefusal(stage, .startOutsideMeeting, .notInMeeting)
        #expect(!stage.studio.isSupported)
        #expect(!stage.studio.canStart)
    }

    @Test("PS-START-002 starting where it is not supported is UnSupportedFeature")
    func unsupported() {
        let stage = Stage()
        stage.studio.responses.isSupported = false
        #expect(!stage.studio.isSupported)
        #expect(!stage.studio.canStart)
        expectRefusal(stage, .startUnsupported, .unsupportedFeature)
    }

    @Test("PS-START-003 only host and co-host may start", arguments: MeetingRole.allCases)
    func permission(_ role: MeetingRole) throws {
        let stage = Stage(role: role)
        let maySend = role == .host || role == .coHost
        #expect(stage.studio.canStart == maySend)
        if maySend {
            _ = try stage.openSender()
        } else {
            expectRefusal(stage, .startWithoutPermission, .noPermission)
        }
        stage.studio.responses.permission = !maySend
        #expect(stage.studio.canStart == !maySend, "the scripted permission goes before the role")
    }

    @Test(
        "PS-START-004 a second start is WrongUsage and leaves the run alone",
        arguments: RunPhase.allCases.filter { $0 != .idle })
    func twice(_ phase: RunPhase) throws {
        let stage = Stage()
        try stage.bring(into: phase)
        let wasStarted = stage.studio.isStarted
        expectRefusal(stage, .startTwice, .wrongUsage, of: VideoCapability(width: 640, height: 360))
        #expect(stage.studio.isStarted == wasStarted)
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(stage.audience.names.starts(with: [.yes, .sender]))
        let sender = try #require(stage.audience.senders.all.last)
        #expect(sender.capability == Stage.small)
        #expect(stage.audience.senders.count == 1)
    }

    @Test("PS-START-005 starting without a delegate is WrongUsage")
    func noDelegate() throws {
        let stage = Stage()
        stage.studio.delegate = nil
        expectRefusal(stage, .startWithoutDelegate, .wrongUsage)
        stage.studio.delegate = stage.audience
        _ = try stage.openSender()
    }

    @Test("PS-START-005 a delegate that is gone is none")
    func deadDelegate() {
        let stage = Stage()
        stage.studio.delegate = Audience()
        #expect(stage.studio.delegate == nil)
        expectRefusal(stage, .startWithoutDelegate, .wrongUsage)
    }

    @Test(
        "PS-START-006 sides below 1 are refused",
        arguments: [(0, 0), (0, 8), (16, 0), (-16, 8), (16, -8), (.min, .min)] as [(Int32, Int32)])
    func notPositive(_ width: Int32, _ height: Int32) {
        expectRefusal(
            Stage(), .startSizeNotPositive, .invalidParameter, of: VideoCapability(width: width, height: height))
    }

    @Test("PS-START-007 odd sides are refused", arguments: [(15, 8), (16, 7), (1, 1)] as [(Int32, Int32)])
    func odd(_ width: Int32, _ height: Int32) {
        expectRefusal(Stage(), .startSizeOdd, .invalidParameter, of: VideoCapability(width: width, height: height))
    }

    @Test("PS-START-008 an unknown format is refused")
    func unknownFormat() {
        let capability = VideoCapability(width: 16, height: 8, format: .unknown(2))
        expectRefusal(Stage(), .startFormatUnknown, .invalidParameter, of: capability)
    }

    @Test("PS-START-009 sizes above 3840x2160 are refused unless the limit is set otherwise")
    func tooLarge() throws {
        let stage = Stage()
        expectRefusal(stage, .startSizeTooLarge, .invalidParameter, of: VideoCapability(width: 3842, height: 2160))
        expectRefusal(stage, .startSizeTooLarge, .invalidParameter, of: VideoCapability(width: 3840, height: 2162))
        stage.studio.responses.maximumSize = (4096, 2304)
        _ = try stage.openSender(VideoCapability(width: 4096, height: 2304))
    }

    @Test("a picture that no buffer holds brings a nil sender")
    func enormous() {
        let stage = Stage()
        stage.studio.responses.maximumSize = (.max, .max)
        #expect(stage.start(VideoCapability(width: 1_000_000, height: 1_000_000)) == nil)
        stage.settle()
        #expect(stage.audience.names == [.yes, .nilSender, .stopped])
    }

    @Test("PS-START-010 where someone else is the studio user, the answer is false")
    func taken() throws {
        let stage = Stage()
        let other = try #require(stage.meeting.addOtherStudioUser())
        stage.settle()
        #expect(stage.studio.userID == other.id)
        #expect(stage.start() == nil)
        stage.settle()
        #expect(stage.audience.names == [.joined, .joined, .userStarted, .no])
        #expect(!stage.studio.isStarted)
        #expect(stage.stop() == .stopNothingRunning, "the false answer ended the run")
        stage.meeting.remove(other.id)
        _ = try stage.openSender()
    }

    @Test("PS-START-011 the capability is read once")
    func copied() throws {
        let stage = Stage()
        var capability = VideoCapability(width: 16, height: 8, format: .i420Full)
        try stage.studio.start(capability)
        (capability.width, capability.height, capability.format) = (32, 32, .i420Limited)
        stage.studio.responses.maximumSize = (2, 2)
        stage.settle()
        let sender = try #require(stage.audience.senders.all.last)
        #expect(sender.capability == VideoCapability(width: 16, height: 8, format: .i420Full))
        try sender.sendPicture()
    }

    @Test("PS-START-012 an accepted start is answered once, also with false", arguments: [true, false])
    func answeredOnce(accepts: Bool) throws {
        let stage = Stage()
        stage.studio.responses.accepts = accepts
        #expect(stage.start() == nil)
        stage.settle()
        stage.clock.advance(by: .seconds(60))
        stage.settle()
        #expect(stage.audience.names.filter { $0 == .yes }.count == (accepts ? 1 : 0))
        #expect(stage.audience.names.filter { $0 == .no }.count == (accepts ? 0 : 1))
        #expect(stage.audience.names.filter { $0 == .stopped } == [])
        #expect(stage.studio.isStarted == accepts)
        if !accepts {
            stage.studio.responses.accepts = true
            _ = try stage.openSender()
        }
    }

    @Test(
        "PS-START-013 a failure on request comes after all other checks",
        arguments: [StudioError.Code.failed, .serviceFailed, .uninitialised])
    func injected(_ code: StudioError.Code) throws {
        let stage = Stage()
        stage.studio.responses.startFailure = code
        expectRefusal(stage, .startSizeOdd, .invalidParameter, of: VideoCapability(width: 15, height: 8))
        expectRefusal(stage, .startFailureInjected, code)
        stage.studio.responses.startFailure = nil
        _ = try stage.openSender()
    }
}
