import StudioCore

/// Finds the answers of an RTMP server in the bytes that it sends.
///
/// A pure value: it keeps no more than one command of each chunk stream, and skips everything else. Bytes that are not
/// RTMP end the search, because GStreamer then ends the connection.
package struct RTMPCommands: Sendable {
    /// `_result`, `_error` or `onStatus`, with what it says.
    package struct Answer: Hashable, Sendable {
        let command: String
        /// The number of the client's request; 0 for an unsolicited answer.
        let transaction: Double
        let level: String
        let code: String
        let description: String
    }

    private struct ChunkStream: Hashable, Sendable {
        var length = 0
        var type: UInt8 = 0
        var hasExtendedTime = false
        var missing = 0
        var bytes: [UInt8] = []

        /// Commands in AMF 0 and in AMF 3, and the chunk size.
        var isWanted: Bool { [1, 17, 20].contains(type) && length <= RTMPCommands.longest }
    }

    /// The version byte and the server's two parts of the handshake.
    private static let handshakeBytes = 1 + 2 * 1536
    /// Longer commands are skipped; answers are shorter than a kilobyte.
    fileprivate static let longest = 65_536
    /// A server uses a handful; the protocol allows 65,597.
    private static let streamLimit = 64

    private var handshakeRest = RTMPCommands.handshakeBytes
    private var chunkBytes = 128
    private var streams: [Int: ChunkStream] = [:]
    /// The header of a chunk, until all of it has arrived.
    private var header: [UInt8] = []
    /// The chunk stream whose chunk is being received, with the missing bytes of that chunk.
    private var current: (number: Int, missing: Int)?
    private var isLost = false

    package init() {}

    /// The answers that the next bytes complete.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [Answer] {
        var rest = bytes[...]
        let skipped = min(handshakeRest, rest.count)
        handshakeRest -= skipped
        rest = rest.dropFirst(skipped)
        var answers: [Answer] = []
        while !rest.isEmpty, !isLost {
            if let (number, missing) = current {
                let part = rest.prefix(missing)
                rest = rest.dropFirst(part.count)
                current = part.count < missing ? (number, missing - part.count) : nil
                if let answer = append(part, to: number) { answers.append(answer) }
            } else {
                header.append(rest.removeFirst())
                beginChunk()
            }
        }
        return answers
    }

    /// Parses the header once it is complete.
    private mutating func beginChunk() {
        let (format, short) = (Int(header[0] >> 6), Int(header[0] & 63))
        let start = short < 2 ? short + 2 : 1
        guard header.count >= start else { return }
        let number = short < 2 ? 64 + Int(header[1]) + (short == 1 ? 256 * Int(header[2]) : 0) : short
        let fields = [11, 7, 3, 0][format]
        guard header.count >= start + fields else { return }
        var stream = streams[number] ?? ChunkStream()
        let isFirst = stream.missing == 0
        if format < 3 { stream.hasExtendedTime = header[start..<start + 3].allSatisfy { $0 == 0xFF } }
        guard header.count >= start + fields + (stream.hasExtendedTime ? 4 : 0) else { return }
        if format < 2, isFirst {
            stream.length = header[start + 3..<start + 6].reduce(0) { $0 << 8 | Int($1) }
            stream.type = header[start + 6]
        }
        header = []
        if isFirst { stream.missing = stream.length }
        streams[number] = stream
        isLost = streams.count > Self.streamLimit
        let count = min(chunkBytes, stream.missing)
        if count > 0 { current = (number, count) }
    }

    private mutating func append(_ part: Slice<UnsafeRawBufferPointer>, to number: Int) -> Answer? {
        guard var stream = streams[number] else { return nil }
        if stream.isWanted { stream.bytes += part }
        stream.missing -= part.count
        let message = stream.missing == 0 ? stream.bytes : []
        if stream.missing == 0 { stream.bytes = [] }
        streams[number] = stream
        guard !message.isEmpty else { return nil }
        if stream.type == 1 {
            let size = message.prefix(4).reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
            if message.count >= 4, size > 0 { chunkBytes = size }
            return nil
        }
        // AMF 3 commands begin with a byte that says that AMF 0 follows.
        return Answer(message[...].dropFirst(stream.type == 17 ? 1 : 0))
    }
}

extension RTMPCommands.Answer {
    /// - Returns: `nil` for another command, or one without a code or a description.
    init?(_ message: ArraySlice<UInt8>) {
        var reader = AMFReader(message)
        let values = reader.all()
        guard case .string(let command)? = values.first, ["_result", "_error", "onStatus"].contains(command),
            values.count > 2, case .number(let transaction) = values[1]
        else { return nil }
        for case .object(let members) in values.dropFirst(2) {
            func text(_ name: String) -> String {
                if case .string(let text)? = members[name] { text } else { "" }
            }
            if text("code").isEmpty, text("description").isEmpty { continue }
            self.init(
                command: command, transaction: transaction, level: text("level"), code: text("code"),
                description: text("description"))
            return
        }
        return nil
    }

    /// Whether the server ends or rejects the stream.
    var isError: Bool { command == "onStatus" && level == "error" }

    /// Whether the server rejects what the connection depends on. Many servers reject `releaseStream` and `FCPublish`, which are
    /// not part of the protocol; those requests have no number.
    var isRejection: Bool { isError || command == "_error" && transaction > 0 }

    /// The code and the description, on one line without control characters.
    package var text: String {
        let text = [code, description].filter { !$0.isEmpty }.joined(separator: ": ").withoutControls
        // Not characters: one of them may have any number of accents.
        let start = text.unicodeScalars.prefix(Self.longestText)
        return start.endIndex < text.endIndex ? String(start) + "…" : text
    }

    /// In Unicode scalars, without the mark of what was cut off.
    package static let longestText = 300
}
