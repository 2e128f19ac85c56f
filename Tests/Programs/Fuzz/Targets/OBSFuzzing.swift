import OBSWebSocket
import StudioCore
import StudioEngine
import StudioTestSupport
import StudioScenario

/// Parses the messages of a client of obs-websocket, and performs them.
enum OBSFuzzing {
    /// The first byte chooses the encoding and whether the client has identified; each message follows a byte with its length.
    static func run(_ bytes: [UInt8]) throws {
        try decode(bytes)
        let choice = bytes.first ?? 0
        let encoding: Encoding = choice & 1 == 0 ? .json : .messagePack
        var server = OBSServerStateMachine(
            show: Show(folder: "/srv", hasSlate: choice & 4 == 0), facts: ServerFacts(platform: "fuzz"),
            authentication: nil)
        let id = ConnectionID(1)
        for case .requestSnapshot(let number) in server.begin() {
            _ = server.received(SessionSnapshot(), number: number, at: .zero)
        }
        _ = server.opened(id, encoding, challenge: "", at: .zero)
        if choice & 2 == 0 {
            let identify: JSON = ["op": 1, "d": ["rpcVersion": 1, "eventSubscriptions": 65_536]]
            _ = server.received(id, encoding.frame(identify), at: .zero)
        }
        var rest = bytes.dropFirst()
        var now = MediaTime.zero
        while let length = rest.popFirst() {
            // Longer messages have lengths of two bytes.
            let count = length < 128 ? Int(length) : Int(length & 127) << 8 | Int(rest.popFirst() ?? 0)
            let message = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            now += .milliseconds(10)
            let frame: Frame = encoding == .json ? .text(message) : .binary(message)
            try perform(server.received(id, frame, at: now), encoding, &server, now)
            try perform(server.advance(to: now), encoding, &server, now)
        }
    }

    /// The session performs every command, and every message that the server sends can be read.
    private static func perform(
        _ actions: [ServerAction], _ encoding: Encoding, _ server: inout OBSServerStateMachine, _ now: MediaTime
    ) throws {
        var queue = actions[...]
        while let action = queue.popFirst() {
            switch action {
            case .send(_, let frame), .publish(_, let frame): try check(frame)
            case .perform(let number, _): queue += server.replied(number, .success(.done), at: now)
            case .capture(let number, _): queue += server.captured(number, .success([0xFF]), at: now)
            case .access(let number, _): queue += server.accessed(number, .success(nil), at: now)
            case .save(let number, let path, _):
                guard path.hasPrefix("/srv/"), !path.contains("/../"), !path.hasSuffix("/..") else {
                    throw TestFailure("a file outside of the folder: \(path)")
                }
                queue += server.saved(number, nil, at: now)
            case .close(_, let closing):
                guard closing.reason.utf8.count <= 123 else { throw TestFailure("a long reason: \(closing)") }
            case .read, .requestSnapshot, .measureLevels: break
            }
        }
    }

    private static func check(_ frame: Frame) throws {
        switch frame {
        case .text(let bytes): _ = try JSON(decoding: bytes)
        case .binary(let bytes): _ = try JSON(unpacking: bytes)
        }
    }

    /// A value that was read is written and read again.
    private static func decode(_ bytes: [UInt8]) throws {
        if let value = value({ () throws(DecodingFailure) in try JSON(decoding: bytes) }) {
            guard try JSON(decoding: value.encoded).encoded == value.encoded else {
                throw TestFailure("a text is another one after reading")
            }
        }
        if let value = value({ () throws(DecodingFailure) in try JSON(unpacking: bytes) }) {
            guard try JSON(unpacking: value.packed).packed == value.packed else {
                throw TestFailure("a value is another one after reading")
            }
        }
    }

    /// A failure about the bytes is a valid outcome.
    private static func value(_ body: () throws(DecodingFailure) -> JSON) -> JSON? {
        do throws(DecodingFailure) {
            return try body()
        } catch {
            return nil
        }
    }
}
