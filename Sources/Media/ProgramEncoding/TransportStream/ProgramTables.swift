/// The program tables of a transport stream, which are repeated in front of each key frame and every 100 ms.
///
/// Repeating a table shifts the continuity counters of its packets, which are therefore rewritten.
package struct ProgramTables: Hashable, Sendable {
    private var association: [UInt8] = []
    private var map: [UInt8] = []
    private var associationCount: UInt8 = 0
    private var mapCount: UInt8 = 0

    package init() {}

    /// The latest tables again, with the next counters.
    package mutating func repeated() -> [UInt8] {
        var result: [UInt8] = []
        if !association.isEmpty { result += Self.next(association, &associationCount) }
        if !map.isEmpty { result += Self.next(map, &mapCount) }
        return result
    }

    /// The chunk with continuous counters.
    ///
    /// - Parameters:
    ///   - chunk: whole packets.
    ///   - hasTables: whether the result starts with the latest tables; those inside the chunk are then omitted.
    package mutating func renumbered(_ chunk: UnsafeRawBufferPointer, withTables hasTables: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(chunk.count + 2 * MuxedPacket.byteCount)
        if hasTables {
            MuxedPacket.forEach(in: chunk) { bytes, packet in note(bytes, packet) }
            result += repeated()
        }
        MuxedPacket.forEach(in: chunk) { bytes, packet in
            switch packet.content {
            case .programAssociation, .programMap:
                if hasTables { return }
                note(bytes, packet)
                result +=
                    packet.content == .programMap
                    ? Self.next(map, &mapCount) : Self.next(association, &associationCount)
            case .track, .other: result.append(contentsOf: bytes)
            }
        }
        return result
    }

    private mutating func note(_ bytes: UnsafeRawBufferPointer, _ packet: MuxedPacket) {
        switch packet.content {
        case .programAssociation: association = Array(bytes)
        case .programMap: map = Array(bytes)
        case .track, .other: break
        }
    }

    private static func next(_ packet: [UInt8], _ count: inout UInt8) -> [UInt8] {
        var packet = packet
        packet[3] = packet[3] & 0xF0 | count
        count = (count + 1) & 0x0F
        return packet
    }
}
