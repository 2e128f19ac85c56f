/// The program tables of a transport stream, so that they can be repeated where a receiver starts.
///
/// Repeating a table shifts the continuity counters of its packets, which are therefore rewritten.
package struct ProgramTables: Hashable, Sendable {
    private var association: [UInt8] = []
    private var map: [UInt8] = []
    private var associationCount: UInt8 = 0
    private var mapCount: UInt8 = 0

    package init() {}

    /// Remembers the packet if it is a table.
    package mutating func note(_ bytes: UnsafeRawBufferPointer, _ packet: TransportPacket) {
        switch packet.content {
        case .programAssociation: association = Array(bytes)
        case .programMap: map = Array(bytes)
        case .track, .other: break
        }
    }

    /// The latest packets with their own counters, for a receiver that starts with the next packet; empty before the
    /// first tables.
    package var latest: [UInt8] { association.isEmpty || map.isEmpty ? [] : association + map }

    /// The packet of a table with the next continuity counter; `nil` for any other packet.
    package mutating func rewritten(_ bytes: UnsafeRawBufferPointer, _ packet: TransportPacket) -> [UInt8]? {
        switch packet.content {
        case .programAssociation:
            association = Array(bytes)
            return Self.next(association, &associationCount)
        case .programMap:
            map = Array(bytes)
            return Self.next(map, &mapCount)
        case .track, .other:
            return nil
        }
    }

    /// The tables again; empty before the first ones.
    package mutating func repeated() -> [UInt8] {
        guard !association.isEmpty, !map.isEmpty else { return [] }
        return Self.next(association, &associationCount) + Self.next(map, &mapCount)
    }

    private static func next(_ packet: [UInt8], _ count: inout UInt8) -> [UInt8] {
        var packet = packet
        packet[3] = packet[3] & 0xF0 | count
        count = (count + 1) & 0x0F
        return packet
    }
}
