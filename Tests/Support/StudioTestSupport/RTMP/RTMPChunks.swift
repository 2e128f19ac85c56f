/// The chunk stream of one direction of an RTMP connection, after the handshake.
struct RTMPChunks {
    struct Message {
        let type: UInt8
        let bytes: [UInt8]
    }

    private struct Stream {
        var length = 0
        var type: UInt8 = 0
        var isExtended = false
        var bytes: [UInt8] = []
    }

    private var streams: [Int: Stream] = [:]
    private var chunkSize = 128

    /// Removes the first complete message; `nil` when bytes are missing.
    mutating func next(_ input: inout [UInt8]) -> Message? {
        while let (message, used) = chunk(input[...]) {
            input.removeFirst(used)
            guard let message else { continue }
            guard message.type == 1 else { return message }
            chunkSize = message.bytes.reduce(0) { $0 << 8 | Int($1) }
        }
        return nil
    }

    /// One chunk, with the message that it completes and its length; `nil` when bytes are missing.
    private mutating func chunk(_ input: ArraySlice<UInt8>) -> (Message?, Int)? {
        var rest = input
        func integer(_ count: Int) -> Int { rest.prefix(count).reduce(0) { $0 << 8 | Int($1) } }
        guard let first = rest.popFirst() else { return nil }
        let (format, short) = (Int(first >> 6), Int(first & 63))
        let extra = short < 2 ? short + 1 : 0
        guard rest.count >= extra else { return nil }
        let number =
            short < 2 ? 64 + Int(rest.first ?? 0) + (short == 1 ? 256 * Int(rest.dropFirst().first ?? 0) : 0) : short
        rest = rest.dropFirst(extra)
        var stream = streams[number] ?? Stream()
        let header = [11, 7, 3, 0][format]
        guard rest.count >= header else { return nil }
        if format < 3 { stream.isExtended = integer(3) == 0xFF_FFFF }
        if format < 2 {
            let fields = Array(rest.prefix(7))
            stream.length = fields[3..<6].reduce(0) { $0 << 8 | Int($1) }
            stream.type = fields[6]
        }
        rest = rest.dropFirst(header + (stream.isExtended ? 4 : 0))
        let count = min(chunkSize, stream.length - stream.bytes.count)
        guard rest.count >= count else { return nil }
        stream.bytes += rest.prefix(count)
        let isWhole = stream.bytes.count == stream.length
        let message = isWhole ? Message(type: stream.type, bytes: stream.bytes) : nil
        if isWhole { stream.bytes = [] }
        streams[number] = stream
        return (message, input.count - rest.count + count)
    }

    /// A message in chunks of 128 bytes.
    static func encode(type: UInt8, stream: UInt8 = 0, _ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [3, 0, 0, 0] + AMFValue.bytes(UInt64(bytes.count), 3) + [type, stream, 0, 0, 0]
        for start in stride(from: 0, to: bytes.count, by: 128) {
            if start > 0 { result.append(0xC3) }
            result += bytes[start..<min(bytes.count, start + 128)]
        }
        return result
    }
}
