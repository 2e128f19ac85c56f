import StudioCore

/// The coded unit that starts in a chunk of a transport stream.
package struct TransportUnit: Hashable, Sendable {
    package let track: DeliveryLedger.Track
    /// Whether decoding can start here.
    package let isKeyFrame: Bool
    /// Its presentation time in ticks of 90 kHz, modulo 2^33.
    package let presentationTicks: UInt64?

    /// The units that start in `chunk`, in order. A chunk of the program's muxer has exactly one.
    package static func all(in chunk: UnsafeRawBufferPointer) -> [TransportUnit] {
        var units: [TransportUnit] = []
        MuxedPacket.forEach(in: chunk) { _, packet in
            guard packet.startsUnit, case .track(let track) = packet.content else { return }
            units.append(
                TransportUnit(
                    track: track, isKeyFrame: track == .video && packet.isRandomAccess,
                    presentationTicks: packet.presentationTicks))
        }
        return units
    }
}
