import StudioCore

/// A packet of the MPEG transport stream that psstudio muxes (ISO/IEC 13818-1, 2.4.3), read without an allocation.
package struct MuxedPacket: Hashable, Sendable {
    /// The size of a packet in bytes.
    package static let byteCount = 188
    /// The number of packets in a datagram that fits into an Ethernet frame, as all receivers expect.
    package static let perDatagram = 7

    package enum Content: Hashable, Sendable {
        /// The program association table.
        case programAssociation
        /// The program map table.
        case programMap
        case track(DeliveryLedger.Track)
        case other
    }

    package let content: Content
    /// Whether a table section or a coded unit starts in this packet.
    package let startsUnit: Bool
    /// Whether decoding can start here.
    package let isRandomAccess: Bool
    /// The presentation time of the unit that starts here, in ticks of 90 kHz, modulo 2^33.
    package let presentationTicks: UInt64?
    /// The clock reference in ticks of 90 kHz, modulo 2^33.
    package let clockTicks: UInt64?
    /// The continuity counter.
    package let counter: UInt8

    /// The packet identifiers that `pipelines/files/mux-ts.pipeline` and mpegtsmux assign.
    private static func content(of identifier: UInt16) -> Content {
        switch identifier {
        case 0: .programAssociation
        case 32: .programMap
        case 256: .track(.video)
        case 257: .track(.audio)
        default: .other
        }
    }

    /// - Parameter bytes: 188 bytes.
    /// - Returns: `nil` for bytes that are not a packet.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount, bytes[0] == 0x47 else { return nil }
        content = Self.content(of: UInt16(bytes[1] & 0x1F) << 8 | UInt16(bytes[2]))
        startsUnit = bytes[1] & 0x40 != 0
        counter = bytes[3] & 0x0F
        let hasAdaptation = bytes[3] & 0x20 != 0
        let adaptationBytes = hasAdaptation ? Int(bytes[4]) + 1 : 0
        isRandomAccess = hasAdaptation && bytes[4] > 0 && bytes[5] & 0x40 != 0
        let hasClock = hasAdaptation && bytes[4] >= 7 && bytes[5] & 0x10 != 0
        clockTicks = hasClock ? bytes[6..<11].reduce(0) { $0 << 8 | UInt64($1) } >> 7 : nil
        guard startsUnit, case .track = content, bytes[3] & 0x10 != 0 else {
            presentationTicks = nil
            return
        }
        presentationTicks = Self.presentationTicks(of: bytes.dropFirst(4 + adaptationBytes))
    }

    /// The presentation time in the header of a packetised elementary stream (2.4.3.7).
    private static func presentationTicks(of header: Slice<UnsafeRawBufferPointer>) -> UInt64? {
        let header = UnsafeRawBufferPointer(rebasing: header)
        guard header.count >= 14, header[0] == 0, header[1] == 0, header[2] == 1, header[7] & 0x80 != 0 else {
            return nil
        }
        let high = UInt64(header[9] >> 1 & 0x07) << 30
        let middle = (UInt64(header[10]) << 7 | UInt64(header[11] >> 1)) << 15
        return high | middle | UInt64(header[12]) << 7 | UInt64(header[13] >> 1)
    }
}

extension MuxedPacket {
    /// Calls `body` for each packet in `bytes`, in order.
    package static func forEach(
        in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, MuxedPacket) -> Void
    ) {
        var rest = bytes[...]
        while rest.count >= byteCount {
            let packet = UnsafeRawBufferPointer(rebasing: rest.prefix(byteCount))
            if let parsed = MuxedPacket(packet) { body(packet, parsed) }
            rest = rest.dropFirst(byteCount)
        }
    }
}
