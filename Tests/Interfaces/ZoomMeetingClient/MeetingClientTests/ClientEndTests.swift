import Foundation
import MediaReceiving
import MeetingClient
import ProductionStudio
import StudioCore
import StudioScenario
import StudioTestSupport
import Testing

/// The end of a client, what its traces contain, and limits of what it sends by chat.
struct ClientEndTests {
    @Test("PS-ENTRY-034 un-init right after an abandoned meeting is right; otherwise it is reported")
    func uninitialiseAtOnce() throws {
        let fixture = try ClientFixture()
        let ways: [(ClientStateMachine.Action?, Int)] = [(.abandon, 0), (nil, 1), (.leave, 2), (.abandon, 2)]
        for (action, expected) in ways {
            // Inside a callback, so that the end is not delivered before un-init.
            fixture.setOnEvent { [client = fixture.client] event in
                guard case .status(.inMeeting, _, _) = event else { return }
                if let action { #expect(fixture.act(action) == nil) }
                #expect(fixture.rule { () throws(StudioError) in try client.uninitialise() } == nil)
            }
            try fixture.join()
            let count = fixture.client.violations.first { $0.error.rule.id == "PS-ENTRY-034" }?.count ?? 0
            #expect(count == expected)
        }
    }

    /// The violations in each trace of a folder, in the order of the traces; `nil` for one without its last record.
    private func violations(in folder: TestFolder) throws -> [[String]?] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            let lines = try folder.readText(name).split(separator: "\n")
            guard lines.last?.contains("\"event\":\"end\"") == true else { return nil }
            return lines.filter { $0.contains("\"event\":\"violation\"") }.compactMap { line in
                line.firstRange(of: "\"rule\":\"").map { String(line[$0.upperBound...].prefix { $0 != "\"" }) }
            }
        }
    }

    @Test("TRACE-QUALITY-010: after un-init the trace is complete; what is wrong afterwards has a trace of its own")
    func traces() throws {
        let folder = try TestFolder()
        let fixture = try ClientFixture(trace: folder.path + "/")
        try fixture.join()
        #expect(fixture.act(.stopShare) == "ZM-SHARE-002")
        try fixture.client.uninitialise()
        // The warning is not about the meeting any more.
        #expect(try violations(in: folder) == [["ZM-SHARE-002"], ["PS-ENTRY-034"]])
        #expect(fixture.act(.stopShare) == "ZM-ENTRY-001")
        fixture.client.note(StudioError(.clientArgument, "a renderer is destroyed twice"))
        fixture.client.close()
        let written = try violations(in: folder)
        #expect(written == [["ZM-SHARE-002"], ["PS-ENTRY-034"], ["ZM-ENTRY-001", "ZM-CALL-003"]])
    }

    @Test("PS-ENTRY-034 a client that is closed leaves its meeting, which is not reported", arguments: [true, false])
    func close(leaves: Bool) throws {
        let folder = try TestFolder()
        let fixture = try ClientFixture(trace: folder.path + "/")
        try fixture.join()
        if leaves { #expect(fixture.act(.leave) == nil) }
        fixture.client.close()
        #expect(try violations(in: folder) == [[]])
    }

    @Test("ZM-CALL-003, ZM-REF-006, ZM-ENTRY-007: what a binding reports is a violation, at any time")
    func reportedByBindings() throws {
        let folder = try TestFolder()
        let fixture = try ClientFixture(trace: folder.path + "/")
        fixture.client.note(StudioError(.clientName, "the user name is null"))
        try fixture.join()
        fixture.client.note(StudioError(.referenceOver, "a frame is used after its callback"))
        try fixture.client.act(.abandon)
        try fixture.client.uninitialise()
        fixture.client.note(StudioError(.clientArgument, "a renderer is destroyed twice"))
        fixture.client.close()
        #expect(try violations(in: folder) == [["ZM-ENTRY-007", "ZM-REF-006"], ["ZM-CALL-003"]])
        #expect(Set(fixture.warnings) == ["ZM-ENTRY-007", "ZM-REF-006", "ZM-CALL-003"])
    }

    @Test("a client that does not get into a meeting has a trace that says so; one that does has one trace")
    func tracesOfEntry() throws {
        let (folder, other) = (try TestFolder(), try TestFolder())
        let fixture = try ClientFixture(trace: folder.path + "/")
        try fixture.initialise()
        let join = { () throws(StudioError) in try fixture.client.join(MeetingClient.JoinOptions()) }
        #expect(fixture.rule(join) == "PS-ENTRY-021")
        fixture.client.close()
        #expect(try violations(in: folder) == [["PS-ENTRY-021"]])
        let second = try ClientFixture(trace: other.path + "/")
        try second.join()
        try second.client.act(.leave)
        second.turn()
        try second.client.uninitialise()
        second.client.close()
        #expect(try violations(in: other) == [[]])
    }

    @Test("the last record of a trace counts the audio blocks that the client received")
    func receivedAudio() throws {
        let folder = try TestFolder()
        let fixture = try ClientFixture(role: .coHost, trace: folder.path + "/")
        try fixture.join { $0.arrival.joinsAudio = true }
        let blocks = Recorder<MediaTime>()
        try fixture.client.act(.startRecording)
        try fixture.client.subscribeAudio { blocks.record($0.time) }
        fixture.turn(1000)
        try fixture.client.act(.leave)
        fixture.turn()
        try fixture.client.uninitialise()
        fixture.client.close()
        #expect(blocks.count >= 90)
        #expect(try folder.names.count == 1)
        let name = try #require(try folder.names.first)
        let last = try #require(try folder.readText(name).split(separator: "\n").last)
        #expect(last.contains("\"event\":\"end\""))
        #expect(last.contains("\"receivedAudioBlocks\":\(blocks.count),"))
    }

    @Test("ZM-CHAT-002: more than 20 chat messages within a second are rejected, fewer never")
    func chatStorm() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        let send = { fixture.rule { () throws(StudioError) in try fixture.client.sendChat("Hello", to: .none) } }
        for _ in 0..<20 { #expect(send() == nil) }
        for _ in 0..<9 { #expect(send() == "ZM-CHAT-002") }
        fixture.turn(999)
        #expect(send() == "ZM-CHAT-002")
        fixture.turn(1)
        for _ in 0..<100 {
            #expect(send() == nil)
            fixture.turn(50)
        }
        #expect(fixture.takeEvents().count == 120)
    }

    @Test("ZM-CHAT-002: a client that answers each message of others is right; its own messages have no end")
    func chatAnswers() throws {
        for (answersOwn, expected) in [(false, []), (true, ["ZM-CHAT-002"])] as [(Bool, [RuleID])] {
            let fixture = try ClientFixture()
            try fixture.join()
            let ada = try fixture.add("Ada")
            fixture.turn()
            _ = fixture.takeEvents()
            fixture.setOnEvent { [client = fixture.client] event in
                guard case .chat(let message) = event, answersOwn || message.sender == ada else { return }
                _ = fixture.rule { () throws(StudioError) in try client.sendChat("Answer", to: .none) }
            }
            for _ in 0..<12 { _ = try fixture.client.perform(.sendChat(text: "Hi", user: ada)) }
            fixture.turn()
            #expect(fixture.takeEvents().count == (answersOwn ? 32 : 24))
            #expect(fixture.client.violations.map(\.error.rule.id) == expected)
        }
    }

    @Test("a chat message of the client comes back after 30 ms, and delays no other event")
    func chatLatency() throws {
        let fixture = try ClientFixture(isImmediate: false)
        try fixture.client.initialise()
        try fixture.client.authenticate("token")
        fixture.turn(10_000)
        var options = MeetingClient.JoinOptions()
        options.request.meetingNumber = 123
        try fixture.client.join(options)
        fixture.turn(10_000)
        let ada = try fixture.add("Ada")
        fixture.turn()
        #expect(fixture.takeEvents().last == "joined Ada")
        try fixture.client.sendChat("Hello", to: .none)
        _ = try fixture.client.perform(.sendChat(text: "Hi", user: ada))
        fixture.turn(29)
        #expect(fixture.takeEvents() == ["chat Ada: Hi"])
        fixture.turn(1)
        #expect(fixture.takeEvents() == ["chat Local user: Hello"])
    }
}
