import SessionProtocol
import StudioCore
import Testing

@testable import SessionClient

/// What each line of a session means, and who receives the answers.
struct SessionClientStateMachineTests {
    private typealias Machine = SessionClientStateMachine<String>

    private static let speaker = ControlSpeaker("psstudio-server", release: release.description, .own)
    private static let greeting = ControlGreeting(sessionId: "a", pid: 5, program: "app")

    private func line(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func greeted(limit: Int = .max) throws -> Machine {
        var machine = Machine(Self.speaker, below: "/srv", limit: limit)
        let line = ControlMessage.greeting(Self.greeting).dropLast()
        guard case .greeted(Self.greeting)? = machine.receive(Array(line)) else { throw Machine.Unexpected() }
        return machine
    }

    private func message(_ text: String, _ machine: inout Machine) throws -> SessionMessage {
        guard case .message(let message)? = machine.receive(line(text)) else { throw Machine.Unexpected() }
        return message
    }

    private func refusal(_ text: String) -> SessionClientError? {
        var machine = Machine(Self.speaker)
        guard case .refused(let error)? = machine.receive(line(text)) else { return nil }
        return error
    }

    @Test("a session that is not used says why")
    func refusals() {
        let later = #"{"oldestVersion":2,"pid":5,"program":"app","psstudio":"9.1","sessionId":"a","version":3}"#
        let versions =
            "psstudio-server \(release) uses control protocol 1, and session a 9.1 uses control protocol 2 to 3"
        #expect(refusal(later) == .incompatible("\(versions); install both from one release"))
        #expect(
            refusal(#"{"error":{"code":"busy","message":"no"},"id":null}"#) == .failed(ControlError(.busy, "no")))
        for text in ["", "x", "{}", "[]", #"{"event":{"sequence":1}}"#] {
            #expect(refusal(text) == .foreign, "\(text)")
        }
    }

    @Test("early programs name no oldest version, later ones have more fields")
    func greetings() {
        for text in [
            #"{"pid":5,"program":"app","psstudio":"1.0","sessionId":"a","version":1}"#,
            #"{"mood":[1],"oldestVersion":1,"pid":5,"program":"app","psstudio":"9.1","sessionId":"a","version":7}"#,
        ] {
            var machine = Machine(Self.speaker)
            guard case .greeted(let greeting)? = machine.receive(line(text)) else {
                Issue.record("\(text) is not a greeting")
                continue
            }
            #expect(greeting.pid == 5)
            #expect(machine.greeting == greeting)
        }
    }

    @Test("each answer has one receiver")
    func answers() throws {
        var machine = try greeted()
        var numbers: [Int] = []
        for name in ["a", "b", "c"] {
            _ = try machine.request(.snapshot) { id in
                numbers.append(id)
                return name
            }
        }
        #expect(numbers == [1, 2, 3])
        guard case .answered("b", .success(let reply))? = machine.receive(line(#"{"id":2,"reply":{"done":{}}}"#)) else {
            Issue.record("no answer")
            return
        }
        #expect(try SessionText<SessionReply>(reply).decoded() == .done)
        #expect(machine.receive(line(#"{"id":2,"reply":{"done":{}}}"#)) == nil)
        let failure = #"{"error":{"code":"rejected","message":"no"},"id":1}"#
        guard case .answered("a", .failure(.failed(ControlError(.rejected, "no"))))? = machine.receive(line(failure))
        else {
            Issue.record("no failure")
            return
        }
        #expect(machine.giveUp(3) == "c")
        #expect(machine.receive(line(#"{"id":3,"reply":{"done":{}}}"#)) == nil)
    }

    @Test(
        "an answer in the form of a later version ends the wait for it",
        arguments: [#"{"error":{"code":"later","message":"no"},"id":1}"#, #"{"id":1,"mood":{}}"#])
    func laterAnswer(_ text: String) throws {
        var machine = try greeted()
        _ = try machine.request(.snapshot) { _ in "a" }
        guard case .answered("a", .failure(.incompatible))? = machine.receive(line(text)) else {
            Issue.record("no answer")
            return
        }
        #expect(machine.end().receivers.isEmpty)
    }

    @Test("commands have the folder; a number that is not finite, and too many requests, are not sent")
    func requests() throws {
        var machine = try greeted(limit: 1)
        let request = try ControlRequest(line: machine.request(.command(.leave)) { _ in "a" })
        #expect(request == ControlRequest(id: 1, .command(.leave), below: "/srv"))
        #expect(throws: SessionClientError.full) { try machine.request(.snapshot) { _ in "b" } }
        _ = machine.giveUp(1)
        let invalid = ControlError(.invalid, "a number of the command is not finite")
        #expect(throws: SessionClientError.failed(invalid)) {
            try machine.request(.command(.setVolume(factor: .infinity))) { _ in "c" }
        }
        #expect(machine.end().receivers.isEmpty)
    }

    @Test("a session is told who gives a command, if it knows the field")
    func origin() throws {
        var machine = try greeted()
        let request = try ControlRequest(line: machine.request(.command(.leave), origin: .page) { _ in "a" })
        #expect(request.origin == .page)
        var early = Machine(Self.speaker)
        _ = early.receive(line(#"{"pid":5,"program":"app","psstudio":"1.0","sessionId":"a","version":1}"#))
        let silent = try ControlRequest(line: early.request(.command(.leave), origin: .page) { _ in "a" })
        #expect(silent.origin == nil)
    }

    @Test("what a session sends without a request")
    func messages() throws {
        var machine = try greeted()
        let event = #"{"event":{"admit":{}},"sequence":12,"time":3.5}"#
        let text = SessionText<SessionEvent>(line(event)[...])
        #expect(try message("{\"event\":\(event)}", &machine) == .event(sequence: 12, text, secondsAgo: 0))
        #expect(
            try message("{\"event\":\(event),\"secondsAgo\":1.25}", &machine)
                == .event(sequence: 12, text, secondsAgo: 1.25))
        // An event of a later version.
        #expect(throws: SessionClientError.self) { try text.decoded() }
        let missed = try message(#"{"missed":{"events":6,"levels":0,"previews":0,"moods":1}}"#, &machine)
        guard case .missed(let counts) = missed else { throw Machine.Unexpected() }
        #expect(try counts.decoded() == ControlMisses(events: 6))
        guard case .levels(let levels) = try message(#"{"levels":{"peak":[-3],"rms":[-9],"time":1}}"#, &machine) else {
            throw Machine.Unexpected()
        }
        #expect(try levels.decoded().peak == [-3])
        for text in [
            "", "x", "{}", "[]", #"{"event":{"sequence":"1"}}"#, #"{"reply":{}}"#, #"{"error":{"code":"x"}}"#,
            #"{"error":{"code":"invalid","message":"no"},"id":null}"#,
        ] {
            #expect(try message(text, &machine) == .other, "\(text)")
        }
    }

    @Test("the end reaches those who wait, in order", arguments: [false, true])
    func end(_ saysGoodbye: Bool) throws {
        var machine = try greeted()
        for name in ["a", "b"] { _ = try machine.request(.snapshot) { _ in name } }
        let last = #"{"sequence":9,"snapshot":{"state":"finished"}}"#
        if saysGoodbye { #expect(machine.receive(line("{\"ended\":\(last)}")) == nil) }
        #expect(machine.goodbye.map { String(decoding: $0, as: UTF8.self) } == (saysGoodbye ? last : nil))
        #expect(machine.ending == nil)
        let (ending, receivers) = machine.end()
        #expect(ending == (saysGoodbye ? .ended : .lost))
        #expect(receivers == ["a", "b"])
        #expect(machine.ending == ending)
        #expect(throws: SessionClientError.gone(ending)) { try machine.request(.snapshot) { _ in "c" } }
    }
}

extension SessionClientStateMachine {
    fileprivate struct Unexpected: Error {}
}
