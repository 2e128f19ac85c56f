import SessionProtocol
import StudioCore

/// The keys of a scenario file, and the scenario that they describe.
enum ScenarioFormat {
    static let fields = [
        Field("version", .word(["1"]), "The version of the format: 1.", isRequired: true),
        Field("meeting", .mapping(meeting), "The meeting and its participants."),
        Field("role", ResponseTable.role, "The local user's role."),
        Field("answers", .mapping(AnswersFormat.groups), "The responses of the emulated service."),
        Field("steps", .list(.step), "The commands, each with a time or a condition."),
    ]

    private static let meeting = [
        Field("topic", .text, "The meeting's topic."),
        Field("kind", .word(MeetingKind.allCases.map(\.rawValue)), "A meeting or a webinar (default: meeting)."),
        Field(
            "entrance", .word(MeetingEntrance.allCases.map(\.rawValue)),
            "What happens when the local user joins (default: direct)."),
        Field(
            "participants", .list(.mapping(Field.newParticipant)),
            "The participants who are present when the local user joins, in this order."),
    ]

    /// - Throws: a ``ScenarioError`` for the first invalid line.
    static func scenario(_ text: ScenarioText) throws(ScenarioError) -> Scenario {
        let reader = ScenarioReader(file: text.file)
        let root = try reader.check(text.root(), as: .mapping(fields), at: "")
        let meeting = root["meeting"]
        var names: Set<String> = []
        var participants: [ScenarioParticipant] = []
        for entry in meeting?["participants"]?.items ?? [] {
            let name = entry["name"]?.text ?? ""
            guard names.insert(name).inserted else {
                let name = ScenarioReader.printable(name)
                throw ScenarioError(text.file, line: entry.line, "two participants are named '\(name)'; rename one")
            }
            participants.append(
                ScenarioParticipant(
                    name: name, role: entry["role"]?.word() ?? .attendee, isVideoOn: entry["isVideoOn"]?.flag ?? false))
        }
        let role: MeetingRole? = root["role"]?.word()
        let hosts = (meeting?["participants"]?.items ?? []).filter { $0["role"]?.word() == MeetingRole.host }
        if let second = role == .host ? hosts.first : hosts.dropFirst().first {
            let name = ScenarioReader.printable(second["name"]?.text ?? "")
            throw ScenarioError(
                text.file, line: second.line, "'\(name)' is a second host, but a meeting has one; use the role cohost")
        }
        var entry = SessionEntryResponses()
        var studio = SessionResponses()
        if let answers = root["answers"] {
            entry = try decoded(AnswersFormat.entryResponses(answers), in: text.file)
            studio = try decoded(AnswersFormat.studioResponses(answers), in: text.file)
        }
        entry.topic = meeting?["topic"]?.text
        if let entrance: MeetingEntrance = meeting?["entrance"]?.word() {
            if entry.joinFailure != nil, entrance != .failure {
                throw ScenarioError(
                    text.file, line: meeting?["entrance"]?.line ?? root.line,
                    "meeting.entrance is '\(entrance.rawValue)', but answers.join.failure makes joining fail; "
                        + "remove one of them")
            }
            entry.entrance = entrance
        }
        let steps = root["steps"]?.items ?? []
        // Commands may add participants, whom any step may name.
        names.formUnion(
            steps.flatMap { step in
                ["addParticipant", "addOtherStudio"].compactMap { step[$0]?["name"]?.text }
            })
        return Scenario(
            name: text.file, summary: text.summary,
            kind: meeting?["kind"]?.word() ?? .meeting,
            participants: participants, role: role, entryResponses: entry,
            studioResponses: studio,
            steps: try steps.map { value throws(ScenarioError) in try step(value, names, in: text.file) })
    }

    private static func decoded<Value: Decodable>(
        _ responses: Checked, in file: String
    ) throws(ScenarioError) -> Value {
        do {
            return try responses.json.decoded(as: Value.self)
        } catch {
            throw ScenarioError(file, line: responses.line, "invalid answers: \(error)")
        }
    }

    // MARK: Steps

    private static func step(
        _ value: Checked, _ names: Set<String>, in file: String
    ) throws(ScenarioError) -> ScenarioStep {
        func fail(_ message: String, _ line: Int = value.line) -> ScenarioError {
            ScenarioError(file, line: line, message)
        }
        let commands = StepFormat.commands.filter { value[$0.name] != nil }
        guard let command = commands.first, let arguments = value[command.name] else {
            throw fail("the step has no command; expected one, for example 'revokeCoHost: {}'")
        }
        guard commands.count == 1 else {
            let names = commands.map { "'\($0.name)'" }.joined(separator: " and ")
            throw fail("the step has \(commands.count) commands, \(names); write one step for each")
        }
        let user = try (arguments["user"] ?? arguments["parent"]).map { value throws(ScenarioError) in
            try stepUser(value, names, in: file)
        }
        do throws(TimingError) {
            return ScenarioStep(
                line: value.line, timing: try timing(value), commandName: command.command, user: user,
                values: command.values(arguments))
        } catch {
            throw fail(error.message)
        }
    }

    /// A participant who may be in the meeting at the time of the step: a known name, or an ID.
    private static func stepUser(
        _ value: Checked, _ names: Set<String>, in file: String
    ) throws(ScenarioError) -> ScenarioUser {
        let name = value.text ?? ""
        if names.contains(name) { return .named(name) }
        if let id = UInt32(name), id > 0 { return .id(UserID(rawValue: id)) }
        let nearest = NearestWord.of(name, in: names.sorted()).map { "did you mean '\($0)'?" }
        throw ScenarioError(
            file, line: value.line,
            "no participant is named '\(ScenarioReader.printable(name))'; "
                + (nearest ?? "list the participant in meeting.participants"))
    }

    private struct TimingError: Error {
        let message: String
    }

    private static func timing(_ value: Checked) throws(TimingError) -> ScenarioTiming {
        let event: ScenarioEvent? = value["on"]?.word()
        let interval = value["every"]?.duration
        let limit = value["times"]?.integer
        if value["at"] != nil, let other = ["on", "after"].first(where: { value[$0] != nil }) {
            throw TimingError(message: "the step has both 'at' and '\(other)'; keep one of them")
        }
        if limit != nil, interval == nil {
            throw TimingError(message: "'times' requires 'every'; add every: 2s, or remove times")
        }
        let delay: ScenarioTiming.Delay
        if let time = value["at"]?.duration {
            delay = .time(time)
        } else if let after = value["after"] {
            if case .frames(let count) = after.value {
                delay = .frames(count)
            } else {
                delay = .time(after.duration ?? .zero)
            }
        } else if event != nil {
            delay = .time(.zero)
        } else if let interval {
            delay = .time(interval)
        } else {
            throw TimingError(
                message: "the step has no time; expected at: 5s, on: onStartSend, after: 150 frames, or every: 2s")
        }
        return ScenarioTiming(event: event, delay: delay, interval: interval, limit: limit)
    }
}
