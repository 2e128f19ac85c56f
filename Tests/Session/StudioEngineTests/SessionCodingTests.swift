import Foundation
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioEngine

@Suite("Commands, events and snapshots as JSON")
struct SessionCodingTests {
    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("a command round-trips", arguments: SessionReference.commands.map(\.example))
    func command(_ command: SessionCommand) throws {
        #expect(try roundTrip(command) == command)
    }

    @Test("an event round-trips", arguments: SessionReference.events.map(\.example))
    func event(_ kind: SessionEvent.Kind) throws {
        let event = SessionEvent(sequence: 7, time: MediaTime(nanoseconds: 1_234_567_891), event: kind)
        #expect(try roundTrip(event) == event)
    }

    @Test("a stop reason round-trips, and other values are rejected")
    func stopReasons() throws {
        for reason: StopReason in [.endOfStream, .stopped, .roleLost, .meetingEnded, .left, .error(code: "exists")] {
            #expect(try roundTrip([reason]) == [reason])
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([StopReason].self, from: Data(#"["x"]"#.utf8)) }
    }

    @Test("a time that no session reaches is an error", arguments: ["1e300", "-1e300", "3162240001"])
    func times(_ seconds: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SessionResponses.self, from: Data("{\"stopDelay\":\(seconds)}".utf8))
        }
    }

    @Test("deliveries round-trip in responses, and missing ones stay nil")
    func deliveries() throws {
        var responses = SessionResponses()
        responses.answerDelivery = .late(by: .seconds(2))
        responses.senderDelivery = .twice
        #expect(try roundTrip(responses) == responses)
        let partial = try JSONDecoder().decode(
            SessionResponses.self, from: Data(#"{"senderDelivery":{"count":0}}"#.utf8))
        #expect(partial.senderDelivery == .never)
        #expect(partial.answerDelivery == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SessionResponses.self, from: Data(#"{"senderDelivery":{"count":-1}}"#.utf8))
        }
    }

    @Test("a snapshot round-trips, and missing values are null")
    func snapshot() throws {
        var snapshot = SessionSnapshot()
        #expect(try roundTrip(snapshot) == snapshot)
        let text = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
        #expect(text.contains(#""stopReason":null"#))
        #expect(text.contains(#""error":null"#))
        snapshot.stopReason = .error(code: "storageFull")
        snapshot.error = .init(rule: nil, message: "full")
        snapshot.seed = .max
        snapshot.drops = ["late": 3]
        #expect(try roundTrip(snapshot) == snapshot)
    }

    @Test("a snapshot of a version without the later keys is read")
    func earlierSnapshot() throws {
        let whole = try JSONSerialization.jsonObject(with: JSONEncoder().encode(SessionSnapshot()))
        var object = try #require(whole as? [String: Any])
        let later = ["slateReason", "meetingStatus", "isInBreakoutRoom", "isShareLocked", "isRecordingPermitted"]
        for key in later {
            let removed = object.removeValue(forKey: key)
            #expect(removed is NSNull)
        }
        let earlier = try JSONSerialization.data(withJSONObject: object)
        #expect(try JSONDecoder().decode(SessionSnapshot.self, from: earlier) == SessionSnapshot())
    }

    @Test("every command and event has one example")
    func complete() {
        let commands = Set(SessionReference.commands.map { name("\($0.example)") })
        #expect(commands.count == SessionReference.commands.count)
        let events = Set(SessionReference.events.map { name("\($0.example)") })
        #expect(events.count == SessionReference.events.count)
    }

    private func name(_ text: String) -> Substring { text.prefix { $0 != "(" } }

    @Test("docs/session.md matches the code; PSSTUDIO_WRITE_DOCS=1 regenerates it")
    func page() throws {
        let file = PackageFolder.url("docs/session.md")
        let page = try SessionReference.markdown()
        if ProcessInfo.processInfo.environment["PSSTUDIO_WRITE_DOCS"] != nil {
            try page.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == page)
    }

    @Test("docs/session.schema.json matches the code; PSSTUDIO_WRITE_DOCS=1 regenerates it")
    func schema() throws {
        let file = PackageFolder.url("docs/session.schema.json")
        if ProcessInfo.processInfo.environment["PSSTUDIO_WRITE_DOCS"] != nil {
            try SessionSchema.json.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == SessionSchema.json)
    }

    /// The definitions of commands or events.
    private func definitions(_ name: String) throws -> [String: [String: Any]] {
        let root = try JSONSerialization.jsonObject(with: Data(SessionSchema.json.utf8)) as? [String: Any]
        return try #require((root?["$defs"] as? [String: Any])?[name] as? [String: [String: Any]])
    }

    /// Compares the keys of a JSON form with the properties of its schema.
    private func check(_ value: some Encodable, _ definitions: [String: [String: Any]]) throws {
        let form = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: [String: Any]])
        let (name, fields) = try #require(form.first)
        let schema = try #require(definitions[name], "\(name) has no schema")
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(Set(fields.keys).isSubset(of: properties.keys), "\(name)")
        #expect(Set(schema["required"] as? [String] ?? []).isSubset(of: fields.keys), "\(name)")
        #expect(properties.values.allSatisfy { $0["type"] != nil || $0["enum"] != nil }, "\(name)")
    }

    @Test(
        "the schema has every command with the keys of its JSON form",
        arguments: SessionReference.commands.map(\.example))
    func commandSchema(_ command: SessionCommand) throws {
        try check(command, definitions("commands"))
    }

    @Test(
        "the schema has every event with the keys of its JSON form", arguments: SessionReference.events.map(\.example))
    func eventSchema(_ kind: SessionEvent.Kind) throws {
        try check(kind, definitions("events"))
    }
}
