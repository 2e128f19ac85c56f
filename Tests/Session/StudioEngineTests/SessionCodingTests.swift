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
}
