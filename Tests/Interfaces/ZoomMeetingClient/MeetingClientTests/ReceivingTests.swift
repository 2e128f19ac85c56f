import Dispatch
import MediaReceiving
import MediaReceiving
import MeetingClient
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario
import Testing

/// Received raw data, and what the client sends.
struct ReceivingTests {
    /// What a renderer delivered.
    private final class Viewer: Sendable {
        private struct State: Sendable {
            var sizes: [String] = []
            var status: [Bool] = []
            var isDestroyed = false
        }

        private let state = Lock(State())
        /// Called with each frame, inside its callback.
        let onFrame = Lock<(@Sendable (ReceivedUnit) -> Void)?>(nil)
        /// Called inside the callback of the end.
        let onDestroyed = Lock<(@Sendable () -> Void)?>(nil)

        var receiver: Renderer.Receiver {
            Renderer.Receiver(
                onFrame: { [self] description, unit in
                    state.withLock { $0.sizes.append("\(description.layout.width)x\(description.layout.height)") }
                    onFrame.withLock { $0 }?(unit)
                }, onStatus: { [self] isOn in state.withLock { $0.status.append(isOn) } },
                onDestroyed: { [self] in
                    state.withLock { $0.isDestroyed = true }
                    onDestroyed.withLock { $0 }?()
                })
        }

        var sizes: [String] { state.withLock { $0.sizes } }
        var status: [Bool] { state.withLock { $0.status } }
        var isDestroyed: Bool { state.withLock { $0.isDestroyed } }
    }

    private let fixture: ClientFixture
    private let viewer = Viewer()
    private var client: MeetingClient { fixture.client }

    init() throws {
        fixture = try ClientFixture(role: .coHost)
        try fixture.join { $0.arrival.joinsAudio = true }
    }

    private func publisher(_ name: String = "Ada", isShare: Bool = false) throws -> UserID {
        let user = try fixture.add(name)
        _ = try client.perform(
            isShare
                ? .publishShare(user: user, source: nil, loops: false)
                : .publishMedia(user: user, source: nil, loops: false))
        return user
    }

    private func renderer() throws -> Renderer {
        try client.act(.startRecording)
        return try client.makeRenderer(viewer.receiver)
    }

    @Test("ZM-REC-009, ZM-VIEW-001, ZM-VIEW-003: a renderer needs raw recording, a user, and a resolution of the list")
    func refusals() throws {
        let make = { () throws(StudioError) in _ = try client.makeRenderer(viewer.receiver) }
        #expect(fixture.rule(make) == "ZM-REC-009")
        let renderer = try renderer()
        let subscribe = { () throws(StudioError) in
            try client.subscribe(renderer, to: UserID(rawValue: 99), isShare: false)
        }
        #expect(fixture.rule(subscribe) == "ZM-VIEW-001")
        #expect(fixture.rule { () throws(StudioError) in try client.setHeight(100, of: renderer) } == "ZM-VIEW-003")
        try client.act(.stopRecording)
        #expect(fixture.rule(subscribe) == "ZM-REC-009")
    }

    @Test("ZM-VIEW-002, ZM-VIEW-004: the own share is not received; unsubscribing without a subscription has a code")
    func ownShare() throws {
        let renderer = try renderer()
        let subscribe = { () throws(StudioError) in try client.subscribe(renderer, to: .none, isShare: true) }
        #expect(fixture.rule(subscribe) == "ZM-VIEW-002")
        let unsubscribe = { () throws(StudioError) in try client.unsubscribe(renderer) }
        #expect(fixture.rule(unsubscribe) == "ZM-VIEW-004")
        try client.subscribe(renderer, to: try publisher(), isShare: false)
        #expect(fixture.rule(unsubscribe) == nil)
        #expect(fixture.rule(unsubscribe) == "ZM-VIEW-004")
    }

