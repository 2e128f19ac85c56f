import StudioCore
import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("Answers of RTMP servers")
struct RTMPCommandsTests {
    private static let handshake = [UInt8](repeating: 3, count: 1 + 2 * 1536)

    private static func string(_ text: String) -> [UInt8] {
        [2, UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + Array(text.utf8)
    }

    private static func object(_ members: KeyValuePairs<String, String>) -> [UInt8] {
        [3] + members.flatMap { string($0.key).dropFirst() + string($0.value) } + [0, 0, 9]
    }

    /// A command of AMF 0: its name, the number of the request, and an object behind null.
    private static func command(_ name: String, _ transaction: UInt8, _ members: KeyValuePairs<String, String>)
        -> [UInt8]
    {
        let number: [UInt8] = transaction == 0 ? [0, 0, 0, 0, 0, 0, 0, 0, 0] : [0, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]
        return string(name) + number + [5] + object(members)
    }

    /// A message in chunks.
    private static func message(_ type: UInt8, _ bytes: [UInt8], chunk: Int = 128, stream: UInt8 = 3) -> [UInt8] {
        var result: [UInt8] = [stream, 0, 0, 0, 0, UInt8(bytes.count >> 8), UInt8(bytes.count & 255), type, 0, 0, 0, 0]
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            if start > 0 { result.append(0xC0 | stream) }
            result += bytes[start..<min(bytes.count, start + chunk)]
        }
        return result
    }

    private func answers(_ bytes: [UInt8], piece: Int = .max) -> [RTMPCommands.Answer] {
        var commands = RTMPCommands()
        var answers: [RTMPCommands.Answer] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(piece))
            rest = rest.dropFirst(part.count)
            answers += part.withUnsafeBytes { commands.receive($0) }
        }
        return answers
    }

    private static let badName: KeyValuePairs = [
        "level": "error", "code": "NetStream.Publish.BadName", "description": "in use",
    ]

    @Test("a status is found however it is divided", arguments: [1, 2, 7, 128, 1537, Int.max])
    func pieces(_ piece: Int) throws {
        let long = String(repeating: "x", count: 400)
        let bytes =
            Self.handshake + Self.message(5, [0, 38, 37, 160], stream: 2)
            + Self.message(
                20, Self.command("_result", 1, ["level": "status", "code": "NetConnection.Connect.Success"]))
            + Self.message(1, [0, 0, 1, 0], stream: 2)
            + Self.message(20, Self.command("onStatus", 0, ["level": "error", "description": long]), chunk: 256)
        let answers = answers(bytes, piece: piece)
        #expect(answers.map(\.command) == ["_result", "onStatus"])
        #expect(answers.map(\.isRejection) == [false, true])
        let last = try #require(answers.last)
        #expect(last.description == long)
        #expect(last.text == String(repeating: "x", count: 300) + "…")
    }

    @Test("chunks of other streams may lie between those of a command; AMF 3 commands begin with a zero")
    func interleaved() {
        let status = Self.message(17, [0] + Self.command("onStatus", 0, Self.badName))
        let first = status.prefix(12 + 128)
        let between = Self.message(4, [0, 6, 0, 0, 0, 1], stream: 2)
        let answers = answers(Self.handshake + first + between + status.dropFirst(first.count))
        #expect(answers.map(\.text) == ["NetStream.Publish.BadName: in use"])
    }

    @Test(
        "which answers reject the stream",
        arguments: [
            ("onStatus", 0, "error", true, true), ("onStatus", 0, "status", false, false),
            ("onStatus", 0, "warning", false, false), ("_error", 1, "error", true, false),
            ("_error", 0, "error", false, false), ("_result", 1, "status", false, false),
        ])
    func rejections(_ name: String, _ transaction: UInt8, _ level: String, _ isRejection: Bool, _ isError: Bool) throws
    {
        let bytes = Self.message(20, Self.command(name, transaction, ["level": level, "code": "A.B"]))
        let answer = try #require(answers(Self.handshake + bytes).first)
        #expect(answer.isRejection == isRejection)
        #expect(answer.isError == isError)
        #expect(answer.text == "A.B")
    }

    @Test("the text is one line of at most 300 scalars, without control characters")
    func text() throws {
        let accents = String(repeating: "\u{301}", count: 1000)
        let members: KeyValuePairs = ["level": "error", "code": "A\nB", "description": "\u{1B}[31me" + accents]
        let answer = try #require(
            answers(Self.handshake + Self.message(20, Self.command("onStatus", 0, members))).first)
        #expect(answer.text.unicodeScalars.count == 301)
        #expect(answer.text.hasPrefix("A\u{FFFD}B: \u{FFFD}[31m"))
        #expect(answer.text.hasSuffix("…"))
    }

    @Test("long messages of other types are skipped, and long commands, too")
    func skipped() {
        var video = Self.message(9, [UInt8](repeating: 7, count: 60_000), stream: 6)
        video += Self.message(20, Self.command("onStatus", 0, Self.badName))
        #expect(answers(Self.handshake + video, piece: 4096).count == 1)
    }

    @Test("random bytes are no answers", arguments: 1...50 as ClosedRange<UInt64>)
    func noise(_ seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        #expect(answers(generator.bytes(20_000), piece: Int.random(in: 1...3000, using: &generator)).isEmpty)
    }
}
