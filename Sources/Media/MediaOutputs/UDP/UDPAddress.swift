import ProgramEncoding
package import StudioCore
package import StudioRuntime

/// A `udp://` address with its parameters. It has no secret.
package struct UDPAddress: Hashable, Sendable {
    package static let form = "udp://HOST:PORT[?ttl=N&localaddr=ADDRESS&pkt_size=1316]"
    /// The payload of the largest datagram has 65,507 bytes.
    private static let maximumPackets = 348

    package let host: String
    package let port: String
    package private(set) var options = DatagramSocket.Options()
    /// The number of transport packets in a datagram.
    package private(set) var packetsPerDatagram = MuxedPacket.perDatagram

    /// - Returns: `nil` for an address of another scheme.
    package init?(_ text: String) throws(AddressError) {
        guard let redaction = AddressRedaction(text), redaction.scheme == "udp" else { return nil }
        try redaction.checkServer()
        guard let port = redaction.endpoint.port, let number = UInt16(port), number > 0,
            !redaction.endpoint.host.isEmpty, !redaction.hasPath, !redaction.text.contains("@")
        else { throw .incomplete(redaction.text, form: Self.form) }
        host = redaction.endpoint.host
        self.port = port
        for (name, value) in AddressQuery.parameters(of: text) {
            if let expected = set(name, value) { throw .parameter(redaction.text, expected: expected) }
        }
    }

    /// The parameters of ffmpeg that have no effect here.
    private static let unsupported: Set<String> = [
        "bitrate", "block", "broadcast", "buffer_size", "burst_bits", "connect", "dscp", "fifo_size", "localport",
        "overrun_nonfatal", "reuse", "sources", "timeout", "udplite_coverage",
    ]

    /// - Returns: what was expected, unless the value is valid.
    private mutating func set(_ name: String, _ value: String) -> String? {
        switch name {
        case "ttl":
            guard let number = Int32(value), (1...255).contains(number) else { return "ttl must be 1 to 255" }
            options.timeToLive = number
        case "localaddr":
            guard !value.isEmpty else { return "localaddr must be the address or the name of a local interface" }
            options.interface = value
        case "pkt_size":
            guard let count = AddressQuery.packetsPerDatagram(value, atMost: Self.maximumPackets) else {
                return AddressQuery.expectedSize(atMost: Self.maximumPackets)
            }
            packetsPerDatagram = count
        default:
            let supported = "use ttl, localaddr and pkt_size"
            return Self.unsupported.contains(name)
                ? "the parameter \(name) is not supported; \(supported)" : "unknown parameter; \(supported)"
        }
        return nil
    }
}
