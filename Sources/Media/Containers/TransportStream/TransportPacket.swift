import StudioCore

/// A packet of any MPEG transport stream (ISO/IEC 13818-1, 2.4.3), which is read and corrected before it is demuxed.
struct TransportPacket: Hashable, Sendable {
    static let length = 188

    /// All of them, from the synchronization byte on.
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// A packet that has a clock reference and nothing else.
    init(clock: Int64, identifier: Int) {
        var bytes = [UInt8](repeating: 0xFF, count: Self.length)
        bytes[0] = 0x47
        (bytes[1], bytes[2]) = (UInt8(identifier >> 8), UInt8(identifier & 0xFF))
        (bytes[3], bytes[4], bytes[5]) = (0x20, 183, 0x10)
        self = TransportPacket(bytes[...]).withClock(clock)
    }

    private subscript(_ index: Int) -> UInt8 { bytes[bytes.startIndex + index] }

    var identifier: Int { Int(self[1] & 0x1F) << 8 | Int(self[2]) }
    private var startsUnit: Bool { self[1] & 0x40 != 0 }

    /// The clock reference in ticks of 90 kHz.
    var clock: Int64? {
        guard self[3] & 0x20 != 0, self[4] > 6, self[5] & 0x10 != 0 else { return nil }
        return (6..<11).reduce(0) { $0 << 8 | Int64(self[$1]) } >> 7
    }

    func withClock(_ time: Int64) -> TransportPacket {
        var copy = Array(bytes)
        for index in 0..<4 { copy[6 + index] = UInt8(truncatingIfNeeded: time >> (25 - 8 * index)) }
        copy[10] = UInt8(time & 1) << 7 | 0x7E
        copy[11] = 0
        return TransportPacket(copy[...])
    }

    /// What follows the header and the adaptation field.
    private var payload: ArraySlice<UInt8> {
        guard self[3] & 0x10 != 0 else { return [] }
        return bytes.dropFirst(self[3] & 0x20 == 0 ? 4 : 5 + Int(self[4]))
    }

    /// The time of the unit that starts here, in ticks of 90 kHz: the decoding time where it has one.
    var unitTime: Int64? {
        let header = Array(payload.prefix(19))
        guard startsUnit, header.count == 19, header.starts(with: [0, 0, 1]), header[7] & 0x80 != 0 else { return nil }
        let field = header[(header[7] & 0x40 != 0 ? 14 : 9)...].prefix(5).map { Int64($0) }
        return (field[0] >> 1 & 7) << 30 | field[1] << 22 | (field[2] >> 1) << 15 | field[3] << 7 | field[4] >> 1
    }

    /// Whether the unit that starts here is AAC with ADTS headers.
    var hasADTS: Bool {
        let header = Array(payload.prefix(9))
        guard startsUnit, header.count == 9 else { return false }
        let body = payload.dropFirst(9 + Int(header[8])).prefix(2)
        // Twelve bits of synchronization, and layer 0.
        return body.first == 0xFF && (body.last ?? 0) & 0xF6 == 0xF0
    }

    /// The samples that a decoder leaves out at the start of the unit of Opus that starts here, as the control header of ETSI TS 103 491
    /// tells; `nil` for other units.
    var opusTrim: Int64? {
        let header = Array(payload.prefix(9))
        guard startsUnit, header.count == 9, header.starts(with: [0, 0, 1]) else { return nil }
        let unit = Array(payload.dropFirst(9 + Int(header[8])).prefix(32))
        // Eleven bits of synchronization, then the flag of the trim.
        guard unit.count == 32, unit[0] == 0x7F, unit[1] & 0xE0 == 0xE0 else { return nil }
        guard unit[1] & 0x10 != 0 else { return 0 }
        // The size of the unit is the sum of all bytes to the first one below 255.
        guard let size = unit[2...].firstIndex(where: { $0 < 255 }), size + 2 < unit.count else { return nil }
        return Int64(unit[size + 1] & 0x1F) << 8 | Int64(unit[size + 2])
    }

    /// The section of a table that starts here, if it fits in the packet.
    var section: ArraySlice<UInt8>? {
        guard startsUnit, let pointer = payload.first else { return nil }
        let rest = payload.dropFirst(1 + Int(pointer))
        guard rest.count > 3 else { return nil }
        let length = 3 + (Int(rest[rest.startIndex + 1] & 0x0F) << 8 | Int(rest[rest.startIndex + 2]))
        return length <= rest.count ? rest.prefix(length) : nil
    }

    /// The same map with another type for these streams; `nil` when none is in it.
    func withTypes(_ type: UInt8, of streams: Set<Int>) -> TransportPacket? {
        guard let section else { return nil }
        let positions = TransportProgram.streams(in: section).filter { streams.contains($0.identifier) }.map(\.position)
        guard !positions.isEmpty else { return nil }
        let (start, end) = (section.startIndex - bytes.startIndex, section.endIndex - bytes.startIndex)
        var copy = Array(bytes)
        for position in positions { copy[position - bytes.startIndex] = type }
        let sum = TransportProgram.checksum(copy[start..<end - 4])
        for index in 0..<4 { copy[end - 4 + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
        return TransportPacket(copy[...])
    }
}

/// The first program of a transport stream: its tables, its clock and its streams.
struct TransportProgram: Hashable, Sendable {
    /// The packets with the map of the program; `nil` before they are known.
    private(set) var map: Int?
    /// The packets with the clock references.
    private(set) var clock = 0
    /// The types of streams, by their packets.
    private(set) var types: [Int: UInt8] = [:]

    static let privateData: UInt8 = 6
    static let adts: UInt8 = 15

    var isComplete: Bool { !types.isEmpty }

    /// Whether the packets belong to the program.
    func needs(_ identifier: Int) -> Bool { identifier == 0 || identifier == map || types[identifier] != nil }

    mutating func add(_ packet: TransportPacket) {
        guard packet.identifier == 0 || packet.identifier == map, let section = packet.section else { return }
        if packet.identifier == 0 {
            guard map == nil, section.first == 0, section.count >= 16 else { return }
            // The program with number 0 is the network's table.
            let programs = stride(from: section.startIndex + 8, to: section.endIndex - 4, by: 4).map {
                section[$0..<min($0 + 4, section.endIndex)].map { Int($0) }
            }
            map = programs.first { $0.count == 4 && ($0[0], $0[1]) != (0, 0) }.map { ($0[2] & 0x1F) << 8 | $0[3] }
        } else if section.first == 2, section.count >= 16 {
            let start = section.startIndex
            clock = Int(section[start + 8] & 0x1F) << 8 | Int(section[start + 9])
            for stream in Self.streams(in: section) { types[stream.identifier] = section[stream.position] }
        }
    }

    /// The streams of a map, with the positions of their types.
    static func streams(in section: ArraySlice<UInt8>) -> [(identifier: Int, position: Int)] {
        guard section.count >= 16 else { return [] }
        var (found, position) = ([(identifier: Int, position: Int)](), section.startIndex + 10)
        position += 2 + (Int(section[position] & 0x0F) << 8 | Int(section[position + 1]))
        while position + 9 <= section.endIndex {
            found.append((Int(section[position + 1] & 0x1F) << 8 | Int(section[position + 2]), position))
            position += 5 + (Int(section[position + 3] & 0x0F) << 8 | Int(section[position + 4]))
        }
        return found
    }

    /// The checksum of sections: CRC-32 without reflection.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
            }
        }
    }
}
