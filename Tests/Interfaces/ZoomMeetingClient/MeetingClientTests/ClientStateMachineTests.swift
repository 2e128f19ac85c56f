import MeetingClient
import ProductionStudio
import StudioCore
import Testing

/// What a client in a meeting may do.
struct ClientStateMachineTests {
    private var machine = ClientStateMachine()
    private var conditions = ClientStateMachine.Conditions()
    private static let other = UserID(rawValue: 7)

    init() {
        _ = machine.arrive(.init(), conditions)
    }

    private func rule(_ action: ClientStateMachine.Action) -> RuleID? {
        machine.refusal(of: action, conditions)?.rule.id
    }

    private mutating func apply(_ action: ClientStateMachine.Action) -> [ClientStateMachine.Effect] {
        #expect(rule(action) == nil)
        return machine.apply(action, conditions)
    }

    @Test("ZM-ENTRY-001, ZM-ENTRY-002, ZM-ENTRY-004: init, authentication and meeting are checked in this order")
    mutating func entry() {
        (conditions.isInitialised, conditions.isAuthenticated, conditions.isInside) = (false, false, false)
        #expect(rule(.startVideo) == "ZM-ENTRY-001")
        #expect(rule(.leave) == "ZM-ENTRY-001")
        conditions.isInitialised = true
        #expect(rule(.startVideo) == "ZM-ENTRY-002")
        conditions.isAuthenticated = true
        #expect(rule(.startVideo) == "ZM-ENTRY-004")
        #expect(rule(.leave) == nil)
    }

    @Test("ZM-ENTRY-005: only a user in a breakout room returns from one")
    mutating func breakoutRoom() {
        #expect(rule(.leaveBreakoutRoom) == "ZM-ENTRY-005")
        conditions.isInBreakoutRoom = true
        #expect(apply(.leaveBreakoutRoom) == [.leaveBreakoutRoom])
    }

    @Test("ZM-AUDIO-001: muting and unmuting need connected audio, which may fail to connect")
    mutating func audio() {
        #expect(rule(.unmute(.none)) == "ZM-AUDIO-001")
        conditions.connectsAudio = false
        #expect(apply(.connectAudio) == [])
        #expect(rule(.unmute(.none)) == "ZM-AUDIO-001")
        conditions.connectsAudio = true
        #expect(apply(.connectAudio) == [.audio])
        #expect(apply(.connectAudio) == [])
        #expect(apply(.mute(conditions.localUser)) == [.audio])
        #expect(apply(.unmute(.none)) == [.audio])
        #expect(apply(.disconnectAudio) == [.audio])
        #expect(!machine.isAudioConnected)
    }

    @Test("ZM-AUDIO-002, ZM-AUDIO-003: hosts and co-hosts mute others who are present; nobody unmutes them")
    mutating func muteOthers() {
        #expect(rule(.mute(Self.other)) == "ZM-AUDIO-002")
        conditions.role = .coHost
        #expect(rule(.unmute(Self.other)) == "ZM-AUDIO-002")
        #expect(apply(.mute(Self.other)) == [.muteOther(Self.other)])
        conditions.isPresent = { _ in false }
        #expect(rule(.mute(Self.other)) == "ZM-AUDIO-003")
    }

    @Test("ZM-AUDIO-002: hosts and co-hosts mute all others, also without audio of their own")
    mutating func muteAll() {
        #expect(rule(.muteAll) == "ZM-AUDIO-002")
        for role in [MeetingRole.coHost, .host] {
            conditions.role = role
            #expect(apply(.muteAll) == [.muteOthers])
        }
        #expect(!machine.isAudioMuted)
    }

    @Test("ZM-VIDEO-001: starting video needs a virtual camera, which then sends")
    mutating func video() {
        #expect(rule(.startVideo) == "ZM-VIDEO-001")
        #expect(machine.set(.camera, isSet: true) == [.source(.camera, .ready)])
        #expect(apply(.startVideo) == [.video(true), .source(.camera, .started)])
        #expect(apply(.startVideo) == [])
        #expect(apply(.stopVideo) == [.video(false), .source(.camera, .stopped)])
        #expect(machine.set(.camera, isSet: false) == [.source(.camera, .over)])
    }

    @Test("Another camera replaces the first one: it is over before the other is ready")
    mutating func replacedCamera() {
        _ = machine.set(.camera, isSet: true)
        _ = apply(.startVideo)
        let effects = machine.set(.camera, isSet: true)
        let changes: [ClientStateMachine.SourceChange] = [.stopped, .over, .ready, .started]
        #expect(effects == changes.map { .source(.camera, $0) })
    }

    @Test("A microphone sends while audio is connected and not muted")
    mutating func microphone() {
        #expect(machine.set(.microphone, isSet: true) == [.source(.microphone, .ready)])
        #expect(apply(.connectAudio) == [.audio, .source(.microphone, .started)])
        #expect(apply(.mute(.none)) == [.audio, .source(.microphone, .stopped)])
        #expect(apply(.unmute(.none)) == [.audio, .source(.microphone, .started)])
        let effects = machine.depart(at: .zero)
        #expect(effects == [.source(.microphone, .stopped), .source(.microphone, .over)])
    }

    @Test("A source that is set before the meeting is ready on arrival")
    mutating func early() {
        _ = machine.depart(at: .zero)
        #expect(machine.set(.camera, isSet: true) == [])
        var arrival = ClientStateMachine.Arrival()
        (arrival.isVideoOn, arrival.joinsAudio) = (true, true)
        let effects = machine.arrive(arrival, conditions)
        #expect(effects == [.audio, .video(true), .source(.camera, .ready), .source(.camera, .started)])
    }

