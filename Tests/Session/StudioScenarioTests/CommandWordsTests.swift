import StudioCore
import StudioScenario
import Testing

/// Commands as words of a command line.
struct CommandWordsTests {
    private let user = UserID(rawValue: 7)

    private func command(_ line: String, named: [(name: String, value: String)] = []) throws -> SessionCommand? {
        let words = line.split(separator: " ").map(String.init)
        let parsed = try CommandWords(words[0], Array(words.dropFirst()), named: named)
        return parsed.command(user: parsed.user == nil ? nil : user)
    }

    @Test("each command of the table has a name in kebab case, with its fields")
    func names() {
        let names = CommandWords.reference.map(\.name)
        for command in SessionCommand.examples {
            let name = command.row.name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
            #expect(names.contains(name))
        }
        #expect(Set(names).count == names.count)
        #expect(CommandWords.reference.first { $0.name == "set-role" }?.usage == "ROLE [user]")
    }

    @Test("values stand in their places or have names; missing ones have their defaults")
    func values() throws {
        #expect(try command("admit") == .admit)
        #expect(try command("join") == .join(entrance: .direct))
        #expect(try command("end-meeting") == .endMeeting(reason: .endedByHost))
        #expect(try command("end-meeting noAttendee") == .endMeeting(reason: .noAttendee))
        #expect(try command("revoke-co-host") == .revokeCoHost(user: nil))
        #expect(try command("revoke-co-host Ann") == .revokeCoHost(user: user))
        #expect(try command("set-role cohost 7") == .setRole(role: .coHost, user: user))
        #expect(
            try command("set-role", named: [("role", "cohost"), ("user", "Ann")]) == .setRole(role: .coHost, user: user)
        )
        #expect(try command("remove-output 2") == .removeOutput(output: 2))
        #expect(try command("add-output rtmp://host/live/a:b#c") == .addOutput(address: "rtmp://host/live/a:b#c"))
        #expect(try command("add-participant null") == .addParticipant(name: "null", role: .attendee, isVideoOn: false))
        let media = try command("publish-media Ann clip.mp4", named: [("loops", "true")])
        #expect(media == .publishMedia(user: user, source: "clip.mp4", loops: true))
        #expect(try command("change-track Ann camera mute") == .changeTrack(user: user, track: .camera, change: .mute))
        let size = try command(#"change-track Ann camera {"setSize":{"width":640,"height":360}}"#)
        #expect(size == .changeTrack(user: user, track: .camera, change: .setSize(width: 640, height: 360)))
        #expect(try command("mute Ann") != nil)
    }

    @Test(
        "words that are no command are rejected with what is expected",
        arguments: [
            ("fly", "unknown command 'fly'; psstudio control --help lists all"),
            ("admitt", "unknown command 'admitt'; did you mean admit?"),
            ("admit now", "admit: 1 values; usage: admit "),
            ("remove-output", "remove-output: the key 'output' is missing; expected an integer of at least 1; "),
            ("remove-output 0", "remove-output: output is '0'; expected an integer of at least 1; "),
            ("join window", "join: entrance is 'window'; expected one of direct, "),
        ])
    func rejected(_ line: String, _ message: String) throws {
        let words = line.split(separator: " ").map(String.init)
        do {
            _ = try CommandWords(words[0], Array(words.dropFirst()))
            Issue.record("'\(line)' is accepted")
        } catch {
            #expect(error.description.hasPrefix(message), "\(error)")
        }
    }
}
