/// The packets of an output and the state of its network path, with the names that RTCP uses.
public struct NetworkStatistics: Hashable, Sendable {
    /// The packets sent, without retransmissions.
    public var packetsSent: UInt64
    /// The packets that the network or the sender dropped permanently, if they were reported. A network without
    /// acknowledgements reports few of them.
    public var packetsLost: UInt64
    /// The packets that were sent again; `nil` for a protocol without retransmission.
    public var packetsRetransmitted: UInt64?
    /// The time from a packet to its acknowledgement in milliseconds; `nil` when unknown.
    public var roundTripTime: Double?

    /// Creates statistics.
    public init(
        packetsSent: UInt64 = 0, packetsLost: UInt64 = 0, packetsRetransmitted: UInt64? = nil,
        roundTripTime: Double? = nil
    ) {
        self.packetsSent = packetsSent
        self.packetsLost = packetsLost
        self.packetsRetransmitted = packetsRetransmitted
        self.roundTripTime = roundTripTime
    }

    /// The counts of two connections, and the round-trip time of the later one.
    package func followed(by later: NetworkStatistics) -> NetworkStatistics {
        NetworkStatistics(
            packetsSent: packetsSent + later.packetsSent, packetsLost: packetsLost + later.packetsLost,
            packetsRetransmitted: later.packetsRetransmitted.map { $0 + (packetsRetransmitted ?? 0) }
                ?? packetsRetransmitted,
            roundTripTime: later.roundTripTime)
    }
}