    @Test("ZM-REC-001: raw recording needs a role or the host's permission")
    mutating func permission() {
        #expect(rule(.startRecording) == "ZM-REC-001")
        conditions.isPermitted = true
        #expect(apply(.startRecording) == [.recording(true)])
        #expect(apply(.startRecording) == [])
    }

    @Test("ZM-REC-002, ZM-REMIND-001, ZM-REMIND-002: a reminder is answered once; declining it leaves the meeting")
    mutating func reminder() {
        conditions.role = .host
        machine.remind(1, .recording)
        #expect(rule(.startRecording) == "ZM-REC-002")
        #expect(apply(.answerReminder(1, .accept)) == [])
        #expect(rule(.answerReminder(1, .accept)) == "ZM-REMIND-001")
        #expect(rule(.startRecording) == nil)
        machine.remind(2, .recording)
        #expect(apply(.answerReminder(2, .decline)) == [.leave])
        machine.remind(3, .other)
        #expect(apply(.answerReminder(3, .decline)) == [])
    }

    @Test("ZM-REC-003, ZM-REC-004: raw recording is stopped once")
    mutating func stopTwice() {
        #expect(rule(.stopRecording) == "ZM-REC-003")
        conditions.role = .host
        _ = apply(.startRecording)
        #expect(apply(.stopRecording) == [.recording(false)])
        #expect(rule(.stopRecording) == "ZM-REC-004")
        conditions.now = .seconds(1)
        #expect(rule(.stopRecording) == "ZM-REC-003")
    }

    @Test("ZM-REC-005, ZM-REC-006, ZM-REC-007: the host is asked once, if that is possible, and needed, in this order")
    mutating func request() {
        #expect(apply(.requestRecording) == [.askHost])
        conditions.isRequestPending = true
        #expect(rule(.requestRecording) == "ZM-REC-006")
        conditions.recordingResponse = .unsupported
        #expect(rule(.requestRecording) == "ZM-REC-005")
        conditions.isPermitted = true
        #expect(rule(.requestRecording) == "ZM-REC-005")
        conditions.recordingResponse = .granted
        #expect(rule(.requestRecording) == "ZM-REC-007")
    }

    @Test("ZM-REC-008: raw recording ends with the permission, and in the waiting room")
    mutating func recordingEnds() {
        conditions.isPermitted = true
        #expect(machine.updatePermission(conditions) == [.permission(true)])
        _ = apply(.startRecording)
        conditions.isPermitted = false
        #expect(machine.updatePermission(conditions) == [.permission(false), .recording(false)])
        #expect(machine.updatePermission(conditions) == [])
        #expect(rule(.stopRecording) == "ZM-REC-003")
        let refusal = machine.refusal(of: .stopRecording, conditions)
        #expect(refusal?.message == "raw recording has ended already")
        conditions.role = .coHost
        _ = machine.updatePermission(conditions)
        _ = apply(.startRecording)
        #expect(machine.depart(at: .zero) == [.recording(false)])
    }

    @Test("ZM-REC-008: a move ends raw recording; who still may record keeps the permission")
    mutating func recordingEndsWithMove() {
        conditions.isPermitted = true
        _ = machine.updatePermission(conditions)
        _ = apply(.startRecording)
        #expect(machine.move(conditions) == [.recording(false)])
        #expect(machine.move(conditions) == [])
        #expect(rule(.stopRecording) == "ZM-REC-003")
        _ = apply(.startRecording)
        conditions.isPermitted = false
        #expect(machine.move(conditions) == [.permission(false), .recording(false)])
        #expect(rule(.startRecording) == "ZM-REC-001")
    }

    @Test("ZM-REC-009: raw data is received while raw recording is started; audio needs connected audio")
    mutating func receiving() {
        #expect(machine.receivingRefusal(conditions)?.rule.id == "ZM-REC-009")
        conditions.role = .host
        _ = apply(.startRecording)
        #expect(machine.receivingRefusal(conditions) == nil)
        #expect(machine.soundRefusal(conditions)?.rule.id == "ZM-AUDIO-001")
        #expect(machine.soundRefusal(conditions)?.code == .clientNotJoinedAudio)
        _ = apply(.connectAudio)
        #expect(machine.soundRefusal(conditions) == nil)
    }

    @Test("ZM-SHARE-001, ZM-SHARE-002: one participant shares at a time")
    mutating func share() {
        #expect(rule(.stopShare) == "ZM-SHARE-002")
        conditions.isOtherSharing = true
        #expect(rule(.startShare(withAudio: false)) == "ZM-SHARE-001")
        conditions.isOtherSharing = false
        #expect(apply(.startShare(withAudio: true)) == [.share(true)])
        #expect(apply(.startShare(withAudio: false)) == [.replaceShare])
        #expect(machine.share == false)
        #expect(apply(.stopShare) == [.share(false)])
    }

    @Test("ZM-SHARE-003: while sharing is locked, a share begins; others see only that of hosts and co-hosts")
    mutating func lockedShare() {
        #expect(ClientStateMachine.shareWarning(conditions) == nil)
        conditions.isShareLocked = true
        #expect(rule(.startShare(withAudio: false)) == nil)
        #expect(ClientStateMachine.shareWarning(conditions)?.rule.id == "ZM-SHARE-003")
        #expect(ClientStateMachine.shareWarning(conditions)?.code == .success)
        conditions.role = .coHost
        #expect(ClientStateMachine.shareWarning(conditions) == nil)
    }
}
