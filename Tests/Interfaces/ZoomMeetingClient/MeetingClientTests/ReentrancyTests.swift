import Dispatch
import MeetingClient
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioScenario
import Testing

/// Calls inside callbacks, and from many threads.
struct ReentrancyTests {
    private static var options: MeetingClient.JoinOptions {
        var options = MeetingClient.JoinOptions()
        options.request.meetingNumber = 123
        return options
    }

    @Test("Un-init inside the callback that reports the meeting: nothing follows, and init may follow")
    func uninitialiseInside() throws {
        let fixture = try ClientFixture()
        let client = fixture.client
        fixture.setOnEvent { event in
            guard case .status(.inMeeting, _, _) = event else { return }
            #expect(fixture.rule { () throws(StudioError) in try client.uninitialise() } == nil)
        }
        try fixture.initialise()
        try client.join(Self.options)
        fixture.turn()
        #expect(fixture.takeEvents().last == "inMeeting")
        #expect(client.participants.isEmpty)
        fixture.setOnEvent { _ in }
        try fixture.join()
        #expect(client.status == .inMeeting)
    }

    @Test("Joining inside the result of the authentication, acting and leaving inside the arrival")
    func joinInside() throws {
        let fixture = try ClientFixture(role: .coHost)
        let client = fixture.client
        fixture.setOnEvent { event in
            switch event {
            case .authenticated:
                #expect(fixture.rule { () throws(StudioError) in try client.join(Self.options) } == nil)
            case .status(.inMeeting, _, _):
                #expect(client.participant(.none)?.participant.isMyself == true)
                for action in [.connectAudio, .startRecording, .leave] as [ClientStateMachine.Action] {
                    #expect(fixture.act(action) == nil)
                }
            default: break
            }
        }
        try fixture.initialise()
        fixture.turn()
        let events = fixture.takeEvents()
        #expect(events.contains("recording true"))
        // What ends with the meeting is reported after its end.
        #expect(events.filter { ["ended", "recording false"].contains($0) } == ["ended", "recording false"])
        #expect(client.violations == [])
    }

    /// Calls in the order in which a client makes them.
    private enum Call: Int, CaseIterable {
        case initialise, authenticate, join, setCamera, startVideo, connectAudio, startRecording, render, listen, send
        case stopListening, leave, uninitialise
    }

    private static func perform(
        _ call: Call, _ client: MeetingClient, _ frame: UnsafeRawBufferPointer
    ) throws(StudioError) {
        switch call {
        case .initialise: try client.initialise()
        case .authenticate: try client.authenticate("token")
        case .join: try client.join(options)
        case .setCamera: try client.set(.camera, isSet: true)
        case .startVideo: try client.act(.startVideo)
        case .connectAudio: try client.act(.connectAudio)
        case .startRecording: try client.act(.startRecording)
        case .render:
            let renderer = try client.makeRenderer(Renderer.Receiver(onFrame: { _, _ in }))
            try client.subscribe(renderer, to: .none, isShare: false)
            client.destroy(renderer)
        case .listen: try client.subscribeAudio { _ in }
        case .send: try client.sendCamera(frame, width: 64, height: 36, rotation: 0, format: .i420Full)
        case .stopListening: try client.unsubscribeAudio()
        case .leave: try client.act(.leave)
        case .uninitialise: try client.uninitialise()
        }
    }

    @Test("Threads that join, act, receive, send and un-init at the same time end at rest")
    func threads() throws {
        let fixture = try ClientFixture(role: .host)
        let client = fixture.client
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            var random = SeededRandom(seed: UInt64(thread))
            let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 36 * 3 / 2, alignment: 16)
            frame.initializeMemory(as: UInt8.self, repeating: 0)
            defer { frame.deallocate() }
            for step in 0..<300 {
                // Half of the calls in their order, so that meetings are reached.
                let calls = Call.allCases
                let index = Bool.random(using: &random) ? step % calls.count : Int.random(in: 0..<13, using: &random)
                // Many are rejected, because of what the other threads do.
                do throws(StudioError) {
                    try Self.perform(calls[index], client, UnsafeRawBufferPointer(frame))
                } catch {
                    continue
                }
                _ = client.participants
            }
        }
        client.close()
        fixture.turn()
        #expect(client.status == .idle)
        #expect(client.participants.isEmpty)
    }

    @Test("What two threads decide is reported in the order of the decisions: recording begins and ends in turn")
    func decisions() throws {
        let fixture = try ClientFixture(role: .host)
        try fixture.join()
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for _ in 0..<200 { _ = fixture.act(thread == 0 ? .startRecording : .stopRecording) }
        }
        fixture.turn()
        let events = fixture.takeEvents().filter { $0.hasPrefix("recording") }
        #expect(events == events.indices.map { "recording \($0.isMultiple(of: 2))" })
        #expect(fixture.client.isRecording == (events.last == "recording true"))
    }
}
