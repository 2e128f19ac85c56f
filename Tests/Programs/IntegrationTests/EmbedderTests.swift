import Foundation
import StudioTestSupport
import StudioTrace
import Testing

/// All that embed a meeting perform one scenario alike.
@Suite(.endToEnd)
struct EmbedderTests {
    private static let scenario = """
        # Participants come, change and go; then the host ends the meeting.
        version: 1
        role: cohost
        meeting:
          participants:
            - {name: Ann, role: host, isVideoOn: true}
            - {name: Bob}
        steps:
          - {on: onJoin, after: 100ms, setVideo: {user: Bob, isOn: true}}
          - {on: onJoin, after: 200ms, addParticipant: {name: Cyd, role: cohost}}
          - {on: onJoin, after: 300ms, rejoin: {user: Bob}}
          - {on: onJoin, after: 400ms, publishMedia: {user: Bob}}
          - {on: onJoin, after: 500ms, setRole: {user: Bob, role: cohost}}
          - {on: onJoin, after: 600ms, removeParticipant: {user: Cyd}}
          - {on: onJoin, after: 700ms, addParticipant: {name: Dee}}
          - {on: onJoin, after: 800ms, setVideo: {user: Cyd, isOn: true}}
          - {on: onJoin, after: 900ms, endMeeting: {reason: endedByHost}}
        """

    /// The ID of the first participant. Others follow at a distance of 1024.
    private static let localUser: Int64 = 16_778_240

    /// What a trace contains of the other participants, from the first one on whom the steps act. Their IDs are numbers in the
    /// order of joining; the studio user of a sender is none of them.
    private static func events(_ file: String) throws -> [String] {
        let trace = try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))))
        let callbacks = trace.records.compactMap { record -> TraceCallback? in
            if case .callback(let callback) = record.event { callback } else { nil }
        }
        func user(_ callback: TraceCallback) -> Int64? {
            if case .integer(let id)? = callback.arguments["user"] { id } else { nil }
        }
        let studios = Set(callbacks.filter { $0.name == "studioUserChanged" }.compactMap(user))
        let events = callbacks.compactMap { callback -> String? in
            var arguments = callback.arguments
            if let id = user(callback) {
                guard id != Self.localUser, !studios.contains(id) else { return nil }
                let number = (id - Self.localUser) / 1024 - Int64(studios.count { $0 < id })
                arguments["user"] = .integer(number)
            }
            let texts = arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "\(callback.name) \(texts.joined(separator: " "))"
        }
        return Array(events.drop { !$0.hasPrefix("videoChanged") }).filter { !$0.hasPrefix("sending") }
    }

    private static func start(_ scenario: String, in folder: TestFolder) throws -> [String] {
        let path = folder.file("start.jsonl")
        let arguments = [
            "start", "--fast", "--seed", "7", "--scenario", scenario, "--trace", path, "--out", "null:", "--width",
            "64",
            "--height", "36", "--duration", "10s",
        ]
        _ = try StudioProgram.run(arguments)
        return try events(path)
    }

    private static func client(_ name: String, _ scenario: String, in folder: TestFolder) throws -> [String] {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let client = URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("meeting-clients")
        let (traces, input) = (folder.file(name), try PipePair())
        let program = try StudioProgram(
            ["exec", "--seed", "7", "--scenario", scenario, "--trace", traces, "--", client.path, name],
            input: input.readEnd)
        var text = ""
        try waitUntil("the end of the meeting of \(name) in:\n\(text)\n\(program.errorsSoFar)") {
            guard let file = (try? FileManager.default.contentsOfDirectory(atPath: traces))?.first else { return false }
            text = (try? String(contentsOfFile: traces + "/" + file, encoding: .utf8)) ?? ""
            return text.contains("\"status\":\"ended\"")
        }
        input.closeWriteEnd()
        _ = try program.finish()
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: traces).first)
        return try events(traces + "/" + file)
    }

    @Test(
        "start, an app of each facade, TestMeeting and the C library give the same events of the meeting",
        arguments: ["zoom", "zoom-video", "agora", "zego", "camera", "library", "test"])
    func sameEvents(name: String) throws {
        let folder = try TestFolder()
        let scenario = try folder.write("meeting.yaml", Self.scenario)
        let expected = try Self.start(scenario, in: folder)
        #expect(expected.count > 8)
        #expect(try Self.client(name, scenario, in: folder) == expected)
    }
}
