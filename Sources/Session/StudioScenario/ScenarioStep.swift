import SessionProtocol
public import StudioCore
package import StudioMeeting

/// A command with its time or condition.
public struct ScenarioStep: Hashable, Sendable {
    /// The line of the step in its file, from 1.
    public let line: Int
    /// When the command is performed.
    public let timing: ScenarioTiming
    /// The name of the command in its JSON form.
    let commandName: String
    /// The participant whom the command affects; `nil` for the local user, or for none.
    public let user: ScenarioUser?
    /// The fields of the command's JSON form; the participant is in `user`.
    let values: [String: Checked]

    /// The command.
    ///
    /// - Parameter id: the ID of the participant whom the step names.
    /// - Returns: `nil` when the step names a participant and `id` is `nil`, or the other way round.
    public func command(for id: UserID?) -> SessionCommand? {
        guard (id == nil) == (user == nil) else { return nil }
        return SessionCommand(commandName, values, user: id)
    }

    /// The command for the participant whom the step names.
    ///
    /// - Returns: `nil` when the participant is not in the meeting now.
    package func command(in meeting: Meeting) -> SessionCommand? {
        guard let user else { return command(for: nil) }
        let participant = meeting.serverParticipants.first { participant in
            switch user {
            case .named(let name): participant.name == name
            case .id(let id): participant.id == id
            }
        }
        return participant.flatMap { command(for: $0.id) }
    }

    /// Why a step had no effect, in one line.
    package func missingUser(in scenario: Scenario) -> String {
        let name =
            switch user {
            case .named(let name)?: "is named '\(name)'"
            case .id(let id)?: "has the ID \(id)"
            case nil: "is meant"
            }
        return "\(scenario.name):\(line): no participant \(name) now; the step has no effect"
    }

    /// The media that a participant publishes with the step; `nil` for another command.
    package var media: (source: String?, loops: Bool, isShare: Bool)? {
        guard let isShare = ["publishMedia": false, "publishShare": true][commandName] else { return nil }
        return (values["source"]?.text, values["loops"]?.flag == true, isShare)
    }

    /// The sources that the step puts on air.
    package var sources: [String] {
        commandName == "changeSource" ? [values["video"]?.text, values["audio"]?.text].compactMap(\.self) : []
    }
}

/// A participant in a scenario.
public enum ScenarioUser: Hashable, Sendable {
    /// By the display name; the first participant with it.
    case named(String)
    /// By the ID.
    case id(UserID)
}

extension SessionCommand {
    /// The command with this name and these fields; `nil` when the values are not those of a command.
    ///
    /// - Parameter id: the ID of the participant, if it has one.
    init?(_ name: String, _ values: [String: Checked], user id: UserID?) {
        let fields = values.compactMap { name, value -> (String, JSON)? in
            guard ["user", "parent"].contains(name) else { return (name, value.json) }
            return id.map { (name, .number(Int($0.rawValue))) }
        }
        guard let command = try? JSON.object([(name, .object(fields))]).decoded(as: SessionCommand.self) else {
            return nil
        }
        self = command
    }
}