    @Test("Frames come in the requested height, after the status; raw recording switches and counts them")
    func frames() throws {
        let ada = try publisher()
        let renderer = try renderer()
        try client.setHeight(180, of: renderer)
        try client.subscribe(renderer, to: ada, isShare: false)
        fixture.turn(1000)
        #expect(viewer.status == [true])
        #expect(viewer.sizes.last == "320x180")
        try client.act(.stopRecording)
        fixture.turn(100)
        let count = viewer.sizes.count
        fixture.turn(1000)
        #expect(viewer.status == [true, false])
        #expect(viewer.sizes.count == count)
        try client.act(.startRecording)
        fixture.turn(1000)
        #expect(viewer.status == [true, false, true])
        #expect(viewer.sizes.count > count)
        // Frames that came without raw recording did not reach the callback.
        #expect(client.studio?.meeting.received.frames.value == viewer.sizes.count)
        _ = try client.perform(.changeTrack(user: ada, track: .camera, change: .mute))
        fixture.turn(1000)
        #expect(viewer.status == [true, false, true, false])
        #expect(fixture.warnings == [])
    }

    @Test("ZM-VIEW-005, ZM-VIEW-006: the end of the meeting destroys renderers; later uses are reported or rejected")
    func end() throws {
        let client = client
        let ada = try publisher()
        let renderer = try renderer()
        try client.subscribe(renderer, to: ada, isShare: false)
        // Inside the callback it may be used.
        let rule = Lock<RuleID?>("none")
        viewer.onDestroyed.set { [fixture] in
            rule.set(fixture.rule { () throws(StudioError) in try client.unsubscribe(renderer) })
        }
        _ = try client.perform(.endMeeting(reason: .endedByHost))
        fixture.turn(500)
        #expect(viewer.isDestroyed)
        #expect(rule.withLock { $0 } == nil)
        #expect(fixture.warnings == [])
        try client.unsubscribe(renderer)
        #expect(fixture.warnings == ["ZM-VIEW-006"])
        try client.setHeight(360, of: renderer)
        #expect(client.violations.map(\.count) == [2])
        client.destroy(renderer)
        #expect(client.violations.map(\.count) == [2])
        try fixture.join()
        try client.act(.startRecording)
        let subscribe = { () throws(StudioError) in try client.subscribe(renderer, to: .none, isShare: false) }
        #expect(fixture.rule(subscribe) == "ZM-VIEW-005")
    }

    @Test("A renderer is destroyed inside its callback")
    func destroyedInside() throws {
        let ada = try publisher()
        let renderer = try renderer()
        let client = client
        viewer.onFrame.set { _ in client.destroy(renderer) }
        try client.subscribe(renderer, to: ada, isShare: false)
        fixture.turn(1000)
        #expect(viewer.sizes.count == 1)
        #expect(fixture.warnings == [])
    }

