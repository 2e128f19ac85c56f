import Dispatch
import MeetingClient
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioScenario
import Testing

/// A client from init to un-init.
struct MeetingClientTests {
    @Test("A client initialises, authenticates, joins and leaves")
    func life() throws {
        let fixture = try ClientFixture()
        try fixture.initialise()
        #expect(fixture.takeEvents() == ["authenticated success"])
        var options = MeetingClient.JoinOptions()
        options.request.meetingNumber = 123
        try fixture.client.join(options)
        fixture.turn()
        #expect(
            fixture.takeEvents() == [
                "connecting", "arriving 123", "inMeeting", "joined Local user",
            ])
        #expect(fixture.client.meetingNumber == 123)
        #expect(fixture.client.participants.map(\.participant.name) == ["Local user"])
        try fixture.client.act(.leave)
        fixture.turn()
        #expect(fixture.takeEvents() == ["disconnecting", "ended"])
        try fixture.client.join(options)
        fixture.turn()
        #expect(fixture.takeEvents().last == "joined Local user")
        #expect(fixture.client.violations == [])
    }

    @Test("A client that leaves before the first event of its meeting is not admitted to it", arguments: [false, true])
    func leavesEarly(isSecond: Bool) throws {
        // Nothing is delivered before the client has left.
        let executor = HostExecutor {}
        let fixture = try ClientFixture(executor: executor)
        let client = fixture.client
        let dispatch = { while executor.dispatch(most: 100) {} }
        var options = MeetingClient.JoinOptions()
        options.request.meetingNumber = 123
        try client.initialise()
        try client.authenticate("token")
        dispatch()
        if isSecond {
            try client.join(options)
            dispatch()
            try client.act(.leave)
            dispatch()
        }
        _ = fixture.takeEvents()
        try client.join(options)
        try client.act(.leave)
        dispatch()
        #expect(fixture.takeEvents() == ["connecting", "disconnecting", "ended"])
        #expect(client.violations == [])
        try client.join(options)
        dispatch()
        #expect(fixture.takeEvents().last == "joined Local user")
    }

    @Test("ZM-ENTRY-001, ZM-ENTRY-002, ZM-ENTRY-004: calls before init, before the identity and outside are rejected")
    func order() throws {
        let fixture = try ClientFixture()
        let client = fixture.client
        let join = { () throws(StudioError) in try client.join(.init()) }
        #expect(fixture.rule(join) == "ZM-ENTRY-001")
        #expect(fixture.rule { () throws(StudioError) in try client.authenticate("token") } == "ZM-ENTRY-001")
        #expect(fixture.act(.leave) == "ZM-ENTRY-001")
        try client.initialise()
        #expect(fixture.rule(join) == "ZM-ENTRY-002")
        #expect(fixture.act(.startRecording) == "ZM-ENTRY-002")
        try fixture.initialise()
        #expect(fixture.act(.startRecording) == "ZM-ENTRY-004")
        #expect(fixture.act(.leave) == nil)
        #expect(fixture.rule(join) == "PS-ENTRY-021")
        let studio = { () throws(StudioError) in try client.startStudio(VideoCapability(width: 640, height: 360)) }
        #expect(fixture.rule(studio) == "ZM-ENTRY-004")
        #expect(client.violations.map(\.isRefusal).contains(true))
    }

    @Test("All participants are there when the client is told that it is in the meeting, also after a move")
    func participants() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        let ada = try fixture.add("Ada")
        fixture.turn()
        let seen = Lock<[[String]]>([])
        let client = fixture.client
        fixture.setOnEvent { _ in seen.withLock { $0.append(client.participants.map(\.participant.name)) } }
        _ = try client.perform(.putIntoWaitingRoom)
        fixture.turn()
        #expect(seen.exchange([]).last == [])
        _ = try client.perform(.admit)
        fixture.turn()
        let names = seen.exchange([])
        #expect(names.count == 3)
        #expect(names.allSatisfy { $0.sorted() == ["Ada", "Local user"] })
        #expect(client.participant(ada) != nil)
        #expect(client.participant(.none)?.participant.isMyself == true)
    }

    @Test("ZM-ENTRY-003: an empty token is rejected at once, has no result, and does not replace a valid identity")
    func emptyToken() throws {
        let fixture = try ClientFixture()
        let authenticate = { () throws(StudioError) in try fixture.client.authenticate("") }
        try fixture.client.initialise()
        #expect(fixture.rule(authenticate) == "ZM-ENTRY-003")
        fixture.turn()
        #expect(fixture.takeEvents() == [])
        #expect(fixture.client.lastAuthentication == nil)
        try fixture.initialise()
        #expect(fixture.rule(authenticate) == "ZM-ENTRY-003")
        fixture.turn()
        #expect(fixture.client.isAuthenticated)
        #expect(fixture.client.lastAuthentication == .success)
        #expect(fixture.client.violations.map(\.error.code) == [.invalidParameter])
        #expect(fixture.client.violations.map(\.count) == [2])
    }

    @Test("Un-init ends the meeting without an event; init may follow")
    func uninitialise() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        try fixture.client.set(.camera, isSet: true)
        fixture.turn()
        _ = fixture.takeEvents()
        try fixture.client.uninitialise()
        fixture.turn()
        #expect(fixture.takeEvents() == [])
        #expect(fixture.client.status == .idle)
        #expect(fixture.act(.leave) == "ZM-ENTRY-001")
        #expect(fixture.rule { () throws(StudioError) in try fixture.client.uninitialise() } == "ZM-ENTRY-001")
        try fixture.join()
        #expect(fixture.client.status == .inMeeting)
    }

    @Test("ZM-ENTRY-006: un-init inside a callback is served, and reported; before init it is refused")
    func uninitialiseInside() throws {
        let fixture = try ClientFixture()
        let client = fixture.client
        let uninitialise = { (isInside: Bool) in
            fixture.rule { () throws(StudioError) in try client.uninitialise(isInsideCallback: isInside) }
        }
        #expect(uninitialise(true) == "ZM-ENTRY-001")
        try fixture.initialise()
        #expect(uninitialise(false) == nil)
        #expect(fixture.warnings == [])
        try fixture.initialise()
        #expect(uninitialise(true) == nil)
        #expect(!client.isInitialised)
        #expect(fixture.warnings == ["ZM-ENTRY-006"])
    }

    @Test("ZM-REC-008: the host grants, and revokes; raw recording ends with the permission")
    func recordingPermission() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        let client = fixture.client
        #expect(client.refusal(of: .startRecording)?.rule.id == "ZM-REC-001")
        #expect(client.violations == [])
        try client.act(.requestRecording)
        #expect(client.refusal(of: .requestRecording)?.rule.id == "ZM-REC-006")
        fixture.turn(99)
        #expect(fixture.takeEvents() == [])
        fixture.turn(1)
        #expect(fixture.takeEvents() == ["response granted", "permission true"])
        try client.act(.startRecording)
        _ = try client.perform(.permitRecording(isPermitted: false))
        fixture.turn()
        #expect(fixture.takeEvents() == ["recording true", "permission false", "recording false"])
        #expect(!client.isRecording)
    }

    @Test("ZM-REC-006: a host who joins is asked again, and answers that request only")
    func hostJoins() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        let client = fixture.client
        _ = try client.perform(.setRecordingResponse(response: .granted, delay: .seconds(1)))
        try client.act(.requestRecording)
        fixture.turn(900)
        _ = try fixture.add("Ada", role: .coHost)
        #expect(fixture.act(.requestRecording) == "ZM-REC-006")
        _ = try fixture.add("Bob", role: .host)
        try client.act(.requestRecording)
        #expect(fixture.act(.requestRecording) == "ZM-REC-006")
        fixture.turn(999)
        #expect(fixture.takeEvents().filter { $0.hasPrefix("response") || $0.hasPrefix("permission") } == [])
        #expect(client.refusal(of: .startRecording)?.rule.id == "ZM-REC-001")
        fixture.turn(1)
        #expect(fixture.takeEvents() == ["response granted", "permission true"])
        #expect(client.violations.map(\.error.rule.id) == ["ZM-REC-006"])
        #expect(client.violations.map(\.count) == [2])
    }

    @Test("A host who joins before the request, or after the answer, changes nothing")
    func hostJoinsWithoutRequest() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        let client = fixture.client
        _ = try client.perform(.setRecordingResponse(response: .denied, delay: .seconds(1)))
        _ = try fixture.add("Ada", role: .host)
        try client.act(.requestRecording)
        #expect(fixture.act(.requestRecording) == "ZM-REC-006")
        fixture.turn(1000)
        _ = try fixture.add("Bob", role: .host)
        fixture.turn(1000)
        #expect(fixture.takeEvents().filter { $0.hasPrefix("response") } == ["response denied"])
        try client.act(.requestRecording)
        #expect(fixture.act(.requestRecording) == "ZM-REC-006")
    }

    @Test("The host denies, does not answer in time, or cannot be asked")
    func recordingResponses() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        let client = fixture.client
        _ = try client.perform(.setRecordingResponse(response: .denied, delay: .seconds(1)))
        try client.act(.requestRecording)
        fixture.turn(1000)
        #expect(fixture.takeEvents() == ["response denied"])
        _ = try client.perform(.setRecordingResponse(response: .timedOut, delay: nil))
        try client.act(.requestRecording)
        fixture.turn(1000)
        #expect(fixture.takeEvents() == ["response timedOut"])
        _ = try client.perform(.setRecordingResponse(response: .unsupported, delay: nil))
        #expect(fixture.act(.requestRecording) == "ZM-REC-005")
    }

    @Test("An app privilege token permits raw recording from the start, until the host revokes it")
    func privilegeToken() throws {
        let fixture = try ClientFixture()
        try fixture.join { $0.hasPrivilegeToken = true }
        #expect(fixture.client.mayRecord)
        try fixture.client.act(.startRecording)
        _ = try fixture.client.perform(.permitRecording(isPermitted: false))
        fixture.turn()
        #expect(!fixture.client.mayRecord)
    }

    @Test("ZM-REC-008: in the waiting room all sources and raw recording end; the way back restores the sources")
    func waitingRoom() throws {
        let fixture = try ClientFixture(role: .coHost)
        try fixture.client.initialise()
        try fixture.client.set(.microphone, isSet: true)
        try fixture.join { $0.arrival.joinsAudio = true }
        try fixture.client.act(.startRecording)
        _ = try fixture.client.perform(.putIntoWaitingRoom)
        fixture.turn()
        #expect(
            fixture.takeEvents() == [
                "recording true", "inWaitingRoom", "recording false", "microphone stopped", "microphone over",
            ])
        _ = try fixture.client.perform(.admit)
        fixture.turn()
        let events = fixture.takeEvents()
        #expect(events.suffix(3) == ["audio true true", "microphone ready", "microphone started"])
    }

    @Test("ZM-REC-008: a breakout room and the way back end raw recording, which a co-host starts again")
    func breakoutRoom() throws {
        let fixture = try ClientFixture(role: .coHost)
        try fixture.join()
        try fixture.client.set(.camera, isSet: true)
        try fixture.client.act(.startVideo)
        try fixture.client.act(.startRecording)
        fixture.turn()
        _ = fixture.takeEvents()
        _ = try fixture.client.perform(.enterBreakoutRoom)
        fixture.turn()
        #expect(fixture.client.isInBreakoutRoom)
        #expect(fixture.takeEvents() == ["joinedBreakoutRoom", "joined Local user", "recording false"])
        #expect(fixture.act(.stopRecording) == "ZM-REC-003")
        try fixture.client.act(.startRecording)
        try fixture.client.act(.leaveBreakoutRoom)
        fixture.turn()
        #expect(
            fixture.takeEvents() == ["recording true", "leftBreakoutRoom", "joined Local user", "recording false"])
        #expect(!fixture.client.isInBreakoutRoom)
        #expect(!fixture.client.isRecording)
        try fixture.client.act(.startRecording)
    }

    @Test("ZM-REC-008: the host's permission ends with a move to a breakout room, and is given again there")
    func breakoutRoomPermission() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        let client = fixture.client
        _ = try client.perform(.permitRecording(isPermitted: true))
        fixture.turn()
        try client.act(.startRecording)
        fixture.turn()
        _ = fixture.takeEvents()
        _ = try client.perform(.enterBreakoutRoom)
        fixture.turn()
        #expect(
            fixture.takeEvents() == ["joinedBreakoutRoom", "joined Local user", "permission false", "recording false"])
        #expect(fixture.act(.startRecording) == "ZM-REC-001")
        try client.act(.requestRecording)
        fixture.turn(100)
        #expect(fixture.takeEvents() == ["response granted", "permission true"])
        #expect(client.mayRecord)
        // What the host permits in the new room stays, also before the client has been told of the move.
        _ = try client.perform(.leaveBreakoutRoom)
        _ = try client.perform(.permitRecording(isPermitted: true))
        fixture.turn()
        #expect(client.mayRecord)
        #expect(fixture.act(.startRecording) == nil)
    }

    @Test("ZM-REC-008: with an app privilege token, raw recording is started again after a move to a breakout room")
    func breakoutRoomToken() throws {
        let fixture = try ClientFixture()
        try fixture.join { $0.hasPrivilegeToken = true }
        try fixture.client.act(.startRecording)
        fixture.turn()
        _ = fixture.takeEvents()
        _ = try fixture.client.perform(.enterBreakoutRoom)
        fixture.turn()
        #expect(fixture.takeEvents() == ["joinedBreakoutRoom", "joined Local user", "recording false"])
        #expect(fixture.client.mayRecord)
        #expect(fixture.act(.startRecording) == nil)
    }

    @Test("ZM-CHAT-001: messages of the client and of others are delivered; an absent receiver is rejected")
    func chat() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        let ada = try fixture.add("Ada")
        try fixture.client.sendChat("Hello", to: .none)
        _ = try fixture.client.perform(.sendChat(text: "Hi", user: ada))
        fixture.turn()
        #expect(fixture.takeEvents() == ["joined Ada", "chat Local user: Hello", "chat Ada: Hi"])
        let send = { (text: String, user: UInt32) in
            fixture.rule { () throws(StudioError) in try fixture.client.sendChat(text, to: UserID(rawValue: user)) }
        }
        #expect(send("Hello", 99) == "ZM-CHAT-001")
        #expect(send("", 0) == "PS-ENTRY-038")
        try fixture.client.act(.leave)
        let error = #expect(throws: StudioError.self) { try fixture.client.sendChat("Hello", to: .none) }
        #expect(error?.rule.id == "PS-ENTRY-037")
        #expect(
            error?.message
                == "SendChatMsgTo (ps_client_send_chat) is called, and there is no active meeting")
    }

    @Test("ZM-REC-002: a reminder about recording is delivered, and blocks raw recording until it is accepted")
    func reminder() throws {
        let fixture = try ClientFixture(role: .host)
        try fixture.join()
        _ = try fixture.client.perform(.remind(kind: .recording, text: "Recorded"))
        fixture.turn()
        #expect(fixture.takeEvents() == ["reminder 1 recording"])
        #expect(fixture.act(.startRecording) == "ZM-REC-002")
        try fixture.client.act(.answerReminder(1, .accept))
        #expect(fixture.act(.startRecording) == nil)
    }

    @Test("Production Studio starts, sends and stops with the codes of its own rules")
    func studio() throws {
        let fixture = try ClientFixture(role: .host)
        try fixture.join()
        let client = fixture.client
        #expect(fixture.act(.stopStudio)?.rawValue.hasPrefix("PS-STOP") == true)
        try client.startStudio(VideoCapability(width: 640, height: 360))
        fixture.turn()
        let first = ["studioResult true", "joined Local user (Production Studio)", "studioUser true", "studioSending"]
        #expect(fixture.takeEvents().sorted() == first.sorted())
        #expect(client.studio?.isStarted == true)
        try client.act(.stopStudio)
        fixture.turn()
        #expect(fixture.takeEvents().contains("studioStopped"))
        let start = { () throws(StudioError) in try client.startStudio(VideoCapability(width: 641, height: 360)) }
        #expect(fixture.rule(start) == "PS-START-007")
    }

    @Test("ZM-CALL-001: events are delivered on the thread that dispatches; a loop that is not run is reported")
    func dispatching() throws {
        let pending = DispatchSemaphore(value: 0)
        let unserved = DispatchSemaphore(value: 0)
        let executor = HostExecutor { pending.signal() }
        let fixture = try ClientFixture(executor: executor) { unserved.signal() }
        try fixture.client.initialise()
        try fixture.client.authenticate("token")
        pending.wait()
        unserved.wait()
        #expect(fixture.takeEvents() == [])
        let nested = Lock(true)
        fixture.setOnEvent { _ in nested.set(executor.dispatch(most: .max)) }
        #expect(!executor.dispatch(most: .max))
        #expect(fixture.takeEvents() == ["authenticated success"])
        #expect(!nested.withLock { $0 })
        #expect(RuleCatalogue.meetingClient.rules.contains { $0.id == "ZM-CALL-001" })
    }
}
