import StudioCore

/// The parameters behind the `?` of an address: `name=value`, joined by `&`.
enum AddressQuery {
    /// The parameters in their order, with decoded values; a name alone has an empty value.
    static func parameters(of address: String) -> [(name: String, value: String)] {
        guard let mark = address.firstIndex(of: "?") else { return [] }
        return address[address.index(after: mark)...].split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), AddressRedaction.percentDecoded(parts.count > 1 ? String(parts[1]) : ""))
        }
    }

    /// The number of transport packets in a datagram of `value` bytes.
    ///
    /// - Returns: `nil` unless they fill it; a packet is never split.
    static func packetsPerDatagram(_ value: String, atMost limit: Int) -> Int? {
        guard let byteCount = Int(value), byteCount > 0, byteCount.isMultiple(of: DatagramPacker.packetSize),
            byteCount / DatagramPacker.packetSize <= limit
        else { return nil }
        return byteCount / DatagramPacker.packetSize
    }

    /// What ``packetsPerDatagram(_:atMost:)`` accepts.
    static func expectedSize(atMost limit: Int) -> String {
        "pkt_size must be a multiple of \(DatagramPacker.packetSize) bytes, at most \(limit * DatagramPacker.packetSize)"
    }
}