    @Test("ZM-CALL-002: destroying waits for a running callback, but not forever")
    func blocked() {
        let gate = ReceiverGate(patience: 0.1)
        let (isInside, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = DispatchQueue(label: "test.callback")
        thread.async {
            gate.run(gate.ticket) {
                isInside.signal()
                mayReturn.wait()
            }
        }
        isInside.wait()
        #expect(!gate.close())
        mayReturn.signal()
        thread.sync {}
        #expect(gate.close())
        gate.run(gate.ticket) { Issue.record("a closed gate ran a callback") }
    }

    @Test("ZM-CALL-002: a callback that blocks the end of its meeting is reported, and its receiver is told of the end")
    func blockedEnd() throws {
        let ada = try publisher()
        try client.act(.startRecording)
        let (isInside, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isDestroyed = Lock(false)
        let renderer = try client.makeRenderer(
            Renderer.Receiver(
                onFrame: { _, _ in
                    isInside.signal()
                    mayReturn.wait()
                },
                onDestroyed: {
                    isDestroyed.set(true)
                    mayReturn.signal()
                }))
        try client.subscribe(renderer, to: ada, isShare: false)
        fixture.clock.advance(to: fixture.clock.now + .milliseconds(200))
        isInside.wait()
        _ = try client.perform(.endMeeting(reason: .endedByHost))
        // The end waits two seconds for the callback.
        fixture.turn()
        #expect(isDestroyed.withLock { $0 })
        #expect(fixture.warnings == ["ZM-CALL-002"])
    }

    @Test("After unsubscribing nothing is delivered that was on its way")
    func cleared() {
        let gate = ReceiverGate()
        let before = gate.ticket
        #expect(gate.clear())
        gate.run(before) { Issue.record("a frame of an earlier subscription was delivered") }
        let ran = Lock(false)
        gate.run(gate.ticket) {
            // Inside the callback it does not wait for itself.
            #expect(gate.clear())
            ran.set(true)
        }
        #expect(ran.withLock { $0 })
    }

    @Test("ZM-REF-001, ZM-REF-002, ZM-REF-003: references need heap memory, and are taken inside the callback")
    func references() throws {
        let ada = try publisher()
        let renderer = try renderer()
        let units = Lock<[ReceivedUnit]>([])
        viewer.onFrame.set { unit in
            if unit.canAddReference { _ = unit.addReference(#fileID, #line) }
            units.withLock { $0.append(unit) }
        }
        try client.subscribe(renderer, to: ada, isShare: false)
        fixture.turn(200)
        let unreferenced = try #require(units.exchange([]).first)
        #expect(unreferenced.bytes == nil)
        #expect(!unreferenced.addReference(#fileID, #line))
        #expect(fixture.warnings == ["ZM-REF-001"])
        client.setMemory(MemoryModes(video: .heap, share: .stack, audio: .stack))
        fixture.turn(200)
        let referenced = try #require(units.withLock { $0.last })
        #expect(referenced.bytes != nil)
        #expect(referenced.addReference(#fileID, #line))
        #expect(referenced.releaseReference() == 1)
        #expect(referenced.releaseReference() == 0)
        #expect(referenced.bytes == nil)
        #expect(referenced.releaseReference() == nil)
        #expect(!referenced.addReference(#fileID, #line))
        #expect(fixture.warnings == ["ZM-REF-001", "ZM-REF-003", "ZM-REF-002"])
    }

    @Test("ZM-REF-004, ZM-REF-005: what stays referenced uses up the buffers, and is reported at the end")
    func leaks() throws {
        client.setMemory(MemoryModes(video: .heap, share: .stack, audio: .stack))
        let ada = try publisher()
        let renderer = try renderer()
        viewer.onFrame.set { _ = $0.addReference(#fileID, #line) }
        try client.subscribe(renderer, to: ada, isShare: false)
        fixture.turn(5000)
        #expect((30...40).contains(viewer.sizes.count))
        #expect(fixture.warnings == ["ZM-REF-005"])
        try client.act(.leave)
        fixture.turn()
        #expect(fixture.warnings == ["ZM-REF-005", "ZM-REF-004"])
    }

    @Test("ZM-QUALITY-003, ZM-SOUND-002: one delegate gets audio; the mix is continuous, users only while they sound")
    func sound() throws {
        let ada = try publisher()
        let contents = Lock<[AudioContent]>([])
        let subscribe = { () throws(StudioError) in
            try client.subscribeAudio { block in contents.withLock { $0.append(block.content) } }
        }
        #expect(fixture.rule(subscribe) == "ZM-REC-009")
        try client.act(.startRecording)
        #expect(fixture.rule(subscribe) == nil)
        let second = #expect(throws: StudioError.self) { try subscribe() }
        #expect(second?.rule.id == "ZM-QUALITY-003")
        // What is known, and what is chosen.
        #expect(second?.hint.contains("header does not say") == true)
        #expect(second?.hint.contains("psstudio rejects it by choice") == true)
        fixture.turn(1000)
        let blocks = contents.exchange([])
        #expect((90...101).contains(blocks.filter { $0 == .mixed }.count))
        #expect((10...80).contains(blocks.filter { $0 == .oneWay(ada) }.count))
        try client.act(.disconnectAudio)
        fixture.turn(100)
        _ = contents.exchange([])
        fixture.turn(1000)
        #expect(contents.exchange([]).isEmpty)
        let unsubscribe = { () throws(StudioError) in try client.unsubscribeAudio() }
        #expect(fixture.rule(unsubscribe) == nil)
        #expect(fixture.rule(unsubscribe) == "ZM-SOUND-002")
    }

    @Test("ZM-AUDIO-002: muting all mutes every other participant, not the co-host who does it")
    func muteAll() throws {
        let (ada, bob) = (try publisher(), try publisher("Bob"))
        fixture.turn(1000)
        #expect(client.participant(ada)?.isAudioMuted == false)
        #expect(client.participant(bob)?.isAudioMuted == false)
        _ = fixture.takeEvents()
        try client.act(.muteAll)
        fixture.turn(100)
        #expect(fixture.takeEvents() == ["audio false true", "audio false true"])
        #expect(client.participant(ada)?.isAudioMuted == true)
        #expect(client.participant(bob)?.isAudioMuted == true)
        #expect(!client.isAudioMuted)
    }

    @Test("ZM-SEND-001: the camera and the microphone send while they are started, and are received")
    func sending() throws {
        let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: 640 * 360 * 3 / 2, alignment: 16)
        frame.initializeMemory(as: UInt8.self, repeating: 100)
        let samples = UnsafeMutableRawBufferPointer.allocate(byteCount: 640, alignment: 16)
        samples.initializeMemory(as: Int16.self, repeating: 1000)
        defer {
            frame.deallocate()
            samples.deallocate()
        }
        let client = client
        let camera = { () throws(StudioError) in
            try client.sendCamera(
                UnsafeRawBufferPointer(frame), width: 640, height: 360, rotation: 0, format: .i420Limited)
        }
        let microphone = { () throws(StudioError) in
            try client.sendMicrophone(
                UnsafeRawBufferPointer(samples), sampleRate: 32_000, channels: 1)
        }
        try client.set(.camera, isSet: true)
        try client.set(.microphone, isSet: true)
        fixture.turn()
        #expect(fixture.rule(camera) == "ZM-SEND-001")
        #expect(fixture.rule(microphone) == nil)
        let renderer = try renderer()
        try client.setHeight(360, of: renderer)
        try client.subscribe(renderer, to: .none, isShare: false)
        try client.act(.startVideo)
        fixture.turn()
        #expect(fixture.rule(camera) == nil)
        fixture.turn()
        #expect(viewer.sizes == ["640x360"])
        try client.act(.stopVideo)
        fixture.turn()
        #expect(fixture.rule(camera) == "ZM-SEND-001")
        #expect(viewer.status == [true, false])
        try client.act(.mute(.none))
        fixture.turn()
        #expect(fixture.rule(microphone) == "ZM-SEND-001")
    }

    @Test("Nothing is reported of others after the end of a meeting")
    func afterTheEnd() throws {
        let ada = try publisher()
        fixture.turn(1000)
        #expect(client.participant(ada)?.isAudioMuted == false)
        _ = fixture.takeEvents()
        try client.act(.leave)
        fixture.turn(1000)
        #expect(fixture.takeEvents().last == "ended")
    }

    @Test("ZM-SHARE-001: a share of another participant is reported, received without scaling, and blocks the own one")
    func shares() throws {
        let ada = try publisher(isShare: true)
        fixture.turn(500)
        #expect(fixture.takeEvents().contains("share true"))
        #expect(client.participant(ada)?.isSharing == true)
        #expect(fixture.act(.startShare(withAudio: false)) == "ZM-SHARE-001")
        let renderer = try renderer()
        try client.subscribe(renderer, to: ada, isShare: true)
        fixture.turn(500)
        #expect(viewer.sizes.isEmpty == false)
        _ = try client.perform(.removeParticipant(user: ada))
        fixture.turn(100)
        #expect(fixture.takeEvents().contains("share false"))
        try client.act(.startShare(withAudio: false))
        fixture.turn()
        #expect(fixture.takeEvents() == ["ownShare true", "share true"])
    }
}
