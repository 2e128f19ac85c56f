import MeetingClient
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioScenario
import Testing

/// Clean-up calls and repeated calls that working clients make, and those that stay violations.
struct CleanUpTests {
    private static let stops: [ClientStateMachine.Action] = [.stopRecording, .disconnectAudio, .stopVideo, .stopShare]

    private func rules(_ client: MeetingClient) -> [RuleID] { client.violations.map(\.error.rule.id) }

    @Test("ZM-ENTRY-004: a client that leaves stops everything at each status; what begins something is a violation")
    func leaving() throws {
        let fixture = try ClientFixture(role: .coHost)
        try fixture.join()
        let codes = Lock<[RuleID?]>([])
        fixture.setOnEvent { event in
            guard case .status = event else { return }
            for action in Self.stops { codes.withLock { $0.append(fixture.act(action)) } }
        }
        try fixture.client.act(.leave)
        #expect(fixture.act(.stopRecording) == "ZM-ENTRY-004")
        fixture.turn()
        // At Disconnecting and at Ended.
        #expect(codes.withLock { $0 } == Array(repeating: "ZM-ENTRY-004", count: 2 * Self.stops.count))
        #expect(rules(fixture.client) == [])
        #expect(fixture.act(.connectAudio) == "ZM-ENTRY-004")
        #expect(rules(fixture.client) == ["ZM-ENTRY-004"])
    }

    @Test("ZM-ENTRY-004: a client that was in no meeting has nothing to stop")
    func early() throws {
        let fixture = try ClientFixture()
        try fixture.initialise()
        #expect(fixture.act(.stopRecording) == "ZM-ENTRY-004")
        #expect(rules(fixture.client) == ["ZM-ENTRY-004"])
    }

    @Test("ZM-REC-003: raw recording that never began is not stopped in a meeting that goes on")
    func neverRecorded() throws {
        let fixture = try ClientFixture(role: .coHost)
        try fixture.join()
        #expect(fixture.act(.stopRecording) == "ZM-REC-003")
        #expect(rules(fixture.client) == ["ZM-REC-003"])
    }

    @Test("ZM-REC-003: after the permission is lost, stops are not violations, whether raw recording had begun or not")
    func lostPermission() throws {
        for begins in [false, true] {
            let fixture = try ClientFixture()
            try fixture.join()
            _ = try fixture.client.perform(.permitRecording(isPermitted: true))
            fixture.turn()
            if begins { try fixture.client.act(.startRecording) }
            _ = try fixture.client.perform(.permitRecording(isPermitted: false))
            fixture.turn()
            for _ in 0..<2 { #expect(fixture.act(.stopRecording) == "ZM-REC-003") }
            #expect(rules(fixture.client) == [])
            _ = try fixture.client.perform(.permitRecording(isPermitted: true))
            fixture.turn(1000)
            for _ in 0..<2 { #expect(fixture.act(.stopRecording) == "ZM-REC-003") }
            #expect(rules(fixture.client) == ["ZM-REC-003"])
        }
    }

    @Test("ZM-VIEW-004, ZM-SOUND-002: unsubscribing without a subscription has a code, and is not a violation")
    func unsubscribing() throws {
        let fixture = try ClientFixture(role: .coHost)
        let client = fixture.client
        try fixture.join { $0.arrival.joinsAudio = true }
        try client.act(.startRecording)
        let renderer = try client.makeRenderer(Renderer.Receiver(onFrame: { _, _ in }))
        #expect(fixture.rule { () throws(StudioError) in try client.unsubscribe(renderer) } == "ZM-VIEW-004")
        #expect(fixture.rule { () throws(StudioError) in try client.unsubscribeAudio() } == "ZM-SOUND-002")
        #expect(rules(client) == [])
        let subscribe = { () throws(StudioError) in
            try client.subscribe(renderer, to: UserID(rawValue: 99), isShare: false)
        }
        #expect(fixture.rule(subscribe) == "ZM-VIEW-001")
        #expect(rules(client) == ["ZM-VIEW-001"])
    }

    @Test("ZM-SOUND-001, ZM-QUALITY-003: one delegate subscribes to audio again; another one is a finding of quality")
    func delegates() throws {
        let fixture = try ClientFixture(role: .coHost)
        let client = fixture.client
        try fixture.join { $0.arrival.joinsAudio = true }
        let received = Lock<[Int: Int]>([:])
        let subscribe = { (number: Int) in
            fixture.rule { () throws(StudioError) in
                try client.subscribeAudio(ClientSound.Delegate(UInt(number))) { _ in
                    received.withLock { $0[number, default: 0] += 1 }
                }
            }
        }
        try client.act(.startRecording)
        for _ in 0..<2 { #expect(subscribe(1) == nil) }
        try client.act(.stopRecording)
        try client.act(.startRecording)
        #expect(subscribe(1) == nil)
        fixture.turn(1000)
        // Each block once.
        #expect((90...101).contains(received.withLock { $0[1] ?? 0 }))
        #expect(rules(client) == [])
        #expect(subscribe(2) == "ZM-QUALITY-003")
        #expect(rules(client) == ["ZM-QUALITY-003"])
        #expect(client.studio?.violations.contract == [])
        #expect(client.studio?.violations.quality.map(\.error.rule.id) == ["ZM-QUALITY-003"])
        fixture.turn(100)
        #expect(received.withLock { $0[2] } == nil)
        try client.unsubscribeAudio()
        #expect(subscribe(2) == nil)
    }

    @Test("ZM-SHARE-001: a second source of the local user replaces the first one, which goes on being announced")
    func secondSource() throws {
        let fixture = try ClientFixture()
        let client = fixture.client
        try fixture.join()
        // Inside a callback: the start is not delivered yet, and the second source gets it.
        fixture.setOnEvent { event in
            guard case .recordingPermission = event else { return }
            for withAudio in [false, true] { #expect(fixture.act(.startShare(withAudio: withAudio)) == nil) }
        }
        _ = try client.perform(.permitRecording(isPermitted: true))
        fixture.turn()
        #expect(fixture.takeEvents() == ["permission true", "ownShare true", "share true"])
        #expect(!client.canShare)
        try client.act(.startShare(withAudio: true))
        fixture.turn()
        #expect(fixture.takeEvents() == ["ownShare true"])
        try client.act(.stopShare)
        fixture.turn()
        #expect(fixture.takeEvents() == ["ownShare false", "share false"])
        #expect(rules(client) == [])
    }
}
