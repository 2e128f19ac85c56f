import Dispatch
import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioScenario

@Suite("The table of commands")
struct CommandTableTests {
    /// The command of the only step of a scenario.
    private func command(_ step: String, for id: UserID?) throws -> SessionCommand? {
        let participants = "meeting: {participants: [{name: Ada}]}"
        let scenario = try Scenario(
            text: "version: 1\n\(participants)\nsteps:\n  - {at: 1s, \(step)}\n", name: "a.yaml")
        return scenario.steps[0].command(for: id)
    }

    private func json(_ command: SessionCommand) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(command), as: UTF8.self)
    }

    private func object(_ value: Any?) throws -> [String: Any] { try #require(value as? [String: Any]) }

    @Test("every case of the enumeration has an example")
    func complete() throws {
        let source = try String(
            contentsOf: PackageFolder.url("Sources/Session/SessionProtocol/Commands/SessionCommand.swift"),
            encoding: .utf8)
        let declaration = try #require(source.split(separator: "\n}\n").first)
        let cases = declaration.split(separator: "\n").filter { $0.hasPrefix("    case ") }
        let names = cases.map { String($0.dropFirst(9).prefix { $0 != "(" }) }
        #expect(CommandRow.all.map(\.name).sorted() == names.sorted())
    }

    @Test("the JSON form of a command is a step of a scenario as it is", arguments: SessionCommand.examples)
    func jsonStep(_ example: SessionCommand) throws {
        let text = try json(example)
        let id = text.contains("\(SessionCommand.exampleUser)") ? SessionCommand.exampleUser : nil
        #expect(try command(String(text.dropFirst().dropLast()), for: id) == example)
    }

    @Test("the keys of the JSON form are fields of the row", arguments: SessionCommand.examples)
    func fields(_ example: SessionCommand) throws {
        let form = try object(JSONSerialization.jsonObject(with: Data(json(example).utf8)))
        let row = example.row
        #expect(Array(form.keys) == [row.name])
        let keys = Set(try object(form[row.name]).keys)
        let names = Set(row.fields.map(\.name))
        #expect(keys.isSubset(of: names))
        let optional = ["user", "parent", "source", "line", "reportedAfter", "video", "audio", "startAt", "append"]
        #expect(names.subtracting(keys).isSubset(of: optional))
    }

    @Test("a text may have any character")
    func characters() throws {
        let step = #"addParticipant: {name: "a\"\\\n\x01é€😀/"}"#
        let added = SessionCommand.addParticipant(name: "a\"\\\n\u{1}é€😀/", role: .attendee, isVideoOn: false)
        #expect(try command(step, for: nil) == added)
    }

    @Test("participants who are present, and deliveries, have the words of the JSON form, too")
    func otherWords() throws {
        let text = """
            version: 1
            meeting: {participants: [{name: Ada, isVideoOn: true, role: coHost}, {name: Bob, video: true}]}
            answers: {start: {delivery: {count: 2, delay: 5s}, senderDelivery: {times: 2, late: 5s}, delay: 1s..2s}}
            """
        let scenario = try Scenario(text: text, name: "a.yaml")
        #expect(scenario.participants.map(\.isVideoOn) == [true, true])
        #expect(scenario.participants.map(\.role) == [.coHost, .attendee])
        let twice = CallbackDelivery(count: 2, delay: .seconds(5))
        #expect(scenario.studioResponses.answerDelivery == twice)
        #expect(scenario.studioResponses.senderDelivery == twice)
        #expect(scenario.studioResponses.minimumAnswerDelay == .seconds(1))
        #expect(scenario.studioResponses.maximumAnswerDelay == .seconds(2))
    }

    private static let ada = UserID(rawValue: 7)

    /// Steps in older words, and the commands that they are.
    private static let older: [(step: String, command: SessionCommand)] = [
        ("addParticipant: {name: Eve, video: true}", .addParticipant(name: "Eve", role: .attendee, isVideoOn: true)),
        ("setVideo: {on: true, user: Ada}", .setVideo(isOn: true, user: ada)),
        ("publish: {user: Ada, source: a.mp4, loop: true}", .publishMedia(user: ada, source: "a.mp4", loops: true)),
        ("share: {user: Ada}", .publishShare(user: ada, source: nil, loops: false)),
        (
            "resume: {user: Ada, catchUp: false}",
            .changeTrack(user: ada, track: .camera, change: .resume(catchesUp: false))
        ),
        (
            "setFrameRate: {user: Ada, fps: 10}",
            .changeTrack(user: ada, track: .camera, change: .setFrameRate(perSecond: 10))
        ),
        ("rotate: {user: Ada, turn: half}", .changeTrack(user: ada, track: .camera, change: .rotate(rotation: .half))),
        ("silence: {user: Ada}", .changeTrack(user: ada, track: .microphone, change: .silence)),
    ]

    @Test("older words of scenarios are accepted", arguments: older)
    func olderWords(_ step: String, _ expected: SessionCommand) throws {
        #expect(try command(step, for: expected.isLocal ? nil : Self.ada) == expected)
    }

    /// The same steps in the words of the JSON form.
    private static let current: [(step: String, command: SessionCommand)] = [
        ("addParticipant: {name: Eve, isVideoOn: true}", older[0].command),
        ("setVideo: {isOn: true, user: 7}", older[1].command),
        ("publishMedia: {user: 7, source: a.mp4, loops: true}", older[2].command),
        ("publishShare: {user: Ada}", older[3].command),
        ("changeTrack: {user: 7, track: camera, change: {resume: {catchesUp: false}}}", older[4].command),
        ("changeTrack: {user: Ada, track: camera, change: {setFrameRate: {perSecond: 10}}}", older[5].command),
        ("changeTrack: {user: Ada, track: camera, change: {rotate: {rotation: 180}}}", older[6].command),
        ("changeTrack: {user: Ada, track: microphone, change: {silence: {}}}", older[7].command),
        ("rotate: {user: Ada, rotation: 180}", older[6].command),
        ("setFrameRate: {user: Ada, perSecond: 10.0}", older[5].command),
        (
            "addParticipant: {name: Eve, reportedAfter: 300ms}",
            .addParticipant(name: "Eve", role: .attendee, isVideoOn: false, reportedAfter: .milliseconds(300))
        ),
        ("setResolvable: {user: Ada, isResolvable: false}", .setResolvable(isResolvable: false, user: ada)),
        (
            "addCaption: {user: Ada, text: Hello}",
            .addCaption(user: ada, text: "Hello", line: nil, change: .complete)
        ),
        (
            "addCaption: {user: Ada, text: Hel, line: a, change: update}",
            .addCaption(user: ada, text: "Hel", line: "a", change: .update)
        ),
        (
            "interrupt: {user: Ada}",
            .changeTrack(user: ada, track: .camera, change: .interrupt(reason: .cameraInUse))
        ),
        (
            "changeTrack: {user: Ada, track: camera, change: {interrupt: {reason: background}}}",
            .changeTrack(user: ada, track: .camera, change: .interrupt(reason: .background))
        ),
        ("endInterruption: {user: Ada}", .changeTrack(user: ada, track: .camera, change: .endInterruption)),
    ]

    @Test("so are the words of the JSON form", arguments: current)
    func currentWords(_ step: String, _ expected: SessionCommand) throws {
        #expect(try command(step, for: expected.isLocal ? nil : Self.ada) == expected)
    }

    @Test("responses have the words of the JSON form in `responses`, and those of answers outside")
    func responses() throws {
        var expected = SessionResponses()
        expected.permission = .byRole
        expected.startFailure = ""
        expected.maximumAnswerDelay = .seconds(2)
        expected.answerDelivery = CallbackDelivery(count: 2, delay: .seconds(1))
        let fields =
            #"{permission: byRole, startFailure: "", maximumAnswerDelay: 2s, answerDelivery: {count: 2, delay: 1s}}"#
        #expect(try command("setResponses: {responses: \(fields)}", for: nil) == .setResponses(responses: expected))
        var older = SessionResponses()
        older.permission = .granted
        older.answerDelivery = .twice
        #expect(
            try command("setResponses: {permission: true, delivery: twice}", for: nil)
                == .setResponses(responses: older))
        var entry = SessionEntryResponses()
        entry.role = .coHost
        entry.entrance = .beforeHost
        entry.joinFailure = .meetingFull
        #expect(
            try command(
                "setEntryResponses: {responses: {role: coHost, entrance: beforeHost, joinFailure: meetingFull}}",
                for: nil)
                == .setEntryResponses(responses: entry))
    }

    @Test("a command for a participant needs the participant's ID, and no other command takes one")
    func participant() throws {
        #expect(try command("rejoin: {user: Ada}", for: nil) == nil)
        #expect(try command("leave: {}", for: Self.ada) == nil)
        #expect(try command("expel: {}", for: nil) == .expel(user: nil))
        #expect(try command("expel: {user: 7}", for: Self.ada) == .expel(user: Self.ada))
    }

    @Test("a step finds its participant by name or by ID, and says who is missing")
    func present() throws {
        let meeting = Meeting(clock: ManualClock(), callbackQueue: DispatchQueue(label: "psstudio.test.callbacks"))
        let id = meeting.add("Ada").id
        let text = """
            version: 1
            meeting: {participants: [{name: Ada}]}
            steps:
              - {at: 1s, rejoin: {user: Ada}}
              - {at: 1s, rejoin: {user: \(id)}}
              - {at: 1s, rejoin: {user: 5}}
              - {at: 1s, expel: {}}
            """
        let scenario = try Scenario(text: text, name: "a.yaml")
        #expect(scenario.steps.map(\.user) == [.named("Ada"), .id(id), .id(UserID(rawValue: 5)), nil])
        #expect(
            scenario.steps.map { $0.command(in: meeting) } == [
                .rejoin(user: id), .rejoin(user: id), nil, .expel(user: nil),
            ])
        meeting.rejoin(try #require(meeting.present(id)))
        #expect(scenario.steps.map { $0.command(in: meeting) != nil } == [true, false, false, true])
        #expect(
            scenario.steps[1].missingUser(in: scenario)
                == "a.yaml:5: no participant has the ID \(id) now; the step has no effect")
        #expect(
            scenario.steps[2].missingUser(in: scenario)
                == "a.yaml:6: no participant has the ID 5 now; the step has no effect")
    }

    private static let errors: [(step: String, message: String)] = [
        (
            "publish: {user: Ada, loop: true, loops: true}",
            "steps[1].publish: 'loops' and 'loop' have the same meaning; keep one of them"
        ),
        (
            "setResponses: {responses: {accepts: true}, accepts: true}",
            "steps[1].setResponses: 'responses' excludes the other keys; keep it, or keep them"
        ),
        (
            "publishMedia: {user: Ada}, publish: {user: Ada}",
            "steps[1]: 'publishMedia' and 'publish' have the same meaning; keep one of them"
        ),
        ("rejoin: {user: 0}", "no participant is named '0'; list the participant in meeting.participants"),
        (
            "setFrameRate: {user: Ada, fps: fast}",
            "steps[1].setFrameRate.fps is 'fast'; expected a number from 0.1 to 1000.0"
        ),
        (
            "rotate: {user: Ada, turn: 45}", "steps[1].rotate.turn is '45'; expected one of 0, 90, 180, 270"
        ),
        ("publishMedai: {user: Ada}", "steps[1]: unknown key 'publishMedai'; did you mean 'publishMedia'?"),
    ]

    @Test("a step with two spellings of one key, or a wrong value, is rejected", arguments: errors)
    func invalid(_ step: String, _ message: String) {
        let error = #expect(throws: ScenarioError.self) { try command(step, for: nil) }
        #expect(error?.message == message)
    }
}

extension SessionCommand {
    /// Whether it affects no participant.
    fileprivate var isLocal: Bool { if case .addParticipant = self { true } else { false } }
}
