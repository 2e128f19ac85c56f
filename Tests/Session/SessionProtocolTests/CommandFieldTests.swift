import StudioCore
import Testing

@testable import SessionProtocol

/// What the shapes of the fields say of a command.
struct CommandFieldTests {
    private static let key = "rtmp://host/live/secret"
    private static let user = SessionCommand.exampleUser

    private static let secrets: [(command: SessionCommand, shown: SessionCommand)] = [
        (.addOutput(address: key), .addOutput(address: "rtmp://host/live/***")),
        (
            .publishMedia(user: user, source: key, loops: true),
            .publishMedia(user: user, source: "rtmp://host/live/***", loops: true)
        ),
        (
            .publishShare(user: user, source: key, loops: false),
            .publishShare(user: user, source: "rtmp://host/live/***", loops: false)
        ),
        (
            .changeSource(video: "a.mp4", audio: key, loops: false, startAt: .milliseconds(1500)),
            .changeSource(video: "a.mp4", audio: "rtmp://host/live/***", loops: false, startAt: .milliseconds(1500))
        ),
        (
            .changeSource(video: key, audio: nil, loops: true, startAt: nil),
            .changeSource(video: "rtmp://host/live/***", audio: nil, loops: true, startAt: nil)
        ),
    ]

    @Test("addresses are redacted, whichever field has them", arguments: secrets)
    func redaction(_ command: SessionCommand, _ shown: SessionCommand) {
        #expect(command.redacted == shown)
    }

    @Test("a command without an address stays as it is", arguments: SessionCommand.examples)
    func unchanged(_ command: SessionCommand) {
        #expect(command.redacted == command)
    }

    @Test("each command with a participant names it", arguments: SessionCommand.examples)
    func participant(_ command: SessionCommand) {
        let isNamed = "\(command)".contains("\(SessionCommand.exampleUser.rawValue)")
        #expect(command.participant == (isNamed ? SessionCommand.exampleUser : nil))
    }

    @Test("texts are replaced by the shape of their field", arguments: secrets.map(\.command))
    func replacement(_ command: SessionCommand) {
        let replaced = command.replacingTexts { $0 == .source || $0 == .address ? "/srv/\($1.count)" : nil }
        #expect(replaced != nil && replaced != command)
        #expect(command.replacingTexts { _, _ in nil } == command)
    }

    @Test("the commands after which something becomes of an output, and its number")
    func goals() {
        let commands = SessionCommand.examples.filter { $0.row.goal != nil }
        #expect(
            commands.map { "\($0.row.name) \($0.row.goal.map { "\($0)" } ?? "")" } == [
                "addOutput live", "removeOutput end", "restartOutput live", "stopOutput end", "startOutput live",
                "splitOutput split",
            ])
        #expect(commands.map(\.output) == [nil, 1, 1, 1, 1, 1])
        #expect(SessionCommand.stop.output == nil)
    }
}
